// SPDX-License-Identifier: GPL-2.0-only
/*
 * The names of variables: symbols, and what DWARF has at fixed addresses.
 *
 * Which symbol is which variable of DWARF? A static one is "x.12" to the linker
 * where there are several. A symbol and a variable belong together if name and
 * address agree; sections of a file that is not linked have addresses of their
 * own too, if there is room for all. Where they agree with several of different
 * types, none of these is known.
 */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "build/variables.h"
#include "base/poison.h"

#define PERCPU ".data..percpu"

/* Symbols that the linker script of a kernel puts around parts of a section. */
static const struct {
	const char *name, *begin, *end;
} known_parts[VARIABLE_NR_PARTS] = {
	{ ".data..ro_after_init", "__start_ro_after_init",
	  "__end_ro_after_init" },
	{ ".data..percpu..hot", "__per_cpu_hot_start", "__per_cpu_hot_end" },
	{ ".bss..decrypted", "__start_bss_decrypted", "__end_bss_decrypted" },
};

static int no_memory(const struct variables *v, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
			     elf_path(v->elf));
}

static bool is_percpu(const struct elf_section *section)
{
	return strncmp(section->name, PERCPU, strlen(PERCPU)) == 0;
}

/* Objects of the linked image share one space, but for the per-CPU ones. */
static uint32_t space_of(const struct variables *v,
			 const struct elf_section *section)
{
	if (!v->pub.linked)
		return section->index;
	return is_percpu(section);
}

static bool holds_variables(const struct elf_section *section)
{
	return section->flags & SHF_ALLOC && !(section->flags & SHF_TLS);
}

static void see_bound(struct variables *v, const struct elf_symbol *symbol)
{
	for (size_t i = 0; i < VARIABLE_NR_PARTS; i++) {
		if (!strcmp(symbol->name, known_parts[i].begin))
			v->parts[i].low = symbol->value;
		else if (!strcmp(symbol->name, known_parts[i].end))
			v->parts[i].high = symbol->value;
		v->parts[i].name = known_parts[i].name;
	}
}

static int see_symbol(void *ctx, const struct elf_symbol *symbol)
{
	const struct elf_section *section;
	struct variables *v = ctx;

	if (symbol->name[0] == '_' && symbol->name[1] == '_' &&
	    symbol->type == STT_NOTYPE)
		see_bound(v, symbol);
	if (symbol->type != STT_OBJECT || !symbol->name[0] ||
	    symbol->section >= elf_nr_sections(v->elf) ||
	    symbol->size > UINT64_MAX - symbol->value)
		return 0;
	section = elf_section_at(v->elf, symbol->section);
	if (!section || !holds_variables(section))
		return 0;
	if (VEC_RESERVE(v->names, v->nr_names, v->cap_names, 1) < 0)
		return 1;
	v->names[v->nr_names++] = (struct variable_name){
		.addr = symbol->value, .size = symbol->size,
		.name = symbol->name, .symbol = true, .global = symbol->global,
		.section = symbol->section, .space = space_of(v, section),
	};
	return 0;
}

/* The length of the name that the source has. */
static size_t base_len(const char *symbol)
{
	return symbol[0] == '.' ? strlen(symbol) : strcspn(symbol, ".");
}

/* Symbols by what they have in common with variables. */
struct key {
	uint64_t hash;
	uint32_t name;
};

static uint64_t key_of(const char *name, size_t len, uint64_t addr)
{
	return hash_bytes(name, len) ^ hash_u64(addr);
}

static int by_hash(const void *pa, const void *pb)
{
	const struct key *a = pa, *b = pb;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return a->name < b->name ? -1 : a->name > b->name;
}

