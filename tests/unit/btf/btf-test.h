/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tests of src/btf/ share; the includes cmocka wants come first. */
#ifndef UNIT_BTF_TEST_H
#define UNIT_BTF_TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "btf/reader.h"
#include "unit/btf-writer.h"
#include "unit/elf-writer.h"

#define assert_says(err, part) \
	do { \
		if (!strstr((err)->text, (part))) \
			fail_msg("'%s' does not say '%s'", (err)->text, \
				 (part)); \
	} while (0)

/* Read @bytes, and free them, as a raw file over @base. */
static inline int open_raw(struct byte_buf *bytes, struct typeset *base,
			   struct typeset **set, struct lay_error *err)
{
	char *path = test_file_write(bytes->data, bytes->len);
	int ret = typeset_open_raw(path, base, set, err);

	byte_buf_free(bytes);
	test_file_remove(path);
	return ret;
}

/* The same for what @w wrote, which must succeed. */
static inline struct typeset *open_written(struct btf_writer *w,
					   struct typeset *base)
{
	struct lay_error err = { .text = "" };
	struct typeset *set = NULL;
	struct byte_buf bytes;

	btf_writer_finish(w, &bytes);
	if (open_raw(&bytes, base, &set, &err) < 0)
		fail_msg("%s", err.text);
	return set;
}

/* Reading @bytes fails with @code and a text that has @part. */
static inline void assert_not_read(struct byte_buf *bytes, struct typeset *base,
				   int code, const char *part)
{
	struct lay_error err = { .text = "" };
	struct typeset *set = NULL;

	assert_int_equal(open_raw(bytes, base, &set, &err), -code);
	assert_int_equal(err.code, code);
	assert_null(set);
	assert_says(&err, part);
}

static inline void assert_not_written(struct btf_writer *w,
				      struct typeset *base, int code,
				      const char *part)
{
	struct byte_buf bytes;

	btf_writer_finish(w, &bytes);
	assert_not_read(&bytes, base, code, part);
}

static inline struct reader *reader_of(struct typeset *set)
{
	struct lay_error err = { .text = "" };
	struct reader *reader = NULL;

	if (btf_reader_create(set, false, &reader, &err) < 0)
		fail_msg("%s", err.text);
	typeset_unref(set);
	return reader;
}

static inline struct reader *read_written(struct btf_writer *w)
{
	return reader_of(open_written(w, NULL));
}

#define ANY_KIND (1u << LAY_KIND_BASE | 1u << LAY_KIND_STRUCT | \
		  1u << LAY_KIND_UNION | 1u << LAY_KIND_ENUM | \
		  1u << LAY_KIND_TYPEDEF)

/* What is called @name; the caller frees defs.def. */
static inline struct def_list find(struct reader *reader, unsigned int kinds,
				   const char *name)
{
	const struct type_query q = {
		.kinds = kinds,
		.name = name,
		.glob = strpbrk(name, "*?[") != NULL,
	};
	struct lay_error err = { .text = "" };
	struct def_list defs = { 0 };

	if (reader->ops->find(reader, &q, &defs, &err) < 0)
		fail_msg("%s", err.text);
	return defs;
}

/* The only type called @name. */
static inline const struct lay_type *load(struct reader *reader,
					  const char *name)
{
	struct def_list defs = find(reader, ANY_KIND, name);
	const struct lay_type *type = NULL;
	struct lay_error err = { .text = "" };

	assert_int_equal(defs.nr, 1);
	if (reader->ops->load(reader, &defs.def[0], &type, &err) < 0)
		fail_msg("%s", err.text);
	free(defs.def);
	return type;
}

static inline void assert_spelled(const struct lay_member *member,
				  const char *spelling)
{
	char buf[200];

	lay_type_format(member->type, member->name, buf, sizeof(buf));
	assert_string_equal(buf, spelling);
}

#endif /* UNIT_BTF_TEST_H */
