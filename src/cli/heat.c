// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "cli/heat.h"
#include "base/poison.h"

int heat_begin(struct session *s, const struct opened *opened,
	       const struct heat_options *options, struct lay_heat **heat)
{
	const struct lay_heat_opts opts = {
		.force = options->force,
		.line_size = opened->layout.line_size,
		.max_scalar = opened->layout.max_scalar,
	};
	struct lay_error err;

	if (lay_heat_open(opened->build, &opts, heat, &err) == 0 &&
	    (!options->map ||
	     lay_heat_use_map(*heat, options->map, &err) == 0))
		return 0;
	session_trouble(s, &err);
	return -1;
}

int heat_read(struct session *s, const struct heat_options *options,
	      struct lay_heat *heat)
{
	struct lay_error err;

	for (size_t i = 0; i < options->perf.nr; i++) {
		if (lay_heat_read(heat, options->perf.item[i], &err) < 0) {
			session_trouble(s, &err);
			return -1;
		}
	}
	if (lay_heat_finish(heat, &err) == 0)
		return 0;
	session_trouble(s, &err);
	return -1;
}
