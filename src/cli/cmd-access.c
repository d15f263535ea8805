// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <inttypes.h>
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
};

static const struct option_def options[] = {
	{ "dump", 0, OPTION_FLAG, NULL,
	  "write a line for every memory operand of the build's code",
	  offsetof(struct access_args, dump), 0, 0, NULL },
	{ "slabs", 0, OPTION_FLAG, NULL,
	  "list the slab caches that the build creates",
	  offsetof(struct access_args, slabs), 0, 0, NULL },
	{ .name = NULL },
};

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

static int write_dump(FILE *out, void *ctx, struct lay_error *err)
{
	const struct lay_access *map = ctx;
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	fputs("# addr\ttype\toffset\tpath\taccess\tsize\tfunction\tgrade\talternatives, further members or reason\n",
	      out);
	for (size_t i = 0; i < nr; i++, op++)
		fprintf(out, "%" PRIx64 "\t%s\t%" PRId64 "\t%s\t%s\t%u\t%s\t%s\t%s\n",
			op->addr, or_dash(op->type), op->off,
			or_dash(op->path), lay_access_flags_name(op->flags),
			op->size, op->function,
			lay_access_grade_name(op->grade),
			or_dash(op->others ? op->others :
				op->also ? op->also : op->reason));
	if (fflush(out) != 0)
		return lay_error_set(err, LAY_E_IO, "cannot write: %s",
				     strerror(errno));
	return 0;
}

static void dump(struct session *s)
{
	struct lay_access_opts opts = { .jobs = (unsigned int)s->args->jobs };
	struct lay_access *map;
	struct lay_error err;
	int r = lay_access_make(s->build[0].build, &opts, &map, &err);

	if (r == 0) {
		r = lay_build_intact(s->build[0].build, &err);
		if (r == 0)
			r = write_output(s->args, write_dump, map, &err);
		lay_access_free(map);
	}
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
	if (args.dump && args.slabs) {
		message("access: --dump and --slabs are not for one question");
		return STATUS_TROUBLE;
	}
	if (args.dump || args.slabs ? argc - i != 1 : argc - i < 2) {
		message(args.dump ? "access: --dump wants a build and nothing else" :
			args.slabs ? "access: --slabs wants a build and nothing else" :
			"access: wants a build and at least one type; see layoutdiff access --help");
		return STATUS_TROUBLE;
	}
	if (args.dump) {
		if (session_open(&s, &args.common, argv + i, 1) == 0)
			dump(&s);
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
