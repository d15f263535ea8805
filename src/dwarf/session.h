/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Single DIEs of one unit, read by libdwarf: the one place that knows it. What
 * comes out are plain values without ties to libdwarf, so that nothing has to
 * be released and no error path can forget to.
 */
#ifndef DWARF_SESSION_H
#define DWARF_SESSION_H

#include "dwarf/die.h"

struct dw_session;

/*
 * Open @unit. @file must outlive the session. A session belongs to one thread
 * at a time.
 */
int dw_session_open(struct dw_file *file, const struct dw_unit *unit,
		    struct dw_session **session, struct lay_error *err);
void dw_session_close(struct dw_session *session);

/* The first DIE of the unit; it was read when the session was opened. */
const struct dw_die *dw_session_root(const struct dw_session *session);

/* The DIE at @off, which is in the session's unit. Strings are of class
 * DW_VALUE_STRING wherever they stand. 1; 0 if a list of children ends there. */
int dw_session_die(struct dw_session *session, uint64_t off,
		   struct dw_die *die, struct lay_error *err);

/* The first child of @parent: 1, or 0 if there is none. */
int dw_session_child(struct dw_session *session, const struct dw_die *parent,
		     struct dw_die *child, struct lay_error *err);

/* Go from @die to its next sibling: 1, or 0 if it is the last. */
int dw_session_next(struct dw_session *session, struct dw_die *die,
		    struct lay_error *err);

#endif /* DWARF_SESSION_H */
