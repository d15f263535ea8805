// SPDX-License-Identifier: GPL-2.0-only
/* What shares the lines of a variable, and what lies in two. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <layoutdiff/variables.h>

#include "unit/model-maker.h"
#include "base/poison.h"

#define LINE 64
#define AT(space_, addr_, size_) \
	{ .name = "v", .section = ".data", .space = (space_), \
	  .addr = (addr_), .size = (size_) }

/* What is in front of a line and reaches into it, what is in the middle of
 * another, what has no bytes, and another space at the same addresses. */
static const struct lay_variable list[] = {
	AT(0, 0, 8),			/* 0 */
	AT(0, 8, 200),			/* 1: lines 0 to 3 */
	AT(0, 16, 4),			/* 2: in 1 */
	AT(0, 64, 0),			/* 3: no bytes */
	AT(0, 72, 4),			/* 4: in 1, line 1 */
	AT(0, 208, 8),			/* 5: line 3 */
	AT(0, 256, 64),			/* 6: line 4, all of it */
	AT(1, 0, 8),			/* 7 */
	AT(1, 60, 8),			/* 8: lines 0 and 1 */
	AT(1, 127, 1),			/* 9: line 1 */
	AT(1, 128, 1),			/* 10: line 2 */
};
static const uint64_t reach[] = { 320 };
static const struct lay_variables vars = {
	.reach = reach,
	.variable = list, .nr = sizeof(list) / sizeof(list[0]), .linked = true,
};

static void assert_mates(uint32_t i, const uint32_t *expected, size_t nr)
{
	struct lay_error err;
	uint32_t *mates;
	size_t nr_mates;

	assert_int_equal(lay_variable_mates(&vars, i, LINE, &mates, &nr_mates,
					    &err), 0);
	assert_int_equal(nr_mates, nr);
	for (size_t j = 0; j < nr; j++)
		assert_int_equal(mates[j], expected[j]);
	free(mates);
}

#define MATES(i, ...) \
	assert_mates(i, (const uint32_t []){ __VA_ARGS__ }, \
		     sizeof((const uint32_t []){ __VA_ARGS__ }) / \
			     sizeof(uint32_t))

static void line_mates_have_bytes_in_a_line_of_the_variable(void **state)
{
	(void)state;
	MATES(0, 1, 2);
	MATES(1, 0, 2, 4, 5);
	MATES(2, 0, 1);
	MATES(4, 1);
	MATES(5, 1);
	MATES(8, 7, 9);
	MATES(9, 8);
}

static void a_line_to_itself_and_no_bytes_have_no_mates(void **state)
{
	(void)state;
	assert_mates(6, NULL, 0);
	assert_mates(3, NULL, 0);
	assert_mates(10, NULL, 0);
}

/* Some reach over many others, and many blocks of them. */
static void mates_are_those_that_a_look_at_all_finds(void **state)
{
	enum { NR = 3 * LAY_VARIABLES_BLOCK + 5 };
	static struct lay_variable many[NR];
	static uint64_t many_reach[NR / LAY_VARIABLES_BLOCK + 1];
	const struct lay_variables all = {
		.variable = many, .nr = NR, .reach = many_reach,
	};
	struct lay_error err;
	uint32_t *mates;
	size_t nr;

	(void)state;
	for (size_t i = 0; i < NR; i++) {
		uint64_t *r = &many_reach[i / LAY_VARIABLES_BLOCK];

		many[i].addr = 11 * i;
		many[i].size = i % 97 == 5 ? 40 * i + 1 : i % 13;
		if (many[i].addr + many[i].size > *r)
			*r = many[i].addr + many[i].size;
	}
	for (uint32_t i = 0; i < NR; i++) {
		uint64_t first = many[i].addr / LINE;
		uint64_t last = (many[i].addr + many[i].size - 1) / LINE;
		size_t found = 0;

		if (!many[i].size)
			continue;
		assert_int_equal(lay_variable_mates(&all, i, LINE, &mates, &nr,
						    &err), 0);
		for (uint32_t j = 0; j < NR; j++) {
			if (j == i || !many[j].size ||
			    many[j].addr / LINE > last ||
			    (many[j].addr + many[j].size - 1) / LINE < first)
				continue;
			assert_true(found < nr);
			assert_int_equal(mates[found++], j);
		}
		assert_int_equal(found, nr);
		free(mates);
	}
}

static void elements_in_two_lines_are_counted_as_by_hand(void **state)
{
	(void)state;
	for (uint64_t start = 0; start < LINE; start += 3)
		for (uint64_t size = 1; size <= LINE + 8; size++)
			for (uint64_t nr = 0; nr < 200; nr += 37) {
				uint64_t split = 0;

				for (uint64_t i = 0; i < nr && size <= LINE;
				     i++) {
					uint64_t at = start + i * size;

					split += at / LINE !=
						 (at + size - 1) / LINE;
				}
				assert_int_equal(lay_array_straddles(start,
							size, nr, LINE), split);
			}
}

static void places_are_certain_where_the_space_is_aligned(void **state)
{
	const struct lay_variable fixed = { .space_align = 0 };
	const struct lay_variable line = { .space_align = 64 };
	const struct lay_variable word = { .space_align = 8 };

	(void)state;
	assert_true(lay_variable_is_placed(&fixed, 256));
	assert_true(lay_variable_is_placed(&line, 64));
	assert_false(lay_variable_is_placed(&line, 128));
	assert_false(lay_variable_is_placed(&word, 64));
}

/* Over all places that an object can have it is what the phases count. */
static void straddling_at_a_place_is_that_of_its_phase(void **state)
{
	struct lay_layout *l;
	struct lay_error err;
	struct maker m;
	uint64_t nr;

	(void)state;
	maker_init(&m);
	maker_add(&m, "struct x { long a; struct { int b[6]; short c; } d;"
		      "char e[40]; long f; };");
	assert_int_equal(lay_layout_make(maker_type(&m, "struct x"), NULL, &l,
					 &err), 0);
	for (uint32_t slot = 0; slot < l->nr_slots; slot++) {
		nr = 0;
		for (uint64_t at = 0; at < LINE; at += l->align)
			nr += lay_layout_straddles_at(l, slot, at);
		if (l->slots[slot].kind == LAY_SLOT_MEMBER)
			assert_int_equal(nr, lay_layout_phases_straddled(l,
									slot));
		assert_int_equal(lay_layout_straddles_at(l, slot, 0),
				 !!(l->slots[slot].flags &
				    LAY_SLOT_STRADDLES));
	}
	lay_layout_free(l);
	maker_deinit(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line_mates_have_bytes_in_a_line_of_the_variable),
		cmocka_unit_test(a_line_to_itself_and_no_bytes_have_no_mates),
		cmocka_unit_test(mates_are_those_that_a_look_at_all_finds),
		cmocka_unit_test(elements_in_two_lines_are_counted_as_by_hand),
		cmocka_unit_test(places_are_certain_where_the_space_is_aligned),
		cmocka_unit_test(straddling_at_a_place_is_that_of_its_phase),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
