// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/vec.h"
#include "dwarf/names.h"
#include "base/poison.h"

/* A sixteenth of the slots is taken at most: most lookups are of other names,
 * and end at the first slot, as the processor will have guessed. */
static int make_table(struct dw_places *places, size_t nr,
		      struct lay_error *err)
{
	size_t cap;

	places->nr_bits = 6;
	while (((size_t)1 << places->nr_bits) / 16 < nr)
		places->nr_bits++;
	cap = (size_t)1 << places->nr_bits;
	places->slots = malloc(cap * sizeof(*places->slots));
	if (!places->slots)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu places of a name", nr);
	for (size_t i = 0; i < cap; i++)
		places->slots[i] = DW_NAMES_FREE;
	return 0;
}

static void add(struct dw_places *places, uint64_t str_off)
{
	uint64_t mask = (UINT64_C(1) << places->nr_bits) - 1;
	uint64_t i = dw_names_slot(str_off, places->nr_bits);

	while (places->slots[i] != DW_NAMES_FREE)
		i = (i + 1) & mask;
	places->slots[i] = str_off;
}

/* Every place where @name ends a string of @part. */
static int find_places(struct dw_places *places, struct dw_part *part,
		       const char *name, struct lay_error *err)
{
	size_t len = strlen(name) + 1, nr = 0, cap = 0;
	uint64_t *found = NULL;
	const uint8_t *p;
	struct elf_data d;
	int ret;

	ret = dw_part_section(part, DW_SECTION_STR, &d, err);
	if (ret < 0)
		return ret;
	for (p = d.data; p; p++) {
		p = memmem(p, (size_t)(d.data + d.size - p), name, len);
		if (!p)
			break;
		if (VEC_RESERVE(found, nr, cap, 1) < 0) {
			free(found);
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for %zu places", nr);
		}
		found[nr++] = (uint64_t)(p - d.data);
	}
	ret = make_table(places, nr, err);
	for (size_t i = 0; ret == 0 && i < nr; i++)
		add(places, found[i]);
	free(found);
	return ret;
}

int dw_names_places(struct dw_names *names, struct dw_part *part,
		    const struct dw_places **places, struct lay_error *err)
{
	struct dw_places *p = &names->places[part->base >> DW_PART_SHIFT];
	int ret = 0;

	pthread_mutex_lock(&p->lock);
	if (!p->slots)
		ret = find_places(p, part, names->last, err);
	pthread_mutex_unlock(&p->lock);
	*places = p;
	return ret;
}

/* Behind the last "::" that is not inside the <> of a generic type. */
static const char *last_component(const char *name)
{
	const char *last = name;
	int depth = 0;

	for (const char *p = name; *p; p++) {
		if (*p == '<')
			depth++;
		else if (*p == '>')
			depth--;
		else if (depth == 0 && p[0] == ':' && p[1] == ':')
			last = ++p + 1;
	}
	return last;
}

int dw_names_init(struct dw_names *names, struct dw_file *file,
		  const char *name, bool pattern, struct lay_error *err)
{
	*names = (struct dw_names){
		.how = pattern ? DW_NAMES_PATTERN : DW_NAMES_ONE,
		.name = name,
		.last = last_component(name),
	};
	names->qualified = names->last != name;
	names->file = file;
	if (pattern) {
		if (!strcmp(name, "*"))
			names->how = DW_NAMES_ALL;
		return 0;
	}
	names->places = calloc(file->nr_parts, sizeof(*names->places));
	if (!names->places)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for the names of %zu files",
				     file->nr_parts);
	for (size_t i = 0; i < file->nr_parts; i++)
		pthread_mutex_init(&names->places[i].lock, NULL);
	return 0;
}

void dw_names_deinit(struct dw_names *names)
{
	for (size_t i = 0; names->places && i < names->file->nr_parts; i++) {
		pthread_mutex_destroy(&names->places[i].lock);
		free(names->places[i].slots);
	}
	free(names->places);
	names->places = NULL;
}

bool dw_names_fit(const struct dw_names *names, const char *full,
		  const char *name)
{
	switch (names->how) {
	case DW_NAMES_ALL:
		return true;
	case DW_NAMES_PATTERN:
		return glob_match(names->name, names->qualified ? full : name);
	default:
		return !strcmp(names->name, names->qualified ? full : name);
	}
}

/* An answer is kept as the offset, one bit up, with the answer below; the slot
 * that is looked at first is the only one, so that nothing ever grows. */
bool dw_names_recall(const struct dw_names *names, struct dw_names_memo *memo,
		     uint64_t str_off, const char *s)
{
	uint64_t *slot = &memo->answers[dw_names_slot(str_off,
						      DW_NAMES_MEMO_BITS)];
	uint64_t yes = (str_off + 1) << 1 | 1;

	if ((*slot | 1) != yes)
		*slot = yes ^ !glob_match(names->name, s);
	return *slot & 1;
}
