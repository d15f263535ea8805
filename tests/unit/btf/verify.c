// SPDX-License-Identifier: GPL-2.0-only
/* BTF in good form that says what cannot be: see btf/verify.h. */
#include <config.h>

#include "unit/btf/btf-test.h"
#include "base/poison.h"

static void what_contains_itself_is_refused(void **state)
{
	struct btf_writer w;

	(void)state;
	btf_writer_init(&w, false, NULL);
	btf_writer_struct(&w, "self", 8, 1);
	btf_writer_member(&w, "a", 1, 0);
	assert_not_written(&w, NULL, LAY_E_FORMAT,
			   ": BTF+0x18: type 1 contains itself");

	btf_writer_init(&w, false, NULL);
	btf_writer_of(&w, BTF_KIND_TYPEDEF, "t", 2);
	btf_writer_of(&w, BTF_KIND_CONST, NULL, 3);
	btf_writer_array(&w, 1, 4);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "type 1 contains itself");

	/* C has no way to write this, but it would be spelled for ever */
	btf_writer_init(&w, false, NULL);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, 1);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "type 1 contains itself");

	btf_writer_init(&w, false, NULL);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, 2);
	btf_writer_raw(&w, 0, btf_writer_info(BTF_KIND_FUNC_PROTO, false, 1),
		       0);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, 1);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "contains itself");
}

/* @nr qualifiers in a row in front of an integer */
static void write_chain(struct btf_writer *w, uint32_t nr)
{
	btf_writer_init(w, false, NULL);
	for (uint32_t i = 1; i <= nr; i++)
		btf_writer_of(w, BTF_KIND_CONST, NULL, i + 1);
	btf_writer_int(w, "int", 4, BTF_INT_SIGNED, 0, 32);
}

static void what_nests_too_deep_is_refused(void **state)
{
	struct btf_writer w;

	(void)state;
	write_chain(&w, TYPESET_DEPTH_MAX - 1);
	typeset_unref(open_written(&w, NULL));
	write_chain(&w, TYPESET_DEPTH_MAX);
	assert_not_written(&w, NULL, LAY_E_LIMIT, "nests more than 128 deep");
	write_chain(&w, 100000);
	assert_not_written(&w, NULL, LAY_E_LIMIT, "nests more than 128 deep");
}

/* No path from the root is walked that is as long as the deepest, because what
 * makes it deep was met before. */
static void depth_counts_where_it_was_met_before(void **state)
{
	struct btf_writer w;
	uint32_t id;

	(void)state;
	btf_writer_init(&w, false, NULL);
	id = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	for (unsigned int i = 0; i < TYPESET_DEPTH_MAX; i++)
		id = btf_writer_of(&w, BTF_KIND_CONST, NULL, id);
	assert_not_written(&w, NULL, LAY_E_LIMIT, "type 129 nests");
}

static void names_and_numbers_past_the_end_are_refused(void **state)
{
	struct btf_writer w;

	(void)state;
	btf_writer_init(&w, false, NULL);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, 7);
	assert_not_written(&w, NULL, LAY_E_FORMAT,
			   "+0x18: type 1 refers to type 7, the last is 1");

	btf_writer_init(&w, false, NULL);
	btf_writer_raw(&w, 0x1000, btf_writer_info(BTF_KIND_PTR, false, 0), 0);
	assert_not_written(&w, NULL, LAY_E_FORMAT,
			   "+0x18: type 1 has a name at 0x1000, past the");

	btf_writer_init(&w, false, NULL);
	btf_writer_struct(&w, "s", 8, 1);
	btf_writer_word(&w, 0x1000);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, 0);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "name at 0x1000");

	btf_writer_init(&w, false, NULL);
	btf_writer_raw(&w, 0, btf_writer_info(BTF_KIND_ENUM, false, 2), 4);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, 0x2000);	/* no name, but a value */
	btf_writer_word(&w, 0x1000);
	btf_writer_word(&w, 0);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "name at 0x1000");

	btf_writer_init(&w, false, NULL);
	btf_writer_array(&w, 9, 1);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "refers to type 9");

	btf_writer_init(&w, false, NULL);
	btf_writer_raw(&w, 0, btf_writer_info(BTF_KIND_FUNC_PROTO, false, 1),
		       0);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, 9);
	assert_not_written(&w, NULL, LAY_E_FORMAT, "refers to type 9");
}

static void an_object_is_of_no_function(void **state)
{
	struct btf_writer w;

	(void)state;
	btf_writer_init(&w, false, NULL);
	btf_writer_raw(&w, 0, btf_writer_info(BTF_KIND_FUNC_PROTO, false, 0),
		       0);
	btf_writer_of(&w, BTF_KIND_FUNC, "f", 1);
	btf_writer_struct(&w, "s", 8, 1);
	btf_writer_member(&w, "a", 2, 0);
	assert_not_written(&w, NULL, LAY_E_FORMAT,
			   "type 3 is of 2, which is no type of an object");
}

static void integers_of_more_bits_than_bytes_are_refused(void **state)
{
	struct btf_writer w;

	(void)state;
	btf_writer_init(&w, false, NULL);
	btf_writer_int(&w, "int", 1, 0, 2, 7);
	assert_not_written(&w, NULL, LAY_E_FORMAT,
			   "type 1 is an integer with bit 9 in 1 bytes");
}

/* A record of two of another of two of another: small in the file, and 2^60
 * leaves when walked without memory of what was seen. */
static void what_doubles_is_printed_once(void **state)
{
	struct reader *reader;
	struct btf_writer w;
	uint32_t id;

	(void)state;
	btf_writer_init(&w, false, NULL);
	id = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	for (unsigned int i = 0; i < 60; i++) {
		uint32_t record = btf_writer_struct(&w, i < 59 ? NULL : "top",
						    4, 2);

		btf_writer_member(&w, "a", id, 0);
		btf_writer_member(&w, "b", id, 0);
		id = record;
	}
	for (unsigned int i = 0; i < 50; i++) {
		uint32_t f = btf_writer_raw(&w, 0,
			btf_writer_info(BTF_KIND_FUNC_PROTO, false, 2), 0);

		for (unsigned int j = 0; j < 2; j++) {
			btf_writer_word(&w, 0);
			btf_writer_word(&w, id);
		}
		id = btf_writer_of(&w, BTF_KIND_PTR, NULL, f);
	}
	btf_writer_of(&w, BTF_KIND_TYPEDEF, "calls", id);
	reader = read_written(&w);
	assert_int_equal(load(reader, "top")->nr_members, 2);
	assert_int_equal(load(reader, "calls")->kind, LAY_KIND_TYPEDEF);
	reader->ops->close(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_contains_itself_is_refused),
		cmocka_unit_test(what_nests_too_deep_is_refused),
		cmocka_unit_test(depth_counts_where_it_was_met_before),
		cmocka_unit_test(names_and_numbers_past_the_end_are_refused),
		cmocka_unit_test(an_object_is_of_no_function),
		cmocka_unit_test(integers_of_more_bits_than_bytes_are_refused),
		cmocka_unit_test(what_doubles_is_printed_once),
	};

	return cmocka_run_group_tests_name("btf/verify", tests, NULL, NULL);
}
