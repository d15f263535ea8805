// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/split.h"
#include "unit/dwarf/dwarf-test.h"
#include "base/poison.h"

/* A unit with nothing in it but, if @at is not 0, the name of another file. */
static void write_skeleton(struct dwarf_writer *w, uint64_t at)
{
	dwarf_writer_unit(w, w->version >= 5 && at ? DW_UT_skeleton :
						     DW_UT_compile);
	if (at)
		DIE(w, DW_TAG_compile_unit, STR(at, "a.dwo"));
	else
		DIE(w, DW_TAG_compile_unit, STR(DW_AT_name, "a.S"));
	dwarf_writer_unit_end(w);
}

static void units_whose_types_are_elsewhere_are_told(void **state)
{
	static const struct {
		unsigned int version;
		uint64_t at;
	} kinds[] = { { 4, DW_AT_GNU_dwo_name }, { 5, DW_AT_dwo_name } };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct lay_error err = { .text = "" };
		struct dwarf_writer w;
		struct dwarf_test t;

		dwarf_writer_init(&w, kinds[i].version);
		write_skeleton(&w, 0);
		write_skeleton(&w, kinds[i].at);
		dwarf_test_open(&t, &w);
		assert_int_equal(dw_check_split(t.file, &err),
				 -LAY_E_UNSUPPORTED);
		assert_says(&err, "'a.dwo'");
		dwarf_test_close(&t);
	}
}

static void units_that_may_have_types_are_not(void **state)
{
	struct dwarf_writer w;
	struct dwarf_test t;

	(void)state;
	dwarf_writer_init(&w, 5);
	write_skeleton(&w, DW_AT_dwo_name);
	dwarf_writer_unit(&w, DW_UT_compile);
	DIE_OPEN(&w, DW_TAG_compile_unit, STR(DW_AT_name, "b.c"));
	dwarf_writer_close(&w);
	dwarf_writer_unit_end(&w);
	dwarf_test_open(&t, &w);
	assert_int_equal(dw_check_split(t.file, NULL), 0);
	dwarf_test_close(&t);

	dwarf_writer_init(&w, 5);
	write_skeleton(&w, 0);
	dwarf_test_open(&t, &w);
	assert_int_equal(dw_check_split(t.file, NULL), 0);
	dwarf_test_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_whose_types_are_elsewhere_are_told),
		cmocka_unit_test(units_that_may_have_types_are_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
