// SPDX-License-Identifier: GPL-2.0-only
/* Code described by hand: the encodings that no compiler here writes, and what
 * is damaged. */
#include <config.h>

#include "dwarf/constants.h"
#include "unit/dwarf/scopes-test.h"
#include "base/poison.h"

#define TEXT_ADDR	0x10000
#define TEXT_SIZE	0x1000
/* Where the list of each test begins, so that it is not at 0. */
#define LIST_OFF	16

/* A file with one unit, open: its first DIE is in @head, "int" is there. */
struct code {
	struct dwarf_writer w;
	struct scopes_test t;
	size_t int_off;
	const struct dw_scope_unit *unit;
};

static void begin(struct code *c, unsigned int version, unsigned int addr_size,
		  bool big_endian)
{
	dwarf_writer_init(&c->w, version);
	c->w.addr_size = addr_size;
	if (big_endian)
		dwarf_writer_set_big_endian(&c->w);
	c->w.text_addr = TEXT_ADDR;
	c->w.text_size = TEXT_SIZE;
	byte_buf_fill(&c->w.loc, 0xee, LIST_OFF);
	byte_buf_fill(&c->w.loclists, 0xee, LIST_OFF);
	byte_buf_fill(&c->w.ranges, 0xee, LIST_OFF);
	byte_buf_fill(&c->w.rnglists, 0xee, LIST_OFF);
	byte_buf_fill(&c->w.addr, 0xee, 8);
	byte_buf_uint(&c->w.addr, TEXT_ADDR + 0x100, addr_size);
	byte_buf_uint(&c->w.addr, TEXT_ADDR + 0x180, addr_size);
	dwarf_writer_unit(&c->w, DW_UT_compile);
}

/* The first DIE; lists are counted from LIST_OFF, addresses from 8. */
static void open_unit(struct code *c)
{
	if (c->w.version >= 5)
		DIE_OPEN(&c->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"),
			 NUM(DW_AT_language, DW_LANG_C11),
			 NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR),
			 NUM_IN(DW_AT_addr_base, DW_FORM_sec_offset, 8),
			 NUM_IN(DW_AT_loclists_base, DW_FORM_sec_offset,
				LIST_OFF),
			 NUM_IN(DW_AT_rnglists_base, DW_FORM_sec_offset,
				LIST_OFF));
	else
		DIE_OPEN(&c->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"),
			 NUM(DW_AT_language, DW_LANG_C99),
			 NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR));
	c->int_off = DIE(&c->w, DW_TAG_base_type, STR(DW_AT_name, "int"),
			 NUM(DW_AT_byte_size, 4),
			 NUM(DW_AT_encoding, DW_ATE_signed));
}

static void begin_code(struct code *c, unsigned int version)
{
	begin(c, version, 8, false);
	open_unit(c);
}

/* A function of 0x80 bytes at @addr, open. */
static void open_function(struct code *c, const char *name, uint64_t addr)
{
	DIE_OPEN(&c->w, DW_TAG_subprogram, STR(DW_AT_name, name),
		 NUM_IN(DW_AT_low_pc, DW_FORM_addr, addr),
		 NUM(DW_AT_high_pc, 0x80), FLAG(DW_AT_prototyped));
}

/* End the unit, and read it. */
static void read_code(struct code *c)
{
	dwarf_writer_close(&c->w);
	dwarf_writer_unit_end(&c->w);
	dwarf_test_open(&c->t.d, &c->w);
	scopes_test_begin(&c->t);
	c->unit = scopes_test_read(&c->t, 0);
}

static void end_code(struct code *c)
{
	scopes_test_close(&c->t);
}

/* A function with one variable, whose location is @form @value. */
static void one_variable(struct code *c, unsigned int form, uint64_t value)
{
	open_function(c, "f", TEXT_ADDR);
	DIE(&c->w, DW_TAG_variable, STR(DW_AT_name, "x"),
	    REF(DW_AT_type, c->int_off), NUM_IN(DW_AT_location, form, value));
	dwarf_writer_close(&c->w);
}

/* An entry's expression: DW_OP_reg@reg. */
static void put_expr(struct byte_buf *b, unsigned int reg)
{
	byte_buf_u8(b, 1);
	byte_buf_u8(b, (uint8_t)(DW_OP_reg0 + reg));
}

