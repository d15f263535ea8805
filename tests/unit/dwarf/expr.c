// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "dwarf/constants.h"
#include "dwarf/expr.h"
#include "unit/dwarf/dwarf-test.h"
#include "base/poison.h"

/* An expression, and where an object is by it; see write_loc(). */
struct row {
	const char *want;
	size_t len;
	uint8_t expr[40];
};

#define EXPR(...) sizeof((uint8_t[]){ __VA_ARGS__ }), { __VA_ARGS__ }

static const struct dw_unit unit_64 = {
	.version = 5, .addr_size = 8, .offset_size = 4,
};
static const struct dw_unit unit_32 = {
	.version = 5, .addr_size = 4, .offset_size = 4,
};
static const struct dw_term cfa = { .base = DW_BASE_CFA };
static const uint8_t addrs[] = {
	0x11, 0, 0, 0, 0, 0, 0, 0, 0x22, 0, 0, 0, 0, 0, 0, 0xff,
};

struct text {
	char s[400];
	size_t len;
};

static void __attribute__((format(printf, 2, 3)))
put(struct text *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	t->len += (size_t)vsnprintf(t->s + t->len, sizeof(t->s) - t->len, fmt,
				    ap);
	va_end(ap);
	assert_true(t->len < sizeof(t->s));
}

static void write_term(struct text *t, const struct dw_term *term)
{
	static const char *const bases[] = {
		"", "@", "r", "entry r", "cfa", "tls",
	};

	if (term->load_size)
		put(t, "*%u(", term->load_size);
	put(t, "%s", bases[term->base]);
	if (term->base == DW_BASE_REGISTER || term->base == DW_BASE_ENTRY)
		put(t, "%u", term->reg);
	if (term->base <= DW_BASE_ADDRESS)
		put(t, "0x%" PRIx64, (uint64_t)term->off);
	else
		put(t, "%+" PRId64, term->off);
	if (term->load_size)
		put(t, ")");
	if (term->cleared)
		put(t, "&~%" PRIx32, term->cleared);
	if (dw_term_is_computed(term))
		put(t, "%+" PRId64, term->after);
}

static void write_loc(struct text *t, const struct dw_loc *loc)
{
	switch ((enum dw_loc_kind)loc->kind) {
	case DW_LOC_GONE:
		put(t, "gone");
		break;
	case DW_LOC_REGISTER:
		put(t, "in ");
		break;
	case DW_LOC_MEMORY:
		put(t, "at ");
		break;
	case DW_LOC_VALUE:
		put(t, "is ");
		break;
	case DW_LOC_BYTES:
		put(t, "%u bytes from %02x", loc->nr_bytes,
		    loc->nr_bytes ? loc->bytes[0] : 0);
		break;
	case DW_LOC_POINTER:
		put(t, "to <%" PRIx64 ">%+" PRId64, loc->pointee,
		    loc->term.off);
		break;
	case DW_LOC_OTHER:
		put(t, "? %s", loc->why);
		break;
	}
	if (loc->kind == DW_LOC_REGISTER || loc->kind == DW_LOC_MEMORY ||
	    loc->kind == DW_LOC_VALUE)
		write_term(t, &loc->term);
	if (loc->unsure)
		put(t, " unsure");
	if (loc->bit_size)
		put(t, " [%" PRIu64 ",%" PRIu64 ")", loc->bit_off,
		    loc->bit_off + loc->bit_size);
	if (loc->reg_bit_off)
		put(t, " from bit %" PRIu64, loc->reg_bit_off);
}

static struct dw_expr_context context_of(const struct dw_unit *unit)
{
	return (struct dw_expr_context){
		.unit = unit,
		.frame_base = &cfa,
		.addrs = addrs,
		.addrs_size = sizeof(addrs),
	};
}

/* The expression in memory of its own length, so that reading past its end is
 * seen. */
static void locate(const struct dw_expr_context *context, const uint8_t *expr,
		   size_t len, struct text *t)
{
	struct lay_error err = { .text = "" };
	struct dw_locs locs = { .list = NULL };
	uint8_t *copy = malloc(len + 1);

	assert_non_null(copy);
	memcpy(copy + 1, expr, len);
	assert_ok(dw_expr_locate(context, copy + 1, len, &locs, &err), &err);
	assert_true(locs.nr > 0);
	t->len = 0;
	for (size_t i = 0; i < locs.nr; i++) {
		put(t, "%s", i ? "; " : "");
		write_loc(t, &locs.list[i]);
	}
	free(locs.list);
	free(copy);
}

