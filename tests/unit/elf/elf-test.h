/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tests of src/elf/ share; the includes cmocka wants come first. */
#ifndef UNIT_ELF_TEST_H
#define UNIT_ELF_TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "elf/elf.h"
#include "unit/elf-writer.h"

#define assert_says(err, part) \
	do { \
		if (!strstr((err)->text, (part))) \
			fail_msg("'%s' does not say '%s'", (err)->text, \
				 (part)); \
	} while (0)

/* Open what @w wrote, which must succeed. */
static inline struct elf_file *open_written(struct elf_writer *w, char **path)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file = NULL;

	*path = elf_writer_finish(w);
	if (elf_open(*path, &file, &err) < 0)
		fail_msg("%s", err.text);
	return file;
}

static inline void close_written(struct elf_file *file, char *path)
{
	elf_close(file);
	test_file_remove(path);
}

/* Opening @len bytes of @data fails with @code and a text that has @part. */
static inline void assert_not_opened(const void *data, size_t len, int code,
				     const char *part)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file = NULL;
	char *path = test_file_write(data, len);

	assert_int_equal(elf_open(path, &file, &err), -code);
	assert_int_equal(err.code, code);
	assert_null(file);
	assert_says(&err, path);
	assert_says(&err, part);
	test_file_remove(path);
}

#endif /* UNIT_ELF_TEST_H */
