// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damage snapshots, by the thousand and always in the same ways, and ask all
 * there is to ask of what is still read: no crash, no endless loop, no leak
 * (built with --enable-sanitizers).
 *
 * LAY_FUZZ_CASES: how many, 20000 when not set.
 */
#include <config.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/codec.h"
#include "fuzz/fuzz.h"
#include "snapshot/reader.h"
#include "base/poison.h"

#define HANG_SECONDS 10
#define MAX_TEXT 8192

/* A type of every kind, some in others; see layoutdiff.snapshot(5). */
static const char seed_text[] =
	"{\"schema\":\"layoutdiff.snapshot/2\",\"whole\":true,\"identity\":{"
	"\"release\":\"6.1\",\"build_id\":\"ab\",\"machine\":\"x86_64\","
	"\"word_size\":8,\"big_endian\":false,\"line_size\":64,"
	"\"max_scalar\":16,\"source\":\"DWARF 5\",\"not_known\":null,"
	"\"nr_units\":3,\"producers\":[[\"cc\",2]]},\"strings\":[\"int\",\"s\","
	"\"u\",\"e\",\"t\",\"f.c\",\"why\",\"m\"],\"types\":["
	"[2,1,1,4,0,0,0,0,0,1,0]," /* 1 int */
	"[3,1,0,8,0,0,0,0,1],"	/* 2 int * */
	"[6,1,4,4,0,0,6,3,1,4,1,\"18446744073709551615\",5,0,0],"
	"[8,0,0,0,0,0,0,0,1,3,1,0,0],"	/* 4 int [3][] */
	"[5,1,3,8,0,0,6,4,0,8,1,0,0,0,0,6,5,8,2,0,0,0,0,6,6],"
	"[7,0,5,0,16,0,6,7,5],"	/* 6 typedef union u t */
	"[9,64,0,0,0,0,0,0,1,2,1,6],"
	"[3,1,0,8,0,0,0,0,7],"
	"[10,0,0,0,0,0,0,0,6],[11,0,0,0,0,0,0,0,3],"
	"[4,1,2,40,8,0,6,9,0,"
	"8,1,0,3,0,1,6,10,8,1,3,29,0,1,6,11,8,9,64,0,0,0,6,12,"
	"8,10,128,0,0,0,6,13,8,8,192,0,0,0,6,14,8,4,256,0,0,0,6,15,"
	"0,5,256,0,4,2,6,16],"
	"[0,0,0,0,0,7,0,0,0],[1,0,0,0,0,0,0,0,0],[12,0,0,0,0,0,0,0,2],"
	"[13,0,0,0,0,0,0,0,1],"
	"[4,17,7,80,0,7,6,20,0,8,11,0,0,0,0,6,21,8,11,320,0,0,0,6,22]],"
	"\"definitions\":[[2,4,0,40,7,2,6,0,0,1,2,11,0],"
	"[3,5,0,8,2,1,6,0,0,1,3,5,0],"
	"[4,6,2,4,2,1,6,0,0,4,4,3,0],[5,7,0,8,0,1,6,0,0,5,5,6,0],"
	"[7,4,0,80,2,1,6,0,0,6,6,16,0],[5,4,1,0,0,1,6,0,0,7,7,0,7]]}";

struct fuzz {
	struct fuzz_rng rng;
	uint64_t nr_read, nr_laid_out;
};

static uint32_t draw(struct fuzz *f, uint32_t below)
{
	return (uint32_t)fuzz_below(&f->rng, below);
}

/* Put @with where the @len bytes at @at are. */
static void replace(char *text, size_t at, size_t len, const char *with)
{
	size_t with_len = strlen(with), all = strlen(text);

	if (all - len + with_len >= MAX_TEXT)
		return;
	memmove(text + at + with_len, text + at + len, all - at - len + 1);
	memcpy(text + at, with, with_len);
}

/* Where a number begins, at or behind @at; the end if none does. */
static size_t find_number(const char *text, size_t at)
{
	while (text[at] && !(isdigit((unsigned char)text[at]) &&
			     (!at || !isalnum((unsigned char)text[at - 1]))))
		at++;
	return at;
}

