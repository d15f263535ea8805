// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "diff/agree.h"
#include "unit/model-maker.h"
#include "base/poison.h"

/* Two readings, of which the tests say what each saw. */
static int compare(const char *a, const char *b, struct disagreement *where)
{
	struct maker ma, mb;
	int ret;

	maker_init(&ma);
	maker_init(&mb);
	maker_add(&ma, a);
	maker_add(&mb, b);
	ret = types_agree(maker_type(&ma, "struct s"),
			  maker_type(&mb, "struct s"), where);
	maker_deinit(&ma);
	maker_deinit(&mb);
	return ret;
}

static void assert_agree(const char *a, const char *b)
{
	struct disagreement where;

	if (!compare(a, b, &where))
		fail_msg("at '%s': '%s' and '%s'", where.path, where.says[0],
			 where.says[1]);
	assert_true(compare(b, a, &where));
}

static void assert_differ(const char *a, const char *b, const char *path,
			  const char *says_a, const char *says_b)
{
	struct disagreement where;

	assert_false(compare(a, b, &where));
	assert_string_equal(where.path, path);
	assert_string_equal(where.says[0], says_a);
	assert_string_equal(where.says[1], says_b);
	assert_false(compare(b, a, &where));
	assert_string_equal(where.says[0], says_b);
}

static void what_is_the_same_agrees(void **state)
{
	static const char text[] =
		"typedef struct { int counter; } atomic_t;"
		"enum how { A, B };"
		"struct s { int a:3; atomic_t ref; struct s *next;"
		"	union { long x; char *y; }; enum how how;"
		"	void (*call)(struct s *, int); int grid[3][4]; };";

	(void)state;
	assert_agree(text, text);
}

static void every_property_of_a_member_counts(void **state)
{
	(void)state;
	assert_differ("struct s { int a; int b; };",
		      "struct s { int a; int c; };", "b", "b", "c");
	assert_differ("struct s { char a; char b; };",
		      "struct s { char a; char b __aligned(4); };", "b",
		      "8 bits from the start", "32 bits from the start");
	assert_differ("struct s { int a:3; };", "struct s { int a:4; };", "a",
		      "3 bits wide", "4 bits wide");
	assert_differ("struct s { int a; };",
		      "struct s { unsigned int a; };", "a", "int",
		      "unsigned int");
	assert_differ("struct s { int a; };", "struct s { int a; int b; };",
		      "", "1 members", "2 members");
	assert_differ("struct s { int a; };",
		      "struct s { int a; } __aligned(8);", "", "4 bytes",
		      "8 bytes");
}

static void names_of_types_count(void **state)
{
	(void)state;
	assert_differ("typedef int t1; struct s { t1 a; };",
		      "typedef int t2; struct s { t2 a; };", "a", "t1", "t2");
	assert_differ("struct s { struct x *p; };",
		      "struct s { struct y *p; };", "p", "struct x",
		      "struct y");
}

static void parameters_count_where_there_is_a_prototype(void **state)
{
	const struct lay_type base[2] = {
		{ .kind = LAY_KIND_BASE, .name = "int" },
		{ .kind = LAY_KIND_BASE, .name = "long" },
	};
	const struct lay_type *params[2] = { &base[0], &base[1] };
	struct lay_type f[2];
	struct disagreement where;

	(void)state;
	for (int i = 0; i < 2; i++)
		f[i] = (struct lay_type){
			.kind = LAY_KIND_FUNCTION, .params = &params[i],
			.nr_params = 1, .flags = LAY_TYPE_PROTOTYPED,
		};
	assert_false(types_agree(&f[0], &f[1], &where));
	assert_string_equal(where.says[0], "int");
	params[1] = &base[0];
	assert_true(types_agree(&f[0], &f[1], &where));
	f[1].flags |= LAY_TYPE_VARIADIC;
	assert_false(types_agree(&f[0], &f[1], &where));
	assert_string_equal(where.says[1], "void (int, ...)");
	f[0].flags = 0;
	assert_true(types_agree(&f[0], &f[1], &where));
}

static void differences_inside_are_found_by_path(void **state)
{
	(void)state;
	assert_differ("struct i { struct { int a; } in; };"
		      "struct s { long l; struct i i; };",
		      "struct i { struct { unsigned int a; } in; };"
		      "struct s { long l; struct i i; };",
		      "i.in.a", "int", "unsigned int");
	/* anonymous members leave no step */
	assert_differ("struct s { union { int a; int b; }; };",
		      "struct s { union { int a; long b:32; }; };", "b",
		      "0 bits wide", "32 bits wide");
}

static void a_product_of_dimensions_is_one_number(void **state)
{
	(void)state;
	assert_agree("struct s { int a[3][4]; };", "struct s { int a[12]; };");
	assert_differ("struct s { int a[3][4]; int b; };",
		      "struct s { int a[4]; int c[8]; int b; };", "a",
		      "int[3][4]", "int[4]");
}

