// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which member a class of locks is. Its name says "lock of what zone points to",
 * not what zone is. That is told, in this order,
 *
 *	by the text itself, where the kernel's code gives it to one member only;
 *	by the variables called so in the functions that wait for the lock, or
 *	hold it; then by any of their variables that point to a record with such
 *	a member;
 *	by a struct that is called as the variable;
 *	by the members of this name in all records of the build that are locks.
 *
 * Where one of these leaves several, the class is ambiguous among them. Where what
 * is called so has no such member, the text is of another kernel's code, and
 * members of this name are others; so they are where functions that are known deal
 * with none of them.
 */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "heat/heat.h"
#include "heat/lock-find.h"
#include "heat/variables.h"
#include "base/poison.h"

/* Of those that are ambiguous. */
#define NR_TOLD 3

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for locks");
}

static uint64_t key_of(const char *name, size_t len)
{
	return hash_bytes(name, len);
}

/* May more be found out? */
static bool is_open(const struct lock_class *c)
{
	return !c->done && !c->without && c->name.path[0];
}

static int finder_init(struct lock_finder *f, struct lay_heat *heat,
		       struct lay_error *err)
{
	const struct dw_entry *entries;
	struct lay_error why;
	size_t nr;

	*f = (struct lock_finder){ .heat = heat };
	map_init(&f->entries);
	if (!heat_code_open(&heat->code, heat->build, heat->opts.jobs, &why))
		return 0;
	f->scopes = access_scopes(heat->code.access);
	entries = dw_scopes_entries(f->scopes, &nr);
	for (size_t i = 0; i < nr; i++) {
		const char *name = entries[i].proto.name;

		if (name && map_put(&f->entries, key_of(name, strlen(name)),
				    &entries[i]) < 0)
			return no_memory(err);
	}
	return dw_scope_reader_new(f->scopes, &f->reader, err);
}

static void finder_deinit(struct lock_finder *f)
{
	dw_scope_reader_free(f->reader);
	map_free(&f->entries);
}

static void forget_others(struct lock_class *c)
{
	for (size_t i = 0; i < c->nr_others; i++)
		free(c->others[i]);
	c->nr_others = 0;
}

static int add_other(struct lock_class *c, const char *type, uint64_t off,
		     struct lay_error *err)
{
	for (size_t i = 0; i < c->nr_others; i++)
		if (!strcmp(c->others[i], type))
			return 0;
	if (VEC_RESERVE(c->others, c->nr_others, c->cap_others, 1) < 0)
		return no_memory(err);
	c->others[c->nr_others] = strdup(type);
	if (!c->others[c->nr_others])
		return no_memory(err);
	if (!c->nr_others++)
		c->off = off;
	return 0;
}

/* @type, if it has the member: among what the class may be in. */
static int consider(struct lock_class *c, const struct lay_type *type,
		    struct lay_error *err)
{
	char name[256];
	uint64_t off;

	if (!heat_record_name(type, name, sizeof(name)) ||
	    !lock_member(type, c->name.path, &off))
		return 0;
	return add_other(c, name, off, err);
}

const char *lock_text(struct lay_heat *heat, const char *format, ...)
{
	char buf[400];
	va_list args;

	va_start(args, format);
	vsnprintf(buf, sizeof(buf), format, args);
	va_end(args);
	return strset_adds(&heat->strings, buf);
}

/* What was considered is all: one, several, or none, and the next is tried. */
static int settle(struct lay_heat *heat, struct lock_class *c, const char *why,
		  struct lay_error *err)
{
	struct lay_heat_lock *l = &c->told;

	if (!c->nr_others)
		return 0;
	c->done = true;
	l->path = strset_adds(&heat->strings, c->name.path);
	l->why = why;
	l->nr_others = c->nr_others - 1;
	l->grade = LAY_HEAT_INFERRED;
	if (c->nr_others == 1) {
		l->type = strset_adds(&heat->strings, c->others[0]);
		l->off = c->off;
		return l->type && l->path && why ? 0 : no_memory(err);
	}
	l->others = strset_adds(&heat->strings, c->others[0]);
	for (size_t i = 1; i < c->nr_others && i < NR_TOLD && l->others; i++)
		l->others = lock_text(heat, "%s, %s", l->others, c->others[i]);
	if (c->nr_others > NR_TOLD && l->others)
		l->others = lock_text(heat, "%s, ...", l->others);
	l->nr_others = c->nr_others;
	return l->others && l->path && why ? 0 : no_memory(err);
}

