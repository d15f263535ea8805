// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/samples.h"
#include "unit/evidence/pdwriter.h"
#include "base/poison.h"

static void add_seed(struct fuzz_samples *f, const char *name, const void *data,
		     size_t len, bool text)
{
	const char *only = getenv("LAY_FUZZ_READER");
	struct fuzz_seed *s = &f->seed[f->nr_seeds];

	if (only && strncmp(name, only, strlen(only)))
		return;
	if (f->nr_seeds++ == FUZZ_NR_SEEDS)
		abort();
	*s = (struct fuzz_seed){ .name = strdup(name), .len = len, .text = text,
			    .data = malloc(len ? len : 1) };
	if (!s->name || !s->data)
		abort();
	memcpy(s->data, data, len);
}

static void add_file(struct fuzz_samples *f, const char *dir, const char *name)
{
	static uint8_t buf[FUZZ_SAMPLES_SIZE];
	char path[1200];
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "r");
	if (!file)
		abort();
	len = fread(buf, 1, sizeof(buf), file);
	fclose(file);
	add_seed(f, name, buf, len, strstr(name, ".txt"));
}

static int is_seed(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static void add_corpus(struct fuzz_samples *f)
{
	const char *top = getenv("top_srcdir");
	struct dirent **list;
	char dir[900];
	int nr;

	snprintf(dir, sizeof(dir), "%s/tests/fuzz/corpus/evidence",
		 top ? top : ".");
	nr = scandir(dir, &list, is_seed, alphasort);
	for (int i = 0; i < nr; i++) {
		add_file(f, dir, list[i]->d_name);
		free(list[i]);
	}
	if (nr >= 0)
		free(list);
}

#define FIELDS	(1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 14 | \
		 1 << 15)

static void write_records(struct pdw *w)
{
	size_t at = pdw_record_begin(w, 1, 1);	/* where the kernel is */

	pdw_u32(w, UINT32_MAX);
	pdw_u32(w, 0);
	pdw_u64(w, 0xffffffff81000000);
	pdw_u64(w, 0x1000000);
	pdw_u64(w, 0xffffffff81000000);
	pdw_text(w, "[kernel.kallsyms]_text");
	pdw_record_end(w, at);
	for (uint64_t i = 0; i < 4; i++) {
		at = pdw_record_begin(w, 9, 1);
		pdw_u64(w, 0xffffffff81000100 + i);
		pdw_u32(w, 1);
		pdw_u32(w, 1);
		pdw_u64(w, 1000 + i);
		pdw_u64(w, 0xffff888000001000 + i);
		pdw_u32(w, (uint32_t)i);
		pdw_u32(w, 0);
		pdw_u64(w, 2);			/* a call chain */
		pdw_u64(w, 0xffffffff81000100);
		pdw_u64(w, 0xffffffff81000200);
		pdw_u64(w, 100 * i);
		pdw_u64(w, i & 1 ? 0x10669800842 : 0x5080144);
		pdw_record_end(w, at);
	}
	at = pdw_record_begin(w, 68, 0);	/* a round of them is finished */
	pdw_record_end(w, at);
}

static void add_perfdata(struct fuzz_samples *f, bool big, bool pipe)
{
	static const unsigned int features[] = { 3, 4 };
	const struct pdw_attr attr = {
		.type = 4, .config = 0x1cd, .sample_type = FIELDS,
		.precise = 2,
	};
	struct pdw w = { .big = big };
	size_t at;

	if (pipe) {
		pdw_pipe_begin(&w);
		at = pdw_record_begin(&w, 64, 0);
		pdw_attr_body(&w, &attr, 112);
		pdw_record_end(&w, at);
		write_records(&w);
	} else {
		pdw_file_begin(&w, 1, 136);
		pdw_attr(&w, &attr);
		pdw_data_begin(&w);
		write_records(&w);
		pdw_data_end(&w);
		pdw_features(&w, features, 2);
		for (int i = 0; i < 2; i++) {
			pdw_feature_begin(&w);
			pdw_header_string(&w, "6.1.0");
			pdw_feature_end(&w);
		}
	}
	add_seed(f, "perf.data", w.buf, w.len, false);
	pdw_free(&w);
}

