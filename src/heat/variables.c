// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/scopes.h"
#include "dwarf/unit.h"
#include "heat/place.h"
#include "heat/variables.h"
#include "base/poison.h"

void heat_variables_deinit(struct heat_variables *variables)
{
	free(variables->variable);
	*variables = (struct heat_variables){ .read = false };
}

/* What an array is of, through all its dimensions. */
static const struct lay_type *element(const struct lay_type *type, bool *array)
{
	*array = false;
	while (lay_type_strip(type)->kind == LAY_KIND_ARRAY) {
		*array = true;
		type = lay_type_strip(type)->target;
	}
	return type;
}

bool heat_record_name(const struct lay_type *type, char *buf, size_t len)
{
	const struct lay_type *record = lay_type_strip(type);

	if (!lay_type_is_record(record))
		return false;
	if (record->name)
		return snprintf(buf, len, "%s %s", lay_kind_name(record->kind),
				record->name) < (int)len;
	while (type != record && type->kind != LAY_KIND_TYPEDEF)
		type = type->target;
	return type != record && type->name &&
	       snprintf(buf, len, "%s", type->name) < (int)len;
}

static int add(struct heat_variables *variables, struct heat_types *types,
	       const struct dw_global *global)
{
	struct heat_variable v = {
		.addr = global->addr, .size = global->size,
	};
	char name[256];

	if (global->flags & (DW_GLOBAL_TLS | DW_GLOBAL_PERCPU) ||
	    !global->size ||
	    !heat_record_name(element(global->type, &v.array), name, sizeof(name)))
		return 0;
	if (heat_types_number(types, name, strlen(name), &v.type, NULL) < 0)
		return -1;
	if (v.type == HEAT_NO_TYPE)
		return 0;
	if (VEC_RESERVE(variables->variable, variables->nr, variables->cap,
			1) < 0)
		return -1;
	variables->variable[variables->nr++] = v;
	return 0;
}

/* Without memory, or with DWARF that is damaged, there are fewer. */
static void read_all(struct heat_variables *variables, struct dw_file *file,
		     struct heat_types *types)
{
	const struct dw_global *global;
	struct dw_scopes *scopes;
	size_t nr;

	if (dw_scopes_open(file, &scopes, NULL) < 0)
		return;
	if (dw_scopes_index(scopes, 0, NULL) == 0) {
		global = dw_scopes_globals(scopes, &nr);
		for (size_t i = 0; i < nr; i++)
			if (add(variables, types, &global[i]) < 0)
				break;
	}
	dw_scopes_close(scopes);
}

static const struct heat_variable *find(const struct heat_variables *variables,
					uint64_t addr)
{
	size_t lo = 0, hi = variables->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (variables->variable[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || addr - variables->variable[lo - 1].addr >=
		   variables->variable[lo - 1].size)
		return NULL;
	return &variables->variable[lo - 1];
}

const struct heat_variable *
heat_variables_at(struct heat_variables *variables, struct heat_image *image,
		  struct heat_types *types, uint64_t addr)
{
	struct dw_file *file;

	if (!variables->read && image->elf) {
		variables->read = true;
		if (dw_file_open(image->elf, &file, NULL) == 0) {
			read_all(variables, file, types);
			dw_file_close(file);
		}
	}
	return find(variables, addr);
}
