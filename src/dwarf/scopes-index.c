// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all units say, by address and name. Threads take units in turn and keep
 * what they find to themselves; at the end it is put together and sorted by
 * where it stands, so that nothing depends on which thread met what.
 *
 * Of most DIEs no more is read here than what tells that they are not wanted:
 * the whole of a function is read when its unit is.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/* Members that tell definitions apart. */
#define SHAPE_MEMBERS 8

/* A function, and which of its thread's ranges are its. */
struct found {
	struct dw_entry entry;
	unsigned int thread;
	size_t first_range, nr_ranges;
};

struct part {
	struct dw_scope_reader *reader;
	unsigned int thread;
	struct found *found;
	size_t nr_found, cap_found;
	struct scope_ranges ranges;
	struct dw_global *globals;
	size_t nr_globals, cap_globals;
	struct scope_definitions records;	/* and enums */
	struct scope_definitions declared;	/* functions */
};

struct index {
	struct dw_scopes *scopes;
	struct part *parts;
	unsigned int nr_parts;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "no memory for an index of code");
}

/* Keep those of r->ranges that hold code; 0: none does. */
static int keep_ranges(struct part *part, size_t *nr, struct lay_error *err)
{
	const struct dw_scope_reader *r = part->reader;
	struct scope_ranges *ranges = &part->ranges;

	*nr = 0;
	if (VEC_RESERVE(ranges->list, ranges->nr, ranges->cap,
			r->ranges.nr + 1) < 0)
		return no_memory(err);
	for (size_t i = 0; i < r->ranges.nr; i++) {
		const struct scope_area *area =
			scope_area_of(r->scopes, r->ranges.list[i].low);

		if (!r->scopes->unplaced && (!area || !area->code))
			continue;
		ranges->list[ranges->nr++] = r->ranges.list[i];
		(*nr)++;
	}
	return 0;
}

/* A function of which there is code: 1; 0: it is none. */
static int add_function(struct part *part, const struct scope_die *die,
			struct lay_error *err)
{
	struct dw_scope_reader *r = part->reader;
	const struct dw_proto *proto;
	struct found found = {
		.thread = part->thread,
		.first_range = part->ranges.nr,
	};
	int ret;

	if (VEC_RESERVE(part->found, part->nr_found, part->cap_found, 1) < 0)
		return no_memory(err);
	ret = scope_ranges_read(r, die, err);
	if (ret == 0)
		ret = keep_ranges(part, &found.nr_ranges, err);
	if (ret < 0 || !found.nr_ranges)
		return ret;
	found.entry.addr = part->ranges.list[found.first_range].low;
	if (scope_has(die, SCOPE_LOW_PC))
		scope_address(r, &die->value[SCOPE_LOW_PC], &found.entry.addr);
	found.entry.die_off = die->off;
	found.entry.unit = r->unit.index;
	found.entry.assembler = r->unit.language == DW_LANG_Mips_Assembler;
	ret = scope_proto(r, die->off, die->off, &proto, err);
	if (ret < 0)
		return ret;
	found.entry.proto = *proto;
	part->found[part->nr_found++] = found;
	return 1;
}

/* A name that something has, and where. */
static int add_name(struct scope_definitions *table, enum lay_kind kind,
		    const char *name, uint64_t off, uint64_t shape,
		    struct lay_error *err)
{
	const struct scope_definition def = {
		.key = scope_definition_key(kind, name),
		.off = off,
		.shape = shape,
	};

	return scope_definition_add(table, &def) < 0 ? no_memory(err) : 0;
}

static uint64_t where_of(const struct dw_die *member)
{
	uint64_t bytes = 0, bits = 0;

	dw_die_location(member, &bytes);
	if (!dw_die_constant(member, DW_FACT_DATA_BIT_OFFSET, &bits))
		dw_die_constant(member, DW_FACT_BIT_OFFSET, &bits);
	return bytes * 8 + bits;
}

/* What tells the record @die, of @size bytes, from others of its name: its first
 * members by name and place, since what they are of would have to be followed,
 * and most definitions are the same in all units. */
