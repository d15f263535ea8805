// SPDX-License-Identifier: GPL-2.0-only
/* Samples of code that no kept map tells of. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/access.h>

#include "unit/elf-writer.h"
#include "unit/heat/world.h"
#include "base/poison.h"

/* The address of what touches the member @path in @function. */
static uint64_t code_at(struct world *w, const char *function, const char *path)
{
	const struct lay_operand *op;
	struct lay_access *map;
	uint64_t addr = 0;
	size_t nr;

	if (!w->path || lay_access_make(w->build, NULL, &map, &w->err) < 0)
		skip();
	op = lay_access_operands(map, &nr);
	for (size_t i = 0; i < nr && !addr; i++)
		if (!strcmp(op[i].function, function) && op[i].path &&
		    !strcmp(op[i].path, path))
			addr = op[i].addr;
	lay_access_free(map);
	assert_true(addr);
	return addr;
}

static void the_code_of_the_build_tells_type_and_offset(void **state)
{
	struct world *w = *state;
	uint64_t first = code_at(w, "reader", "first");

	world_sample(w, first, OBJECT + 32, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 32, "struct whole", 32, LAY_HEAT_BY_CODE);
	assert_true(lay_heat_totals(w->heat)->has_map);
	assert_null(lay_heat_totals(w->heat)->no_map);
}

static void functions_are_followed_as_they_come(void **state)
{
	struct world *w = *state;
	uint64_t first = code_at(w, "reader", "first");
	uint64_t second = code_at(w, "writer", "second");

	world_sample(w, first, OBJECT + 32, LOAD);
	world_read(w);
	world_sample(w, second, OBJECT + 0x1000 + 40, STORE);
	world_read(w);
	world_sample(w, first, OBJECT + 0x2000 + 32, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 32, "struct whole", 32, LAY_HEAT_BY_CODE);
	assert_answer(w, OBJECT + 0x1000 + 40, "struct whole", 40,
		      LAY_HEAT_BY_CODE);
	assert_answer(w, OBJECT + 0x2000 + 32, "struct whole", 32,
		      LAY_HEAT_BY_CODE);
}

static void code_where_none_is_touches_nothing(void **state)
{
	struct world *w = *state;

	code_at(w, "reader", "first");
	world_sample(w, world_symbol(w, "wholes"), OBJECT, LOAD);
	world_sample(w, 0x4fffff, OBJECT + 8, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT, NULL, 0, LAY_HEAT_NO_OPERAND);
	assert_answer(w, OBJECT + 8, NULL, 0, LAY_HEAT_NO_OPERAND);
}

int main(void)
{
#define TEST(fn) \
	cmocka_unit_test_setup_teardown(fn, world_setup_bare, world_teardown)
	const struct CMUnitTest tests[] = {
		TEST(the_code_of_the_build_tells_type_and_offset),
		TEST(functions_are_followed_as_they_come),
		TEST(code_where_none_is_touches_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
