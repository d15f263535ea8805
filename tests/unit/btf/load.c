// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/btf/btf-test.h"
#include "base/poison.h"

static void assert_bits(const struct lay_member *member, uint64_t bit_off,
			uint64_t bit_size)
{
	assert_int_equal(member->bit_off, bit_off);
	assert_int_equal(member->bit_size, bit_size);
	assert_int_equal(member->flags, bit_size ? LAY_MEMBER_BITFIELD : 0);
}

static void members_have_place_size_and_type(void **state)
{
	struct reader *reader;
	struct btf_writer w;
	const struct lay_type *type;
	uint32_t c, u;

	(void)state;
	btf_writer_init(&w, false, NULL);
	c = btf_writer_int(&w, "char", 1, BTF_INT_SIGNED, 0, 8);
	u = btf_writer_of(&w, BTF_KIND_TYPEDEF, "u32",
			  btf_writer_int(&w, "unsigned int", 4, 0, 0, 32));
	btf_writer_struct(&w, "pair", 8, 2);
	btf_writer_member(&w, "first", c, 0);
	btf_writer_member(&w, "second", u, 32);
	reader = read_written(&w);

	type = load(reader, "pair");
	assert_int_equal(type->kind, LAY_KIND_STRUCT);
	assert_int_equal(type->flags, LAY_TYPE_UNSAID | LAY_TYPE_SIZED);
	assert_int_equal(type->size, 8);
	assert_int_equal(type->nr_members, 2);
	assert_null(type->unit);
	assert_null(type->decl.file);
	assert_bits(&type->members[1], 32, 0);
	assert_spelled(&type->members[1], "u32 second");
	type = lay_type_strip(type->members[1].type);
	assert_int_equal(type->encoding, LAY_ENCODING_UNSIGNED);
	assert_int_equal(type->size, 4);
	reader->ops->close(reader);
}

static void a_flagged_record_has_widths_beside_offsets(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;
	uint32_t i;

	(void)state;
	btf_writer_init(&w, false, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_record(&w, BTF_KIND_STRUCT, true, "bits", 8, 3);
	btf_writer_member(&w, "a", i, 3u << 24 | 0);
	btf_writer_member(&w, "b", i, 7u << 24 | 3);
	btf_writer_member(&w, "c", i, 32);
	reader = read_written(&w);

	type = load(reader, "bits");
	assert_bits(&type->members[0], 0, 3);
	assert_bits(&type->members[1], 3, 7);
	assert_bits(&type->members[2], 32, 0);
	assert_int_equal(type->members[1].type->size, 4);
	reader->ops->close(reader);
}

static void an_unflagged_record_has_widths_in_its_integers(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;
	uint32_t narrow, moved;

	(void)state;
	btf_writer_init(&w, false, NULL);
	narrow = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 4);
	moved = btf_writer_int(&w, NULL, 4, BTF_INT_SIGNED, 2, 4);
	moved = btf_writer_of(&w, BTF_KIND_VOLATILE, NULL, moved);
	btf_writer_struct(&w, "bits", 16, 2);
	btf_writer_member(&w, "a", narrow, 96);
	btf_writer_member(&w, "b", moved, 100);
	reader = read_written(&w);

	type = load(reader, "bits");
	assert_bits(&type->members[0], 96, 4);
	assert_bits(&type->members[1], 102, 4);
	reader->ops->close(reader);
}

/* What pahole -J makes of the same source for s390x and x86-64 differs in byte
 * order alone: bits are counted in memory order on both. */
