// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/find-test.h"
#include "dwarf/die.h"
#include "base/poison.h"

/* Two units; the offset of the only DIE below the root in each. */
static void write_units(struct dwarf_writer *w, size_t die[2])
{
	for (int i = 0; i < 2; i++) {
		open_unit(w, "a.c", DW_LANG_C99);
		die[i] = DIE(w, DW_TAG_base_type, STR(DW_AT_name, "int"),
			     SIZE(i + 1));
		close_unit(w);
	}
}

static void assert_size(struct dw_view *view, size_t off, uint64_t size)
{
	struct lay_error err = { .text = "" };
	struct dw_die die;
	uint64_t got;

	assert_ok(dw_die_read(view, off, &die, &err), &err);
	assert_int_equal(die.tag, DW_TAG_base_type);
	assert_true(dw_die_constant(&die, DW_FACT_BYTE_SIZE, &got));
	assert_int_equal(got, size);
}

static void a_view_of_the_first_die_becomes_one_of_all(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;
	struct dw_view view;
	uint64_t language;
	size_t die[2];

	(void)state;
	dwarf_writer_init(&w, 4);
	write_units(&w, die);
	dwarf_test_open(&t, &w);
	dw_view_init(&view, t.file);
	for (int i = 0; i < 4; i++) {
		const struct dw_unit *unit = &t.file->units[i / 2];

		assert_ok(dw_view_open_root(&view, unit, &err), &err);
		assert_true(dw_die_constant(&view.root, DW_FACT_LANGUAGE,
					    &language));
		assert_int_equal(language, DW_LANG_C99);
		assert_ok(dw_view_open(&view, unit, &err), &err);
		assert_size(&view, die[i / 2], (uint64_t)i / 2 + 1);
	}
	dw_view_deinit(&view);
	dwarf_test_close(&t);
}

static void views_of_other_units_are_opened_as_needed(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;
	struct dw_views views;
	struct dw_view *view;
	size_t die[2];

	(void)state;
	dwarf_writer_init(&w, 4);
	write_units(&w, die);
	dwarf_test_open(&t, &w);
	dw_views_init(&views, t.file);
	assert_ok(dw_view_open(&views.own, &t.file->units[0], &err), &err);
	assert_ok(dw_views_at(&views, die[0], 0, &view, &err), &err);
	assert_ptr_equal(view, &views.own);
	assert_ok(dw_views_at(&views, die[1], 0, &view, &err), &err);
	assert_ptr_not_equal(view, &views.own);
	assert_size(view, die[1], 2);
	assert_int_equal(dw_views_at(&views, 0x7777777, die[0], &view, &err),
			 -LAY_E_FORMAT);
	assert_says(&err, "in no unit");
	dw_views_deinit(&views);
	dwarf_test_close(&t);
}

static void a_unit_without_a_die_can_be_viewed(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;
	struct dw_view view;

	(void)state;
	dwarf_writer_init(&w, 4);
	dwarf_writer_unit(&w, DW_UT_compile);
	dwarf_writer_unit_end(&w);
	dwarf_test_open(&t, &w);
	dw_view_init(&view, t.file);
	assert_ok(dw_view_open(&view, &t.file->units[0], &err), &err);
	assert_int_equal(view.root.tag, 0);
	assert_ok(dw_view_open_root(&view, &t.file->units[0], &err), &err);
	assert_int_equal(view.root.tag, 0);
	dw_view_deinit(&view);
	dwarf_test_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_view_of_the_first_die_becomes_one_of_all),
		cmocka_unit_test(views_of_other_units_are_opened_as_needed),
		cmocka_unit_test(a_unit_without_a_die_can_be_viewed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
