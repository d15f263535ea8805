/* SPDX-License-Identifier: GPL-2.0-only */
/* Which member of a type an access of some bytes at an offset means. */
#ifndef ACCESS_PLACE_H
#define ACCESS_PLACE_H

#include <layoutdiff/model.h>

#define PLACE_STEPS_MAX 24

/* A step on the way into a type: a member, or an element of an array. */
struct place_step {
	const struct lay_member *member;	/* NULL: an element */
	const struct lay_type *type;		/* what is reached */
	int64_t at;		/* bytes from the start of place.type */
	uint64_t index;
	bool any;		/* element: which one is not known */
};

/* What is known of an access beside its offset. */
struct place_hint {
	unsigned int size;	/* bytes; 0: not known */
	bool bulk;		/* a copy or a fill, of more than registers */
	bool sign_known, is_signed;
	bool indexed;		/* by a multiple of @stride */
	uint64_t stride;	/* bytes; 0: not known */
	uint64_t bits;		/* that are used of what is loaded or changed:
				 * bit 0 is the lowest; 0: not known */
	/* does this leaf suit what the value is used for? More is better */
	int (*suits)(void *ctx, const struct lay_type *leaf);
	void *ctx;
};

/* How well a leaf fits an access. */
enum place_fit {
	PLACE_OUTSIDE,		/* the offset is not in the type */
	PLACE_HOLE,		/* no member is there */
	PLACE_ACROSS,		/* it begins in the middle of a leaf and ends
				 * behind it */
	PLACE_OPAQUE,		/* several bytes of an array of smaller things */
	PLACE_SEVERAL,		/* it begins where the leaf does, and covers
				 * what follows too */
	PLACE_WHOLE,		/* several leaves of the record that is named */
	PLACE_PART,		/* inside of a leaf that is larger */
	PLACE_EXACT,
};

struct place {
	const struct lay_type *type;	/* as it was asked for */
	int64_t off;			/* byte offset in it: of arrays that
					 * a pointer steps over, in an element */
	const struct lay_type *leaf;	/* stripped; NULL if HOLE or OUTSIDE */
	const struct lay_type *leaf_type;	/* the same as it is declared */
	enum place_fit fit;
	int score;			/* among leaves of one type */
	unsigned int nr_ties;		/* other leaves with the same score */
	bool behind;		/* in an array of numbers without a length, that
				 * its record ends with: what is there has
				 * another type too */
	unsigned int nr_steps;
	struct place_step step[PLACE_STEPS_MAX];
};

/*
 * Find the leaf of @type at @off that suits @hint best; the first of those that
 * do so equally. Returns place->fit.
 */
enum place_fit place_find(const struct lay_type *type, int64_t off,
			  const struct place_hint *hint, struct place *place);

/* The same for each leaf that could be meant, best or not: what unions have at
 * one place. Stops when @see returns false. */
void place_each(const struct lay_type *type, int64_t off,
		const struct place_hint *hint,
		bool (*see)(void *ctx, const struct place *place), void *ctx);

/* "a.b[2].c", "[]" where an index is not known; "" if there are no members.
 * Returns the length of the whole text, as snprintf(). */
size_t place_path(const struct place *place, char *buf, size_t len);

/* The member that is named last, or NULL. */
const struct lay_member *place_member(const struct place *place);

#endif /* ACCESS_PLACE_H */
