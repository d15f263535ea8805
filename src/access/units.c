// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/units.h"
#include "base/hash.h"
#include "base/map.h"
#include "dwarf/die.h"
#include "base/poison.h"

/* A name by its hash: one that is like another costs time, no more. */
static int keep_names(struct map *map, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (map_put(map, hash_bytes(names[i], strlen(names[i])),
			    names[i]) < 0)
			return -1;
	return 0;
}

/* Is the unit's name among those in @map? One that cannot be read is. */
static bool is_chosen(struct dw_view *view, const struct dw_unit *unit,
		      const struct map *map)
{
	const char *name;

	if (dw_view_open_root(view, unit, NULL) < 0)
		return true;
	if (!dw_die_has(&view->root, DW_FACT_NAME) ||
	    dw_view_string(view, view->root.off,
			   &view->root.fact[DW_FACT_NAME], &name, NULL) < 0 ||
	    !name)
		return true;
	return map_get(map, hash_bytes(name, strlen(name))) != NULL;
}

int units_choose(struct dw_file *file, const char *const *names,
		 size_t nr_names, uint32_t **ret_list, size_t *ret_nr,
		 struct lay_error *err)
{
	uint32_t *list = calloc(file->nr_units + 1, sizeof(*list));
	struct dw_view view;
	struct map map;
	size_t nr = 0;

	map_init(&map);
	if (!list || keep_names(&map, names, nr_names) < 0) {
		free(list);
		map_free(&map);
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	dw_view_init(&view, file);
	for (size_t i = 0; i < file->nr_units; i++)
		if (!nr_names || is_chosen(&view, &file->units[i], &map))
			list[nr++] = (uint32_t)i;
	dw_view_deinit(&view);
	map_free(&map);
	*ret_list = list;
	*ret_nr = nr;
	return 0;
}
