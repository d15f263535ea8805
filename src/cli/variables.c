// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <layoutdiff/variables.h>

#include "cli/variables.h"
#include "base/poison.h"

static const struct lay_variables *read_variables(struct session *s, size_t i)
{
	const struct lay_variables *vars;
	struct lay_error err;

	if (lay_build_variables(s->build[i].build,
				(unsigned int)s->args->jobs, &vars,
				&err) < 0) {
		session_trouble(s, &err);
		return NULL;
	}
	return vars;
}

static void show_one(struct session *s, const struct lay_variables *vars,
		     uint32_t i)
{
	struct lay_variable_view view;
	struct lay_error err;

	if (lay_variable_view(vars, i, &s->build[0].layout, &view, &err) < 0) {
		session_trouble(s, &err);
		return;
	}
	if (lay_report_add_variable(s->report, &view, &err) < 0)
		session_trouble(s, &err);
	else
		s->empty = false;
	lay_variable_unview(&view);
}

static void none_found(struct session *s, const char *pattern)
{
	s->asked = pattern;
	if (s->nr_builds == 1)
		session_fail(s, "%s: no variable '%s'",
			     s->build[0].identity->path, pattern);
	else
		session_fail(s, "no variable '%s' in either build", pattern);
}

void show_variables(struct session *s, const struct option_list *patterns)
{
	const struct lay_variables *vars = read_variables(s, 0);

	for (size_t p = 0; vars && p < patterns->nr; p++) {
		bool found = false;

		for (size_t i = 0; i < vars->nr; i++) {
			if (!lay_variable_matches(&vars->variable[i],
						  patterns->item[p]))
				continue;
			found = true;
			show_one(s, vars, (uint32_t)i);
		}
		if (!found)
			none_found(s, patterns->item[p]);
	}
	lay_variables_free(vars);
}

static bool fits(const struct lay_variables_diff *diff,
		 const struct lay_variable_pair *pair, const char *pattern)
{
	for (int i = 0; i < 2; i++)
		if (pair->variable[i] != LAY_NO_VARIABLE &&
		    lay_variable_matches(&diff->side[i].vars->variable[
						pair->variable[i]], pattern))
			return true;
	return false;
}

static bool tell_pattern(struct session *s,
			 const struct lay_variables_diff *diff,
			 const char *pattern)
{
	bool differs = false, found = false;
	struct lay_error err;

	for (size_t i = 0; i < diff->nr; i++) {
		int r;

		if (!fits(diff, &diff->pair[i], pattern))
			continue;
		found = true;
		r = lay_report_add_variable_diff(s->report, diff,
						 &diff->pair[i], &err);
		if (r < 0)
			session_trouble(s, &err);
		else
			s->empty = false;
		differs |= r > 0;
	}
	if (!found)
		none_found(s, pattern);
	return differs;
}

static bool tell_all(struct session *s, const struct lay_variables_diff *diff,
		     uint32_t limit)
{
	struct lay_error err;
	int r = lay_report_add_variable_census(s->report, diff, limit, &err);

	if (r < 0)
		session_trouble(s, &err);
	else
		s->empty = false;
	return r > 0;
}

bool diff_variables(struct session *s, const struct option_list *patterns,
		    uint32_t limit)
{
	struct lay_variables_side sides[2] = { { .vars = NULL } };
	const struct lay_variables_diff *diff;
	struct lay_error err;
	bool differs = false;

	for (int i = 0; i < 2; i++) {
		sides[i].vars = read_variables(s, (size_t)i);
		sides[i].line_size = s->build[i].layout.line_size;
	}
	if (sides[0].vars && sides[1].vars) {
		if (lay_diff_variables(sides, &diff, &err) < 0) {
			session_trouble(s, &err);
		} else {
			for (size_t p = 0; p < patterns->nr; p++)
				differs |= tell_pattern(s, diff,
							patterns->item[p]);
			if (!patterns->nr)
				differs = tell_all(s, diff, limit);
			lay_variables_diff_free(diff);
		}
	}
	lay_variables_free(sides[0].vars);
	lay_variables_free(sides[1].vars);
	return differs;
}
