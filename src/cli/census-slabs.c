// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/census-slabs.h"
#include "base/poison.h"

/* Is the flag @name among "A|B|C"? */
static bool has_flag(const char *flags, const char *name)
{
	size_t len = strlen(name);

	while (*flags) {
		size_t n = strcspn(flags, "|");

		if (n == len && !strncmp(flags, name, n))
			return true;
		flags += n + (flags[n] == '|');
	}
	return false;
}

static void take(struct census_slabs *found,
		 const struct lay_slab_cache *cache)
{
	if (!cache->name || !cache->type || cache->size.unknown ||
	    cache->size.value != cache->type_size)
		return;
	found->list[found->nr++] = (struct lay_slab){
		.type = cache->type, .name = cache->name,
		.hwcache = has_flag(cache->flags_text, "HWCACHE_ALIGN"),
		.typesafe = has_flag(cache->flags_text, "TYPESAFE_BY_RCU"),
	};
}

int census_slabs_find(struct lay_build *build, unsigned int jobs,
		      const struct lay_slab *given, size_t nr_given,
		      struct census_slabs *found, struct lay_error *err)
{
	const struct lay_slabs_opts opts = { .jobs = jobs };
	const struct lay_slab_cache *cache;
	size_t nr;
	int rc = lay_slabs_make(build, &opts, &found->slabs, err);

	if (rc < 0)
		return rc;
	cache = lay_slabs_caches(found->slabs, &nr);
	found->list = calloc(nr + nr_given + 1, sizeof(*found->list));
	if (!found->list)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < nr; i++)
		take(found, &cache[i]);
	if (nr_given)
		memcpy(found->list + found->nr, given,
		       nr_given * sizeof(*given));
	found->nr += nr_given;
	return 0;
}

void census_slabs_free(struct census_slabs *found)
{
	lay_slabs_free(found->slabs);
	free(found->list);
}
