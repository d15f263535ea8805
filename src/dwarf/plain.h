/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Plain DIEs: those that say nothing that matters but a name, a type and two
 * small numbers, all at places that their abbreviation tells. Nearly all types
 * and members of C are. What is not plain is read in full: see die.h.
 */
#ifndef DWARF_PLAIN_H
#define DWARF_PLAIN_H

#include "dwarf/bytes.h"
#include "dwarf/die.h"

/* Which of its numbers a DIE has; also what they are about: */
#define DW_SHAPE_FIRST	1u	/* its place, size, value, count */
#define DW_SHAPE_SECOND	2u	/* its alignment, encoding */
#define DW_SHAPE_OTHER	4u	/* a bit-field's place and width, in bits; the
				 * bound of an array in place of its count */

struct dw_plain {
	const struct dw_shape *shape;
	uint64_t name;		/* an offset in .debug_str, or DW_PLAIN_TEXT and
				 * up to three letters, or DW_PLAIN_NAMELESS;
				 * of what has none that matters anything */
	uint64_t type;		/* what it refers to, wherever that is; 0: it
				 * has none, or none that matters */
	uint64_t number;	/* the first in the lower half, the second in
				 * the upper; 0 where there is none */
	uint64_t next;		/* behind its attributes */
};

#define DW_PLAIN_TEXT (UINT64_C(1) << 32)
#define DW_PLAIN_NAMELESS (UINT64_C(1) << 33)

/* Bits of dw_plain.name. */
#define DW_PLAIN_NAME_BITS 34

/* All that a member says but its type, in the lower bits of one value. */
#define DW_MEMBER_FIRST_BITS 16
#define DW_MEMBER_SECOND_BITS 8
#define DW_MEMBER_FIRST_SHIFT DW_PLAIN_NAME_BITS
#define DW_MEMBER_SECOND_SHIFT (DW_MEMBER_FIRST_SHIFT + DW_MEMBER_FIRST_BITS)
#define DW_MEMBER_HAS_SHIFT (DW_MEMBER_SECOND_SHIFT + DW_MEMBER_SECOND_BITS)
#define DW_MEMBER_BITS (DW_MEMBER_HAS_SHIFT + 3)

/* What is read before the end is looked at again: see sift.c. */
#define DW_PLAIN_SLACK (3 * DW_PLAN_MAX)

/* Tell whether DIEs of @plan are plain. */
void dw_shape_tell(struct dw_abbrevs *table, const struct dw_plan *plan);

/*
 * The plan of the DIE at @at, bytes from the start of the unit as all places
 * here, and where its attributes begin; NULL: it has to be read in full.
 */
static inline const struct dw_plan *dw_plain_plan(const struct dw_view *view,
						  uint64_t at,
						  const uint8_t **attrs)
{
	const uint8_t *p = view->bytes + at;
	uint32_t code;

	if (at >= view->size || view->size - at < DW_PLAIN_SLACK)
		return NULL;
	code = *p++;
	if (code >= 0x80)
		code = (code & 0x7f) | (uint32_t)*p++ << 7;
	/* the second byte of a longer code makes it more than this */
	if (code > view->abbrevs.nr_dense || code > 0x3fff)
		return NULL;
	*attrs = p;
	return &view->abbrevs.plans[code];
}

/* Its tag is 0 if DIEs of @plan are not plain. */
static inline const struct dw_shape *dw_plain_shape(struct dw_view *view,
						    const struct dw_plan *plan)
{
	struct dw_abbrevs *table = &view->abbrevs;
	const struct dw_shape *shape = &table->shapes[plan - table->plans];

	if (!shape->told)
		dw_shape_tell(table, plan);
	return shape;
}

/* The first number of a DIE whose values are at @p. */
static inline uint32_t dw_plain_first(const struct dw_shape *shape,
				      const uint8_t *p, bool big_endian)
{
	uint32_t v = dw_load32(p + shape->first_pos, big_endian);

	/* they are the first of the four bytes */
	if (big_endian)
		v >>= __builtin_clz(shape->first_mask | 1) & 24;
	return v & shape->first_mask;
}

static inline uint32_t dw_plain_second(const struct dw_shape *shape,
				       const uint8_t *p)
{
	return p[shape->second_pos] & shape->second_mask;
}

/* The name at @p, of up to three letters, and what it takes; 0: longer. */
static inline unsigned int dw_plain_text(const uint8_t *p, uint64_t *name)
{
	uint32_t v = dw_load32(p, false);
	uint32_t zeros = (v - 0x01010101u) & ~v & 0x80808080u;
	unsigned int len;

	if (!zeros)
		return 0;
	/* the lowest bit is that of the first zero, whatever is above */
	len = (unsigned int)__builtin_ctz(zeros) / 8;
	*name = DW_PLAIN_TEXT | (v & ((1u << 8 * len) - 1));
	return len + 1;
}

/*
 * The name of a DIE of @shape whose attributes are at *@p, which is moved to
 * where its other values are counted from, and the DIE's end. NULL: it has to be
 * read in full.
 */
static inline const uint8_t *dw_plain_name(const struct dw_shape *shape,
					   const uint8_t **p, uint64_t *name,
					   bool big_endian)
{
	const uint8_t *end = *p + shape->size;
	unsigned int len;

	if (shape->name == DW_NAME_STRP) {
		*name = dw_load32(*p + shape->name_pos, big_endian);
	} else if (shape->name == DW_NAME_NONE) {
		*name = DW_PLAIN_NAMELESS;
	} else {
		len = dw_plain_text(end, name);
		if (!len)
			return NULL;
		*p = end + len;
		end = *p + shape->after;
	}
	return end;
}

/* See DW_MEMBER_BITS. The member's values are at @p, as dw_plain_name() left it,
 * with its name in @name. */
static inline uint64_t dw_plain_member(const struct dw_shape *shape,
				       const uint8_t *p, uint64_t name,
				       bool big_endian)
{
	uint64_t first = dw_plain_first(shape, p, big_endian);
	uint64_t second = dw_plain_second(shape, p);

	return shape->constant | name | first << DW_MEMBER_FIRST_SHIFT |
	       second << DW_MEMBER_SECOND_SHIFT;
}

/* Is the DIE at @at a plain one? Of a member this does not tell its numbers. */
static inline bool dw_plain_read(struct dw_view *view, uint64_t at,
				 struct dw_plain *plain)
{
	const bool big_endian = view->file->big_endian;
	const uint8_t *p, *end;
	const struct dw_plan *plan = dw_plain_plan(view, at, &p);
	const struct dw_shape *shape;

	if (!plan)
		return false;
	shape = dw_plain_shape(view, plan);
	if (!shape->tag)
		return false;
	end = dw_plain_name(shape, &p, &plain->name, big_endian);
	if (!end)
		return false;
	plain->shape = shape;
	plain->type = shape->has_type ? dw_load32(p + shape->type_pos,
						  big_endian) : 0;
	plain->number = shape->constant |
			dw_plain_first(shape, p, big_endian) |
			(uint64_t)dw_plain_second(shape, p) << 32;
	plain->next = (uint64_t)(end - view->bytes);
	return true;
}

#endif /* DWARF_PLAIN_H */
