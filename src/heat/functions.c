// SPDX-License-Identifier: GPL-2.0-only
/*
 * Profiles by function: a function's samples are spread evenly over the records
 * that its code touches, which is a guess and graded so.
 */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "heat/read.h"
#include "base/poison.h"

/* The operands that a function's samples can be of. */
static bool counts(const struct heat_operand *op)
{
	return op->type != HEAT_NO_TYPE;
}

/* Where it is in the image that one of the rows is of. */
struct place {
	uint64_t low, high;
	struct heat_function_row *row;
};

struct spread {
	struct lay_heat *heat;
	struct map rows;	/* by the hash of their name */
	struct place *places;	/* by low */
	size_t nr_places, cap_places;
	struct lay_error *err;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a profile");
}

static uint64_t key_of(const char *name)
{
	return hash_bytes(name, strlen(name));
}

static struct heat_function_row *row_named(const struct map *rows,
					   const char *name)
{
	struct heat_function_row *row = (void *)map_get(rows, key_of(name));

	return row && !strcmp(row->name, name) ? row : NULL;
}

/* By its address, for a symbol is not always called as its function is
 * (foo.isra.0); in a map without a build that has symbols, by its name. */
static struct heat_function_row *row_of(const struct spread *s,
					const struct heat_operand *op)
{
	size_t lo = 0, hi = s->nr_places;

	if (!s->nr_places)
		return row_named(&s->rows, op->function);
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (s->places[mid].low <= op->addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && op->addr < s->places[lo - 1].high ?
	       s->places[lo - 1].row : NULL;
}

static int see_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct spread *s = ctx;
	struct heat_function_row *row;

	if (symbol->type != STT_FUNC || !symbol->size)
		return 0;
	row = row_named(&s->rows, symbol->name);
	if (!row || row->user)
		return 0;
	if (VEC_RESERVE(s->places, s->nr_places, s->cap_places, 1) < 0)
		return no_memory(s->err);
	s->places[s->nr_places++] = (struct place){
		symbol->value, symbol->value + symbol->size, row };
	return heat_ask_code(s->heat, symbol->value, s->err);
}

static int by_address(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/* Find the functions in the image, and what their code touches. */
static int find_places(struct spread *s, struct lay_error *err)
{
	struct lay_heat *heat = s->heat;
	int rc = 0;

	s->err = err;
	if (heat->image.elf)
		rc = elf_each_symbol(heat->image.elf, see_symbol, s, err);
	if (rc == 0)
		rc = heat_code_answer(&heat->code, &heat->map, &heat->types,
				      err);
	if (s->nr_places)
		qsort(s->places, s->nr_places, sizeof(*s->places), by_address);
	heat->totals.has_map = heat->map.nr > 0;
	return rc;
}

/* The share of the next of its operands; they add up. */
static uint32_t next_share(struct heat_function_row *row)
{
	uint64_t share = row->count * (row->nr_done + 1) / row->nr_operands -
			 row->count * row->nr_done / row->nr_operands;

	row->nr_done++;
	return (uint32_t)share;
}

static int spread(struct lay_heat *heat, const struct spread *places,
		  struct lay_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < heat->map.nr && rc == 0; i++) {
		const struct heat_operand *op = &heat->map.op[i];
		struct heat_function_row *row = row_of(places, op);
		struct heat_sample s = {
			.type = op->type, .off = op->off,
			.view_type = HEAT_NO_TYPE,
			.fate = LAY_HEAT_BY_FUNCTION,
			.grade = LAY_HEAT_GUESSED,
		};

		if (!row || row->user || !counts(op))
			continue;
		s.count = next_share(row);
		s.what = (op->access & HEAT_READS ? HEAT_LOAD : 0) |
			 (op->access & HEAT_WRITES ? HEAT_STORE : 0) |
			 (op->access & HEAT_ATOMIC ? HEAT_LOCKED : 0);
		if (s.count)
			rc = heat_fold_one(heat, &s, op->function, err);
	}
	return rc;
}

/* What is left of profiles: functions that touch no record that is known. */
static int spread_rest(struct lay_heat *heat, struct lay_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < heat->nr_functions && rc == 0; i++) {
		const struct heat_function_row *row = &heat->functions[i];
		struct heat_sample s = {
			.type = HEAT_NO_TYPE, .view_type = HEAT_NO_TYPE,
			.count = (uint32_t)row->count,
			.fate = row->user ? LAY_HEAT_USER_CODE :
					    LAY_HEAT_NO_OPERAND,
		};

		if (row->user || !row->nr_operands)
			rc = heat_fold_one(heat, &s, "", err);
	}
	return rc;
}

/* Rows of one function, in several profiles, are one. */
static int index_rows(struct lay_heat *heat, struct map *rows,
		      struct lay_error *err)
{
	size_t nr = 0;

	for (size_t i = 0; i < heat->nr_functions; i++) {
		struct heat_function_row *row = &heat->functions[i], *old;

		old = row_named(rows, row->name);
		if (old && old->user == row->user &&
		    old->count + row->count <= UINT32_MAX) {
			old->count += row->count;
			continue;
		}
		heat->functions[nr] = *row;
		if (!row->user && !old &&
		    map_put(rows, key_of(row->name),
			    &heat->functions[nr]) < 0)
			return no_memory(err);
		nr++;
	}
	heat->nr_functions = nr;
	return 0;
}

int heat_functions_spread(struct lay_heat *heat, struct lay_error *err)
{
	struct spread s = { .heat = heat };
	int rc;

	if (!heat->nr_functions)
		return 0;
	map_init(&s.rows);
	rc = index_rows(heat, &s.rows, err);
	if (rc == 0)
		rc = find_places(&s, err);
	for (size_t i = 0; i < heat->map.nr && rc == 0; i++) {
		struct heat_function_row *row = row_of(&s, &heat->map.op[i]);

		if (row && counts(&heat->map.op[i]))
			row->nr_operands++;
	}
	if (rc == 0)
		rc = spread(heat, &s, err);
	if (rc == 0)
		rc = spread_rest(heat, err);
	map_free(&s.rows);
	free(s.places);
	heat->nr_functions = 0;
	return rc;
}
