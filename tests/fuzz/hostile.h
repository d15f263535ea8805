/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DWARF that is damaged on purpose. Each case is a file; asking it everything
 * (fuzz_exercise()) must keep the promises, within seconds of processor time
 * and some memory; and what the right answer is, the case says.
 */
#ifndef FUZZ_HOSTILE_H
#define FUZZ_HOSTILE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/layout.h>

#include "fuzz/exercise.h"
#include "unit/dwarf-writer.h"

/* A unit a.c, open, with "int" in it. */
struct hostile {
	struct dwarf_writer w;
	size_t int_off;
};

void hostile_begin(struct hostile *h, unsigned int version);
/* End the unit; the path is for test_file_remove(). */
char *hostile_finish(struct hostile *h);

/* Append what stands at [@off, @off + @len) of .debug_info again. */
size_t hostile_again(struct hostile *h, size_t off, size_t len);
/* The same @times over. */
void hostile_repeat(struct hostile *h, size_t off, size_t len, size_t times);

/* What the library says to "@spec" of the file at @path. */
struct hostile_answer {
	struct lay_build *build;
	struct lay_defs defs;
	const struct lay_type *type;	/* of the first definition */
	struct lay_layout *layout;
	int rc;				/* of the step that failed, or >= 0 */
	struct lay_error err;
};

void hostile_ask(struct hostile_answer *a, const char *path, const char *spec);
void hostile_answer_free(struct hostile_answer *a);

/* Exercise the file at @path, ask, and remove it. */
void hostile_run(struct hostile_answer *a, char *path, const char *spec);

/* Only ask, and remove it: of millions of DIEs once is enough. */
void hostile_run_huge(struct hostile_answer *a, char *path, const char *spec);

/* The answer is an error that has both these words. Frees the answer. */
void hostile_says(struct hostile_answer *a, const char *part1,
		  const char *part2);
/* The same after hostile_run(). */
void hostile_fails(char *path, const char *spec, const char *part1,
		   const char *part2);

/* Bounds on each test: use as cmocka's setup and teardown. */
int hostile_setup(void **state);
int hostile_teardown(void **state);

#define hostile_test(fn) \
	cmocka_unit_test_setup_teardown(fn, hostile_setup, hostile_teardown)

#endif /* FUZZ_HOSTILE_H */