const struct lay_type *lock_pointee(struct lock_finder *f,
				    const struct lay_type *type, bool pointer)
{
	const struct lay_type *whole, *t = lay_type_strip(type);

	if (t->kind == LAY_KIND_POINTER)
		type = t->target;
	else if (pointer)
		return NULL;
	if (!type || dw_scope_type(f->reader, type, &whole, NULL) < 0)
		return NULL;
	return whole;
}

/* @type is what the class says, and has no such member. */
static int is_without(struct lay_heat *heat, struct lock_class *c,
		      const struct lay_type *type, struct lay_error *err)
{
	char name[256];

	if (!heat_record_name(type, name, sizeof(name)))
		return 0;
	c->without = strset_adds(&heat->strings, name);
	return c->without ? 0 : no_memory(err);
}

int lock_each_variable(struct lock_finder *f, const char *symbol,
		       lock_variable_fn see, void *ctx, struct lay_error *err)
{
	size_t len = strcspn(symbol, ".");	/* foo.isra.0 */
	const struct dw_entry *entry = map_get(&f->entries,
					       key_of(symbol, len));
	const struct dw_scope_unit *unit;
	int rc;

	if (!entry)
		return 0;
	rc = dw_scope_reader_read(f->reader, entry->unit, &unit, err);
	for (size_t i = 0; rc == 0 && i < unit->nr_functions; i++) {
		const struct dw_function *fn = &unit->functions[i];

		if (fn->die_off != entry->die_off)
			continue;
		for (size_t k = 0; k < fn->nr_variables && rc == 0; k++)
			rc = see(ctx, f, &fn->variables[k], err);
	}
	return rc < 0 ? rc : 1;
}

struct by_function {
	struct lock_class *c;
	bool named;		/* only those called as the class says */
};

static int see_variable(void *ctx, struct lock_finder *f,
			const struct dw_variable *v, struct lay_error *err)
{
	const struct by_function *by = ctx;
	struct lock_class *c = by->c;
	const struct lay_type *type;
	int rc;

	if (by->named && (!v->name || strcmp(v->name, c->name.var)))
		return 0;
	type = lock_pointee(f, v->type, c->name.pointer);
	if (!type)
		return 0;
	rc = consider(c, type, err);
	if (rc == 0 && by->named && !c->nr_others)
		rc = is_without(f->heat, c, type, err);
	return rc;
}

static int by_functions(struct lock_finder *f, struct lock_class *c, bool named,
			struct lay_error *err)
{
	struct by_function by = { c, named };
	const char *why;
	int rc = 0;

	if (!f->reader || !c->nr_functions || (named && !c->name.var[0]))
		return 0;
	for (size_t i = 0; i < c->nr_functions && rc >= 0; i++) {
		rc = lock_each_variable(f, c->functions[i], see_variable, &by,
					err);
		c->seen |= rc > 0;
	}
	rc = rc < 0 ? rc : 0;
	why = named ? lock_text(f->heat, "what %s is in %s()", c->name.var,
			   c->functions[0]) :
		      lock_text(f->heat, "what %s() deals with", c->functions[0]);
	if (rc == 0)
		rc = settle(f->heat, c, why, err);
	/* which of its variables is not said */
	if (rc == 0 && !named && c->done)
		c->told.grade = LAY_HEAT_GUESSED;
	return rc;
}

const struct lay_type *lock_record(struct lay_heat *heat, const char *name)
{
	char full[200];
	const struct lay_layout *l;
	uint32_t number;

	snprintf(full, sizeof(full), "%s%s", strchr(name, ' ') ? "" : "struct ",
		 name);
	if (heat_types_number(&heat->types, full, strlen(full), &number,
			      NULL) < 0 || number == HEAT_NO_TYPE)
		return NULL;
	l = heat_types_layout(&heat->types, number);
	return l ? l->type : NULL;
}

static int by_record(struct lock_finder *f, struct lock_class *c, const char *name,
		     const char *why, struct lay_error *err)
{
	const struct lay_type *type = lock_record(f->heat, name);
	int rc = type ? consider(c, type, err) : 0;

	if (rc == 0 && type && !c->nr_others && c->name.type &&
	    lock_is_elsewhere(type, c->name.path)) {
		c->told.why = "the member only points to it: it is allocated by itself";
		c->done = true;
		return 0;
	}
	if (rc == 0 && type && !c->nr_others && c->name.var[0])
		rc = is_without(f->heat, c, type, err);
	return rc < 0 ? rc : settle(f->heat, c, strset_adds(&f->heat->strings,
							    why), err);
}

/* A variable of the image, or a member of one. */
static int by_global(struct lock_finder *f, struct lock_class *c,
		     struct lay_error *err)
{
	const struct dw_global *g;
	size_t nr = 0;
	int rc = 0;

