// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect.h"
#include "base/poison.h"

/* What is kept, and how much of each. */
struct keeper {
	struct collected *c;
	struct evidence_shown nr;
};

#define DEFINE_KEEP(kind, array, counter)				\
static int keep_##kind(void *ctx, const struct evidence_##kind *x,	\
		       struct lay_error *err)				\
{									\
	struct keeper *k = ctx;						\
									\
	(void)err;							\
	assert_true(k->nr.counter < COLLECT_MAX);			\
	k->c->array[k->nr.counter++] = *x;				\
	return 0;							\
}

DEFINE_KEEP(sample, sample, samples)
DEFINE_KEEP(map, map, maps)
DEFINE_KEEP(build_id, build_id, build_ids)
DEFINE_KEEP(c2c_line, line, c2c_lines)
DEFINE_KEEP(c2c_access, access, c2c_accesses)
DEFINE_KEEP(fact, fact, facts)
DEFINE_KEEP(lock, lock, locks)
DEFINE_KEEP(lock_point, point, lock_points)
DEFINE_KEEP(function, function, functions)
DEFINE_KEEP(type, type, types)

static int keep_note(void *ctx, const struct evidence_note *n,
		     struct lay_error *err)
{
	struct keeper *k = ctx;
	struct collected *c = k->c;

	(void)err;
	assert_true(c->nr_notes < COLLECT_MAX);
	snprintf(c->note_text[c->nr_notes], sizeof(c->note_text[0]), "%s",
		 n->text);
	c->note[c->nr_notes] = *n;
	c->note[c->nr_notes].text = c->note_text[c->nr_notes];
	c->nr_notes++;
	return 0;
}

static void make_visitor(struct evidence_visitor *v, struct keeper *k)
{
	*v = (struct evidence_visitor){
		.sample = keep_sample, .map = keep_map,
		.build_id = keep_build_id, .c2c_line = keep_c2c_line,
		.c2c_access = keep_c2c_access, .fact = keep_fact,
		.lock = keep_lock, .lock_point = keep_lock_point,
		.function = keep_function, .type = keep_type,
		.note = keep_note, .ctx = k,
	};
}

static void begin(struct collected *c)
{
	c->ev = NULL;
	c->nr_notes = 0;
	c->err = (struct lay_error){ .text = "" };
}

int collect_bytes(struct collected *c, const void *data, size_t len)
{
	struct keeper k = { .c = c };
	struct evidence_visitor v;

	begin(c);
	make_visitor(&v, &k);
	return evidence_read_bytes("input", data, len, &v, &c->ev, &c->err);
}

int collect_text(struct collected *c, const char *text)
{
	return collect_bytes(c, text, strlen(text));
}

int collect_file(struct collected *c, const char *path)
{
	struct keeper k = { .c = c };
	struct evidence_visitor v;

	begin(c);
	make_visitor(&v, &k);
	return evidence_read(path, &v, &c->ev, &c->err);
}

void collect_free(struct collected *c)
{
	evidence_free(c->ev);
	c->ev = NULL;
}

void collect_error(struct collected *c, int rc, const char *text)
{
	assert_true(rc < 0);
	if (!strstr(c->err.text, text))
		fail_msg("'%s' lacks '%s'", c->err.text, text);
}

/* Touch what a visitor may look at. */
static int look_sample(void *ctx, const struct evidence_sample *s,
		       struct lay_error *err)
{
	size_t *sum = ctx;

	(void)err;
	*sum += s->symbol ? strlen(s->symbol) : 0;
	*sum += s->comm ? strlen(s->comm) : 0;
	*sum += s->dso ? strlen(s->dso) : 0;
	return 0;
}

static int look_map(void *ctx, const struct evidence_map *m,
		    struct lay_error *err)
{
	(void)err;
	*(size_t *)ctx += strlen(m->name);
	return 0;
}

static int look_note(void *ctx, const struct evidence_note *n,
		     struct lay_error *err)
{
	(void)err;
	*(size_t *)ctx += strlen(n->text);
	return 0;
}

static void read_once(const uint8_t *data, size_t len)
{
	size_t sum = 0;
	struct evidence_visitor v = {
		.sample = look_sample, .map = look_map, .note = look_note,
		.ctx = &sum,
	};
	struct evidence *ev = NULL;
	struct lay_error err = { .text = "" };
	uint64_t units = 0;
	/* a copy of the exact size: one byte too far is then seen */
	uint8_t *copy = malloc(len ? len : 1);
	int rc;

	assert_non_null(copy);
	memcpy(copy, data, len);
	rc = evidence_read_bytes("mangled", copy, len, &v, &ev, &err);
	if (rc < 0) {
		assert_true(!strncmp(err.text, "mangled: ", 9));
		assert_null(ev);
	} else {
		for (int i = 0; i < EVIDENCE_FATE_NR_; i++)
			units += ev->fate[i];
		assert_int_equal(units, ev->units);
	}
	evidence_free(ev);
	free(copy);
}

/* The same numbers at each run: a failure can be had again. */
static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static size_t mangle(uint8_t *copy, size_t len, uint32_t *state)
{
	unsigned int nr = 1 + next_random(state) % 3;

	for (unsigned int i = 0; i < nr && len; i++) {
		size_t at = next_random(state) % len, n;

		switch (next_random(state) % 5) {
		case 0:
			copy[at] ^= 1u << next_random(state) % 8;
			break;
		case 1:
			copy[at] = next_random(state);
			break;
		case 2:
			copy[at] = 0xff;
			break;
		case 3:	/* remove a piece */
			n = next_random(state) % 16;
			n = n > len - at ? len - at : n;
			memmove(copy + at, copy + at + n, len - at - n);
			len -= n;
			break;
		case 4:	/* write over with a piece from elsewhere */
			n = next_random(state) % 16;
			n = n > len - at ? len - at : n;
			memmove(copy + at, copy + next_random(state) %
						      (len - n + 1), n);
			break;
		}
	}
	return len;
}

void collect_mangled(const void *data, size_t len, unsigned int rounds)
{
	uint8_t *copy = malloc(len);
	uint32_t state = 2463534242u;

	assert_non_null(copy);
	for (size_t n = 0; n <= len; n++)
		read_once(data, n);
	for (unsigned int i = 0; i < rounds; i++) {
		memcpy(copy, data, len);
		read_once(copy, mangle(copy, len, &state));
	}
	free(copy);
}

const char *collect_shared_dir(void)
{
	static char path[4096];
	const char *env = getenv("LAYOUTDIFF_SHARED_DATA");
	const char *srcdir = getenv("srcdir");

	if (env)
		snprintf(path, sizeof(path), "%s", env);
	else
		snprintf(path, sizeof(path), "%s/../shared/data",
			 srcdir ? srcdir : ".");
	return access(path, R_OK) ? NULL : path;
}
