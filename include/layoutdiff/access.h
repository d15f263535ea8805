/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who touches which member: the memory operands of a build's code, each with
 * the type and the member that it is known to mean, from the code and its debug
 * information alone.
 *
 *	if (lay_access_make(build, NULL, &map, &err) < 0)
 *		...
 *	operands = lay_access_operands(map, &nr);
 *	...
 *	lay_access_free(map);
 */
#ifndef LAYOUTDIFF_ACCESS_H
#define LAYOUTDIFF_ACCESS_H

#include <layoutdiff/build.h>

/* How sure the answer is. Totals have a count for each. */
enum lay_access_grade {
	LAY_ACCESS_UNKNOWN,	/* see lay_operand.reason */
	LAY_ACCESS_AMBIGUOUS,	/* this member, or one of the alternatives that
				 * lie at the same place */
	LAY_ACCESS_INFERRED,	/* what the function deals with allows no other
				 * answer, but nothing states this one */
	LAY_ACCESS_EXACT,	/* stated by a variable, a prototype or the
				 * member that the address came from */
	LAY_ACCESS_NR_GRADES,
};

/* lay_operand.flags */
#define LAY_ACCESS_READ		0x01
#define LAY_ACCESS_WRITE	0x02
#define LAY_ACCESS_ATOMIC	0x04	/* read and written by one instruction
					 * that nobody can come between */

#define LAY_ACCESS_WHOLE	0x08	/* all of the object: there is no path */

/* A memory operand. Strings are the map's. */
struct lay_operand {
	uint64_t addr;		/* of its instruction, as linked */
	const char *function;	/* "" where no symbol says */
	const char *type;	/* "struct sk_buff", "atomic_t", "int"; NULL
				 * when unknown */
	const char *path;	/* "a.b[2].c" in it; NULL: no member */
	const char *others;	/* AMBIGUOUS: "b.x, c.y"; else NULL */
	const char *also;	/* "b.y": what the access covers beside path,
				 * "b.x"; else NULL */
	const char *reason;	/* UNKNOWN: why, else NULL */
	int64_t off;		/* bytes in the type */
	/* where in the function's own source, if asked for; NULL: not known.
	 * What was inlined there and does the access: "dst_hold"; NULL: none */
	const char *file;
	const char *inlined;
	uint32_t line;
	uint16_t size;		/* bytes that are accessed */
	uint8_t flags;		/* LAY_ACCESS_* */
	uint8_t grade;		/* enum lay_access_grade */
};

/* Of all code that was followed; bytes that are no instruction are not among
 * them. Operands are the sum of nr_grades, unless types were asked for: then
 * only what could be in one of them is graded. */
struct lay_access_totals {
	uint64_t nr_functions;
	uint64_t nr_insns;
	uint64_t nr_operands;
	uint64_t nr_grades[LAY_ACCESS_NR_GRADES];
	uint64_t nr_refused_bytes;	/* in functions, no instruction */
	uint64_t nr_damaged;		/* pieces of debug information that
					 * could not be read */
};

struct lay_access_opts {
	unsigned int jobs;		/* threads; 0: as many as CPUs */
	bool lines;			/* fill file and line */
	/* only operands in one of these types ("struct sk_buff", "atomic_t"),
	 * wherever it is embedded: told as of that type. nr_types 0: all,
	 * told as of the outermost type that is known */
	const char *const *types;
	size_t nr_types;
	/* only code of the units with these names; nr_units 0: all */
	const char *const *units;
	size_t nr_units;
	struct lay_progress progress;
};

struct lay_access;

/*
 * Follow all code of @build, which must stay open. @opts may be NULL. Errors: a
 * build without DWARF, without code or of many files, a machine that is not
 * decoded. Of a file that is not linked, sections are taken to lie one behind
 * the other.
 */
LAY_API int lay_access_make(struct lay_build *build,
			    const struct lay_access_opts *opts,
			    struct lay_access **map, struct lay_error *err);
LAY_API void lay_access_free(struct lay_access *map);

/* By address; two operands of one instruction in their order. */
LAY_API const struct lay_operand *
lay_access_operands(const struct lay_access *map, size_t *nr);
LAY_API const struct lay_access_totals *
lay_access_totals(const struct lay_access *map);

/* "exact", "inferred", "ambiguous", "unknown" */
LAY_API const char *lay_access_grade_name(enum lay_access_grade grade);
/* "r", "w", "rw", "atomic" */
LAY_API const char *lay_access_flags_name(unsigned int flags);

/*
 * The whole of @map as text, to be kept, as layoutdiff-access(1) has it; @packed
 * by zstd. @build_id says of which build it is; NULL: not known. *@data, of
 * *@size bytes, is allocated with malloc() and owned by the caller.
 */
LAY_API int lay_access_dump(const struct lay_access *map, const char *build_id,
			    bool packed, void **data, size_t *size,
			    struct lay_error *err);

/*
 * Does the file at @path keep the map of the build with @build_id (NULL: not
 * known)? 1; 0: it is not there, empty, or does not say of which build it is.
 * Errors: it is something else, or the map of another build.
 */
LAY_API int lay_access_kept(const char *path, const char *build_id,
			    struct lay_error *err);

#endif /* LAYOUTDIFF_ACCESS_H */
