// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "build/spec.h"
#include "build/suggest.h"
#include "base/poison.h"

static void check_spec(const char *text, unsigned int kinds, const char *name,
		       const char *path, bool glob)
{
	struct lay_error err = { 0 };
	struct spec spec;

	if (spec_parse(text, &spec, &err) < 0)
		fail_msg("%s: %s", text, err.text);
	assert_string_equal(spec.name, name);
	assert_int_equal(spec.kinds, kinds);
	assert_int_equal(spec.glob, glob);
	if (path)
		assert_string_equal(spec.member_path, path);
	else
		assert_null(spec.member_path);
	spec_deinit(&spec);
}

static void a_name_is_taken_apart(void **state)
{
	const unsigned int any = 1u << LAY_KIND_STRUCT | 1u << LAY_KIND_UNION |
				 1u << LAY_KIND_ENUM | 1u << LAY_KIND_TYPEDEF;

	(void)state;
	check_spec("dst_entry", any, "dst_entry", NULL, false);
	check_spec("struct dst_entry", 1u << LAY_KIND_STRUCT, "dst_entry",
		   NULL, false);
	check_spec("union  u", 1u << LAY_KIND_UNION, "u", NULL, false);
	check_spec("enum e", 1u << LAY_KIND_ENUM, "e", NULL, false);
	check_spec("dst_entry.u.next", any, "dst_entry", "u.next", false);
	check_spec("struct s.a[].b", 1u << LAY_KIND_STRUCT, "s", "a[].b",
		   false);
	check_spec("tcp_*", any, "tcp_*", NULL, true);
	check_spec("struct [ab]?", 1u << LAY_KIND_STRUCT, "[ab]?", NULL, true);
	/* a word that is a tag only in front of another */
	check_spec("struct", any, "struct", NULL, false);
	check_spec("core::fmt::Error", any, "core::fmt::Error", NULL, false);
	assert_true(spec_is_tag("enum"));
	assert_false(spec_is_tag("enumerate"));
	assert_false(spec_is_tag("enum e"));
}

static void what_names_nothing_is_refused(void **state)
{
	static const char *const bad[] = {
		"", "struct ", "a b", "struct a b", ".x", "a.", "a..b",
		"tcp_*.x", "struct .x",
	};
	struct lay_error err;
	struct spec spec;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		err.text[0] = '\0';
		if (spec_parse(bad[i], &spec, &err) != -LAY_E_USAGE)
			fail_msg("'%s' was taken", bad[i]);
		assert_true(err.text[0]);
	}
}

static void check_suggestions(const char *wanted, const char *const *names,
			      size_t nr, const char *expected)
{
	struct suggest s = { .wanted = wanted };
	char text[200];

	for (size_t i = 0; i < nr; i++)
		suggest_see(&s, names[i]);
	suggest_format(&s, text, sizeof(text));
	assert_string_equal(text, expected);
	suggest_deinit(&s);

	/* the order in which names come does not matter, nor how often */
	s = (struct suggest){ .wanted = wanted };
	for (size_t i = 2 * nr; i-- > 0; )
		suggest_see(&s, names[i % nr]);
	suggest_format(&s, text, sizeof(text));
	assert_string_equal(text, expected);
	suggest_deinit(&s);
}

static void near_names_are_suggested_nearest_first(void **state)
{
	static const char *const names[] = {
		"sock", "dst_ops", "dst_entry", "dentry", "dts_entry",
		"dst_entry_x", "list_head", "rtable",
	};
	static const size_t nr = sizeof(names) / sizeof(names[0]);

	(void)state;
	check_suggestions("dst_enrty", names, nr,
			  ": did you mean dst_entry, dts_entry, dst_entry_x?");
	check_suggestions("rtabel", names, nr, ": did you mean rtable?");
	check_suggestions("list", names, nr, ": did you mean list_head?");
	check_suggestions("nothing_like_it", names, nr, "");
}

static void no_more_than_five_are_suggested(void **state)
{
	static const char *const names[] = {
		"ab1", "ab2", "ab3", "ab4", "ab5", "ab6", "ab7", "abx",
	};

	(void)state;
	check_suggestions("abc", names, sizeof(names) / sizeof(names[0]),
			  ": did you mean ab1, ab2, ab3, ab4, ab5?");
}

static void long_names_are_passed_over(void **state)
{
	char longer[500];
	struct suggest s = { .wanted = longer };

	(void)state;
	memset(longer, 'a', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	suggest_see(&s, longer);
	suggest_see(&s, "aaa");
	assert_int_equal(s.nr, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_taken_apart),
		cmocka_unit_test(what_names_nothing_is_refused),
		cmocka_unit_test(near_names_are_suggested_nearest_first),
		cmocka_unit_test(no_more_than_five_are_suggested),
		cmocka_unit_test(long_names_are_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
