// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a name is defined in hundreds of units, mostly by the same header.
 * Whether two definitions are the same must be known without building a model
 * of each.
 *
 * Idea: feed a hash with what the layout depends on, in an order and a spelling
 * that do not depend on how it happens to be encoded. A record that is held by
 * value counts with all it holds; each type of a unit is read once, by where it
 * stands. What a pointer points to counts by its tag: it may be declared in one
 * unit and defined in the next.
 *
 * Invariant: a value is fed for every question, also where the answer is "not
 * there", so that no two different sequences of answers feed the same values.
 *
 * Cost: of each unit with a match, the DIEs that the match rests on are read
 * once. Types that hold themselves, or are nested deeper than MAX_DEPTH, make
 * the print unsure, and nothing is folded by it.
 */
#include <config.h>

#include "base/hash.h"
#include "dwarf/constants.h"
#include "dwarf/fingerprint.h"
#include "dwarf/place.h"
#include "base/poison.h"

#define MAX_DEPTH 96

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

/* Is what a type is made of fed too, or what names it only? */
enum depth {
	DEEP,
	SHALLOW,
};

static int print_type_of(struct dw_printer *p, const struct dw_die *user,
			 enum depth depth, struct lay_fingerprint *fp,
			 struct lay_error *err);

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
		fingerprint_u64(fp, (uint64_t)MARK_NAME_OFFSET << 48 ^
				    value->u);
		return 0;
	}
	ret = dw_views_name(p->views, die, &name, err);
	if (ret == 0)
		fingerprint_string(fp, name);
	return ret;
}

static int each_child(struct dw_printer *p, const struct dw_die *die,
		      child_fn fn, struct lay_fingerprint *fp,
		      struct lay_error *err)
{
	uint64_t off = die->next;
	struct dw_view *view;
	struct dw_die child;
	int ret = 0;

	while (ret == 0 && dw_die_opens(die)) {
		/* anew each time: reading a child may have opened others */
		ret = dw_views_at(p->views, off, die->off, &view, err);
		if (ret == 0)
			ret = dw_die_read(view, off, &child, err);
		if (ret < 0 || child.tag == 0)
			break;
		ret = fn(p, &child, fp, err);
		if (!dw_die_opens(&child)) {
			off = child.next;
			continue;
		}
		if (ret == 0)
			ret = dw_views_at(p->views, off, die->off, &view, err);
		if (ret == 0)
			ret = dw_die_after(view, &child, &off, err);
	}
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
	return print_type_of(p, member, DEEP, fp, err);
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
		if (++p->depth > MAX_DEPTH)
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
		return print_type_of(p, child, SHALLOW, fp, err);
	case DW_TAG_unspecified_parameters:
		fingerprint_u64(fp, MARK_VARIADIC);
		break;
	}
	return 0;
}

/* A struct, union or enum: by its tag or by all it holds. */
static int print_tagged(struct dw_printer *p, const struct dw_die *die,
			enum depth depth, struct lay_fingerprint *fp,
			struct lay_error *err)
{
	int ret;

	fingerprint_u64(fp, die->kind);
	ret = feed_name(p, die, fp, err);
	if (ret < 0 || depth == SHALLOW)
		return ret;
	if (dw_die_has(die, DW_FACT_DECLARATION)) {
		fingerprint_u64(fp, MARK_DECLARED);
		return 0;
	}
	feed_constant(die, DW_FACT_BYTE_SIZE, fp);
	feed_constant(die, DW_FACT_ALIGNMENT, fp);
	/* the values of an enum change nothing in a record that holds it */
	if (die->kind == LAY_KIND_ENUM)
		return 0;
	return each_child(p, die, print_record_child, fp, err);
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
	return print_type_of(p, die, SHALLOW, fp, err);
}

static int print_array(struct dw_printer *p, const struct dw_die *die,
		       enum depth depth, struct lay_fingerprint *fp,
		       struct lay_error *err)
{
	int ret;

