// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/dwarf-test.h"
#include "dwarf/bytes.h"
#include "base/poison.h"

static struct dw_cursor cursor(const void *bytes, size_t len)
{
	return (struct dw_cursor){ bytes, (const uint8_t *)bytes + len, false };
}

static void loads_follow_the_byte_order(void **state)
{
	static const uint8_t b[] = { 1, 2, 3, 4, 5, 6, 7, 8 };

	(void)state;
	assert_int_equal(dw_load(b, 1, true), 1);
	assert_int_equal(dw_load(b, 2, true), 0x0102);
	assert_int_equal(dw_load(b, 2, false), 0x0201);
	assert_int_equal(dw_load(b, 3, true), 0x010203);
	assert_int_equal(dw_load(b, 3, false), 0x030201);
	assert_int_equal(dw_load(b, 4, true), 0x01020304);
	assert_int_equal(dw_load(b, 4, false), 0x04030201);
	assert_int_equal(dw_load(b, 8, true), 0x0102030405060708);
	assert_int_equal(dw_load(b, 8, false), 0x0807060504030201);
}

/* Write a value, read it back, then once more with a byte less. */
static void check_uleb(uint64_t value)
{
	struct byte_buf b;
	struct dw_cursor c;
	uint64_t got;

	byte_buf_init(&b, false);
	byte_buf_uleb(&b, value);
	c = cursor(b.data, b.len);
	assert_true(dw_read_uleb(&c, &got));
	assert_int_equal(got, value);
	assert_ptr_equal(c.p, c.end);
	c = cursor(b.data, b.len - 1);
	assert_false(dw_read_uleb(&c, &got));
	assert_ptr_equal(c.p, b.data);
	byte_buf_free(&b);
}

static void check_sleb(int64_t value)
{
	struct byte_buf b;
	struct dw_cursor c;
	int64_t got;

	byte_buf_init(&b, false);
	byte_buf_sleb(&b, value);
	c = cursor(b.data, b.len);
	assert_true(dw_read_sleb(&c, &got));
	assert_int_equal(got, value);
	assert_ptr_equal(c.p, c.end);
	c = cursor(b.data, b.len - 1);
	assert_false(dw_read_sleb(&c, &got));
	byte_buf_free(&b);
}

static void leb128_of_every_length_is_read(void **state)
{
	(void)state;
	for (unsigned int bit = 0; bit < 64; bit++) {
		uint64_t v = UINT64_C(1) << bit;

		check_uleb(v);
		check_uleb(v - 1);
		check_sleb((int64_t)v);
		check_sleb((int64_t)(v - 1));
		check_sleb((int64_t)(0 - v));
	}
	check_uleb(UINT64_MAX);
	check_sleb(INT64_MAX);
	check_sleb(INT64_MIN);
}

static void padded_leb128_is_read(void **state)
{
	static const uint8_t zero[] = "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\0";
	static const uint8_t minus_1[] = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
	struct dw_cursor c = cursor(zero, 12);
	uint64_t u = 1;
	int64_t s = 0;

	(void)state;
	assert_true(dw_read_uleb(&c, &u));
	assert_int_equal(u, 0);
	c = cursor(minus_1, 12);
	assert_true(dw_read_sleb(&c, &s));
	assert_int_equal(s, -1);
}

static void leb128_of_more_than_64_bits_is_refused(void **state)
{
	static const uint8_t over[] = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02";
	static const uint8_t far[] = "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01";
	struct dw_cursor c = cursor(over, 10);
	uint64_t u;
	int64_t s;

	(void)state;
	assert_false(dw_read_uleb(&c, &u));
	assert_false(dw_read_sleb(&c, &s));
	c = cursor(far, 11);
	assert_false(dw_read_uleb(&c, &u));
	assert_false(dw_read_sleb(&c, &s));
}

static void a_cursor_does_not_pass_its_end(void **state)
{
	struct dw_cursor c = cursor("abc", 3);
	const char *s;
	uint64_t u;
	size_t len;

	(void)state;
	assert_false(dw_read(&c, 4, &u));
	assert_false(dw_skip(&c, 4));
	assert_false(dw_skip(&c, UINT64_MAX));
	assert_false(dw_read_string(&c, &s, &len));
	assert_int_equal(dw_left(&c), 3);
	assert_true(dw_skip(&c, 3));
	assert_false(dw_read(&c, 1, &u));
	assert_false(dw_read_uleb(&c, &u));
	c = cursor("abc", 4);
	assert_true(dw_read_string(&c, &s, &len));
	assert_int_equal(len, 3);
	assert_int_equal(dw_left(&c), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loads_follow_the_byte_order),
		cmocka_unit_test(leb128_of_every_length_is_read),
		cmocka_unit_test(padded_leb128_is_read),
		cmocka_unit_test(leb128_of_more_than_64_bits_is_refused),
		cmocka_unit_test(a_cursor_does_not_pass_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