static void big_endian_bits_are_counted_in_memory_order(void **state)
{
	const struct lay_type *type;
	struct typeset *set;
	struct reader *reader;
	struct btf_writer w;
	uint32_t i;

	(void)state;
	btf_writer_init(&w, true, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_int(&w, "long int", 8, BTF_INT_SIGNED, 0, 64);
	btf_writer_record(&w, BTF_KIND_STRUCT, true, "bits", 4, 2);
	btf_writer_member(&w, "a", i, 3u << 24 | 0);
	btf_writer_member(&w, "b", i, 7u << 24 | 3);
	set = open_written(&w, NULL);
	assert_true(set->big_endian);
	assert_int_equal(set->pointer_size, 8);
	reader = reader_of(set);

	type = load(reader, "bits");
	assert_bits(&type->members[0], 0, 3);
	assert_bits(&type->members[1], 3, 7);
	reader->ops->close(reader);
}

static void arrays_of_arrays_become_dimensions(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;
	uint32_t i, inner;
	uint64_t size;

	(void)state;
	btf_writer_init(&w, false, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	inner = btf_writer_array(&w, i, 4);
	btf_writer_struct(&w, "arrays", 56, 4);
	btf_writer_member(&w, "grid", w.next_id, 0);
	btf_writer_member(&w, "none", w.next_id + 1, 384);
	btf_writer_member(&w, "empty", w.next_id + 3, 384);
	btf_writer_member(&w, "rows", w.next_id + 2, 384);
	btf_writer_array(&w, inner, 3);
	btf_writer_array(&w, i, 0);
	btf_writer_array(&w, inner, 0);
	btf_writer_array(&w, w.next_id - 2, 2);
	reader = read_written(&w);

	type = load(reader, "arrays");
	assert_spelled(&type->members[0], "int grid[3][4]");
	assert_true(lay_type_size(type->members[0].type, &size));
	assert_int_equal(size, 48);
	/* what is not at the end was no x[] */
	assert_spelled(&type->members[1], "int none[0]");
	assert_true(lay_type_size(type->members[1].type, &size));
	assert_int_equal(size, 0);
	assert_spelled(&type->members[2], "int empty[2][0]");
	assert_spelled(&type->members[3], "int rows[][4]");
	reader->ops->close(reader);
}

static void pointers_keep_the_spelling_of_what_they_are_of(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;
	uint32_t i, sock, proto, tagged;

	(void)state;
	btf_writer_init(&w, false, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_int(&w, "unsigned long", 8, 0, 0, 64);
	sock = btf_writer_fwd(&w, "sock", false);
	sock = btf_writer_of(&w, BTF_KIND_CONST, NULL, sock);
	sock = btf_writer_of(&w, BTF_KIND_PTR, NULL, sock);
	proto = btf_writer_raw(&w, 0,
			       btf_writer_info(BTF_KIND_FUNC_PROTO, false, 3),
			       i);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, sock);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, i);
	btf_writer_word(&w, 0);
	btf_writer_word(&w, 0);
	tagged = btf_writer_of(&w, BTF_WRITER_TYPE_TAG, "user", i);
	tagged = btf_writer_of(&w, BTF_KIND_PTR, NULL, tagged);
	btf_writer_struct(&w, "ops", 24, 3);
	btf_writer_member(&w, "call", w.next_id, 0);
	btf_writer_member(&w, "buf", tagged, 64);
	btf_writer_member(&w, "any", w.next_id + 1, 128);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, proto);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, 0);
	reader = read_written(&w);

	type = load(reader, "ops");
	assert_spelled(&type->members[0],
		       "int (*call)(const struct sock *, int, ...)");
	assert_spelled(&type->members[1], "int *buf");
	assert_spelled(&type->members[2], "void *any");
	assert_int_equal(type->members[2].type->size, 8);
	reader->ops->close(reader);
}

/* A record that points to itself is not one that contains itself. */
static void what_a_pointer_is_of_is_not_opened(void **state)
{
	const struct lay_type *type, *target;
	struct reader *reader;
	struct btf_writer w;
	uint32_t head, name;

	(void)state;
	btf_writer_init(&w, false, NULL);
	btf_writer_int(&w, "long", 4, BTF_INT_SIGNED, 0, 32);
	name = btf_writer_name(&w, "list_head");
	head = btf_writer_raw(&w, name,
			      btf_writer_info(BTF_KIND_STRUCT, false, 2), 8);
	btf_writer_member(&w, "next", head + 1, 0);
	btf_writer_member(&w, "prev", head + 1, 32);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, head);
	reader = read_written(&w);

	type = load(reader, "list_head");
	assert_spelled(&type->members[1], "struct list_head *prev");
	assert_int_equal(type->members[1].type->size, 4);
	target = type->members[1].type->target;
	assert_int_equal(target->flags, LAY_TYPE_UNSAID | LAY_TYPE_SHALLOW);
	assert_int_equal(target->nr_members, 0);
	reader->ops->close(reader);
}

static void integers_and_floats_have_their_encoding(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;

	(void)state;
	btf_writer_init(&w, false, NULL);
	btf_writer_int(&w, "_Bool", 1, BTF_INT_BOOL, 0, 8);
	btf_writer_int(&w, "short", 2, BTF_INT_SIGNED, 0, 16);
	btf_writer_int(&w, "_BitInt(7)", 1, BTF_INT_SIGNED, 0, 7);
	btf_writer_of(&w, 16, "double", 8);
	reader = read_written(&w);

	assert_int_equal(load(reader, "_Bool")->encoding, LAY_ENCODING_BOOL);
	assert_int_equal(load(reader, "short")->encoding, LAY_ENCODING_SIGNED);
	type = load(reader, "_BitInt(7)");
	assert_int_equal(type->flags, LAY_TYPE_UNSAID | LAY_TYPE_SIZED |
			 LAY_TYPE_BITS);
	assert_int_equal(type->bit_width, 7);
	type = load(reader, "double");
	assert_int_equal(type->encoding, LAY_ENCODING_FLOAT);
	assert_int_equal(type->size, 8);
	reader->ops->close(reader);
}

