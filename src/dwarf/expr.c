// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: an expression is a program for a stack machine that reads registers
 * and memory. There is no process here, and what is asked is not a number but
 * where it would come from.
 *
 * Idea: run the program on terms (expr.h) instead of numbers. A constant can be
 * added to a term, two constants can be combined by any operator, a term can be
 * loaded from. Whatever else is done to a term makes it opaque: that it is
 * there is known, not what it is, and the reason goes on with it.
 *
 * Invariant: the stack has as many entries as the real one would, at every
 * operator, so that an opaque entry that is dropped later does no harm.
 *
 * Cost: one pass over the bytes. Jumps and calls, which no compiler of C uses,
 * make the whole piece opaque, as does damage, instead of being followed.
 */
#include <config.h>

#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/expr.h"
#include "dwarf/expr-calc.h"
#include "dwarf/expr-op.h"
#include "base/poison.h"

#define MAX_STACK	64
/* A vector register in bytes is 64; each piece takes two bytes of file. */
#define MAX_PIECES	1024

struct machine {
	const struct dw_expr_context *context;
	struct dw_cursor c;
	struct dw_item stack[MAX_STACK];
	unsigned int nr;
	/* of the piece that is being described */
	bool described;		/* @loc says where it is */
	struct dw_loc loc;
	bool unsure;
	const char *broken;	/* nothing behind here can be trusted */
};

static void push(struct machine *m, struct dw_item item)
{
	if (m->nr == MAX_STACK)
		m->broken = "an expression that needs too much stack";
	else
		m->stack[m->nr++] = item;
}

static void push_term(struct machine *m, enum dw_base base, uint64_t reg,
		      uint64_t off)
{
	if (reg > UINT16_MAX)
		m->broken = "a register that no machine has";
	push(m, (struct dw_item){
		.term = {
			.base = (uint8_t)base,
			.reg = (uint16_t)reg,
			.off = (int64_t)off,
		},
	});
}

static void push_constant(struct machine *m, uint64_t value)
{
	push_term(m, DW_BASE_CONSTANT, 0, value);
}

static void push_opaque(struct machine *m, const char *why)
{
	push(m, (struct dw_item){ .why = why });
}

static struct dw_item pop(struct machine *m)
{
	if (m->nr > 0)
		return m->stack[--m->nr];
	m->broken = "an expression that takes more than it has";
	return (struct dw_item){ .why = m->broken };
}

static void load(struct machine *m, uint64_t size)
{
	struct dw_item a = pop(m);

	if (size == 0 || size > 8) {
		m->broken = "a load of a size that no machine has";
		return;
	}
	dw_item_load(&a, (unsigned int)size);
	push(m, a);
}

/* The entry @depth below the top, once more. */
static void pick(struct machine *m, uint64_t depth)
{
	if (depth < m->nr)
		push(m, m->stack[m->nr - 1 - depth]);
	else
		m->broken = "an expression that takes more than it has";
}

/* Turn the top @nr entries by one, the top one down. */
static void rotate(struct machine *m, unsigned int nr)
{
	struct dw_item top;

	if (m->nr < nr) {
		m->broken = "an expression that takes more than it has";
		return;
	}
	top = m->stack[m->nr - 1];
	for (unsigned int i = 1; i < nr; i++)
		m->stack[m->nr - i] = m->stack[m->nr - i - 1];
	m->stack[m->nr - nr] = top;
}

/* The number of the register that @op names by itself, or by its operand;
 * false: it does not name one. */
static bool names_register(const struct dw_op *op, uint64_t *reg)
{
	if (op->code == DW_OP_regx)
		*reg = op->first;
	else if (op->code >= DW_OP_reg0 && op->code <= DW_OP_reg31)
		*reg = op->code - DW_OP_reg0;
	else
		return false;
	return true;
}

/* The same of a register with an offset. */
static bool names_based(const struct dw_op *op, uint64_t *reg, uint64_t *off)
{
	if (op->code == DW_OP_bregx) {
		*reg = op->first;
		*off = op->second;
	} else if (op->code >= DW_OP_breg0 && op->code <= DW_OP_breg31) {
		*reg = op->code - DW_OP_breg0;
		*off = op->first;
	} else {
		return false;
	}
	return true;
}