static void damage(struct fuzz *f, char *text)
{
	static const char *const words[] = {
		"0", "1", "-1", "2147483648", "4294967295", "4294967296",
		"9223372036854775807", "99999999999999999999",
		"\"18446744073709551615\"", "\"9223372036854775808\"", "1e9",
		"null", "[]", "{}", "[0]", "true", "\"\"", "[", "]", "}", ",",
		"\"", "\\", "0]", "0,[", "],[",
	};
	uint32_t len = (uint32_t)strlen(text);
	size_t at = draw(f, len), number = find_number(text, at);
	char small[8];

	snprintf(small, sizeof(small), "%" PRIu32, draw(f, 20));
	switch (draw(f, 8)) {
	case 0:
		text[at] = (char)(1 + draw(f, 255));
		break;
	case 1:
		replace(text, at, 1, "");
		break;
	case 2:
		text[at] = '\0';
		break;
	case 3:
		replace(text, number, strspn(text + number, "0123456789"),
			words[draw(f, sizeof(words) / sizeof(words[0]))]);
		break;
	default:	/* the number of some type or string, or a kind */
		replace(text, number, strspn(text + number, "0123456789"),
			small);
	}
}

static void run_text(struct fuzz *f, const char *text, size_t len)
{
	struct lay_error err = { .text = "" };
	struct reader *reader = NULL;

	if (snapshot_reader_create(text, len, &reader, &err) < 0) {
		if (!err.text[0] || reader)
			abort();
		return;
	}
	f->nr_read++;
	f->nr_laid_out += fuzz_exercise_reader(reader, false);
	reader->ops->close(reader);
}

static void run_case(struct fuzz *f)
{
	char text[MAX_TEXT];
	size_t len;
	char *own;

	memcpy(text, seed_text, sizeof(seed_text));
	for (uint32_t i = 1 + draw(f, 3); i && text[0]; i--)
		damage(f, text);
	len = strlen(text);
	own = malloc(len + 1);	/* no slack to read past it */
	if (!own)
		abort();
	memcpy(own, text, len);
	run_text(f, own, len);
	free(own);
}

/* A packed one: bytes of it change, or its end goes. */
static void run_packed(struct fuzz *f, enum codec codec, const uint8_t *packed,
		       size_t len)
{
	uint8_t *own = malloc(len);
	size_t out_len, own_len = len;
	struct lay_error err = { .text = "" };
	char start[16];
	void *out;

	if (!own)
		abort();
	memcpy(own, packed, len);
	own[draw(f, (uint32_t)len)] ^= (uint8_t)(1 + draw(f, 255));
	if (draw(f, 4) == 0)
		own_len = draw(f, (uint32_t)len);
	codec_peek(codec, own, own_len, start, sizeof(start));
	if (codec_unpack_all(codec, own, own_len, 1 << 20, &out, &out_len,
			     &err) == 0) {
		run_text(f, out, out_len);
		free(out);
	} else if (!err.text[0]) {
		abort();
	}
	free(own);
}

int main(void)
{
	const unsigned long nr_cases = fuzz_nr_cases(20000);
	static const enum codec codecs[] = { CODEC_ZSTD, CODEC_GZIP };
	struct fuzz f = { .rng = { 1 } };
	void *packed[2];
	size_t len[2];

	run_text(&f, seed_text, strlen(seed_text));
	if (f.nr_read != 1 || f.nr_laid_out < 3)
		abort();
	for (int i = 0; i < 2; i++)
		if (codec_pack(codecs[i], seed_text, strlen(seed_text),
			       &packed[i], &len[i], NULL) < 0)
			abort();
	for (unsigned long i = 0; i < nr_cases; i++) {
		alarm(HANG_SECONDS);
		if (i % 8 < 2)
			run_packed(&f, codecs[i % 8], packed[i % 8],
				   len[i % 8]);
		else
			run_case(&f);
	}
	free(packed[0]);
	free(packed[1]);
	printf("%lu cases, %" PRIu64 " still read, %" PRIu64
	       " records laid out\n", nr_cases, f.nr_read, f.nr_laid_out);
	/* damage that nothing survives, or everything, tests nothing */
	return nr_cases > 1000 && (f.nr_read < 10 || f.nr_read > nr_cases);
}
