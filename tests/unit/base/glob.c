// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/glob.h"
#include "base/poison.h"

static void text_without_special_characters_is_compared(void **state)
{
	(void)state;
	assert_true(glob_match("sock", "sock"));
	assert_true(glob_match("", ""));
	assert_false(glob_match("sock", "sock2"));
	assert_false(glob_match("sock", "soc"));
	assert_false(glob_match("", "x"));
}

static void stars_take_any_text(void **state)
{
	(void)state;
	assert_true(glob_match("*", ""));
	assert_true(glob_match("*", "sock"));
	assert_true(glob_match("tcp_*", "tcp_sock"));
	assert_true(glob_match("tcp_*", "tcp_"));
	assert_false(glob_match("tcp_*", "tcp"));
	assert_true(glob_match("*_ops", "net_device_ops"));
	assert_false(glob_match("*_ops", "net_device_ops2"));
	assert_true(glob_match("*a*b", "aabab"));
	assert_false(glob_match("*a*b", "aabac"));
	assert_true(glob_match("**x**", "x"));
}

static void question_marks_and_sets_take_one_byte(void **state)
{
	(void)state;
	assert_true(glob_match("s?ck", "sock"));
	assert_false(glob_match("s?ck", "sck"));
	assert_false(glob_match("?", ""));
	assert_true(glob_match("[a-c]x", "bx"));
	assert_false(glob_match("[a-c]x", "dx"));
	assert_true(glob_match("[!a-c]x", "dx"));
	assert_false(glob_match("[!a-c]x", "ax"));
	assert_true(glob_match("[]]", "]"));
	assert_true(glob_match("[a-]", "-"));
	assert_true(glob_match("*[0-9]", "u8"));
	assert_false(glob_match("*[0-9]", "ux"));
}

static void an_open_bracket_alone_is_itself(void **state)
{
	(void)state;
	assert_true(glob_match("[x", "[x"));
	assert_false(glob_match("[x", "x"));
}

static void many_stars_do_not_take_for_ever(void **state)
{
	char name[20001];

	(void)state;
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	assert_false(glob_match("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", name));
}

static void patterns_are_told_from_names(void **state)
{
	(void)state;
	assert_true(glob_is_pattern("a*"));
	assert_true(glob_is_pattern("a?"));
	assert_true(glob_is_pattern("[a]"));
	assert_false(glob_is_pattern("struct sock.x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_without_special_characters_is_compared),
		cmocka_unit_test(stars_take_any_text),
		cmocka_unit_test(question_marks_and_sets_take_one_byte),
		cmocka_unit_test(an_open_bracket_alone_is_itself),
		cmocka_unit_test(many_stars_do_not_take_for_ever),
		cmocka_unit_test(patterns_are_told_from_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