/* An entry of each kind, in register 0, 1, 2, ... by turns. */
static void put_loclist(struct byte_buf *b, unsigned int addr_size)
{
	byte_buf_u8(b, DW_LLE_offset_pair);	/* from the unit's low pc */
	byte_buf_uleb(b, 0);
	byte_buf_uleb(b, 8);
	put_expr(b, 0);
	byte_buf_u8(b, DW_LLE_base_addressx);
	byte_buf_uleb(b, 0);
	byte_buf_u8(b, DW_LLE_offset_pair);
	byte_buf_uleb(b, 4);
	byte_buf_uleb(b, 6);
	put_expr(b, 1);
	byte_buf_u8(b, DW_LLE_startx_endx);
	byte_buf_uleb(b, 0);
	byte_buf_uleb(b, 1);
	put_expr(b, 2);
	byte_buf_u8(b, DW_LLE_startx_length);
	byte_buf_uleb(b, 1);
	byte_buf_uleb(b, 0x10);
	put_expr(b, 3);
	byte_buf_u8(b, DW_LLE_default_location);
	put_expr(b, 4);
	byte_buf_u8(b, DW_LLE_base_address);
	byte_buf_uint(b, TEXT_ADDR + 0x200, addr_size);
	byte_buf_u8(b, 9);			/* GNU's pair of views */
	byte_buf_uleb(b, 300);
	byte_buf_uleb(b, 1);
	byte_buf_u8(b, DW_LLE_offset_pair);
	byte_buf_uleb(b, 1);
	byte_buf_uleb(b, 2);
	put_expr(b, 5);
	byte_buf_u8(b, DW_LLE_offset_pair);	/* an empty one */
	byte_buf_uleb(b, 2);
	byte_buf_uleb(b, 2);
	put_expr(b, 9);
	byte_buf_u8(b, DW_LLE_start_end);
	byte_buf_uint(b, TEXT_ADDR + 0x300, addr_size);
	byte_buf_uint(b, TEXT_ADDR + 0x303, addr_size);
	put_expr(b, 6);
	byte_buf_u8(b, DW_LLE_start_length);
	byte_buf_uint(b, TEXT_ADDR + 0x400, addr_size);
	byte_buf_uleb(b, 5);
	put_expr(b, 7);
	byte_buf_u8(b, DW_LLE_end_of_list);
	byte_buf_fill(b, 0xee, 4);
}

static void assert_place(const struct dw_variable *v, size_t i, uint64_t low,
			 uint64_t high, unsigned int reg)
{
	const struct dw_place_at *p = &v->places[i];

	assert_false(p->all || p->otherwise);
	assert_int_equal(p->range.low, TEXT_ADDR + low);
	assert_int_equal(p->range.high, TEXT_ADDR + high);
	assert_int_equal(p->nr_pieces, 1);
	assert_int_equal(p->pieces[0].kind, DW_LOC_REGISTER);
	assert_int_equal(p->pieces[0].term.reg, reg);
}

static void check_loclist(unsigned int addr_size, bool big_endian, bool indexed)
{
	const struct dw_variable *v;
	struct code c;

	begin(&c, 5, addr_size, big_endian);
	open_unit(&c);
	/* the table of offsets at the base has two */
	byte_buf_u32(&c.w.loclists, 0x7fffffff);
	byte_buf_u32(&c.w.loclists, 8);
	one_variable(&c, indexed ? DW_FORM_loclistx : DW_FORM_sec_offset,
		     indexed ? 1 : LIST_OFF + 8);
	put_loclist(&c.w.loclists, addr_size);
	read_code(&c);
	assert_int_equal(c.unit->nr_damaged, 0);
	assert_int_equal(c.unit->nr_functions, 1);
	v = &c.unit->functions[0].variables[0];
	assert_int_equal(v->nr_places, 8);
	assert_place(v, 0, 0, 8, 0);
	assert_place(v, 1, 0x104, 0x106, 1);
	assert_place(v, 2, 0x100, 0x180, 2);
	assert_place(v, 3, 0x180, 0x190, 3);
	assert_true(v->places[4].otherwise);
	assert_int_equal(v->places[4].pieces[0].term.reg, 4);
	assert_place(v, 5, 0x201, 0x202, 5);
	assert_place(v, 6, 0x300, 0x303, 6);
	assert_place(v, 7, 0x400, 0x405, 7);
	end_code(&c);
}