	fingerprint_u64(fp, LAY_KIND_ARRAY);
	fingerprint_u64(fp, dw_die_has(die, DW_FACT_VECTOR));
	ret = each_child(p, die, print_dimension, fp, err);
	if (ret < 0)
		return ret;
	return print_type_of(p, die, depth, fp, err);
}

static int print_function(struct dw_printer *p, const struct dw_die *die,
			  struct lay_fingerprint *fp, struct lay_error *err)
{
	int ret;

	fingerprint_u64(fp, LAY_KIND_FUNCTION);
	ret = print_type_of(p, die, SHALLOW, fp, err);
	if (ret < 0)
		return ret;
	return each_child(p, die, print_parameter, fp, err);
}

static int print_type(struct dw_printer *p, const struct dw_die *die,
		      enum depth depth, struct lay_fingerprint *fp,
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
	}
	/* typedefs and qualifiers; tags that C does not have are treated as
	 * such: named, sized, and of some other type */
	fingerprint_u64(fp, MARK_TAG);
	fingerprint_u64(fp, die->tag);
	feed_constant(die, DW_FACT_BYTE_SIZE, fp);
	ret = feed_name(p, die, fp, err);
	if (ret < 0 || (depth == SHALLOW && die->tag == DW_TAG_typedef))
		return ret;
	return print_type_of(p, die, depth, fp, err);
}

/* Print the type at @off, to which @from refers, from the beginning. */
static int print_at(struct dw_printer *p, uint64_t off, uint64_t from,
		    enum depth depth, struct lay_fingerprint *fp,
		    struct lay_error *err)
{
	uint32_t nr_members = p->nr_members;
	struct dw_view *view;
	struct dw_die die;
	int ret;

	ret = dw_views_at(p->views, off, from, &view, err);
	if (ret == 0)
		ret = dw_die_read(view, off, &die, err);
	/* a declaration that says which type unit has the rest */
	if (ret == 0 && dw_die_has(&die, DW_FACT_SIGNATURE)) {
		ret = dw_views_follow(p->views, &die.fact[DW_FACT_SIGNATURE],
				      die.off, &off, err);
		if (ret == 0)
			ret = dw_views_at(p->views, off, from, &view, err);
		if (ret == 0)
			ret = dw_die_read(view, off, &die, err);
	}
	if (ret < 0)
		return ret;
	fingerprint_init(fp);
	if (++p->depth > MAX_DEPTH)
		p->unsure = true;
	else
		ret = print_type(p, &die, depth, fp, err);
	p->depth--;
	p->nr_members = nr_members;
	return ret;
}

/* The memo has no bit to spare in an offset but this one. */
static uint64_t memo_key(uint64_t off, enum depth depth)
{
	return depth == SHALLOW ? off ^ UINT64_C(1) << 62 : off;
}

/*
 * The slot of the type at @off, printed. A type is unsure if anything in it is:
 * the printer's doubts are set aside before it, and end up in its slot.
 */
static int find_print(struct dw_printer *p, uint64_t off, uint64_t from,
		      enum depth depth, struct dw_memo_slot *found,
		      struct lay_error *err)
{
	struct dw_memo *memo = dw_view_holds(&p->views->own, off) ? &p->own
								  : &p->others;
	uint64_t key = memo_key(off, depth);
	bool is_new, doubts = p->unsure;
	struct lay_fingerprint fp;
	struct dw_memo_slot *slot;
	int ret = 0;

	slot = dw_memo_find(memo, key, &is_new);
	if (slot && is_new) {
		p->unsure = false;
		ret = print_at(p, off, from, depth, &fp, err);
		if (ret < 0)
			return ret;
		/* it may have moved meanwhile */
		slot = dw_memo_find(memo, key, &is_new);
		if (slot) {
			slot->fp = fp;
			slot->unsure = p->unsure;
			slot->state = DW_MEMO_DONE;
		}
		p->unsure = doubts;
	}
	if (!slot)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu types", memo->nr);
	*found = *slot;
	return 0;
}

