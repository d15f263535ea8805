/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Questions to all units of a file: which distinct definitions have a name,
 * which units have one of them, what names there are.
 */
#ifndef DWARF_FIND_H
#define DWARF_FIND_H

#include "base/strset.h"
#include "dwarf/producers.h"
#include "dwarf/unit.h"
#include "model/reader.h"

/* What a question works with. */
struct dw_asker {
	struct dw_file *file;
	unsigned int jobs;
	struct lay_progress progress;
	struct strset *strings;		/* gets the strings of the answers */
	struct dw_producers producers;	/* once they were asked for */
};

/*
 * Append each distinct definition that @q names to @out, in the order of the
 * file. Equal definitions fold; a declaration stands only where there is no
 * definition, a typedef of a record with its own name not at all.
 */
int dw_find(struct dw_asker *asker, const struct type_query *q,
	    struct def_list *out, struct lay_error *err);

/* The units that have @def, in the order of the file. @units is the caller's,
 * the names are not. */
int dw_find_units(struct dw_asker *asker, const struct lay_def *def,
		  const char ***units, size_t *nr, struct lay_error *err);

/* Have asker->producers complete. */
int dw_find_producers(struct dw_asker *asker, struct lay_error *err);

/* Call @see with each name of a type, more than once perhaps. */
int dw_find_names(struct dw_asker *asker,
		  void (*see)(void *ctx, const char *name), void *ctx,
		  struct lay_error *err);

#endif /* DWARF_FIND_H */
