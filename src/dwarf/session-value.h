/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two files that know libdwarf share. */
#ifndef DWARF_SESSION_VALUE_H
#define DWARF_SESSION_VALUE_H

#include "dwarf/die.h"
#include "dwarf/form.h"
#include "dwarf/libdwarf-compat.h"

/* The unit that libdwarf has been shown. */
struct session_unit {
	Dwarf_Debug debug;
	uint64_t off;		/* DIE offset of its header */
	uint64_t ref_addr_base;	/* as of struct dw_unit */
	bool big_endian;
};

/*
 * Read the value of @attr. A string is its text wherever that stands (class
 * DW_VALUE_STRING, at data), a reference a DIE offset of the file. What has a
 * form of which no attribute of a type makes sense (addresses, data16) is of
 * class DW_VALUE_ADDRESS, what stands in a supplementary file of its class, but
 * without a value: session_read_own(). Returns what libdwarf does.
 */
int session_value(const struct session_unit *unit, Dwarf_Attribute attr,
		  struct dw_value *value, Dwarf_Error *error);

/*
 * The same for all attributes of the DIE at @off, which dw_check_die() passed,
 * without libdwarf: where it would have to look into another file, or at a kind
 * of unit that it reads in its own way. Sets facts of @die.
 */
int session_read_own(struct dw_view *view, uint64_t off, struct dw_die *die,
		     struct lay_error *err);

#endif /* DWARF_SESSION_VALUE_H */