static void lists_of_places_have_entries_of_every_kind(void **state)
{
	(void)state;
	check_loclist(8, false, false);
	check_loclist(8, false, true);
	check_loclist(8, true, false);
	check_loclist(4, true, true);
	check_loclist(4, false, false);
}

/* .debug_loc, with lengths of two bytes and -1 for a base. */
static void check_old_list(unsigned int version, unsigned int form,
			   unsigned int addr_size)
{
	struct byte_buf *b;
	const struct dw_variable *v;
	struct code c;

	begin(&c, version, addr_size, false);
	open_unit(&c);
	one_variable(&c, form, LIST_OFF);
	b = &c.w.loc;
	byte_buf_uint(b, 4, addr_size);
	byte_buf_uint(b, 6, addr_size);
	byte_buf_u16(b, 1);
	byte_buf_u8(b, DW_OP_reg3);
	byte_buf_uint(b, UINT64_MAX, addr_size);
	byte_buf_uint(b, TEXT_ADDR + 0x40, addr_size);
	byte_buf_uint(b, 1, addr_size);
	byte_buf_uint(b, 2, addr_size);
	byte_buf_u16(b, 1);
	byte_buf_u8(b, DW_OP_reg5);
	byte_buf_fill(b, 0, 2 * addr_size);
	byte_buf_fill(b, 0xee, 4);
	read_code(&c);
	v = &c.unit->functions[0].variables[0];
	assert_int_equal(v->nr_places, 2);
	assert_place(v, 0, 4, 6, 3);
	assert_place(v, 1, 0x41, 0x42, 5);
	end_code(&c);
}

static void lists_of_places_before_dwarf_5_are_read_too(void **state)
{
	(void)state;
	check_old_list(4, DW_FORM_sec_offset, 8);
	check_old_list(3, DW_FORM_data4, 8);
	check_old_list(2, DW_FORM_data4, 4);
}

static void put_rnglist(struct byte_buf *b)
{
	byte_buf_u8(b, DW_RLE_offset_pair);
	byte_buf_uleb(b, 0x10);
	byte_buf_uleb(b, 0x18);
	byte_buf_u8(b, DW_RLE_base_addressx);
	byte_buf_uleb(b, 1);
	byte_buf_u8(b, DW_RLE_offset_pair);
	byte_buf_uleb(b, 0);
	byte_buf_uleb(b, 1);
	byte_buf_u8(b, DW_RLE_startx_endx);
	byte_buf_uleb(b, 0);
	byte_buf_uleb(b, 1);
	byte_buf_u8(b, DW_RLE_startx_length);
	byte_buf_uleb(b, 1);
	byte_buf_uleb(b, 2);
	byte_buf_u8(b, DW_RLE_base_address);
	byte_buf_u64(b, TEXT_ADDR + 0x200);
	byte_buf_u8(b, DW_RLE_offset_pair);
	byte_buf_uleb(b, 3);
	byte_buf_uleb(b, 4);
	byte_buf_u8(b, DW_RLE_offset_pair);	/* an empty one */
	byte_buf_uleb(b, 3);
	byte_buf_uleb(b, 3);
	byte_buf_u8(b, DW_RLE_start_end);
	byte_buf_u64(b, TEXT_ADDR + 0x300);
	byte_buf_u64(b, TEXT_ADDR + 0x301);
	byte_buf_u8(b, DW_RLE_start_length);
	byte_buf_u64(b, TEXT_ADDR + 0x400);
	byte_buf_uleb(b, 5);
	byte_buf_u8(b, DW_RLE_end_of_list);
	byte_buf_fill(b, 0xee, 4);
}

static void assert_ranges(const struct dw_block *b, const uint64_t *pairs,
			  uint32_t nr)
{
	assert_int_equal(b->nr_ranges, nr);
	for (uint32_t i = 0; i < nr; i++) {
		assert_int_equal(b->ranges[i].low, TEXT_ADDR + pairs[2 * i]);
		assert_int_equal(b->ranges[i].high,
				 TEXT_ADDR + pairs[2 * i + 1]);
	}
}

static void a_function_in_ranges(struct code *c, unsigned int form,
				 uint64_t value)
{
	DIE(&c->w, DW_TAG_subprogram, STR(DW_AT_name, "f"),
	    NUM_IN(DW_AT_ranges, form, value));
}

