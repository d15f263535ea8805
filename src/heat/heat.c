// SPDX-License-Identifier: GPL-2.0-only
/* The public side: opening, closing, what there is in all. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heat/heat.h"
#include "heat/read.h"
#include "base/poison.h"

static int init(struct lay_heat *heat, const struct lay_heat_opts *opts,
		struct lay_error *err)
{
	struct lay_layout_opts layout;
	int rc = lay_build_identity(heat->build, &heat->identity, err);

	if (rc < 0)
		return rc;
	if (opts)
		heat->opts = *opts;
	if (!heat->opts.line_size)
		heat->opts.line_size = heat->identity->line_size;
	if (!heat->opts.max_scalar)
		heat->opts.max_scalar = heat->identity->max_scalar;
	if (!heat->opts.batch)
		heat->opts.batch = HEAT_BATCH;
	layout = (struct lay_layout_opts){
		.line_size = heat->opts.line_size,
		.max_scalar = heat->opts.max_scalar,
	};
	heat_image_init(&heat->image, heat->identity);
	return heat_types_init(&heat->types, heat->build, &layout, err);
}

int lay_heat_open(struct lay_build *build, const struct lay_heat_opts *opts,
		  struct lay_heat **ret, struct lay_error *err)
{
	struct lay_heat *heat = calloc(1, sizeof(*heat));
	int rc;

	if (!heat)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	heat->build = build;
	heat->totals.inputs = "";
	strset_init(&heat->strings);
	heat_map_init(&heat->map);
	heat_code_init(&heat->code);
	heat_percpu_init(&heat->percpu);
	heat_objects_init(&heat->objects);
	heat_fold_init(&heat->fold);
	rc = init(heat, opts, err);
	if (rc < 0) {
		lay_heat_close(heat);
		return rc;
	}
	*ret = heat;
	return 0;
}

void lay_heat_close(struct lay_heat *heat)
{
	if (!heat)
		return;
	heat_fold_deinit(&heat->fold);
	heat_areas_deinit(&heat->areas);
	heat_percpu_deinit(&heat->percpu);
	heat_objects_deinit(&heat->objects);
	heat_map_deinit(&heat->map);
	heat_locks_deinit(&heat->locks);
	heat_code_deinit(&heat->code);
	heat_variables_deinit(&heat->variables);
	heat_types_deinit(&heat->types);
	heat_image_deinit(&heat->image);
	strset_free(&heat->strings);
	free(heat->batch);
	free(heat->skids);
	free(heat->functions);
	free(heat->lines);
	free(heat);
}

int lay_heat_use_map(struct lay_heat *heat, const char *path,
		     struct lay_error *err)
{
	int rc;

	if (heat->map.nr)
		return lay_error_set(err, LAY_E_USAGE,
				     "there is an access map already");
	rc = heat_map_read(&heat->map, path, heat->opts.force ? NULL :
			   heat->identity->build_id, &heat->types, err);
	heat->kept_map = heat->totals.has_map = rc == 0;
	return rc;
}

void lay_heat_on_answer(struct lay_heat *heat,
			int (*see)(void *ctx, const struct lay_heat_answer *a,
				   struct lay_error *err), void *ctx)
{
	heat->see_answer = see;
	heat->see_ctx = ctx;
}

static void assert_balance(const struct lay_heat_totals *t)
{
	uint64_t sum = 0;

	for (int i = 0; i < LAY_HEAT_NR_FATES; i++)
		sum += t->fate[i];
	assert(sum == t->samples);
	(void)sum;
}

int lay_heat_finish(struct lay_heat *heat, struct lay_error *err)
{
	int rc = heat_batch_done(heat, err);

	if (rc == 0)
		rc = heat_lines_place(heat, err);
	if (rc == 0)
		rc = heat_functions_spread(heat, err);
	if (rc == 0)
		assert_balance(&heat->totals);
	return rc;
}

const struct lay_heat_totals *lay_heat_totals(struct lay_heat *heat)
{
	return &heat->totals;
}

static const struct {
	const char *name, *key;
} fates[] = {
	[LAY_HEAT_BY_CODE] = { "by the code at their IP", "code" },
	[LAY_HEAT_BY_SYMBOL] = { "by the variable at their address",
				 "variable" },
	[LAY_HEAT_BY_PAGE] = { "in the array of struct page", "page" },
	[LAY_HEAT_BY_OBJECT] = { "by an object that others tell of",
				 "object" },
	[LAY_HEAT_BY_TOOL] = { "by the tool that wrote the input", "tool" },
	[LAY_HEAT_BY_LINE] = { "by the one member that their source line touches",
			       "line" },
	[LAY_HEAT_BY_FUNCTION] = { "spread over what a function touches",
				   "function" },
	[LAY_HEAT_USER] = { "user memory", "user" },
	[LAY_HEAT_STACK] = { "stack or vmalloc memory", "stack" },
	[LAY_HEAT_IMAGE] = { "kernel image, no known record", "image" },
	[LAY_HEAT_UNMAPPED] = { "an address where nothing is", "unmapped" },
	[LAY_HEAT_USER_CODE] = { "user code, no data address", "user_code" },
	[LAY_HEAT_NO_RECORD] = { "touched no record", "no_record" },
	[LAY_HEAT_COPIED] = { "copied or cleared as mere bytes", "copied" },
	[LAY_HEAT_NO_TYPE] = { "type not known to the access map",
			       "no_type" },
	[LAY_HEAT_NO_OPERAND] = { "no operand in the access map at their IP",
				  "no_operand" },
	[LAY_HEAT_AMBIGUOUS] = { "code with several candidates",
				 "ambiguous" },
	[LAY_HEAT_MISFIT] = { "addresses do not fit what the code touches",
			      "misfit" },
	[LAY_HEAT_REUSED] = { "memory of several objects", "reused" },
	[LAY_HEAT_NO_ROOM] = { "more places than are kept", "no_room" },
};
_Static_assert(sizeof(fates) / sizeof(fates[0]) == LAY_HEAT_NR_FATES,
	       "a name for each fate");

const char *lay_heat_fate_name(enum lay_heat_fate fate)
{
	return fates[fate].name;
}

const char *lay_heat_fate_key(enum lay_heat_fate fate)
{
	return fates[fate].key;
}

const char *lay_heat_grade_name(enum lay_heat_grade grade)
{
	static const char *const names[] = {
		[LAY_HEAT_EXACT] = "exact",
		[LAY_HEAT_INFERRED] = "inferred",
		[LAY_HEAT_GUESSED] = "guessed",
	};

	_Static_assert(sizeof(names) / sizeof(names[0]) == LAY_HEAT_NR_GRADES,
		       "a name for each grade");
	return names[grade];
}
