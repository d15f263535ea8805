// SPDX-License-Identifier: GPL-2.0-only
/* Flow that leaves the function: tests/data/detours.c. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <layoutdiff/access.h>

#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

#define SOURCE "tests/data/detours.c"

/* Is @path of struct node touched by @function, and all else that it touches
 * by an address that it loads known for certain? */
static bool is_known(const struct lay_access *map, const char *function,
		     const char *path)
{
	bool found = false;
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++) {
		if (strcmp(op->function, function) != 0)
			continue;
		if (op->grade == LAY_ACCESS_INFERRED ||
		    (op->reason && !strcmp(op->reason, "one of several values")))
			return false;
		found |= op->path && !strcmp(op->type, "struct node") &&
			 !strcmp(op->path, path);
	}
	return found;
}

static void follow(const char *flags, const char *function,
		   const char *const *paths)
{
	struct lay_error err = { .text = "" };
	char *file = test_compile("gcc", flags, SOURCE);
	struct lay_build *build;
	struct lay_access *map;

	if (!file)
		skip();
	if (lay_build_open(file, NULL, &build, &err) < 0 ||
	    lay_access_make(build, NULL, &map, &err) < 0)
		fail_msg("%s: %s", flags, err.text);
	for (; *paths; paths++)
		if (!is_known(map, function, *paths))
			fail_msg("%s: %s: no %s", flags, function, *paths);
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(file);
}

static void code_that_is_patched_away_comes_back(void **state)
{
	static const char *const paths[] = { "left", "count", "nr", NULL };

	(void)state;
	follow("-O2 -g", "by_feature", paths);
	follow("-O2 -g -r", "by_feature", paths);
}

static void a_jump_that_may_be_patched_away_goes_on_too(void **state)
{
	static const char *const paths[] = { "left", "count", "nr", NULL };

	(void)state;
	follow("-O2 -g", "by_label", paths);
	follow("-O2 -g -r", "by_label", paths);
}

static void a_table_says_where_a_switch_goes(void **state)
{
	static const char *const paths[] = { "left", "count", "nr", NULL };

	(void)state;
	follow("-O2 -g", "by_table", paths);
	follow("-O2 -g -fPIC", "by_table", paths);
	follow("-O2 -g -fPIC -r", "by_table", paths);
}

static void a_trampoline_is_called_as_what_it_stands_for(void **state)
{
	static const char *const paths[] = { "left", "count", "nr", NULL };

	(void)state;
	follow("-O2 -g", "by_static_call", paths);
	follow("-O2 -g -r", "by_static_call", paths);
}

static void preemption_leaves_registers_alone(void **state)
{
	static const char *const paths[] = { "left", "count", "nr", NULL };

	(void)state;
	follow("-O2 -g", "by_preemption", paths);
	follow("-O2 -g -r", "by_preemption", paths);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_that_is_patched_away_comes_back),
		cmocka_unit_test(a_jump_that_may_be_patched_away_goes_on_too),
		cmocka_unit_test(a_table_says_where_a_switch_goes),
		cmocka_unit_test(a_trampoline_is_called_as_what_it_stands_for),
		cmocka_unit_test(preemption_leaves_registers_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
