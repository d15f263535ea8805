// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/map.h"
#include "model/copy.h"
#include "base/poison.h"

/* Types of a model are not in each other without end; deeper than any reader
 * makes them. */
#define MAX_DEPTH 1000

struct copier {
	struct model *model;
	struct map done;	/* copies, by the address of the original */
	unsigned int depth;
};

static const struct lay_type *copy(struct copier *c,
				   const struct lay_type *type);

/* A string of the copy; *@ok stays false once one could not be made. */
static const char *string(struct copier *c, const char *s, bool *ok)
{
	const char *copied = s ? model_add_string(c->model, s) : NULL;

	*ok = *ok && (copied || !s);
	return copied;
}

static void copy_decl(struct copier *c, struct lay_decl *decl, bool *ok)
{
	decl->file = string(c, decl->file, ok);
}

static bool copy_members(struct copier *c, struct lay_type *type)
{
	struct lay_member *list = calloc(type->nr_members, sizeof(*list));
	bool ok = list;

	for (size_t i = 0; ok && i < type->nr_members; i++) {
		list[i] = type->members[i];
		list[i].name = string(c, list[i].name, &ok);
		copy_decl(c, &list[i].decl, &ok);
		list[i].type = copy(c, list[i].type);
		ok = ok && list[i].type;
	}
	if (ok)
		type->members = model_add_members(c->model, list,
						  type->nr_members);
	free(list);
	return ok && type->members;
}

static bool copy_enumerators(struct copier *c, struct lay_type *type)
{
	struct lay_enumerator *list = calloc(type->nr_enumerators,
					     sizeof(*list));
	bool ok = list;

	for (size_t i = 0; ok && i < type->nr_enumerators; i++) {
		list[i] = type->enumerators[i];
		list[i].name = string(c, list[i].name, &ok);
	}
	if (ok)
		type->enumerators = model_add_enumerators(c->model, list,
							  type->nr_enumerators);
	free(list);
	return ok && type->enumerators;
}

static bool copy_params(struct copier *c, struct lay_type *type)
{
	const struct lay_type **list = calloc(type->nr_params, sizeof(*list));
	bool ok = list;

	for (size_t i = 0; ok && i < type->nr_params; i++) {
		list[i] = copy(c, type->params[i]);
		ok = list[i];
	}
	if (ok)
		type->params = model_add_params(c->model, list,
						type->nr_params);
	free(list);
	return ok && type->params;
}

static bool copy_parts(struct copier *c, struct lay_type *type)
{
	bool ok = true;

	type->name = string(c, type->name, &ok);
	type->why = string(c, type->why, &ok);
	type->unit = string(c, type->unit, &ok);
	copy_decl(c, &type->decl, &ok);
	if (ok && type->target) {
		type->target = copy(c, type->target);
		ok = type->target;
	}
	if (ok && type->nr_dims) {
		type->dims = model_add_dims(c->model, type->dims,
					    type->nr_dims);
		ok = type->dims;
	}
	return ok && (!type->nr_members || copy_members(c, type)) &&
	       (!type->nr_enumerators || copy_enumerators(c, type)) &&
	       (!type->nr_params || copy_params(c, type));
}

/* NULL: no memory, or too deep. */
static const struct lay_type *copy(struct copier *c,
				   const struct lay_type *type)
{
	const struct lay_type *known = map_get(&c->done, (uintptr_t)type);
	struct lay_type *new;
	bool ok;

	if (known || c->depth == MAX_DEPTH)
		return known;
	new = model_add_type(c->model, type->kind);
	if (!new)
		return NULL;
	*new = *type;
	c->depth++;
	ok = copy_parts(c, new);
	c->depth--;
	if (!ok || map_put(&c->done, (uintptr_t)type, new) < 0)
		return NULL;
	return new;
}

int model_copy_type(struct model *model, const struct lay_type *type,
		    const struct lay_type **ret_copy, struct lay_error *err)
{
	struct copier c = { .model = model };
	const struct lay_type *copied;

	map_init(&c.done);
	copied = copy(&c, type);
	map_free(&c.done);
	if (!copied)
		return model_full(model, err);
	*ret_copy = copied;
	return 0;
}