static void lists_of_ranges_have_entries_of_every_kind(void **state)
{
	static const uint64_t want[] = {
		0x10, 0x18, 0x180, 0x181, 0x100, 0x180, 0x180, 0x182,
		0x203, 0x204, 0x300, 0x301, 0x400, 0x405,
	};
	struct code c;

	(void)state;
	for (int indexed = 0; indexed < 2; indexed++) {
		begin_code(&c, 5);
		byte_buf_u32(&c.w.rnglists, 4);
		a_function_in_ranges(&c, indexed ? DW_FORM_rnglistx
						 : DW_FORM_sec_offset,
				     indexed ? 0 : LIST_OFF + 4);
		put_rnglist(&c.w.rnglists);
		read_code(&c);
		assert_int_equal(c.unit->nr_functions, 1);
		assert_ranges(&c.unit->functions[0].blocks[0], want, 7);
		assert_int_equal(c.unit->functions[0].entry, TEXT_ADDR + 0x10);
		end_code(&c);
	}
}

static void lists_of_ranges_before_dwarf_5_are_read_too(void **state)
{
	static const uint64_t want[] = { 1, 2, 0x83, 0x84 };
	struct code c;

	(void)state;
	begin_code(&c, 4);
	a_function_in_ranges(&c, DW_FORM_sec_offset, LIST_OFF);
	byte_buf_u64(&c.w.ranges, 1);
	byte_buf_u64(&c.w.ranges, 2);
	byte_buf_u64(&c.w.ranges, UINT64_MAX);
	byte_buf_u64(&c.w.ranges, TEXT_ADDR + 0x80);
	byte_buf_u64(&c.w.ranges, 3);
	byte_buf_u64(&c.w.ranges, 4);
	byte_buf_fill(&c.w.ranges, 0, 16);
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 1);
	assert_ranges(&c.unit->functions[0].blocks[0], want, 2);
	end_code(&c);
}

static void the_end_of_a_function_is_an_address_or_a_length(void **state)
{
	static const uint64_t want[] = { 0x20, 0x30, 0x100, 0x140 };
	struct code c;

	(void)state;
	begin_code(&c, 5);
	DIE(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "f"),
	    NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR + 0x20),
	    NUM_IN(DW_AT_high_pc, DW_FORM_addr, TEXT_ADDR + 0x30));
	DIE(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "g"),
	    NUM_IN(DW_AT_low_pc, DW_FORM_addrx, 0),
	    NUM_IN(DW_AT_high_pc, DW_FORM_data4, 0x40));
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 2);
	assert_ranges(&c.unit->functions[0].blocks[0], want, 1);
	assert_ranges(&c.unit->functions[1].blocks[0], want + 2, 1);
	end_code(&c);
}

static void a_damaged_list_takes_nothing_with_it(void **state)
{
	const struct dw_function *f;
	const struct dw_place_at *p;
	struct code c;

	(void)state;
	begin_code(&c, 5);
	open_function(&c, "f", TEXT_ADDR);
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "x"),
	    NUM_IN(DW_AT_location, DW_FORM_sec_offset, LIST_OFF));
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "far"),
	    NUM_IN(DW_AT_location, DW_FORM_sec_offset, 0x10000));
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "y"),
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, "\x53", 1));
	dwarf_writer_close(&c.w);
	byte_buf_u8(&c.w.loclists, DW_LLE_offset_pair);
	byte_buf_uleb(&c.w.loclists, 1);
	byte_buf_uleb(&c.w.loclists, 2);
	put_expr(&c.w.loclists, 1);
	byte_buf_u8(&c.w.loclists, 0x77);	/* no such kind */
	read_code(&c);
	f = &c.unit->functions[0];
	assert_int_equal(f->nr_variables, 3);
	assert_int_equal(f->variables[0].nr_places, 2);
	assert_place(&f->variables[0], 0, 1, 2, 1);
	p = &f->variables[0].places[1];
	assert_true(p->all);
	assert_int_equal(p->pieces[0].kind, DW_LOC_OTHER);
	assert_string_equal(p->pieces[0].why, "its list is damaged");
	assert_int_equal(f->variables[1].places[0].pieces[0].kind,
			 DW_LOC_OTHER);
	assert_int_equal(f->variables[2].places[0].pieces[0].term.reg, 3);
	end_code(&c);
}

