/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A report: what was found, in the order in which it was added, then written
 * in one of several formats.
 *
 *	struct lay_report *r;
 *
 *	if (lay_report_create("show", &r, &err) < 0)
 *		...
 *	lay_report_add_builds(r, &build, 1, NULL, &err);
 *	lay_report_add_layout(r, &shown, layout, LAY_NO_SLOT, &err);
 *	lay_report_write(r, stdout, NULL, &err);
 *	lay_report_destroy(r);
 *
 * A report borrows strings from the builds only: they stay open until it was
 * written. Definitions, layouts and diffs may be freed once they were added.
 */
#ifndef LAYOUTDIFF_REPORT_H
#define LAYOUTDIFF_REPORT_H

#include <stdio.h>

#include <layoutdiff/access.h>
#include <layoutdiff/build.h>
#include <layoutdiff/census.h>
#include <layoutdiff/diff.h>
#include <layoutdiff/heat.h>
#include <layoutdiff/layout.h>
#include <layoutdiff/matrix.h>
#include <layoutdiff/slabs.h>
#include <layoutdiff/variables.h>

struct lay_report;

/* Names the form of the JSON; another number when it is no longer that form.
 * layoutdiff.report(7) tells what it holds. */
#define LAY_REPORT_SCHEMA "layoutdiff.report/1"

enum lay_format {
	LAY_FORMAT_TEXT,
	LAY_FORMAT_JSON,
	LAY_NR_FORMATS,
};

struct lay_style {
	enum lay_format format;
	unsigned int width;	/* text: no line is longer; 0: 78 */
	bool color;		/* text: with escape sequences */
};

/* How much is told; NULL or zeroes: what a mail needs. */
struct lay_report_opts {
	unsigned int depth;	/* layouts: open so many levels of embedded
				 * records that have a name */
	bool decl;		/* where each member is declared */
	bool all;		/* text: fold nothing, cut no list short */
	bool quiet;		/* text: no headings, no word about the builds
				 * or about what is not known */
};

/* A build, and the line size that its layouts were made for. */
struct lay_report_build {
	const struct lay_identity *identity;
	uint64_t line_size;	/* bytes */
	const char *side;	/* what people read in front of it; NULL: "old"
				 * and "new", of one nothing */
};

/* A definition, and which of several that the build has under its name. */
struct lay_shown {
	const struct lay_def *def;
	size_t nth;	/* from 1 */
	size_t of_n;
};

/* "text", "json". */
LAY_API const char *lay_format_name(enum lay_format format);

/*
 * A new report of what @command ("show", "diff", "list") answers; the caller's,
 * lay_report_destroy(). @opts (may be NULL) is copied.
 */
LAY_API int lay_report_create(const char *command,
			      const struct lay_report_opts *opts,
			      struct lay_report **report,
			      struct lay_error *err);
LAY_API void lay_report_destroy(struct lay_report *report);

/* Say which builds this is about: one, or old and new. First of all. */
LAY_API int lay_report_add_builds(struct lay_report *report,
				  const struct lay_report_build *builds,
				  size_t nr_builds, struct lay_error *err);

/*
 * One definition's layout. @slot is LAY_NO_SLOT for all of it, or the member
 * that was asked for.
 */
LAY_API int lay_report_add_layout(struct lay_report *report,
				  const struct lay_shown *shown,
				  const struct lay_layout *layout,
				  uint32_t slot, struct lay_error *err);

/* The same as the lines that kernel mails use: offsetof(struct x, y)=0x10. */
LAY_API int lay_report_add_offsets(struct lay_report *report,
				   const struct lay_shown *shown,
				   const struct lay_layout *layout,
				   uint32_t slot, struct lay_error *err);

/* A type that has no members: an enumeration, or a typedef of something that
 * is not a record. */
LAY_API int lay_report_add_plain(struct lay_report *report,
				 const struct lay_shown *shown,
				 const struct lay_type *type,
				 struct lay_error *err);

/*
 * What differs between two definitions of a name. @row is LAY_NO_ROW for all of
 * it, or the member that was asked for. Returns 1 when there is a difference, 0
 * when not.
 */
LAY_API int lay_report_add_diff(struct lay_report *report,
				const struct lay_shown *before,
				const struct lay_shown *after,
				const struct lay_diff *diff, uint32_t row,
				struct lay_error *err);

/* Two definitions that are known not to differ. */
LAY_API int lay_report_add_same(struct lay_report *report,
				const struct lay_shown *before,
				const struct lay_shown *after,
				struct lay_error *err);

/* What differs between typedefs of something that is neither record nor enumeration,
 * and for a name that became another kind of thing. */
LAY_API int lay_report_add_plain_diff(struct lay_report *report,
				      const struct lay_shown *before,
				      const struct lay_shown *after,
				      const struct lay_type *old_type,
				      const struct lay_type *new_type,
				      struct lay_error *err);

/* Two definitions of which none has the @member that others of the name have. */
LAY_API int lay_report_add_without(struct lay_report *report,
				   const struct lay_shown *before,
				   const struct lay_shown *after,
				   const char *member, struct lay_error *err);

/* A definition that only one build has: the old one, or the new one. @member:
 * the one that was asked for and is in it, or NULL. */
LAY_API int lay_report_add_lone(struct lay_report *report,
				const struct lay_shown *shown,
				const char *member, bool in_old,
				struct lay_error *err);

/* A line of a list of types; of @layout only the sums are told. */
LAY_API int lay_report_add_list_row(struct lay_report *report,
				    const struct lay_def *def,
				    const struct lay_layout *layout,
				    struct lay_error *err);

