// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/codec.h"
#include "base/poison.h"

#define SIZE 300000

static const enum codec codecs[] = { CODEC_ZSTD, CODEC_GZIP };

struct packed {
	uint8_t plain[SIZE];
	uint8_t *data;
	size_t len;
};

static struct packed *pack(enum codec codec)
{
	struct packed *p = calloc(1, sizeof(*p));
	void *data;

	assert_non_null(p);
	for (size_t i = 0; i < SIZE; i++)
		p->plain[i] = (uint8_t)(i * i >> 7);
	assert_int_equal(codec_pack(codec, p->plain, SIZE, &data, &p->len,
				    NULL), 0);
	p->data = data;
	assert_true(codec_has_magic(codec, data, p->len));
	assert_false(codec_has_magic(codec, data, 2));
	return p;
}

static void unpack_ok(enum codec codec, const void *data, size_t len,
		      void **out, size_t *out_len)
{
	struct lay_error err = { .text = "" };

	if (codec_unpack_all(codec, data, len, 2 * SIZE, out, out_len,
			     &err) < 0)
		fail_msg("%s", err.text);
}

static void what_was_packed_comes_back_also_in_several_frames(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct packed *p = pack(codecs[i]);
		uint8_t *twice = malloc(2 * p->len);
		size_t len;
		void *out;

		assert_non_null(twice);
		unpack_ok(codecs[i], p->data, p->len, &out, &len);
		assert_int_equal(len, SIZE);
		assert_memory_equal(out, p->plain, SIZE);
		free(out);
		memcpy(twice, p->data, p->len);
		memcpy(twice + p->len, p->data, p->len);
		unpack_ok(codecs[i], twice, 2 * p->len, &out, &len);
		assert_int_equal(len, 2 * SIZE);
		assert_memory_equal((uint8_t *)out + SIZE, p->plain, SIZE);
		free(out);
		free(twice);
		free(p->data);
		free(p);
	}
}

static void the_start_can_be_seen_alone(void **state)
{
	uint8_t start[100];

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct packed *p = pack(codecs[i]);

		assert_int_equal(codec_peek(codecs[i], p->data, p->len, start,
					    sizeof(start)), sizeof(start));
		assert_memory_equal(start, p->plain, sizeof(start));
		assert_int_equal(codec_peek(codecs[i], p->plain, 50, start,
					    sizeof(start)), 0);
		free(p->data);
		free(p);
	}
}

static void more_than_the_bound_is_refused(void **state)
{
	struct lay_error err;
	size_t len;
	void *out;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct packed *p = pack(codecs[i]);

		assert_int_equal(codec_unpack_all(codecs[i], p->data, p->len,
						  SIZE - 1, &out, &len, &err),
				 -LAY_E_LIMIT);
		assert_string_equal(err.text,
				    "unpacks to more than 299999 bytes");
		free(p->data);
		free(p);
	}
}

static void zeros_behind_what_is_packed_are_none_of_it(void **state)
{
	struct lay_error err;
	size_t len;
	void *out;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct packed *p = pack(codecs[i]);
		uint8_t *more = calloc(1, p->len + 512);

		assert_non_null(more);
		memcpy(more, p->data, p->len);
		assert_int_equal(codec_unpack_all(codecs[i], more, p->len + 512,
						  2 * SIZE, &out, &len, &err),
				 0);
		assert_int_equal(len, SIZE);
		free(out);
		free(more);
		free(p->data);
		free(p);
	}
}

static void an_end_that_is_missing_or_garbage_behind_it_is_an_error(
	void **state)
{
	struct lay_error err;
	size_t len;
	void *out;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct packed *p = pack(codecs[i]);
		uint8_t *more = calloc(1, p->len + 8);

		assert_non_null(more);
		memcpy(more, p->data, p->len);
		for (size_t cut = 0; cut < p->len; cut += 1 + cut / 7)
			assert_int_equal(codec_unpack_all(codecs[i], more, cut,
							  2 * SIZE, &out, &len,
							  &err),
					 -LAY_E_FORMAT);
		memcpy(more + p->len, "garbage", 8);
		assert_int_equal(codec_unpack_all(codecs[i], more, p->len + 8,
						  2 * SIZE, &out, &len, &err),
				 -LAY_E_FORMAT);
		assert_non_null(strstr(err.text, "behind the packed data"));
		free(more);
		free(p->data);
		free(p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			what_was_packed_comes_back_also_in_several_frames),
		cmocka_unit_test(the_start_can_be_seen_alone),
		cmocka_unit_test(more_than_the_bound_is_refused),
		cmocka_unit_test(zeros_behind_what_is_packed_are_none_of_it),
		cmocka_unit_test(
			an_end_that_is_missing_or_garbage_behind_it_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
