// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <layoutdiff/diff.h>

#include "unit/model-maker.h"
#include "base/poison.h"

/* "+NEW=1 -OLD=2 A=1:B=1 C=1:2" */
static void describe(const struct lay_diff *diff, char *buf, size_t len)
{
	size_t at = 0;

	buf[0] = 0;
	for (size_t i = 0; i < diff->nr_enum_rows && at < len; i++) {
		const struct lay_enum_row *r = &diff->enum_rows[i];
		const char *blank = i ? " " : "";

		if (!r->before)
			at += (size_t)snprintf(buf + at, len - at, "%s+%s=%d",
				blank, r->after->name, (int)r->after->value);
		else if (!r->after)
			at += (size_t)snprintf(buf + at, len - at, "%s-%s=%d",
				blank, r->before->name, (int)r->before->value);
		else if (r->renamed)
			at += (size_t)snprintf(buf + at, len - at, "%s%s->%s",
				blank, r->before->name, r->after->name);
		else
			at += (size_t)snprintf(buf + at, len - at, "%s%s=%d:%d",
				blank, r->before->name, (int)r->before->value,
				(int)r->after->value);
	}
}

static void assert_diff(const char *before, const char *after, const char *text)
{
	struct maker old, new;
	struct lay_diff *diff;
	char buf[512];

	maker_init(&old);
	maker_init(&new);
	maker_add(&old, before);
	maker_add(&new, after);
	assert_int_equal(lay_diff_enums(maker_type(&old, "enum e"),
					maker_type(&new, "enum e"), &diff,
					NULL), 0);
	describe(diff, buf, sizeof(buf));
	assert_string_equal(buf, text);
	assert_int_equal(diff->same, !*text);
	assert_false(diff->underlying_changed);
	lay_diff_free(diff);
	maker_deinit(&old);
	maker_deinit(&new);
}

static void values_are_compared_by_name(void **state)
{
	(void)state;
	assert_diff("enum e { A, B, C };", "enum e { A, B, C };", "");
	assert_diff("enum e { A, B, C };", "enum e { C = 2, A = 0, B };", "");
	assert_diff("enum e { A, B, MAX };", "enum e { A, B, N, MAX };",
		    "+N=2 MAX=2:3");
	assert_diff("enum e { A, B, C, D };", "enum e { A, D };",
		    "-B=1 -C=2 D=3:1");
}

static void a_name_for_the_same_value_is_a_new_name(void **state)
{
	(void)state;
	assert_diff("enum e { A, B, C };", "enum e { A, X, C };", "B->X");
	/* X is new, but its value's old name is still there */
	assert_diff("enum e { A, B };", "enum e { A, B, X = 1 };", "+X=1");
	assert_diff("enum e { A, B, B2 = 1 };", "enum e { A, X, X2 = 1 };",
		    "B->X B2->X2");
	assert_diff("enum e { A, B = -1 };", "enum e { A, X = -1 };", "B->X");
}

static void what_it_is_made_of_counts_too(void **state)
{
	const struct lay_type small = { .kind = LAY_KIND_ENUM, .size = 1,
					.flags = LAY_TYPE_SIZED };
	const struct lay_type large = { .kind = LAY_KIND_ENUM, .size = 4,
					.flags = LAY_TYPE_SIZED };
	struct lay_diff *diff;

	(void)state;
	assert_int_equal(lay_diff_enums(&small, &large, &diff, NULL), 0);
	assert_true(diff->underlying_changed);
	assert_false(diff->same);
	lay_diff_free(diff);
}

static void a_type_underneath_that_one_does_not_say_is_no_difference(void **state)
{
	const struct lay_type number = { .kind = LAY_KIND_BASE, .size = 4,
					 .name = "unsigned int",
					 .encoding = LAY_ENCODING_UNSIGNED,
					 .flags = LAY_TYPE_SIZED };
	const struct lay_type said = { .kind = LAY_KIND_ENUM, .size = 4,
				       .flags = LAY_TYPE_SIZED,
				       .target = &number };
	const struct lay_type unsaid = { .kind = LAY_KIND_ENUM, .size = 4,
					 .flags = LAY_TYPE_SIZED };
	struct lay_diff *diff;

	(void)state;
	assert_int_equal(lay_diff_enums(&said, &unsaid, &diff, NULL), 0);
	assert_true(diff->same);
	lay_diff_free(diff);
}

static void signs_of_one_bit_pattern_are_told_apart(void **state)
{
	const struct lay_enumerator minus = { "A", -1, false };
	const struct lay_enumerator large = { "A", -1, true };
	const struct lay_type before = { .kind = LAY_KIND_ENUM,
		.enumerators = &minus, .nr_enumerators = 1 };
	const struct lay_type after = { .kind = LAY_KIND_ENUM,
		.enumerators = &large, .nr_enumerators = 1 };
	struct lay_diff *diff;

	(void)state;
	assert_int_equal(lay_diff_enums(&before, &after, &diff, NULL), 0);
	assert_int_equal(diff->nr_enum_rows, 1);
	lay_diff_free(diff);
}

static void of_a_terse_source_values_are_bits(void **state)
{
	const struct lay_enumerator minus = { "A", -1, false };
	const struct lay_enumerator large = { "A", UINT32_MAX, true };
	const struct lay_type before = { .kind = LAY_KIND_ENUM, .size = 4,
		.enumerators = &minus, .nr_enumerators = 1 };
	const struct lay_type after = { .kind = LAY_KIND_ENUM, .size = 4,
		.flags = LAY_TYPE_TERSE,
		.enumerators = &large, .nr_enumerators = 1 };
	struct lay_diff *diff;

	(void)state;
	assert_int_equal(lay_diff_enums(&before, &after, &diff, NULL), 0);
	assert_int_equal(diff->nr_enum_rows, 0);
	assert_true(diff->same && diff->same_object);
	lay_diff_free(diff);
}

static void only_enumerations_are_compared(void **state)
{
	const struct lay_type type = { .kind = LAY_KIND_STRUCT, .name = "s" };
	struct lay_error err = { 0 };
	struct lay_diff *diff = NULL;

	(void)state;
	assert_int_equal(lay_diff_enums(&type, &type, &diff, &err),
			 -LAY_E_USAGE);
	assert_string_equal(err.text, "struct s is no enumeration");
	assert_null(diff);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_compared_by_name),
		cmocka_unit_test(a_name_for_the_same_value_is_a_new_name),
		cmocka_unit_test(what_it_is_made_of_counts_too),
		cmocka_unit_test(
			a_type_underneath_that_one_does_not_say_is_no_difference),
		cmocka_unit_test(signs_of_one_bit_pattern_are_told_apart),
		cmocka_unit_test(of_a_terse_source_values_are_bits),
		cmocka_unit_test(only_enumerations_are_compared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
