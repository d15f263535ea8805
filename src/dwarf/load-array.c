// SPDX-License-Identifier: GPL-2.0-only
/*
 * How many elements an array has was written in many ways: a count; an upper
 * bound; the upper bound -1 in four or eight bytes for x[0]; no bound for x[]
 * and, in newer GCC, for x[0] as well. A bound that is a reference or an
 * expression is that of an array whose length is known at run time.
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/load-internal.h"
#include "base/poison.h"

struct dims {
	struct lay_dim *list;
	size_t nr, cap;
};

/* What a lower bound is that is not stated (DWARF 5 table 7.17). */
static int64_t default_lower_bound(uint64_t language)
{
	switch (language) {
	case DW_LANG_Ada83:
	case DW_LANG_Ada95:
	case DW_LANG_Cobol74:
	case DW_LANG_Cobol85:
	case DW_LANG_Fortran77:
	case DW_LANG_Fortran90:
	case DW_LANG_Fortran95:
	case DW_LANG_Fortran03:
	case DW_LANG_Fortran08:
	case DW_LANG_Julia:
	case DW_LANG_Modula2:
	case DW_LANG_Modula3:
	case DW_LANG_Pascal83:
	case DW_LANG_PLI:
		return 1;
	default:
		return 0;
	}
}

/* A bound: negative ones come as signed forms, or as all bits of four bytes. */
static bool read_bound(const struct dw_die *die, enum dw_fact attr,
		       int64_t *bound)
{
	uint64_t u;

	if (!dw_die_constant(die, attr, &u))
		return false;
	if (die->fact[attr].form == DW_FORM_data4 && u == UINT32_MAX)
		u = UINT64_MAX;
	*bound = (int64_t)u;
	return true;
}

static int dim_of_bounds(struct dw_loader *loader, const struct dw_die *die,
			 struct lay_dim *dim, struct lay_error *err)
{
	int64_t lower = 0, upper, span;
	struct load_unit *u;
	int ret = load_unit_at(loader, die->off, &u, err);

	if (ret < 0)
		return ret;
	if (!dw_die_has(die, DW_FACT_LOWER_BOUND))
		lower = default_lower_bound(u->language);
	else if (!read_bound(die, DW_FACT_LOWER_BOUND, &lower))
		dim->variable = true;
	if (!read_bound(die, DW_FACT_UPPER_BOUND, &upper) ||
	    __builtin_sub_overflow(upper, lower, &span) || span < -1)
		dim->variable = true;
	if (dim->variable)
		return 0;
	dim->bounded = true;
	dim->count = (uint64_t)span + 1;
	return 0;
}

static int add_dim(struct dw_loader *loader, const struct dw_die *child,
		   struct dims *dims, struct lay_error *err)
{
	struct lay_dim dim = { .bounded = false };
	int ret = 0;

	/* an enumeration can be an index, in languages that are not C */
	if (child->tag == DW_TAG_enumeration_type)
		dim.variable = true;
	else if (child->tag != DW_TAG_subrange_type &&
		 child->tag != DW_TAG_generic_subrange)
		return 0;
	else if (dw_die_constant(child, DW_FACT_COUNT, &dim.count))
		dim.bounded = true;
	else if (dw_die_has(child, DW_FACT_COUNT))
		dim.variable = true;
	else if (dw_die_has(child, DW_FACT_UPPER_BOUND))
		ret = dim_of_bounds(loader, child, &dim, err);
	/* clang's count of a flexible array, once: -1 */
	if (dim.bounded && dim.count == UINT64_MAX)
		dim = (struct lay_dim){ .bounded = false };
	if (ret < 0)
		return ret;
	if (dims->nr >= LOAD_LIST_MAX)
		return dw_error_at(loader->file, child->off, LAY_E_LIMIT, err,
				   "more than %u dimensions", LOAD_LIST_MAX);
	if (VEC_RESERVE(dims->list, dims->nr, dims->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	dims->list[dims->nr++] = dim;
	return 0;
}

int load_array(struct dw_loader *loader, const struct dw_die *die,
	       enum load_mode mode, struct lay_type *type,
	       struct lay_error *err)
{
	struct dims dims = { .nr = 0 };
	struct dw_die child = { .tag = 0 };
	int ret = load_ref(loader, die, DW_FACT_TYPE, mode, &type->target, err);

	while (ret == 0 &&
	       (ret = load_child(loader, die, &child, err)) > 0)
		ret = add_dim(loader, &child, &dims, err);
	if (ret == 0) {
		type->nr_dims = dims.nr;
		type->dims = model_add_dims(&loader->model, dims.list, dims.nr);
		if (!type->dims)
			ret = model_full(&loader->model, err);
	}
	free(dims.list);
	if (ret < 0)
		return ret;
	if (load_flag(die, DW_FACT_VECTOR))
		type->flags |= LAY_TYPE_VECTOR;
	/* elements that do not stand side by side: what is between them, and
	 * so the size, is not said here unless all of it is */
	if ((dw_die_has(die, DW_FACT_BYTE_STRIDE) ||
	     dw_die_has(die, DW_FACT_BIT_STRIDE)) &&
	    !(type->flags & LAY_TYPE_SIZED)) {
		type->kind = LAY_KIND_UNKNOWN;
		type->why = "an array with a stride";
	}
	return 0;
}