/*
 * Who touches @type, as lay_access_opts.types called it, or its member @path
 * (NULL: any), by @map. Offsets are told in lines of @line_size bytes too.
 */
LAY_API int lay_report_add_access(struct lay_report *report,
				  const struct lay_shown *shown,
				  const struct lay_access *map,
				  const char *type, const char *path,
				  uint64_t line_size, struct lay_error *err);

/* The slab caches of a kernel. */
LAY_API int lay_report_add_slabs(struct lay_report *report,
				 const struct lay_slabs *slabs,
				 struct lay_error *err);

/* What the DWARF of a build (the first) and its BTF do not agree on, of what
 * @spec names. Returns 1 when there is anything, 0 when not. */
LAY_API int lay_report_add_readings(struct lay_report *report,
				    const char *spec,
				    const struct lay_readings *readings,
				    struct lay_error *err);

/* For programs: what was @asked for, as it was written (NULL: nothing by
 * itself), was not answered, or not wholly, and @why. */
LAY_API int lay_report_add_failure(struct lay_report *report,
				   const char *asked, const char *why,
				   struct lay_error *err);

/* How much of a census is told to people. */
enum lay_census_detail {
	LAY_CENSUS_FULL,	/* the first types at some length, others in a
				 * line each, consequences by their causes */
	LAY_CENSUS_STAT,	/* a line a type */
	LAY_CENSUS_SUMMARY,	/* numbers */
};

/* What of a census is told. */
struct lay_census_told {
	const uint32_t *types;	/* indices, in the order of the census */
	uint32_t nr_types;
	enum lay_census_detail detail;
	uint32_t limit;		/* types in no more lines than that; 0: all */
	bool for_programs;	/* with the members of every edited type, which
				 * people are told of the first only */
};

/*
 * What differs between all types of two builds. Returns 1 when one of those
 * that are to be told does, 0 when not.
 */
LAY_API int lay_report_add_census(struct lay_report *report,
				  const struct lay_census *census,
				  const struct lay_census_told *told,
				  struct lay_error *err);

/* What samples were read and what became of them. @side is the build that they
 * are of, where there are two ("old"); else NULL. */
LAY_API int lay_report_add_samples(struct lay_report *report,
				   struct lay_heat *heat, const char *side,
				   struct lay_error *err);

/* Of the old, or the new build not all was read (lay_build_partial()): what it
 * seems to lack may be in the rest. */
LAY_API void lay_report_tell_partial(struct lay_report *report, bool is_old);

/* Put the heat of the old, or of the new build on the diffs that are added from
 * now on; @heat stays open until then. */
LAY_API void lay_report_use_heat(struct lay_report *report,
				 struct lay_heat *heat, bool is_old);

/* The heat of a layout. @slot is LAY_NO_SLOT for all of it, or the member that
 * was asked for. */
LAY_API int lay_report_add_heat(struct lay_report *report,
				const struct lay_shown *shown,
				const struct lay_layout *layout,
				const struct lay_heat_fields *fields,
				uint32_t slot, struct lay_error *err);

/* Types and lines, hottest first. */
LAY_API int
lay_report_add_heat_ranking(struct lay_report *report,
			    const struct lay_heat_ranked *types,
			    size_t nr_types,
			    const struct lay_heat_ranked_line *lines,
			    size_t nr_lines, struct lay_error *err);
/* Variables, if there are some that were hit; @samples are all that were read. */
LAY_API int
lay_report_add_heat_variables(struct lay_report *report,
			      const struct lay_heat_ranked_variable *variables,
			      size_t nr, uint64_t samples,
			      struct lay_error *err);
/* Classes of locks, if there are some. */
LAY_API int lay_report_add_locks(struct lay_report *report,
				 const struct lay_heat_lock *locks, size_t nr,
				 struct lay_error *err);

/* The most builds that a matrix can have columns of. */
#define LAY_MATRIX_MAX_BUILDS 16

/*
 * A type in several builds, which were given to lay_report_add_builds() in the
 * same order. @def: of any that has it; @one_member: the matrix is of one that
 * was asked for. Returns 1 when anything differs, 0 when not.
 */
LAY_API int lay_report_add_matrix(struct lay_report *report,
				  const struct lay_def *def, bool one_member,
				  const struct lay_matrix *matrix,
				  struct lay_error *err);

/* A variable, and what lies in its lines. */
LAY_API int lay_report_add_variable(struct lay_report *report,
				    const struct lay_variable_view *view,
				    struct lay_error *err);

/* What became of a variable. Returns 1 when there is a difference, 0 when
 * not: that it has another address and the same place in its line is none. */
LAY_API int lay_report_add_variable_diff(struct lay_report *report,
					 const struct lay_variables_diff *diff,
					 const struct lay_variable_pair *pair,
					 struct lay_error *err);

/* What became of all variables: how many of each sort, and of those whose
 * line-mates changed the first @limit in a line each (0: all). Returns 1 when
 * anything differs, 0 when not. */
LAY_API int
lay_report_add_variable_census(struct lay_report *report,
			       const struct lay_variables_diff *diff,
			       uint32_t limit, struct lay_error *err);

/* Write it all to @out in @style (NULL: text). Nothing can be added after. */
LAY_API int lay_report_write(struct lay_report *report, FILE *out,
			     const struct lay_style *style,
			     struct lay_error *err);

#endif /* LAYOUTDIFF_REPORT_H */
