// SPDX-License-Identifier: GPL-2.0-only
/* Structs, unions and classes. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/load-internal.h"
#include "dwarf/place.h"
#include "base/poison.h"

/* The members of @record as they are found. */
struct members {
	struct lay_type *record;
	struct lay_member *list;
	size_t nr, cap;
};

/* Something is wrong with @member, or not known; the first such thing is told.
 * Nothing is made to fit: what is kept is what was read. */
static int note(struct dw_loader *loader, struct lay_type *record,
		const struct lay_member *member, const char *what,
		struct lay_error *err)
{
	char text[256];

	record->flags |= LAY_TYPE_PARTIAL;
	if (record->why)
		return 0;
	if (member->name)
		snprintf(text, sizeof(text), "member %s: %s", member->name,
			 what);
	else
		snprintf(text, sizeof(text), "%s: %s",
			 member->flags & LAY_MEMBER_BASE_CLASS ?
			 "a base class" : "an unnamed member", what);
	record->why = model_add_string(&loader->model, text);
	return record->why ? 0 : model_full(&loader->model, err);
}

/* Does @member lie inside @record, and a bit-field inside its type? NULL, or
 * what is wrong. */
static const char *check_place(const struct lay_type *record,
			       const struct lay_member *member, bool sized,
			       uint64_t size)
{
	uint64_t bits = member->bit_size;

	if (sized && size > DW_PLACE_BYTES_MAX)
		return "its size is not possible";
	if (!(member->flags & LAY_MEMBER_BITFIELD))
		bits = sized ? 8 * size : 0;
	else if (sized && bits > 8 * size)
		return "it is wider than its type";
	if (record->flags & LAY_TYPE_SIZED &&
	    record->size <= DW_PLACE_BYTES_MAX &&
	    member->bit_off + bits > 8 * record->size)
		return "it ends past the record";
	return NULL;
}

static int place_member(struct dw_loader *loader, const struct dw_die *die,
			struct lay_type *record, struct lay_member *member,
			struct lay_error *err)
{
	uint64_t virtuality, size = 0;
	bool sized = lay_type_size(member->type, &size);
	struct dw_place place;
	struct load_unit *u;
	int ret = load_unit_at(loader, die->off, &u, err);

	if (ret < 0)
		return ret;
	place = dw_place_of(u->unit, die, loader->file->big_endian,
			    sized ? &size : NULL);
	if (dw_die_constant(die, DW_FACT_VIRTUALITY, &virtuality) && virtuality)
		place = (struct dw_place){ .wrong = "it is virtual" };
	member->bit_off = place.bit_off;
	member->bit_size = place.bit_size;
	if (place.bitfield)
		member->flags |= LAY_MEMBER_BITFIELD;
	if (place.known)
		place.wrong = check_place(record, member, sized, size);
	else
		member->flags |= LAY_MEMBER_NO_OFFSET;
	return place.wrong ? note(loader, record, member, place.wrong, err) : 0;
}

static int read_member(struct dw_loader *loader, const struct dw_die *die,
		       struct lay_type *record, struct lay_member *member,
		       struct lay_error *err)
{
	int ret;

	if (!dw_die_has(die, DW_FACT_TYPE))
		return dw_error_at(loader->file, die->off, LAY_E_FORMAT, err,
				   "member without type");
	ret = load_ref(loader, die, DW_FACT_TYPE, LOAD_DEEP, &member->type,
		       err);
	if (ret == 0)
		ret = load_name(loader, die, &member->name, err);
	if (ret == 0)
		ret = load_decl(loader, die, &member->decl, err);
	if (ret < 0)
		return ret;
	dw_die_constant(die, DW_FACT_ALIGNMENT, &member->align);
	if (load_flag(die, DW_FACT_ARTIFICIAL))
		member->flags |= LAY_MEMBER_ARTIFICIAL;
	if (die->tag == DW_TAG_inheritance)
		member->flags |= LAY_MEMBER_BASE_CLASS;
	return place_member(loader, die, record, member, err);
}

