/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What commands do alike: open builds, begin a report about them, find types,
 * and at the end write the report, if the builds are still what was read.
 *
 * What fails is said when it fails; the session remembers that there was
 * trouble and goes on with what else was asked.
 */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <layoutdiff/build.h>
#include <layoutdiff/layout.h>
#include <layoutdiff/report.h>

#include "cli/options.h"
#include "cli/progress.h"

struct opened {
	struct lay_build *build;
	const struct lay_identity *identity;
	struct lay_layout_opts layout;	/* for its machine, or as asked for */
};

struct session {
	const struct common_args *args;
	struct progress progress;
	struct opened build[LAY_MATRIX_MAX_BUILDS];
	size_t nr_builds;
	struct lay_report *report;
	bool empty;		/* nothing was added to the report yet */
	bool no_report;		/* what is asked for is written elsewhere */
	bool trouble;
	bool wants_decl;	/* it is told where things are declared */
	const char *asked;	/* the operand that is being answered, or NULL */
};

/*
 * Open the @nr_builds files at @paths, for what is to be no report. Returns -1
 * when that failed; session_end() is to be called in any case.
 */
int session_open(struct session *s, const struct common_args *args,
		 char **paths, size_t nr_builds);

/*
 * Open the @nr_builds files at @paths and begin @command's report about them.
 * With --from both that is one file, read twice: build[0] is its DWARF, build[1]
 * its BTF. Returns -1 when that failed; session_end() is to be called in any
 * case.
 */
int session_begin(struct session *s, const char *command,
		  const struct common_args *args,
		  const struct lay_report_opts *opts, char **paths,
		  size_t nr_builds);

/* Write the report, if there is one, and free everything. Returns the exit status: @status
 * unless there was trouble. */
int session_end(struct session *s, int status);

/* Say that there was trouble, to programs that read the report too, and
 * remember it. */
void session_fail(struct session *s, const char *fmt, ...) LAY_PRINTF(2, 3);
/* The same in the words of @err. */
void session_trouble(struct session *s, const struct lay_error *err);

/* Is @operand[@i] written among those before it, from @first? Once is enough. */
bool asked_before(char **operands, int first, int i);

/* Does @spec name types by a pattern? */
bool is_glob(const char *spec);

/* The order in which definitions are found: by name, then kind. */
int compare_defs(const struct lay_def *a, const struct lay_def *b);

/* Where those of @def's name and kind begin, or would. */
size_t first_def(const struct lay_defs *defs, const struct lay_def *def);

/* Which of how many definitions of its name and kind def[i] is. */
struct lay_shown shown_def(const struct lay_defs *defs, size_t i);

/* A type of a build, with its layout when it is a record. */
struct laid {
	const struct lay_type *type;
	struct lay_layout *layout;	/* NULL: not a record */
};

/* Load @def and lay it out; -1 when that failed. */
int lay_out(struct session *s, const struct opened *opened,
	    const struct lay_def *def, struct laid *laid);
void free_laid(struct laid *laid);

/* Trouble: @def is declared only; it has no member @path. */
void trouble_declared_only(struct session *s, const struct opened *opened,
			   const struct lay_def *def);
void trouble_no_member(struct session *s, const struct opened *opened,
		       const struct lay_def *def,
		       const struct lay_layout *layout, const char *path);

/*
 * @tell of each definition that the TYPE @spec names in the one build, and of
 * its member at @path unless that is NULL. What is only declared is trouble
 * when it was asked for by its name.
 */
void session_each_def(struct session *s, const char *spec,
		      void (*tell)(struct session *s,
				   const struct lay_shown *shown,
				   const char *path, void *arg), void *arg);

#endif /* CLI_SESSION_H */
