// SPDX-License-Identifier: GPL-2.0-only
/* Which options differ, and which of them are near a type. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define CONFIG(list) { "here", (list), sizeof(list) / sizeof((list)[0]) }

/* "NAME old new near word", one a line. */
static void assert_changes(const struct lay_config_diff *diff, const char *want)
{
	static const char *const near[] = { "-", "type", "member" };
	char text[2048] = "";

	for (size_t i = 0; i < diff->nr_changes; i++) {
		const struct lay_option_change *c = &diff->changes[i];

		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s %s %s %s %s\n", c->name,
			 c->before ? c->before : "-", c->after ? c->after : "-",
			 near[c->near], c->word ? c->word : "-");
	}
	assert_string_equal(text, want);
}

static void what_is_set_otherwise_or_in_one_alone_differs(void **state)
{
	const struct lay_option a[] = { { "A", "y" }, { "B", "y" },
					{ "C", "1" }, { "E", "y" } };
	const struct lay_option b[] = { { "B", "y" }, { "C", "2" },
					{ "D", "m" } };
	const struct lay_config before = CONFIG(a), after = CONFIG(b);
	struct lay_config_diff *diff;

	(void)state;
	assert_int_equal(lay_config_diff_make(&before, &after, &diff, NULL), 0);
	lay_config_diff_order(diff);
	assert_changes(diff, "A y - - -\nC 1 2 - -\nD - m - -\nE y - - -\n");
	lay_config_diff_free(diff);
	assert_int_equal(lay_config_diff_make(&before, &before, &diff, NULL),
			 0);
	assert_int_equal(diff->nr_changes, 0);
	lay_config_diff_free(diff);
}

static void options_are_near_by_words_of_their_names(void **state)
{
	const struct lay_option a[] = { { "DST_CACHE", "y" },
					{ "NET_XFRM_USER", "y" },
					{ "SPI", "y" }, { "XFRM", "y" },
					{ "Z_1_A", "y" } };
	const struct lay_option b[] = { { "IP_ROUTE_CLASSID", "y" } };
	const struct lay_config before = CONFIG(a), after = CONFIG(b);
	struct lay_config_diff *diff;
	struct comparison c;

	(void)state;
	compare_text(&c, "", "struct dst { long spin_a1; int xfrm; long z; };",
		     "struct dst { long spin_a1; int tclassid; long z; };",
		     "struct dst");
	assert_int_equal(lay_config_diff_make(&before, &after, &diff, NULL), 0);
	lay_config_diff_see(diff, "dst", c.diff);
	lay_config_diff_order(diff);
	/* spin has SPI, but does not begin or end there; one letter and a
	 * number are no words; nothing was done to spin_a1 */
	assert_changes(diff, "XFRM y - member xfrm\n"
			     "IP_ROUTE_CLASSID - y member classid\n"
			     "NET_XFRM_USER y - member xfrm\n"
			     "DST_CACHE y - type dst\n"
			     "SPI y - - -\nZ_1_A y - - -\n");
	lay_config_diff_free(diff);
	comparison_deinit(&c);
}

static void what_a_member_is_of_counts_and_what_it_passed_does_not(void **state)
{
	const struct lay_option a[] = { { "BAR_LOCK", "y" },
					{ "FOO_STATE", "y" } };
	const struct lay_config before = CONFIG(a);
	const struct lay_config after = { .source = "none" };
	struct lay_config_diff *diff;
	struct comparison c;

	(void)state;
	compare_text(&c, "struct foo_state { int a; }; struct bar { int a; };",
		     "struct s { long x; struct bar bar; };",
		     "struct s { struct foo_state *p; long x; struct bar bar; };",
		     "struct s");
	assert_int_equal(lay_config_diff_make(&before, &after, &diff, NULL), 0);
	lay_config_diff_see(diff, "s", c.diff);
	lay_config_diff_order(diff);
	assert_changes(diff, "FOO_STATE y - member state\n"
			     "BAR_LOCK y - - -\n");
	lay_config_diff_free(diff);
	comparison_deinit(&c);
}

static void words_that_many_options_have_say_nothing(void **state)
{
	struct lay_option a[40];
	char names[40][16];
	struct lay_config before = { .source = "here", .options = a };
	const struct lay_config after = { .source = "none" };
	struct lay_config_diff *diff;

	(void)state;
	for (size_t i = 0; i < 40; i++) {
		snprintf(names[i], sizeof(names[i]), "SOCK_%c%c", 'A' + (char)(i / 26),
			 'A' + (char)(i % 26));
		a[i] = (struct lay_option){ names[i], "y" };
	}
	for (before.nr_options = 16; before.nr_options < 18;
	     before.nr_options++) {
		assert_int_equal(lay_config_diff_make(&before, &after, &diff,
						      NULL), 0);
		lay_config_diff_see(diff, "sock", NULL);
		lay_config_diff_order(diff);
		assert_int_equal(diff->changes[0].near,
				 before.nr_options == 16 ? LAY_NEAR_TYPE :
							   LAY_NEAR_NOT);
		lay_config_diff_free(diff);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_set_otherwise_or_in_one_alone_differs),
		cmocka_unit_test(options_are_near_by_words_of_their_names),
		cmocka_unit_test(what_a_member_is_of_counts_and_what_it_passed_does_not),
		cmocka_unit_test(words_that_many_options_have_say_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
