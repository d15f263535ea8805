// SPDX-License-Identifier: GPL-2.0-only
/* The scopes of a file: what is the same for all its units. */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

static int by_low(const void *pa, const void *pb)
{
	const struct scope_area *a = pa, *b = pb;

	if (a->range.low != b->range.low)
		return a->range.low < b->range.low ? -1 : 1;
	return a->range.high < b->range.high ? -1
					     : a->range.high > b->range.high;
}

/* What is there when a kernel runs, by address. */
static int find_areas(struct dw_scopes *scopes, struct lay_error *err)
{
	const struct elf_file *elf = scopes->file->elf;

	for (size_t i = 0; i < elf_nr_sections(elf); i++) {
		const struct elf_section *s = elf_section_at(elf, i);
		struct scope_area area = {
			.range = { s->addr, s->addr + s->size },
			.code = s->flags & SHF_EXECINSTR,
			.percpu = !strcmp(s->name, ".data..percpu"),
		};

		if (!(s->flags & SHF_ALLOC) || s->flags & SHF_TLS ||
		    area.range.low >= area.range.high)
			continue;
		if (VEC_RESERVE(scopes->areas, scopes->nr_areas,
				scopes->cap_areas, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		scopes->areas[scopes->nr_areas++] = area;
	}
	if (scopes->nr_areas)
		qsort(scopes->areas, scopes->nr_areas, sizeof(*scopes->areas),
		      by_low);
	return 0;
}

static int see_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct dw_scopes *scopes = ctx;
	const struct scope_area *area = scope_area_of(scopes, symbol->value);
	uint64_t key;

	if (!area || !area->percpu || area->range.low != 0 ||
	    symbol->type != STT_OBJECT)
		return 0;
	key = hash_bytes(symbol->name, strlen(symbol->name)) ^
	      hash_u64(symbol->value);
	return map_put(&scopes->percpu_symbols, key, scopes) < 0 ? 1 : 0;
}

static int open_scopes(struct dw_scopes *scopes, struct lay_error *err)
{
	int ret = scope_types_init(&scopes->types, scopes->file, err);

	if (ret == 0)
		ret = find_areas(scopes, err);
	if (ret < 0)
		return ret;
	/* that symbols are damaged keeps what they would tell, no more */
	if (elf_each_symbol(scopes->file->elf, see_symbol, scopes, NULL) > 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	return 0;
}

int dw_scopes_open(struct dw_file *file, struct dw_scopes **ret_scopes,
		   struct lay_error *err)
{
	struct dw_scopes *scopes = calloc(1, sizeof(*scopes));
	int ret;

	if (!scopes)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     elf_path(file->elf));
	scopes->file = file;
	scopes->big_endian = file->big_endian;
	scopes->unplaced = !elf_is_placed(file->elf);
	map_init(&scopes->percpu_symbols);
	map_init(&scopes->by_name);
	map_init(&scopes->sought);
	ret = open_scopes(scopes, err);
	if (ret < 0) {
		dw_scopes_close(scopes);
		return ret;
	}
	*ret_scopes = scopes;
	return 0;
}

void dw_scopes_close(struct dw_scopes *scopes)
{
	if (!scopes)
		return;
	scope_types_deinit(&scopes->types);
	map_free(&scopes->percpu_symbols);
	map_free(&scopes->by_name);
	map_free(&scopes->sought);
	free(scopes->sought_keys);
	free(scopes->knows);
	free(scopes->areas);
	free(scopes->entries);
	free(scopes->ranges);
	free(scopes->globals);
	free(scopes->declared);
	free(scopes);
}

int dw_scopes_seek(struct dw_scopes *scopes, enum lay_kind kind,
		   const char *name, struct lay_error *err)
{
	uint64_t key = scope_definition_key(kind, name);

	if (VEC_RESERVE(scopes->sought_keys, scopes->nr_sought,
			scopes->cap_sought, 1) < 0 ||
	    map_put(&scopes->sought, key, scopes) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	scopes->sought_keys[scopes->nr_sought++] = key;
	return 0;
}

bool dw_scopes_may_know(const struct dw_scopes *scopes, size_t unit)
{
	return !scopes->knows || scopes->knows[unit];
}

size_t dw_scopes_nr_units(const struct dw_scopes *scopes)
{
	return scopes->file->nr_units;
}

const struct dw_entry *dw_scopes_entries(const struct dw_scopes *scopes,
					 size_t *nr)
{
	*nr = scopes->nr_entries;
	return scopes->entries;
}

const struct dw_entry_range *dw_scopes_ranges(const struct dw_scopes *scopes,
					      size_t *nr)
{
	*nr = scopes->nr_ranges;
	return scopes->ranges;
}

const struct dw_global *dw_scopes_globals(const struct dw_scopes *scopes,
					  size_t *nr)
{
	*nr = scopes->nr_globals;
	return scopes->globals;
}

const struct dw_entry *dw_scopes_entry_of(const struct dw_scopes *scopes,
					  uint64_t pc)
{
	size_t low = 0, high = scopes->nr_ranges;

	/* the first range behind @pc */
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (scopes->ranges[mid].range.low <= pc)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || pc >= scopes->ranges[low - 1].range.high)
		return NULL;
	return &scopes->entries[scopes->ranges[low - 1].entry];
}

const struct dw_entry *dw_scopes_entry_at(const struct dw_scopes *scopes,
					  uint64_t addr)
{
	size_t low = 0, high = scopes->nr_entries;

	/* the first entry not in front of @addr */
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (scopes->entries[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == scopes->nr_entries || scopes->entries[low].addr != addr)
		return NULL;
	return &scopes->entries[low];
}

/* A variable can lie in another, as an alias of a part of it. */
#define MAX_ALIASES 16

const struct dw_global *dw_scopes_global_at(const struct dw_scopes *scopes,
					    uint64_t addr, bool tls)
{
	size_t first = tls ? scopes->nr_globals - scopes->nr_tls : 0;
	/* where a struct without members stands, another variable does too */
	const struct dw_global *empty = NULL;
	size_t low = first;
	size_t high = tls ? scopes->nr_globals
			  : scopes->nr_globals - scopes->nr_tls;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (scopes->globals[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	for (int i = 0; i < MAX_ALIASES && low > first; i++) {
		const struct dw_global *g = &scopes->globals[--low];

		if (addr - g->addr < g->size)
			return g;
		if (addr == g->addr && !empty)
			empty = g;
	}
	return empty;
}

const struct dw_proto *dw_scopes_proto_named(const struct dw_scopes *scopes,
					     const char *name)
{
	const struct dw_proto *proto;

	proto = map_get(&scopes->by_name,
			scope_definition_key(LAY_KIND_FUNCTION, name));
	return proto && !strcmp(proto->symbol, name) ? proto : NULL;
}
