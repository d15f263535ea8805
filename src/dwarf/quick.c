// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a kernel defines a struct once for each unit that includes its
 * header, 330 times and more, and each of these has to be read to its last
 * member to know that it is the same.
 *
 * Idea: nearly all of these are plain (plain.h), and who asks only whether it
 * met the same in this file before need not spell what it reads as others do.
 * So a plain DIE is fed as one or two values, its bits next to each other, and
 * names are offsets of strings.
 *
 * Invariant: the first value of a print tells what the others are about, how
 * many there are or how their end is told, and no value here is one that
 * print-type.c begins with. So whole prints are the same only if all that was
 * read is. Where the same is said in two ways, as by other compilers, prints may
 * differ; who finds one that is new looks at its exact print.
 *
 * Cost: 60 instructions a member.
 */
#include <config.h>

#include "base/hash.h"
#include "dwarf/constants.h"
#include "dwarf/memo.h"
#include "dwarf/quick.h"
#include "dwarf/typedef.h"
#include "base/poison.h"

/* Of first values, and of those of children. */
#define QUICK_TYPE	(UINT64_C(1) << 63)
#define QUICK_CHILD	(UINT64_C(1) << 62)

/* No child begins with this. */
#define END_OF_LIST	1

/* Further bits of a first value. */
#define SHALLOW		(UINT64_C(1) << 56)
#define TYPED		(UINT64_C(1) << 57)
#define DECLARED	(UINT64_C(1) << 58)
#define LISTED		(UINT64_C(1) << 59)
/* Of any value: what follows is not a print, but a type's first value. */
#define NAMED		(UINT64_C(1) << 61)
#define TAG_SHIFT	40
#define HAS_SHIFT	DW_PLAIN_NAME_BITS

_Static_assert(HAS_SHIFT + 3 <= TAG_SHIFT && TAG_SHIFT + 16 <= 56,
	       "a name, what it has and a tag do not touch");
_Static_assert(DW_MEMBER_BITS <= 61, "what a member says leaves room");

/* Qualifiers in front of a type; C has four. */
#define MAX_QUALIFIERS 8

static uint64_t value_of_tag(const struct dw_shape *shape)
{
	return QUICK_TYPE | (uint64_t)shape->tag << TAG_SHIFT;
}

static uint64_t value_of(const struct dw_plain *die)
{
	return value_of_tag(die->shape) |
	       (uint64_t)die->shape->has << HAS_SHIFT | die->name;
}

/* Feed @value and the print of the type at @at of the unit, which is not known,
 * or is but unsure. */
static int feed_new(struct dw_printer *p, uint64_t value, uint64_t at,
		    uint64_t from, enum dw_print_depth depth,
		    struct lay_fingerprint *fp, struct lay_error *err)
{
	struct dw_memo_type found;
	int ret = dw_print_find(p, dw_view_reference(&p->views->own, at), from,
				NULL, depth, &found, err);

	if (ret < 0)
		return ret;
	p->unsure = p->unsure || found.unsure;
	fingerprint_join(fp, value, &found.fp);
	return 0;
}

/* The same, but for what was not met before. */
static inline int feed_typed(struct dw_printer *p, uint64_t value, uint64_t at,
			     uint64_t from, enum dw_print_depth depth,
			     struct lay_fingerprint *fp, struct lay_error *err)
{
	/* what is in no unit is in no memo */
	const struct lay_fingerprint *known =
		dw_memo_recall(&p->own, dw_print_key(at, depth));

	if (!known)
		return feed_new(p, value, at, from, depth, fp, err);
	fingerprint_join(fp, value, known);
	return 0;
}

/*
 * Feed @value and the type at @at of the unit, as it is where it is only pointed
 * to. What counts by its name is as soon read as remembered. What is read in
 * full anyway has one print.
 */
static int feed_shallow(struct dw_printer *p, uint64_t value, uint64_t at,
			uint64_t from, struct lay_fingerprint *fp,
			struct lay_error *err)
{
	struct dw_view *view = &p->views->own;
	struct dw_plain die;

