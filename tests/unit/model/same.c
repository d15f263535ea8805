// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <layoutdiff/model.h>

#include "base/poison.h"

#define BASE(n, e, s) \
	{ .kind = LAY_KIND_BASE, .name = (n), .flags = LAY_TYPE_SIZED, \
	  .encoding = LAY_ENCODING_##e, .size = (s) }
#define OF(k, t) { .kind = LAY_KIND_##k, .target = (t) }

static const struct lay_type uchar = BASE("unsigned char", UNSIGNED, 1);
static const struct lay_type schar = BASE("signed char", SIGNED, 1);
static const struct lay_type uint = BASE("unsigned int", UNSIGNED, 4);
static const struct lay_type ulong_type = BASE("unsigned long", UNSIGNED, 8);
static const struct lay_type ullong = BASE("unsigned long long", UNSIGNED, 8);
static const struct lay_type real = BASE("float", FLOAT, 4);

static void names_of_typedefs_and_base_types_do_not_count(void **state)
{
	const struct lay_type u8 = { .kind = LAY_KIND_TYPEDEF, .name = "u8",
				     .target = &uchar };
	const struct lay_type c_u8 = OF(CONST, &u8);

	(void)state;
	assert_true(lay_type_same(&u8, &uchar));
	assert_true(lay_type_same(&c_u8, &uchar));
	assert_true(lay_type_same(&ulong_type, &ullong));
}

static void sign_size_and_encoding_count(void **state)
{
	(void)state;
	assert_false(lay_type_same(&uchar, &schar));
	assert_false(lay_type_same(&uint, &ulong_type));
	assert_false(lay_type_same(&uint, &real));
}

static void atomic_counts_and_const_does_not(void **state)
{
	const struct lay_type atomic = OF(ATOMIC, &uint);
	const struct lay_type c = OF(CONST, &uint);

	(void)state;
	assert_false(lay_type_same(&atomic, &uint));
	assert_true(lay_type_same(&c, &uint));
}

/* @type as BTF would have it. */
static struct lay_type terse(struct lay_type type)
{
	type.flags |= LAY_TYPE_TERSE;
	return type;
}

static void assert_alike_if_terse(const struct lay_type *a,
				  const struct lay_type *b)
{
	const struct lay_type terse_a = terse(*a), terse_b = terse(*b);

	assert_false(lay_type_same(a, b));
	assert_true(lay_type_same(&terse_a, b));
	assert_true(lay_type_same(a, &terse_b));
	assert_true(lay_type_same(&terse_a, &terse_b));
}

static void of_a_terse_source_less_counts(void **state)
{
	struct lay_dim two_by_three[] = {
		{ .count = 2, .bounded = true }, { .count = 3, .bounded = true },
	};
	struct lay_dim six = { .count = 6, .bounded = true };
	struct lay_dim none = { .count = 0, .bounded = true };
	struct lay_dim open = { .count = 0 };
	const struct lay_type integer = BASE("float", SIGNED, 4);
	const struct lay_type atomic = OF(ATOMIC, &uint);
	const struct lay_type rows = { .kind = LAY_KIND_ARRAY, .nr_dims = 2,
				       .target = &uint, .dims = two_by_three };
	const struct lay_type row = { .kind = LAY_KIND_ARRAY, .nr_dims = 1,
				      .target = &uint, .dims = &six };
	const struct lay_type vector = { .kind = LAY_KIND_ARRAY, .nr_dims = 1,
		.target = &uint, .dims = &six, .size = 24,
		.flags = LAY_TYPE_VECTOR | LAY_TYPE_SIZED };
	const struct lay_type zero = { .kind = LAY_KIND_ARRAY, .nr_dims = 1,
				       .target = &uint, .dims = &none };
	const struct lay_type tail = { .kind = LAY_KIND_ARRAY, .nr_dims = 1,
				       .target = &uint, .dims = &open };
	const struct lay_type terse_row = terse(row);
	const struct lay_type terse_real = terse(real);
	const struct lay_type terse_uchar = terse(uchar);

	(void)state;
	assert_alike_if_terse(&rows, &row);
	assert_alike_if_terse(&zero, &tail);
	assert_alike_if_terse(&vector, &row);
	assert_alike_if_terse(&real, &integer);
	assert_alike_if_terse(&atomic, &uint);
	assert_false(lay_type_same(&terse_row, &tail));
	assert_false(lay_type_same(&terse_real, &uint));
	assert_false(lay_type_same(&terse_uchar, &schar));
}

static void of_a_terse_source_values_are_bits(void **state)
{
	struct lay_enumerator high = { .name = "HIGH", .value = 0x80000000LL,
				       .is_unsigned = true };
	struct lay_enumerator low = { .name = "HIGH", .value = -0x80000000LL };
	struct lay_enumerator other = { .name = "HIGH", .value = 0x80000001LL };
	struct lay_type a = { .kind = LAY_KIND_ENUM, .flags = LAY_TYPE_SIZED,
		.size = 4, .enumerators = &high, .nr_enumerators = 1 };
	struct lay_type b = a;

	(void)state;
	b.enumerators = &low;
	assert_alike_if_terse(&a, &b);
	b = terse(a);
	b.enumerators = &other;
	assert_false(lay_type_same(&a, &b));
}

static void of_a_terse_source_functions_have_a_prototype(void **state)
{
	const struct lay_type old_style = { .kind = LAY_KIND_FUNCTION,
					    .target = &uint };
	const struct lay_type prototyped = { .kind = LAY_KIND_FUNCTION,
		.target = &uint, .flags = LAY_TYPE_PROTOTYPED };

	(void)state;
	assert_alike_if_terse(&old_style, &prototyped);
}

static void records_are_compared_member_by_member(void **state)
{
	struct lay_member old[] = {
		{ .name = "a", .type = &uint },
		{ .name = "b", .type = &ulong_type, .bit_off = 64 },
	};
	struct lay_member new[] = { old[0], old[1] };
	const struct lay_type a = { .kind = LAY_KIND_STRUCT, .name = "s",
		.flags = LAY_TYPE_SIZED, .size = 16, .members = old,
		.nr_members = 2 };
	struct lay_type b = a;

	(void)state;
	b.members = new;
	new[1].type = &ullong;
	assert_true(lay_type_same(&a, &b));
	new[1].bit_off = 32;
	assert_false(lay_type_same(&a, &b));
	new[1] = old[1];
	new[1].name = "c";
	assert_false(lay_type_same(&a, &b));
	new[1] = old[1];
	new[0].type = &real;
	assert_false(lay_type_same(&a, &b));
	new[0] = old[0];
	b.nr_members = 1;
	assert_false(lay_type_same(&a, &b));
	b.nr_members = 2;
	b.name = "t";
	assert_false(lay_type_same(&a, &b));
	b.name = "s";
	b.kind = LAY_KIND_UNION;
	assert_false(lay_type_same(&a, &b));
}

static void what_pointers_point_to_counts_by_its_tag(void **state)
{
	const struct lay_member member = { .name = "a", .type = &uint };
	const struct lay_type full = { .kind = LAY_KIND_STRUCT, .name = "sock",
		.flags = LAY_TYPE_SIZED, .size = 4, .members = &member,
		.nr_members = 1 };
	const struct lay_type shallow = { .kind = LAY_KIND_STRUCT,
		.name = "sock", .flags = LAY_TYPE_SHALLOW };
	const struct lay_type other = { .kind = LAY_KIND_STRUCT,
		.name = "skb", .flags = LAY_TYPE_SHALLOW };
	const struct lay_type to_full = OF(POINTER, &full);
	const struct lay_type to_shallow = OF(POINTER, &shallow);
	const struct lay_type to_other = OF(POINTER, &other);
	const struct lay_type to_void = { .kind = LAY_KIND_POINTER };
	const struct lay_type to_char = OF(POINTER, &uchar);

	(void)state;
	assert_true(lay_type_same(&to_full, &to_shallow));
	assert_false(lay_type_same(&to_full, &to_other));
	assert_false(lay_type_same(&to_void, &to_other));
	assert_false(lay_type_same(&to_void, &to_char));
	assert_true(lay_type_same(&to_void, &to_void));
}

static void functions_are_compared_by_their_parameters(void **state)
{
	const struct lay_type *ints[] = { &uint, &uint };
	const struct lay_type *longs[] = { &uint, &ulong_type };
	const struct lay_type a = { .kind = LAY_KIND_FUNCTION, .params = ints,
				    .nr_params = 2, .target = &uint };
	struct lay_type b = a;
	const struct lay_type to_a = OF(POINTER, &a);
	const struct lay_type to_b = OF(POINTER, &b);

	(void)state;
	assert_true(lay_type_same(&to_a, &to_b));
	b.params = longs;
	assert_false(lay_type_same(&to_a, &to_b));
	b.params = ints;
	b.nr_params = 1;
	assert_false(lay_type_same(&to_a, &to_b));
	b.nr_params = 2;
	b.flags = LAY_TYPE_VARIADIC;
	assert_false(lay_type_same(&to_a, &to_b));
}

static void enums_go_by_tag_and_without_one_by_their_list(void **state)
{
	const struct lay_enumerator red = { .name = "RED" };
	const struct lay_enumerator blue = { .name = "BLUE" };
	struct lay_type a = { .kind = LAY_KIND_ENUM, .flags = LAY_TYPE_SIZED,
		.size = 4, .enumerators = &red, .nr_enumerators = 1 };
	struct lay_type b = a;
	const struct lay_type color_a = { .kind = LAY_KIND_TYPEDEF,
					  .name = "color_t", .target = &a };
	const struct lay_type color_b = { .kind = LAY_KIND_TYPEDEF,
					  .name = "color_t", .target = &b };
	const struct lay_type paint_b = { .kind = LAY_KIND_TYPEDEF,
					  .name = "paint_t", .target = &b };

	(void)state;
	assert_true(lay_type_same(&a, &b));
	b.enumerators = &blue;
	assert_false(lay_type_same(&a, &b));
	a.name = b.name = "colour";
	assert_true(lay_type_same(&a, &b));
	b.name = "hue";
	assert_false(lay_type_same(&a, &b));

	/* a typedef is such a name too, if it is the same one */
	b.enumerators = &blue;
	a.name = b.name = NULL;
	assert_false(lay_type_same(&a, &b));
	assert_true(lay_type_same(&color_a, &color_b));
	assert_false(lay_type_same(&color_a, &paint_b));
	assert_false(lay_type_same(&color_a, &b));
	b.enumerators = &red;
	assert_true(lay_type_same(&color_a, &paint_b));
}

static void arrays_are_compared_by_their_dimensions(void **state)
{
	const struct lay_dim three = { .count = 3, .bounded = true };
	const struct lay_dim four = { .count = 4, .bounded = true };
	const struct lay_type a = { .kind = LAY_KIND_ARRAY, .dims = &three,
				    .nr_dims = 1, .target = &uint };
	struct lay_type b = a;

	(void)state;
	assert_true(lay_type_same(&a, &b));
	b.dims = &four;
	assert_false(lay_type_same(&a, &b));
}

static void what_could_not_be_read_is_not_the_same(void **state)
{
	const struct lay_type unknown = { .kind = LAY_KIND_UNKNOWN };

	(void)state;
	assert_false(lay_type_same(&unknown, &unknown));
}

static void types_that_contain_themselves_end(void **state)
{
	struct lay_type p = { .kind = LAY_KIND_POINTER };
	struct lay_type q = { .kind = LAY_KIND_POINTER };

	(void)state;
	p.target = &p;
	q.target = &q;
	assert_false(lay_type_same(&p, &q));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_typedefs_and_base_types_do_not_count),
		cmocka_unit_test(sign_size_and_encoding_count),
		cmocka_unit_test(atomic_counts_and_const_does_not),
		cmocka_unit_test(of_a_terse_source_less_counts),
		cmocka_unit_test(of_a_terse_source_values_are_bits),
		cmocka_unit_test(of_a_terse_source_functions_have_a_prototype),
		cmocka_unit_test(records_are_compared_member_by_member),
		cmocka_unit_test(what_pointers_point_to_counts_by_its_tag),
		cmocka_unit_test(functions_are_compared_by_their_parameters),
		cmocka_unit_test(enums_go_by_tag_and_without_one_by_their_list),
		cmocka_unit_test(arrays_are_compared_by_their_dimensions),
		cmocka_unit_test(what_could_not_be_read_is_not_the_same),
		cmocka_unit_test(types_that_contain_themselves_end),
	};

	return cmocka_run_group_tests_name("model/same", tests, NULL, NULL);
}