static int shape_of(struct part *part, const struct dw_die *die, uint64_t size,
		    uint64_t *shape, struct lay_error *err)
{
	struct dw_views *views = &part->reader->views;
	uint64_t off = die->next;
	struct dw_die child;
	unsigned int nr = 0;
	const char *name;
	int ret = 0;

	*shape = hash_u64(size);
	while (ret == 0 && dw_die_opens(die) && nr < SHAPE_MEMBERS) {
		ret = dw_die_read(&views->own, off, &child, err);
		if (ret < 0 || child.tag == 0)
			break;
		ret = dw_die_after(&views->own, &child, &off, err);
		if (ret < 0 || child.tag != DW_TAG_member)
			continue;
		nr++;
		ret = dw_views_name(views, &child, &name, err);
		*shape = hash_u64(*shape ^ where_of(&child));
		if (ret == 0 && name)
			*shape += hash_bytes(name, strlen(name));
	}
	return ret;
}

static void see_sought(struct dw_scope_reader *r, uint64_t key)
{
	if (r->scopes->knows && map_get(&r->scopes->sought, key))
		r->scopes->knows[r->unit.index] = true;
}

/* @inside: of a function, which others do not see. */
static int add_record(struct part *part, const struct dw_die *die, bool inside,
		      struct lay_error *err)
{
	uint64_t size, shape = 0;
	const char *name;
	int ret;

	if (!dw_die_has(die, DW_FACT_NAME) ||
	    dw_die_has(die, DW_FACT_DECLARATION) ||
	    !dw_die_constant(die, DW_FACT_BYTE_SIZE, &size))
		return 0;
	ret = dw_views_name(&part->reader->views, die, &name, err);
	if (ret == 0)
		see_sought(part->reader, scope_definition_key(die->kind, name));
	if (inside)
		return ret;
	if (ret == 0)
		ret = shape_of(part, die, size, &shape, err);
	if (ret < 0)
		return ret;
	return add_name(&part->records, die->kind, name, die->off, shape, err);
}

/* A declaration; without parameters and prototype, as those of GCC's builtins,
 * it says nothing. */
static int add_declared(struct part *part, const struct scope_die *die,
			struct lay_error *err)
{
	struct scope_facts facts;
	const char *symbol;
	int ret;

	if (!die->opens && !scope_flag(die, SCOPE_PROTOTYPED))
		return 0;
	ret = scope_facts_read(part->reader, die, &facts, err);
	if (ret < 0)
		return ret;
	symbol = facts.symbol ? facts.symbol : facts.name;
	return symbol ? add_name(&part->declared, LAY_KIND_FUNCTION, symbol,
				 die->off, 0, err) : 0;
}

/* A walk through the DIEs of a unit. */
struct walk {
	struct part *part;
	uint64_t off;
	uint64_t depth;			/* lists of children that are open */
	uint64_t function_depth;	/* of the outermost function's; 0: none */
};

static int take_function(struct walk *w, bool *enter, struct lay_error *err)
{
	struct part *part = w->part;
	struct scope_die die;
	int ret = scope_die_read(part->reader, w->off, w->off, &die, err);

	if (ret < 0)
		return ret;
	if (scope_flag(&die, SCOPE_DECLARATION))
		return add_declared(part, &die, err);
	ret = add_function(part, &die, err);
	*enter = ret > 0;
	return ret < 0 ? ret : 0;
}

static int take_variable(struct walk *w, struct lay_error *err)
{
	struct dw_scope_reader *r = w->part->reader;
	struct scope_die die;
	bool is_global;
	int ret = scope_die_read(r, w->off, w->off, &die, err);

	return ret < 0 ? ret : scope_global_add(r, &die, w->function_depth != 0,
						&is_global, err);
}

/* What is to be known of @die. *@enter: what it holds is looked at too. */
static int consider(struct walk *w, const struct dw_die *die, bool *enter,
		    struct lay_error *err)
{
	*enter = false;
	switch (die->tag) {
	case DW_TAG_subprogram:
		return take_function(w, enter, err);
	case DW_TAG_variable:
		return take_variable(w, err);
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_lexical_block:
	case DW_TAG_inlined_subroutine:
		*enter = true;
		return 0;
	}
	switch (die->kind) {
	case LAY_KIND_STRUCT:
	case LAY_KIND_UNION:
	case LAY_KIND_ENUM:
		return add_record(w->part, die, w->function_depth, err);
	}
	return 0;
}

