// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/error.h>

#include "base/poison.h"

static void an_error_says_what_and_returns_its_code(void **state)
{
	struct lay_error err;

	(void)state;
	assert_int_equal(lay_error_set(&err, LAY_E_FORMAT, "at 0x%x", 16),
			 -LAY_E_FORMAT);
	assert_int_equal(err.code, LAY_E_FORMAT);
	assert_string_equal(err.text, "at 0x10");
	assert_int_equal(lay_error_set(NULL, LAY_E_IO, "unseen"), -LAY_E_IO);
}

static void context_goes_in_front(void **state)
{
	struct lay_error err;

	(void)state;
	lay_error_set(&err, LAY_E_LIMIT, "too deep");
	assert_int_equal(lay_error_prefix(&err, "%s: ", "vmlinux"),
			 -LAY_E_LIMIT);
	assert_string_equal(err.text, "vmlinux: too deep");
	assert_int_equal(lay_error_prefix(NULL, "x"), -1);
}

static void a_text_too_long_is_cut_and_ends(void **state)
{
	struct lay_error err;
	char name[3000];

	(void)state;
	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	lay_error_set(&err, LAY_E_IO, "%s", name);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	lay_error_prefix(&err, "vmlinux: ");
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	assert_memory_equal(err.text, "vmlinux: nnn", 12);
	lay_error_prefix(&err, "%s", name);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
}

static void a_name_with_a_newline_stays_on_the_line(void **state)
{
	struct lay_error err;

	(void)state;
	lay_error_set(&err, LAY_E_FORMAT, "%s: no bytes", ".a\n\033[1m");
	assert_string_equal(err.text, ".a??[1m: no bytes");
	lay_error_prefix(&err, "%s: ", "odd\rfile");
	assert_string_equal(err.text, "odd?file: .a??[1m: no bytes");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_error_says_what_and_returns_its_code),
		cmocka_unit_test(context_goes_in_front),
		cmocka_unit_test(a_name_with_a_newline_stays_on_the_line),
		cmocka_unit_test(a_text_too_long_is_cut_and_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