/* That many variables share one long list must not cost its length for each. */
static void lists_that_are_shared_without_end_have_a_bound(void **state)
{
	const struct dw_function *f;
	size_t nr = 0, list_size;
	struct code c;

	(void)state;
	begin_code(&c, 5);
	open_function(&c, "f", TEXT_ADDR);
	for (int i = 0; i < 100; i++)
		DIE(&c.w, DW_TAG_variable,
		    NUM_IN(DW_AT_location, DW_FORM_sec_offset, LIST_OFF));
	dwarf_writer_close(&c.w);
	for (int i = 0; i < 100; i++) {
		byte_buf_u8(&c.w.loclists, DW_LLE_default_location);
		put_expr(&c.w.loclists, 1);
	}
	byte_buf_u8(&c.w.loclists, DW_LLE_end_of_list);
	list_size = c.w.loclists.len;
	read_code(&c);
	f = &c.unit->functions[0];
	assert_int_equal(f->nr_variables, 100);
	for (size_t i = 0; i < f->nr_variables; i++)
		nr += f->variables[i].nr_places;
	assert_true(nr >= 200 && nr < 2 * list_size + 100);
	end_code(&c);
}

/* The same of ranges; entries that add none cost as much. */
static void ranges_that_are_shared_without_end_have_a_bound(void **state)
{
	size_t nr = 0;
	struct code c;

	(void)state;
	begin_code(&c, 5);
	open_function(&c, "f", TEXT_ADDR);
	for (int i = 0; i < 100; i++)
		DIE(&c.w, DW_TAG_lexical_block,
		    NUM_IN(DW_AT_ranges, DW_FORM_sec_offset, LIST_OFF));
	dwarf_writer_close(&c.w);
	for (int i = 0; i < 100; i++) {
		byte_buf_u8(&c.w.rnglists, DW_RLE_base_address);
		byte_buf_u64(&c.w.rnglists, TEXT_ADDR);
	}
	byte_buf_u8(&c.w.rnglists, DW_RLE_offset_pair);
	byte_buf_uleb(&c.w.rnglists, 1);
	byte_buf_uleb(&c.w.rnglists, 2);
	byte_buf_u8(&c.w.rnglists, DW_RLE_end_of_list);
	read_code(&c);
	assert_int_equal(c.unit->functions[0].nr_blocks, 101);
	for (size_t i = 1; i < 101; i++)
		nr += c.unit->functions[0].blocks[i].nr_ranges;
	assert_int_equal(nr, 2);
	assert_int_equal(c.unit->nr_damaged, 98);
	end_code(&c);
}

static void what_the_linker_dropped_is_left_out(void **state)
{
	static const char at_zero[] = "\x03\0\0\0\0\0\0\0\0";
	static const char in_text[] = "\x03\x08\x00\x01\0\0\0\0\0";
	struct code c;
	size_t nr;

	(void)state;
	begin_code(&c, 4);
	open_function(&c, "dropped", 0);
	dwarf_writer_close(&c.w);
	open_function(&c, "kept", TEXT_ADDR + 0x80);
	dwarf_writer_close(&c.w);
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "gone"),
	    REF(DW_AT_type, c.int_off),
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, at_zero, 9));
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "there"),
	    REF(DW_AT_type, c.int_off), FLAG(DW_AT_external),
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, in_text, 9));
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 1);
	assert_string_equal(c.unit->functions[0].proto->name, "kept");
	assert_int_equal(c.unit->nr_globals, 1);
	assert_string_equal(c.unit->globals[0].name, "there");
	assert_int_equal(c.unit->globals[0].addr, TEXT_ADDR + 8);
	assert_int_equal(c.unit->globals[0].size, 4);
	assert_int_equal(c.unit->globals[0].flags, DW_GLOBAL_EXTERNAL);
	scopes_test_index(&c.t);
	dw_scopes_entries(c.t.scopes, &nr);
	assert_int_equal(nr, 1);
	dw_scopes_globals(c.t.scopes, &nr);
	assert_int_equal(nr, 1);
	end_code(&c);
}

