// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "access/chosen.h"
#include "base/vec.h"
#include "base/poison.h"

void chosen_init(struct chosen *chosen)
{
	*chosen = (struct chosen){ .units = NULL };
	map_init(&chosen->old_functions);
	map_init(&chosen->old_bare);
	map_init(&chosen->functions);
}

void chosen_free(struct chosen *chosen)
{
	free(chosen->units);
	free(chosen->bare);
	map_free(&chosen->old_functions);
	map_free(&chosen->old_bare);
	map_free(&chosen->functions);
}

/* @key was not in @map, and is: 1; it was: 0. */
static int add_new(struct map *map, uint64_t key, const void *value)
{
	if (map_get(map, key))
		return 0;
	return map_put(map, key, value) < 0 ? -1 : 1;
}

static int add_function(struct chosen *c, const struct dw_entry *entry)
{
	int r = add_new(&c->old_functions, entry->die_off, entry);

	if (r <= 0)
		return r;
	if (VEC_RESERVE(c->units, c->nr_units, c->cap_units, 1) < 0)
		return -1;
	c->units[c->nr_units++] = entry->unit;
	return map_put(&c->functions, entry->die_off, entry);
}

/* As is done for all of them in map.c: a symbol of a function, with a size. */
static int add_bare(struct chosen *c, const struct image *image, uint64_t addr)
{
	const struct image_symbol *s = image_symbol_of(image, addr, false);
	int r;

	if (!s || !s->function || addr - s->addr >= s->size)
		return 0;
	r = add_new(&c->old_bare, s->addr, s);
	if (r <= 0)
		return r;
	if (VEC_RESERVE(c->bare, c->nr_bare, c->cap_bare, 1) < 0)
		return -1;
	c->bare[c->nr_bare++] = (struct code_range){ s->addr,
		s->addr + s->size };
	return 0;
}

static int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void drop_equal_units(struct chosen *c)
{
	size_t nr = 0;

	if (c->nr_units)
		qsort(c->units, c->nr_units, sizeof(*c->units), by_number);
	for (size_t i = 0; i < c->nr_units; i++)
		if (!nr || c->units[nr - 1] != c->units[i])
			c->units[nr++] = c->units[i];
	c->nr_units = nr;
}

int chosen_set(struct chosen *c, const struct image *image,
	       const struct dw_scopes *scopes, const uint64_t *addrs, size_t nr,
	       struct lay_error *err)
{
	int r = 0;

	c->nr_units = c->nr_bare = 0;
	map_free(&c->functions);
	map_init(&c->functions);
	for (size_t i = 0; i < nr && r >= 0; i++) {
		const struct dw_entry *entry =
			dw_scopes_entry_of(scopes,
					   image_entry(image, addrs[i]));

		r = entry ? add_function(c, entry) :
			    add_bare(c, image, addrs[i]);
	}
	if (r < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	drop_equal_units(c);
	return 0;
}

bool chosen_has(const struct chosen *c, const struct dw_function *fn)
{
	return map_get(&c->functions, fn->die_off);
}
