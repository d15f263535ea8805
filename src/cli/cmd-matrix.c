// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/matrix.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/session.h"
#include "base/poison.h"

struct matrix_args {
	struct common_args common;
	bool all;
};

static const struct option_def options[] = {
	{ "all", 'a', OPTION_FLAG, NULL,
	  "members that are at the same place in all builds too",
	  offsetof(struct matrix_args, all), 0, 0, NULL },
	{ .name = NULL },
};

/* One TYPE in all builds. */
struct question {
	struct session *s;
	const char *spec;
	struct lay_defs defs[LAY_MATRIX_MAX_BUILDS];
	struct laid laid[LAY_MATRIX_MAX_BUILDS];
	const struct lay_layout *layouts[LAY_MATRIX_MAX_BUILDS];
	size_t nr_layouts;
	const struct lay_def *def;	/* of the first build that has it */
	const char *path;		/* of the member, or NULL */
	bool refused;			/* in itself, whatever the build */
};

/* The definition that most units have; that there are others is said. */
static void look(struct question *q, size_t build)
{
	struct session *s = q->s;
	struct lay_defs *defs = &q->defs[build];
	struct lay_error err;
	int r = lay_build_find(s->build[build].build, q->spec, defs, &err);

	if (r < 0) {
		/* what one build lacks is a part of the answer */
		if (r != -LAY_E_NOT_FOUND)
			session_trouble(s, &err);
		q->refused = r == -LAY_E_USAGE;
		return;
	}
	q->path = defs->member_path;
	if (defs->def[0].flags & LAY_DEF_DECLARATION)
		return;
	if (lay_out(s, &s->build[build], &defs->def[0], &q->laid[build]) < 0 ||
	    !q->laid[build].layout)
		return;
	if (!q->def)
		q->def = &defs->def[0];
	q->layouts[build] = q->laid[build].layout;
	q->nr_layouts++;
	if (defs->nr > 1 && compare_defs(&defs->def[0], &defs->def[1]) == 0)
		message("%s: of several definitions of %s the one that most units have",
			s->build[build].identity->path, q->spec);
}

static bool tell(struct question *q)
{
	struct session *s = q->s;
	struct lay_matrix *matrix;
	struct lay_error err;
	int r = lay_matrix_make(q->layouts, s->nr_builds, q->path, &matrix,
				&err);

	if (r < 0) {
		session_trouble(s, &err);
		return false;
	}
	if (q->path && !matrix->nr_rows) {
		session_fail(s, "no build has %s", q->spec);
	} else {
		r = lay_report_add_matrix(s->report, q->def, q->path, matrix,
					  &err);
		if (r < 0)
			session_trouble(s, &err);
		else
			s->empty = false;
	}
	lay_matrix_free(matrix);
	return r > 0;
}

static bool ask(struct session *s, const char *spec)
{
	struct question *q = calloc(1, sizeof(*q));
	bool differs = false;

	if (!q) {
		session_fail(s, "out of memory");
		return false;
	}
	q->s = s;
	q->spec = spec;
	s->asked = spec;
	for (size_t i = 0; i < s->nr_builds && !q->refused; i++)
		look(q, i);
	if (q->nr_layouts)
		differs = tell(q);
	else if (!q->refused)
		session_fail(s, "no build has a struct or union called '%s'", spec);
	for (size_t i = 0; i < s->nr_builds; i++) {
		free_laid(&q->laid[i]);
		lay_defs_free(&q->defs[i]);
	}
	free(q);
	return differs;
}

/* Where "--" stands, that tells builds from types; argc: nowhere. */
static int find_dashes(int argc, char **argv)
{
	int i = 1;

	while (i < argc && strcmp(argv[i], "--") != 0)
		i++;
	return i;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct matrix_args args = { .all = false };
	struct lay_report_opts opts = { .depth = 0 };
	int dashes = find_dashes(argc, argv);
	bool done, differs = false;
	struct session s;
	int i;

	i = parse_options(command, &args, dashes, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (is_both(command, &args.common))
		return STATUS_TROUBLE;
	if (dashes - i < 1 || argc - dashes < 2) {
		message("matrix: wants builds, --, and types; see layoutdiff matrix --help");
		return STATUS_TROUBLE;
	}
	if (dashes - i > LAY_MATRIX_MAX_BUILDS) {
		message("matrix: no more than %d builds", LAY_MATRIX_MAX_BUILDS);
		return STATUS_TROUBLE;
	}
	opts.all = args.all;
	opts.quiet = args.common.quiet;
	if (session_begin(&s, command->name, &args.common, &opts, argv + i,
			  (size_t)(dashes - i)) == 0)
		for (i = dashes + 1; i < argc; i++)
			differs |= ask(&s, argv[i]);
	return session_end(&s, differs ? STATUS_DIFFERENT : STATUS_SAME);
}

const struct command matrix_command = {
	.name = "matrix",
	.operands = "BUILD... -- TYPE...",
	.about = "Put types of several builds side by side: offset, line, size",
	.more = TYPE_HELP,
	.options = options,
	.run = run,
};
