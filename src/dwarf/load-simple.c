// SPDX-License-Identifier: GPL-2.0-only
/* Types that hold no list but, for functions, one of parameters. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/load-internal.h"
#include "base/poison.h"

static enum lay_encoding encoding_of(uint64_t ate)
{
	switch (ate) {
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		return LAY_ENCODING_SIGNED;
	case DW_ATE_unsigned:
	case DW_ATE_unsigned_char:
	case DW_ATE_UTF:
		return LAY_ENCODING_UNSIGNED;
	case DW_ATE_boolean:
		return LAY_ENCODING_BOOL;
	case DW_ATE_float:
		return LAY_ENCODING_FLOAT;
	case DW_ATE_complex_float:
		return LAY_ENCODING_COMPLEX;
	default:
		return LAY_ENCODING_OTHER;
	}
}

/* DWARF has no word for a complex number of integers; gcc and clang take the
 * first encoding that is free to vendors for it, and gcc knows a name for but
 * one of them. */
static bool is_complex_integer(uint64_t ate, const char *name)
{
	return ate == DW_ATE_lo_user && name &&
	       (strncmp(name, "complex", strlen("complex")) == 0 ||
		strcmp(name, "__unknown__") == 0);
}

int load_base(struct dw_loader *loader, const struct dw_die *die,
	      enum load_mode mode, struct lay_type *type,
	      struct lay_error *err)
{
	uint64_t ate, bits;

	(void)loader, (void)mode, (void)err;
	if (dw_die_constant(die, DW_FACT_ENCODING, &ate))
		type->encoding = is_complex_integer(ate, type->name) ?
				 LAY_ENCODING_COMPLEX : encoding_of(ate);
	if (!dw_die_constant(die, DW_FACT_BIT_SIZE, &bits))
		return 0;
	/* DWARF 5 section 5.1: the size in bytes can be left to follow */
	if (!(type->flags & LAY_TYPE_SIZED)) {
		type->size = bits / 8 + (bits % 8 != 0);
		type->flags |= LAY_TYPE_SIZED;
	}
	if (bits < UINT32_MAX && bits / 8 < type->size) {
		type->flags |= LAY_TYPE_BITS;
		type->bit_width = (uint32_t)bits;
	}
	return 0;
}

int load_target(struct dw_loader *loader, const struct dw_die *die,
		enum load_mode mode, struct lay_type *type,
		struct lay_error *err)
{
	return load_ref(loader, die, DW_FACT_TYPE, mode, &type->target, err);
}

/* "cls::*": the class is where DW_AT_containing_type points. */
static int name_member_pointer(struct dw_loader *loader,
			       const struct dw_die *die, struct lay_type *type,
			       struct lay_error *err)
{
	const struct lay_type *class;
	int ret = load_ref(loader, die, DW_FACT_CONTAINING_TYPE, LOAD_SHALLOW,
			   &class, err);
	const char *name;
	char *text;
	size_t len;

	if (ret < 0)
		return ret;
	name = class->name ? class->name : "";
	len = strlen(name) + sizeof("::*");
	text = malloc(len);
	if (!text)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	snprintf(text, len, "%s::*", name);
	type->name = model_add_string(&loader->model, text);
	free(text);
	return type->name ? 0 : model_full(&loader->model, err);
}

/* How many addresses a pointer without a stated size is long. One to a member
 * function holds an adjustment too (Itanium C++ ABI section 2.3). */
static unsigned int nr_words(const struct dw_die *die,
			     const struct lay_type *type)
{
	return die->tag == DW_TAG_ptr_to_member_type &&
	       lay_type_strip(type->target)->kind == LAY_KIND_FUNCTION ? 2 : 1;
}

int load_pointer(struct dw_loader *loader, const struct dw_die *die,
		 enum load_mode mode, struct lay_type *type,
		 struct lay_error *err)
{
	struct load_unit *u;
	int ret = load_ref(loader, die, DW_FACT_TYPE, LOAD_SHALLOW,
			   &type->target, err);

	(void)mode;
	if (ret < 0)
		return ret;
	/* what a pointer is called elsewhere is not how it is written */
	type->name = NULL;
	if (die->tag == DW_TAG_reference_type)
		type->name = "&";
	else if (die->tag == DW_TAG_rvalue_reference_type)
		type->name = "&&";
	else if (die->tag == DW_TAG_ptr_to_member_type)
		ret = name_member_pointer(loader, die, type, err);
	if (ret < 0 || type->flags & LAY_TYPE_SIZED)
		return ret;
	ret = load_unit_at(loader, die->off, &u, err);
	if (ret < 0)
		return ret;
	type->size = (uint64_t)nr_words(die, type) * u->unit->addr_size;
	type->flags |= LAY_TYPE_SIZED;
	return 0;
}

struct params {
	const struct lay_type **list;
	size_t nr, cap;
};

static int add_param(struct dw_loader *loader, const struct dw_die *child,
		     struct params *params, struct lay_type *type,
		     struct lay_error *err)
{
	int ret;

	if (child->tag == DW_TAG_unspecified_parameters)
		type->flags |= LAY_TYPE_VARIADIC;
	if (child->tag != DW_TAG_formal_parameter)
		return 0;
	if (params->nr >= LOAD_LIST_MAX)
		return dw_error_at(loader->file, child->off, LAY_E_LIMIT, err,
				   "more than %u parameters", LOAD_LIST_MAX);
	if (VEC_RESERVE(params->list, params->nr, params->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	ret = load_ref(loader, child, DW_FACT_TYPE, LOAD_SHALLOW,
		       &params->list[params->nr], err);
	if (ret == 0)
		params->nr++;
	return ret;
}

int load_function(struct dw_loader *loader, const struct dw_die *die,
		  enum load_mode mode, struct lay_type *type,
		  struct lay_error *err)
{
	struct params params = { .nr = 0 };
	struct dw_die child = { .tag = 0 };
	int ret = load_ref(loader, die, DW_FACT_TYPE, LOAD_SHALLOW,
			   &type->target, err);

	(void)mode;
	if (load_flag(die, DW_FACT_PROTOTYPED))
		type->flags |= LAY_TYPE_PROTOTYPED;
	while (ret == 0 &&
	       (ret = load_child(loader, die, &child, err)) > 0)
		ret = add_param(loader, &child, &params, type, err);
	if (ret == 0) {
		type->nr_params = params.nr;
		type->params = model_add_params(&loader->model, params.list,
						params.nr);
		if (!type->params)
			ret = model_full(&loader->model, err);
	}
	free(params.list);
	return ret;
}