static void a_function_in_a_function_is_read_for_itself(void **state)
{
	struct code c;

	(void)state;
	begin_code(&c, 5);
	open_function(&c, "outer", TEXT_ADDR);
	open_function(&c, "inner", TEXT_ADDR + 0x80);
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "x"));
	dwarf_writer_close(&c.w);
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "y"));
	dwarf_writer_close(&c.w);
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 2);
	assert_string_equal(c.unit->functions[0].proto->name, "outer");
	assert_int_equal(c.unit->functions[0].nr_variables, 1);
	assert_string_equal(c.unit->functions[0].variables[0].name, "y");
	assert_string_equal(c.unit->functions[1].proto->name, "inner");
	assert_string_equal(c.unit->functions[1].variables[0].name, "x");
	end_code(&c);
}

/* GCC leaves parameters out of copies that do not need them. */
static void parameters_are_counted_by_the_prototype(void **state)
{
	size_t abstract, first, second;
	const struct dw_function *f;
	struct code c;

	(void)state;
	begin_code(&c, 5);
	abstract = DIE_OPEN(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "f"),
			    REF(DW_AT_type, c.int_off), FLAG(DW_AT_prototyped),
			    NUM(DW_AT_inline, DW_INL_inlined));
	first = DIE(&c.w, DW_TAG_formal_parameter, STR(DW_AT_name, "a"),
		    REF(DW_AT_type, c.int_off));
	second = DIE(&c.w, DW_TAG_formal_parameter, STR(DW_AT_name, "b"),
		     REF(DW_AT_type, c.int_off));
	dwarf_writer_close(&c.w);
	DIE_OPEN(&c.w, DW_TAG_subprogram, REF(DW_AT_abstract_origin, abstract),
		 NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR),
		 NUM(DW_AT_high_pc, 0x80));
	DIE(&c.w, DW_TAG_formal_parameter, REF(DW_AT_abstract_origin, second));
	DIE_OPEN(&c.w, DW_TAG_inlined_subroutine,
		 REF(DW_AT_abstract_origin, abstract),
		 NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR + 8),
		 NUM(DW_AT_high_pc, 8), NUM(DW_AT_call_line, 44));
	DIE(&c.w, DW_TAG_formal_parameter, REF(DW_AT_abstract_origin, second));
	DIE(&c.w, DW_TAG_formal_parameter, REF(DW_AT_abstract_origin, first));
	dwarf_writer_close(&c.w);
	dwarf_writer_close(&c.w);
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 1);
	f = &c.unit->functions[0];
	assert_string_equal(f->proto->name, "f");
	assert_int_equal(f->proto->die_off, abstract);
	assert_true(f->proto->flags & DW_PROTO_INLINE);
	assert_int_equal(f->proto->type->nr_params, 2);
	assert_int_equal(f->nr_variables, 3);
	assert_string_equal(f->variables[0].name, "b");
	assert_int_equal(f->variables[0].param, 1);
	assert_int_equal(f->variables[0].origin_off, second);
	assert_int_equal(f->variables[1].param, 1);
	assert_int_equal(f->variables[1].block, 1);
	assert_int_equal(f->variables[2].param, 0);
	assert_int_equal(f->blocks[1].call_line, 44);
	assert_ptr_equal(f->blocks[1].proto->type, f->proto->type);
	end_code(&c);
}

/* DWARF 4 has call sites as GNU's. */
static void calls_before_dwarf_5_are_gnus(void **state)
{
	const struct dw_call *call;
	struct code c;
	size_t callee;

	(void)state;
	begin_code(&c, 4);
	callee = DIE(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "callee"),
		     FLAG(DW_AT_declaration), FLAG(DW_AT_prototyped));
	open_function(&c, "f", TEXT_ADDR);
	DIE_OPEN(&c.w, DW_TAG_GNU_call_site,
		 NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR + 0x20),
		 REF(DW_AT_abstract_origin, callee));
	DIE(&c.w, DW_TAG_GNU_call_site_parameter,
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, "\x55", 1),
	    BLOCK_IN(DW_AT_GNU_call_site_value, DW_FORM_exprloc, "\x73\x08",
		     2));
	dwarf_writer_close(&c.w);
	DIE(&c.w, DW_TAG_GNU_call_site, FLAG(DW_AT_GNU_tail_call),
	    NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR + 0x10),
	    BLOCK_IN(DW_AT_GNU_call_site_target, DW_FORM_exprloc, "\x50", 1));
	dwarf_writer_close(&c.w);
	read_code(&c);
	assert_int_equal(c.unit->functions[0].nr_calls, 2);
	/* by the address behind them */
	call = &c.unit->functions[0].calls[0];
	assert_int_equal(call->return_pc, TEXT_ADDR + 0x10);
	assert_int_equal(call->flags, DW_CALL_TAIL | DW_CALL_RETURN_PC);
	assert_null(call->callee);
	assert_int_equal(call->target.kind, DW_LOC_VALUE);
	assert_int_equal(call->target.term.reg, 0);
	call++;
	assert_string_equal(call->callee->name, "callee");
	assert_true(call->callee->flags & DW_PROTO_DECLARATION);
	assert_int_equal(call->nr_params, 1);
	assert_int_equal(call->params[0].where.term.reg, 5);
	assert_int_equal(call->params[0].value.term.reg, 3);
	assert_int_equal(call->params[0].value.term.off, 8);
	assert_int_equal(call->params[0].pointed.kind, DW_LOC_GONE);
	end_code(&c);
}

