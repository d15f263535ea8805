/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tests of the loader share. */
#ifndef UNIT_DWARF_LOAD_TEST_H
#define UNIT_DWARF_LOAD_TEST_H

#include "dwarf/load.h"
#include "unit/dwarf/dwarf-test.h"

struct load_test {
	struct dwarf_writer w;
	struct dwarf_test d;
	struct dw_loader *loader;
	size_t int_die;		/* "int" of four bytes */
	size_t char_die;	/* "char" of one */
};

/* Begin a file whose one unit "a.c" is open, with two base types. */
static inline void load_test_begin(struct load_test *t, unsigned int version)
{
	dwarf_writer_init(&t->w, version);
	dwarf_writer_unit(&t->w, DW_UT_compile);
	DIE_OPEN(&t->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	t->int_die = DIE(&t->w, DW_TAG_base_type, STR(DW_AT_name, "int"),
			 NUM(DW_AT_byte_size, 4),
			 NUM(DW_AT_encoding, DW_ATE_signed));
	t->char_die = DIE(&t->w, DW_TAG_base_type, STR(DW_AT_name, "char"),
			  NUM(DW_AT_byte_size, 1),
			  NUM(DW_AT_encoding, DW_ATE_signed_char));
}

/* Open what was written. */
static inline void load_test_open(struct load_test *t)
{
	struct lay_error err = { .text = "" };

	dwarf_test_open(&t->d, &t->w);
	assert_ok(dw_loader_new(t->d.file, true, &t->loader, &err), &err);
}

/* End the unit that load_test_begin() began, and open. */
static inline void load_test_end(struct load_test *t)
{
	dwarf_writer_close(&t->w);
	dwarf_writer_unit_end(&t->w);
	load_test_open(t);
}

static inline void load_test_close(struct load_test *t)
{
	dw_loader_free(t->loader);
	dwarf_test_close(&t->d);
}

static inline const struct lay_type *load_ok(struct load_test *t, uint64_t die)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *type = NULL;

	assert_ok(dw_loader_load(t->loader, die, &type, &err), &err);
	assert_non_null(type);
	return type;
}

/* Loading fails with @code and a text that names @die's place and has @part. */
static inline void load_fails(struct load_test *t, uint64_t die,
			      enum lay_error_code code, const char *part)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *type = NULL;

	assert_int_equal(dw_loader_load(t->loader, die, &type, &err),
			 -(int)code);
	assert_null(type);
	assert_says(&err, ".debug_info+0x");
	assert_says(&err, part);
}

static inline void load_spelt(const struct lay_type *type, const char *want)
{
	char buf[256];

	lay_type_format(type, NULL, buf, sizeof(buf));
	assert_string_equal(buf, want);
}

#endif /* UNIT_DWARF_LOAD_TEST_H */