static void enumerators_count_by_name_and_bits(void **state)
{
	struct lay_enumerator list[2][1] = {
		{ { .name = "X", .value = -1 } },
		{ { .name = "X", .value = UINT32_MAX, .is_unsigned = true } },
	};
	struct lay_type type[2];
	struct disagreement where;

	(void)state;
	for (int i = 0; i < 2; i++)
		type[i] = (struct lay_type){
			.kind = LAY_KIND_ENUM,
			.flags = LAY_TYPE_SIZED,
			.size = 4,
			.enumerators = list[i],
			.nr_enumerators = 1,
		};
	assert_true(types_agree(&type[0], &type[1], &where));
	list[1][0].value = 7;
	assert_false(types_agree(&type[0], &type[1], &where));
	assert_string_equal(where.path, "X");
	assert_string_equal(where.says[1], "7 as value");
	list[1][0].name = "Y";
	assert_false(types_agree(&type[0], &type[1], &where));
	assert_string_equal(where.says[1], "Y");
	type[1].nr_enumerators = 0;
	assert_false(types_agree(&type[0], &type[1], &where));
	assert_string_equal(where.says[0], "1 enumerators");
}

static void what_btf_has_no_word_for_is_passed_over(void **state)
{
	const struct lay_type base = {
		.kind = LAY_KIND_BASE, .name = "int", .size = 4,
		.flags = LAY_TYPE_SIZED, .encoding = LAY_ENCODING_SIGNED,
	};
	const struct lay_type atomic = {
		.kind = LAY_KIND_ATOMIC, .target = &base,
	};
	const struct lay_dim open = { .bounded = false };
	const struct lay_dim none = { .bounded = true };
	const struct lay_type flexible = {
		.kind = LAY_KIND_ARRAY, .target = &base, .dims = &open,
		.nr_dims = 1, .align = 64,
	};
	const struct lay_type empty = {
		.kind = LAY_KIND_ARRAY, .target = &base, .dims = &none,
		.nr_dims = 1,
	};
	struct disagreement where;

	(void)state;
	assert_true(types_agree(&atomic, &base, &where));
	assert_true(types_agree(&base, &atomic, &where));
	assert_true(types_agree(&flexible, &empty, &where));
	assert_false(types_agree(&flexible, &base, &where));
}

static void what_is_only_named_or_declared_agrees(void **state)
{
	const struct lay_member member = { .name = "m" };
	const struct lay_type whole = {
		.kind = LAY_KIND_STRUCT, .name = "s",
		.flags = LAY_TYPE_SIZED, .size = 4,
		.members = &member, .nr_members = 1,
	};
	struct lay_type named = { .kind = LAY_KIND_STRUCT, .name = "s" };
	struct disagreement where;

	(void)state;
	named.flags = LAY_TYPE_SHALLOW;
	assert_true(types_agree(&named, &whole, &where));
	named.flags = LAY_TYPE_DECLARATION;
	assert_true(types_agree(&whole, &named, &where));
	named.flags = 0;
	assert_false(types_agree(&whole, &named, &where));
	named.flags = LAY_TYPE_DECLARATION;
	named.kind = LAY_KIND_UNION;
	assert_false(types_agree(&whole, &named, &where));
	assert_string_equal(where.says[1], "union s");
}

static void what_is_shared_without_end_is_given_up(void **state)
{
	struct lay_member members[60][2];
	struct lay_type types[61];
	struct disagreement where;

	(void)state;
	memset(members, 0, sizeof(members));
	memset(types, 0, sizeof(types));
	types[0].kind = LAY_KIND_BASE;
	for (int i = 0; i < 60; i++) {
		members[i][0] = members[i][1] = (struct lay_member){
			.name = "m", .type = &types[i],
		};
		types[i + 1] = (struct lay_type){
			.kind = LAY_KIND_STRUCT, .members = members[i],
			.nr_members = 2,
		};
	}
	assert_false(types_agree(&types[60], &types[60], &where));
	assert_string_equal(where.says[0], "too much to compare");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_the_same_agrees),
		cmocka_unit_test(every_property_of_a_member_counts),
		cmocka_unit_test(names_of_types_count),
		cmocka_unit_test(parameters_count_where_there_is_a_prototype),
		cmocka_unit_test(differences_inside_are_found_by_path),
		cmocka_unit_test(a_product_of_dimensions_is_one_number),
		cmocka_unit_test(enumerators_count_by_name_and_bits),
		cmocka_unit_test(what_btf_has_no_word_for_is_passed_over),
		cmocka_unit_test(what_is_only_named_or_declared_agrees),
		cmocka_unit_test(what_is_shared_without_end_is_given_up),
	};

	return cmocka_run_group_tests_name("diff/agree", tests, NULL, NULL);
}
