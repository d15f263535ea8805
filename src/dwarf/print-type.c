// SPDX-License-Identifier: GPL-2.0-only
/*
 * What of a type is fed to its print. A value is fed for every question, also
 * where the answer is "not there", so that no two sequences of answers that
 * differ feed the same values.
 */
#include <config.h>

#include "base/hash.h"
#include "dwarf/constants.h"
#include "dwarf/place.h"
#include "dwarf/quick.h"
#include "dwarf/typedef.h"
#include "base/poison.h"

/* What is fed in front of values, to tell what they are about. */
enum mark {
	MARK_NONE = 0x100,	/* an attribute that is not there */
	MARK_NAME_OFFSET,
	MARK_MEMBER,
	MARK_BASE_CLASS,
	MARK_VARIANT_PART,
	MARK_VARIANT,
	MARK_ENUMERATOR,
	MARK_DIMENSION,
	MARK_UNBOUNDED,
	MARK_UNKNOWN,
	MARK_PARAMETER,
	MARK_VARIADIC,
	MARK_DECLARED,
	MARK_TAG,		/* of a type that C does not have */
	MARK_END,
};

/* A child of a DIE that is being printed into @fp. */
typedef int (*child_fn)(struct dw_printer *p, const struct dw_die *child,
			struct lay_fingerprint *fp, struct lay_error *err);

static void feed_constant(const struct dw_die *die, enum dw_fact fact,
			  struct lay_fingerprint *fp)
{
	uint64_t value;

	if (!dw_die_has(die, fact)) {
		fingerprint_u64(fp, MARK_NONE);
	} else if (dw_die_constant(die, fact, &value)) {
		fingerprint_u64(fp, fact);
		fingerprint_u64(fp, value);
	} else {
		fingerprint_u64(fp, MARK_UNKNOWN);
	}
}

static int feed_name(struct dw_printer *p, const struct dw_die *die,
		     struct lay_fingerprint *fp, struct lay_error *err)
{
	const struct dw_value *value = &die->fact[DW_FACT_NAME];
	const char *name;
	int ret;

	if (p->names == DW_PRINT_OFFSETS && dw_die_has(die, DW_FACT_NAME) &&
	    value->class == DW_VALUE_STRP) {
		/* an offset is one of the part that the DIE is in */
		if (die->off >> DW_PART_SHIFT)
			fingerprint_u64(fp, die->off >> DW_PART_SHIFT);
		fingerprint_u64(fp, (uint64_t)MARK_NAME_OFFSET << 48 ^
				    value->u);
		return 0;
	}
	ret = dw_views_name(p->views, die, &name, err);
	if (ret == 0)
		fingerprint_string(fp, name);
	return ret;
}

/* Print the child of the DIE at @from that stands at *@off, and go behind it; 1,
 * or 0 at the end. */
static int one_child(struct dw_printer *p, uint64_t from, uint64_t *off,
		     child_fn fn, struct lay_fingerprint *fp,
		     struct lay_error *err)
{
	struct dw_view *view;
	struct dw_die child;
	/* anew each time: reading a child may have opened others */
	int ret = dw_views_at(p->views, *off, from, &view, err);

	if (ret == 0)
		ret = dw_die_read(view, *off, &child, err);
	if (ret < 0 || child.tag == 0)
		return ret;
	ret = fn(p, &child, fp, err);
	if (!dw_die_opens(&child)) {
		*off = child.next;
		return ret < 0 ? ret : 1;
	}
	if (ret == 0)
		ret = dw_views_at(p->views, *off, from, &view, err);
	if (ret == 0)
		ret = dw_die_after(view, &child, off, err);
	return ret < 0 ? ret : 1;
}

static int each_child(struct dw_printer *p, const struct dw_die *die,
		      child_fn fn, struct lay_fingerprint *fp,
		      struct lay_error *err)
{
	uint64_t off = die->next;
	int ret = dw_die_opens(die);