	for (int i = 0; i < MAX_QUALIFIERS; i++) {
		if (!dw_plain_read(view, at, &die))
			break;
		switch (die.shape->tag) {
		case DW_TAG_structure_type:
		case DW_TAG_union_type:
		case DW_TAG_enumeration_type:
		case DW_TAG_typedef:
			fingerprint_u64(fp, value | NAMED);
			fingerprint_u64(fp, value_of_tag(die.shape) | SHALLOW |
					    die.name);
			return 0;
		case DW_TAG_pointer_type:
		case DW_TAG_subroutine_type:
		case DW_TAG_base_type:
			return feed_typed(p, value, at, from, DW_PRINT_DEEP, fp,
					  err);
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_restrict_type:
			break;
		default:
			return feed_typed(p, value, at, from, DW_PRINT_SHALLOW,
					  fp, err);
		}
		fingerprint_u64(fp, value | NAMED);
		value = value_of_tag(die.shape) | SHALLOW;
		if (!die.shape->has_type) {
			fingerprint_u64(fp, value);
			return 0;
		}
		value |= TYPED;
		at = die.type;
	}
	return feed_typed(p, value, at, from, DW_PRINT_SHALLOW, fp, err);
}

/* The plan of the DIE at @at if it is plain and has @tag. */
static inline const struct dw_shape *find_child(struct dw_view *view,
						uint64_t at, uint16_t tag,
						const uint8_t **attrs)
{
	const struct dw_plan *plan = dw_plain_plan(view, at, attrs);
	const struct dw_shape *shape = plan ? dw_plain_shape(view, plan) : NULL;

	return shape && shape->tag == tag ? shape : NULL;
}

/* Members from *@off on, each in one value and its type. */
static inline int feed_members(struct dw_printer *p, uint64_t from,
			       uint64_t *off, struct lay_fingerprint *fp,
			       bool big_endian, struct lay_error *err)
{
	struct dw_view *view = &p->views->own;
	const struct dw_shape *shape;
	const uint8_t *a, *end;
	uint64_t at = *off, name, value;
	int ret = 0;

	while (ret == 0 &&
	       (shape = find_child(view, at, DW_TAG_member, &a)) != NULL) {
		end = dw_plain_name(shape, &a, &name, big_endian);
		if (!end)
			break;
		value = QUICK_CHILD |
			dw_plain_member(shape, a, name, big_endian);
		ret = feed_typed(p, value,
				 dw_load32(a + shape->type_pos, big_endian),
				 from, DW_PRINT_DEEP, fp, err);
		p->nr_members++;
		at = (uint64_t)(end - view->bytes);
	}
	*off = at;
	return ret;
}

/* Parameters, enumerators, dimensions. */
static int feed_others(struct dw_printer *p, uint64_t from, uint16_t tag,
		       uint64_t *at, struct lay_fingerprint *fp,
		       struct lay_error *err)
{
	struct dw_view *view = &p->views->own;
	struct dw_plain child;
	int ret = 0;

	while (ret == 0 && dw_plain_read(view, *at, &child) &&
	       child.shape->tag == tag) {
		if (tag == DW_TAG_formal_parameter) {
			ret = feed_shallow(p, QUICK_CHILD, child.type, from,
					   fp, err);
		} else {
			p->nr_members++;
			fingerprint_u64(fp, QUICK_CHILD | child.name |
					(uint64_t)child.shape->has << HAS_SHIFT);
			fingerprint_u64(fp, child.number);
		}
		*at = child.next;
	}
	return ret;
}

int dw_quick_children(struct dw_printer *p, uint64_t from, uint16_t tag,
		      uint64_t *off, struct lay_fingerprint *fp,
		      struct lay_error *err)
{
	const struct dw_view *view = &p->views->own;
	uint64_t at = *off - view->unit->off;
	int ret;

