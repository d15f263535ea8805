/* SPDX-License-Identifier: GPL-2.0-only */
/* What tests that ask a written file for types share. */
#ifndef UNIT_FIND_TEST_H
#define UNIT_FIND_TEST_H

#include "unit/dwarf/dwarf-test.h"
#include "dwarf/find.h"

#define KINDS(kind) (1u << (kind))
#define RECORDS (KINDS(LAY_KIND_STRUCT) | KINDS(LAY_KIND_UNION))

/* In a byte, so that its DIE is one to be passed over by its length. */
#define SIZE(n) NUM_IN(DW_AT_byte_size, DW_FORM_data1, n)

struct find_test {
	struct dwarf_test t;
	struct strset strings;
	struct dw_asker asker;
	struct def_list out;
};

static inline void find_test_open(struct find_test *f, struct dwarf_writer *w)
{
	*f = (struct find_test){ .out = { .nr = 0 } };
	dwarf_test_open(&f->t, w);
	strset_init(&f->strings);
	f->asker.file = f->t.file;
	f->asker.jobs = 2;
	f->asker.strings = &f->strings;
}

static inline void find_test_close(struct find_test *f)
{
	free(f->out.def);
	dw_producers_deinit(&f->asker.producers);
	strset_free(&f->strings);
	dwarf_test_close(&f->t);
}

/* Ask anew; what @q finds is in f->out. */
static inline int find_test_try(struct find_test *f, const struct type_query *q,
				struct lay_error *err)
{
	f->out.nr = 0;
	return dw_find(&f->asker, q, &f->out, err);
}

static inline size_t find_test_ask(struct find_test *f, unsigned int kinds,
				   const char *name)
{
	struct lay_error err = { .text = "" };
	struct type_query q = {
		.kinds = kinds,
		.name = name,
		.glob = strchr(name, '*') != NULL,
	};

	assert_ok(find_test_try(f, &q, &err), &err);
	return f->out.nr;
}

/* The only definition that @name finds among @kinds. */
static inline const struct lay_def *find_test_one(struct find_test *f,
						  unsigned int kinds,
						  const char *name)
{
	if (find_test_ask(f, kinds, name) != 1)
		fail_msg("%zu definitions of %s", f->out.nr, name);
	return &f->out.def[0];
}

/* Enough DIEs that what follows is not at the end of its unit, where every DIE
 * is read with all checks. */
static inline void write_filler(struct dwarf_writer *w)
{
	for (int i = 0; i < 60; i++)
		DIE(w, DW_TAG_pointer_type,
		    NUM_IN(DW_AT_byte_size, DW_FORM_data8, 8));
}

static inline void open_unit(struct dwarf_writer *w, const char *name,
			     unsigned int language)
{
	dwarf_writer_unit(w, DW_UT_compile);
	DIE_OPEN(w, DW_TAG_compile_unit, STR(DW_AT_name, name),
		 NUM_IN(DW_AT_language, DW_FORM_data2, language));
}

static inline void close_unit(struct dwarf_writer *w)
{
	write_filler(w);
	dwarf_writer_close(w);
	dwarf_writer_unit_end(w);
}

/* An enum of one value. */
static inline void write_enum(struct dwarf_writer *w, const char *unit,
			      int value)
{
	open_unit(w, unit, DW_LANG_C99);
	DIE_OPEN(w, DW_TAG_enumeration_type, STR(DW_AT_name, "e"),
		 NUM(DW_AT_byte_size, 4));
	DIE(w, DW_TAG_enumerator, STR(DW_AT_name, "A"),
	    NUM_IN(DW_AT_const_value, DW_FORM_sdata, value));
	dwarf_writer_close(w);
	close_unit(w);
}

#endif /* UNIT_FIND_TEST_H */
