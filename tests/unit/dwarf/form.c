// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/dwarf-test.h"
#include "dwarf/form.h"
#include "base/poison.h"

static const struct dw_unit dwarf64_v2 = {
	.off = 100, .end = 200, .version = 2, .addr_size = 4, .offset_size = 8,
};
static const struct dw_unit dwarf32_v5 = {
	.off = 100, .end = 200, .version = 5, .addr_size = 8, .offset_size = 4,
};

static void sizes_depend_on_the_unit_where_they_do(void **state)
{
	(void)state;
	assert_int_equal(dw_form_size(DW_FORM_addr, &dwarf64_v2), 4);
	assert_int_equal(dw_form_size(DW_FORM_addr, &dwarf32_v5), 8);
	assert_int_equal(dw_form_size(DW_FORM_strp, &dwarf64_v2), 8);
	assert_int_equal(dw_form_size(DW_FORM_strp, &dwarf32_v5), 4);
	/* of the size of an address in DWARF 2 only */
	assert_int_equal(dw_form_size(DW_FORM_ref_addr, &dwarf64_v2), 4);
	assert_int_equal(dw_form_size(DW_FORM_ref_addr, &dwarf32_v5), 4);
	assert_int_equal(dw_form_size(DW_FORM_data16, &dwarf32_v5), 16);
	assert_int_equal(dw_form_size(DW_FORM_strx3, &dwarf32_v5), 3);
	assert_int_equal(dw_form_size(DW_FORM_flag_present, &dwarf32_v5), 0);
	assert_int_equal(dw_form_size(DW_FORM_string, &dwarf32_v5),
			 DW_FORM_VARIABLE);
}

static void forms_that_are_not_known_have_no_size(void **state)
{
	(void)state;
	assert_int_equal(dw_form_size(0, &dwarf32_v5), DW_FORM_UNKNOWN);
	assert_int_equal(dw_form_size(2, &dwarf32_v5), DW_FORM_UNKNOWN);
	assert_int_equal(dw_form_size(0x2d, &dwarf32_v5), DW_FORM_UNKNOWN);
	assert_int_equal(dw_form_size(0x1f03, &dwarf32_v5), DW_FORM_UNKNOWN);
	assert_int_equal(dw_form_size(UINT64_MAX, &dwarf32_v5),
			 DW_FORM_UNKNOWN);
}

struct form_case {
	uint64_t form;
	const char *bytes;
	size_t len;
	enum dw_class class;
	uint64_t u;
};

/* Read each once whole and once with every shorter length, which fails. */
static void check_cases(const struct form_case *cases, size_t nr,
			const struct dw_unit *unit)
{
	for (size_t i = 0; i < nr; i++) {
		const struct form_case *t = &cases[i];
		const uint8_t *bytes = (const uint8_t *)t->bytes;
		struct dw_value value;

		for (size_t len = 0; len <= t->len; len++) {
			struct dw_cursor c = { bytes, bytes + len, false };
			bool read = dw_form_read(&c, t->form, -3, unit, &value);

			if (read != (len == t->len))
				fail_msg("form 0x%x, %zu of %zu bytes",
					 (unsigned int)t->form, len, t->len);
			assert_true(!read || c.p == c.end);
		}
		assert_int_equal(value.class, t->class);
		assert_int_equal(value.u, t->u);
	}
}

#define CASE(form, bytes, class, u) \
	{ form, bytes, sizeof(bytes) - 1, class, (uint64_t)(u) }

