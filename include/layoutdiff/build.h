/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A build: what the user named on the command line, an ELF file or a directory
 * with a vmlinux and modules, opened for questions about its types.
 *
 *	struct lay_build *b;
 *	struct lay_defs defs;
 *
 *	if (lay_build_open("vmlinux", NULL, &b, &err) < 0)
 *		...
 *	if (lay_build_find(b, "dst_entry", &defs, &err) < 0)
 *		...
 *	for (size_t i = 0; i < defs.nr; i++)
 *		lay_build_load(b, &defs.def[i], &type, &err);
 *	lay_defs_free(&defs);
 *	lay_build_close(b);
 */
#ifndef LAYOUTDIFF_BUILD_H
#define LAYOUTDIFF_BUILD_H

#include <layoutdiff/fingerprint.h>
#include <layoutdiff/model.h>

struct lay_build;

/* Told now and then how far a long question is; NULL members are not called. */
struct lay_progress {
	void (*step)(void *ctx, const char *what, uint64_t done, uint64_t total);
	void *ctx;
};

/* Which of its debug information a build is read from. */
enum lay_from {
	LAY_FROM_BEST,		/* DWARF where there is any, else BTF */
	LAY_FROM_DWARF,
	LAY_FROM_BTF,
};

struct lay_open_opts {
	unsigned int jobs;		/* threads; 0: as many as CPUs */
	struct lay_progress progress;
	enum lay_from from;
	/* the vmlinux (or raw BTF) that a module's BTF was split from; NULL:
	 * looked for beside the module and where its release is installed */
	const char *btf_base;
	/* leave lay_decl.file NULL: nobody wants to know, and so .debug_line,
	 * which may be damaged, is not read */
	bool no_decl;
	/* a file with the configuration of the kernel, packed or not; NULL: it
	 * is known where the image carries it */
	const char *config;
	/* where debug information that stands in a file of its own is looked
	 * for first, before beside the file and /usr/lib/debug; borrowed for
	 * as long as the build is open */
	const char *const *debug_dirs;
	size_t nr_debug_dirs;
	bool offline;			/* ask no debuginfod server */
	/* DWARF is to be compared with BTF: files of a directory that have one
	 * of them alone are left out */
	bool both;
};

/* A producer string of the build and how many units carry it. */
struct lay_producer {
	const char *text;	/* DW_AT_producer */
	uint32_t nr_units;
};

/* An option of a configuration. Those that are not set are not there. */
struct lay_option {
	const char *name;	/* "XFRM", without CONFIG_ */
	const char *value;	/* "y", "m", "64", "0x10", "\"text\"" */
};

/* What a kernel was configured as. */
struct lay_config {
	const char *source;	/* "IKCONFIG", or the path of a file */
	const struct lay_option *options;	/* by name, each once */
	size_t nr_options;
};

/* What a build says of itself. NULL or 0 where it says nothing. */
struct lay_identity {
	const char *path;	/* as the user named it */
	const char *release;	/* "6.1.0-57-cloud-amd64": linux_banner, or
				 * vermagic of a module */
	const char *build_id;	/* lower-case hex of NT_GNU_BUILD_ID */
	const char *machine;	/* "x86_64", "aarch64", "s390x", ... */
	unsigned int word_size;	/* bytes of a pointer: 4 or 8 */
	bool big_endian;
	unsigned int line_size;	/* the machine's cache line in bytes: what
				 * its kernel uses for L1_CACHE_BYTES or the
				 * coherence granule; never the host's */
	unsigned int max_scalar;	/* see lay_type_align() */
	const char *source;	/* "DWARF 5", "BTF", "snapshot", ... */
	const char *not_known;	/* what the source has no word for: "compilers,
				 * units, ..."; NULL: nothing of that kind */
	bool partial;		/* a snapshot of some types: what it has not,
				 * the build may have */
	const char *lacks;	/* what else than types that the build has not
				 * is not there to be found, or NULL */
	/* producers of units in C, C++ or Rust, most units first; those of the
	 * assembler are not listed */
	const struct lay_producer *producers;
	size_t nr_producers;
	uint32_t nr_units;
	uint32_t nr_files;	/* of a directory or archive: how many it has;
				 * all of the above is said of one of them */
	const struct lay_config *config;	/* NULL: not known */
};

/*
 * Open @path, a file or a directory. On success *@build is owned by the caller
 * (lay_build_close()). @opts may be NULL. Errors: not readable, empty, not ELF,
 * no debug information (the text says what would give it), damaged headers; of
 * a directory: none of its files can be read.
 */
LAY_API int lay_build_open(const char *path, const struct lay_open_opts *opts,
			   struct lay_build **build, struct lay_error *err);
LAY_API void lay_build_close(struct lay_build *build);

/*
 * What the build says of itself; valid until it is closed. Reading the
 * producers looks at the first DIE of every unit, so this can fail like any
 * other question.
 */
LAY_API int lay_build_identity(struct lay_build *build,
			       const struct lay_identity **identity,
			       struct lay_error *err);

/* lay_def.flags */
#define LAY_DEF_DECLARATION	0x01	/* declared in the build, defined
					 * nowhere under this name */
#define LAY_DEF_LOCAL		0x02	/* declared inside a function */
#define LAY_DEF_UNSURE		0x04	/* the sift could not fold this one by
					 * its fingerprint: kept apart */
