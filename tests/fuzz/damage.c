// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damage. Flipped bits alone rarely get past the first check; so bytes also
 * become numbers that programs stumble over, pieces are copied from elsewhere
 * in the section, bytes go missing and come in, sections end early, and now and
 * then the finished file is cut or changed anywhere, headers included.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

static uint64_t odd_number(struct fuzz_rng *rng)
{
	static const uint64_t numbers[] = {
		0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff,
		0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff,
		0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
	};
	const size_t nr = sizeof(numbers) / sizeof(numbers[0]);

	return numbers[fuzz_below(rng, nr)];
}

static void write_number(struct byte_buf *b, size_t at, struct fuzz_rng *rng)
{
	size_t size = (size_t)1 << fuzz_below(rng, 4);

	if (size > b->len - at)
		size = b->len - at;
	byte_buf_patch_uint(b, at, odd_number(rng), size);
}

/* A LEB128 number as long as one may be, and longer. */
static void write_long_leb(struct byte_buf *b, size_t at, struct fuzz_rng *rng)
{
	size_t len = fuzz_below(rng, 12);

	if (len > b->len - at)
		len = b->len - at;
	memset(b->data + at, 0xff, len);
}

static void copy_piece(struct byte_buf *b, size_t at, struct fuzz_rng *rng)
{
	size_t from = fuzz_below(rng, b->len);
	size_t len = 1 + fuzz_below(rng, 64);

	if (len > b->len - at)
		len = b->len - at;
	if (len > b->len - from)
		len = b->len - from;
	memmove(b->data + at, b->data + from, len);
}

static void remove_piece(struct byte_buf *b, size_t at, struct fuzz_rng *rng)
{
	size_t len = 1 + fuzz_below(rng, 8);

	if (len > b->len - at)
		len = b->len - at;
	memmove(b->data + at, b->data + at + len, b->len - at - len);
	b->len -= len;
}

static void insert_piece(struct byte_buf *b, size_t at, struct fuzz_rng *rng)
{
	size_t len = 1 + fuzz_below(rng, 8), moved = b->len - at;

	byte_buf_fill(b, 0, len);
	memmove(b->data + at + len, b->data + at, moved);
	memset(b->data + at, (int)fuzz_next(rng), len);
}

/* One piece of damage to bytes that are there. */
static void damage_once(struct byte_buf *b, struct fuzz_rng *rng)
{
	size_t at;

	if (!b->len)
		return;
	at = fuzz_below(rng, b->len);
	switch (fuzz_below(rng, 12)) {
	case 0:
	case 1:
	case 2:
		b->data[at] ^= (uint8_t)(1 << fuzz_below(rng, 8));
		break;
	case 3:
	case 4:
		b->data[at] = (uint8_t)fuzz_next(rng);
		break;
	case 5:
		b->data[at] += (uint8_t)(fuzz_below(rng, 2) ? 1 : -1);
		break;
	case 6:
	case 7:
		write_number(b, at, rng);
		break;
	case 8:
		write_long_leb(b, at, rng);
		break;
	case 9:
		copy_piece(b, at, rng);
		break;
	case 10:
		remove_piece(b, at, rng);
		break;
	case 11:
		insert_piece(b, at, rng);
		break;
	}
}

/* Mostly once, sometimes often. */
static void damage(struct byte_buf *b, struct fuzz_rng *rng)
{
	do {
		damage_once(b, rng);
	} while (fuzz_below(rng, 3) == 0);
}

static const struct fuzz_section *choose_section(
	const struct fuzz_object *object, struct fuzz_rng *rng)
{
	uint64_t n;

	if (!object->weight)
		return NULL;
	n = fuzz_below(rng, object->weight);
	for (size_t i = 0; i < object->nr; i++) {
		if (n < object->sections[i].weight)
			return &object->sections[i];
		n -= object->sections[i].weight;
	}
	return NULL;
}

static void put_section(struct elf_writer *w, const struct fuzz_section *s,
			const struct byte_buf *data)
{
	uint64_t flags = s->head.flags & ~(uint64_t)SHF_COMPRESSED;
	/* unpacked when it was read; .debug_x is what .zdebug_x is then */
	const char *name = s->head.compressed && s->name[1] == 'z' ?
				   s->name + 2 : s->name;
	char dotted[256] = ".";
	size_t index, len = strlen(name);

	if (name != s->name && len < sizeof(dotted) - 1) {
		memcpy(dotted + 1, name, len + 1);
		name = dotted;
	}
	index = elf_writer_add_section(w, name, s->head.type, flags, data->data,
				       data->len);
	w->sections[index].addr = s->head.addr;
	w->sections[index].link = s->head.link;
	w->sections[index].info = s->head.info;
	w->sections[index].entry_size = s->head.type == SHT_SYMTAB ?
					(w->is_64 ? 24 : 16) : 0;
}

/* The object put together again, with @victim damaged, or cut short. */
static void damage_section(const struct fuzz_object *object,
			   const struct fuzz_section *victim, bool cut,
			   struct fuzz_rng *rng, struct byte_buf *image)
{
	struct elf_writer w;

	elf_writer_init(&w, object->is_64, object->big_endian, object->machine);
	w.type = object->type;
	for (size_t i = 0; i < object->nr; i++) {
		const struct fuzz_section *s = &object->sections[i];
		struct byte_buf data;

		byte_buf_init(&data, object->big_endian);
		byte_buf_bytes(&data, s->data, s->len);
		if (s == victim && cut)
			data.len = fuzz_below(rng, s->len);
		else if (s == victim)
			damage(&data, rng);
		put_section(&w, s, &data);
		byte_buf_free(&data);
	}
	elf_writer_image(&w, image);
}

void fuzz_damage(const struct fuzz_object *object, struct fuzz_rng *rng,
		 struct byte_buf *image)
{
	uint64_t kind = fuzz_below(rng, 16);

	if (object->weight && kind > (object->raw ? 10 : 1)) {
		damage_section(object, choose_section(object, rng), kind == 12,
			       rng, image);
		return;
	}
	byte_buf_init(image, object->big_endian);
	byte_buf_bytes(image, object->original.data, object->original.len);
	if (kind % 8 == 0)
		image->len = fuzz_below(rng, image->len);
	else
		damage(image, rng);
}
