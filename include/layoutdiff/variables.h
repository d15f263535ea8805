/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Variables of a build as objects in their sections: where in a line of the
 * cache each one lies, and what lies there with it. A line is the only thing
 * that some of them have in common, and nobody wrote that down.
 *
 *	if (lay_build_variables(build, jobs, &vars, &err) < 0)
 *		...
 *	for (i = 0; i < vars->nr; i++)
 *		if (lay_variable_matches(&vars->variable[i], "tcp_*"))
 *			lay_variable_mates(vars, i, 64, &mates, &nr, &err);
 *	lay_variables_free(vars);
 *
 * They are what the symbol table calls objects, and what DWARF says to be at a
 * fixed address; one that both have is one. Of those that assembler code has
 * the type is not known. Variables of threads' own storage are not among them.
 */
#ifndef LAYOUTDIFF_VARIABLES_H
#define LAYOUTDIFF_VARIABLES_H

#include <layoutdiff/build.h>
#include <layoutdiff/layout.h>

/* lay_variable.flags */
#define LAY_VARIABLE_GLOBAL	0x01	/* not static */
#define LAY_VARIABLE_LOCAL	0x02	/* static, in a function */
#define LAY_VARIABLE_PERCPU	0x04	/* in the per-CPU area: each CPU has
					 * one, at that place in its own */
#define LAY_VARIABLE_WRITABLE	0x08	/* its section is, and stays so: .rodata
					 * and .data..ro_after_init do not */
#define LAY_VARIABLE_INIT	0x10	/* gone once the kernel is up: .init.* */

struct lay_variable {
	const char *name;	/* as in the source; else the symbol */
	const char *symbol;	/* as the linker calls it: "x.12"; NULL: it has
				 * no symbol */
	/* other symbols of the same bytes */
	const char *const *aliases;
	size_t nr_aliases;
	const char *unit;	/* NULL: not known */
	const char *section;
	/* what of that section the linker's own symbols tell apart
	 * (".data..ro_after_init" in .rodata); NULL: they tell nothing */
	const char *part;
	uint64_t section_off;	/* from where the section begins, bytes */
	uint64_t addr;		/* as linked; in a file that is not, as
				 * section_off. Where the per-CPU section is
				 * linked at 0, an offset in that */
	uint64_t size;		/* bytes; 0: not known, or none */
	const struct lay_type *type;	/* NULL: not known */
	uint64_t align;		/* what was asked for or the type has by
				 * nature, bytes; 0: not known */
	bool align_stated;	/* of the variable itself */
	unsigned int flags;	/* LAY_VARIABLE_* */
	uint32_t space;		/* only those of one share lines */
	/* Who starts the space starts it at a multiple of this; the place in a
	 * line is certain for lines that are not longer. 0: at its address */
	uint64_t space_align;
};

/* See lay_variables.reach. */
#define LAY_VARIABLES_BLOCK 256

struct lay_variables {
	const struct lay_variable *variable;	/* by space and address */
	size_t nr;
	/* where the last byte of so many of them ends, from the first on: one
	 * can lie in another that begins far in front of it */
	const uint64_t *reach;
	bool linked;		/* addresses are such; else sections begin at 0 */
	bool typed;		/* from DWARF too */
};

/*
 * The variables of @build, which must stay open. @jobs: threads, 0 as many as
 * CPUs. *@vars is the caller's (lay_variables_free()). Errors: a build of many
 * files, or of none that has symbols or DWARF.
 */
LAY_API int lay_build_variables(struct lay_build *build, unsigned int jobs,
				const struct lay_variables **vars,
				struct lay_error *err);
LAY_API void lay_variables_free(const struct lay_variables *vars);

/* Is @pattern, a name or glob, that of the variable, by any name that it has? */
LAY_API bool lay_variable_matches(const struct lay_variable *variable,
				  const char *pattern);

/*
 * The indices of all others that have bytes in a line in which variable @i has
 * some, by address. *@mates is allocated with malloc(), and the caller's; NULL
 * where there are none. Variables without a size have no bytes.
 */
LAY_API int lay_variable_mates(const struct lay_variables *vars, uint32_t i,
			       uint64_t line_size, uint32_t **mates,
			       size_t *nr, struct lay_error *err);