/* The DIE at hand, and go to the one behind it. */
static int take(struct walk *w, struct lay_error *err)
{
	struct dw_scope_reader *r = w->part->reader;
	struct dw_die die;
	bool enter;
	int ret = dw_die_read(&r->views.own, w->off, &die, err);

	if (ret < 0)
		return ret;
	if (die.tag == 0) {
		if (w->depth == w->function_depth)
			w->function_depth = 0;
		w->depth--;
		w->off = die.next;
		return 0;
	}
	ret = consider(w, &die, &enter, err);
	if (ret < 0)
		ret = scope_damaged(r, ret, err);
	if (ret < 0)
		return ret;
	if (!enter || !dw_die_opens(&die))
		return dw_die_after(&r->views.own, &die, &w->off, err);
	w->depth++;
	if (die.tag == DW_TAG_subprogram && !w->function_depth)
		w->function_depth = w->depth;
	w->off = die.next;
	return 0;
}

static int keep_globals(struct part *part, struct lay_error *err)
{
	struct dw_scope_reader *r = part->reader;

	if (VEC_RESERVE(part->globals, part->nr_globals, part->cap_globals,
			r->nr_globals) < 0)
		return no_memory(err);
	for (size_t i = 0; i < r->nr_globals; i++)
		part->globals[part->nr_globals++] = r->globals[i];
	return 0;
}

static bool is_c(uint64_t language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
		return true;
	default:
		return false;
	}
}

/* Has the unit at hand all its types in itself, where add_record() meets them?
 * Units in C without references to others do. */
static bool is_whole(const struct dw_scope_reader *r)
{
	bool refers = true;

	return is_c(r->unit.language) &&
	       dw_unit_refers_elsewhere(r->scopes->file, r->bases.unit, &refers,
					NULL) == 0 && !refers;
}

/* What cannot be read any further is left out. */
static int index_unit(void *ctx, unsigned int thread, size_t item,
		      struct lay_error *err)
{
	struct index *index = ctx;
	struct walk w = { .part = &index->parts[thread], .depth = 1 };
	struct dw_scope_reader *r = w.part->reader;
	struct scope_die root;
	int ret = scope_unit_open(r, item, &root, err);
	bool *knows = index->scopes->knows;

	if (knows && ret > 0 && !is_whole(r))
		knows[item] = true;
	if (ret > 0) {
		ret = 0;
		w.off = root.next;
		while (ret == 0 && w.depth > 0 && w.off < r->bases.unit->end)
			ret = take(&w, err);
	}
	if (knows && (ret < 0 || r->unit.nr_damaged))
		knows[item] = true;
	if (ret < 0)
		ret = scope_damaged(r, ret, err);
	return ret < 0 ? ret : keep_globals(w.part, err);
}