	while (ret > 0)
		ret = one_child(p, die->off, &off, fn, fp, err);
	fingerprint_u64(fp, MARK_END);
	return ret;
}

/* A member or base class. What is static has no place in the record. */
static int print_member(struct dw_printer *p, const struct dw_die *member,
			enum mark mark, struct lay_fingerprint *fp,
			struct lay_error *err)
{
	struct dw_place place;
	int ret;

	if (dw_die_has(member, DW_FACT_EXTERNAL) ||
	    dw_die_has(member, DW_FACT_DECLARATION))
		return 0;
	p->nr_members++;
	ret = dw_member_place(p->views, member, &place, err);
	if (ret < 0)
		return ret;
	/* which of the values follow */
	fingerprint_u64(fp, (uint64_t)mark << 32 | place.known << 2 |
			    place.bitfield << 1 |
			    dw_die_has(member, DW_FACT_ALIGNMENT));
	fingerprint_u64(fp, place.bit_off);
	if (place.bitfield)
		fingerprint_u64(fp, place.bit_size);
	if (dw_die_has(member, DW_FACT_ALIGNMENT))
		feed_constant(member, DW_FACT_ALIGNMENT, fp);
	ret = feed_name(p, member, fp, err);
	if (ret < 0)
		return ret;
	return dw_print_type_of(p, member, DW_PRINT_DEEP, fp, err);
}

/* Variants of a Rust enum hold members, and members variants. */
static int print_record_child(struct dw_printer *p, const struct dw_die *child,
			      struct lay_fingerprint *fp,
			      struct lay_error *err)
{
	int ret = 0;

	switch (child->tag) {
	case DW_TAG_member:
		return print_member(p, child, MARK_MEMBER, fp, err);
	case DW_TAG_inheritance:
		return print_member(p, child, MARK_BASE_CLASS, fp, err);
	case DW_TAG_variant_part:
	case DW_TAG_variant:
		fingerprint_u64(fp, child->tag == DW_TAG_variant
					    ? MARK_VARIANT
					    : MARK_VARIANT_PART);
		feed_constant(child, DW_FACT_DISCR_VALUE, fp);
		if (++p->depth > DW_PRINT_MAX_DEPTH)
			p->unsure = true;
		else
			ret = each_child(p, child, print_record_child, fp,
					 err);
		p->depth--;
		break;
	}
	return ret;
}

static int print_enumerator(struct dw_printer *p, const struct dw_die *child,
			    struct lay_fingerprint *fp, struct lay_error *err)
{
	if (child->tag != DW_TAG_enumerator)
		return 0;
	p->nr_members++;
	fingerprint_u64(fp, MARK_ENUMERATOR);
	feed_constant(child, DW_FACT_CONST_VALUE, fp);
	return feed_name(p, child, fp, err);
}

/*
 * The number of elements. What has none, x[] and x[0], is written without a
 * bound, with -1 in 4 or 8 bytes, or with a count of 0, by the age of the
 * compiler.
 */
static int print_dimension(struct dw_printer *p, const struct dw_die *child,
			   struct lay_fingerprint *fp, struct lay_error *err)
{
	uint64_t count;

	(void)p;
	(void)err;
	if (child->tag != DW_TAG_subrange_type &&
	    child->tag != DW_TAG_enumeration_type)
		return 0;
	fingerprint_u64(fp, MARK_DIMENSION);
	if (dw_die_constant(child, DW_FACT_COUNT, &count)) {
		fingerprint_u64(fp, count);
	} else if (dw_die_constant(child, DW_FACT_UPPER_BOUND, &count)) {
		count = count == UINT32_MAX ? 0 : count + 1;
		fingerprint_u64(fp, count);
	} else if (dw_die_has(child, DW_FACT_COUNT) ||
		   dw_die_has(child, DW_FACT_UPPER_BOUND)) {
		fingerprint_u64(fp, MARK_UNKNOWN);
	} else {
		fingerprint_u64(fp, MARK_UNBOUNDED);
	}
	feed_constant(child, DW_FACT_LOWER_BOUND, fp);
	return 0;
}

