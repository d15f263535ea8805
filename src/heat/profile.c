// SPDX-License-Identifier: GPL-2.0-only
/* What other tools found: rows of types and offsets, and profiles by function. */
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

int heat_fold_one(struct lay_heat *heat, const struct heat_sample *s,
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
	return heat_fold_one(heat, &s, "", err);
}

/* perf had no symbols: what it prints for one is the address, and a row is of
 * that alone. Nothing tells whether the kernel was moved. */
static int add_at_ip(struct lay_heat *heat, const struct evidence_function *f,
		     uint64_t n, struct lay_error *err)
{
	const struct heat_sample s = {
		.ip = f->ip, .count = (uint32_t)n, .type = HEAT_NO_TYPE,
		.view_type = HEAT_NO_TYPE, .fate = LAY_HEAT_NO_OPERAND,
		.what = HEAT_SKID | (heat->slide_known ? 0 : HEAT_UNSURE) |
			(f->ip >> 63 ? 0 : HEAT_USER_MODE),
	};

	heat->totals.ip_only += n;
	heat->totals.skid += n;
	return heat_batch_add(heat, &s, err);
}

int heat_see_function(void *ctx, const struct evidence_function *f,
		      struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	uint64_t n = weight_of(heat, f->has, f->samples, f->self_x100);
	struct heat_function_row row = { .count = n };

	if (!n || n > UINT32_MAX || !f->symbol)
		return 0;
	if (f->has_ip)
		return add_at_ip(heat, f, n, err);
	row.user = f->mode == '.';
	row.name = heat_types_string(&heat->types, f->symbol,
				     strlen(f->symbol));
	if (!row.name || VEC_RESERVE(heat->functions, heat->nr_functions,
				     heat->cap_functions, 1) < 0)
		return no_memory(err);
	heat->functions[heat->nr_functions++] = row;
	return 0;
}
