// SPDX-License-Identifier: GPL-2.0-only
/* A batch of samples: attributed, told, folded, forgotten. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "heat/heat.h"
#include "heat/place.h"
#include "heat/read.h"
#include "base/poison.h"

/* By address, so that objects can be found; then so that equal ones meet. */
static int compare(const void *a, const void *b)
{
	const struct heat_sample *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->ip != y->ip)
		return x->ip < y->ip ? -1 : 1;
	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	if (x->what != y->what)
		return x->what < y->what ? -1 : 1;
	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return (x->latency > y->latency) - (x->latency < y->latency);
}

static const struct heat_operand *operand(struct lay_heat *heat, uint64_t ip)
{
	struct heat_operand *op;

	return heat_map_at(&heat->map, ip - heat->image.slide, &op) ? op : NULL;
}

/* The path that the map has, where it is still of that type; else that of the
 * member there. */
static const char *path_of(struct lay_heat *heat, const struct heat_sample *s)
{
	const struct heat_operand *op = operand(heat, s->ip);
	const struct lay_layout *l;
	uint32_t slot;

	if (s->type == HEAT_NO_TYPE)
		return NULL;
	if (op && op->type == s->type && op->off == s->off && op->path)
		return op->path;
	l = heat_types_layout(&heat->types, s->type);
	slot = l ? heat_place_leaf(l, s->off) : LAY_NO_SLOT;
	return slot == LAY_NO_SLOT ? NULL : l->slots[slot].path;
}

static bool is_same_answer(const struct heat_sample *a,
			   const struct heat_sample *b)
{
	return a->ip == b->ip && a->addr == b->addr && a->type == b->type &&
	       a->off == b->off && a->fate == b->fate && a->grade == b->grade;
}

int heat_tell(struct lay_heat *heat, const struct heat_sample *s,
	      uint64_t count, struct lay_error *err)
{
	struct lay_heat_answer a = {
		.count = count, .ip = s->ip, .addr = s->addr, .off = s->off,
		.grade = s->grade, .fate = s->fate,
		.type = s->type == HEAT_NO_TYPE ? NULL :
			heat->types.type[s->type].name,
	};

	if (!heat->see_answer)
		return 0;
	a.path = path_of(heat, s);
	return heat->see_answer(heat->see_ctx, &a, err);
}

static int tell_all(struct lay_heat *heat, struct lay_error *err)
{
	const struct heat_sample *s = heat->batch;
	int rc = 0;

	for (size_t i = 0, k; i < heat->nr_batch && rc == 0; i = k) {
		uint64_t count = 0;

		for (k = i; k < heat->nr_batch &&
			    is_same_answer(&s[i], &s[k]); k++)
			count += s[k].count;
		rc = heat_tell(heat, &s[i], count, err);
	}
	return rc;
}

static int fold_view(struct lay_heat *heat, const struct heat_sample *s,
		     const char *function, struct lay_error *err)
{
	struct heat_sample view = *s;
	bool room;

	if (s->view_type == HEAT_NO_TYPE)
		return 0;
	view.type = s->view_type | HEAT_VIEW;
	view.off = s->view_off;
	return heat_fold_add(&heat->fold, &view, function, &room, err);
}

/* May there be code of the build at @ip that ran? Of a build that is neither
 * kernel nor program it is asked, to be told why there is none. */
static bool may_be_code(const struct heat_image *image, uint64_t ip)
{
	if (image->end)
		return heat_image_has_code(image, ip);
	return !image->program_high || heat_image_is_program(image, ip);
}

/* Whatever else became of it: it hit a variable. */
static int fold_variable(struct lay_heat *heat, const struct heat_sample *s,
			 struct lay_error *err)
{
	const struct heat_variables *vars = &heat->variables;
	const struct heat_variable *v;
	uint64_t off;

	if (!(s->what & HEAT_HAS_ADDR))
		return 0;
	if (heat_image_has_code(&heat->image, s->addr)) {
		v = heat_variable_at(&vars->image, s->addr - heat->image.slide,
				     false);
		return v ? heat_fold_variable(&heat->fold, s, false,
					      v - vars->image.variable, err) : 0;
	}
	v = heat_percpu_at(&heat->percpu, vars, s->addr, false, &off);
	return v ? heat_fold_variable(&heat->fold, s, true,
				      v - vars->percpu.variable, err) : 0;
}

