// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "cli/commands.h"
#include "cli/main.h"
#include "cli/message.h"
#include "base/poison.h"

struct help_args {
	struct common_args common;
};

static const struct option_def options[] = {
	{ .name = NULL },
};

static int run(const struct command *command, int argc, char **argv)
{
	struct help_args args = { .common = { .quiet = false } };
	const struct command *about;
	bool done;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (i == argc) {
		print_overview(stdout);
		return STATUS_SAME;
	}
	about = find_command(argv[i]);
	if (!about) {
		message("there is no command '%s'; see layoutdiff help",
			argv[i]);
		return STATUS_TROUBLE;
	}
	print_help(about);
	return STATUS_SAME;
}

const struct command help_command = {
	.name = "help",
	.operands = "[COMMAND]",
	.about = "Say what there is, or how a command is used",
	.more = "",
	.options = options,
	.run = run,
};
