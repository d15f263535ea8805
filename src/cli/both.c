// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <layoutdiff/diff.h>

#include "cli/both.h"
#include "cli/message.h"
#include "cli/session.h"
#include "base/poison.h"

/* What is called @spec in both readings. It must be in one of them. */
static int find(struct session *s, const char *spec, struct lay_defs defs[2])
{
	struct lay_error err;
	int found = 0;

	for (int i = 0; i < 2; i++) {
		int r = lay_build_find(s->build[i].build, spec, &defs[i],
				       &err);

		if (r < 0 && r != -LAY_E_NOT_FOUND) {
			session_trouble(s, &err);
			return -1;
		}
		found += r > 0;
	}
	if (found)
		return 0;
	session_trouble(s, &err);
	return -1;
}

static bool compare(struct session *s, const char *spec,
		    const struct lay_defs defs[2])
{
	struct lay_build *const build[2] = { s->build[0].build,
					     s->build[1].build };
	struct lay_readings *readings;
	struct lay_error err;
	int r = lay_diff_readings(build, defs, &readings, &err);

	if (r == 0) {
		r = lay_report_add_readings(s->report, spec, readings, &err);
		lay_readings_free(readings);
	}
	if (r < 0)
		session_trouble(s, &err);
	else
		s->empty = false;
	return r > 0;
}

static bool compare_spec(struct session *s, const char *spec)
{
	struct lay_defs defs[2] = { { .nr = 0 }, { .nr = 0 } };
	bool differs = false;

	s->asked = spec;
	if (find(s, spec, defs) == 0) {
		if (defs[0].member_path || defs[1].member_path) {
			session_fail(s, "%s: --from both compares types, not members",
				     spec);
		} else {
			differs = compare(s, spec, defs);
		}
	}
	lay_defs_free(&defs[0]);
	lay_defs_free(&defs[1]);
	return differs;
}

int diff_both(const struct command *command, const struct common_args *args,
	      int nr, char **operands)
{
	const struct lay_report_opts opts = { .quiet = args->quiet };
	bool differs = false;
	struct session s;

	if (args->config[0]) {
		message("diff: --from both reads one build: there are no two configurations");
		return STATUS_TROUBLE;
	}
	if (nr < 2) {
		message("diff: --from both wants one build and at least one type; see layoutdiff diff --help");
		return STATUS_TROUBLE;
	}
	if (session_begin(&s, command->name, args, &opts,
			  (char *[]){ operands[0], operands[0] }, 2) == 0)
		for (int i = 1; i < nr; i++)
			differs |= !asked_before(operands, 1, i) &&
				   compare_spec(&s, operands[i]);
	return session_end(&s, differs ? STATUS_DIFFERENT : STATUS_SAME);
}
