// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: thousands of modules are made of the same types, and copies of what
 * each of them has of struct device would take more memory than anything else.
 *
 * Idea: parts are copied before the whole, and strings are interned. So a type
 * is told by its fields as they stand, pointers and all, and a print of these
 * (see base/hash.h) is the same only for what is the same, to any depth. A print
 * that is known is a copy that is there.
 *
 * Cost: a look at each type and member of the original; memory for what differs.
 */
#include <config.h>

#include <stdlib.h>

#include "base/hash.h"
#include "model/copy.h"
#include "base/poison.h"

/* Types of a model are not in each other without end; deeper than any reader
 * makes them. */
#define MAX_DEPTH 1000

/* A copy and the part of its print that the map does not have. */
struct copied {
	uint64_t hi;
	const struct lay_type *type;
};

struct copier {
	struct model_copies *copies;
	struct map done;	/* copies, by the address of the original */
	unsigned int depth;
};

/* Lists of a type while it is not known whether it is new. */
struct lists {
	struct lay_member *members;
	struct lay_enumerator *enumerators;
	const struct lay_type **params;
};

void model_copies_init(struct model_copies *copies, struct model *model)
{
	*copies = (struct model_copies){ .model = model };
	map_init(&copies->prints);
}

void model_copies_deinit(struct model_copies *copies)
{
	map_free(&copies->prints);
}

static const struct lay_type *copy(struct copier *c,
				   const struct lay_type *type);

/* The one string like @s; *@ok stays false once one could not be made. */
static const char *string(struct copier *c, const char *s, bool *ok)
{
	const char *copied = s ? model_add_string(c->copies->model, s) : NULL;

	*ok = *ok && (copied || !s);
	return copied;
}

static bool copy_members(struct copier *c, const struct lay_type *type,
			 struct lay_member *list)
{
	bool ok = list;

	for (size_t i = 0; ok && i < type->nr_members; i++) {
		list[i] = type->members[i];
		list[i].name = string(c, list[i].name, &ok);
		list[i].decl.file = string(c, list[i].decl.file, &ok);
		list[i].type = copy(c, list[i].type);
		ok = ok && list[i].type;
	}
	return ok;
}

static bool copy_enumerators(struct copier *c, const struct lay_type *type,
			     struct lay_enumerator *list)
{
	bool ok = list;

	for (size_t i = 0; ok && i < type->nr_enumerators; i++) {
		list[i] = type->enumerators[i];
		list[i].name = string(c, list[i].name, &ok);
	}
	return ok;
}

static bool copy_params(struct copier *c, const struct lay_type *type,
			const struct lay_type **list)
{
	bool ok = list;

	for (size_t i = 0; ok && i < type->nr_params; i++) {
		list[i] = copy(c, type->params[i]);
		ok = list[i];
	}
	return ok;
}

/* Make @type refer to copies alone; its lists are then those in @lists. */
static bool copy_parts(struct copier *c, struct lay_type *type,
		       struct lists *lists)
{
	bool ok = true;

	type->name = string(c, type->name, &ok);
	type->why = string(c, type->why, &ok);
	type->unit = string(c, type->unit, &ok);
	type->decl.file = string(c, type->decl.file, &ok);
	if (ok && type->target) {
		type->target = copy(c, type->target);
		ok = type->target;
	}
	if (ok && type->nr_members) {
		lists->members = calloc(type->nr_members,
					sizeof(*lists->members));
		ok = copy_members(c, type, lists->members);
		type->members = lists->members;
	}
	if (ok && type->nr_enumerators) {
		lists->enumerators = calloc(type->nr_enumerators,
					    sizeof(*lists->enumerators));
		ok = copy_enumerators(c, type, lists->enumerators);
		type->enumerators = lists->enumerators;
	}
	if (ok && type->nr_params) {
		lists->params = calloc(type->nr_params,
				       sizeof(*lists->params));
		ok = copy_params(c, type, lists->params);
		type->params = lists->params;
	}
	return ok;
}

static void feed_pointer(struct lay_fingerprint *fp, const void *p)
{
	fingerprint_u64(fp, (uintptr_t)p);
}

static void feed_members(struct lay_fingerprint *fp,
			 const struct lay_type *type)
{
	for (size_t i = 0; i < type->nr_members; i++) {
		const struct lay_member *m = &type->members[i];

		feed_pointer(fp, m->name);
		feed_pointer(fp, m->type);
		fingerprint_u64(fp, m->bit_off);
		fingerprint_u64(fp, m->bit_size);
		fingerprint_u64(fp, m->align);
		fingerprint_u64(fp, m->flags);
		feed_pointer(fp, m->decl.file);
		fingerprint_u64(fp, m->decl.line);
	}
}

