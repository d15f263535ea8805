// SPDX-License-Identifier: GPL-2.0-only
/*
 * DIEs to the model, by recursion over what is embedded. Every type is made
 * once for each mode (load-internal.h) and found by its DIE offset afterwards,
 * so the work is linear in the DIEs that are reached. What ends it in hostile
 * input: a type that is met again while it is being made contains itself, and
 * depth is bounded.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "dwarf/load-internal.h"
#include "base/poison.h"

/* Stands in the tables for a type that is being made. */
static const struct lay_type loading = { .kind = LAY_KIND_UNKNOWN };

typedef int (*fill_fn)(struct dw_loader *loader, const struct dw_die *die,
		       enum load_mode mode, struct lay_type *type,
		       struct lay_error *err);

/* What a tag stands for in the model, and who knows the rest. */
struct tag {
	uint16_t tag;
	enum lay_kind kind;
	unsigned int flags;
	fill_fn fill;
};

static const struct tag tags[] = {
	{ DW_TAG_base_type, LAY_KIND_BASE, 0, load_base },
	{ DW_TAG_pointer_type, LAY_KIND_POINTER, 0, load_pointer },
	{ DW_TAG_structure_type, LAY_KIND_STRUCT, 0, load_record },
	{ DW_TAG_union_type, LAY_KIND_UNION, 0, load_record },
	{ DW_TAG_class_type, LAY_KIND_STRUCT, LAY_TYPE_CLASS, load_record },
	{ DW_TAG_interface_type, LAY_KIND_STRUCT, LAY_TYPE_CLASS,
	  load_record },
	{ DW_TAG_enumeration_type, LAY_KIND_ENUM, 0, load_enum },
	{ DW_TAG_typedef, LAY_KIND_TYPEDEF, 0, load_target },
	{ DW_TAG_template_alias, LAY_KIND_TYPEDEF, 0, load_target },
	{ DW_TAG_array_type, LAY_KIND_ARRAY, 0, load_array },
	{ DW_TAG_subroutine_type, LAY_KIND_FUNCTION, 0, load_function },
	{ DW_TAG_const_type, LAY_KIND_CONST, 0, load_target },
	{ DW_TAG_volatile_type, LAY_KIND_VOLATILE, 0, load_target },
	{ DW_TAG_restrict_type, LAY_KIND_RESTRICT, 0, load_target },
	{ DW_TAG_atomic_type, LAY_KIND_ATOMIC, 0, load_target },
	{ DW_TAG_reference_type, LAY_KIND_POINTER, 0, load_pointer },
	{ DW_TAG_rvalue_reference_type, LAY_KIND_POINTER, 0, load_pointer },
	{ DW_TAG_ptr_to_member_type, LAY_KIND_POINTER, 0, load_pointer },
	{ DW_TAG_unspecified_type, LAY_KIND_VOID, 0, NULL },
};

/* What is no type, or one that C, C++ and Rust do not have. */
static const struct tag other_tag = { .kind = LAY_KIND_UNKNOWN };

static const struct tag *find_tag(uint16_t tag)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (tags[i].tag == tag)
			return &tags[i];
	return &other_tag;
}

/* A record or enum: what has a tag, and can be named without being known. */
static bool is_tagged(const struct tag *tag)
{
	return tag->fill == load_record || tag->fill == load_enum;
}

/* What every kind of type has, as far as it is said. */
static int fill_common(struct dw_loader *loader, const struct dw_die *die,
		       struct lay_type *type, struct lay_error *err)
{
	struct load_unit *u;
	int ret = load_unit_at(loader, die->off, &u, err);

	if (ret < 0)
		return ret;
	type->unit = u->name;
	type->source_off = die->off;
	if (u->unit->no_align)
		type->flags |= LAY_TYPE_NO_ALIGN;
	return load_name(loader, die, &type->name, err);
}

/* Bytes that layouts can be of. */
#define LOAD_MAX_SIZE (UINT64_C(1) << 56)

/* The rest of it that a shallow type is not asked for. */
static int fill_common_deep(struct dw_loader *loader, const struct dw_die *die,
			    struct lay_type *type, struct lay_error *err)
{
	uint64_t size, align;

	if (dw_die_constant(die, DW_FACT_BYTE_SIZE, &size)) {
		if (size > LOAD_MAX_SIZE)
			return dw_error_at(loader->file, die->off, LAY_E_LIMIT,
					   err,
					   "%s %s: its size of %" PRIu64 " bytes is beyond 2^56",
					   lay_kind_name(type->kind),
					   type->name ? type->name :
							"(anonymous)", size);
		type->size = size;
		type->flags |= LAY_TYPE_SIZED;
	}
	if (dw_die_constant(die, DW_FACT_ALIGNMENT, &align))
		type->align = align;
	if (load_flag(die, DW_FACT_DECLARATION))
		type->flags |= LAY_TYPE_DECLARATION;
	return load_decl(loader, die, &type->decl, err);
}

