// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/btf/btf-test.h"
#include "base/poison.h"

/* struct NAME { int MEMBER; struct POINTED *p; }, 64-bit */
static uint32_t write_record(struct btf_writer *w, const char *name,
			     const char *member, uint32_t i, uint32_t pointer)
{
	uint32_t id = btf_writer_struct(w, name, 16, 2);

	btf_writer_member(w, member, i, 0);
	btf_writer_member(w, "p", pointer, 64);
	return id;
}

/* Deduplication leaves copies that differ in what pointers are of. */
static struct reader *read_copies(void)
{
	struct btf_writer w;
	uint32_t i, other, fwd, to_other, to_fwd;

	btf_writer_init(&w, false, NULL);
	i = btf_writer_int(&w, "long", 8, BTF_INT_SIGNED, 0, 64);
	other = btf_writer_struct(&w, "other", 8, 1);
	btf_writer_member(&w, "a", i, 0);
	fwd = btf_writer_fwd(&w, "other", false);
	to_other = btf_writer_of(&w, BTF_KIND_PTR, NULL, other);
	to_fwd = btf_writer_of(&w, BTF_KIND_PTR, NULL, fwd);
	write_record(&w, "copied", "a", i, to_other);
	write_record(&w, "copied", "a", i, to_fwd);
	write_record(&w, "two", "a", i, to_other);
	write_record(&w, "two", "b", i, to_other);
	btf_writer_fwd(&w, "nowhere", true);
	btf_writer_fwd(&w, "nowhere", true);
	btf_writer_of(&w, BTF_KIND_TYPEDEF, "two", i);
	return read_written(&w);
}

static void equal_definitions_are_one(void **state)
{
	struct reader *reader = read_copies();
	struct def_list defs = find(reader, ANY_KIND, "copied");

	(void)state;
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].kind, LAY_KIND_STRUCT);
	assert_int_equal(defs.def[0].size, 16);
	assert_int_equal(defs.def[0].nr_members, 2);
	/* BTF does not know them, and so nothing is made up */
	assert_int_equal(defs.def[0].nr_units, 0);
	assert_null(defs.def[0].unit);
	free(defs.def);
	reader->ops->close(reader);
}

static void different_definitions_are_kept_apart(void **state)
{
	struct reader *reader = read_copies();
	struct def_list defs = find(reader, 1u << LAY_KIND_STRUCT, "two");
	const struct lay_type *type;

	(void)state;
	assert_int_equal(defs.nr, 2);
	assert_true(defs.def[0].fingerprint.hi != defs.def[1].fingerprint.hi);
	assert_true(defs.def[0].source_off != defs.def[1].source_off);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(reader->ops->load(reader, &defs.def[i], &type,
						   NULL), 0);
		assert_int_equal(type->source_off, defs.def[i].source_off);
	}
	free(defs.def);
	defs = find(reader, ANY_KIND, "two");
	assert_int_equal(defs.nr, 3);
	free(defs.def);
	reader->ops->close(reader);
}

static void a_declaration_counts_where_there_is_no_definition(void **state)
{
	struct reader *reader = read_copies();
	struct def_list defs = find(reader, ANY_KIND, "other");

	(void)state;
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].flags, 0);
	assert_int_equal(defs.def[0].size, 8);
	free(defs.def);
	defs = find(reader, ANY_KIND, "nowhere");
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].flags, LAY_DEF_DECLARATION);
	assert_int_equal(defs.def[0].kind, LAY_KIND_UNION);
	free(defs.def);
	reader->ops->close(reader);
}

static void globs_and_kinds_select(void **state)
{
	struct reader *reader = read_copies();
	struct def_list defs = find(reader, 1u << LAY_KIND_STRUCT, "[ct]*");

	(void)state;
	assert_int_equal(defs.nr, 3);
	assert_string_equal(defs.def[0].name, "copied");
	assert_string_equal(defs.def[2].name, "two");
	free(defs.def);
	defs = find(reader, 1u << LAY_KIND_ENUM, "*");
	assert_int_equal(defs.nr, 0);
	free(defs.def);
	defs = find(reader, ANY_KIND, "thr?e");
	assert_int_equal(defs.nr, 0);
	free(defs.def);
	reader->ops->close(reader);
}

static void a_typedef_of_its_own_tag_adds_nothing(void **state)
{
	struct reader *reader;
	struct def_list defs;
	struct btf_writer w;
	uint32_t i, tag;

	(void)state;
	btf_writer_init(&w, false, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	tag = btf_writer_struct(&w, "bridge_id", 4, 1);
	btf_writer_member(&w, "a", i, 0);
	btf_writer_of(&w, BTF_KIND_TYPEDEF, "bridge_id", tag);
	btf_writer_of(&w, BTF_KIND_TYPEDEF, "other_id", tag);
	reader = read_written(&w);
	defs = find(reader, ANY_KIND, "*_id");
	assert_int_equal(defs.nr, 2);
	assert_int_equal(defs.def[0].kind, LAY_KIND_STRUCT);
	assert_string_equal(defs.def[1].name, "other_id");
	free(defs.def);
	defs = find(reader, 1u << LAY_KIND_TYPEDEF, "bridge_id");
	assert_int_equal(defs.nr, 1);
	free(defs.def);
	reader->ops->close(reader);
}

static void count_name(void *ctx, const char *name)
{
	size_t *seen = ctx;

	assert_non_null(name);
	if (!strcmp(name, "copied") || !strcmp(name, "nowhere"))
		++*seen;
}

static void all_names_are_seen(void **state)
{
	struct reader *reader = read_copies();
	size_t seen = 0;

	(void)state;
	assert_int_equal(reader->ops->names(reader, count_name, &seen, NULL),
			 0);
	assert_int_equal(seen, 4);
	reader->ops->close(reader);
}

static void what_btf_does_not_say_is_not_said(void **state)
{
	struct reader *reader = read_copies();
	struct lay_identity id = { .nr_units = 7, .nr_producers = 7 };

	(void)state;
	assert_string_equal(reader->ops->source(reader), "BTF");
	assert_null(reader->ops->units);
	assert_int_equal(reader->ops->identify(reader, &id, NULL), 0);
	assert_int_equal(id.nr_units, 0);
	assert_int_equal(id.nr_producers, 0);
	assert_null(id.producers);
	reader->ops->close(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_definitions_are_one),
		cmocka_unit_test(different_definitions_are_kept_apart),
		cmocka_unit_test(a_declaration_counts_where_there_is_no_definition),
		cmocka_unit_test(globs_and_kinds_select),
		cmocka_unit_test(a_typedef_of_its_own_tag_adds_nothing),
		cmocka_unit_test(all_names_are_seen),
		cmocka_unit_test(what_btf_does_not_say_is_not_said),
	};

	return cmocka_run_group_tests_name("btf/find", tests, NULL, NULL);
}