static void every_form_is_read_to_its_end(void **state)
{
	static const struct form_case cases[] = {
		CASE(DW_FORM_addr, "\1\0\0\0\0\0\0\x80", DW_VALUE_ADDRESS,
		     0x8000000000000001),
		CASE(DW_FORM_block1, "\2ab", DW_VALUE_BLOCK, 2),
		CASE(DW_FORM_block2, "\2\0ab", DW_VALUE_BLOCK, 2),
		CASE(DW_FORM_block4, "\2\0\0\0ab", DW_VALUE_BLOCK, 2),
		CASE(DW_FORM_block, "\2ab", DW_VALUE_BLOCK, 2),
		CASE(DW_FORM_exprloc, "\1a", DW_VALUE_BLOCK, 1),
		CASE(DW_FORM_data1, "\xff", DW_VALUE_UNSIGNED, 0xff),
		CASE(DW_FORM_data2, "\1\2", DW_VALUE_UNSIGNED, 0x201),
		CASE(DW_FORM_data4, "\1\0\0\1", DW_VALUE_UNSIGNED, 0x1000001),
		CASE(DW_FORM_data8, "\1\0\0\0\0\0\0\1", DW_VALUE_UNSIGNED,
		     0x100000000000001),
		CASE(DW_FORM_data16, "0123456789abcdef", DW_VALUE_BLOCK, 16),
		CASE(DW_FORM_sdata, "\x7f", DW_VALUE_SIGNED, -1),
		CASE(DW_FORM_udata, "\xff\1", DW_VALUE_UNSIGNED, 0xff),
		CASE(DW_FORM_flag, "\1", DW_VALUE_FLAG, 1),
		CASE(DW_FORM_flag_present, "", DW_VALUE_FLAG, 1),
		CASE(DW_FORM_implicit_const, "", DW_VALUE_SIGNED, -3),
		CASE(DW_FORM_string, "ab\0", DW_VALUE_STRING, 0),
		CASE(DW_FORM_strp, "\1\2\0\0", DW_VALUE_STRP, 0x201),
		CASE(DW_FORM_line_strp, "\1\2\0\0", DW_VALUE_LINE_STRP, 0x201),
		CASE(DW_FORM_strx, "\x80\1", DW_VALUE_STRX, 0x80),
		CASE(DW_FORM_strx1, "\5", DW_VALUE_STRX, 5),
		CASE(DW_FORM_strx3, "\1\2\3", DW_VALUE_STRX, 0x30201),
		CASE(DW_FORM_strx4, "\1\2\3\4", DW_VALUE_STRX, 0x4030201),
		CASE(DW_FORM_ref1, "\5", DW_VALUE_REFERENCE, 105),
		CASE(DW_FORM_ref2, "\5\0", DW_VALUE_REFERENCE, 105),
		CASE(DW_FORM_ref4, "\5\0\0\0", DW_VALUE_REFERENCE, 105),
		CASE(DW_FORM_ref8, "\5\0\0\0\0\0\0\0", DW_VALUE_REFERENCE,
		     105),
		CASE(DW_FORM_ref_udata, "\5", DW_VALUE_REFERENCE, 105),
		CASE(DW_FORM_ref_addr, "\5\0\0\0", DW_VALUE_REFERENCE, 5),
		CASE(DW_FORM_ref_sig8, "\1\0\0\0\0\0\0\0",
		     DW_VALUE_SIGNATURE, 1),
		CASE(DW_FORM_sec_offset, "\5\0\0\0", DW_VALUE_SECTION, 5),
		CASE(DW_FORM_loclistx, "\5", DW_VALUE_SECTION, 5),
		CASE(DW_FORM_addrx, "\5", DW_VALUE_ADDRESS, 5),
		CASE(DW_FORM_addrx2, "\5\0", DW_VALUE_ADDRESS, 5),
		CASE(DW_FORM_ref_sup4, "\5\0\0\0", DW_VALUE_SUP_REFERENCE, 5),
		CASE(DW_FORM_GNU_ref_alt, "\5\0\0\0", DW_VALUE_SUP_REFERENCE, 5),
		CASE(DW_FORM_GNU_str_index, "\5", DW_VALUE_STRX, 5),
		CASE(0x2001, "\5\0\0\0\0", DW_VALUE_ADDRESS, 5),
		CASE(DW_FORM_indirect, "\x0b\7", DW_VALUE_UNSIGNED, 7),
		CASE(DW_FORM_indirect, "\x0f\xff\1", DW_VALUE_UNSIGNED, 0xff),
	};

	(void)state;
	check_cases(cases, sizeof(cases) / sizeof(cases[0]), &dwarf32_v5);
}