int load_unknown(struct dw_loader *loader, uint64_t off, const char *why,
		 const struct lay_type **ret_type, struct lay_error *err)
{
	struct lay_type *type = model_add_type(&loader->model,
					       LAY_KIND_UNKNOWN);

	if (!type)
		return model_full(&loader->model, err);
	type->source_off = off;
	type->why = why;
	*ret_type = type;
	return 0;
}

static int make_type(struct dw_loader *loader, const struct dw_die *die,
		     enum load_mode mode, const struct lay_type **ret_type,
		     struct lay_error *err)
{
	const struct tag *tag = find_tag(die->tag);
	struct lay_type *type;
	uint64_t off;
	int ret;

	/* A declaration can say in which type unit its definition is (DWARF 5
	 * section 5.7.1): then that is the type. */
	if (dw_die_has(die, DW_FACT_SIGNATURE)) {
		ret = load_follow(loader, die, DW_FACT_SIGNATURE, &off, err);
		if (ret < 0)
			return ret;
		if (ret == 1)
			return load_type(loader, off, mode, ret_type, err);
	}
	type = model_add_type(&loader->model, tag->kind);
	if (!type)
		return model_full(&loader->model, err);
	type->flags = tag->flags;
	if (tag == &other_tag)
		type->why = "not a kind of type that is known";
	ret = fill_common(loader, die, type, err);
	if (ret < 0)
		return ret;
	*ret_type = type;
	if (mode == LOAD_SHALLOW && is_tagged(tag)) {
		type->flags |= LAY_TYPE_SHALLOW;
		return 0;
	}
	ret = fill_common_deep(loader, die, type, err);
	if (ret < 0 || !tag->fill)
		return ret;
	return tag->fill(loader, die, mode, type, err);
}

/* A type that is met while it is being made. */
static int load_again(struct dw_loader *loader, uint64_t off,
		      enum load_mode mode, const struct lay_type **type,
		      struct lay_error *err)
{
	if (mode == LOAD_DEEP)
		return dw_error_at(loader->file, off, LAY_E_FORMAT, err,
				   "the type contains itself");
	return load_unknown(loader, off, "refers to itself", type, err);
}

int load_type(struct dw_loader *loader, uint64_t off, enum load_mode mode,
	      const struct lay_type **ret_type, struct lay_error *err)
{
	struct map *done = mode == LOAD_DEEP ? &loader->deep : &loader->shallow;
	const struct lay_type *type = map_get(done, off);
	struct dw_die die;
	int ret;

	if (type == &loading)
		return load_again(loader, off, mode, ret_type, err);
	if (type) {
		*ret_type = type;
		return 0;
	}
	if (loader->depth >= LOAD_DEPTH_MAX)
		return dw_error_at(loader->file, off, LAY_E_LIMIT, err,
				   "types more than %d deep in one another",
				   LOAD_DEPTH_MAX);
	ret = load_die(loader, off, &die, err);
	if (ret < 0)
		return ret;
	if (map_put(done, off, &loading) < 0)
		return model_full(&loader->model, err);
	loader->depth++;
	ret = make_type(loader, &die, mode, &type, err);
	loader->depth--;
	/* the slot is there: this cannot fail */
	map_put(done, off, ret < 0 ? NULL : type);
	if (ret == 0)
		*ret_type = type;
	return ret;
}

int load_ref(struct dw_loader *loader, const struct dw_die *die,
	     enum dw_fact attr, enum load_mode mode,
	     const struct lay_type **type, struct lay_error *err)
{
	static const struct lay_type void_type = { .kind = LAY_KIND_VOID };
	uint64_t off;
	int ret;

	if (!dw_die_has(die, attr)) {
		*type = &void_type;
		return 0;
	}
	ret = load_follow(loader, die, attr, &off, err);
	if (ret < 0)
		return ret;
	if (ret == 0)
		return load_unknown(loader, die->off,
				    "defined in another file", type, err);
	return load_type(loader, off, mode, type, err);
}

int dw_loader_new(struct dw_file *file, bool decl, struct dw_loader **loader,
		  struct lay_error *err)
{
	struct dw_loader *l = calloc(1, sizeof(*l));

	if (!l)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	l->file = file;
	l->decl = decl;
	model_init(&l->model, LOAD_MODEL_MAX);
	map_init(&l->deep);
	map_init(&l->shallow);
	*loader = l;
	return 0;
}

void dw_loader_free(struct dw_loader *loader)
{
	if (!loader)
		return;
	load_units_close(loader);
	map_free(&loader->deep);
	map_free(&loader->shallow);
	model_deinit(&loader->model);
	free(loader);
}

int dw_loader_load(struct dw_loader *loader, uint64_t die_off,
		   const struct lay_type **type, struct lay_error *err)
{
	return load_type(loader, die_off, LOAD_DEEP, type, err);
}

size_t dw_loader_size(const struct dw_loader *loader)
{
	return loader->model.arena.total + loader->model.strings.arena.total;
}
