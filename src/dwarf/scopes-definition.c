// SPDX-License-Identifier: GPL-2.0-only
/* Where records are defined, for units that only declare them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "dwarf/scopes-type.h"
#include "base/poison.h"

uint64_t scope_definition_key(enum lay_kind kind, const char *name)
{
	uint64_t key = hash_bytes(name, strlen(name)) + kind;

	return key ? key : 1;
}

static struct scope_definition *find_slot(const struct scope_definitions *table,
					  uint64_t key)
{
	size_t i = hash_u64(key) & (table->cap - 1);

	while (table->slots[i].key && table->slots[i].key != key)
		i = (i + 1) & (table->cap - 1);
	return &table->slots[i];
}

static int grow(struct scope_definitions *table)
{
	struct scope_definitions bigger = {
		.nr = table->nr,
		.cap = table->cap ? table->cap * 2 : 1024,
	};

	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -1;
	for (size_t i = 0; i < table->cap; i++)
		if (table->slots[i].key)
			*find_slot(&bigger, table->slots[i].key) =
				table->slots[i];
	free(table->slots);
	*table = bigger;
	return 0;
}

int scope_definition_add(struct scope_definitions *table,
			 const struct scope_definition *def)
{
	struct scope_definition *slot;
	bool several;

	if (table->nr >= table->cap / 2 && grow(table) < 0)
		return -1;
	slot = find_slot(table, def->key);
	if (!slot->key) {
		*slot = *def;
		table->nr++;
		return 0;
	}
	several = slot->several || def->several || slot->shape != def->shape;
	if (def->off < slot->off)
		*slot = *def;
	slot->several = several;
	return 0;
}

const struct scope_definition *
scope_definition_find(const struct scope_definitions *table, uint64_t key)
{
	const struct scope_definition *slot;

	if (!table->cap)
		return NULL;
	slot = find_slot(table, key);
	return slot->key ? slot : NULL;
}

static bool is_definition(const struct dw_die *die)
{
	return (die->kind == LAY_KIND_STRUCT || die->kind == LAY_KIND_UNION ||
		die->kind == LAY_KIND_ENUM) && dw_die_has(die, DW_FACT_NAME) &&
	       !dw_die_has(die, DW_FACT_DECLARATION);
}

/* Enter what @die defines, the first of its name, if it is wanted. */
static int enter_here(struct scope_typist *t, const struct dw_die *die,
		      struct lay_error *err)
{
	const struct scope_definition *def;
	const char *name;
	uint64_t key;
	int ret = dw_views_name(t->views, die, &name, err);

	if (ret < 0 || !name)
		return ret;
	key = scope_definition_key(die->kind, name);
	def = scope_definition_find(&t->types->definitions, key);
	if (!def || !def->several || map_get(&t->defined, key))
		return 0;
	if (map_put(&t->defined, key, (const void *)(uintptr_t)die->off) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "no memory for types");
	return 0;
}

/* What the unit at hand defines; damage ends it. */
static int read_here(struct scope_typist *t, struct lay_error *err)
{
	struct dw_view *view = &t->views->own;
	uint64_t off = view->root.next;
	struct dw_die die;
	int ret = 0;

	while (ret == 0 && dw_view_holds(view, off)) {
		ret = dw_die_read(view, off, &die, err);
		if (ret < 0 || die.tag == 0)
			break;
		if (is_definition(&die))
			ret = enter_here(t, &die, err);
		if (ret == 0)
			ret = dw_die_after(view, &die, &off, err);
	}
	return ret < 0 && scope_is_fatal(ret) ? ret : 0;
}

int scope_definition_here(struct scope_typist *t, uint64_t key, uint64_t *off,
			  struct lay_error *err)
{
	int ret = 0;

	if (!t->defined_read)
		ret = read_here(t, err);
	t->defined_read = true;
	*off = (uintptr_t)map_get(&t->defined, key);
	return ret;
}
