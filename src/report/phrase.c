// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/phrase.h"
#include "base/poison.h"

const char *phrase_count(struct doc *doc, uint64_t n, const char *noun)
{
	return doc_printf(doc, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

const char *phrase_size(struct doc *doc, uint64_t bits)
{
	if (bits % 8)
		return phrase_count(doc, bits, "bit");
	return phrase_count(doc, bits / 8, "byte");
}

const char *phrase_short_size(struct doc *doc, uint64_t bits)
{
	if (bits % 8)
		return doc_printf(doc, "%" PRIu64 "b", bits);
	return doc_printf(doc, "%" PRIu64, bits / 8);
}

const char *phrase_sizes(struct doc *doc, uint64_t old_bits, uint64_t new_bits)
{
	if ((old_bits | new_bits) % 8)
		return doc_printf(doc, "%" PRIu64 "b -> %" PRIu64 "b",
				  old_bits, new_bits);
	return doc_printf(doc, "%" PRIu64 " -> %" PRIu64, old_bits / 8,
			  new_bits / 8);
}

const char *phrase_move(struct doc *doc, int64_t bits)
{
	uint64_t n = bits < 0 ? -(uint64_t)bits : (uint64_t)bits;

	if (!bits)
		return "=";
	/* as places are written: bytes and bits */
	if (bits % 8)
		return doc_printf(doc, "%c%" PRIu64 ":%" PRIu64,
				  bits < 0 ? '-' : '+', n / 8, n % 8);
	return doc_printf(doc, "%+" PRId64, bits / 8);
}

const char *phrase_shift(struct doc *doc, int64_t bits)
{
	uint64_t n = bits < 0 ? -(uint64_t)bits : (uint64_t)bits;

	/* among bytes, so many bits are hard to tell from these */
	if (n > 8 && n % 8)
		return doc_printf(doc, "%c%s %s", bits < 0 ? '-' : '+',
				  phrase_count(doc, n / 8, "byte"),
				  phrase_count(doc, n % 8, "bit"));
	if (n % 8)
		return doc_printf(doc, "%c%s", bits < 0 ? '-' : '+',
				  phrase_count(doc, n, "bit"));
	return bits ? phrase_move(doc, bits) : "0";
}

const char *phrase_bit_place(struct doc *doc, uint64_t bit_off)
{
	if (bit_off % 8)
		return doc_printf(doc, "%" PRIu64 ":%" PRIu64, bit_off / 8,
				  bit_off % 8);
	return doc_printf(doc, "%" PRIu64, bit_off / 8);
}

const char *phrase_place(struct doc *doc, const struct lay_slot *slot)
{
	if (slot->flags & LAY_SLOT_UNPLACED &&
	    slot->member->flags & LAY_MEMBER_NO_OFFSET)
		return "?";
	if (slot->flags & LAY_SLOT_BITFIELD)
		return doc_printf(doc, "%" PRIu64 ":%" PRIu64,
				  slot->storage_off,
				  slot->bit_off - slot->storage_off * 8);
	return phrase_bit_place(doc, slot->bit_off);
}

const char *phrase_lines(struct doc *doc, const struct lay_slot *slot)
{
	if (slot->flags & LAY_SLOT_UNPLACED &&
	    slot->member->flags & LAY_MEMBER_NO_OFFSET)
		return "?";
	if (slot->last_line == slot->first_line)
		return doc_printf(doc, "%" PRIu64, slot->first_line);
	return doc_printf(doc, "%" PRIu64 "-%" PRIu64, slot->first_line,
			  slot->last_line);
}

const char *phrase_holes(struct doc *doc, uint64_t nr, uint64_t bits)
{
	if (!nr)
		return "0";
	return doc_printf(doc, "%" PRIu64 " (%s)", nr, phrase_size(doc, bits));
}

const char *phrase_def(struct doc *doc, const struct lay_def *def)
{
	const char *kind = lay_kind_name(def->kind);

	if (def->kind == LAY_KIND_BASE)
		return def->name;
	return doc_printf(doc, "%s %s", kind, def->name);
}

const char *phrase_type(struct doc *doc, const struct lay_type *type,
			const char *declarator)
{
	char buf[256];
	size_t len = lay_type_format(type, declarator, buf, sizeof(buf));
	char *s;

	if (len < sizeof(buf))
		return doc_copy(doc, buf);
	s = arena_alloc(&doc->arena, len + 1);
	if (!s) {
		doc->failed = true;
		return "";
	}
	lay_type_format(type, declarator, s, len + 1);
	return s;
}

const char *phrase_member(struct doc *doc, const struct lay_member *member)
{
	const char *s = phrase_type(doc, member->type, member->name);

	if (member->flags & LAY_MEMBER_BASE_CLASS)
		return doc_printf(doc, "/* base */ %s", s);
	if (member->flags & LAY_MEMBER_BITFIELD)
		return doc_printf(doc, "%s:%" PRIu64, s, member->bit_size);
	return s;
}

/* Arrays of arrays by way of typedefs end somewhere; hostile ones here. */
#define MAX_ARRAYS 16

const struct lay_type *phrase_element(const struct lay_type *type)
{
	const struct lay_type *bare = lay_type_strip(type);

	for (int i = 0; i < MAX_ARRAYS && bare->kind == LAY_KIND_ARRAY; i++) {
		type = bare->target;
		bare = lay_type_strip(type);
	}
	return type;
}

const char *phrase_decl(struct doc *doc, const struct lay_decl *decl)
{
	if (!decl->file)
		return NULL;
	if (!decl->line)
		return doc_copy(doc, decl->file);
	return doc_printf(doc, "%s:%u", decl->file, decl->line);
}

struct doc_value phrase_nr_units(uint32_t nr_units)
{
	return nr_units ? doc_uint(nr_units) : doc_none();
}

struct doc_value phrase_flags(struct doc *doc, unsigned int flags,
			      const struct phrase_flag *names, size_t nr_names)
{
	struct doc_list *list = doc_new_list(doc, 0);

	for (size_t i = 0; i < nr_names; i++)
		if (flags & names[i].flag)
			doc_add_item(doc, list, doc_string(names[i].name));
	return doc_list(list);
}
