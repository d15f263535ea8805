/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attribute forms (DWARF 5 section 7.5.6, and what GNU and LLVM added): how
 * long a value is, and what it says. A form that is not listed has no length,
 * so nothing behind it can be read: that is an error, never a guess.
 */
#ifndef DWARF_FORM_H
#define DWARF_FORM_H

#include "dwarf/bytes.h"
#include "dwarf/unit.h"

#define DW_FORM_VARIABLE	(-1)
#define DW_FORM_UNKNOWN		(-2)

/* Bytes that every value of @form takes in @unit, or one of the above. */
int dw_form_size(uint64_t form, const struct dw_unit *unit);

enum dw_class {
	DW_VALUE_ADDRESS,
	DW_VALUE_UNSIGNED,	/* u; of data1 to data8 the sign is not known */
	DW_VALUE_SIGNED,	/* (int64_t)u */
	DW_VALUE_BLOCK,		/* u bytes at @data; data16 too */
	DW_VALUE_FLAG,		/* u: 0 or not */
	DW_VALUE_STRING,	/* at @data, in the DIE itself */
	DW_VALUE_STRP,		/* u: offset in .debug_str */
	DW_VALUE_LINE_STRP,	/* u: offset in .debug_line_str */
	DW_VALUE_STRX,		/* u: index in the unit's string offsets */
	DW_VALUE_REFERENCE,	/* u: DIE offset, not checked */
	DW_VALUE_SIGNATURE,	/* u: of a type unit */
	DW_VALUE_SECTION,	/* u: offset in some section, or index in a
				 * list of such */
	DW_VALUE_SUP_REFERENCE,	/* u: offset in .debug_info of the
				 * supplementary file */
	DW_VALUE_SUP_STRP,	/* u: offset in its .debug_str */
	DW_VALUE_NOT_PLAIN,	/* no value's */
};

struct dw_value {
	enum dw_class class;
	uint16_t form;		/* DW_FORM_*, never DW_FORM_indirect */
	uint64_t u;
	const uint8_t *data;
};

/*
 * Read a value of @form at @c. @implicit is what the abbreviation holds for
 * DW_FORM_implicit_const. False: the form is unknown, or the value does not end
 * before the cursor does.
 */
bool dw_form_read(struct dw_cursor *c, uint64_t form, int64_t implicit,
		  const struct dw_unit *unit, struct dw_value *value);

/*
 * The class of a value of @form, if it is simply a number of dw_form_size()
 * bytes, 1 to 8, and a reference only from the start of the unit; else
 * DW_VALUE_NOT_PLAIN.
 */
enum dw_class dw_form_plain_class(uint64_t form);

#endif /* DWARF_FORM_H */
