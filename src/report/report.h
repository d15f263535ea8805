/* SPDX-License-Identifier: GPL-2.0-only */
/* What the builders share: a report under construction. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <layoutdiff/report.h>

#include "report/doc.h"

struct lay_report {
	struct doc doc;
	struct lay_report_opts opts;
	/* how the configurations differ, and where that is told: at the end it
	 * is known what is near the types; NULL: one is not known, or both */
	struct lay_config_diff *config;
	struct doc_section *config_section;	/* for programs */
	struct doc_note *config_note;		/* for people; NULL: quiet */
	struct doc_table *list;		/* of `list`; NULL before its first row */
	bool has_types;			/* something is in the array "types" */
	struct lay_heat *heat;		/* of one of two builds, or NULL */
	bool heat_is_old;		/* of the old one */
	bool has_samples;		/* they are told of */
	bool has_line_changes;		/* members changed line */
	/* names of types that do not differ and of those that only one build
	 * has (old, new), told together at the end; NULL: none */
	struct doc_list *same;
	struct doc_list *only_in[2];
	bool partial[2];		/* see lay_report_tell_partial() */
	struct doc_list *failures;	/* objects; NULL: none */
	bool closed;			/* what comes at the end is there */
};

/* A list for people that is cut short unless all was asked for. */
struct doc_list *report_list(struct lay_report *report, uint64_t nr_shown);

/* Put a name on one of the lists at the end. */
void report_tell_later(struct lay_report *report, struct doc_list **list,
		       const char *name);

/* A section of "types" for @shown, with what is known of its definition:
 * title, name, kind, units, which of several it is. */
struct doc_section *report_add_type(struct lay_report *report,
				    const struct lay_shown *shown);

/* The same for a definition and what became of it, or of @part, "member x",
 * unless that is NULL. Where that is the same the section is for programs only,
 * and people get the name at the end. */
struct doc_section *report_add_pair(struct lay_report *report,
				    const struct lay_shown *before,
				    const struct lay_shown *after,
				    const char *part, bool same);

/* The value of an enumerator, by its sign. */
struct doc_value enumerator_value(const struct lay_enumerator *e);

/*
 * Is the embedded record at @slot opened where layouts are shown? One without a
 * type name always is: there is nothing else to look it up by. Others are, to
 * the depth that was asked for.
 */
bool report_opens(const struct lay_report *report,
		  const struct lay_layout *layout, uint32_t slot);

/* Tell how the builds were configured; and when all types are known, how that
 * differs (from-config.c). */
int report_add_configs(struct lay_report *report,
		       const struct lay_report_build *builds,
		       size_t nr_builds, struct lay_error *err);
void report_close_config(struct lay_report *report);

/* Audience of what --quiet leaves out. */
unsigned int report_chatter(const struct lay_report *report);

#endif /* REPORT_REPORT_H */