/*
 * What the expression in @op gave when the function was entered: a register, or
 * what is near one. Entry values in entry values say nothing more.
 */
static void entry_value(struct machine *m, const struct dw_op *op)
{
	struct dw_cursor c = {
		op->bytes, op->bytes + op->nr_bytes, m->c.big_endian
	};
	const struct dw_unit *unit = m->context->unit;
	uint64_t reg = 0, off = 0;
	struct dw_op inner;

	if (dw_op_read(&c, unit, &inner) ||
	    (!names_register(&inner, &reg) && !names_based(&inner, &reg, &off))) {
		push_opaque(m, "the entry value of an expression");
		return;
	}
	push_term(m, DW_BASE_ENTRY, reg, off);
	if (c.p == c.end)
		return;
	if (!dw_op_read(&c, unit, &inner) && inner.code == DW_OP_deref &&
	    c.p == c.end) {
		load(m, unit->addr_size);
		return;
	}
	pop(m);
	push_opaque(m, "the entry value of an expression");
}

/* The number in the unit's part of .debug_addr. */
static void indexed(struct machine *m, enum dw_base base, uint64_t index)
{
	const struct dw_expr_context *context = m->context;
	unsigned int size = context->unit->addr_size;

	if (index >= context->addrs_size / size)
		m->broken = "an index past the end of .debug_addr";
	else
		push_term(m, base, 0,
			  dw_load(context->addrs + index * size, size,
				  context->big_endian));
}

static void frame_based(struct machine *m, uint64_t off)
{
	struct dw_item item;

	if (!m->context->frame_base) {
		push_opaque(m, "the frame base is not known");
		return;
	}
	item = (struct dw_item){ .term = *m->context->frame_base };
	dw_item_add(&item, off);
	push(m, item);
}

static void tls(struct machine *m)
{
	struct dw_item a = pop(m);

	if (!a.why && (dw_item_is_constant(&a) ||
		       (a.term.base == DW_BASE_ADDRESS &&
			!dw_term_is_computed(&a.term))))
		push_term(m, DW_BASE_TLS, 0, (uint64_t)a.term.off);
	else
		push_opaque(m, "thread storage of a place that is not known");
}

static void describe(struct machine *m, struct dw_loc loc)
{
	m->loc = loc;
	m->described = true;
}

static void describe_value(struct machine *m)
{
	struct dw_item a = pop(m);

	if (a.why)
		describe(m, (struct dw_loc){
			.kind = DW_LOC_OTHER,
			.why = a.why,
		});
	else
		describe(m, (struct dw_loc){
			.kind = DW_LOC_VALUE,
			.term = dw_item_narrow(a, m->context->unit->addr_size)
					.term,
		});
}

static void describe_register(struct machine *m, uint64_t reg)
{
	push_term(m, DW_BASE_REGISTER, reg, 0);
	describe_value(m);
	if (m->loc.kind == DW_LOC_VALUE)
		m->loc.kind = DW_LOC_REGISTER;
}

static void describe_bytes(struct machine *m, const struct dw_op *op)
{
	if (op->nr_bytes > UINT32_MAX) {
		m->broken = "a value of more bytes than an object has";
		return;
	}
	describe(m, (struct dw_loc){
		.kind = DW_LOC_BYTES,
		.nr_bytes = (uint32_t)op->nr_bytes,
		.bytes = op->bytes,
	});
}

static void describe_pointer(struct machine *m, const struct dw_op *op)
{
	/* one too large must not wrap into some other file's */
	if (op->first >= DW_OFF_TYPES) {
		m->broken = "a reference that leads nowhere";
		return;
	}
	describe(m, (struct dw_loc){
		.kind = DW_LOC_POINTER,
		.term.off = (int64_t)op->second,
		.pointee = m->context->unit->ref_addr_base + op->first,
	});
}

