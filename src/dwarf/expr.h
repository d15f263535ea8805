/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Location expressions (DWARF 5 sections 2.5 and 2.6), reduced to what can be
 * known without a running process: a register, a register and an offset, a
 * place in memory, a constant. What is more than that is said to be so.
 *
 * The bytes may be anything. Every operator is known by its length, the stack
 * is bounded, nothing is called and nothing jumps, so an expression takes time
 * in proportion to its bytes.
 */
#ifndef DWARF_EXPR_H
#define DWARF_EXPR_H

#include "dwarf/unit.h"

enum dw_base {
	DW_BASE_CONSTANT,	/* nothing: dw_term.off is the number itself */
	DW_BASE_ADDRESS,	/* of the image: dw_term.off is it, as linked */
	DW_BASE_REGISTER,	/* what register dw_term.reg holds at this pc */
	DW_BASE_ENTRY,		/* what it held when the function was entered */
	DW_BASE_CFA,		/* the canonical frame address of the function:
				 * on x86-64 the stack pointer before the call
				 * that entered it */
	DW_BASE_TLS,		/* the thread's storage of this module */
};

/*
 * A number: base + off or, with a load_size, the load_size bytes (without sign)
 * that lie at that address; without the bits @cleared; + after.
 */
struct dw_term {
	uint8_t base;		/* enum dw_base */
	uint8_t load_size;	/* bytes; 0: nothing is loaded */
	uint16_t reg;		/* DWARF's number of the register */
	uint32_t cleared;	/* lowest bits, as of a pointer with tags; 0: none
				 * is */
	int64_t off;
	int64_t after;		/* 0 with neither load_size nor cleared */
};

/* Is it more than base + off? */
static inline bool dw_term_is_computed(const struct dw_term *term)
{
	return term->load_size || term->cleared;
}

enum dw_loc_kind {
	DW_LOC_GONE,		/* nowhere: optimized out */
	DW_LOC_REGISTER,	/* in the register term.reg: its value is the
				 * term, whose base is DW_BASE_REGISTER */
	DW_LOC_MEMORY,		/* at the address that is the term */
	DW_LOC_VALUE,		/* nowhere, but its value is the term */
	DW_LOC_BYTES,		/* nowhere, but its bytes are given */
	DW_LOC_POINTER,		/* nowhere, but it would point term.off bytes
				 * into the object of the DIE @pointee */
	DW_LOC_OTHER,		/* somewhere: not in any of these ways, @why */
};

/* Where an object is, or a piece of one. */
struct dw_loc {
	uint8_t kind;		/* enum dw_loc_kind */
	bool unsure;		/* "not initialized yet" (DW_OP_GNU_uninit) */
	uint32_t nr_bytes;	/* BYTES */
	struct dw_term term;	/* REGISTER, MEMORY, VALUE; POINTER: off */
	uint64_t bit_off;	/* of the piece in the object */
	uint64_t bit_size;	/* of the piece; 0: it is all of the object */
	uint64_t reg_bit_off;	/* of the piece in its register or memory */
	union {
		uint64_t pointee;	/* POINTER: DIE offset */
		const uint8_t *bytes;	/* BYTES, in the mapped section */
		const char *why;	/* OTHER: a constant text */
	};
};

/* What an expression may refer to. */
struct dw_expr_context {
	const struct dw_unit *unit;
	bool big_endian;
	const struct dw_term *frame_base;	/* of the function; or NULL */
	/* the unit's part of .debug_addr, for DW_OP_addrx; may be empty */
	const uint8_t *addrs;
	size_t addrs_size;
};

/* Pieces, appended to by dw_expr_locate(). Starts as all zeros; free(list). */
struct dw_locs {
	struct dw_loc *list;
	size_t nr, cap;
};

/*
 * Append where the expression of @size bytes at @expr says that an object is:
 * one dw_loc, or as many as it has pieces. Damage is DW_LOC_OTHER. Errors: no
 * memory.
 */
int dw_expr_locate(const struct dw_expr_context *context, const uint8_t *expr,
		   size_t size, struct dw_locs *locs, struct lay_error *err);

/*
 * The value that the expression computes, as of DW_AT_call_value and
 * DW_AT_call_target: DW_LOC_VALUE, _POINTER, or _OTHER. (What stands alone as a
 * register is its value.)
 */
void dw_expr_value(const struct dw_expr_context *context, const uint8_t *expr,
		   size_t size, struct dw_loc *loc);

#endif /* DWARF_EXPR_H */
