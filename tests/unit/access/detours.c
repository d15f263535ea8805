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

/* How many operands of @function are @path of struct node. */
static unsigned int count(const struct lay_access *map, const char *function,
			  const char *path)
{
	unsigned int found = 0;
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++)
		found += !strcmp(op->function, function) && op->path &&
			 !strcmp(op->type, "struct node") &&
			 !strcmp(op->path, path);
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
		if (!count(map, function, *paths))
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_that_is_patched_away_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