/* Operators that put something on the stack. False: @op is none. */
static bool step_push(struct machine *m, const struct dw_op *op)
{
	uint64_t reg, off;

	if (names_based(op, &reg, &off)) {
		push_term(m, DW_BASE_REGISTER, reg, off);
		return true;
	}
	if (op->code >= DW_OP_lit0 && op->code <= DW_OP_lit31) {
		push_constant(m, op->code - DW_OP_lit0);
		return true;
	}
	switch (op->code) {
	case DW_OP_addr:
		push_term(m, DW_BASE_ADDRESS, 0, op->first);
		return true;
	case DW_OP_addrx:
	case DW_OP_GNU_addr_index:
		indexed(m, DW_BASE_ADDRESS, op->first);
		return true;
	case DW_OP_constx:
	case DW_OP_GNU_const_index:
		indexed(m, DW_BASE_CONSTANT, op->first);
		return true;
	case DW_OP_const1u ... DW_OP_consts:
		push_constant(m, op->first);
		return true;
	case DW_OP_fbreg:
		frame_based(m, op->first);
		return true;
	case DW_OP_call_frame_cfa:
		push_term(m, DW_BASE_CFA, 0, 0);
		return true;
	case DW_OP_entry_value:
	case DW_OP_GNU_entry_value:
		entry_value(m, op);
		return true;
	case DW_OP_push_object_address:
		push_opaque(m, "relative to an object that is not known");
		return true;
	case DW_OP_const_type:
	case DW_OP_GNU_const_type:
	case DW_OP_regval_type:
	case DW_OP_GNU_regval_type:
		push_opaque(m, "a value of a type");
		return true;
	case DW_OP_GNU_parameter_ref:
	case DW_OP_GNU_variable_value:
		push_opaque(m, "the value of another variable");
		return true;
	}
	return false;
}

/* Operators that change the stack. */
static bool step_stack(struct machine *m, const struct dw_op *op)
{
	switch (op->code) {
	case DW_OP_dup:
		pick(m, 0);
		return true;
	case DW_OP_drop:
		pop(m);
		return true;
	case DW_OP_over:
		pick(m, 1);
		return true;
	case DW_OP_pick:
		pick(m, op->first);
		return true;
	case DW_OP_swap:
		rotate(m, 2);
		return true;
	case DW_OP_rot:
		rotate(m, 3);
		return true;
	case DW_OP_nop:
		return true;
	}
	return false;
}

/* Operators that take their operands from it. */
static bool step_calculate(struct machine *m, const struct dw_op *op)
{
	const unsigned int addr_size = m->context->unit->addr_size;
	struct dw_item top, below;

	switch (op->code) {
	case DW_OP_deref:
		load(m, addr_size);
		return true;
	case DW_OP_deref_size:
		load(m, op->first);
		return true;
	case DW_OP_abs:
	case DW_OP_neg:
	case DW_OP_not:
		top = pop(m);
		push(m, dw_item_unary(op->code, top, addr_size));
		return true;
	case DW_OP_plus_uconst:
		top = pop(m);
		dw_item_add(&top, op->first);
		push(m, top);
		return true;
	case DW_OP_and:
	case DW_OP_div:
	case DW_OP_minus:
	case DW_OP_mod:
	case DW_OP_mul:
	case DW_OP_or:
	case DW_OP_plus:
	case DW_OP_shl:
	case DW_OP_shr:
	case DW_OP_shra:
	case DW_OP_xor:
	case DW_OP_eq ... DW_OP_ne:
		top = pop(m);
		below = pop(m);
		push(m, dw_item_binary(op->code, below, top, addr_size));
		return true;
	case DW_OP_form_tls_address:
	case DW_OP_GNU_push_tls_address:
		tls(m);
		return true;
	case DW_OP_deref_type:
	case DW_OP_GNU_deref_type:
	case DW_OP_convert:
	case DW_OP_GNU_convert:
	case DW_OP_reinterpret:
	case DW_OP_GNU_reinterpret:
		pop(m);
		push_opaque(m, "a value of a type");
		return true;
	}
	return false;
}

/* Operators that end the description of a place. */
static bool step_describe(struct machine *m, const struct dw_op *op)
{
	uint64_t reg;

	if (names_register(op, &reg)) {
		describe_register(m, reg);
		return true;
	}
	switch (op->code) {
	case DW_OP_stack_value:
		describe_value(m);
		return true;
	case DW_OP_implicit_value:
		describe_bytes(m, op);
		return true;
	case DW_OP_implicit_pointer:
	case DW_OP_GNU_implicit_pointer:
		describe_pointer(m, op);
		return true;
	}
	return false;
}

static bool is_piece(uint8_t code)
{
	return code == DW_OP_piece || code == DW_OP_bit_piece;
}