/* Is the place of @variable in a line of @line_size bytes certain? */
LAY_API bool lay_variable_is_placed(const struct lay_variable *variable,
				    uint64_t line_size);

/*
 * An array of @nr objects of @size bytes that begins @start bytes into a line:
 * how many of them lie in two lines, though they would fit in one.
 */
LAY_API uint64_t lay_array_straddles(uint64_t start, uint64_t size, uint64_t nr,
				     uint64_t line_size);

/* A variable where it lies. Arrays are the view's. */
struct lay_variable_view {
	const struct lay_variables *vars;	/* borrowed */
	uint32_t variable;
	uint64_t line_size;
	bool placed;		/* its place in a line is certain; else what
				 * follows holds if the space starts on one */
	uint64_t line_off;	/* from where its first line begins, bytes */
	uint32_t *mates;	/* lay_variable_mates() */
	size_t nr_mates;
	/* of a struct or union: its layout, and the members that, where it
	 * lies, are in two lines though they would fit in one. Embedded records
	 * are told by what is in them; elements of arrays are not looked at.
	 * NULL: something else, or not known */
	struct lay_layout *layout;
	uint32_t *straddles;	/* slots */
	size_t nr_straddles;
	/* of an array: lay_array_straddles(); nr_elements 0: no array */
	uint64_t nr_elements, nr_split;
};

/* Look at variable @i. @opts: the machine's. *@view is the caller's
 * (lay_variable_unview()). */
LAY_API int lay_variable_view(const struct lay_variables *vars, uint32_t i,
			      const struct lay_layout_opts *opts,
			      struct lay_variable_view *view,
			      struct lay_error *err);
LAY_API void lay_variable_unview(struct lay_variable_view *view);

/* One of the two builds. */
struct lay_variables_side {
	const struct lay_variables *vars;
	uint64_t line_size;
};

/* lay_variable_pair.changed */
#define LAY_VARIABLE_TYPE	0x01
#define LAY_VARIABLE_SIZE	0x02
#define LAY_VARIABLE_ALIGN	0x04
#define LAY_VARIABLE_SECTION	0x08	/* or part of one */
#define LAY_VARIABLE_PLACE	0x10	/* in its line */
#define LAY_VARIABLE_PARITY	0x20	/* even and odd lines, not the place */
#define LAY_VARIABLE_MATES	0x40	/* others share its lines */
/* What somebody edited; the rest is where the linker put it. */
#define LAY_VARIABLE_EDITED	(LAY_VARIABLE_TYPE | LAY_VARIABLE_SIZE | \
				 LAY_VARIABLE_ALIGN | LAY_VARIABLE_SECTION)

#define LAY_NO_VARIABLE UINT32_MAX

/* A variable of both builds, or of one. */
struct lay_variable_pair {
	uint32_t variable[2];	/* old, new; LAY_NO_VARIABLE: not there */
	unsigned int changed;	/* LAY_VARIABLE_*; 0 where one is not there */
	/* names of those that only now, and only then, share its lines */
	const char *const *gained, *const *lost;
	uint32_t nr_gained, nr_lost;
	const char *written;	/* the name in its type that makes one guess
				 * that it is often written, or NULL */
};

struct lay_variables_diff {
	struct lay_variables_side side[2];
	/* those that matter most in front: see lay_diff_variables() */
	const struct lay_variable_pair *pair;
	size_t nr;
	/* of one name in one unit, several, and not as many in both builds */
	uint64_t nr_unsure;
};

/*
 * What became of the variables. They are paired by name and unit, and where
 * only one of a name is left in each build by name. Pairs stand in this order:
 * per-CPU variables, then what is written, then what is not, and what is gone
 * once the kernel is up; among these in front whose line-mates changed, and of
 * those whose type is often written; then by how many mates changed. *@diff is
 * the caller's (lay_variables_diff_free()), and borrows from both sides.
 */
LAY_API int lay_diff_variables(const struct lay_variables_side sides[2],
			       const struct lay_variables_diff **diff,
			       struct lay_error *err);
LAY_API void lay_variables_diff_free(const struct lay_variables_diff *diff);

#endif /* LAYOUTDIFF_VARIABLES_H */