static int fold(struct lay_heat *heat, struct lay_error *err)
{
	struct lay_heat_totals *t = &heat->totals;
	const struct heat_operand *op;
	bool room;
	int rc = 0;

	for (size_t i = 0; i < heat->nr_batch && rc == 0; i++) {
		struct heat_sample *s = &heat->batch[i];

		if (s->type != HEAT_NO_TYPE) {
			op = operand(heat, s->ip);
			rc = heat_fold_add(&heat->fold, s,
					   op ? op->function : "", &room, err);
			if (rc == 0)
				rc = fold_view(heat, s,
					       op ? op->function : "", err);
			if (!room)
				s->fate = LAY_HEAT_NO_ROOM;
		}
		if (rc == 0)
			rc = fold_variable(heat, s, err);
		if (s->fate == LAY_HEAT_NO_OPERAND &&
		    !(s->what & HEAT_HAS_ADDR) && may_be_code(&heat->image, s->ip))
			t->ip_lost += s->count;
		t->fate[s->fate] += s->count;
		t->samples += s->count;
	}
	return rc;
}

int heat_ask_code(struct lay_heat *heat, uint64_t addr, struct lay_error *err)
{
	struct lay_error why;

	if (heat->kept_map || heat->totals.no_map)
		return 0;
	if (!heat_code_open(&heat->code, heat->build, heat->opts.jobs, &why)) {
		heat->totals.no_map = strset_adds(&heat->strings, why.text);
		return 0;
	}
	return heat_code_ask(&heat->code, addr, err);
}

/* Know what the instructions of the batch touch. */
static int learn(struct lay_heat *heat, struct lay_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < heat->nr_batch && rc == 0; i++)
		if (may_be_code(&heat->image, heat->batch[i].ip))
			rc = heat_ask_code(heat, heat->batch[i].ip -
					   heat->image.slide, err);
	if (rc == 0)
		rc = heat_code_answer(&heat->code, &heat->map, &heat->types,
				      err);
	heat->totals.has_map = heat->map.nr > 0;
	return rc;
}

/* Without an address nobody asks for them; the last one is the highest. */
static void read_variables(struct lay_heat *heat)
{
	if (heat->batch[heat->nr_batch - 1].addr)
		heat_variables_read(&heat->variables, heat->code.access ?
				    access_scopes(heat->code.access) : NULL,
				    &heat->image, &heat->types);
}

static int resolve(struct lay_heat *heat, struct lay_error *err)
{
	int rc = learn(heat, err);

	if (rc < 0)
		return rc;
	qsort(heat->batch, heat->nr_batch, sizeof(*heat->batch), compare);
	read_variables(heat);
	heat_areas_find(heat);
	for (size_t i = 0; i < heat->nr_batch; i++)
		heat_attribute(heat, &heat->batch[i]);
	heat_refute_runs(heat, heat->batch, heat->nr_batch);
	rc = heat_percpu_resolve(&heat->percpu, &heat->variables, &heat->types,
				 heat->batch, heat->nr_batch, err);
	if (rc == 0)
		rc = heat_objects_resolve(&heat->objects, &heat->types,
					  heat->batch, heat->nr_batch, err);
	heat_find_copies(heat);
	return rc;
}

int heat_batch_done(struct lay_heat *heat, struct lay_error *err)
{
	int rc;

	if (!heat->nr_batch)
		return 0;
	rc = heat_slide_solve(heat, err);
	if (rc == 0)
		rc = resolve(heat, err);
	if (rc == 0 && heat->see_answer)
		rc = tell_all(heat, err);
	if (rc == 0)
		rc = fold(heat, err);
	if (rc == 0)
		rc = heat_fold_pairs(&heat->fold, &heat->types,
				     heat->opts.line_size, heat->batch,
				     heat->nr_batch, err);
	heat_objects_trim(&heat->objects, HEAT_OBJECTS);
	heat->totals.contradictions += heat->objects.contradictions;
	heat->totals.nr_objects += heat->objects.nr_told;
	heat->objects.contradictions = heat->objects.nr_told = 0;
	heat->nr_batch = 0;
	return rc;
}

int heat_batch_add(struct lay_heat *heat, const struct heat_sample *s,
		   struct lay_error *err)
{
	int rc;

	if (heat->nr_batch == heat->opts.batch) {
		rc = heat_batch_done(heat, err);
		if (rc < 0)
			return rc;
	}
	if (VEC_RESERVE(heat->batch, heat->nr_batch, heat->cap_batch, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for samples");
	heat->batch[heat->nr_batch++] = *s;
	return 0;
}
