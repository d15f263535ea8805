// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/load-internal.h"
#include "base/poison.h"

struct enumerators {
	struct lay_enumerator *list;
	size_t nr, cap;
	const struct lay_type *type;
	bool is_signed;		/* values that do not say are */
};

/*
 * DW_FORM_data1 to data8 say the bits and not the sign. Producers write them
 * for values that are not negative, and only where a value needs all bits of
 * the type can it be meant otherwise.
 */
static int64_t sign_of_type(const struct enumerators *e, uint64_t u)
{
	uint64_t bits = e->type->flags & LAY_TYPE_SIZED ? e->type->size * 8 : 0;

	if (!e->is_signed || !bits || bits >= 64)
		return (int64_t)u;
	if (u >> (bits - 1) == 1)
		u |= UINT64_MAX << bits;
	return (int64_t)u;
}

static int add_enumerator(struct dw_loader *loader, const struct dw_die *child,
			  struct enumerators *e, struct lay_type *type,
			  struct lay_error *err)
{
	const struct dw_value *v = &child->fact[DW_FACT_CONST_VALUE];
	struct lay_enumerator one = { .name = NULL };
	int ret;

	if (child->tag != DW_TAG_enumerator)
		return 0;
	if (e->nr >= LOAD_LIST_MAX)
		return dw_error_at(loader->file, child->off, LAY_E_LIMIT, err,
				   "more than %u enumerators", LOAD_LIST_MAX);
	if (VEC_RESERVE(e->list, e->nr, e->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	if (!dw_die_has(child, DW_FACT_CONST_VALUE) ||
	    (v->class != DW_VALUE_UNSIGNED && v->class != DW_VALUE_SIGNED)) {
		type->flags |= LAY_TYPE_PARTIAL;
		type->why = "a value that is not a constant of 64 bits";
		return 0;
	}
	one.value = v->class == DW_VALUE_SIGNED ? (int64_t)v->u :
						  sign_of_type(e, v->u);
	one.is_unsigned = !e->is_signed && v->class == DW_VALUE_UNSIGNED;
	ret = load_name(loader, child, &one.name, err);
	if (ret == 0)
		e->list[e->nr++] = one;
	return ret;
}

/* The enum itself can say it, or its underlying type; C's without either are
 * int unless a value needs more. */
static bool is_signed_enum(const struct dw_die *die,
			   const struct lay_type *underlying)
{
	uint64_t ate;

	if (dw_die_constant(die, DW_FACT_ENCODING, &ate))
		return ate == DW_ATE_signed || ate == DW_ATE_signed_char;
	if (underlying)
		return lay_type_strip(underlying)->encoding ==
		       LAY_ENCODING_SIGNED;
	return false;
}

int load_enum(struct dw_loader *loader, const struct dw_die *die,
	      enum load_mode mode, struct lay_type *type,
	      struct lay_error *err)
{
	struct enumerators e = { .type = type };
	struct dw_die child = { .tag = 0 };
	int ret = 0;

	if (dw_die_has(die, DW_FACT_TYPE))
		ret = load_ref(loader, die, DW_FACT_TYPE, mode, &type->target,
			       err);
	if (ret < 0)
		return ret;
	if (!(type->flags & LAY_TYPE_SIZED) && type->target &&
	    lay_type_size(type->target, &type->size))
		type->flags |= LAY_TYPE_SIZED;
	e.is_signed = is_signed_enum(die, type->target);
	while (ret == 0 &&
	       (ret = load_child(loader, die, &child, err)) > 0)
		ret = add_enumerator(loader, &child, &e, type, err);
	if (ret == 0) {
		type->nr_enumerators = e.nr;
		type->enumerators = model_add_enumerators(&loader->model,
							  e.list, e.nr);
		if (!type->enumerators)
			ret = model_full(&loader->model, err);
	}
	free(e.list);
	return ret;
}
