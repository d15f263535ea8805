// SPDX-License-Identifier: GPL-2.0-only
/*
 * Inputs of samples as they are, then damaged, by the thousand and always in
 * the same ways: no crash, no endless loop, no leak (built with
 * --enable-sanitizers), and totals that balance. The texts are those of
 * corpus/evidence, where inputs that once did harm are kept too; perf.data is
 * written here, as a file and as a pipe, in both byte orders.
 *
 *	LAY_FUZZ_CASES=N	how many, 20000 when not set
 *	LAY_FUZZ_SECONDS=N	begin no new one after so much processor time
 *	LAY_FUZZ_SEED=N		in other ways
 *	LAY_FUZZ_READER=NAME	only inputs whose name begins so: perf.data, script,
 *				c2c, report, annotate, lock_stat, mixture
 */
#include <config.h>

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "evidence/evidence.h"
#include "fuzz/fuzz.h"
#include "unit/evidence/pdwriter.h"
#include "base/poison.h"

#define HANG_SECONDS	10
#define MAX_SEEDS	64
#define MAX_SIZE	((size_t)1 << 16)

struct seed {
	char *name;
	uint8_t *data;
	size_t len;
	bool text;
};

struct fuzz {
	struct fuzz_rng rng;
	struct seed seed[MAX_SEEDS];
	size_t nr_seeds;
	uint64_t nr_read, nr_shown;
	uint64_t nr_by[EVIDENCE_FORMAT_NR_];	/* read, by format */
	uint64_t sum;		/* of what was shown, so that it is looked at */
};

static void look_at(struct fuzz *f, const char *s)
{
	if (s)
		f->sum += strlen(s);
}

static int see_sample(void *ctx, const struct evidence_sample *s,
		      struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	f->sum += s->ip + s->addr + s->src.is;
	look_at(f, s->comm);
	look_at(f, s->symbol);
	look_at(f, s->dso);
	return 0;
}

static int see_map(void *ctx, const struct evidence_map *m,
		   struct lay_error *err)
{
	(void)err;
	look_at(ctx, m->name);
	look_at(ctx, m->ref_symbol);
	if (m->build_id_size > sizeof(m->build_id))
		abort();
	return 0;
}

static int see_access(void *ctx, const struct evidence_c2c_access *a,
		      struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, a->symbol);
	look_at(f, a->cpus);
	return 0;
}

static int see_lock(void *ctx, const struct evidence_lock *l,
		    struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, l->name);
	return 0;
}

static int see_function(void *ctx, const struct evidence_function *fn,
			struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, fn->symbol);
	return 0;
}

static int see_type(void *ctx, const struct evidence_type *t,
		    struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, t->type);
	look_at(f, t->field);
	return 0;
}

/* An error must have a text; the balance is asserted by the reader. */
static void read_one(struct fuzz *f, const uint8_t *data, size_t len)
{
	const struct evidence_visitor visitor = {
		.sample = see_sample, .map = see_map, .c2c_access = see_access,
		.lock = see_lock, .function = see_function, .type = see_type,
		.ctx = f,
	};
	struct lay_error err = { .text = "" };
	struct evidence *ev = NULL;
	uint8_t *copy = malloc(len ? len : 1);

	if (!copy)
		abort();
	memcpy(copy, data, len);	/* no slack to read past it */
	if (evidence_read_bytes("seed", copy, len, &visitor, &ev, &err) == 0) {
		f->nr_read++;
		for (unsigned int i = 0; i < EVIDENCE_FORMAT_NR_; i++)
			f->nr_by[i] += ev->formats >> i & 1;
		evidence_free(ev);
	} else if (!err.text[0]) {
		abort();
	}
	free(copy);
}

static void add_seed(struct fuzz *f, const char *name, const void *data,
		     size_t len, bool text)
{
	const char *only = getenv("LAY_FUZZ_READER");
	struct seed *s = &f->seed[f->nr_seeds];

	if (only && strncmp(name, only, strlen(only)))
		return;
	if (f->nr_seeds++ == MAX_SEEDS)
		abort();
	*s = (struct seed){ .name = strdup(name), .len = len, .text = text,
			    .data = malloc(len ? len : 1) };
	if (!s->name || !s->data)
		abort();
	memcpy(s->data, data, len);
}

static void add_file(struct fuzz *f, const char *dir, const char *name)
{
	static uint8_t buf[MAX_SIZE];
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

static void add_corpus(struct fuzz *f)
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

static void add_perfdata(struct fuzz *f, bool big, bool pipe)
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
static void damage_bytes(struct fuzz *f, uint8_t *data, size_t len)
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
static size_t damage_text(struct fuzz *f, uint8_t *data, size_t len)
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
	if (len + n > MAX_SIZE)
		return len;
	memmove(data + at + n, data + at, len - at);
	if (from == len)
		memcpy(data + at, piece, n);
	else
		memmove(data + at, data + (from >= at ? from + n : from), n);
	return len + n;
}

static void run_case(struct fuzz *f)
{
	static uint8_t data[MAX_SIZE];
	const struct seed *s = &f->seed[fuzz_below(&f->rng, f->nr_seeds)];
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
	read_one(f, data, len);
}

static unsigned long number(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : otherwise;
}

int main(void)
{
	unsigned long nr_cases = number("LAY_FUZZ_CASES", 20000), i;
	unsigned long seconds = number("LAY_FUZZ_SECONDS", 10);
	struct fuzz f = { .rng.state = number("LAY_FUZZ_SEED", 1) };

	add_corpus(&f);
	for (int k = 0; k < 4; k++)
		add_perfdata(&f, k & 1, k & 2);
	if (f.nr_seeds <= 4 && !getenv("LAY_FUZZ_READER")) {
		printf("no corpus was found\n");
		return 1;
	}
	if (!f.nr_seeds) {
		printf("no input has such a name\n");
		return 1;
	}
	for (size_t k = 0; k < f.nr_seeds; k++)
		read_one(&f, f.seed[k].data, f.seed[k].len);
	printf("%zu seeds, %" PRIu64 " read\n", f.nr_seeds, f.nr_read);
	for (i = 0; i < nr_cases; i++) {
		if (clock() / CLOCKS_PER_SEC >= (clock_t)seconds)
			break;
		alarm(HANG_SECONDS);
		run_case(&f);
	}
	printf("%lu cases, %" PRIu64 " read, %" PRIu64 " things shown\n", i,
	       f.nr_read, f.nr_shown);
	for (unsigned int k = 0; k < EVIDENCE_FORMAT_NR_; k++)
		printf("%s: %" PRIu64 " read\n", evidence_format_name(k),
		       f.nr_by[k]);
	for (size_t k = 0; k < f.nr_seeds; k++) {
		free(f.seed[k].name);
		free(f.seed[k].data);
	}
	/* damage that nothing survives tests nothing */
	return i > 1000 && (!f.nr_read || !f.nr_shown);
}