/* One operator, which is not a piece. */
static void step(struct machine *m, const struct dw_op *op)
{
	if (op->code == DW_OP_GNU_uninit)
		m->unsure = true;
	else if (m->described)
		m->broken = "an operator behind a finished description";
	else if (!step_push(m, op) && !step_stack(m, op) &&
		 !step_calculate(m, op) && !step_describe(m, op))
		m->broken = "it depends on other code or address spaces";
}

/* Run up to the next piece, which is then in @op, or to the end: op->code is
 * 0 then, which no operator has. */
static void run(struct machine *m, struct dw_op *op)
{
	*op = (struct dw_op){ .code = 0 };
	m->nr = 0;
	m->described = false;
	m->unsure = false;
	while (!m->broken && m->c.p < m->c.end) {
		m->broken = dw_op_read(&m->c, m->context->unit, op);
		if (m->broken || is_piece(op->code))
			return;
		step(m, op);
		op->code = 0;
	}
}

/* Where the piece that was described is; @bare: what a number on the stack is
 * that nothing was said of. */
static void conclude(struct machine *m, enum dw_loc_kind bare,
		     struct dw_loc *loc)
{
	if (!m->broken && !m->described && m->nr > 0) {
		describe_value(m);
		if (m->loc.kind == DW_LOC_VALUE)
			m->loc.kind = (uint8_t)bare;
	}
	if (m->broken)
		*loc = (struct dw_loc){
			.kind = DW_LOC_OTHER,
			.why = m->broken,
		};
	else if (m->described)
		*loc = m->loc;
	else
		*loc = (struct dw_loc){ .kind = DW_LOC_GONE };
	loc->unsure = m->unsure;
}

static void begin(struct machine *m, const struct dw_expr_context *context,
		  const uint8_t *expr, size_t size)
{
	m->context = context;
	m->c = (struct dw_cursor){ expr, expr + size, context->big_endian };
	m->broken = NULL;
}

/* Bits of a piece; what has more than 2^61 bytes is damage. */
static void piece_size(struct machine *m, const struct dw_op *op,
		       struct dw_loc *loc)
{
	if (op->code == DW_OP_bit_piece) {
		loc->bit_size = op->first;
		loc->reg_bit_off = op->second;
	} else if (__builtin_mul_overflow(op->first, 8, &loc->bit_size)) {
		m->broken = "a piece larger than any object";
	}
	if (loc->bit_size == 0)
		m->broken = "a piece of nothing";
}

int dw_expr_locate(const struct dw_expr_context *context, const uint8_t *expr,
		   size_t size, struct dw_locs *locs, struct lay_error *err)
{
	uint64_t bit_off = 0;
	size_t first = locs->nr;
	struct machine m;
	struct dw_op op;

	begin(&m, context, expr, size);
	do {
		struct dw_loc *loc;

		if (VEC_RESERVE(locs->list, locs->nr, locs->cap, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for a location");
		run(&m, &op);
		loc = &locs->list[locs->nr];
		conclude(&m, DW_LOC_MEMORY, loc);
		if (!m.broken && is_piece(op.code))
			piece_size(&m, &op, loc);
		loc->bit_off = bit_off;
		if (__builtin_add_overflow(bit_off, loc->bit_size, &bit_off))
			m.broken = "pieces larger than any object";
		locs->nr++;
		if (locs->nr - first > MAX_PIECES)
			m.broken = "more pieces than any object has";
		if (is_piece(op.code) && m.c.p == m.c.end)
			break;
	} while (!m.broken && m.c.p < m.c.end);
	if (!m.broken)
		return 0;
	/* what pieces came before is not to be trusted either */
	locs->nr = first + 1;
	locs->list[first] = (struct dw_loc){
		.kind = DW_LOC_OTHER,
		.why = m.broken,
	};
	return 0;
}

void dw_expr_value(const struct dw_expr_context *context, const uint8_t *expr,
		   size_t size, struct dw_loc *loc)
{
	struct machine m;
	struct dw_op op;

	begin(&m, context, expr, size);
	run(&m, &op);
	if (!m.broken && is_piece(op.code))
		m.broken = "a value in pieces";
	conclude(&m, DW_LOC_VALUE, loc);
	if (loc->kind == DW_LOC_REGISTER)
		loc->kind = DW_LOC_VALUE;
}