#define LAY_DEF_TYPE_UNIT	0x08	/* stands in type units alone, and
					 * nothing says which units use these;
					 * of a build of many files not set */

/*
 * One distinct definition of one name: however many units repeat it, it stands
 * here once. Names and members' names, places, widths and types are what makes
 * a definition distinct; embedded records count with all they hold, what a
 * pointer points to counts by its tag.
 */
struct lay_def {
	const char *name;
	enum lay_kind kind;	/* struct, union, enum, typedef, base */
	unsigned int flags;
	uint64_t size;		/* bytes, 0 when not stated */
	uint32_t nr_members;	/* top level; of typedefs 0 */
	uint32_t nr_units;	/* units that define it so; 0: not known */
	const char *unit;	/* first of them, in the order of the file, or
				 * NULL */
	struct lay_fingerprint fingerprint;
	uint64_t source_off;	/* where the first stands (DIE offset) */
	/* of a build of many files, else 0 and NULL: how many of them have it,
	 * and the first, to which unit and source_off belong */
	uint32_t nr_files;
	uint32_t file_index;
	const char *file;	/* its path below the directory */
};

/* An owned array of definitions, sorted by name, then kind, then most units
 * first, then place in the file. The strings belong to the build. */
struct lay_defs {
	struct lay_def *def;
	size_t nr;
	/* how the name was written, split: what is left of a member path
	 * ("u.ip.port" of "sockaddr.u.ip.port"), or NULL. Owned. */
	char *member_path;
};

/*
 * Find every definition that @spec names: "dst_entry", "struct dst_entry",
 * "union x", "enum y", a typedef's name, a glob ("tcp_*", "struct *"), or any
 * of the first with a member path behind it ("dst_entry.__refcnt"). A typedef
 * of a record that has the same name adds nothing and is left out. @defs is
 * the caller's (lay_defs_free()).
 *
 * Returns the number of definitions. None at all is -LAY_E_NOT_FOUND, with the
 * names that come nearest in the text.
 */
LAY_API int lay_build_find(struct lay_build *build, const char *spec,
			   struct lay_defs *defs, struct lay_error *err);
LAY_API void lay_defs_free(struct lay_defs *defs);

/*
 * Find every struct, union and enumeration, and every typedef of what has no name
 * of its own or is a number, a pointer or a function: what there is to compare
 * of a build. None is no error.
 */
LAY_API int lay_build_find_all(struct lay_build *build, struct lay_defs *defs,
			       struct lay_error *err);

/*
 * Read the definition @def of @build completely: members, embedded records
 * down to base types, names of what pointers point to. The result belongs to
 * the build. Reading the same definition again gives the same pointer.
 */
LAY_API int lay_build_load(struct lay_build *build, const struct lay_def *def,
			   const struct lay_type **type, struct lay_error *err);

/*
 * Every unit that defines @def, in the order of the file: *@units is an array
 * of @def->nr_units names, allocated with malloc() and owned by the caller;
 * the names are the build's.
 */
LAY_API int lay_build_units(struct lay_build *build, const struct lay_def *def,
			    const char ***units, size_t *nr_units,
			    struct lay_error *err);

/* Something to be said about the answers of a build so far. */
struct lay_note {
	const char *text;
	bool trouble;	/* part of the build could not be read */
	bool left_out;	/* part of it says nothing of its types */
};

/*
 * What was left out of the answers so far, and why: modules of a directory
 * without debug information, broken ones, a configuration that is damaged. Valid until the next question.
 */
LAY_API int lay_build_notes(struct lay_build *build,
			    const struct lay_note **notes, size_t *nr_notes,
			    struct lay_error *err);

/*
 * Is something in the build that the answers so far do not tell of, as its notes
 * say? Then what was not found in it may be there.
 */
LAY_API int lay_build_partial(struct lay_build *build, bool *partial,
			      struct lay_error *err);

/* How a snapshot is packed. */
enum lay_packing {
	LAY_PACKING_NONE,
	LAY_PACKING_GZIP,
	LAY_PACKING_ZSTD,
};

/*
 * What @build has of the types that @specs name, or of every type if @nr_specs
 * is 0, as a snapshot (layoutdiff.snapshot(5)): in a file, it is a build that
 * answers as @build does. *@data, of *@size bytes, is allocated with malloc()
 * and owned by the caller.
 */
LAY_API int lay_build_snapshot(struct lay_build *build,
			       const char *const *specs, size_t nr_specs,
			       enum lay_packing packing, void **data,
			       size_t *size, struct lay_error *err);

/*
 * Was every byte that the answers so far rest on still there when it was read?
 * Call before printing: a file that shrank or changed under the mapping is
 * -LAY_E_CHANGED.
 */
LAY_API int lay_build_intact(struct lay_build *build, struct lay_error *err);

/*
 * A mapped file that shrinks raises SIGBUS in whoever reads it. This installs
 * a handler for the process which turns such a read into zeros and lets
 * lay_build_intact() tell. Programs call it once at start; a library user who
 * has a handler of his own does not.
 */
LAY_API int lay_guard_mappings(struct lay_error *err);

#endif /* LAYOUTDIFF_BUILD_H */