static void sizes_of_old_and_wide_units_are_read(void **state)
{
	static const struct form_case cases[] = {
		CASE(DW_FORM_addr, "\1\0\0\0", DW_VALUE_ADDRESS, 1),
		CASE(DW_FORM_strp, "\1\0\0\0\1\0\0\0", DW_VALUE_STRP,
		     0x100000001),
		CASE(DW_FORM_ref_addr, "\5\0\0\0", DW_VALUE_REFERENCE, 5),
	};

	(void)state;
	check_cases(cases, sizeof(cases) / sizeof(cases[0]), &dwarf64_v2);
}

static bool reads(uint64_t form, const char *bytes, size_t len,
		  struct dw_value *value)
{
	struct dw_cursor c = {
		(const uint8_t *)bytes, (const uint8_t *)bytes + len, false
	};

	return dw_form_read(&c, form, 0, &dwarf32_v5, value);
}

static void a_reference_too_far_does_not_wrap(void **state)
{
	struct dw_value value;

	(void)state;
	assert_true(reads(DW_FORM_ref1, "\x63", 1, &value));
	assert_int_equal(value.u, 199);
	assert_true(reads(DW_FORM_ref1, "\x64", 1, &value));
	assert_int_equal(value.u, UINT64_MAX);
	assert_true(reads(DW_FORM_ref8, "\xff\xff\xff\xff\xff\xff\xff\xff", 8,
			  &value));
	assert_int_equal(value.u, UINT64_MAX);
}

static void an_indirect_form_does_not_lead_to_itself(void **state)
{
	struct dw_value value;

	(void)state;
	assert_false(reads(DW_FORM_indirect, "\x16\x16\x0b\7", 4, &value));
	assert_false(reads(DW_FORM_indirect, "\x21\7", 2, &value));
	assert_false(reads(DW_FORM_indirect, "\x02\7", 2, &value));
}

static void a_block_longer_than_the_unit_is_refused(void **state)
{
	struct dw_value value;

	(void)state;
	assert_false(reads(DW_FORM_block4, "\xff\xff\xff\xff" "ab", 6, &value));
	assert_false(reads(DW_FORM_block, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\1",
			   10, &value));
}

static void plain_classes_are_of_plain_forms(void **state)
{
	(void)state;
	assert_int_equal(dw_form_plain_class(DW_FORM_ref4),
			 DW_VALUE_REFERENCE);
	assert_int_equal(dw_form_plain_class(DW_FORM_strp), DW_VALUE_STRP);
	assert_int_equal(dw_form_plain_class(DW_FORM_data1),
			 DW_VALUE_UNSIGNED);
	/* not from the start of the unit; no bytes; too many; a block */
	assert_int_equal(dw_form_plain_class(DW_FORM_ref_addr),
			 DW_VALUE_NOT_PLAIN);
	assert_int_equal(dw_form_plain_class(DW_FORM_flag_present),
			 DW_VALUE_NOT_PLAIN);
	assert_int_equal(dw_form_plain_class(DW_FORM_data16),
			 DW_VALUE_NOT_PLAIN);
	assert_int_equal(dw_form_plain_class(DW_FORM_exprloc),
			 DW_VALUE_NOT_PLAIN);
	assert_int_equal(dw_form_plain_class(0), DW_VALUE_NOT_PLAIN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_depend_on_the_unit_where_they_do),
		cmocka_unit_test(forms_that_are_not_known_have_no_size),
		cmocka_unit_test(every_form_is_read_to_its_end),
		cmocka_unit_test(sizes_of_old_and_wide_units_are_read),
		cmocka_unit_test(a_reference_too_far_does_not_wrap),
		cmocka_unit_test(an_indirect_form_does_not_lead_to_itself),
		cmocka_unit_test(a_block_longer_than_the_unit_is_refused),
		cmocka_unit_test(plain_classes_are_of_plain_forms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
