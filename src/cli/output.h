/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include <layoutdiff/report.h>

#include "cli/options.h"

/*
 * Write @report where and as @args say. A regular file is replaced at the end
 * or not at all; pipes and devices are written to as they are.
 */
int write_report(struct lay_report *report, const struct common_args *args,
		 struct lay_error *err);

/* Refuse to write over what is read: one of @paths, say. */
int check_output(const struct common_args *args, char **paths, size_t nr_paths,
		 struct lay_error *err);

/* The same of whatever @write puts into the stream that it is given. */
int write_output(const struct common_args *args,
		 int (*write)(FILE *out, void *ctx, struct lay_error *err),
		 void *ctx, struct lay_error *err);

#endif /* CLI_OUTPUT_H */