	if (tag != DW_TAG_member)
		ret = feed_others(p, from, tag, &at, fp, err);
	else if (view->file->big_endian)
		ret = feed_members(p, from, &at, fp, true, err);
	else
		ret = feed_members(p, from, &at, fp, false, err);
	*off = view->unit->off + at;
	if (ret < 0 || at >= view->size || view->bytes[at] != 0)
		return ret;
	++*off;
	return 1;
}

/* The same where all must be plain. */
static int list(struct dw_printer *p, uint64_t from, uint16_t tag,
		const struct dw_plain *die, struct lay_fingerprint *fp,
		struct lay_error *err)
{
	uint64_t off = p->views->own.unit->off + die->next;
	int ret = 1;

	if (die->shape->opens)
		ret = dw_quick_children(p, from, tag, &off, fp, err);
	fingerprint_u64(fp, END_OF_LIST);
	return ret;
}

/* The same where what is not plain is read in full. */
static int print_parts(struct dw_printer *p, uint64_t off,
		       const struct dw_plain *die, uint16_t tag,
		       struct lay_fingerprint *fp, struct lay_error *err)
{
	uint64_t first = p->views->own.unit->off + die->next;
	int ret = dw_print_children(p, off, die->shape->opens ? first : 0, tag,
				    fp, err);

	return ret < 0 ? ret : 1;
}

/* What begins with @value and has the type of @die, or none. */
static int print_typed(struct dw_printer *p, uint64_t off, uint64_t value,
		       const struct dw_plain *die, enum dw_print_depth depth,
		       struct lay_fingerprint *fp, struct lay_error *err)
{
	if (!die->shape->has_type) {
		fingerprint_u64(fp, value);
		return 0;
	}
	value |= TYPED;
	if (depth == DW_PRINT_SHALLOW)
		return feed_shallow(p, value, die->type, off, fp, err);
	return feed_typed(p, value, die->type, off, depth, fp, err);
}

/* A struct, union or enum. */
static int print_tagged(struct dw_printer *p, uint64_t off,
			const struct dw_plain *die, enum dw_print_depth depth,
			struct lay_fingerprint *fp, struct lay_error *err)
{
	const struct dw_shape *shape = die->shape;
	bool is_enum = shape->tag == DW_TAG_enumeration_type;

	if (depth == DW_PRINT_SHALLOW) {
		fingerprint_u64(fp, value_of_tag(shape) | SHALLOW | die->name);
		return 1;
	}
	fingerprint_u64(fp, value_of(die) | (shape->declared ? DECLARED : 0));
	if (shape->declared)
		return 1;
	fingerprint_u64(fp, die->number);
	if (!is_enum)
		return print_parts(p, off, die, DW_TAG_member, fp, err);
	return shape->name == DW_NAME_NONE ?
	       list(p, off, DW_TAG_enumerator, die, fp, err) : 1;
}

static enum dw_typedef what_typedef(const struct dw_view *view,
				    const struct dw_plain *die)
{
	const struct dw_plan *plan;
	const uint8_t *attrs;

	if (!die->shape->has_type)
		return DW_TYPEDEF_OTHER;
	plan = dw_plain_plan(view, die->type, &attrs);
	return plan ? dw_typedef_of_plan(plan) : DW_TYPEDEF_UNSURE;
}

/* A typedef, which has the size of a nameless enum, but not its list. */
static int print_typedef(struct dw_printer *p, uint64_t off,
			 const struct dw_plain *die, enum dw_print_depth depth,
			 struct lay_fingerprint *fp, struct lay_error *err)
{
	enum dw_typedef of;
	int ret;

	if (depth == DW_PRINT_SHALLOW) {
		fingerprint_u64(fp, value_of_tag(die->shape) | SHALLOW |
				    die->name);
		return 1;
	}
	of = what_typedef(&p->views->own, die);
	if (of == DW_TYPEDEF_ENUM || of == DW_TYPEDEF_UNSURE)
		return 0;
	ret = print_typed(p, off, value_of(die), die, depth, fp, err);
	return ret < 0 ? ret : 1;
}

static int print_pointer(struct dw_printer *p, uint64_t off,
			 const struct dw_plain *die, struct lay_fingerprint *fp,
			 struct lay_error *err)
{
	uint64_t size = die->shape->has & DW_SHAPE_FIRST ?
			die->number : p->views->own.unit->addr_size;

