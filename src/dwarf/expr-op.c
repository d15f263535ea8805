// SPDX-License-Identifier: GPL-2.0-only
/*
 * What operands an operator has (DWARF 5 section 7.7.1, and what GNU added).
 * One that is not listed has no length, so that nothing behind it can be read.
 */
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/expr-op.h"
#include "base/poison.h"

enum operand {
	NONE,
	U1, U2, U4, U8,
	S1, S2, S4, S8,
	ADDR,		/* as long as an address */
	REF,		/* a DIE offset, as long as DW_FORM_ref_addr */
	ULEB,
	SLEB,
	BLOCK,		/* a ULEB128 of length in front */
	BLOCK1,		/* a byte of length in front */
};

struct shape {
	uint8_t first, second;	/* enum operand */
	bool known;
};

#define OP0		{ NONE, NONE, true }
#define OP1(a)		{ a, NONE, true }
#define OP2(a, b)	{ a, b, true }

static const struct shape shapes[256] = {
	[DW_OP_addr] = OP1(ADDR),
	[DW_OP_deref] = OP0,
	[DW_OP_const1u] = OP1(U1),
	[DW_OP_const1s] = OP1(S1),
	[DW_OP_const2u] = OP1(U2),
	[DW_OP_const2s] = OP1(S2),
	[DW_OP_const4u] = OP1(U4),
	[DW_OP_const4s] = OP1(S4),
	[DW_OP_const8u] = OP1(U8),
	[DW_OP_const8s] = OP1(S8),
	[DW_OP_constu] = OP1(ULEB),
	[DW_OP_consts] = OP1(SLEB),
	[DW_OP_dup ... DW_OP_over] = OP0,
	[DW_OP_pick] = OP1(U1),
	[DW_OP_swap ... DW_OP_plus] = OP0,
	[DW_OP_plus_uconst] = OP1(ULEB),
	[DW_OP_shl ... DW_OP_xor] = OP0,
	[DW_OP_bra] = OP1(S2),
	[DW_OP_eq ... DW_OP_ne] = OP0,
	[DW_OP_skip] = OP1(S2),
	[DW_OP_lit0 ... DW_OP_reg31] = OP0,
	[DW_OP_breg0 ... DW_OP_breg31] = OP1(SLEB),
	[DW_OP_regx] = OP1(ULEB),
	[DW_OP_fbreg] = OP1(SLEB),
	[DW_OP_bregx] = OP2(ULEB, SLEB),
	[DW_OP_piece] = OP1(ULEB),
	[DW_OP_deref_size] = OP1(U1),
	[DW_OP_xderef_size] = OP1(U1),
	[DW_OP_nop] = OP0,
	[DW_OP_push_object_address] = OP0,
	[DW_OP_call2] = OP1(U2),
	[DW_OP_call4] = OP1(U4),
	[DW_OP_call_ref] = OP1(REF),
	[DW_OP_form_tls_address] = OP0,
	[DW_OP_call_frame_cfa] = OP0,
	[DW_OP_bit_piece] = OP2(ULEB, ULEB),
	[DW_OP_implicit_value] = OP1(BLOCK),
	[DW_OP_stack_value] = OP0,
	[DW_OP_implicit_pointer] = OP2(REF, SLEB),
	[DW_OP_addrx] = OP1(ULEB),
	[DW_OP_constx] = OP1(ULEB),
	[DW_OP_entry_value] = OP1(BLOCK),
	[DW_OP_const_type] = OP2(ULEB, BLOCK1),
	[DW_OP_regval_type] = OP2(ULEB, ULEB),
	[DW_OP_deref_type] = OP2(U1, ULEB),
	[DW_OP_xderef_type] = OP2(U1, ULEB),
	[DW_OP_convert] = OP1(ULEB),
	[DW_OP_reinterpret] = OP1(ULEB),
	[DW_OP_GNU_push_tls_address] = OP0,
	[DW_OP_GNU_uninit] = OP0,
	[DW_OP_GNU_implicit_pointer] = OP2(REF, SLEB),
	[DW_OP_GNU_entry_value] = OP1(BLOCK),
	[DW_OP_GNU_const_type] = OP2(ULEB, BLOCK1),
	[DW_OP_GNU_regval_type] = OP2(ULEB, ULEB),
	[DW_OP_GNU_deref_type] = OP2(U1, ULEB),
	[DW_OP_GNU_convert] = OP1(ULEB),
	[DW_OP_GNU_reinterpret] = OP1(ULEB),
	[DW_OP_GNU_parameter_ref] = OP1(U4),
	[DW_OP_GNU_addr_index] = OP1(ULEB),
	[DW_OP_GNU_const_index] = OP1(ULEB),
	[DW_OP_GNU_variable_value] = OP1(REF),
};

static bool read_signed(struct dw_cursor *c, unsigned int size, uint64_t *value)
{
	uint64_t sign = UINT64_C(1) << (8 * size - 1);

	if (!dw_read(c, size, value))
		return false;
	*value = (*value ^ sign) - sign;
	return true;
}

/* Addresses of 3 bytes and the like are nobody's. */
static bool read_sized(struct dw_cursor *c, unsigned int size, uint64_t *value)
{
	return size <= 8 && dw_read(c, size, value);
}

static bool read_bytes(struct dw_cursor *c, struct dw_op *op)
{
	op->bytes = c->p;
	return dw_skip(c, op->nr_bytes);
}

static bool read_operand(struct dw_cursor *c, enum operand operand,
			 const struct dw_unit *unit, struct dw_op *op,
			 uint64_t *value)
{
	switch (operand) {
	case NONE:
		return true;
	case U1:
	case S1:
		return operand == U1 ? dw_read(c, 1, value)
				     : read_signed(c, 1, value);
	case U2:
	case S2:
		return operand == U2 ? dw_read(c, 2, value)
				     : read_signed(c, 2, value);
	case U4:
	case S4:
		return operand == U4 ? dw_read(c, 4, value)
				     : read_signed(c, 4, value);
	case U8:
	case S8:
		return dw_read(c, 8, value);
	case ADDR:
		return read_sized(c, unit->addr_size, value);
	case REF:
		return read_sized(c, unit->version == 2 ? unit->addr_size
							: unit->offset_size,
				  value);
	case ULEB:
		return dw_read_uleb(c, value);
	case SLEB:
		return dw_read_sleb(c, (int64_t *)value);
	case BLOCK:
		return dw_read_uleb(c, &op->nr_bytes) && read_bytes(c, op);
	case BLOCK1:
		return dw_read(c, 1, &op->nr_bytes) && read_bytes(c, op);
	}
	return false;
}

const char *dw_op_read(struct dw_cursor *c, const struct dw_unit *unit,
		       struct dw_op *op)
{
	const struct shape *shape;

	if (c->p == c->end)
		return "the expression is cut off";
	*op = (struct dw_op){ .code = *c->p++ };
	shape = &shapes[op->code];
	if (!shape->known)
		return "an operator that is not known";
	if (!read_operand(c, shape->first, unit, op, &op->first) ||
	    !read_operand(c, shape->second, unit, op, &op->second))
		return "the expression is cut off";
	return NULL;
}
