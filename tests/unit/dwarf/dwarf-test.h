/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tests of src/dwarf/ share; the includes cmocka wants come first. */
#ifndef UNIT_DWARF_TEST_H
#define UNIT_DWARF_TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dwarf/unit.h"
#include "unit/dwarf-writer.h"

#define assert_says(err, part) \
	do { \
		if (!strstr((err)->text, (part))) \
			fail_msg("'%s' does not say '%s'", (err)->text, \
				 (part)); \
	} while (0)

#define assert_ok(ret, err) \
	do { \
		if ((ret) < 0) \
			fail_msg("%s", (err)->text); \
	} while (0)

/* A written file, opened. */
struct dwarf_test {
	char *path;
	struct elf_file *elf;
	struct dw_file *file;
};

/* Returns what dw_file_open() does; to be closed all the same. */
static inline int dwarf_test_try(struct dwarf_test *t, struct dwarf_writer *w,
				 struct lay_error *err)
{
	struct lay_error elf_err = { .text = "" };

	*t = (struct dwarf_test){ .path = dwarf_writer_finish(w) };
	assert_ok(elf_open(t->path, &t->elf, &elf_err), &elf_err);
	return dw_file_open(t->elf, &t->file, err);
}

static inline void dwarf_test_open(struct dwarf_test *t, struct dwarf_writer *w)
{
	struct lay_error err = { .text = "" };

	assert_ok(dwarf_test_try(t, w, &err), &err);
}

static inline void dwarf_test_close(struct dwarf_test *t)
{
	dw_file_close(t->file);
	elf_close(t->elf);
	test_file_remove(t->path);
}

#endif /* UNIT_DWARF_TEST_H */
