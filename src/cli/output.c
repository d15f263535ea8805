// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output.h"
#include "base/poison.h"

static int fail(struct lay_error *err, const char *path)
{
	return lay_error_set(err, LAY_E_IO, "%s: %s", path, strerror(errno));
}

/* https://no-color.org: set to anything but nothing. */
static bool wants_color(const struct common_args *args)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (args->color != COLOR_AUTO)
		return args->color == COLOR_ALWAYS;
	if (args->output || !isatty(STDOUT_FILENO))
		return false;
	return !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

/* What is to be written, by whom. */
struct content {
	int (*write)(FILE *out, void *ctx, struct lay_error *err);
	void *ctx;
};

/* A report, and how it is to look. */
struct styled_report {
	struct lay_report *report;
	const struct common_args *args;
};

static int write_styled(FILE *out, void *ctx, struct lay_error *err)
{
	const struct styled_report *styled = ctx;
	const struct common_args *args = styled->args;
	const struct lay_style style = {
		.format = args->format == FORMAT_JSON ? LAY_FORMAT_JSON :
							LAY_FORMAT_TEXT,
		.width = (unsigned int)args->width,
		.color = wants_color(args),
	};

	return lay_report_write(styled->report, out, &style, err);
}

/* Closing tells of errors that writing could not yet. */
static int write_and_close(FILE *out, const struct content *content,
			   const char *name, struct lay_error *err)
{
	int r = content->write(out, content->ctx, err);

	if (r < 0) {
		lay_error_prefix(err, "%s: ", name);
		fclose(out);
		return r;
	}
	if (fclose(out) != 0)
		return fail(err, name);
	return 0;
}

static int write_in_place(const char *path, const struct content *content,
			  struct lay_error *err)
{
	FILE *out = fopen(path, "we");

	if (!out)
		return fail(err, path);
	return write_and_close(out, content, path, err);
}

/*
 * A file of the name @path plus something, open, in *@temp (free()): beside
 * the file it is going to replace, so that renaming it is one step.
 */
static FILE *open_beside(const char *path, mode_t mode, char **temp)
{
	FILE *out;
	int fd;

	if (asprintf(temp, "%s.XXXXXX", path) < 0) {
		*temp = NULL;
		return NULL;
	}
	fd = mkostemp(*temp, O_CLOEXEC);
	if (fd < 0)
		return NULL;
	out = fchmod(fd, mode) == 0 ? fdopen(fd, "w") : NULL;
	if (!out) {
		close(fd);
		unlink(*temp);
	}
	return out;
}

static int replace(const char *path, mode_t mode, const struct content *content,
		   struct lay_error *err)
{
	char *temp;
	FILE *out = open_beside(path, mode, &temp);
	int r;

	if (!out) {
		r = fail(err, path);
		free(temp);
		return r;
	}
	r = write_and_close(out, content, path, err);
	if (r == 0 && rename(temp, path) != 0)
		r = fail(err, path);
	if (r < 0)
		unlink(temp);
	free(temp);
	return r;
}

static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Is @path the file that is open as @out, or called so? */
static bool is_file(const char *path, const struct stat *out)
{
	struct stat st;

	if ((strcmp(path, "-") ? stat(path, &st) : fstat(STDIN_FILENO, &st)) != 0)
		return false;
	return st.st_dev == out->st_dev && st.st_ino == out->st_ino;
}

int check_output(const struct common_args *args, char **paths, size_t nr_paths,
		 struct lay_error *err)
{
	const char *base = args->btf_base;
	struct stat out;
	bool read;

	if (!args->output || stat(args->output, &out) != 0 ||
	    !S_ISREG(out.st_mode))
		return 0;
	read = base && is_file(base, &out);
	for (size_t i = 0; i < nr_paths; i++)
		read |= is_file(paths[i], &out);
	if (!read)
		return 0;
	return lay_error_set(err, LAY_E_USAGE,
			     "--output: %s is a file that is to be read",
			     args->output);
}

int write_report(struct lay_report *report, const struct common_args *args,
		 struct lay_error *err)
{
	struct styled_report styled = { report, args };

	return write_output(args, write_styled, &styled, err);
}

int write_output(const struct common_args *args,
		 int (*write)(FILE *out, void *ctx, struct lay_error *err),
		 void *ctx, struct lay_error *err)
{
	const struct content content = { write, ctx };
	const char *path = args->output;
	char *real, target;
	struct stat st;
	int r;

	if (!path)
		return write_and_close(stdout, &content, "standard output",
				       err);
	if (stat(path, &st) != 0) {
		if (errno != ENOENT)
			return fail(err, path);
		/* a link to what is not there yet stays a link */
		if (readlink(path, &target, 1) >= 0)
			return write_in_place(path, &content, err);
		return replace(path, new_file_mode(), &content, err);
	}
	/* /dev/stdout is whatever the shell opened, and not ours to replace */
	if (!S_ISREG(st.st_mode) || strncmp(path, "/dev/", 5) == 0)
		return write_in_place(path, &content, err);
	/* what a link points to is replaced, not the link */
	real = realpath(path, NULL);
	if (!real)
		return fail(err, path);
	r = replace(real, st.st_mode & 07777, &content, err);
	free(real);
	return r;
}