	if (!f->scopes || c->name.pointer || !c->name.var[0])
		return 0;
	g = dw_scopes_globals(f->scopes, &nr);
	for (size_t i = 0; i < nr && rc == 0 && !c->nr_others; i++) {
		if (!g[i].name || strcmp(g[i].name, c->name.var))
			continue;
		if (c->name.path[0])
			rc = consider(c, g[i].type, err);
		else if (lock_member(g[i].type, "", &c->off))
			rc = add_other(c, c->name.var, 0, err);
	}
	if (rc == 0 && c->nr_others && !c->name.path[0]) {
		c->done = true;
		c->told.variable = true;
		c->told.why = "a variable of the kernel, in no record";
		return 0;
	}
	return rc < 0 ? rc : settle(f->heat, c,
				    lock_text(f->heat, "what the variable %s is",
					 c->name.var), err);
}

/* By the name of a member alone. */
static int settle_by_name(struct lay_heat *heat, struct lock_class *c,
			  struct lay_error *err)
{
	struct lay_heat_lock *l = &c->told;
	int rc = settle(heat, c, c->seen ?
			"by the name alone: its functions deal with none" :
			"by the name of the member", err);

	if (rc < 0 || !c->seen || !l->type)
		return rc;
	l->others = l->type;
	l->nr_others = 1;
	l->type = NULL;
	return 0;
}

/* All that are still open against every record of the build. */
static int by_members(struct lock_finder *f, struct lay_error *err)
{
	struct lay_heat *heat = f->heat;
	const struct lay_defs *defs = &heat->types.defs;
	struct heat_locks *locks = &heat->locks;
	size_t nr_open = 0;
	int rc = 0;

	for (size_t i = 0; i < locks->nr; i++)
		nr_open += is_open(&locks->list[i]);
	for (size_t i = 0; nr_open && i < defs->nr && rc == 0; i++) {
		const struct lay_def *def = &defs->def[i];
		const struct lay_type *type;

		if (def->kind != LAY_KIND_STRUCT ||
		    def->flags & LAY_DEF_DECLARATION ||
		    lay_build_load(heat->build, def, &type, NULL) < 0)
			continue;
		for (size_t k = 0; k < locks->nr && rc == 0; k++)
			if (is_open(&locks->list[k]))
				rc = consider(&locks->list[k], type, err);
	}
	for (size_t k = 0; k < locks->nr && rc == 0; k++)
		if (is_open(&locks->list[k]))
			rc = settle_by_name(heat, &locks->list[k], err);
	return rc;
}

/* Is it called as what the lock validator tells classes apart by? */
static bool is_key(const struct lock_name *name)
{
	const char *s = name->path[0] ? name->path : name->var;
	size_t len = strlen(s);

	return !name->type && len >= 3 && !strcmp(s + len - 3, "key");
}

static int resolve_one(struct lock_finder *f, struct lock_class *c,
		       struct lay_error *err)
{
	int rc = 0;

	if (c->cut || c->name.why) {
		c->told.why = c->cut ? "its name was cut off" : c->name.why;
		c->done = true;
		return 0;
	}
	if (is_key(&c->name)) {
		c->name.path[0] = '\0';	/* it is no member's */
		return lock_by_key(f, c, err);
	}
	rc = lock_by_shared_name(f, c, err);
	if (rc < 0 || c->done)
		return rc;
	if (c->name.type)
		rc = by_record(f, c, c->name.type,
			       "the kernel calls this member's lock so", err);
	else
		rc = by_global(f, c, err);
	if (rc == 0 && !c->done && c->name.path[0])
		rc = by_functions(f, c, true, err);
	if (rc == 0 && is_open(c))
		rc = by_functions(f, c, false, err);
	if (rc == 0 && is_open(c) && c->name.var[0])
		rc = by_record(f, c, c->name.var,
			       "a struct is called as the variable", err);
	return rc;
}

int heat_locks_resolve(struct lay_heat *heat, struct lay_error *err)
{
	struct heat_locks *locks = &heat->locks;
	struct lock_finder f;
	int rc = finder_init(&f, heat, err);

	for (size_t i = 0; i < locks->nr && rc == 0; i++)
		rc = resolve_one(&f, &locks->list[i], err);
	if (rc == 0)
		rc = by_members(&f, err);
	for (size_t i = 0; i < locks->nr && rc == 0; i++) {
		struct lock_class *c = &locks->list[i];

		if (!c->done && c->without)
			c->told.why = lock_text(heat, "%s has no lock of this name",
					   c->without);
		else if (!c->done)
			c->told.why = c->name.path[0] ?
				"no record of the build has such a lock" :
				"a key or variable that tells of no member";
		forget_others(c);
	}
	finder_deinit(&f);
	return rc;
}
