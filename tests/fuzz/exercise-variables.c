// SPDX-License-Identifier: GPL-2.0-only
/* All that is said of a file's variables. */
#include <config.h>

#include <string.h>

#include <layoutdiff/variables.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

/* Variables that are looked into. */
#define MAX_VARIABLES 200

static void exercise_variable(const struct lay_variable *v)
{
	CHECK(v->name && v->section);
	touch_string(v->name);
	touch_string(v->symbol);
	touch_string(v->unit);
	touch_string(v->section);
	touch_string(v->part);
	for (size_t i = 0; i < v->nr_aliases; i++) {
		touch_string(v->aliases[i]);
		CHECK(lay_variable_matches(v, v->aliases[i]) ||
		      strpbrk(v->aliases[i], "*?[\\"));
	}
	CHECK(v->align || !v->align_stated);
}

static void exercise_mates(const struct lay_variables *vars, uint32_t i,
			   uint64_t line_size)
{
	struct lay_error err = { .text = "" };
	uint32_t *mates;
	size_t nr;
	int rc = lay_variable_mates(vars, i, line_size, &mates, &nr, &err);

	if (rc < 0) {
		check_error(&err, rc, NULL);
		return;
	}
	CHECK(!nr || vars->variable[i].size);
	for (size_t j = 0; j < nr; j++) {
		CHECK(mates[j] < vars->nr && mates[j] != i);
		CHECK(!j || mates[j - 1] < mates[j]);
		CHECK(vars->variable[mates[j]].space ==
		      vars->variable[i].space);
	}
	free(mates);
}

static void exercise_view(const struct lay_variables *vars, uint32_t i,
			  uint64_t line_size)
{
	struct lay_layout_opts opts = { .line_size = line_size };
	struct lay_error err = { .text = "" };
	struct lay_variable_view view;
	int rc = lay_variable_view(vars, i, &opts, &view, &err);

	if (rc < 0) {
		check_error(&err, rc, NULL);
		return;
	}
	CHECK(view.variable == i && view.line_off < line_size);
	CHECK(view.placed == lay_variable_is_placed(&vars->variable[i],
						    line_size));
	CHECK(view.layout || !view.nr_straddles);
	CHECK(view.nr_split <= view.nr_elements);
	lay_variable_unview(&view);
}

void exercise_variables(struct lay_build *build, struct fuzz_rng *rng)
{
	static const uint64_t line_sizes[] = { 16, 64, 128, 256 };
	unsigned int jobs = 1 + (unsigned int)fuzz_below(rng, 2);
	uint64_t line_size = line_sizes[fuzz_below(rng, 4)];
	const struct lay_variables *vars;
	struct lay_error err = { .text = "" };
	int rc;

	rc = lay_build_variables(build, jobs, &vars, &err);
	if (rc < 0) {
		check_error(&err, rc, NULL);
		return;
	}
	CHECK(vars->nr);
	for (uint32_t i = 0; i < vars->nr && i < MAX_VARIABLES; i++) {
		const struct lay_variable *v = &vars->variable[i];

		CHECK(!i || v[-1].space < v->space ||
		      (v[-1].space == v->space && v[-1].addr <= v->addr));
		exercise_variable(v);
		exercise_mates(vars, i, line_size);
		exercise_view(vars, i, line_size);
	}
	lay_variables_free(vars);
}
