// SPDX-License-Identifier: GPL-2.0-only
/* What a reader has, through a snapshot and back. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "snapshot/reader.h"
#include "snapshot/write.h"
#include "unit/model-maker.h"
#include "base/poison.h"

/* Has one definition, or an error in its place. */
struct one {
	struct reader reader;
	const struct lay_type *type;
	int error;
};

static int load(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	struct one *one = (struct one *)r;

	(void)def;
	if (one->error)
		return lay_error_set(err, (enum lay_error_code)one->error,
				     "broken");
	*type = one->type;
	return 0;
}

static const struct reader_ops ops = { .load = load };

static const struct lay_identity identity = {
	.word_size = 8, .line_size = 64, .max_scalar = 16, .source = "DWARF 5",
};

static int write_one(struct one *one, char **text, size_t *len,
		     struct lay_error *err)
{
	struct lay_def def = { .name = "s", .kind = LAY_KIND_STRUCT };
	struct def_list defs = { .def = &def, .nr = 1 };

	if (one->type)
		def.kind = one->type->kind;
	one->reader.ops = &ops;
	return snapshot_write(&one->reader, &identity, &defs, true, text, len,
			      err);
}

/* The one type of the snapshot in @text. */
static const struct lay_type *read_one(const char *text, size_t len,
				       struct reader **r)
{
	struct type_query q = { .kinds = ~0u, .name = "s" };
	struct def_list defs = { .nr = 0 };
	const struct lay_type *type;
	struct lay_error err = { .text = "" };

	if (snapshot_reader_create(text, len, r, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal((*r)->ops->find(*r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	assert_int_equal((*r)->ops->load(*r, &defs.def[0], &type, NULL), 0);
	free(defs.def);
	return type;
}

static void a_record_comes_back_as_it_was(void **state)
{
	struct one one = { .error = 0 };
	const struct lay_type *type;
	struct reader *r;
	struct maker m;
	char *text;
	size_t len;

	(void)state;
	maker_init(&m);
	maker_add(&m, "typedef struct { int counter; } atomic_t;"
		      "enum e { A, B };"
		      "struct s { u32 a:3; u32 b:29; atomic_t c; char d[4], *e;"
		      " struct { u16 f; u16 g; }; enum e h; int (*i)(void);"
		      " atomic_t j[2]; } __aligned(64);");
	one.type = maker_type(&m, "struct s");
	assert_int_equal(write_one(&one, &text, &len, NULL), 0);
	type = read_one(text, len, &r);
	assert_true(lay_type_same(type, one.type));
	assert_int_equal(type->align, one.type->align);
	assert_int_equal(type->members[1].bit_size, 29);
	assert_int_equal(type->members[1].flags, LAY_MEMBER_BITFIELD);
	/* both are one type in the snapshot */
	assert_ptr_equal(type->members[2].type,
			 type->members[8].type->target);
	r->ops->close(r);
	free(text);
	maker_deinit(&m);
}

static void values_of_64_bits_come_back(void **state)
{
	static const struct lay_enumerator values[] = {
		{ "MIN", INT64_MIN, false }, { "MINUS", -1, false },
		{ "ALL", -1, true }, { "MAX", INT64_MAX, true },
	};
	static const struct lay_type type = {
		.kind = LAY_KIND_ENUM, .flags = LAY_TYPE_SIZED, .size = 8,
		.name = "s", .enumerators = values, .nr_enumerators = 4,
	};
	struct one one = { .type = &type };
	const struct lay_type *back;
	struct reader *r;
	char *text;
	size_t len;

	(void)state;
	assert_int_equal(write_one(&one, &text, &len, NULL), 0);
	back = read_one(text, len, &r);
	assert_int_equal(back->nr_enumerators, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(back->enumerators[i].name, values[i].name);
		assert_true(back->enumerators[i].value == values[i].value);
		assert_int_equal(back->enumerators[i].is_unsigned,
				 values[i].is_unsigned);
	}
	r->ops->close(r);
	free(text);
}

static void a_damaged_type_is_kept_as_damaged_and_other_trouble_is_not(
	void **state)
{
	struct one one = { .error = LAY_E_FORMAT };
	struct lay_error err = { .text = "" };
	char *text;
	size_t len;

	(void)state;
	assert_int_equal(write_one(&one, &text, &len, &err), 0);
	assert_non_null(strstr(text, "\"broken\""));
	free(text);
	one.error = LAY_E_NOMEM;
	assert_int_equal(write_one(&one, &text, &len, &err), -LAY_E_NOMEM);
	assert_string_equal(err.text, "broken");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_comes_back_as_it_was),
		cmocka_unit_test(values_of_64_bits_come_back),
		cmocka_unit_test(
			a_damaged_type_is_kept_as_damaged_and_other_trouble_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