static int make_keys(const struct variables *v, struct key **keys,
		     struct lay_error *err)
{
	*keys = calloc(v->nr_names + 1, sizeof(**keys));
	if (!*keys)
		return no_memory(v, err);
	for (size_t i = 0; i < v->nr_names; i++)
		(*keys)[i] = (struct key){
			key_of(v->names[i].name, base_len(v->names[i].name),
			       v->names[i].addr), (uint32_t)i,
		};
	qsort(*keys, v->nr_names, sizeof(**keys), by_hash);
	return 0;
}

/* The first of @nr keys with @hash, or behind where they would be. */
static size_t first_key(const struct key *keys, size_t nr, uint64_t hash)
{
	size_t low = 0, high = nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (keys[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool fits(const struct variables *v, const struct variable_name *n,
		 const struct dw_global *g)
{
	size_t len = base_len(n->name);

	if (n->addr != g->addr || strncmp(n->name, g->name, len) != 0 ||
	    g->name[len])
		return false;
	if (v->pub.linked)
		return n->space == !!(g->flags & DW_GLOBAL_PERCPU);
	/* an array at the end can be longer than the type knows */
	return !g->size || !n->size || g->size <= n->size;
}

static void attach(struct variable_name *n, const struct dw_global *g)
{
	if (n->debug && n->debug->type != g->type)
		n->torn = true;
	if (!n->debug)
		n->debug = g;
}

/* The section that a variable without symbol is in; NULL: none. */
static const struct elf_section *section_of(const struct variables *v,
					    const struct dw_global *g)
{
	bool percpu = g->flags & DW_GLOBAL_PERCPU;

	for (size_t i = 0; i < elf_nr_sections(v->elf); i++) {
		const struct elf_section *s = elf_section_at(v->elf, i);

		if (holds_variables(s) && is_percpu(s) == percpu &&
		    g->addr >= s->addr && g->addr - s->addr < s->size)
			return s;
	}
	return NULL;
}

/* A variable that no symbol has, of a linked file: its section is by address. */
static int add_debug(struct variables *v, const struct dw_global *g,
		     struct lay_error *err)
{
	const struct elf_section *s;

	s = v->pub.linked ? section_of(v, g) : NULL;
	if (!s || g->size > UINT64_MAX - g->addr)
		return 0;
	if (VEC_RESERVE(v->names, v->nr_names, v->cap_names, 1) < 0)
		return no_memory(v, err);
	v->names[v->nr_names++] = (struct variable_name){
		.addr = g->addr, .size = g->size, .name = g->name,
		.global = g->flags & DW_GLOBAL_EXTERNAL,
		.section = s->index, .space = space_of(v, s), .debug = g,
	};
	return 0;
}

static int match_globals(struct variables *v, struct lay_error *err)
{
	const struct dw_global *globals;
	size_t nr, nr_symbols = v->nr_names;
	struct key *keys;
	int ret = make_keys(v, &keys, err);

	globals = dw_scopes_globals(v->scopes, &nr);
	for (size_t i = 0; ret == 0 && i < nr; i++) {
		const struct dw_global *g = &globals[i];
		uint64_t hash;
		bool found = false;

		if (!g->name || g->flags & DW_GLOBAL_TLS)
			continue;
		hash = key_of(g->name, strlen(g->name), g->addr);
		for (size_t k = first_key(keys, nr_symbols, hash);
		     k < nr_symbols && keys[k].hash == hash; k++) {
			if (!fits(v, &v->names[keys[k].name], g))
				continue;
			attach(&v->names[keys[k].name], g);
			found = true;
		}
		if (!found)
			ret = add_debug(v, g, err);
	}
	free(keys);
	return ret;
}

int variable_names_read(struct variables *v, unsigned int jobs,
			struct lay_error *err)
{
	int ret = elf_each_symbol(v->elf, see_symbol, v, err);

	if (ret > 0)
		return no_memory(v, err);
	if (ret < 0 || !v->file)
		return ret;
	ret = dw_scopes_open(v->file, &v->scopes, err);
	if (ret == 0)
		ret = dw_scopes_index(v->scopes, jobs, err);
	return ret < 0 ? ret : match_globals(v, err);
}
