/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What differs between two builds, all types of both at once: one record for
 * each type that differs, the ones that matter most in front.
 *
 * Types are equal by meaning: spelling, header, unit and order of definitions
 * do not count. Types that differ only because of what they embed are told
 * apart from those that somebody edited, and lead to them.
 */
#ifndef LAYOUTDIFF_CENSUS_H
#define LAYOUTDIFF_CENSUS_H

#include <layoutdiff/build.h>
#include <layoutdiff/diff.h>
#include <layoutdiff/layout.h>
#include <layoutdiff/sizes.h>

enum lay_census_change {
	LAY_CENSUS_EDITED,	/* members of its own came, went, changed */
	LAY_CENSUS_SHIFTED,	/* moved or grown, only by what it embeds */
	LAY_CENSUS_INSIDE,	/* its own members are as they were; what
				 * differs is inside of what it embeds */
	LAY_CENSUS_ADDED,
	LAY_CENSUS_REMOVED,
	LAY_NR_CENSUS_CHANGES,
};

/* One of the two builds. */
struct lay_census_side {
	struct lay_build *build;
	const struct lay_identity *identity;
	struct lay_layout_opts layout;
};

/* Units that begin with @from stand for those that begin with @to. */
struct lay_prefix_map {
	const char *from, *to;
};

struct lay_census_opts {
	const struct lay_prefix_map *maps;	/* applied to the old build */
	size_t nr_maps;
	const struct lay_slab *slabs;
	size_t nr_slabs;
	unsigned int jobs;	/* threads; 0: as many as CPUs. Of one, the
				 * builds are read one after the other. */
	struct lay_progress progress;
};

#define LAY_NO_TYPE UINT32_MAX

/* A type that differs and holds, by value, another one that does. */
struct lay_census_embed {
	uint32_t type;		/* the other; an index of lay_census.types */
	uint64_t nr_elements;	/* of the largest array of it, else 1 */
	uint64_t stride[2];	/* bytes of one, old and new; 0: not there */
	/* members of the one that holds it, which the other one pushed: */
	uint32_t nr_moved;
	uint32_t nr_line;	/* over the edge of a line */
	/* the first of these, by their paths */
	const char *const *line_names;
	uint32_t nr_line_names;
};

/* A hole that a member which was added would have fitted in. */
struct lay_census_room {
	const char *member;	/* its path */
	uint64_t size, align;	/* of the member, bytes */
	uint64_t hole_off, hole_size;	/* of the old layout, bytes */
	bool is_padding;
};

struct lay_census_type {
	enum lay_census_change change;
	const struct lay_def *def[2];	/* old, new; NULL: it has none */
	size_t nth[2], of_n[2];		/* which definition of its name */
	bool variant;		/* ADDED, REMOVED: of other definitions under
				 * the same name, which the other build has */
	bool randomised;	/* same members, another order throughout */
	bool is_record;		/* else an enumeration, or a name for
				 * something else */
	uint64_t size[2], align[2], nr_lines[2];
	bool same_align;	/* for all that is known */
	struct lay_size_steps steps[2];
	unsigned int crossed;	/* LAY_STEP_* */
	const struct lay_slab *slab;	/* what was said of its cache, or NULL */
	uint32_t nr_edited;	/* own members, or enumerators */
	uint32_t nr_moved;	/* leaves, those of embedded records too */
	uint32_t nr_line;	/* on another line than before, and */
	uint32_t nr_mates;	/* that share lines with others: leaves, but
				 * arrays of several as one */
	const struct lay_census_embed *embeds;	/* directly */
	uint32_t nr_embeds;
	const uint32_t *outer;	/* what holds it, at any depth, in order of
				 * rank */
	uint32_t nr_outer;
	const uint32_t *roots;	/* SHIFTED, INSIDE: who was edited */
	uint32_t nr_roots;
	const struct lay_census_room *rooms;
	uint32_t nr_rooms;
};

/* Types of one kind. */
struct lay_census_count {
	uint64_t nr_common;	/* in both builds; definitions, not names */
	uint64_t nr[LAY_NR_CENSUS_CHANGES];
};

struct lay_census {
	const struct lay_census_type *types;	/* in order of rank */
	uint32_t nr_types;
	struct lay_census_count count[LAY_NR_KINDS];
	uint64_t nr_respelt;	/* pairs that differ in spelling only */
	/* of each build: names that it alone has, and the other does not tell
	 * of, as a snapshot of some types, or has in the base of its BTF; not
	 * among @types */
	uint64_t nr_untold[2];
	uint64_t nr_local;	/* BTF alone has them, beside what functions of
				 * the other build declare under the name */
	uint64_t nr_visible;	/* declared in one build, defined in the other */
	/* not all of it could be read (lay_build_notes()): what only the other
	 * one has may be in the rest */
	bool partial[2];
	/* what could not be read, up to a few texts */
	const char *const *failures;
	uint32_t nr_failures, nr_failure_texts;
};

/*
 * Compare all types of two builds. @opts may be NULL. *@census is the caller's
 * (lay_census_free()); it borrows from the builds.
 */
LAY_API int lay_census_make(const struct lay_census_side sides[2],
			    const struct lay_census_opts *opts,
			    struct lay_census **census, struct lay_error *err);
LAY_API void lay_census_free(struct lay_census *census);

/* Both layouts of a record that is in both builds, and their diff. */
struct lay_census_view {
	const struct lay_type *type[2];
	struct lay_layout *layout[2];	/* NULL: no record */
	struct lay_diff *diff;		/* NULL: neither records nor enums */
};

/* Compare type @i of the census again, to tell more of it. @view is the
 * caller's (lay_census_unview()). */
LAY_API int lay_census_view(const struct lay_census *census, uint32_t i,
			    struct lay_census_view *view,
			    struct lay_error *err);
LAY_API void lay_census_unview(struct lay_census_view *view);

/* Does the pattern ("dst_*", "struct dst_*") fit the type's name? */
LAY_API bool lay_census_matches(const struct lay_census_type *type,
				const char *pattern);

/* Is the row of a type's diff a member of the type itself, not of something
 * with a name of its own that it embeds? And was it edited, not only moved? */
LAY_API bool lay_census_row_is_own(const struct lay_diff *diff, uint32_t row);
LAY_API bool lay_census_row_is_edited(const struct lay_diff *diff,
				      uint32_t row);

#endif /* LAYOUTDIFF_CENSUS_H */
