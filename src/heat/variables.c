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

/* Variables around an address: they hardly ever overlap. */
#define MAX_BACK 8

void heat_variables_deinit(struct heat_variables *variables)
{
	free(variables->image.variable);
	free(variables->percpu.variable);
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

/* The record that it is, or is an array of. <0: no memory. */
static int find_type(struct heat_variable *v, const struct lay_type *type,
		     struct heat_types *types)
{
	char name[256];

	v->type = HEAT_NO_TYPE;
	if (!type || !heat_record_name(element(type, &v->array), name,
				       sizeof(name)))
		return 0;
	return heat_types_number(types, name, strlen(name), &v->type, NULL);
}

static int add(struct heat_variables *variables, struct heat_types *types,
	       const struct dw_global *global)
{
	bool percpu = global->flags & DW_GLOBAL_PERCPU;
	struct heat_variable_list *list = percpu ? &variables->percpu :
						   &variables->image;
	struct heat_variable v = {
		.addr = global->addr, .size = global->size,
	};

	if (global->flags & DW_GLOBAL_TLS || !global->size || !global->name ||
	    v.addr + v.size < v.addr)
		return 0;
	v.name = heat_types_string(types, global->name, strlen(global->name));
	if (!v.name || find_type(&v, global->type, types) < 0 ||
	    VEC_RESERVE(list->variable, list->nr, list->cap, 1) < 0)
		return -1;
	list->variable[list->nr++] = v;
	if (!percpu)
		return 0;
	if (list->nr == 1 || v.addr < variables->percpu_low)
		variables->percpu_low = v.addr;
	if (v.addr + v.size > variables->percpu_high)
		variables->percpu_high = v.addr + v.size;
	return 0;
}

static void take_all(struct heat_variables *variables,
		     const struct dw_scopes *scopes, struct heat_types *types)
{
	size_t nr;
	const struct dw_global *global = dw_scopes_globals(scopes, &nr);

	for (size_t i = 0; i < nr; i++)
		if (add(variables, types, &global[i]) < 0)
			break;
}

static void read_all(struct heat_variables *variables, struct dw_file *file,
		     struct heat_types *types)
{
	struct dw_scopes *scopes;

	if (dw_scopes_open(file, &scopes, NULL) < 0)
		return;
	if (dw_scopes_index(scopes, 0, NULL) == 0)
		take_all(variables, scopes, types);
	dw_scopes_close(scopes);
}

void heat_variables_read(struct heat_variables *variables,
			 struct dw_scopes *scopes, struct heat_image *image,
			 struct heat_types *types)
{
	struct dw_file *file;

	if (variables->read || (!scopes && !image->elf))
		return;
	variables->read = true;
	if (scopes) {
		take_all(variables, scopes, types);
	} else if (dw_file_open(image->elf, &file, NULL) == 0) {
		read_all(variables, file, types);
		dw_file_close(file);
	}
}

const struct heat_variable *
heat_variable_at(const struct heat_variable_list *list, uint64_t addr,
		 bool record)
{
	size_t lo = 0, hi = list->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (list->variable[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (size_t i = 0; i < MAX_BACK && i < lo; i++) {
		const struct heat_variable *v = &list->variable[lo - 1 - i];

		if (addr - v->addr < v->size &&
		    (!record || v->type != HEAT_NO_TYPE))
			return v;
	}
	return NULL;
}

void heat_variable_take(const struct heat_variable *v,
			const struct heat_types *types, uint64_t off,
			enum lay_heat_grade grade, struct heat_sample *s)
{
	uint64_t size = types->type[v->type].size;

	if (v->array && size)
		off %= size;
	s->type = v->type;
	s->off = (uint32_t)off;
	s->base = s->addr - off;
	s->what |= HEAT_CERTAIN;
	s->op = HEAT_NO_OPERAND;
	s->fate = LAY_HEAT_BY_SYMBOL;
	s->grade = grade;
}
