/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Debug information that was stripped from a file and stands in another one:
 * where it is looked for, and what it takes to be believed.
 */
#ifndef BUILD_DEBUGLINK_H
#define BUILD_DEBUGLINK_H

#include "elf/elf.h"
#include "model/reader.h"

/* Files that were found and are not what was looked for, with why: texts, each
 * owned. Starts as all zeros. */
struct refusals {
	char **text;
	size_t nr, cap;
	bool wrong;	/* one was damaged, or of another build */
};

void refusals_deinit(struct refusals *refusals);
/* Add a formatted text; of no memory for it is said nothing. */
void refuse(struct refusals *refusals, const char *fmt, ...) LAY_PRINTF(2, 3);

/*
 * Look for the debug information of @elf, which is @path: by its build-id in
 * .build-id of each debug directory; by its .gnu_debuglink beside it, in .debug
 * there, and below each debug directory; there by its own name too. 1: *@debug
 * is the caller's; 0: there is none. Without @opts, in /usr/lib/debug alone.
 */
int debuglink_find(const char *path, struct elf_file *elf,
		   const struct lay_open_opts *opts, struct refusals *refusals,
		   struct elf_file **debug, struct lay_error *err);

/* The file that has the build-id @hex and debug information, from the debug
 * directories; as debuglink_find(). */
int debuglink_find_id(const char *hex, const struct lay_open_opts *opts,
		      struct refusals *refusals, struct elf_file **debug,
		      struct lay_error *err);

/*
 * The supplementary file that @elf says it has, from its own folder or from
 * .build-id and .dwz of the debug directories: 1; 0: it has none. One that it
 * has and that is not there is -LAY_E_NOT_FOUND.
 */
int debuglink_find_sup(struct elf_file *elf, const struct lay_open_opts *opts,
		       struct elf_file **sup, struct lay_error *err);

/* Has @elf DWARF, with bytes? */
bool debuglink_has_dwarf(const struct elf_file *elf);

/* "PATH", if it were @i-th of the debug directories; NULL behind the last. */
const char *debug_dir(const struct lay_open_opts *opts, size_t i);

/*
 * A reader that answers as @inner, which it owns. It owns @debug too, the file
 * that @inner reads, or NULL; and takes over @refusals, which it tells in its
 * notes. If it fails, nothing was taken.
 */
int linked_reader_create(struct reader *inner, struct elf_file *debug,
			 struct refusals *refusals, struct reader **reader,
			 struct lay_error *err);

/* What @reader was made of, if so; else itself. */
struct reader *linked_reader_inner(struct reader *reader);

#endif /* BUILD_DEBUGLINK_H */
