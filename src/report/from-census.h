/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of a census's report share. */
#ifndef REPORT_FROM_CENSUS_H
#define REPORT_FROM_CENSUS_H

#include "report/diff-view.h"

struct census_view {
	struct lay_report *report;
	struct doc *doc;
	const struct lay_census *census;
	const struct lay_census_told *told;
};

/* The definition that a type is called by: the new one if there is one. */
const struct lay_def *census_def(const struct lay_census_type *t);
/* "struct dst_entry" */
const char *census_title(const struct census_view *c, uint32_t type);
/* "dst_entry (+24)": for lists, where "struct" says nothing */
const char *census_short_name(const struct census_view *c, uint32_t type);
/* "232 -> 240 (+8)", "240" */
const char *census_size(const struct census_view *c,
			const struct lay_census_type *t);
/* What was edited: "+depth, -data, flags (u8 -> u32) and 3 more"; @brief:
 * "+depth, -data, flags and 3 more". */
const char *census_edits(const struct census_view *c, struct diff_view *v,
			 uint64_t max, bool brief);
/* The rows of @diff that were edited (free()); NULL: none, or no memory. */
uint32_t *census_edited_rows(const struct lay_diff *diff, size_t *nr);

/* One type with all that is known of it; people see it if @at_length. */
int census_add_type(struct census_view *c, uint32_t type, bool at_length,
		    struct lay_error *err);
/* The others, for people: a line each, and what is told together. */
int census_add_lines(struct census_view *c, const uint32_t *types, uint32_t nr,
		     struct lay_error *err);
void census_add_groups(struct census_view *c, const uint32_t *types,
		       uint32_t nr);
void census_add_names(struct census_view *c, const uint32_t *types,
		      uint32_t nr);

#endif /* REPORT_FROM_CENSUS_H */
