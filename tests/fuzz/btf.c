// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damage BTF that has every kind of type, by the thousand and always in the
 * same ways, and ask all there is to ask of what is still read: no crash, no
 * endless loop, no leak (built with --enable-sanitizers, or under valgrind,
 * which sees into libbpf too).
 *
 * LAY_FUZZ_CASES: how many, 20000 when not set.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "btf/check.h"
#include "btf/reader.h"
#include "fuzz/fuzz.h"
#include "unit/btf-writer.h"
#include "base/poison.h"

#define HANG_SECONDS 10

struct fuzz {
	struct fuzz_rng rng;
	uint64_t nr_read, nr_laid_out;
};

static uint32_t draw(struct fuzz *f, uint32_t below)
{
	return (uint32_t)fuzz_below(&f->rng, below);
}

static void write_functions(struct btf_writer *w, uint32_t i)
{
	uint32_t proto = btf_writer_raw(w, 0,
		btf_writer_info(BTF_KIND_FUNC_PROTO, false, 2), i);
	uint32_t var;

	btf_writer_word(w, 0);
	btf_writer_word(w, i);
	btf_writer_word(w, 0);
	btf_writer_word(w, 0);
	btf_writer_of(w, BTF_KIND_FUNC, "function", proto);
	btf_writer_of(w, BTF_KIND_PTR, NULL, proto);
	btf_writer_of(w, BTF_KIND_TYPEDEF, "call_t", w->next_id - 1);
	var = btf_writer_of(w, BTF_KIND_VAR, "variable", i);
	btf_writer_word(w, BTF_VAR_STATIC);
	btf_writer_raw(w, 0, btf_writer_info(BTF_KIND_DATASEC, false, 1), 4);
	btf_writer_word(w, var);
	btf_writer_word(w, 0);
	btf_writer_word(w, 4);
	btf_writer_of(w, BTF_KIND_DECL_TAG, "tag", var);
	btf_writer_word(w, UINT32_MAX);
}

static void write_enums(struct btf_writer *w)
{
	uint32_t at = btf_writer_name(w, "VALUE");

	btf_writer_raw(w, at, btf_writer_info(BTF_KIND_ENUM, true, 2), 4);
	for (uint32_t i = 0; i < 2; i++) {
		btf_writer_word(w, at);
		btf_writer_word(w, i);
	}
	btf_writer_raw(w, at, btf_writer_info(BTF_WRITER_ENUM64, false, 1), 8);
	btf_writer_word(w, at);
	btf_writer_word(w, 1);
	btf_writer_word(w, 1);
}

/* Every kind there is. */
static void write_types(struct btf_writer *w, uint32_t i)
{
	uint32_t inner, fwd, array;

	write_enums(w);
	write_functions(w, i);
	fwd = btf_writer_fwd(w, "declared", false);
	btf_writer_of(w, BTF_WRITER_TYPE_TAG, "user", fwd);
	btf_writer_of(w, BTF_KIND_VOLATILE, NULL, w->next_id - 1);
	btf_writer_of(w, BTF_KIND_PTR, NULL, w->next_id - 1);
	btf_writer_of(w, BTF_KIND_RESTRICT, NULL, w->next_id - 1);
	btf_writer_of(w, BTF_KIND_FLOAT, "double", 8);
	inner = btf_writer_record(w, BTF_KIND_UNION, false, NULL, 8, 2);
	btf_writer_member(w, "a", i, 0);
	btf_writer_member(w, "d", w->next_id - 2, 0);
	array = btf_writer_array(w, inner, 3);
	array = btf_writer_array(w, array, 2);
	btf_writer_record(w, BTF_KIND_STRUCT, true, "outer", 72, 4);
	btf_writer_member(w, NULL, inner, 0);
	btf_writer_member(w, "array", array, 64);
	btf_writer_member(w, "bits", i, 3u << 24 | 448);
	btf_writer_member(w, "more", i, 7u << 24 | 451);
	btf_writer_struct(w, "again", 80, 2);
	btf_writer_member(w, "o", w->next_id - 2, 0);
	btf_writer_member(w, "p", inner - 2, 576);
}

static void write_seeds(struct byte_buf *whole, struct byte_buf *split,
			bool big_endian)
{
	struct btf_writer base, w;
	uint32_t i;

	btf_writer_init(&base, big_endian, NULL);
	i = btf_writer_int(&base, "long int", 8, BTF_INT_SIGNED, 0, 64);
	write_types(&base, i);
	btf_writer_init(&w, big_endian, &base);
	write_types(&w, i);
	btf_writer_finish(&base, whole);
	btf_writer_finish(&w, split);
}

