/* SPDX-License-Identifier: GPL-2.0-only */
/* What is said of variables of one build and of two. */
#ifndef REPORT_FROM_VARIABLES_H
#define REPORT_FROM_VARIABLES_H

#include <layoutdiff/variables.h>

#include "report/doc.h"

/* "struct rq runqueues"; where the type is not known the name. */
const char *variable_title(struct doc *doc, const struct lay_variable *v);
/* ".rodata (.data..ro_after_init)" */
const char *variable_section(struct doc *doc, const struct lay_variable *v);
/* "global", "static", "local" */
const char *variable_scope(const struct lay_variable *v);
/* "0xffffffff82a06000" */
const char *variable_address(struct doc *doc, const struct lay_variable *v);
/* Its type in C; no value: not known. */
struct doc_value variable_type(struct doc *doc, const struct lay_variable *v);
/* Names, of which people see @nr_shown. */
struct doc_list *variable_names(struct doc *doc, const char *const *names,
				size_t nr, uint64_t nr_shown);

#endif /* REPORT_FROM_VARIABLES_H */
