/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the facts of a DIE stand. DIEs of one abbreviation have their values at
 * the same places, so that a member of seven attributes, of which three matter,
 * is read with three loads.
 */
#ifndef DWARF_FIELDS_H
#define DWARF_FIELDS_H

#include "dwarf/die.h"

/*
 * Read the facts of the DIE of @plan whose attributes begin @at bytes from the
 * start of the unit, and set die->next. False, with nothing read: it has to be
 * done attribute by attribute.
 */
bool dw_fields_read(struct dw_view *view, const struct dw_plan *plan,
		    uint64_t at, struct dw_die *die);

/*
 * A DIE without children that says nothing but what is here, as most of their
 * tags do: a member its type, mostly a name and a place of up to 65535 bytes; an
 * enumerator its name and a value of up to four bytes; a parameter its type.
 */
struct dw_plain {
	uint64_t name;		/* an offset in .debug_str, or DW_PLAIN_TEXT and
				 * up to three letters, or DW_PLAIN_NAMELESS */
	uint64_t type;		/* DIE offset; of an enumerator anything */
	uint64_t number;	/* place, value; without a sign; 0: none */
	uint64_t next;		/* DIE offset behind it */
};

#define DW_PLAIN_TEXT (UINT64_C(1) << 32)
#define DW_PLAIN_NAMELESS (UINT64_C(1) << 33)

/* Is the DIE at @off, which is in the view's unit, a plain one of @tag? */
bool dw_plain_read(struct dw_view *view, uint64_t off, uint16_t tag,
		   struct dw_plain *plain);

/* Does a list of children end at @off, which is in the view's unit? */
static inline bool dw_plain_ends(const struct dw_view *view, uint64_t off)
{
	return view->bytes[off - view->unit->off] == 0;
}

/*
 * The offset in the unit behind the one value of unknown length of a DIE of
 * @plan, whose attributes begin at @at: DW_STEP_STRING and DW_STEP_BLOCK. 0:
 * not so easily told.
 */
uint64_t dw_fields_behind(const struct dw_view *view,
			  const struct dw_plan *plan, uint64_t at);

#endif /* DWARF_FIELDS_H */
