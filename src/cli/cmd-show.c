// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <limits.h>

#include "cli/commands.h"
#include "cli/heat.h"
#include "cli/message.h"
#include "cli/session.h"
#include "cli/variables.h"
#include "base/poison.h"

struct show_args {
	struct common_args common;
	bool expand;
	uint64_t depth;
	bool decl;
	bool offsets;
	struct option_list vars;
	struct heat_options heat;
};

static const struct option_def options[] = {
	{ "expand", 'e', OPTION_FLAG, NULL, "open every embedded record",
	  offsetof(struct show_args, expand), 0, 0, NULL },
	{ "depth", 'd', OPTION_NUMBER, "N",
	  "open embedded records N levels down; those without a type name are always open",
	  offsetof(struct show_args, depth), 0, 1000, NULL },
	{ "decl", 0, OPTION_FLAG, NULL,
	  "say in which file and line each member is declared",
	  offsetof(struct show_args, decl), 0, 0, NULL },
	{ "offsetof", 0, OPTION_FLAG, NULL,
	  "print lines like offsetof(struct x, y)=0x10",
	  offsetof(struct show_args, offsets), 0, 0, NULL },
	{ "var", 0, OPTION_LIST, "NAME",
	  "show where the variable NAME lies, or all that fit a pattern, and what shares its lines (may be repeated)",
	  offsetof(struct show_args, vars), 0, 0, NULL },
	CONFIG_OPTION,
	HEAT_OPTIONS(struct show_args, heat),
	{ .name = NULL },
};

static int add_layout(struct session *s, const struct show_args *args,
		      const struct lay_shown *shown,
		      const struct lay_layout *layout, const char *path,
		      struct lay_error *err)
{
	uint32_t slot = LAY_NO_SLOT;

	if (path) {
		slot = lay_layout_find(layout, path);
		if (slot == LAY_NO_SLOT) {
			trouble_no_member(s, &s->build[0], shown->def, layout,
					  path);
			return 0;
		}
	}
	s->empty = false;
	if (args->offsets)
		return lay_report_add_offsets(s->report, shown, layout, slot,
					      err);
	return lay_report_add_layout(s->report, shown, layout, slot, err);
}

static void show_def(struct session *s, const struct lay_shown *shown,
		     const char *path, void *arg)
{
	const struct show_args *args = arg;
	struct lay_error err;
	struct laid laid;
	int r = 0;

	if (lay_out(s, &s->build[0], shown->def, &laid) < 0)
		return;
	if (laid.layout) {
		r = add_layout(s, args, shown, laid.layout, path, &err);
	} else if (path) {
		trouble_no_member(s, &s->build[0], shown->def, NULL, path);
	} else {
		s->empty = false;
		r = lay_report_add_plain(s->report, shown, laid.type, &err);
	}
	if (r < 0)
		session_trouble(s, &err);
	free_laid(&laid);
}

/* The samples, if there are some, go on all layouts: *@heat is the caller's. */
static int take_samples(struct session *s, const struct show_args *args,
			struct lay_heat **heat)
{
	struct lay_error err;

	if (!args->heat.perf.nr)
		return 0;
	if (heat_begin(s, &s->build[0], &args->heat, heat) < 0 ||
	    heat_read(s, &args->heat, *heat) < 0)
		return -1;
	lay_report_use_heat(s->report, *heat, false);
	if (lay_report_add_samples(s->report, *heat, NULL, &err) == 0)
		return 0;
	session_trouble(s, &err);
	return -1;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct show_args args = { .depth = 0 };
	struct lay_report_opts opts = { .depth = 0 };
	struct lay_heat *heat = NULL;
	struct session s;
	bool done;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (is_both(command, &args.common))
		return STATUS_TROUBLE;
	if (!heat_options_make_sense(&args.heat))
		return STATUS_TROUBLE;
	if (argc - i < (args.vars.nr ? 1 : 2)) {
		message("show: wants a build and at least one type or --var; see layoutdiff show --help");
		return STATUS_TROUBLE;
	}
	opts.depth = args.expand ? UINT_MAX : (unsigned int)args.depth;
	opts.decl = args.decl;
	opts.quiet = args.common.quiet;
	if (session_begin(&s, command->name, &args.common, &opts, argv + i,
			  1) == 0 &&
	    take_samples(&s, &args, &heat) == 0) {
		for (int j = i + 1; j < argc; j++)
			if (!asked_before(argv, i + 1, j))
				session_each_def(&s, argv[j], show_def,
						 &args);
		if (args.vars.nr)
			show_variables(&s, &args.vars);
	}
	/* it borrows from the build */
	lay_heat_close(heat);
	return session_end(&s, STATUS_SAME);
}

const struct command show_command = {
	.name = "show",
	.operands = "BUILD TYPE...",
	.about = "Show where every byte of a type lies: offsets, holes, cache lines",
	.more = BUILD_HELP TYPE_HELP,
	.exit_status = EXIT_STATUS_OF_OTHERS,
	.options = options,
	.run = run,
};