static int append(struct dw_loader *loader, const struct dw_die *die,
		  struct members *members, const struct lay_member *member,
		  struct lay_error *err)
{
	if (members->nr >= LOAD_LIST_MAX)
		return dw_error_at(loader->file, die->off, LAY_E_LIMIT, err,
				   "more than %u members in a record",
				   LOAD_LIST_MAX);
	if (VEC_RESERVE(members->list, members->nr, members->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	members->list[members->nr++] = *member;
	return 0;
}

/* Static members of C++ are variables: before DWARF 5 their DIEs look like
 * those of the others, but are external or declarations. */
static bool is_static(const struct dw_die *die)
{
	return load_flag(die, DW_FACT_EXTERNAL) ||
	       load_flag(die, DW_FACT_DECLARATION);
}

static int add_member(struct dw_loader *loader, const struct dw_die *die,
		      struct members *members, struct lay_error *err)
{
	struct lay_member member = { .name = NULL };
	int ret;

	if (is_static(die))
		return 0;
	ret = read_member(loader, die, members->record, &member, err);
	return ret < 0 ? ret : append(loader, die, members, &member, err);
}

/* Give @type the members that were found, and let go of the list. */
static int finish(struct dw_loader *loader, struct members *members, int ret,
		  struct lay_error *err)
{
	struct lay_type *record = members->record;

	if (ret == 0) {
		record->nr_members = members->nr;
		record->members = model_add_members(&loader->model,
						    members->list, members->nr);
		if (!record->members)
			ret = model_full(&loader->model, err);
	}
	free(members->list);
	return ret;
}

/* The members of one DW_TAG_variant. */
static int add_variant(struct dw_loader *loader, const struct dw_die *variant,
		       struct members *members, struct lay_error *err)
{
	struct dw_die child = { .tag = 0 };
	int ret = 0;

	while (ret == 0 &&
	       (ret = load_child(loader, variant, &child, err)) > 0)
		ret = child.tag != DW_TAG_member ? 0 :
		      add_member(loader, &child, members, err);
	return ret;
}

/*
 * What Rust's enums are: one of several variants, and what tells which. All of
 * them lie in the same bytes, positions counting from the start of the record:
 * that is an anonymous union over all of it.
 */
static int add_variant_part(struct dw_loader *loader, const struct dw_die *part,
			    struct members *outer, struct lay_error *err)
{
	struct lay_type *variants = model_add_type(&loader->model,
						   LAY_KIND_UNION);
	struct members members = { .record = variants };
	struct lay_member member = { .type = variants };
	struct dw_die child = { .tag = 0 };
	int ret = 0;

	if (!variants)
		return model_full(&loader->model, err);
	variants->flags = outer->record->flags & LAY_TYPE_SIZED;
	variants->size = outer->record->size;
	variants->unit = outer->record->unit;
	variants->source_off = part->off;
	while (ret == 0 &&
	       (ret = load_child(loader, part, &child, err)) > 0) {
		ret = 0;
		if (child.tag == DW_TAG_member)
			ret = add_member(loader, &child, &members, err);
		else if (child.tag == DW_TAG_variant)
			ret = add_variant(loader, &child, &members, err);
	}
	ret = finish(loader, &members, ret, err);
	return ret < 0 ? ret : append(loader, part, outer, &member, err);
}

int load_record(struct dw_loader *loader, const struct dw_die *die,
		enum load_mode mode, struct lay_type *type,
		struct lay_error *err)
{
	struct members members = { .record = type };
	struct dw_die child = { .tag = 0 };
	int ret = 0;

	(void)mode;	/* shallow ones do not come here */
	while (ret == 0 &&
	       (ret = load_child(loader, die, &child, err)) > 0) {
		ret = 0;
		if (child.tag == DW_TAG_member ||
		    child.tag == DW_TAG_inheritance)
			ret = add_member(loader, &child, &members, err);
		else if (child.tag == DW_TAG_variant_part)
			ret = add_variant_part(loader, &child, &members, err);
	}
	return finish(loader, &members, ret, err);
}
