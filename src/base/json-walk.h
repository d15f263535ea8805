/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON text that is walked where it stands. A tree of a value takes forty times
 * the room of its text; who has millions of numbers to read goes through them
 * here, and makes a tree (json.h) of the small values alone.
 *
 * Only what separates values is looked at: whoever reads a value finds out
 * whether it is one.
 */
#ifndef BASE_JSON_WALK_H
#define BASE_JSON_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

/* The text of a value. */
struct json_span {
	const char *text;	/* NULL: there is none */
	size_t len;
	size_t nr;		/* of a list or object: at most so many are
				 * in it */
};

struct json_walk {
	const char *start, *p, *end;	/* for "byte 7: " */
	char close;		/* what ends it */
	bool begun;
};

/* Numbers of a list; an array that is used again. Starts as all zeros. */
struct json_numbers {
	uint64_t *v;
	size_t nr, cap;
};

/* Walk the members of an object that is all of the @len bytes at @text. */
int json_walk_object(struct json_walk *walk, const char *text, size_t len,
		     struct lay_error *err);
/* Walk the elements of the list @span. */
int json_walk_list(struct json_walk *walk, const struct json_span *span,
		   struct lay_error *err);

/*
 * 1: there is one more, *@value; 0: there is not. @key: that of a member, with
 * its quotes.
 */
int json_walk_next(struct json_walk *walk, struct json_span *key,
		   struct json_span *value, struct lay_error *err);

/*
 * The same of elements that are lists of numbers, as json_read_uint() reads
 * them. Errors say what is wrong with this one.
 */
int json_walk_numbers(struct json_walk *walk, struct json_numbers *numbers,
		      struct lay_error *err);

#endif /* BASE_JSON_WALK_H */