static int compare_offs(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_addr(const void *pa, const void *pb)
{
	const struct found *a = pa, *b = pb;
	int order = compare_offs(a->entry.addr, b->entry.addr);

	return order ? order : compare_offs(a->entry.die_off, b->entry.die_off);
}

static int by_low(const void *pa, const void *pb)
{
	const struct dw_entry_range *a = pa, *b = pb;
	int order = compare_offs(a->range.low, b->range.low);

	return order ? order : compare_offs(a->entry, b->entry);
}

static int by_space(const void *pa, const void *pb)
{
	const struct dw_global *a = pa, *b = pb;
	int order = !!(a->flags & DW_GLOBAL_TLS) - !!(b->flags & DW_GLOBAL_TLS);

	if (!order)
		order = compare_offs(a->addr, b->addr);
	return order ? order : compare_offs(a->die_off, b->die_off);
}

/* Copy the ranges of the function that is the last entry. */
static int merge_ranges(struct dw_scopes *scopes, const struct part *part,
			const struct found *found, struct lay_error *err)
{
	if (VEC_RESERVE(scopes->ranges, scopes->nr_ranges, scopes->cap_ranges,
			found->nr_ranges) < 0)
		return no_memory(err);
	for (size_t i = 0; i < found->nr_ranges; i++)
		scopes->ranges[scopes->nr_ranges++] = (struct dw_entry_range){
			.range = part->ranges.list[found->first_range + i],
			.entry = (uint32_t)(scopes->nr_entries - 1),
		};
	return 0;
}

/* Ranges that overlap the one in front of them are left out: code that is said
 * to be of two functions. */
static void drop_overlaps(struct dw_scopes *scopes)
{
	uint64_t end = 0;
	size_t nr = 0;

	for (size_t i = 0; i < scopes->nr_ranges; i++) {
		if (nr && scopes->ranges[i].range.low < end)
			continue;
		end = scopes->ranges[i].range.high;
		scopes->ranges[nr++] = scopes->ranges[i];
	}
	scopes->nr_ranges = nr;
}

static int merge_functions(struct index *index, struct lay_error *err)
{
	struct dw_scopes *scopes = index->scopes;
	struct found *all = NULL;
	size_t nr = 0, cap = 0;
	int ret = 0;

	for (unsigned int i = 0; ret == 0 && i < index->nr_parts; i++) {
		const struct part *part = &index->parts[i];

		if (VEC_RESERVE(all, nr, cap, part->nr_found + 1) < 0)
			ret = no_memory(err);
		for (size_t j = 0; ret == 0 && j < part->nr_found; j++)
			all[nr++] = part->found[j];
	}
	if (ret == 0 && nr)
		qsort(all, nr, sizeof(*all), by_addr);
	if (ret == 0 && VEC_RESERVE(scopes->entries, 0, scopes->cap_entries,
				    nr + 1) < 0)
		ret = no_memory(err);
	for (size_t i = 0; ret == 0 && i < nr; i++) {
		scopes->entries[scopes->nr_entries++] = all[i].entry;
		ret = merge_ranges(scopes, &index->parts[all[i].thread],
				   &all[i], err);
	}
	free(all);
	if (ret == 0 && scopes->nr_ranges) {
		qsort(scopes->ranges, scopes->nr_ranges,
		      sizeof(*scopes->ranges), by_low);
		drop_overlaps(scopes);
	}
	return ret;
}

static int merge_globals(struct index *index, struct lay_error *err)
{
	struct dw_scopes *scopes = index->scopes;

	for (unsigned int i = 0; i < index->nr_parts; i++) {
		const struct part *part = &index->parts[i];

		if (VEC_RESERVE(scopes->globals, scopes->nr_globals,
				scopes->cap_globals, part->nr_globals + 1) < 0)
			return no_memory(err);
		for (size_t j = 0; j < part->nr_globals; j++)
			scopes->globals[scopes->nr_globals++] =
				part->globals[j];
	}
	if (scopes->nr_globals)
		qsort(scopes->globals, scopes->nr_globals,
		      sizeof(*scopes->globals), by_space);
	for (size_t i = 0; i < scopes->nr_globals; i++)
		scopes->nr_tls += !!(scopes->globals[i].flags & DW_GLOBAL_TLS);
	return 0;
}

static int merge_table(struct scope_definitions *to,
		       const struct scope_definitions *from,
		       struct lay_error *err)
{
	for (size_t i = 0; i < from->cap; i++)
		if (from->slots[i].key &&
		    scope_definition_add(to, &from->slots[i]) < 0)
			return no_memory(err);
	return 0;
}

/* Have the functions that are in assembler, or the others, found by name; what
 * is found already stays. */
static int name_entries(struct dw_scopes *scopes, bool assembler,
			struct lay_error *err)
{
	for (size_t i = 0; i < scopes->nr_entries; i++) {
		struct dw_entry *e = &scopes->entries[i];
		const struct dw_proto *had;
		uint64_t key;

		if (e->assembler != assembler || !e->proto.symbol)
			continue;
		key = scope_definition_key(LAY_KIND_FUNCTION, e->proto.symbol);
		had = map_get(&scopes->by_name, key);
		if (assembler && had) {
			e->proto.type = had->type;
			continue;
		}
		if (had && had->die_off <= e->proto.die_off)
			continue;
		if (map_put(&scopes->by_name, key, &e->proto) < 0)
			return no_memory(err);
	}
	return 0;
}

static int by_off(const void *pa, const void *pb)
{
	const struct scope_definition *a = pa, *b = pb;

	return compare_offs(a->off, b->off);
}

/* Have the prototypes of @nr functions, declared alone, in scopes->declared. */
static int read_declared(struct index *index,
			 const struct scope_definition *list, size_t nr,
			 struct lay_error *err)
{
	struct dw_scope_reader *r = index->parts[0].reader;
	struct dw_scopes *scopes = index->scopes;
	const struct dw_proto *proto;
	int ret = 0;

	scopes->declared = calloc(nr + 1, sizeof(*scopes->declared));
	if (!scopes->declared)
		return no_memory(err);
	for (size_t i = 0; ret == 0 && i < nr; i++) {
		r->steps_left = UINT32_MAX;
		ret = scope_proto(r, list[i].off, list[i].off, &proto, err);
		if (ret < 0 || !proto->symbol)
			continue;
		scopes->declared[scopes->nr_declared] = *proto;
		if (map_put(&scopes->by_name, list[i].key,
			    &scopes->declared[scopes->nr_declared++]) < 0)
			ret = no_memory(err);
	}
	return ret;
}

static int merge_declared(struct index *index, struct lay_error *err)
{
	struct scope_definitions all = { .slots = NULL };
	size_t nr = 0;
	int ret = 0;

	for (unsigned int i = 0; ret == 0 && i < index->nr_parts; i++)
		ret = merge_table(&all, &index->parts[i].declared, err);
	for (size_t i = 0; i < all.cap; i++)
		if (all.slots[i].key &&
		    !map_get(&index->scopes->by_name, all.slots[i].key))
			all.slots[nr++] = all.slots[i];
	if (nr)
		qsort(all.slots, nr, sizeof(*all.slots), by_off);
	if (ret == 0)
		ret = read_declared(index, all.slots, nr, err);
	free(all.slots);
	return ret;
}

static int merge(struct index *index, struct lay_error *err)
{
	int ret = merge_functions(index, err);

	if (ret == 0)
		ret = merge_globals(index, err);
	for (unsigned int i = 0; ret == 0 && i < index->nr_parts; i++)
		ret = merge_table(&index->scopes->types.definitions,
				  &index->parts[i].records, err);
	if (ret == 0)
		ret = name_entries(index->scopes, false, err);
	if (ret == 0)
		ret = merge_declared(index, err);
	return ret < 0 ? ret : name_entries(index->scopes, true, err);
}

static void free_parts(struct index *index)
{
	for (unsigned int i = 0; i < index->nr_parts; i++) {
		struct part *part = &index->parts[i];

		dw_scope_reader_free(part->reader);
		free(part->found);
		free(part->ranges.list);
		free(part->globals);
		free(part->records.slots);
		free(part->declared.slots);
	}
	free(index->parts);
}

static int begin_seeking(struct dw_scopes *scopes, struct lay_error *err)
{
	if (!scopes->nr_sought)
		return 0;
	scopes->knows = calloc(scopes->file->nr_units + 1,
			       sizeof(*scopes->knows));
	return scopes->knows ? 0 : no_memory(err);
}

/* What is defined where nobody looked may be known to all. */
static void end_seeking(struct dw_scopes *scopes)
{
	const struct scope_definitions *all = &scopes->types.definitions;

	for (size_t i = 0; i < scopes->nr_sought; i++) {
		if (scope_definition_find(all, scopes->sought_keys[i]))
			continue;
		free(scopes->knows);
		scopes->knows = NULL;
	}
}

int dw_scopes_index(struct dw_scopes *scopes, unsigned int jobs,
		    struct lay_error *err)
{
	struct index index = { .scopes = scopes };
	unsigned int nr = pool_threads(jobs);
	int ret = begin_seeking(scopes, err);

	if (ret < 0)
		return ret;
	index.parts = calloc(nr, sizeof(*index.parts));
	if (!index.parts)
		return no_memory(err);
	while (ret == 0 && index.nr_parts < nr) {
		struct part *part = &index.parts[index.nr_parts];

		part->thread = index.nr_parts++;
		ret = dw_scope_reader_new(scopes, &part->reader, err);
	}
	if (ret == 0)
		ret = pool_run(nr, scopes->file->nr_units, index_unit, &index,
			       err);
	if (ret == 0)
		ret = merge(&index, err);
	end_seeking(scopes);
	free_parts(&index);
	return ret;
}
