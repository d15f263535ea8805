// SPDX-License-Identifier: GPL-2.0-only
/*
 * What other tools found: rows of types and offsets, and profiles by function.
 * A function's samples are spread evenly over the records that its code
 * touches, which is a guess and graded so.
 */
#include <config.h>

#include <string.h>

#include "base/vec.h"
#include "heat/read.h"
#include "base/poison.h"

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a profile");
}

/* What a row counts: samples, or, where the text has none, hundredths of a
 * percent. */
static uint64_t weight_of(struct lay_heat *heat, unsigned int has,
			  uint64_t samples, uint32_t self_x100)
{
	if (has & EVIDENCE_HAS_SAMPLES)
		return samples;
	if (!(has & EVIDENCE_HAS_SELF))
		return 0;
	heat->totals.shares = true;
	return self_x100;
}

static int fold_one(struct lay_heat *heat, const struct heat_sample *s,
		    const char *function, struct lay_error *err)
{
	bool room = true;
	int rc = 0;

	if (s->type != HEAT_NO_TYPE)
		rc = heat_fold_add(&heat->fold, s, function, &room, err);
	heat->totals.samples += s->count;
	heat->totals.fate[room ? s->fate : LAY_HEAT_NO_ROOM] += s->count;
	return rc;
}

int heat_see_type(void *ctx, const struct evidence_type *t,
		  struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	uint64_t n = weight_of(heat, t->has, t->samples, t->self_x100);
	struct heat_sample s = { .fate = LAY_HEAT_BY_TOOL,
				 .view_type = HEAT_NO_TYPE,
				 .grade = LAY_HEAT_INFERRED };
	const struct lay_layout *l;
	int rc;

	/* annotate repeats a row's samples in the rows below it */
	if (t->tool == EVIDENCE_PERF_ANNOTATE && (!t->leaf || !t->depth))
		return 0;
	if (!n || n > UINT32_MAX || !t->type)
		return 0;
	s.count = (uint32_t)n;
	rc = heat_types_number(&heat->types, t->type, strlen(t->type), &s.type,
			       err);
	if (rc < 0)
		return rc;
	l = s.type == HEAT_NO_TYPE ? NULL :
	    heat_types_layout(&heat->types, s.type);
	if (t->has & EVIDENCE_HAS_OFFSET && t->off <= UINT32_MAX)
		s.off = (uint32_t)t->off;
	if (!l || !(t->has & EVIDENCE_HAS_OFFSET) || t->off >= l->size) {
		s.type = HEAT_NO_TYPE;
		s.fate = LAY_HEAT_NO_RECORD;
	}
	return fold_one(heat, &s, "", err);
}

int heat_see_function(void *ctx, const struct evidence_function *f,
		      struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	uint64_t n = weight_of(heat, f->has, f->samples, f->self_x100);
	struct heat_function_row row = { .count = n };

	if (!n || n > UINT32_MAX || !f->symbol)
		return 0;
	row.user = f->mode == '.';
	row.name = heat_types_string(&heat->types, f->symbol,
				     strlen(f->symbol));
	if (!row.name || VEC_RESERVE(heat->functions, heat->nr_functions,
				     heat->cap_functions, 1) < 0)
		return no_memory(err);
	heat->functions[heat->nr_functions++] = row;
	return 0;
}

/* The operands that a function's samples can be of. */
static bool counts(const struct heat_operand *op)
{
	return op->type != HEAT_NO_TYPE;
}

static struct heat_function_row *row_of(const struct map *rows,
					const struct heat_operand *op)
{
	return (void *)map_get(rows, (uintptr_t)op->function);
}

/* The share of the next of its operands; they add up. */
static uint32_t next_share(struct heat_function_row *row)
{
	uint64_t share = row->count * (row->nr_done + 1) / row->nr_operands -
			 row->count * row->nr_done / row->nr_operands;

	row->nr_done++;
	return (uint32_t)share;
}

static int spread(struct lay_heat *heat, const struct map *rows,
		  struct lay_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < heat->map.nr && rc == 0; i++) {
		const struct heat_operand *op = &heat->map.op[i];
		struct heat_function_row *row = row_of(rows, op);
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
			rc = fold_one(heat, &s, op->function, err);
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
			.type = HEAT_NO_TYPE, .view_type = HEAT_NO_TYPE, .count = (uint32_t)row->count,
			.fate = row->user ? LAY_HEAT_USER_CODE :
					    LAY_HEAT_NO_OPERAND,
		};

		if (row->user || !row->nr_operands)
			rc = fold_one(heat, &s, "", err);
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

		old = (void *)map_get(rows, (uintptr_t)row->name);
		if (old && old->user == row->user &&
		    old->count + row->count <= UINT32_MAX) {
			old->count += row->count;
			continue;
		}
		heat->functions[nr] = *row;
		if (!row->user && !old &&
		    map_put(rows, (uintptr_t)row->name,
			    &heat->functions[nr]) < 0)
			return no_memory(err);
		nr++;
	}
	heat->nr_functions = nr;
	return 0;
}

int heat_functions_spread(struct lay_heat *heat, struct lay_error *err)
{
	struct map rows;
	int rc;

	if (!heat->nr_functions)
		return 0;
	map_init(&rows);
	rc = index_rows(heat, &rows, err);
	for (size_t i = 0; i < heat->map.nr && rc == 0; i++) {
		struct heat_function_row *row = row_of(&rows,
						       &heat->map.op[i]);

		if (row && counts(&heat->map.op[i]))
			row->nr_operands++;
	}
	if (rc == 0)
		rc = spread(heat, &rows, err);
	if (rc == 0)
		rc = spread_rest(heat, err);
	map_free(&rows);
	heat->nr_functions = 0;
	return rc;
}