static uint32_t write_enum(struct btf_writer *w, bool kflag, const char *name,
			   uint32_t size, uint32_t value)
{
	uint32_t id = btf_writer_raw(w, btf_writer_name(w, name),
				     btf_writer_info(BTF_KIND_ENUM, kflag, 1),
				     size);
	uint32_t at = btf_writer_name(w, "VALUE");

	btf_writer_word(w, at);
	btf_writer_word(w, value);
	return id;
}

static void enums_tell_signed_from_unsigned_values(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;
	uint32_t at;

	(void)state;
	btf_writer_init(&w, false, NULL);
	write_enum(&w, true, "minus", 4, UINT32_MAX);
	write_enum(&w, false, "high", 4, UINT32_MAX);
	at = btf_writer_name(&w, "wide");
	btf_writer_raw(&w, at, btf_writer_info(BTF_WRITER_ENUM64, false, 2), 8);
	for (uint32_t i = 0; i < 2; i++) {
		at = btf_writer_name(&w, i ? "W1" : "W0");
		btf_writer_word(&w, at);
		btf_writer_word(&w, 8 + i);
		btf_writer_word(&w, 0xf0000000);
	}
	reader = read_written(&w);

	type = load(reader, "minus");
	assert_int_equal(type->enumerators[0].value, -1);
	assert_false(type->enumerators[0].is_unsigned);
	assert_string_equal(type->enumerators[0].name, "VALUE");
	type = load(reader, "high");
	assert_int_equal(type->enumerators[0].value, UINT32_MAX);
	assert_true(type->enumerators[0].is_unsigned);
	type = load(reader, "wide");
	assert_int_equal(type->size, 8);
	assert_true((uint64_t)type->enumerators[1].value ==
		    0xf000000000000009);
	assert_string_equal(type->enumerators[1].name, "W1");
	reader->ops->close(reader);
}

static void without_any_flagged_enum_values_are_signed(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;

	(void)state;
	btf_writer_init(&w, false, NULL);
	write_enum(&w, false, "old", 4, UINT32_MAX);
	write_enum(&w, false, "cut", 8, 1);
	reader = read_written(&w);

	type = load(reader, "old");
	assert_int_equal(type->enumerators[0].value, -1);
	assert_int_equal(type->flags & LAY_TYPE_PARTIAL, 0);
	type = load(reader, "cut");
	assert_true(type->flags & LAY_TYPE_PARTIAL);
	assert_non_null(strstr(type->why, "32 bits"));
	reader->ops->close(reader);
}

static void anonymous_records_are_opened(void **state)
{
	const struct lay_type *type;
	struct reader *reader;
	struct btf_writer w;
	uint32_t i, u;

	(void)state;
	btf_writer_init(&w, false, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	u = btf_writer_record(&w, BTF_KIND_UNION, false, NULL, 4, 2);
	btf_writer_member(&w, "x", i, 0);
	btf_writer_member(&w, "y", i, 0);
	btf_writer_struct(&w, "outer", 8, 2);
	btf_writer_member(&w, "", u, 0);
	btf_writer_member(&w, "z", i, 32);
	reader = read_written(&w);

	type = load(reader, "outer");
	assert_null(type->members[0].name);
	assert_int_equal(type->members[0].type->kind, LAY_KIND_UNION);
	assert_null(type->members[0].type->name);
	assert_string_equal(type->members[0].type->members[1].name, "y");
	reader->ops->close(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_have_place_size_and_type),
		cmocka_unit_test(a_flagged_record_has_widths_beside_offsets),
		cmocka_unit_test(an_unflagged_record_has_widths_in_its_integers),
		cmocka_unit_test(big_endian_bits_are_counted_in_memory_order),
		cmocka_unit_test(arrays_of_arrays_become_dimensions),
		cmocka_unit_test(pointers_keep_the_spelling_of_what_they_are_of),
		cmocka_unit_test(what_a_pointer_is_of_is_not_opened),
		cmocka_unit_test(integers_and_floats_have_their_encoding),
		cmocka_unit_test(enums_tell_signed_from_unsigned_values),
		cmocka_unit_test(without_any_flagged_enum_values_are_signed),
		cmocka_unit_test(anonymous_records_are_opened),
	};

	return cmocka_run_group_tests_name("btf/load", tests, NULL, NULL);
}