/* What is in front of the damage stands, and the unit says what is not. */
static void damage_ends_a_unit_where_it_is(void **state)
{
	struct code c;

	(void)state;
	begin_code(&c, 5);
	open_function(&c, "f", TEXT_ADDR);
	dwarf_writer_close(&c.w);
	open_function(&c, "g", TEXT_ADDR + 0x80);
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "x"));
	byte_buf_u8(&c.w.info, 0x7f);		/* no such abbreviation */
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 2);
	assert_int_equal(c.unit->functions[1].nr_variables, 1);
	assert_true(c.unit->nr_damaged > 0);
	assert_non_null(strstr(c.unit->damage, "no abbreviation 127"));
	end_code(&c);
}

static void a_reference_that_leads_nowhere_costs_one_prototype(void **state)
{
	struct code c;

	(void)state;
	begin_code(&c, 5);
	open_function(&c, "f", TEXT_ADDR);
	DIE(&c.w, DW_TAG_call_site,
	    NUM_IN(DW_AT_call_return_pc, DW_FORM_addr, TEXT_ADDR + 4),
	    NUM_IN(DW_AT_call_origin, DW_FORM_ref_addr, 0x7fffff));
	DIE(&c.w, DW_TAG_variable, STR(DW_AT_name, "x"),
	    NUM_IN(DW_AT_type, DW_FORM_ref_addr, 0x7fffff));
	dwarf_writer_close(&c.w);
	read_code(&c);
	assert_int_equal(c.unit->nr_functions, 1);
	assert_int_equal(c.unit->functions[0].nr_calls, 1);
	assert_int_equal(c.unit->functions[0].calls[0].callee->type->kind,
			 LAY_KIND_UNKNOWN);
	assert_int_equal(c.unit->functions[0].variables[0].type->kind,
			 LAY_KIND_UNKNOWN);
	assert_int_equal(c.unit->nr_damaged, 1);
	end_code(&c);
}

/* A type that is made of itself, with no record in between, has no end. */
static void a_type_made_of_itself_is_unknown(void **state)
{
	const struct lay_type *type;
	size_t pointer, where;
	struct code c;

	(void)state;
	begin_code(&c, 5);
	pointer = DIE(&c.w, DW_TAG_pointer_type, REF_LATER(DW_AT_type, &where));
	dwarf_writer_point(&c.w, where,
			   DIE(&c.w, DW_TAG_const_type,
			       REF(DW_AT_type, pointer)));
	open_function(&c, "f", TEXT_ADDR);
	DIE(&c.w, DW_TAG_variable, REF(DW_AT_type, pointer));
	dwarf_writer_close(&c.w);
	read_code(&c);
	type = c.unit->functions[0].variables[0].type;
	assert_int_equal(type->kind, LAY_KIND_POINTER);
	assert_int_equal(type->target->kind, LAY_KIND_CONST);
	assert_int_equal(type->target->target->kind, LAY_KIND_UNKNOWN);
	assert_string_equal(type->target->target->why, "refers to itself");
	end_code(&c);
}

