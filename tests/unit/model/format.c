// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/model.h>

#include "base/poison.h"

#define BASE(n) { .kind = LAY_KIND_BASE, .name = n }
#define OF(k, t) { .kind = LAY_KIND_##k, .target = (t) }

static const struct lay_type int_type = BASE("int");
static const struct lay_type char_type = BASE("char");
static const struct lay_type sock = { .kind = LAY_KIND_STRUCT, .name = "sock" };
static const struct lay_type sock_ptr = OF(POINTER, &sock);
static const struct lay_type int_ptr = OF(POINTER, &int_type);
static const struct lay_dim three = { .count = 3, .bounded = true };
static const struct lay_dim three_flexible[] = {
	{ .bounded = false }, { .count = 3, .bounded = true },
};

static void spelt(const struct lay_type *type, const char *declarator,
		  const char *want)
{
	char buf[256];

	assert_int_equal(lay_type_format(type, declarator, buf, sizeof(buf)),
			 strlen(want));
	assert_string_equal(buf, want);
}

static void names_and_tags_are_written_in_front_of_the_declarator(void **state)
{
	const struct lay_type u8 = { .kind = LAY_KIND_TYPEDEF, .name = "u8",
				     .target = &char_type };
	const struct lay_type cls = { .kind = LAY_KIND_STRUCT, .name = "cls",
				      .flags = LAY_TYPE_CLASS };
	const struct lay_type e = { .kind = LAY_KIND_ENUM, .name = "e" };

	(void)state;
	spelt(&int_type, NULL, "int");
	spelt(&int_type, "x", "int x");
	spelt(&u8, "x", "u8 x");
	spelt(&sock, "sk", "struct sock sk");
	spelt(&cls, NULL, "class cls");
	spelt(&e, "x", "enum e x");
}

static void anonymous_records_say_so(void **state)
{
	const struct lay_type s = { .kind = LAY_KIND_STRUCT };
	const struct lay_type u = { .kind = LAY_KIND_UNION };
	const struct lay_type e = { .kind = LAY_KIND_ENUM };

	(void)state;
	spelt(&s, "x", "struct {...} x");
	spelt(&u, NULL, "union {...}");
	spelt(&e, NULL, "enum {...}");
}

static void pointers_lean_on_the_name(void **state)
{
	const struct lay_type pp = OF(POINTER, &int_ptr);
	const struct lay_type void_ptr = { .kind = LAY_KIND_POINTER };

	(void)state;
	spelt(&sock_ptr, NULL, "struct sock *");
	spelt(&sock_ptr, "sk", "struct sock *sk");
	spelt(&pp, "x", "int **x");
	spelt(&void_ptr, NULL, "void *");
}

static void qualifiers_stand_on_the_side_of_what_they_qualify(void **state)
{
	const struct lay_type c_char = OF(CONST, &char_type);
	const struct lay_type p_c_char = OF(POINTER, &c_char);
	const struct lay_type c_p_c_char = OF(CONST, &p_c_char);
	const struct lay_type p_c_p_c_char = OF(POINTER, &c_p_c_char);
	const struct lay_type v_c_char = OF(VOLATILE, &c_char);
	const struct lay_type atomic_int = OF(ATOMIC, &int_type);
	const struct lay_type restrict_ptr = OF(RESTRICT, &int_ptr);

	(void)state;
	spelt(&p_c_char, "s", "const char *s");
	spelt(&c_p_c_char, "s", "const char *const s");
	spelt(&c_p_c_char, NULL, "const char *const");
	spelt(&p_c_p_c_char, "s", "const char *const *s");
	spelt(&v_c_char, "c", "const volatile char c");
	spelt(&atomic_int, "a", "_Atomic int a");
	spelt(&restrict_ptr, "p", "int *restrict p");
}

static void arrays_and_pointers_to_them_are_told_apart(void **state)
{
	const struct lay_type array = { .kind = LAY_KIND_ARRAY, .dims = &three,
					.nr_dims = 1, .target = &int_type };
	const struct lay_type of_ptrs = { .kind = LAY_KIND_ARRAY,
		.dims = &three, .nr_dims = 1, .target = &int_ptr };
	const struct lay_type ptr_to = OF(POINTER, &array);
	const struct lay_type two_dims = { .kind = LAY_KIND_ARRAY,
		.dims = three_flexible, .nr_dims = 2, .target = &int_type };
	const struct lay_type c_array = OF(CONST, &array);
	const struct lay_type c_of_ptrs = OF(CONST, &of_ptrs);

	(void)state;
	spelt(&array, "x", "int x[3]");
	spelt(&array, NULL, "int[3]");
	spelt(&of_ptrs, "x", "int *x[3]");
	spelt(&ptr_to, "x", "int (*x)[3]");
	spelt(&ptr_to, NULL, "int (*)[3]");
	spelt(&two_dims, "x", "int x[][3]");
	spelt(&c_array, "x", "const int x[3]");
	spelt(&c_of_ptrs, "x", "int *const x[3]");
}

