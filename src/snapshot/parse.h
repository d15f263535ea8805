/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of a snapshot as a model, with everything in it checked. */
#ifndef SNAPSHOT_PARSE_H
#define SNAPSHOT_PARSE_H

#include "base/json.h"
#include "base/json-walk.h"
#include "model/builder.h"
#include "model/reader.h"

/* A definition, and the type that it is or why it is none. */
struct snap_def {
	struct lay_def def;	/* source_off: its number, from 0 */
	const struct lay_type *type;	/* NULL: could not be read */
	const char *why;
	bool hidden;		/* declares what functions define */
};

/* Everything stands in the model. Starts as all zeros but for the model. */
struct snapshot {
	struct model model;
	const char **string;	/* number 1 at [1]; [0] is NULL */
	size_t nr_strings;
	const struct lay_type **type;	/* likewise */
	uint8_t *depth;		/* of each type: the types in it */
	size_t nr_types;
	struct snap_def *def;
	size_t nr_defs;
	struct lay_identity identity;	/* without path */
	bool whole;
	struct lay_note *notes;	/* what the build could not answer then */
	size_t nr_notes;
};

/* Errors say where in the text: "types[12]: ...". */
int snapshot_parse(struct snapshot *snap, const char *text, size_t len,
		   struct lay_error *err);

/* For parse-*.c: a row, which is walked through and forgotten. */
struct snap_cells {
	struct json_walk walk;
	struct json_numbers numbers;
	const char *name;	/* of the list: "types" */
	size_t number;		/* of the row, from 1; 0: none yet */
};

/* Go through the rows of the list @span, which is called @name. */
int snap_rows_begin(struct snap_cells *c, const char *name,
		    const struct json_span *span, struct lay_error *err);
/* 1: @c is the next one; 0: there are no more. */
int snap_rows_next(struct snap_cells *c, struct lay_error *err);
void snap_rows_end(struct snap_cells *c);

/* Cell @i, at most @max. */
int snap_cell(const struct snap_cells *c, size_t i, uint64_t max, uint64_t *v,
	      struct lay_error *err);
/* Cell @i, the number of a string, or NULL for 0. */
int snap_cell_string(const struct snapshot *snap, const struct snap_cells *c,
		     size_t i, const char **s, struct lay_error *err);

/* Fill snap->type; snap->string is there (parse-types.c). */
int snapshot_parse_types(struct snapshot *snap, const struct json_span *list,
			 struct lay_error *err);
/* Fill snap->def; types are there (parse-defs.c). */
int snapshot_parse_defs(struct snapshot *snap, const struct json_span *list,
			struct lay_error *err);
/* Fill snap->identity (parse-identity.c). */
int snapshot_parse_identity(struct snapshot *snap, const struct json *object,
			    struct lay_error *err);

#endif /* SNAPSHOT_PARSE_H */