/* Some bytes become others: where numbers are, numbers that are much. */
static void damage_bytes(struct fuzz_samples *f, uint8_t *data, size_t len)
{
	static const uint64_t numbers[] = {
		0, 1, 7, 8, 255, 0xffff, 0x10000, 0x7fffffff, 0xffffffff,
		UINT64_C(0x7fffffffffffffff), UINT64_MAX, UINT64_MAX - 7,
	};
	size_t at = fuzz_below(&f->rng, len);
	uint64_t n = numbers[fuzz_below(&f->rng, 12)];
	size_t width = (size_t)1 << fuzz_below(&f->rng, 4);

	switch (fuzz_below(&f->rng, 3)) {
	case 0:
		data[at] ^= (uint8_t)(1u << fuzz_below(&f->rng, 8));
		break;
	case 1:
		data[at] = (uint8_t)fuzz_next(&f->rng);
		break;
	default:
		at &= ~(width - 1);
		if (at + width <= len)
			memcpy(data + at, &n, width);
	}
}

/* A piece of the input stands twice, or not at all, or another text there. */
static size_t damage_text(struct fuzz_samples *f, uint8_t *data, size_t len)
{
	static const char *const pieces[] = {
		"\n", " ", "\t", "0", "-", "%", "18446744073709551616", "100.00%",
		"0xffffffffffffffff", "nan", "#", "> ", "[k] ", "{", "}", "\r\n",
	};
	const char *piece = pieces[fuzz_below(&f->rng, 16)];
	size_t at = fuzz_below(&f->rng, len), n, from;

	switch (fuzz_below(&f->rng, 3)) {
	case 0:		/* gone */
		n = 1 + fuzz_below(&f->rng, len - at < 40 ? len - at : 40);
		memmove(data + at, data + at + n, len - at - n);
		return len - n;
	case 1:		/* twice */
		from = fuzz_below(&f->rng, len);
		n = 1 + fuzz_below(&f->rng, len - from < 200 ? len - from : 200);
		break;
	default:
		n = strlen(piece);
		from = len;
	}
	if (len + n > FUZZ_SAMPLES_SIZE)
		return len;
	memmove(data + at + n, data + at, len - at);
	if (from == len)
		memcpy(data + at, piece, n);
	else
		memmove(data + at, data + (from >= at ? from + n : from), n);
	return len + n;
}

int fuzz_samples_init(struct fuzz_samples *f, uint64_t seed)
{
	*f = (struct fuzz_samples){ .rng.state = seed };
	add_corpus(f);
	for (int k = 0; k < 4; k++)
		add_perfdata(f, k & 1, k & 2);
	if (f->nr_seeds <= 4 && !getenv("LAY_FUZZ_READER")) {
		printf("no corpus was found\n");
		return -1;
	}
	if (!f->nr_seeds)
		printf("no input has such a name\n");
	return f->nr_seeds ? 0 : -1;
}

void fuzz_samples_free(struct fuzz_samples *f)
{
	for (size_t k = 0; k < f->nr_seeds; k++) {
		free(f->seed[k].name);
		free(f->seed[k].data);
	}
}

size_t fuzz_samples_next(struct fuzz_samples *f, uint8_t *data)
{
	const struct fuzz_seed *s = &f->seed[fuzz_below(&f->rng, f->nr_seeds)];
	uint64_t nr = 1 + fuzz_below(&f->rng, 6);
	size_t len = s->len;

	memcpy(data, s->data, len);
	for (uint64_t i = 0; i < nr && len > 1; i++) {
		if (s->text && fuzz_below(&f->rng, 4))
			len = damage_text(f, data, len);
		else if (!fuzz_below(&f->rng, 16))
			len = 1 + fuzz_below(&f->rng, len);
		else
			damage_bytes(f, data, len);
	}
	return len;
}

unsigned long fuzz_number(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : otherwise;
}
