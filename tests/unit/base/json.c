// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/json.h"
#include "base/poison.h"

/* Write @j, free it, and compare. */
static void assert_written(struct json *j, const char *text)
{
	struct lay_error err = { .text = "" };
	char *buf = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&buf, &len);

	assert_non_null(f);
	assert_non_null(j);
	assert_int_equal(json_write(j, f, &err), 0);
	fclose(f);
	assert_string_equal(buf, text);
	free(buf);
	json_free(j);
}

static void keys_keep_the_order_in_which_they_were_set(void **state)
{
	struct json *j = json_new_object(), *a = json_new_array();

	(void)state;
	assert_int_equal(json_set(j, "z", json_new_int(-1)), 0);
	assert_int_equal(json_push(a, json_new_bool(true)), 0);
	assert_int_equal(json_push(a, json_new_null()), 0);
	assert_int_equal(json_set(j, "a", a), 0);
	assert_int_equal(json_set(j, "m", json_new_string("x\n\"")), 0);
	assert_written(j, "{\n"
			  "  \"z\": -1,\n"
			  "  \"a\": [\n"
			  "    true,\n"
			  "    null\n"
			  "  ],\n"
			  "  \"m\": \"x\\n\\\"\"\n"
			  "}\n");
}

static void numbers_that_json_readers_would_spoil_are_strings(void **state)
{
	(void)state;
	assert_written(json_new_uint(0), "0\n");
	assert_written(json_new_uint(INT64_MAX), "9223372036854775807\n");
	assert_written(json_new_uint((uint64_t)INT64_MAX + 1),
		       "\"9223372036854775808\"\n");
	assert_written(json_new_uint(UINT64_MAX),
		       "\"18446744073709551615\"\n");
	assert_written(json_new_int(INT64_MIN), "-9223372036854775808\n");
}

static void bytes_that_are_not_utf8_are_replaced(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "plain", "plain" },
		{ "\xc3\xa4", "\xc3\xa4" },
		{ "a\xffz", "a\xef\xbf\xbdz" },
		{ "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },	/* overlong */
		{ "\xe0\x80\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xf4\x8f\xbf\xbf\xff",
		  "\xf4\x8f\xbf\xbf\xef\xbf\xbd" },
		{ "\xf4\x90\x80\x80",
		  "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xf0\x8f\xbf\xbf",
		  "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "cut \xe2\x82", "cut \xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xf0\x9f\x90\xa7\x80", "\xf0\x9f\x90\xa7\xef\xbf\xbd" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char want[64];

		snprintf(want, sizeof(want), "\"%s\"\n", cases[i].out);
		assert_written(json_new_string(cases[i].in), want);
	}
	assert_written(json_new_string(NULL), "null\n");
}

static void a_value_that_is_missing_is_passed_on(void **state)
{
	struct json *j = json_new_object(), *a = json_new_array();

	(void)state;
	assert_int_equal(json_set(j, "x", NULL), -1);
	assert_int_equal(json_push(a, NULL), -1);
	assert_int_equal(json_set(NULL, "x", json_new_int(1)), -1);
	assert_written(j, "{}\n");
	assert_written(a, "[]\n");
	json_free(NULL);
}

static void a_full_disk_is_an_error(void **state)
{
	struct lay_error err = { .text = "" };
	struct json *j = json_new_int(1);
	FILE *f = fopen("/dev/full", "w");

	(void)state;
	if (!f)
		skip();
	assert_int_equal(json_write(j, f, &err), -LAY_E_IO);
	assert_non_null(strstr(err.text, "No space left"));
	fclose(f);
	json_free(j);
}

static struct json *parse_ok(const char *text)
{
	struct lay_error err = { .text = "" };
	struct json *j;

	if (json_parse(text, strlen(text), &j, &err) < 0)
		fail_msg("%s", err.text);
	return j;
}

static void what_was_parsed_is_found_by_key_and_place(void **state)
{
	struct json *j = parse_ok("{\"a\":[1,\"t\",null,true,-2]}");
	const struct json *a = json_get(j, "a");
	int64_t i;
	uint64_t u;
	bool b = false;

	(void)state;
	assert_true(json_is_list(a));
	assert_int_equal(json_length(a), 5);
	assert_int_equal(json_read_int(json_at(a, 0), &i), 0);
	assert_int_equal(i, 1);
	assert_string_equal(json_text(json_at(a, 1)), "t");
	assert_true(json_is_none(json_at(a, 2)));
	assert_int_equal(json_read_bool(json_at(a, 3), &b), 0);
	assert_true(b);
	assert_int_equal(json_read_uint(json_at(a, 4), &u), -1);
	assert_int_equal(json_read_int(json_at(a, 1), &i), -1);
	assert_null(json_at(a, 5));
	assert_null(json_get(j, "b"));
	assert_null(json_text(NULL));
	assert_int_equal(json_length(NULL), 0);
	assert_false(json_is_list(j));
	json_free(j);
}

static void large_numbers_are_read_from_the_strings_they_are_written_as(
	void **state)
{
	static const uint64_t values[] = { 0, INT64_MAX, (uint64_t)1 << 63,
					   UINT64_MAX };
	static const char *const bad[] = { "\"\"", "\"-1\"", "\"0x1\"",
					   "\"18446744073709551616\"", "1.0" };
	uint64_t v;

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		struct json *j = json_new_uint(values[i]);

		assert_int_equal(json_read_uint(j, &v), 0);
		assert_true(v == values[i]);
		json_free(j);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char text[40];
		struct json *j;

		snprintf(text, sizeof(text), "[%s]", bad[i]);
		j = parse_ok(text);
		assert_int_equal(json_read_uint(json_at(j, 0), &v), -1);
		json_free(j);
	}
}

static void text_that_is_no_json_is_refused_with_its_place(void **state)
{
	static const struct { const char *text, *why; } cases[] = {
		{ "", "byte 0" },
		{ "[1,", "byte 3" },
		{ "{\"a\":1,\"a\":2}", "duplicate" },
		{ "[99999999999999999999]", "too big" },
		{ "[1] 2", "end of file expected" },
		{ "[\"\\u0000\"]", "NUL" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct lay_error err = { .text = "" };
		struct json *j;

		assert_int_equal(json_parse(cases[i].text,
					    strlen(cases[i].text), &j, &err),
				 -LAY_E_FORMAT);
		if (!strstr(err.text, cases[i].why))
			fail_msg("said '%s', not '%s'", err.text,
				 cases[i].why);
	}
}

static void compact_text_has_no_blanks(void **state)
{
	struct json *j = parse_ok("{ \"a\" : [ 1, 2 ] }");
	char *text;
	size_t len;

	(void)state;
	assert_int_equal(json_format_compact(j, &text, &len, NULL), 0);
	assert_string_equal(text, "{\"a\":[1,2]}");
	assert_int_equal(len, strlen(text));
	free(text);
	json_free(j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_keep_the_order_in_which_they_were_set),
		cmocka_unit_test(
			numbers_that_json_readers_would_spoil_are_strings),
		cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
		cmocka_unit_test(a_value_that_is_missing_is_passed_on),
		cmocka_unit_test(a_full_disk_is_an_error),
		cmocka_unit_test(what_was_parsed_is_found_by_key_and_place),
		cmocka_unit_test(
			large_numbers_are_read_from_the_strings_they_are_written_as),
		cmocka_unit_test(text_that_is_no_json_is_refused_with_its_place),
		cmocka_unit_test(compact_text_has_no_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