/* The same for a type that is not known yet, or not in the unit at hand. */
static int print_new_type(struct dw_printer *p, const struct dw_die *user,
			  enum depth depth, struct lay_fingerprint *fp,
			  struct lay_error *err)
{
	struct dw_memo_slot found;
	uint64_t off;
	int ret;

	ret = dw_views_follow(p->views, &user->fact[DW_FACT_TYPE], user->off,
			      &off, err);
	if (ret == 0)
		ret = find_print(p, off, user->off, depth, &found, err);
	if (ret < 0)
		return ret;
	if (found.state == DW_MEMO_BEGUN) {
		/* it holds itself */
		p->unsure = true;
		fingerprint_u64(fp, MARK_UNKNOWN);
		return 0;
	}
	p->unsure = p->unsure || found.unsure;
	fingerprint_add(fp, &found.fp);
	return 0;
}

/* Feed the print of the type that @user has. */
static int print_type_of(struct dw_printer *p, const struct dw_die *user,
			 enum depth depth, struct lay_fingerprint *fp,
			 struct lay_error *err)
{
	const struct dw_value *ref = &user->fact[DW_FACT_TYPE];
	const struct dw_memo_slot *known = NULL;

	if (!dw_die_has(user, DW_FACT_TYPE)) {
		fingerprint_u64(fp, LAY_KIND_VOID);
		return 0;
	}
	/* a place is in one memo only: no need to ask whose it is */
	if (ref->class == DW_VALUE_REFERENCE)
		known = dw_memo_recall(&p->own, memo_key(ref->u, depth));
	if (!known)
		return print_new_type(p, user, depth, fp, err);
	p->unsure = p->unsure || known->unsure;
	fingerprint_add(fp, &known->fp);
	return 0;
}

void dw_printer_init(struct dw_printer *p, struct dw_views *views,
		     enum dw_print_names names)
{
	*p = (struct dw_printer){ .views = views, .names = names };
}

void dw_printer_deinit(struct dw_printer *p)
{
	dw_memo_deinit(&p->own);
	dw_memo_deinit(&p->others);
}

void dw_printer_next_unit(struct dw_printer *p)
{
	dw_memo_clear(&p->own);
}

static void begin(struct dw_printer *p)
{
	p->unsure = false;
	p->depth = 0;
	p->nr_members = 0;
}

int dw_printer_print(struct dw_printer *p, const struct dw_die *die,
		     struct dw_print *print, struct lay_error *err)
{
	struct dw_print result = { .unsure = false };
	int ret;

	begin(p);
	fingerprint_init(&result.fp);
	ret = print_type(p, die, DEEP, &result.fp, err);
	if (ret == 0 && die->kind == LAY_KIND_ENUM)
		ret = each_child(p, die, print_enumerator, &result.fp, err);
	if (ret < 0)
		return ret;
	result.unsure = p->unsure;
	result.nr_members = p->nr_members;
	result.sized = dw_die_constant(die, DW_FACT_BYTE_SIZE, &result.size);
	if (!result.sized && die->tag == DW_TAG_typedef)
		ret = dw_type_size(p->views, die, &result.size, &result.sized,
				   err);
	if (ret == 0)
		*print = result;
	return ret;
}

int dw_printer_recall(struct dw_printer *p, const struct dw_die *die,
		      struct dw_print *print, struct lay_error *err)
{
	struct dw_memo_slot found;
	int ret;

	/* what may be read as something else when it is met as a type */
	if (die->kind == LAY_KIND_ENUM ||
	    dw_die_has(die, DW_FACT_DECLARATION) ||
	    dw_die_has(die, DW_FACT_SIGNATURE))
		return dw_printer_print(p, die, print, err);
	begin(p);
	ret = find_print(p, die->off, die->off, DEEP, &found, err);
	if (ret == 0)
		*print = (struct dw_print){
			.fp = found.fp,
			.unsure = found.unsure,
		};
	return ret;
}
