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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_keep_the_order_in_which_they_were_set),
		cmocka_unit_test(
			numbers_that_json_readers_would_spoil_are_strings),
		cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
		cmocka_unit_test(a_value_that_is_missing_is_passed_on),
		cmocka_unit_test(a_full_disk_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
