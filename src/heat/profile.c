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
	return rc < 0 ? rc : heat_tell(heat, s, s->count, err);
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

/* "cycles:ppp", "cpu/mem-loads,ldlat=30/P", "ibs_op//": it says exactly where. */
bool heat_is_precise(const char *event)
{
	const char *slash = strrchr(event, '/'), *colon = strrchr(event, ':');
	const char *modifiers = slash > colon ? slash : colon;

	return (modifiers && strpbrk(modifiers, "pP")) ||
	       !strncmp(event, "ibs_", 4) || !strncmp(event, "arm_spe", 7);
}

/* Is it code of another file than the build? Where an object is printed, its
 * addresses mean something in that object alone. */
static bool is_elsewhere(const struct lay_heat *heat,
			 const struct evidence_function *f)
{
	if (!f->dso || f->ip >> 63)
		return false;
	return !heat->image.program_high ||
	       strcmp(heat_base_name(f->dso),
		      heat_base_name(heat->identity->path));
}

/*
 * A row of one address: perf had no symbols and prints that for one, or prints
 * each instruction of a function. Only the latter tells whether the kernel was
 * moved.
 */
static int add_at_ip(struct lay_heat *heat, const struct evidence_function *f,
		     uint64_t n, struct lay_error *err)
{
	struct heat_sample s = {
		.ip = f->ip, .count = (uint32_t)n, .type = HEAT_NO_TYPE,
		.view_type = HEAT_NO_TYPE, .fate = LAY_HEAT_NO_OPERAND,
		.what = f->ip >> 63 ? 0 : HEAT_USER_MODE,
	};

	if (!heat->slide_known && f->symbol && f->has_symbol_off && f->ip >> 63)
		heat_slide_pair(heat, f->ip - f->symbol_off, f->symbol, true);
	heat->totals.ip_only += n;
	if (!f->event || !heat_is_precise(f->event)) {
		s.what |= HEAT_SKID;
		heat->totals.skid += n;
	}
	if (is_elsewhere(heat, f)) {
		if (!strstr(f->dso, ".ko"))	/* else a module */
			s.fate = LAY_HEAT_USER_CODE;
		return heat_fold_one(heat, &s, "", err);
	}
	/* a program that is linked to a place is not moved */
	if (!heat->slide_known && !heat->slides.nr && f->ip >> 63)
		s.what |= HEAT_UNSURE;
	return heat_batch_add(heat, &s, err);
}

int heat_see_function(void *ctx, const struct evidence_function *f,
		      struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	uint64_t n = weight_of(heat, f->has, f->samples, f->self_x100);
	struct heat_function_row row = { .count = n };

	if (!n || n > UINT32_MAX)
		return 0;
	if (f->has_ip)
		return add_at_ip(heat, f, n, err);
	if (!f->symbol)
		return 0;
	if (f->source) {
		int rc = heat_lines_add(heat, f, n, err);

		if (rc)
			return rc < 0 ? rc : 0;
	}
	row.user = f->mode == '.';
	row.name = heat_types_string(&heat->types, f->symbol,
				     strlen(f->symbol));
	if (!row.name || VEC_RESERVE(heat->functions, heat->nr_functions,
				     heat->cap_functions, 1) < 0)
		return no_memory(err);
	heat->functions[heat->nr_functions++] = row;
	return 0;
}
