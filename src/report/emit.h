/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writing a document. An output format is one file with one of these functions
 * and one row in report.c's table.
 */
#ifndef REPORT_EMIT_H
#define REPORT_EMIT_H

#include <stdio.h>

#include <layoutdiff/report.h>

#include "report/doc.h"

/* Write @doc whole to @out. The stream's own errors are the caller's. */
int emit_text(const struct doc *doc, FILE *out, const struct lay_style *style,
	      struct lay_error *err);
int emit_json(const struct doc *doc, FILE *out, const struct lay_style *style,
	      struct lay_error *err);

#endif /* REPORT_EMIT_H */
