// SPDX-License-Identifier: GPL-2.0-only
/*
 * The recursion here ends, and is not deeper than twice TYPESET_DEPTH_MAX,
 * because verify.c has walked the same ways.
 */
#include <config.h>

#include <stdlib.h>

#include "btf/load.h"
#include "base/poison.h"

static struct lay_type *make_int(struct btf_loader *loader,
				 const struct btf_type *t)
{
	struct lay_type *type = model_add_type(&loader->model, LAY_KIND_BASE);
	uint32_t bits = btf_int_bits(t);

	if (!type)
		return NULL;
	type->size = t->size;
	type->flags = LAY_TYPE_SIZED;
	if (bits && bits < t->size * 8) {
		type->flags |= LAY_TYPE_BITS;
		type->bit_width = bits;
	}
	if (btf_int_encoding(t) & BTF_INT_BOOL)
		type->encoding = LAY_ENCODING_BOOL;
	else if (btf_int_encoding(t) & BTF_INT_SIGNED)
		type->encoding = LAY_ENCODING_SIGNED;
	else
		type->encoding = LAY_ENCODING_UNSIGNED;
	return type;
}

static struct lay_type *make_float(struct btf_loader *loader,
				   const struct btf_type *t)
{
	struct lay_type *type = model_add_type(&loader->model, LAY_KIND_BASE);

	if (!type)
		return NULL;
	type->size = t->size;
	type->flags = LAY_TYPE_SIZED;
	type->encoding = LAY_ENCODING_FLOAT;
	return type;
}

/* What is @kind of another type: a pointer, qualifier or typedef. */
static struct lay_type *make_of(struct btf_loader *loader, enum lay_kind kind,
				uint32_t of, enum btf_way way)
{
	const struct lay_type *target = btf_make(loader, of, way);
	struct lay_type *type;

	if (!target)
		return NULL;
	type = model_add_type(&loader->model, kind);
	if (type)
		type->target = target;
	return type;
}

static struct lay_type *make_pointer(struct btf_loader *loader,
				     const struct btf_type *t)
{
	struct lay_type *type = make_of(loader, LAY_KIND_POINTER, t->type,
					BTF_SHALLOW);

	if (type && loader->set->pointer_size) {
		type->size = loader->set->pointer_size;
		type->flags = LAY_TYPE_SIZED;
	}
	return type;
}

/* Arrays of arrays as one with several dimensions. (pahole writes all
 * dimensions as one, of their product: int a[3][4] arrives as int a[12].) */
static struct lay_type *make_array(struct btf_loader *loader,
				   const struct btf_type *t, enum btf_way way)
{
	const struct btf_type *inner = t;
	struct lay_type *type;
	struct lay_dim *dims;
	size_t nr = 0;

	for (; btf_is_array(inner); nr++)
		inner = typeset_type(loader->set, btf_array(inner)->type);
	dims = arena_array(&loader->model.arena, nr, sizeof(*dims));
	if (!dims)
		return NULL;
	for (size_t i = 0; i < nr; i++) {
		dims[i].count = btf_array(t)->nelems;
		/* x[] and x[0] are one in BTF; only the first can be x[] */
		dims[i].bounded = dims[i].count || i;
		if (i + 1 < nr)
			t = typeset_type(loader->set, btf_array(t)->type);
	}
	type = make_of(loader, LAY_KIND_ARRAY, btf_array(t)->type, way);
	if (type) {
		type->dims = dims;
		type->nr_dims = nr;
	}
	return type;
}

static struct lay_type *make_function(struct btf_loader *loader,
				      const struct btf_type *t)
{
	const struct btf_param *p = btf_params(t);
	struct lay_type *type = make_of(loader, LAY_KIND_FUNCTION, t->type,
					BTF_SHALLOW);
	const struct lay_type **params;
	size_t nr = btf_vlen(t);

	if (!type)
		return NULL;
	type->flags = LAY_TYPE_PROTOTYPED;
	if (nr && !p[nr - 1].type) {
		type->flags |= LAY_TYPE_VARIADIC;
		nr--;
	}
	params = arena_array(&loader->model.arena, nr, sizeof(*params));
	if (!params)
		return NULL;
	for (size_t i = 0; i < nr; i++) {
		params[i] = btf_make(loader, p[i].type, BTF_SHALLOW);
		if (!params[i])
			return NULL;
	}
	type->params = params;
	type->nr_params = nr;
	return type;
}

/* Everything but the name and the id. */
static struct lay_type *make_kind(struct btf_loader *loader, uint32_t id,
				  const struct btf_type *t, enum btf_way way)
{
	switch (btf_kind(t)) {
	case BTF_KIND_UNKN:
		return model_add_type(&loader->model, LAY_KIND_VOID);
	case BTF_KIND_INT:
		return make_int(loader, t);
	case BTF_KIND_FLOAT:
		return make_float(loader, t);
	case BTF_KIND_PTR:
		return make_pointer(loader, t);
	case BTF_KIND_ARRAY:
		return make_array(loader, t, way);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_FWD:
		return btf_make_record(loader, id, way);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return btf_make_enum(loader, id, way);
	case BTF_KIND_TYPEDEF:
		return make_of(loader, LAY_KIND_TYPEDEF, t->type, way);
	case BTF_KIND_VOLATILE:
		return make_of(loader, LAY_KIND_VOLATILE, t->type, way);
	case BTF_KIND_CONST:
		return make_of(loader, LAY_KIND_CONST, t->type, way);
	case BTF_KIND_RESTRICT:
		return make_of(loader, LAY_KIND_RESTRICT, t->type, way);
	default:
		return make_function(loader, t);	/* no other is left */
	}
}

const struct lay_type *btf_make(struct btf_loader *loader, uint32_t id,
				enum btf_way way)
{
	const struct btf_type *t = typeset_type(loader->set, id);
	struct lay_type *type;

	if (loader->made[way][id])
		return loader->made[way][id];
	/* "__user" and the like say nothing of a layout */
	if (btf_is_type_tag(t)) {
		loader->made[way][id] = btf_make(loader, t->type, way);
		return loader->made[way][id];
	}
	type = make_kind(loader, id, t, way);
	if (type) {
		type->flags |= LAY_TYPE_UNSAID;
		type->name = typeset_name(loader->set, t->name_off);
		type->source_off = id;
	}
	loader->made[way][id] = type;
	return type;
}

int btf_loader_load(struct btf_loader *loader, uint32_t id,
		    const struct lay_type **type, struct lay_error *err)
{
	*type = btf_make(loader, id, BTF_DEEP);
	return *type ? 0 : model_full(&loader->model, err);
}

int btf_loader_init(struct btf_loader *loader, const struct typeset *set,
		    struct lay_error *err)
{
	loader->set = set;
	model_init(&loader->model, 0);
	for (unsigned int i = 0; i < BTF_NR_WAYS; i++) {
		loader->made[i] = calloc(set->end_id, sizeof(*loader->made[i]));
		if (!loader->made[i])
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for types");
	}
	return 0;
}

void btf_loader_deinit(struct btf_loader *loader)
{
	for (unsigned int i = 0; i < BTF_NR_WAYS; i++)
		free(loader->made[i]);
	model_deinit(&loader->model);
}
