// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/output.h"
#include "cli/session.h"
#include "base/poison.h"

struct snapshot_args {
	struct common_args common;
};

static const struct option_def options[] = {
	CONFIG_OPTION,
	{ .name = NULL },
};

struct snapshot_data {
	void *bytes;
	size_t size;
};

static bool ends_with(const char *path, const char *end)
{
	size_t len = path ? strlen(path) : 0, end_len = strlen(end);

	return len > end_len && !strcmp(path + len - end_len, end);
}

/* What the name asks for. */
static enum lay_packing packing_of(const char *path)
{
	if (ends_with(path, ".zst"))
		return LAY_PACKING_ZSTD;
	if (ends_with(path, ".gz"))
		return LAY_PACKING_GZIP;
	return LAY_PACKING_NONE;
}

static int write_bytes(FILE *out, void *ctx, struct lay_error *err)
{
	const struct snapshot_data *data = ctx;

	if (fwrite(data->bytes, 1, data->size, out) != data->size ||
	    fflush(out) != 0)
		return lay_error_set(err, LAY_E_IO, "cannot write: %s",
				     strerror(errno));
	return 0;
}

static int take(struct session *s, char **specs, size_t nr_specs,
		struct lay_error *err)
{
	struct lay_build *build = s->build[0].build;
	struct snapshot_data data;
	int r = lay_build_snapshot(build, (const char *const *)specs, nr_specs,
				   packing_of(s->args->output), &data.bytes,
				   &data.size, err);

	if (r < 0)
		return r;
	r = lay_build_intact(build, err);
	if (r == 0)
		r = write_output(s->args, write_bytes, &data, err);
	free(data.bytes);
	return r;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct snapshot_args args = { .common = { .quiet = false } };
	struct lay_error err;
	struct session s;
	bool done;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (is_both(command, &args.common))
		return STATUS_TROUBLE;
	if (argc - i < 1) {
		message("snapshot: wants a build; see layoutdiff snapshot --help");
		return STATUS_TROUBLE;
	}
	if (session_open(&s, &args.common, argv + i, 1) == 0 &&
	    take(&s, argv + i + 1, (size_t)(argc - i - 1), &err) < 0)
		session_trouble(&s, &err);
	return session_end(&s, STATUS_SAME);
}

const struct command snapshot_command = {
	.name = "snapshot",
	.operands = "BUILD [TYPE...]",
	.about = "Write the types of a build to a file that serves as BUILD",
	.more = BUILD_HELP TYPE_HELP "\
Default: every type. The file is named by --output, and is packed if its name\n\
ends in .zst or .gz.\n",
	.exit_status = EXIT_STATUS_OF_OTHERS,
	.options = options,
	.run = run,
};
