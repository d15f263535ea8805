// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/expr-calc.h"
#include "base/poison.h"

static struct dw_item opaque(const char *why)
{
	return (struct dw_item){ .why = why };
}

static struct dw_item constant(uint64_t value)
{
	return (struct dw_item){
		.term = {
			.base = DW_BASE_CONSTANT,
			.off = (int64_t)value,
		},
	};
}

static uint64_t narrow(uint64_t n, unsigned int size)
{
	return size < 8 ? n & ((UINT64_C(1) << 8 * size) - 1) : n;
}

/* @n, of @size bytes, with its sign. */
static int64_t widen(uint64_t n, unsigned int size)
{
	uint64_t sign;

	if (size >= 8)
		return (int64_t)n;
	sign = UINT64_C(1) << (8 * size - 1);
	return (int64_t)((narrow(n, size) ^ sign) - sign);
}

struct dw_item dw_item_narrow(struct dw_item item, unsigned int addr_size)
{
	if (!item.why && !dw_term_is_computed(&item.term) &&
	    (item.term.base == DW_BASE_CONSTANT ||
	     item.term.base == DW_BASE_ADDRESS))
		item.term.off = (int64_t)narrow((uint64_t)item.term.off,
						addr_size);
	return item;
}

void dw_item_load(struct dw_item *item, unsigned int size)
{
	if (!item->why && item->term.load_size)
		*item = opaque("more than one load");
	else if (!item->why && item->term.cleared)
		*item = opaque("a load from where bits were cleared");
	item->term.load_size = (uint8_t)size;
}

/* Of @mask all bits but some of the lowest: which ones; 0: it is no such mask. */
static uint32_t cleared_by(uint64_t mask, unsigned int size)
{
	uint64_t cleared = narrow(~mask, size);

	return cleared <= UINT32_MAX && !(cleared & (cleared + 1)) ?
	       (uint32_t)cleared : 0;
}

/* Can bits of @item be cleared? Of a sum or twice they can not. */
static bool is_clearable(const struct dw_item *item)
{
	return !item->term.cleared && !item->term.after;
}

static uint64_t shift_right_signed(int64_t a, uint64_t n)
{
	uint64_t sign = a < 0 ? ~UINT64_C(0) : 0;

	if (n == 0)
		return (uint64_t)a;
	return n > 63 ? sign : (uint64_t)a >> n | sign << (64 - n);
}

/* The operators that take two numbers; false: not defined for these. */
static bool combine(uint8_t code, uint64_t a, uint64_t b, unsigned int size,
		    uint64_t *result)
{
	int64_t sa = widen(a, size), sb = widen(b, size);

	switch (code) {
	case DW_OP_and:
		*result = a & b;
		break;
	case DW_OP_or:
		*result = a | b;
		break;
	case DW_OP_xor:
		*result = a ^ b;
		break;
	case DW_OP_mul:
		*result = a * b;
		break;
	case DW_OP_div:
		if (sb == 0)
			return false;
		*result = sb == -1 ? -(uint64_t)sa : (uint64_t)(sa / sb);
		break;
	case DW_OP_mod:
		if (narrow(b, size) == 0)
			return false;
		*result = narrow(a, size) % narrow(b, size);
		break;
	case DW_OP_shl:
		*result = b > 63 ? 0 : a << b;
		break;
	case DW_OP_shr:
		*result = b > 63 ? 0 : narrow(a, size) >> b;
		break;
	case DW_OP_shra:
		*result = shift_right_signed(sa, b);
		break;
	case DW_OP_eq:
		*result = sa == sb;
		break;
	case DW_OP_ne:
		*result = sa != sb;
		break;
	case DW_OP_ge:
		*result = sa >= sb;
		break;
	case DW_OP_gt:
		*result = sa > sb;
		break;
	case DW_OP_le:
		*result = sa <= sb;
		break;
	case DW_OP_lt:
		*result = sa < sb;
		break;
	default:
		return false;
	}
	return true;
}

struct dw_item dw_item_binary(uint8_t code, struct dw_item a, struct dw_item b,
			      unsigned int addr_size)
{
	uint64_t result;
	uint32_t cleared;

	if (a.why || b.why)
		return opaque(a.why ? a.why : b.why);
	if (code == DW_OP_plus && dw_item_is_constant(&b)) {
		dw_item_add(&a, (uint64_t)b.term.off);
		return a;
	}
	if (code == DW_OP_plus && dw_item_is_constant(&a)) {
		dw_item_add(&b, (uint64_t)a.term.off);
		return b;
	}
	if (code == DW_OP_minus && dw_item_is_constant(&b)) {
		dw_item_add(&a, -(uint64_t)b.term.off);
		return a;
	}
	if (dw_item_is_constant(&a) && dw_item_is_constant(&b) &&
	    combine(code, (uint64_t)a.term.off, (uint64_t)b.term.off, addr_size,
		    &result))
		return constant(result);
	cleared = code == DW_OP_and && dw_item_is_constant(&b) ?
		  cleared_by((uint64_t)b.term.off, addr_size) : 0;
	if (cleared && is_clearable(&a)) {
		a.term.cleared = cleared;
		return a;
	}
	if (code == DW_OP_plus || code == DW_OP_minus)
		return opaque("a sum of more than one register");
	return opaque("calculated from a register");
}

struct dw_item dw_item_unary(uint8_t code, struct dw_item a,
			     unsigned int addr_size)
{
	int64_t value = widen((uint64_t)a.term.off, addr_size);

	if (a.why)
		return a;
	if (!dw_item_is_constant(&a))
		return opaque("calculated from a register");
	if (code == DW_OP_not)
		return constant(~(uint64_t)value);
	return constant(code == DW_OP_neg || value < 0 ? -(uint64_t)value
						       : (uint64_t)value);
}