static void check_rows(const struct dw_unit *unit, const struct row *rows,
		       size_t nr)
{
	struct dw_expr_context context = context_of(unit);
	struct text t;

	for (size_t i = 0; i < nr; i++) {
		locate(&context, rows[i].expr, rows[i].len, &t);
		if (strcmp(t.s, rows[i].want))
			fail_msg("row %zu: '%s', not '%s'", i, t.s,
				 rows[i].want);
	}
}

#define CHECK_ROWS(unit, rows) \
	check_rows(unit, rows, sizeof(rows) / sizeof((rows)[0]))

static void simple_places_are_told_as_they_are(void **state)
{
	static const struct row rows[] = {
		{ "gone", 0, { 0 } },
		{ "in r5+0", EXPR(DW_OP_reg5) },
		{ "in r17+0", EXPR(DW_OP_regx, 17) },
		{ "at r7+8", EXPR(DW_OP_breg7, 8) },
		{ "at r300-1", EXPR(DW_OP_bregx, 0xac, 2, 0x7f) },
		{ "at cfa-20", EXPR(DW_OP_fbreg, 0x6c) },
		{ "at cfa+0", EXPR(DW_OP_call_frame_cfa) },
		{ "at @0x1000", EXPR(DW_OP_addr, 0, 0x10, 0, 0, 0, 0, 0, 0) },
		{ "at @0xff00000000000022", EXPR(DW_OP_addrx, 1) },
		{ "at @0x11", EXPR(DW_OP_GNU_addr_index, 0) },
		{ "at tls+8", EXPR(DW_OP_const1u, 8, DW_OP_form_tls_address) },
		{ "at tls+16", EXPR(DW_OP_addr, 16, 0, 0, 0, 0, 0, 0, 0,
				    DW_OP_GNU_push_tls_address) },
		{ "gone", EXPR(DW_OP_nop) },
		{ "in r0+0 unsure", EXPR(DW_OP_reg0, DW_OP_GNU_uninit) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void values_that_lie_nowhere_are_told(void **state)
{
	static const struct row rows[] = {
		{ "is 0x11", EXPR(DW_OP_constx, 0, DW_OP_stack_value) },
		{ "is 0xfffffffffffffffe",
		  EXPR(DW_OP_const1s, 0xfe, DW_OP_stack_value) },
		{ "is 0x5", EXPR(DW_OP_lit5, DW_OP_stack_value) },
		{ "is r5-88",
		  EXPR(DW_OP_breg5, 0xa8, 0x7f, DW_OP_stack_value) },
		{ "is @0x1004",
		  EXPR(DW_OP_addr, 0, 0x10, 0, 0, 0, 0, 0, 0,
		       DW_OP_plus_uconst, 4, DW_OP_stack_value) },
		{ "3 bytes from aa",
		  EXPR(DW_OP_implicit_value, 3, 0xaa, 1, 2) },
		{ "to <1234>-2",
		  EXPR(DW_OP_implicit_pointer, 0x34, 0x12, 0, 0, 0x7e) },
		{ "to <40>+0",
		  EXPR(DW_OP_GNU_implicit_pointer, 0x40, 0, 0, 0, 0) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void values_at_entry_keep_their_register(void **state)
{
	static const struct row rows[] = {
		{ "is entry r5+0",
		  EXPR(DW_OP_entry_value, 1, DW_OP_reg5, DW_OP_stack_value) },
		{ "is entry r4+24",
		  EXPR(DW_OP_GNU_entry_value, 1, DW_OP_reg4,
		       DW_OP_plus_uconst, 24, DW_OP_stack_value) },
		{ "is entry r7+8",
		  EXPR(DW_OP_entry_value, 2, DW_OP_breg7, 8,
		       DW_OP_stack_value) },
		{ "is *8(entry r7+8)+0",
		  EXPR(DW_OP_entry_value, 3, DW_OP_breg7, 8, DW_OP_deref,
		       DW_OP_stack_value) },
		{ "? the entry value of an expression",
		  EXPR(DW_OP_entry_value, 3, DW_OP_breg7, 8, DW_OP_neg,
		       DW_OP_stack_value) },
		{ "? the entry value of an expression",
		  EXPR(DW_OP_entry_value, 0, DW_OP_stack_value) },
		{ "? the entry value of an expression",
		  EXPR(DW_OP_entry_value, 2, DW_OP_breg7, 0x80,
		       DW_OP_stack_value) },
		{ "? the entry value of an expression",
		  EXPR(DW_OP_entry_value, 3, DW_OP_entry_value, 1, DW_OP_reg5,
		       DW_OP_stack_value) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void one_load_is_followed(void **state)
{
	static const struct row rows[] = {
		{ "at *8(r7+8)+0", EXPR(DW_OP_breg7, 8, DW_OP_deref) },
		{ "is *4(r7+8)+5",
		  EXPR(DW_OP_breg7, 8, DW_OP_deref_size, 4, DW_OP_lit5,
		       DW_OP_plus, DW_OP_stack_value) },
		{ "is *8(0x40)-1",
		  EXPR(DW_OP_const1u, 0x40, DW_OP_deref, DW_OP_lit1,
		       DW_OP_minus, DW_OP_stack_value) },
		{ "? more than one load",
		  EXPR(DW_OP_breg7, 8, DW_OP_deref, DW_OP_deref) },
		{ "? a load of a size that no machine has",
		  EXPR(DW_OP_breg7, 8, DW_OP_deref_size, 9) },
		{ "? a load of a size that no machine has",
		  EXPR(DW_OP_breg7, 8, DW_OP_deref_size, 0) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void cleared_tags_are_followed(void **state)
{
	static const struct row rows[] = {
		{ "is *8(r4+88)&~1+0",
		  EXPR(DW_OP_breg4, 0xd8, 0, DW_OP_deref, DW_OP_const1s, 0xfe,
		       DW_OP_and, DW_OP_stack_value) },
		{ "is r7+0&~7+16",
		  EXPR(DW_OP_breg7, 0, DW_OP_const1s, 0xf8, DW_OP_and,
		       DW_OP_plus_uconst, 16, DW_OP_stack_value) },
		{ "at cfa+8&~f+0",
		  EXPR(DW_OP_call_frame_cfa, DW_OP_plus_uconst, 8,
		       DW_OP_const1s, 0xf0, DW_OP_and) },
		{ "? calculated from a register",	/* all but one of them */
		  EXPR(DW_OP_breg7, 0, DW_OP_const1s, 0xfd, DW_OP_and,
		       DW_OP_stack_value) },
		{ "? calculated from a register",	/* the tags alone */
		  EXPR(DW_OP_breg7, 0, DW_OP_lit7, DW_OP_and,
		       DW_OP_stack_value) },
		{ "? calculated from a register",	/* twice */
		  EXPR(DW_OP_breg7, 0, DW_OP_const1s, 0xf8, DW_OP_and,
		       DW_OP_const1s, 0xfe, DW_OP_and, DW_OP_stack_value) },
		{ "? calculated from a register",	/* of a sum */
		  EXPR(DW_OP_breg7, 0, DW_OP_deref, DW_OP_plus_uconst, 1,
		       DW_OP_const1s, 0xf8, DW_OP_and, DW_OP_stack_value) },
		{ "? a load from where bits were cleared",
		  EXPR(DW_OP_breg7, 0, DW_OP_const1s, 0xf8, DW_OP_and,
		       DW_OP_deref) },
		{ "is 0x10",
		  EXPR(DW_OP_const1u, 0x17, DW_OP_const1s, 0xf8, DW_OP_and,
		       DW_OP_stack_value) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void pieces_have_their_bits(void **state)
{
	static const struct row rows[] = {
		{ "in r5+0 [0,64); gone [64,128); at cfa+8 [128,160)",
		  EXPR(DW_OP_reg5, DW_OP_piece, 8, DW_OP_piece, 8,
		       DW_OP_fbreg, 8, DW_OP_piece, 4) },
		{ "in r0+0 [0,3) from bit 5; is 0x1 [3,8)",
		  EXPR(DW_OP_reg0, DW_OP_bit_piece, 3, 5, DW_OP_lit1,
		       DW_OP_stack_value, DW_OP_bit_piece, 5, 0) },
		{ "? calculated from a register [0,32); in r1+0 [32,64)",
		  EXPR(DW_OP_breg0, 0, DW_OP_neg, DW_OP_stack_value,
		       DW_OP_piece, 4, DW_OP_reg1, DW_OP_piece, 4) },
		{ "? a piece of nothing", EXPR(DW_OP_reg0, DW_OP_piece, 0) },
		{ "? a piece larger than any object",
		  EXPR(DW_OP_reg0, DW_OP_piece, 0xff, 0xff, 0xff, 0xff, 0xff,
		       0xff, 0xff, 0xff, 0x7f) },
		{ "? pieces larger than any object",
		  EXPR(DW_OP_bit_piece, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		       0xff, 0xff, 0xff, 1, 0, DW_OP_reg1, DW_OP_piece, 8) },
		/* nothing of it is to be trusted */
		{ "? an operator that is not known",
		  EXPR(DW_OP_reg5, DW_OP_piece, 8, 0xc0, DW_OP_piece, 8) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void constants_are_calculated_with(void **state)
{
	static const struct row rows[] = {
		{ "is 0x6", EXPR(DW_OP_lit2, DW_OP_lit3, DW_OP_mul,
				 DW_OP_stack_value) },
		{ "is 0xfffffffffffffffd",
		  EXPR(DW_OP_const1s, 0xfa, DW_OP_lit2, DW_OP_div,
		       DW_OP_stack_value) },
		/* what a processor traps at */
		{ "is 0x8000000000000000",
		  EXPR(DW_OP_const8u, 0, 0, 0, 0, 0, 0, 0, 0x80,
		       DW_OP_const1s, 0xff, DW_OP_div, DW_OP_stack_value) },
		{ "is 0x2", EXPR(DW_OP_lit17, DW_OP_lit5, DW_OP_mod,
				 DW_OP_stack_value) },
		{ "is 0x0", EXPR(DW_OP_lit1, DW_OP_const1u, 64, DW_OP_shl,
				 DW_OP_stack_value) },
		{ "is 0xffffffffffffffff",
		  EXPR(DW_OP_const1s, 0x80, DW_OP_const1u, 99, DW_OP_shra,
		       DW_OP_stack_value) },
		{ "is 0xffffffffffffffe0",
		  EXPR(DW_OP_const1s, 0x80, DW_OP_lit2, DW_OP_shra,
		       DW_OP_stack_value) },
		{ "is 0x1", EXPR(DW_OP_const1s, 0xff, DW_OP_const1u, 63,
				 DW_OP_shr, DW_OP_stack_value) },
		{ "is 0x1", EXPR(DW_OP_const1s, 0xff, DW_OP_lit1, DW_OP_lt,
				 DW_OP_stack_value) },
		{ "is 0x7", EXPR(DW_OP_const1s, 0xf9, DW_OP_abs,
				 DW_OP_stack_value) },
		{ "is 0xfffffffffffffff8",
		  EXPR(DW_OP_lit7, DW_OP_not, DW_OP_stack_value) },
		{ "is r3+7", EXPR(DW_OP_lit8, DW_OP_breg3, 0x7f, DW_OP_plus,
				  DW_OP_stack_value) },
	};
	static const struct row narrow[] = {
		{ "is 0xfffffffe",
		  EXPR(DW_OP_const1s, 0xfe, DW_OP_stack_value) },
		{ "is 0x1", EXPR(DW_OP_lit3, DW_OP_neg, DW_OP_lit1, DW_OP_lt,
				 DW_OP_stack_value) },
		{ "at @0x3", EXPR(DW_OP_addr, 0xff, 0xff, 0xff, 0xff,
				  DW_OP_plus_uconst, 4) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
	CHECK_ROWS(&unit_32, narrow);
}

static void the_stack_is_kept_in_step(void **state)
{
	static const struct row rows[] = {
		/* an entry that is not known is dropped again */
		{ "is 0x5", EXPR(DW_OP_lit5, DW_OP_breg1, 0, DW_OP_neg,
				 DW_OP_drop, DW_OP_stack_value) },
		{ "is r1+1", EXPR(DW_OP_breg1, 1, DW_OP_lit2, DW_OP_swap,
				  DW_OP_stack_value) },
		{ "is 0x1", EXPR(DW_OP_lit1, DW_OP_lit2, DW_OP_over,
				 DW_OP_stack_value) },
		{ "is 0x4", EXPR(DW_OP_lit2, DW_OP_dup, DW_OP_plus,
				 DW_OP_stack_value) },
		{ "is 0x1", EXPR(DW_OP_lit1, DW_OP_lit2, DW_OP_lit3,
				 DW_OP_pick, 2, DW_OP_stack_value) },
		/* 1 2 3 turns to 3 1 2: 2 is on top, and 1 below it */
		{ "is 0xffffffffffffffff",
		  EXPR(DW_OP_lit1, DW_OP_lit2, DW_OP_lit3, DW_OP_rot,
		       DW_OP_minus, DW_OP_stack_value) },
		{ "? an expression that takes more than it has",
		  EXPR(DW_OP_lit1, DW_OP_plus) },
		{ "? an expression that takes more than it has",
		  EXPR(DW_OP_lit1, DW_OP_pick, 1) },
		{ "? an expression that takes more than it has",
		  EXPR(DW_OP_lit1, DW_OP_lit2, DW_OP_rot) },
		{ "? an expression that takes more than it has",
		  EXPR(DW_OP_stack_value) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void what_is_not_simple_is_said_to_be_so(void **state)
{
	static const struct row rows[] = {
		{ "? a sum of more than one register",
		  EXPR(DW_OP_breg0, 0, DW_OP_breg1, 0, DW_OP_plus) },
		{ "? calculated from a register",
		  EXPR(DW_OP_breg0, 0, DW_OP_lit3, DW_OP_shl,
		       DW_OP_stack_value) },
		{ "? calculated from a register",
		  EXPR(DW_OP_lit1, DW_OP_lit0, DW_OP_div) },
		{ "? a value of a type",
		  EXPR(DW_OP_regval_type, 3, 0x20, DW_OP_stack_value) },
		{ "? a value of a type",
		  EXPR(DW_OP_breg1, 0, DW_OP_convert, 0x20,
		       DW_OP_stack_value) },
		{ "? it depends on other code or address spaces",
		  EXPR(DW_OP_lit1, DW_OP_bra, 0, 0) },
		{ "? it depends on other code or address spaces",
		  EXPR(DW_OP_skip, 0xfd, 0xff) },
		{ "? it depends on other code or address spaces",
		  EXPR(DW_OP_call4, 0, 0, 0, 0) },
		{ "? it depends on other code or address spaces",
		  EXPR(DW_OP_lit1, DW_OP_lit1, DW_OP_xderef) },
		{ "? the value of another variable",
		  EXPR(DW_OP_GNU_variable_value, 0, 0, 0, 0,
		       DW_OP_stack_value) },
		{ "? relative to an object that is not known",
		  EXPR(DW_OP_push_object_address) },
		{ "? thread storage of a place that is not known",
		  EXPR(DW_OP_breg0, 0, DW_OP_form_tls_address) },
		{ "? a register that no machine has",
		  EXPR(DW_OP_regx, 0x80, 0x80, 0x80, 1) },
		{ "? an operator behind a finished description",
		  EXPR(DW_OP_reg0, DW_OP_lit1) },
		{ "? an index past the end of .debug_addr",
		  EXPR(DW_OP_addrx, 2) },
		{ "? an operator that is not known", EXPR(0x00) },
		{ "? an operator that is not known", EXPR(0xff) },
		{ "? the expression is cut off",
		  EXPR(DW_OP_implicit_value, 9, 1, 2) },
	};

	(void)state;
	CHECK_ROWS(&unit_64, rows);
}

static void a_frame_base_that_is_not_known_makes_nothing_up(void **state)
{
	static const uint8_t expr[] = { DW_OP_fbreg, 0x70 };
	static const struct dw_term rbp = {
		.base = DW_BASE_REGISTER, .reg = 6, .off = 16,
	};
	struct dw_expr_context context = context_of(&unit_64);
	struct text t;

	(void)state;
	context.frame_base = &rbp;
	locate(&context, expr, sizeof(expr), &t);
	assert_string_equal(t.s, "at r6+0");
	context.frame_base = NULL;
	locate(&context, expr, sizeof(expr), &t);
	assert_string_equal(t.s, "? the frame base is not known");
}

static void values_of_calls_are_what_the_stack_ends_with(void **state)
{
	static const struct row rows[] = {
		{ "is r3+16", EXPR(DW_OP_breg3, 16) },
		{ "is r3+0", EXPR(DW_OP_reg3) },
		{ "is 0x9", EXPR(DW_OP_lit9) },
		{ "is 0x9", EXPR(DW_OP_lit9, DW_OP_stack_value) },
		{ "is entry r5+0", EXPR(DW_OP_entry_value, 1, DW_OP_reg5) },
		{ "? a value in pieces", EXPR(DW_OP_reg3, DW_OP_piece, 4) },
		{ "to <8>+4", EXPR(DW_OP_implicit_pointer, 8, 0, 0, 0, 4) },
		{ "gone", 0, { 0 } },
	};
	struct dw_expr_context context = context_of(&unit_64);
	struct dw_loc loc;
	struct text t;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		dw_expr_value(&context, rows[i].expr, rows[i].len, &loc);
		t.len = 0;
		write_loc(&t, &loc);
		assert_string_equal(t.s, rows[i].want);
	}
}

static void references_are_of_the_file_that_the_unit_is_in(void **state)
{
	static const uint8_t expr[] = {
		DW_OP_implicit_pointer, 0x34, 0x12, 0, 0, 0,
	};
	static const uint8_t wide[] = {
		DW_OP_implicit_pointer, 0, 0, 0, 0, 0, 0x80, 0, 0, 0,
	};
	struct dw_unit unit = unit_64;
	struct dw_expr_context context = context_of(&unit);
	struct text t;

	(void)state;
	unit.ref_addr_base = UINT64_C(3) << DW_PART_SHIFT;
	locate(&context, expr, sizeof(expr), &t);
	assert_string_equal(t.s, "to <30000001234>+0");
	unit.offset_size = 8;
	locate(&context, wide, sizeof(wide), &t);
	assert_string_equal(t.s, "? a reference that leads nowhere");
}

/* Deep stacks and long lists of pieces have their bounds. */
static void sizes_are_bounded(void **state)
{
	struct dw_expr_context context = context_of(&unit_64);
	uint8_t expr[4096];
	struct text t;

	(void)state;
	memset(expr, DW_OP_lit1, sizeof(expr));
	locate(&context, expr, 64, &t);
	assert_string_equal(t.s, "at 0x1");
	locate(&context, expr, 65, &t);
	assert_string_equal(t.s, "? an expression that needs too much stack");
	for (size_t i = 0; i < sizeof(expr); i += 2) {
		expr[i] = DW_OP_piece;
		expr[i + 1] = 1;
	}
	locate(&context, expr, sizeof(expr), &t);
	assert_string_equal(t.s, "? more pieces than any object has");
}

/* Every operator, with nothing, zeros and ones behind it, however it is cut. */
static void no_bytes_do_harm(void **state)
{
	struct dw_expr_context context = context_of(&unit_64);
	struct text t;
	uint8_t expr[24];

	(void)state;
	for (unsigned int op = 0; op < 0x10000; op++) {
		memset(expr, op & 1 ? 0xff : 0, sizeof(expr));
		expr[0] = (uint8_t)(op >> 8);
		expr[1] = (uint8_t)op;
		for (size_t len = 0; len <= sizeof(expr); len += 1 + len / 3)
			locate(&context, expr, len, &t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(simple_places_are_told_as_they_are),
		cmocka_unit_test(values_that_lie_nowhere_are_told),
		cmocka_unit_test(values_at_entry_keep_their_register),
		cmocka_unit_test(one_load_is_followed),
		cmocka_unit_test(cleared_tags_are_followed),
		cmocka_unit_test(pieces_have_their_bits),
		cmocka_unit_test(constants_are_calculated_with),
		cmocka_unit_test(the_stack_is_kept_in_step),
		cmocka_unit_test(what_is_not_simple_is_said_to_be_so),
		cmocka_unit_test(
			a_frame_base_that_is_not_known_makes_nothing_up),
		cmocka_unit_test(values_of_calls_are_what_the_stack_ends_with),
		cmocka_unit_test(
			references_are_of_the_file_that_the_unit_is_in),
		cmocka_unit_test(sizes_are_bounded),
		cmocka_unit_test(no_bytes_do_harm),
	};

	return cmocka_run_group_tests_name("dwarf/expr", tests, NULL, NULL);
}