static void functions_are_written_with_their_parameters(void **state)
{
	const struct lay_type *params[] = { &sock_ptr, &int_type };
	const struct lay_type fn = { .kind = LAY_KIND_FUNCTION,
		.target = &int_type, .params = params, .nr_params = 2,
		.flags = LAY_TYPE_PROTOTYPED };
	const struct lay_type fn_ptr = OF(POINTER, &fn);
	const struct lay_type c_fn_ptr = OF(CONST, &fn_ptr);
	const struct lay_type table = { .kind = LAY_KIND_ARRAY, .dims = &three,
					.nr_dims = 1, .target = &fn_ptr };
	const struct lay_type *takes_fn[] = { &fn_ptr };
	const struct lay_type signal_fn = { .kind = LAY_KIND_FUNCTION,
		.target = &fn_ptr, .params = takes_fn, .nr_params = 1 };
	const struct lay_type signal_ptr = OF(POINTER, &signal_fn);
	const struct lay_type nothing = { .kind = LAY_KIND_FUNCTION,
		.flags = LAY_TYPE_PROTOTYPED };
	const struct lay_type old_style = { .kind = LAY_KIND_FUNCTION };
	const struct lay_type printf_like = { .kind = LAY_KIND_FUNCTION,
		.params = params, .nr_params = 1,
		.flags = LAY_TYPE_PROTOTYPED | LAY_TYPE_VARIADIC };

	(void)state;
	spelt(&fn, "f", "int f(struct sock *, int)");
	spelt(&fn, NULL, "int (struct sock *, int)");
	spelt(&fn_ptr, NULL, "int (*)(struct sock *, int)");
	spelt(&fn_ptr, "f", "int (*f)(struct sock *, int)");
	spelt(&c_fn_ptr, "f", "int (*const f)(struct sock *, int)");
	spelt(&table, "ops", "int (*ops[3])(struct sock *, int)");
	spelt(&signal_ptr, "f", "int (*(*f)(int (*)(struct sock *, int)))"
				"(struct sock *, int)");
	spelt(&nothing, "f", "void f(void)");
	spelt(&old_style, "f", "void f()");
	spelt(&printf_like, "f", "void f(struct sock *, ...)");
}

static void cpp_references_are_not_stars(void **state)
{
	const struct lay_type ref = { .kind = LAY_KIND_POINTER, .name = "&",
				      .target = &int_type };
	const struct lay_type member = { .kind = LAY_KIND_POINTER,
		.name = "cls::*", .target = &int_type };

	(void)state;
	spelt(&ref, "x", "int &x");
	spelt(&member, "x", "int cls::*x");
}

static void text_that_does_not_fit_ends_in_dots(void **state)
{
	char buf[12];

	(void)state;
	memset(buf, 'x', sizeof(buf));
	assert_int_equal(lay_type_format(&sock_ptr, "sk", buf, 12), 15);
	assert_string_equal(buf, "struct s...");
	assert_int_equal(lay_type_format(&sock_ptr, "sk", buf, 3), 15);
	assert_string_equal(buf, "..");
	assert_int_equal(lay_type_format(&sock_ptr, "sk", NULL, 0), 15);
}

static void types_that_contain_themselves_end(void **state)
{
	struct lay_type p = { .kind = LAY_KIND_POINTER };
	struct lay_type f = { .kind = LAY_KIND_FUNCTION };
	const struct lay_type *params[] = { &p, &p, &p };
	char buf[64];

	(void)state;
	p.target = &p;
	assert_true(lay_type_format(&p, NULL, buf, sizeof(buf)) < 1024);
	p.target = &f;
	f.target = &p;
	f.params = params;
	f.nr_params = 3;
	assert_true(lay_type_format(&p, NULL, buf, sizeof(buf)) < 65536);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			names_and_tags_are_written_in_front_of_the_declarator),
		cmocka_unit_test(anonymous_records_say_so),
		cmocka_unit_test(pointers_lean_on_the_name),
		cmocka_unit_test(
			qualifiers_stand_on_the_side_of_what_they_qualify),
		cmocka_unit_test(arrays_and_pointers_to_them_are_told_apart),
		cmocka_unit_test(functions_are_written_with_their_parameters),
		cmocka_unit_test(cpp_references_are_not_stars),
		cmocka_unit_test(text_that_does_not_fit_ends_in_dots),
		cmocka_unit_test(types_that_contain_themselves_end),
	};

	return cmocka_run_group_tests_name("model/format", tests, NULL, NULL);
}
