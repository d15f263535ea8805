// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <cmocka.h>

#include "base/codec.h"
#include "base/poison.h"

#define SIZE 100000

struct packed {
	uint8_t plain[SIZE];
	uint8_t out[SIZE];
	uint8_t data[2 * SIZE];
	size_t len;
};

/* Text that packs, but not to nothing. */
static struct packed *pack(enum codec codec)
{
	struct packed *p = calloc(1, sizeof(*p));
	uLongf len = sizeof(p->data);

	assert_non_null(p);
	for (size_t i = 0; i < SIZE; i++)
		p->plain[i] = (uint8_t)(i * i >> 7);
	if (codec == CODEC_ZSTD) {
		p->len = ZSTD_compress(p->data, sizeof(p->data), p->plain, SIZE,
				       1);
	} else {
		assert_int_equal(compress(p->data, &len, p->plain, SIZE), Z_OK);
		p->len = len;
	}
	return p;
}

static void what_was_packed_comes_back(void **state)
{
	(void)state;
	for (int codec = CODEC_ZLIB; codec <= CODEC_ZSTD; codec++) {
		struct packed *p = pack(codec);
		struct lay_error err = { .text = "" };

		assert_int_equal(codec_unpack(codec, p->data, p->len, p->out,
					      SIZE, &err), 0);
		assert_memory_equal(p->out, p->plain, SIZE);
		free(p);
	}
}

static void a_size_that_is_not_the_packed_one_is_an_error(void **state)
{
	static const size_t sizes[] = { 0, 1, SIZE - 1, SIZE + 1 };

	(void)state;
	for (int codec = CODEC_ZLIB; codec <= CODEC_ZSTD; codec++) {
		struct packed *p = pack(codec);

		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			uint8_t *out = malloc(sizes[i] ? sizes[i] : 1);

			assert_int_equal(codec_unpack(codec, p->data, p->len,
						      out, sizes[i], NULL),
					 -LAY_E_FORMAT);
			free(out);
		}
		free(p);
	}
}

static void packed_data_that_is_cut_is_an_error(void **state)
{
	(void)state;
	for (int codec = CODEC_ZLIB; codec <= CODEC_ZSTD; codec++) {
		struct packed *p = pack(codec);

		for (size_t len = 0; len < p->len; len += 1 + len / 7)
			assert_int_equal(codec_unpack(codec, p->data, len,
						      p->out, SIZE, NULL),
					 -LAY_E_FORMAT);
		assert_int_equal(codec_unpack(codec, p->data, p->len - 1,
					      p->out, SIZE, NULL),
				 -LAY_E_FORMAT);
		free(p);
	}
}

static void nothing_unpacks_to_nothing(void **state)
{
	uint8_t data[64];
	uLongf len = sizeof(data);

	(void)state;
	assert_int_equal(compress(data, &len, (const Bytef *)"", 0), Z_OK);
	assert_int_equal(codec_unpack(CODEC_ZLIB, data, len, NULL, 0, NULL), 0);
	len = ZSTD_compress(data, sizeof(data), "", 0, 1);
	assert_int_equal(codec_unpack(CODEC_ZSTD, data, len, NULL, 0, NULL), 0);
}

static void noise_is_an_error(void **state)
{
	static const uint8_t noise[64] = { 0x78, 0x9c, 0xff, 0xee };
	struct lay_error err = { .text = "" };
	uint8_t out[64];

	(void)state;
	assert_int_equal(codec_unpack(CODEC_ZLIB, noise, sizeof(noise), out,
				      sizeof(out), &err), -LAY_E_FORMAT);
	assert_non_null(strstr(err.text, "damaged zlib data"));
	assert_int_equal(codec_unpack(CODEC_ZSTD, noise, sizeof(noise), out,
				      sizeof(out), &err), -LAY_E_FORMAT);
	assert_non_null(strstr(err.text, "damaged zstd data"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_packed_comes_back),
		cmocka_unit_test(a_size_that_is_not_the_packed_one_is_an_error),
		cmocka_unit_test(packed_data_that_is_cut_is_an_error),
		cmocka_unit_test(nothing_unpacks_to_nothing),
		cmocka_unit_test(noise_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