static int print_parameter(struct dw_printer *p, const struct dw_die *child,
			   struct lay_fingerprint *fp, struct lay_error *err)
{
	switch (child->tag) {
	case DW_TAG_formal_parameter:
		fingerprint_u64(fp, MARK_PARAMETER);
		return dw_print_type_of(p, child, DW_PRINT_SHALLOW, fp, err);
	case DW_TAG_unspecified_parameters:
		fingerprint_u64(fp, MARK_VARIADIC);
		break;
	}
	return 0;
}

int dw_print_children(struct dw_printer *p, uint64_t from, uint64_t off,
		      uint16_t tag, struct lay_fingerprint *fp,
		      struct lay_error *err)
{
	child_fn fn = tag == DW_TAG_member ? print_record_child :
		      tag == DW_TAG_enumerator ? print_enumerator :
		      print_parameter;
	int ret = off != 0;

	while (ret > 0) {
		if (dw_quick_may(p, off)) {
			ret = dw_quick_children(p, from, tag, &off, fp, err);
			if (ret)
				break;
		}
		ret = one_child(p, from, &off, fn, fp, err);
	}
	fingerprint_u64(fp, MARK_END);
	return ret < 0 ? ret : 0;
}

static int print_children(struct dw_printer *p, const struct dw_die *die,
			  uint16_t tag, struct lay_fingerprint *fp,
			  struct lay_error *err)
{
	return dw_print_children(p, die->off,
				 dw_die_opens(die) ? die->next : 0, tag, fp,
				 err);
}

/* What there is to an enum where it has a name, by its tag or a typedef: what
 * is added to its list changes nothing in a record that holds it. */
static void feed_named_enum(const struct dw_die *die,
			    struct lay_fingerprint *fp)
{
	feed_constant(die, DW_FACT_BYTE_SIZE, fp);
	feed_constant(die, DW_FACT_ALIGNMENT, fp);
}

/* A struct, union or enum: by its tag or by all it holds. */
static int print_tagged(struct dw_printer *p, const struct dw_die *die,
			enum dw_print_depth depth, struct lay_fingerprint *fp,
			struct lay_error *err)
{
	int ret;

	fingerprint_u64(fp, die->kind);
	ret = feed_name(p, die, fp, err);
	if (ret < 0 || depth == DW_PRINT_SHALLOW)
		return ret;
	if (dw_die_has(die, DW_FACT_DECLARATION)) {
		fingerprint_u64(fp, MARK_DECLARED);
		return 0;
	}
	if (die->kind == LAY_KIND_ENUM) {
		feed_named_enum(die, fp);
		return dw_die_has(die, DW_FACT_NAME) ? 0 :
			dw_print_enumerators(p, die, fp, err);
	}
	feed_constant(die, DW_FACT_BYTE_SIZE, fp);
	feed_constant(die, DW_FACT_ALIGNMENT, fp);
	return print_children(p, die, DW_TAG_member, fp, err);
}

static int print_base(struct dw_printer *p, const struct dw_die *die,
		      struct lay_fingerprint *fp, struct lay_error *err)
{
	fingerprint_u64(fp, LAY_KIND_BASE);
	feed_constant(die, DW_FACT_BYTE_SIZE, fp);
	feed_constant(die, DW_FACT_BIT_SIZE, fp);
	feed_constant(die, DW_FACT_ENCODING, fp);
	return feed_name(p, die, fp, err);
}

static int print_pointer(struct dw_printer *p, const struct dw_die *die,
			 struct lay_fingerprint *fp, struct lay_error *err)
{
	struct dw_view *view;
	uint64_t size;
	int ret;

