// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/heat.h>

#include "cli/commands.h"
#include "cli/heat.h"
#include "cli/message.h"
#include "cli/session.h"
#include "base/poison.h"

struct heat_args {
	struct common_args common;
	struct heat_options heat;
	const char *samples_out;
	bool expand;
	uint64_t depth;
	bool all;
};

static const struct option_def options[] = {
	HEAT_OPTIONS(struct heat_args, heat),
	{ "samples-out", 0, OPTION_STRING, "FILE",
	  "write what each sample was taken for to FILE; - is standard output, which then has no report",
	  offsetof(struct heat_args, samples_out), 0, 0, NULL },
	{ "expand", 'e', OPTION_FLAG, NULL, "open every embedded record",
	  offsetof(struct heat_args, expand), 0, 0, NULL },
	{ "depth", 'd', OPTION_NUMBER, "N",
	  "open embedded records N levels down; those without a type name are always open",
	  offsetof(struct heat_args, depth), 0, 1000, NULL },
	{ "all", 'a', OPTION_FLAG, NULL,
	  "list members without samples too, and cut no list short",
	  offsetof(struct heat_args, all), 0, 0, NULL },
	{ .name = NULL },
};

static int write_answer(void *ctx, const struct lay_heat_answer *a,
			struct lay_error *err)
{
	FILE *out = ctx;

	if (fprintf(out, "%" PRIu64 "\t%" PRIx64 "\t%" PRIx64 "\t%s\t%" PRIu64
		    "\t%s\t%s\t%s\n", a->count, a->ip, a->addr,
		    a->type ? a->type : "-", a->type ? a->off : 0,
		    a->path ? a->path : "-",
		    a->type ? lay_heat_grade_name(a->grade) : "-",
		    lay_heat_fate_key(a->fate)) < 0)
		return lay_error_set(err, LAY_E_IO, "cannot write: %s",
				     strerror(errno));
	return 0;
}

static void show_def(struct session *s, const struct lay_shown *shown,
		     const char *path, void *arg)
{
	struct lay_heat *heat = arg;
	struct lay_heat_fields *fields = NULL;
	uint32_t slot = LAY_NO_SLOT;
	struct lay_error err;
	struct laid laid;
	int r = 0;

	if (lay_out(s, &s->build[0], shown->def, &laid) < 0)
		return;
	if (laid.layout && path)
		slot = lay_layout_find(laid.layout, path);
	if (!laid.layout) {
		message("%s %s has no members that could be hot",
			lay_kind_name(shown->def->kind), shown->def->name);
		s->trouble = true;
	} else if (path && slot == LAY_NO_SLOT) {
		trouble_no_member(s, &s->build[0], shown->def, laid.layout,
				  path);
	} else {
		r = lay_heat_fold(heat, laid.layout, &fields, &err);
		if (r == 0)
			r = lay_report_add_heat(s->report, shown, laid.layout,
						fields, slot, &err);
		s->empty = false;
	}
	if (r < 0)
		session_trouble(s, &err);
	lay_heat_fields_free(fields);
	free_laid(&laid);
}

static void show_ranking(struct session *s, struct lay_heat *heat)
{
	struct lay_heat_ranked_line *lines = NULL;
	struct lay_heat_ranked_variable *vars = NULL;
	struct lay_heat_ranked *types = NULL;
	size_t nr_types, nr_lines, nr_vars;
	struct lay_error err;
	int r;

	r = lay_heat_rank(heat, &types, &nr_types, &err);
	if (r == 0)
		r = lay_heat_rank_lines(heat, &lines, &nr_lines, &err);
	if (r == 0)
		r = lay_report_add_heat_ranking(s->report, types, nr_types,
						lines, nr_lines, &err);
	if (r == 0)
		r = lay_heat_rank_variables(heat, &vars, &nr_vars, &err);
	if (r == 0)
		r = lay_report_add_heat_variables(s->report, vars, nr_vars,
				lay_heat_totals(heat)->samples, &err);
	if (r < 0)
		session_trouble(s, &err);
	else
		s->empty = false;
	free(types);
	free(lines);
	free(vars);
}

/* Whatever was asked for: a lock_stat tells of few types. */
static void show_locks(struct session *s, struct lay_heat *heat)
{
	const struct lay_heat_lock *locks;
	struct lay_error err;
	size_t nr;

	if (lay_heat_locks(heat, &locks, &nr, &err) < 0 ||
	    lay_report_add_locks(s->report, locks, nr, &err) < 0)
		session_trouble(s, &err);
}

static bool is_stdout(const struct heat_args *args)
{
	return args->samples_out && !strcmp(args->samples_out, "-");
}

/* Everything is read before anything is told. */
static int read_all(struct session *s, const struct heat_args *args,
		    struct lay_heat **heat)
{
	FILE *out = NULL;
	struct lay_error err;
	int r = heat_begin(s, &s->build[0], &args->heat, heat);

	if (r == 0 && args->samples_out) {
		out = is_stdout(args) ? stdout : fopen(args->samples_out, "w");
		if (!out) {
			message("%s: %s", args->samples_out, strerror(errno));
			s->trouble = true;
			return -1;
		}
		fprintf(out, "#count\tip\taddr\ttype\toffset\tpath\tgrade\treason\n");
		lay_heat_on_answer(*heat, write_answer, out);
	}
	if (r == 0)
		r = heat_read(s, &args->heat, *heat);
	if (out && (fflush(out) || ferror(out) || fclose(out)) && r == 0) {
		r = lay_error_set(&err, LAY_E_IO, "%s: %s", is_stdout(args) ?
				  "standard output" : args->samples_out,
				  strerror(errno));
		session_trouble(s, &err);
	}
	return r;
}

static void tell(struct session *s, const struct heat_args *args,
		 char **specs, int nr)
{
	struct lay_heat *heat = NULL;
	struct lay_error err;

	if (read_all(s, args, &heat) == 0) {
		if (lay_report_add_samples(s->report, heat, NULL, &err) < 0)
			session_trouble(s, &err);
		for (int i = 0; i < nr; i++)
			session_each_def(s, specs[i], show_def, heat);
		if (!nr)
			show_ranking(s, heat);
		show_locks(s, heat);
	}
	lay_heat_close(heat);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct heat_args args = { .depth = 0 };
	struct lay_report_opts opts = { .depth = 0 };
	struct session s;
	bool done;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (is_both(command, &args.common))
		return STATUS_TROUBLE;
	if (argc - i < 1 || !args.heat.perf.nr) {
		message("heat: wants a build and samples (--perf FILE); see layoutdiff heat --help");
		return STATUS_TROUBLE;
	}
	opts.depth = args.expand ? UINT_MAX : (unsigned int)args.depth;
	opts.all = args.all;
	opts.quiet = args.common.quiet;
	if (session_begin(&s, command->name, &args.common, &opts, argv + i,
			  1) == 0)
		tell(&s, &args, argv + i + 1, argc - i - 1);
	s.no_report = is_stdout(&args) && !args.common.output;
	return session_end(&s, STATUS_SAME);
}

const struct command heat_command = {
	.name = "heat",
	.operands = "--perf FILE BUILD [TYPE...]",
	.about = "Show which members the samples of a running kernel touched",
	.more = BUILD_HELP TYPE_HELP "\
Default: the hottest types and lines. FILE is perf.data, the text of perf\n\
script, perf c2c report, perf report or perf annotate, or\n\
/proc/lock_stat.\n",
	.options = options,
	.run = run,
};
