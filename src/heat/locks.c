// SPDX-License-Identifier: GPL-2.0-only
/* What lock_stat says of classes of locks: kept, and of two tables compared. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "heat/heat.h"
#include "heat/read.h"
#include "base/poison.h"

/* Classes that are kept; the kernel has at most 8192. */
#define MAX_CLASSES 16384

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for locks");
}

void heat_locks_deinit(struct heat_locks *locks)
{
	for (size_t i = 0; i < locks->nr; i++) {
		for (size_t k = 0; k < locks->list[i].nr_others; k++)
			free(locks->list[i].others[k]);
		free(locks->list[i].others);
	}
	free(locks->list);
	free(locks->told);
	*locks = (struct heat_locks){ .nr = 0 };
}

static void full_name(const char *name, uint32_t version, uint32_t subclass,
		      char *buf, size_t len)
{
	size_t at = (size_t)snprintf(buf, len, "%s", name);

	if (version && at < len)
		at += (size_t)snprintf(buf + at, len - at, "#%u", version);
	if (subclass && at < len)
		snprintf(buf + at, len - at, "/%u", subclass);
}

/* The class as it was met, in any table. */
static struct lock_class *find(struct heat_locks *locks, const char *name,
			       char mode)
{
	for (size_t i = locks->nr; i-- > 0;)
		if (locks->list[i].told.mode == mode &&
		    !strcmp(locks->list[i].told.name, name))
			return &locks->list[i];
	return NULL;
}

static struct lock_class *add(struct lay_heat *heat,
			      const struct evidence_lock *l, const char *name)
{
	struct heat_locks *locks = &heat->locks;
	struct lock_class *c;

	if (locks->nr >= MAX_CLASSES ||
	    VEC_RESERVE(locks->list, locks->nr, locks->cap, 1) < 0)
		return NULL;
	c = &locks->list[locks->nr];
	*c = (struct lock_class){
		.told.name = strset_adds(&heat->strings, name),
		.told.mode = l->mode, .cut = l->cut,
	};
	if (!c->told.name)
		return NULL;
	lock_name_parse(l->name, &c->name);
	locks->nr++;
	return c;
}

int heat_see_lock(void *ctx, const struct evidence_lock *l,
		  struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	struct heat_locks *locks = &heat->locks;
	uint32_t table = locks->first_table + l->table;
	const struct lay_heat_lock_counts n = {
		.contentions = l->contentions,
		.bounced = l->bounced_contentions,
		.acquisitions = l->acquisitions,
		.wait_ns = l->wait.total_ns, .hold_ns = l->hold.total_ns,
	};
	struct lock_class *c;
	char name[200];

	full_name(l->name, l->version, l->subclass, name, sizeof(name));
	c = find(locks, name, l->mode);
	if (!c)
		c = add(heat, l, name);
	if (!c)
		return no_memory(err);
	if (table + 1 > locks->nr_tables)
		locks->nr_tables = table + 1;
	if (!table) {
		c->told.before = n;
		c->told.has_before = true;
	} else {
		c->told.after = n;
		c->told.after_table = table;
		c->told.has_after = true;
	}
	return 0;
}

static int keep_function(struct lay_heat *heat, struct lock_class *c,
			 const char *symbol, struct lay_error *err)
{
	for (size_t i = 0; i < c->nr_functions; i++)
		if (!strcmp(c->functions[i], symbol))
			return 0;
	if (c->nr_functions == LOCK_NR_FUNCTIONS)
		return 0;
	c->functions[c->nr_functions] = strset_adds(&heat->strings, symbol);
	return c->functions[c->nr_functions++] ? 0 : no_memory(err);
}

int heat_see_lock_point(void *ctx, const struct evidence_lock_point *p,
			struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	struct heat_locks *locks = &heat->locks;
	char name[200];
	int rc = 0;

	/* a module's functions are not in the kernel's image */
	if (!p->symbol || p->module)
		return 0;
	full_name(p->name, p->version, p->subclass, name, sizeof(name));
	for (size_t i = 0; i < locks->nr && rc == 0; i++)
		if (!strcmp(locks->list[i].told.name, name))
			rc = keep_function(heat, &locks->list[i], p->symbol,
					   err);
	return rc;
}

/* What only the first of several tables has is gone; those of more than two are
 * the first and the last. */
static void compare_tables(struct heat_locks *locks, struct lay_heat_lock *l)
{
	if (locks->nr_tables == 1) {
		l->after = l->before;
		l->has_after = true;
		l->has_before = false;
		l->before = (struct lay_heat_lock_counts){ .contentions = 0 };
	} else if (l->after_table + 1 != locks->nr_tables) {
		l->has_after = false;
	}
}

/* Most contended first: by the last table. */
static int by_contentions(const void *a, const void *b)
{
	const struct lay_heat_lock *x = a, *y = b;

	if (x->after.contentions != y->after.contentions)
		return x->after.contentions > y->after.contentions ? -1 : 1;
	if (x->before.contentions != y->before.contentions)
		return x->before.contentions > y->before.contentions ? -1 : 1;
	return strcmp(x->name, y->name) ? strcmp(x->name, y->name) :
					  x->mode - y->mode;
}

int lay_heat_locks(struct lay_heat *heat, const struct lay_heat_lock **list,
		   size_t *nr, struct lay_error *err)
{
	struct heat_locks *locks = &heat->locks;
	int rc;

	if (locks->nr && !locks->resolved) {
		rc = heat_locks_resolve(heat, err);
		if (rc < 0)
			return rc;
		locks->told = calloc(locks->nr, sizeof(*locks->told));
		if (!locks->told)
			return no_memory(err);
		for (size_t i = 0; i < locks->nr; i++) {
			locks->told[i] = locks->list[i].told;
			compare_tables(locks, &locks->told[i]);
		}
		qsort(locks->told, locks->nr, sizeof(*locks->told),
		      by_contentions);
		locks->resolved = true;
	}
	*list = locks->told;
	*nr = locks->resolved ? locks->nr : 0;
	return 0;
}