	/* it has no name in whose place this would be */
	return print_typed(p, off, value_of(die) | size, die,
			   DW_PRINT_SHALLOW, fp, err);
}

int dw_quick_type(struct dw_printer *p, uint64_t off,
		  enum dw_print_depth depth, struct lay_fingerprint *fp,
		  struct lay_error *err)
{
	struct dw_view *view = &p->views->own;
	struct dw_plain die;
	int ret;

	if (!dw_plain_read(view, off - view->unit->off, &die))
		return 0;
	switch (die.shape->tag) {
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return print_tagged(p, off, &die, depth, fp, err);
	case DW_TAG_typedef:
		return print_typedef(p, off, &die, depth, fp, err);
	case DW_TAG_pointer_type:
		ret = print_pointer(p, off, &die, fp, err);
		break;
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
		ret = print_typed(p, off, value_of(&die), &die, depth, fp, err);
		break;
	case DW_TAG_array_type:
		ret = print_typed(p, off, value_of(&die), &die, depth, fp, err);
		return ret < 0 ? ret : list(p, off, DW_TAG_subrange_type, &die,
					    fp, err);
	case DW_TAG_subroutine_type:
		ret = print_typed(p, off, value_of(&die), &die,
				  DW_PRINT_SHALLOW, fp, err);
		return ret < 0 ? ret : print_parts(p, off, &die,
						   DW_TAG_formal_parameter, fp,
						   err);
	case DW_TAG_base_type:
		fingerprint_u64(fp, value_of(&die));
		fingerprint_u64(fp, die.number);
		return 1;
	default:
		return 0;
	}
	return ret < 0 ? ret : 1;
}

/* An enum with its list. */
static int recall_enum(struct dw_printer *p, uint64_t off,
		       struct lay_fingerprint *fp, struct lay_error *err)
{
	struct dw_view *view = &p->views->own;
	struct dw_plain die;

	if (!dw_plain_read(view, off - view->unit->off, &die) ||
	    die.shape->declared)
		return 0;
	fingerprint_u64(fp, value_of(&die) | LISTED);
	fingerprint_u64(fp, die.number);
	return list(p, off, DW_TAG_enumerator, &die, fp, err);
}

enum dw_typedef dw_quick_typedef(struct dw_view *view, uint64_t off)
{
	struct dw_plain die;

	return dw_plain_read(view, off - view->unit->off, &die)
		       ? what_typedef(view, &die) : DW_TYPEDEF_UNSURE;
}

static bool can_recall(struct dw_printer *p, const struct dw_plan *plan,
		       uint64_t off)
{
	enum dw_typedef of;

	if (plan->kind != LAY_KIND_TYPEDEF)
		return (plan->kind == LAY_KIND_STRUCT ||
			plan->kind == LAY_KIND_UNION) &&
		       dw_plain_shape(&p->views->own, plan)->tag != 0;
	of = dw_quick_typedef(&p->views->own, off);
	return of == DW_TYPEDEF_TAGLESS || of == DW_TYPEDEF_TAGGED ||
	       of == DW_TYPEDEF_OTHER;
}

int dw_quick_recall(struct dw_printer *p, const struct dw_plan *plan,
		    uint64_t off, struct dw_print *print, struct lay_error *err)
{
	struct dw_memo_type found;
	int ret;

	if (!dw_quick_may(p, off))
		return 0;
	dw_printer_begin(p);
	*print = (struct dw_print){ .unsure = false };
	if (plan->kind == LAY_KIND_ENUM) {
		fingerprint_init(&print->fp);
		return recall_enum(p, off, &print->fp, err);
	}
	if (!can_recall(p, plan, off))
		return 0;
	ret = dw_print_find(p, off, off, NULL, DW_PRINT_DEEP, &found, err);
	if (ret < 0)
		return ret;
	print->fp = found.fp;
	print->unsure = found.unsure;
	return 1;
}