/* Of what is in assembler, C's declaration says the type. */
static void what_is_in_assembler_has_the_type_of_its_declaration(void **state)
{
	const struct dw_entry *e;
	struct code c;

	(void)state;
	begin_code(&c, 5);
	DIE(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "__builtin_copy"),
	    STR(DW_AT_linkage_name, "copy"), FLAG(DW_AT_declaration));
	DIE_OPEN(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "copy"),
		 REF(DW_AT_type, c.int_off), FLAG(DW_AT_declaration),
		 FLAG(DW_AT_prototyped));
	DIE(&c.w, DW_TAG_formal_parameter, REF(DW_AT_type, c.int_off));
	dwarf_writer_close(&c.w);
	dwarf_writer_close(&c.w);
	dwarf_writer_unit_end(&c.w);
	dwarf_writer_unit(&c.w, DW_UT_compile);
	DIE_OPEN(&c.w, DW_TAG_compile_unit,
		 NUM(DW_AT_language, DW_LANG_Mips_Assembler));
	DIE(&c.w, DW_TAG_subprogram, STR(DW_AT_name, "copy"),
	    NUM_IN(DW_AT_low_pc, DW_FORM_addr, TEXT_ADDR),
	    NUM(DW_AT_high_pc, 8));
	read_code(&c);
	scopes_test_index(&c.t);
	e = dw_scopes_entry_at(c.t.scopes, TEXT_ADDR);
	assert_non_null(e);
	assert_true(e->assembler);
	assert_int_equal(e->proto.type->nr_params, 1);
	assert_ptr_equal(dw_scopes_proto_named(c.t.scopes, "copy")->type,
			 e->proto.type);
	assert_null(dw_scopes_proto_named(c.t.scopes, "__builtin_copy"));
	end_code(&c);
}

/* One name for two records: no declaration tells which is meant. */
static void a_name_of_records_that_differ_is_not_guessed(void **state)
{
	static const unsigned int sizes[][2] = { { 8, 8 }, { 8, 16 } };
	const struct lay_type *type;
	struct code c;
	size_t decl, pointer;

	(void)state;
	for (int i = 0; i < 2; i++) {
		begin_code(&c, 5);
		decl = DIE(&c.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			   FLAG(DW_AT_declaration));
		pointer = DIE(&c.w, DW_TAG_pointer_type, REF(DW_AT_type, decl));
		open_function(&c, "f", TEXT_ADDR);
		DIE(&c.w, DW_TAG_variable, REF(DW_AT_type, pointer));
		dwarf_writer_close(&c.w);
		for (int j = 0; j < 2; j++) {
			dwarf_writer_close(&c.w);
			dwarf_writer_unit_end(&c.w);
			dwarf_writer_unit(&c.w, DW_UT_compile);
			open_unit(&c);
			DIE(&c.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			    NUM(DW_AT_byte_size, sizes[i][j]));
		}
		read_code(&c);
		type = c.unit->functions[0].variables[0].type;
		assert_true(type->target->flags & LAY_TYPE_DECLARATION);
		scopes_test_index(&c.t);
		type = scopes_test_type(&c.t, type);
		assert_int_equal(!(type->target->flags & LAY_TYPE_DECLARATION),
				 i == 0);
		end_code(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_of_places_have_entries_of_every_kind),
		cmocka_unit_test(lists_of_places_before_dwarf_5_are_read_too),
		cmocka_unit_test(lists_of_ranges_have_entries_of_every_kind),
		cmocka_unit_test(lists_of_ranges_before_dwarf_5_are_read_too),
		cmocka_unit_test(
			the_end_of_a_function_is_an_address_or_a_length),
		cmocka_unit_test(a_damaged_list_takes_nothing_with_it),
		cmocka_unit_test(
			lists_that_are_shared_without_end_have_a_bound),
		cmocka_unit_test(
			ranges_that_are_shared_without_end_have_a_bound),
		cmocka_unit_test(what_the_linker_dropped_is_left_out),
		cmocka_unit_test(a_function_in_a_function_is_read_for_itself),
		cmocka_unit_test(parameters_are_counted_by_the_prototype),
		cmocka_unit_test(calls_before_dwarf_5_are_gnus),
		cmocka_unit_test(damage_ends_a_unit_where_it_is),
		cmocka_unit_test(
			a_reference_that_leads_nowhere_costs_one_prototype),
		cmocka_unit_test(a_type_made_of_itself_is_unknown),
		cmocka_unit_test(
			what_is_in_assembler_has_the_type_of_its_declaration),
		cmocka_unit_test(a_name_of_records_that_differ_is_not_guessed),
	};

	return cmocka_run_group_tests_name("dwarf/scopes", tests, NULL, NULL);
}
