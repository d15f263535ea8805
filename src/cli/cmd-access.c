// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/access.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/output.h"
#include "cli/session.h"
#include "base/poison.h"

struct access_args {
	struct common_args common;
	bool dump;
	bool slabs;
	const char *save;
};

struct dumped {
	void *bytes;
	size_t size;
};

static const struct option_def options[] = {
	{ "dump", 0, OPTION_FLAG, NULL,
	  "write a line for every memory operand of the build's code",
	  offsetof(struct access_args, dump), 0, 0, NULL },
	{ "save", 0, OPTION_STRING, "FILE",
	  "the same to FILE, packed if its name ends in .zst, unless FILE has it",
	  offsetof(struct access_args, save), 0, 0, NULL },
	{ "slabs", 0, OPTION_FLAG, NULL,
	  "list the slab caches that the build creates",
	  offsetof(struct access_args, slabs), 0, 0, NULL },
	{ .name = NULL },
};

static int write_bytes(FILE *out, void *ctx, struct lay_error *err)
{
	const struct dumped *dumped = ctx;

	if (fwrite(dumped->bytes, 1, dumped->size, out) != dumped->size ||
	    fflush(out) != 0)
		return lay_error_set(err, LAY_E_IO, "cannot write: %s",
				     strerror(errno));
	return 0;
}

static int make_dump(struct session *s, struct lay_error *err)
{
	struct lay_access_opts opts = { .jobs = (unsigned int)s->args->jobs };
	const char *path = s->args->output;
	size_t len = path ? strlen(path) : 0;
	struct dumped dumped;
	struct lay_access *map;
	int r = lay_access_make(s->build[0].build, &opts, &map, err);

	if (r < 0)
		return r;
	r = lay_build_intact(s->build[0].build, err);
	if (r == 0)
		r = lay_access_dump(map, s->build[0].identity->build_id,
				    len > 4 && !strcmp(path + len - 4, ".zst"),
				    &dumped.bytes, &dumped.size, err);
	lay_access_free(map);
	if (r < 0)
		return r;
	r = write_output(s->args, write_bytes, &dumped, err);
	free(dumped.bytes);
	return r;
}

/* @save: only where that is not done yet. */
static void dump(struct session *s, const char *save)
{
	struct lay_error err;
	int r = save ? lay_access_kept(save, s->build[0].identity->build_id,
				       &err) : 0;

	if (r == 0)
		r = make_dump(s, &err);
	if (r < 0)
		session_trouble(s, &err);
}

static void tell_slabs(struct session *s)
{
	struct lay_slabs_opts opts = { .jobs = (unsigned int)s->args->jobs };
	struct lay_slabs *slabs;
	struct lay_error err;
	int r = lay_slabs_make(s->build[0].build, &opts, &slabs, &err);

	if (r == 0) {
		s->empty = false;
		r = lay_report_add_slabs(s->report, slabs, &err);
		lay_slabs_free(slabs);
	}
	if (r < 0)
		session_trouble(s, &err);
}

/* What is wanted to be known of one definition. */
static int add_def(struct session *s, const struct lay_shown *shown,
		   const char *path, struct lay_error *err)
{
	struct opened *opened = &s->build[0];
	struct lay_access_opts opts = { .jobs = (unsigned int)s->args->jobs,
		.lines = true, .nr_types = 1 };
	const char **units = NULL, *type;
	struct lay_access *map;
	char name[512];
	int r;

	snprintf(name, sizeof(name), "%s%s%s",
		 shown->def->kind == LAY_KIND_TYPEDEF ? "" :
		 lay_kind_name(shown->def->kind),
		 shown->def->kind == LAY_KIND_TYPEDEF ? "" : " ",
		 shown->def->name);
	type = name;
	opts.types = &type;
	r = lay_build_units(opened->build, shown->def, &units, &opts.nr_units,
			    err);
	if (r < 0)
		return r;
	opts.units = units;
	r = lay_access_make(opened->build, &opts, &map, err);
	free(units);
	if (r < 0)
		return r;
	s->empty = false;
	r = lay_report_add_access(s->report, shown, map, name, path,
				  opened->identity->line_size, err);
	lay_access_free(map);
	return r;
}

/* A definition and, if one was asked for, its member @path must be there. */
static void show_def(struct session *s, const struct lay_shown *shown,
		     const char *path, void *arg)
{
	struct lay_error err;
	struct laid laid;

	(void)arg;
	if (lay_out(s, &s->build[0], shown->def, &laid) < 0)
		return;
	if (!laid.layout) {
		lay_error_set(&err, LAY_E_USAGE,
			      "access: %s is not a struct or union",
			      shown->def->name);
		session_trouble(s, &err);
	} else if (path && lay_layout_find(laid.layout, path) == LAY_NO_SLOT) {
		trouble_no_member(s, &s->build[0], shown->def, laid.layout,
				  path);
	} else if (add_def(s, shown, path, &err) < 0) {
		session_trouble(s, &err);
	}
	free_laid(&laid);
}

static int check_args(const struct access_args *args, int nr_operands)
{
	const char *alone = args->dump ? "dump" : args->save ? "save" :
			    args->slabs ? "slabs" : NULL;

	if (args->dump + !!args->save + args->slabs > 1 ||
	    (args->save && args->common.output)) {
		message("access: --dump, --save and --slabs are for one question each, and --save has its own output");
		return -1;
	}
	if (alone && nr_operands != 1) {
		message("access: --%s wants a build and nothing else", alone);
		return -1;
	}
	if (!alone && nr_operands < 2) {
		message("access: wants a build and at least one type; see layoutdiff access --help");
		return -1;
	}
	return 0;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct access_args args = { .common = { .quiet = false } };
	struct lay_report_opts opts = { .depth = 0 };
	struct session s;
	bool done;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (is_both(command, &args.common))
		return STATUS_TROUBLE;
	if (check_args(&args, argc - i) < 0)
		return STATUS_TROUBLE;
	if (args.dump || args.save) {
		if (args.save)
			args.common.output = args.save;
		if (session_open(&s, &args.common, argv + i, 1) == 0)
			dump(&s, args.save);
		return session_end(&s, STATUS_SAME);
	}
	opts.quiet = args.common.quiet;
	if (session_begin(&s, command->name, &args.common, &opts, argv + i,
			  1) == 0) {
		if (args.slabs)
			tell_slabs(&s);
		for (i++; i < argc; i++)
			session_each_def(&s, argv[i], show_def, NULL);
	}
	return session_end(&s, STATUS_SAME);
}

const struct command access_command = {
	.name = "access",
	.operands = "BUILD TYPE...",
	.about = "Show which code reads and writes the members of a type",
	.more = TYPE_HELP,
	.options = options,
	.run = run,
};