	ret = dw_views_at(p->views, die->off, die->off, &view, err);
	if (ret < 0)
		return ret;
	if (!dw_die_constant(die, DW_FACT_BYTE_SIZE, &size))
		size = view->unit->addr_size;
	fingerprint_u64(fp, LAY_KIND_POINTER);
	fingerprint_u64(fp, die->tag);
	fingerprint_u64(fp, size);
	return dw_print_type_of(p, die, DW_PRINT_SHALLOW, fp, err);
}

static int print_array(struct dw_printer *p, const struct dw_die *die,
		       enum dw_print_depth depth, struct lay_fingerprint *fp,
		       struct lay_error *err)
{
	int ret;

	fingerprint_u64(fp, LAY_KIND_ARRAY);
	fingerprint_u64(fp, dw_die_has(die, DW_FACT_VECTOR));
	ret = each_child(p, die, print_dimension, fp, err);
	if (ret < 0)
		return ret;
	return dw_print_type_of(p, die, depth, fp, err);
}

static int print_function(struct dw_printer *p, const struct dw_die *die,
			  struct lay_fingerprint *fp, struct lay_error *err)
{
	int ret;

	fingerprint_u64(fp, LAY_KIND_FUNCTION);
	ret = dw_print_type_of(p, die, DW_PRINT_SHALLOW, fp, err);
	if (ret < 0)
		return ret;
	return print_children(p, die, DW_TAG_formal_parameter, fp, err);
}

/* A typedef, by its name and what it is of. */
static int print_typedef(struct dw_printer *p, const struct dw_die *die,
			 enum dw_print_depth depth, struct lay_fingerprint *fp,
			 struct lay_error *err)
{
	enum dw_typedef glance;
	struct dw_die of;
	int ret = feed_name(p, die, fp, err);

	if (ret < 0 || depth == DW_PRINT_SHALLOW)
		return ret;
	glance = dw_typedef_glance(p->views, die);
	if (glance == DW_TYPEDEF_ENUM || glance == DW_TYPEDEF_UNSURE) {
		ret = dw_typedef_of(p->views, die, &of, err);
		if (ret < 0)
			return ret;
		if (dw_typedef_names_enum(&of)) {
			fingerprint_u64(fp, LAY_KIND_ENUM);
			feed_named_enum(&of, fp);
			return 0;
		}
	}
	return dw_print_type_of(p, die, depth, fp, err);
}

int dw_print_type(struct dw_printer *p, const struct dw_die *die,
		  enum dw_print_depth depth, struct lay_fingerprint *fp,
		  struct lay_error *err)
{
	int ret;

	switch (die->tag) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return print_tagged(p, die, depth, fp, err);
	case DW_TAG_base_type:
		return print_base(p, die, fp, err);
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
	case DW_TAG_ptr_to_member_type:
		return print_pointer(p, die, fp, err);
	case DW_TAG_array_type:
		return print_array(p, die, depth, fp, err);
	case DW_TAG_subroutine_type:
		return print_function(p, die, fp, err);
	case DW_TAG_typedef:
		fingerprint_u64(fp, MARK_TAG);
		fingerprint_u64(fp, die->tag);
		return print_typedef(p, die, depth, fp, err);
	}
	/* qualifiers; tags that C does not have are treated as
	 * such: named, sized, and of some other type */
	fingerprint_u64(fp, MARK_TAG);
	fingerprint_u64(fp, die->tag);
	feed_constant(die, DW_FACT_BYTE_SIZE, fp);
	ret = feed_name(p, die, fp, err);
	if (ret < 0)
		return ret;
	return dw_print_type_of(p, die, depth, fp, err);
}

int dw_print_enumerators(struct dw_printer *p, const struct dw_die *die,
			 struct lay_fingerprint *fp, struct lay_error *err)
{
	return print_children(p, die, DW_TAG_enumerator, fp, err);
}
