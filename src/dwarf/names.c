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
static int make_table(struct dw_names *names, size_t nr, struct lay_error *err)
{
	size_t cap;

	names->nr_bits = 6;
	while (((size_t)1 << names->nr_bits) / 16 < nr)
		names->nr_bits++;
	cap = (size_t)1 << names->nr_bits;
	names->slots = malloc(cap * sizeof(*names->slots));
	if (!names->slots)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu places of a name", nr);
	for (size_t i = 0; i < cap; i++)
		names->slots[i] = DW_NAMES_FREE;
	return 0;
}

static void add(struct dw_names *names, uint64_t str_off)
{
	uint64_t mask = (UINT64_C(1) << names->nr_bits) - 1;
	uint64_t i = dw_names_slot(str_off, names->nr_bits);

	while (names->slots[i] != DW_NAMES_FREE)
		i = (i + 1) & mask;
	names->slots[i] = str_off;
}

/* Every place where names->last ends a string. */
static int find_places(struct dw_names *names, struct dw_file *file,
		       struct lay_error *err)
{
	size_t len = strlen(names->last) + 1, nr = 0, cap = 0;
	uint64_t *places = NULL;
	const uint8_t *p;
	struct elf_data d;
	int ret;

	ret = dw_file_section(file, DW_SECTION_STR, &d, err);
	if (ret < 0)
		return ret;
	for (p = d.data; p; p++) {
		p = memmem(p, (size_t)(d.data + d.size - p), names->last, len);
		if (!p)
			break;
		if (VEC_RESERVE(places, nr, cap, 1) < 0) {
			free(places);
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for %zu places", nr);
		}
		places[nr++] = (uint64_t)(p - d.data);
	}
	ret = make_table(names, nr, err);
	for (size_t i = 0; ret == 0 && i < nr; i++)
		add(names, places[i]);
	free(places);
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
	if (!pattern)
		return find_places(names, file, err);
	if (!strcmp(name, "*"))
		names->how = DW_NAMES_ALL;
	return 0;
}

void dw_names_deinit(struct dw_names *names)
{
	free(names->slots);
	names->slots = NULL;
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