static void feed_lists(struct lay_fingerprint *fp, const struct lay_type *type)
{
	fingerprint_u64(fp, type->nr_members);
	feed_members(fp, type);
	fingerprint_u64(fp, type->nr_dims);
	for (size_t i = 0; i < type->nr_dims; i++) {
		fingerprint_u64(fp, type->dims[i].count);
		fingerprint_u64(fp, type->dims[i].bounded);
		fingerprint_u64(fp, type->dims[i].variable);
	}
	fingerprint_u64(fp, type->nr_enumerators);
	for (size_t i = 0; i < type->nr_enumerators; i++) {
		feed_pointer(fp, type->enumerators[i].name);
		fingerprint_u64(fp, (uint64_t)type->enumerators[i].value);
		fingerprint_u64(fp, type->enumerators[i].is_unsigned);
	}
	fingerprint_u64(fp, type->nr_params);
	for (size_t i = 0; i < type->nr_params; i++)
		feed_pointer(fp, type->params[i]);
}

/* All of @type, which refers to copies alone, but where it was read from. */
static struct lay_fingerprint print_of(const struct lay_type *type)
{
	struct lay_fingerprint fp;

	fingerprint_init(&fp);
	fingerprint_u64(&fp, type->kind);
	fingerprint_u64(&fp, type->flags);
	feed_pointer(&fp, type->name);
	fingerprint_u64(&fp, type->size);
	fingerprint_u64(&fp, type->align);
	feed_pointer(&fp, type->why);
	feed_pointer(&fp, type->target);
	fingerprint_u64(&fp, type->encoding);
	fingerprint_u64(&fp, type->bit_width);
	feed_pointer(&fp, type->decl.file);
	fingerprint_u64(&fp, type->decl.line);
	feed_lists(&fp, type);
	return fp;
}

/* Put @type into the model for good. */
static const struct lay_type *add(struct model *model,
				  const struct lay_type *type)
{
	struct lay_type *new = model_add_type(model, type->kind);

	if (!new)
		return NULL;
	*new = *type;
	if (type->nr_members)
		new->members = model_add_members(model, type->members,
						 type->nr_members);
	if (type->nr_dims)
		new->dims = model_add_dims(model, type->dims, type->nr_dims);
	if (type->nr_enumerators)
		new->enumerators = model_add_enumerators(model,
							 type->enumerators,
							 type->nr_enumerators);
	if (type->nr_params)
		new->params = model_add_params(model, type->params,
					       type->nr_params);
	if ((type->nr_members && !new->members) ||
	    (type->nr_dims && !new->dims) ||
	    (type->nr_enumerators && !new->enumerators) ||
	    (type->nr_params && !new->params))
		return NULL;
	return new;
}

/* The copy that is like @type, which is made if there is none. */
static const struct lay_type *intern(struct model_copies *copies,
				     const struct lay_type *type)
{
	const struct lay_fingerprint fp = print_of(type);
	const struct copied *known = map_get(&copies->prints, fp.lo);
	struct copied *new;

	if (known && known->hi == fp.hi)
		return known->type;
	new = arena_alloc(&copies->model->arena, sizeof(*new));
	if (!new)
		return NULL;
	new->hi = fp.hi;
	new->type = add(copies->model, type);
	if (!new->type || map_put(&copies->prints, fp.lo, new) < 0)
		return NULL;
	return new->type;
}

/* NULL: no memory, or too deep. */
static const struct lay_type *copy(struct copier *c,
				   const struct lay_type *type)
{
	const struct lay_type *copied = map_get(&c->done, (uintptr_t)type);
	struct lists lists = { .members = NULL };
	struct lay_type parts = *type;

	if (copied || c->depth == MAX_DEPTH)
		return copied;
	c->depth++;
	if (copy_parts(c, &parts, &lists))
		copied = intern(c->copies, &parts);
	c->depth--;
	free(lists.members);
	free(lists.enumerators);
	free(lists.params);
	if (!copied || map_put(&c->done, (uintptr_t)type, copied) < 0)
		return NULL;
	return copied;
}

int model_copy_type(struct model_copies *copies, const struct lay_type *type,
		    const struct lay_type **ret_copy, struct lay_error *err)
{
	struct copier c = { .copies = copies };
	const struct lay_type *copied;

	map_init(&c.done);
	copied = copy(&c, type);
	map_free(&c.done);
	if (!copied)
		return model_full(copies->model, err);
	*ret_copy = copied;
	return 0;
}
