// SPDX-License-Identifier: GPL-2.0-only
/* A variable where it lies: its members' lines depend on that. */
#include <config.h>

#include <stdlib.h>

#include <layoutdiff/variables.h>

#include "base/vec.h"
#include "base/poison.h"

/* Is @slot, or one around it, in an array? It stands for all elements. */
static bool is_element(const struct lay_layout *l, uint32_t slot)
{
	for (uint32_t p = l->slots[slot].parent; p != LAY_NO_SLOT;
	     p = l->slots[p].parent)
		if (l->slots[p].flags & LAY_SLOT_ARRAY)
			return true;
	return false;
}

static int find_straddles(struct lay_variable_view *view,
			  struct lay_error *err)
{
	const struct lay_layout *l = view->layout;
	size_t cap = 0;

	for (uint32_t i = 0; i < l->nr_slots; i++) {
		if (l->slots[i].flags & LAY_SLOT_RECORD ||
		    !lay_layout_straddles_at(l, i, view->line_off) ||
		    is_element(l, i))
			continue;
		if (VEC_RESERVE(view->straddles, view->nr_straddles, cap,
				1) < 0)
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		view->straddles[view->nr_straddles++] = i;
	}
	return 0;
}

/* What an array is of, through all its dimensions. */
static const struct lay_type *element_of(const struct lay_type *type)
{
	type = lay_type_strip(type);
	while (type->kind == LAY_KIND_ARRAY &&
	       lay_type_strip(type->target) != type)
		type = lay_type_strip(type->target);
	return type;
}

static void look_at_array(struct lay_variable_view *view,
			  const struct lay_variable *v)
{
	uint64_t size;

	if (!lay_type_size(element_of(v->type), &size) || !size)
		return;
	view->nr_elements = v->size / size;
	view->nr_split = lay_array_straddles(view->line_off, size,
					     view->nr_elements,
					     view->line_size);
}

int lay_variable_view(const struct lay_variables *vars, uint32_t i,
		      const struct lay_layout_opts *opts,
		      struct lay_variable_view *view, struct lay_error *err)
{
	const struct lay_variable *v = &vars->variable[i];
	uint64_t line_size = opts->line_size ? opts->line_size : 64;
	const struct lay_type *type;
	int ret;

	*view = (struct lay_variable_view){
		.vars = vars, .variable = i, .line_size = line_size,
		.placed = lay_variable_is_placed(v, line_size),
		.line_off = v->addr % line_size,
	};
	ret = lay_variable_mates(vars, i, line_size, &view->mates,
				 &view->nr_mates, err);
	type = v->type ? lay_type_strip(v->type) : NULL;
	if (ret == 0 && type && type->kind == LAY_KIND_ARRAY)
		look_at_array(view, v);
	/* what is too large to lay out has no lines that matter */
	if (ret == 0 && type && lay_type_is_record(type) &&
	    lay_layout_make(type, opts, &view->layout, NULL) == 0)
		ret = find_straddles(view, err);
	if (ret < 0)
		lay_variable_unview(view);
	return ret;
}

void lay_variable_unview(struct lay_variable_view *view)
{
	lay_layout_free(view->layout);
	free(view->straddles);
	free(view->mates);
	*view = (struct lay_variable_view){ .vars = NULL };
}