/* One word, or a part of one, becomes another; or the end goes. */
static void damage(struct fuzz *f, struct byte_buf *b)
{
	static const uint32_t words[] = {
		0, 1, 2, 3, 0x7fffffff, 0x80000000, UINT32_MAX, UINT32_MAX - 3,
		0x0000ffff, 0x00ffffff, 0x80000001,
	};
	size_t word = draw(f, (uint32_t)(b->len / 4)) * 4u;
	uint32_t kind;

	switch (draw(f, 8)) {
	case 0:
		b->data[draw(f, (uint32_t)b->len)] ^=
			(uint8_t)(1u << draw(f, 8));
		break;
	case 1:
		b->data[draw(f, (uint32_t)b->len)] = (uint8_t)draw(f, 256);
		break;
	case 2:
		b->len = 4 + draw(f, (uint32_t)b->len - 4);
		break;
	case 3:
		byte_buf_patch_u32(b, word,
				   words[draw(f, sizeof(words) / 4)]);
		break;
	case 4:
		kind = draw(f, 21);
		byte_buf_patch_u32(b, word, btf_writer_info(kind, draw(f, 2),
							    draw(f, 6)));
		break;
	default:	/* the number of some type, most often one there is */
		byte_buf_patch_u32(b, word, draw(f, 60));
	}
}

/* Read @b by way of @fd; an error must have a text. */
static struct typeset *read_bytes(int fd, const struct byte_buf *b,
				  struct typeset *base)
{
	struct typeset *set = NULL;
	struct lay_error err = { .text = "" };
	char path[40];

	if (ftruncate(fd, 0) < 0 || pwrite(fd, b->data, b->len, 0) < 0)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (typeset_open_raw(path, base, &set, &err) < 0 &&
	    (!err.text[0] || set))
		abort();
	return set;
}

static void run_case(struct fuzz *f, int fd, const struct byte_buf *seed,
		     struct typeset *base)
{
	uint32_t nr = 1 + draw(f, 4);
	struct btf_extent extent;
	struct reader *reader;
	struct typeset *set;
	struct byte_buf b;

	byte_buf_init(&b, seed->big_endian);
	byte_buf_bytes(&b, seed->data, seed->len);
	for (uint32_t i = 0; i < nr && b.len > 8; i++)
		damage(f, &b);
	b.data = realloc(b.data, b.len);	/* no slack to read past it */
	if (!b.data)
		abort();
	btf_check(b.data, b.len, &extent, NULL);
	set = read_bytes(fd, &b, base);
	byte_buf_free(&b);
	if (!set)
		return;
	f->nr_read++;
	if (btf_reader_create(set, false, &reader, NULL) < 0)
		abort();
	f->nr_laid_out += fuzz_exercise_reader(reader, true);
	reader->ops->close(reader);
	typeset_unref(set);
}

int main(void)
{
	const unsigned long nr_cases = fuzz_nr_cases(20000);
	struct fuzz f = { .rng = { 1 } };
	struct byte_buf whole[2], split[2];
	struct typeset *base[2];
	int fd = memfd_create("btf", 0);

	if (fd < 0)
		return 77;
	for (int i = 0; i < 2; i++) {
		write_seeds(&whole[i], &split[i], i);
		base[i] = read_bytes(fd, &whole[i], NULL);
		if (!base[i])
			abort();
	}
	for (unsigned long i = 0; i < nr_cases; i++) {
		int order = (int)(i / 2 % 2);

		alarm(HANG_SECONDS);
		run_case(&f, fd, i % 2 ? &split[order] : &whole[order],
			 i % 2 ? base[order] : NULL);
	}
	for (int i = 0; i < 2; i++) {
		typeset_unref(base[i]);
		byte_buf_free(&whole[i]);
		byte_buf_free(&split[i]);
	}
	close(fd);
	printf("%lu cases, %" PRIu64 " still read, %" PRIu64
	       " records laid out\n", nr_cases, f.nr_read, f.nr_laid_out);
	/* damage that nothing survives, or everything, tests nothing */
	return nr_cases > 1000 && (!f.nr_read || f.nr_read == nr_cases);
}
