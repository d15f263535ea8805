// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/elf/elf-test.h"
#include "base/poison.h"

/* An ET_REL file with a section .debug_x of 16 bytes, and its relocations. */
struct object {
	struct elf_writer w;
	struct byte_buf place, relocs, symbols;
	bool rela, dies;	/* .debug_info in place of .debug_x */
	char *path;
	struct elf_file *file;
};

static void begin(struct object *o, bool is_64, bool big_endian,
		  uint16_t machine, bool rela)
{
	static const uint8_t zeros[16];

	memset(o, 0, sizeof(*o));
	elf_writer_init(&o->w, is_64, big_endian, machine);
	o->w.type = ET_REL;
	o->rela = rela;
	byte_buf_init(&o->place, big_endian);
	byte_buf_init(&o->relocs, big_endian);
	byte_buf_init(&o->symbols, big_endian);
	byte_buf_bytes(&o->place, zeros, sizeof(zeros));
}

static void add_symbol(struct object *o, uint16_t section, uint64_t value)
{
	if (o->w.is_64) {
		byte_buf_u32(&o->symbols, 0);
		byte_buf_u16(&o->symbols, 0);
		byte_buf_u16(&o->symbols, section);
		byte_buf_u64(&o->symbols, value);
		byte_buf_u64(&o->symbols, 0);
	} else {
		byte_buf_u32(&o->symbols, 0);
		byte_buf_u32(&o->symbols, (uint32_t)value);
		byte_buf_u32(&o->symbols, 0);
		byte_buf_u16(&o->symbols, 0);
		byte_buf_u16(&o->symbols, section);
	}
}

static void add_raw(struct object *o, uint64_t off, uint64_t info,
		    int64_t addend)
{
	unsigned int size = o->w.is_64 ? 8 : 4;

	byte_buf_uint(&o->relocs, off, size);
	byte_buf_uint(&o->relocs, info, size);
	if (o->rela)
		byte_buf_uint(&o->relocs, (uint64_t)addend, size);
}

static void add(struct object *o, uint64_t off, uint32_t symbol, uint32_t type,
		int64_t addend)
{
	add_raw(o, off, o->w.is_64 ? (uint64_t)symbol << 32 | type :
				     symbol << 8 | type, addend);
}

/* Symbol 1 is 0x100 in a section, 2 is not defined here, 3 is 0x40. */
static void finish(struct object *o)
{
	size_t place, symtab, relocs;

	add_symbol(o, 0, 0);
	add_symbol(o, 1, 0x100);
	add_symbol(o, SHN_UNDEF, 0x9999);
	add_symbol(o, 1, 0x40);
	place = elf_writer_add_section(&o->w, o->dies ? ".debug_info" :
							".debug_x", SHT_PROGBITS, 0,
				       o->place.data, o->place.len);
	symtab = elf_writer_add_section(&o->w, ".symtab", SHT_SYMTAB, 0,
					o->symbols.data, o->symbols.len);
	relocs = elf_writer_add_section(&o->w, o->rela ? ".rela.debug_x" :
						       ".rel.debug_x",
					o->rela ? SHT_RELA : SHT_REL, 0,
					o->relocs.data, o->relocs.len);
	o->w.sections[relocs].link = (uint32_t)symtab;
	o->w.sections[relocs].info = (uint32_t)place;
	o->file = open_written(&o->w, &o->path);
	byte_buf_free(&o->place);
	byte_buf_free(&o->relocs);
	byte_buf_free(&o->symbols);
}

static void assert_bytes(struct object *o, const uint8_t want[16])
{
	struct lay_error err = { .text = "" };
	struct elf_data data;

	finish(o);
	if (elf_section_data(o->file, elf_find_section(o->file, ".debug_x"),
			     &data, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(data.size, 16);
	assert_memory_equal(data.data, want, 16);
	close_written(o->file, o->path);
}

static void assert_refused(struct object *o, int code, const char *part)
{
	struct lay_error err = { .text = "" };
	struct elf_data data = { .size = 77 };

	finish(o);
	assert_int_equal(elf_section_data(o->file, elf_find_section(o->file,
						o->dies ? ".debug_info" :
							  ".debug_x"),
					  &data, &err), -code);
	assert_says(&err, o->path);
	assert_says(&err, part);
	assert_int_equal(data.size, 77);
	close_written(o->file, o->path);
}

static void an_addend_beside_the_place_replaces_what_stands_there(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_X86_64, true);
	o.place.data[0] = 0xee;
	add(&o, 0, 1, R_X86_64_32, 0x23);
	add(&o, 8, 3, R_X86_64_64, -0x41);
	assert_bytes(&o, (const uint8_t[16]){
		0x23, 0x01, 0, 0, 0, 0, 0, 0,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff });
}

static void an_addend_in_the_place_is_added_to(void **state)
{
	static const uint16_t machines[][2] = { { EM_386, R_386_32 },
						{ EM_ARM, R_ARM_ABS32 },
						{ EM_MIPS, R_MIPS_32 } };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct object o;

		begin(&o, false, false, machines[i][0], false);
		o.place.data[4] = 0x11;
		add(&o, 4, 1, machines[i][1], 0);
		assert_bytes(&o, (const uint8_t[16]){ 0, 0, 0, 0, 0x11, 0x01 });
	}
}

static void big_endian_places_are_written_so(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, true, EM_S390, true);
	add(&o, 0, 1, R_390_32, 2);
	add(&o, 8, 1, R_390_64, 3);
	assert_bytes(&o, (const uint8_t[16]){ 0, 0, 1, 2, 0, 0, 0, 0,
					      0, 0, 0, 0, 0, 0, 1, 3 });
	begin(&o, false, true, EM_PPC, true);
	add(&o, 0, 1, R_PPC_ADDR32, 2);
	assert_bytes(&o, (const uint8_t[16]){ 0, 0, 1, 2 });
}

static void mips64_has_an_order_of_its_own_in_its_info(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_MIPS, true);
	add_raw(&o, 0, (uint64_t)R_MIPS_32 << 56 | 1, 5);
	assert_bytes(&o, (const uint8_t[16]){ 5, 1 });
	begin(&o, true, true, EM_MIPS, true);
	add_raw(&o, 0, (uint64_t)1 << 32 | R_MIPS_64, 5);
	assert_bytes(&o, (const uint8_t[16]){ 0, 0, 0, 0, 0, 0, 1, 5 });
	/* the second of three types asks for something */
	begin(&o, true, false, EM_MIPS, true);
	add_raw(&o, 0, (uint64_t)R_MIPS_32 << 56 | (uint64_t)R_MIPS_64 << 48 |
		1, 5);
	assert_refused(&o, LAY_E_UNSUPPORTED, ".rela.debug_x+0x0: ");
}

static void differences_are_made_of_two_relocations(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_RISCV, true);
	add(&o, 0, 1, R_RISCV_ADD32, 8);
	add(&o, 0, 3, R_RISCV_SUB32, 0);
	add(&o, 4, 1, R_RISCV_SET8, -0xf0);
	add(&o, 4, 3, R_RISCV_SUB8, -0x3f);
	o.place.data[5] = 0xc0;
	add(&o, 5, 3, R_RISCV_SET6, 0x0a);
	add(&o, 5, 3, R_RISCV_SUB6, 0x03);
	add(&o, 6, 1, R_RISCV_SET16, 0);
	add(&o, 8, 1, R_RISCV_ADD64, 0);
	add(&o, 8, 3, R_RISCV_SUB64, 0);
	assert_bytes(&o, (const uint8_t[16]){ 0xc8, 0, 0, 0, 0x0f, 0xc7, 0, 1,
					      0xc0, 0 });
}

static void leb128_numbers_keep_their_length(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_RISCV, true);
	memcpy(o.place.data, "\x80\x80\x00\x77", 4);
	add(&o, 0, 1, 60, 5);
	add(&o, 0, 3, 61, 0);
	assert_bytes(&o, (const uint8_t[16]){ 0xc5, 0x81, 0x00, 0x77 });
	begin(&o, true, false, EM_RISCV, true);
	memset(o.place.data, 0x80, 16);
	add(&o, 0, 1, 60, 5);
	assert_refused(&o, LAY_E_FORMAT, "no LEB128");
	begin(&o, true, false, EM_RISCV, true);
	o.place.data[15] = 0x80;
	add(&o, 15, 1, 60, 5);
	assert_refused(&o, LAY_E_FORMAT, "no LEB128");
}

static void symbols_of_other_files_are_zero(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_AARCH64, true);
	add(&o, 0, 2, R_AARCH64_ABS64, 7);
	add(&o, 8, 0, R_AARCH64_NONE, 7);
	assert_bytes(&o, (const uint8_t[16]){ 7 });
}

static void a_type_that_is_not_known_is_no_guess(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_X86_64, true);
	add(&o, 0, 1, R_X86_64_64, 0);
	add(&o, 8, 1, R_X86_64_PC32, 0);
	assert_refused(&o, LAY_E_UNSUPPORTED,
		       ".rela.debug_x+0x18: relocation of type 2 for .debug_x+0x8");
}

static void a_machine_that_is_not_known_is_said(void **state)
{
	struct object o;

	(void)state;
	begin(&o, false, true, EM_68K, true);
	add(&o, 0, 1, R_68K_32, 0);
	assert_refused(&o, LAY_E_UNSUPPORTED,
		       "object files of this machine (4 in the ELF header)");
}

static void what_lies_outside_is_refused(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_X86_64, true);
	add(&o, 13, 1, R_X86_64_32, 0);
	assert_refused(&o, LAY_E_FORMAT, "past the end of the section");
	begin(&o, true, false, EM_X86_64, true);
	add(&o, UINT64_MAX, 1, R_X86_64_32, 0);
	assert_refused(&o, LAY_E_FORMAT, "past the end of the section");
	begin(&o, true, false, EM_X86_64, true);
	add(&o, 0, 4, R_X86_64_32, 0);
	assert_refused(&o, LAY_E_FORMAT, "its symbol is not in the table");
	begin(&o, true, false, EM_X86_64, true);
	add(&o, 0, 1, R_X86_64_32, (int64_t)1 << 33);
	assert_refused(&o, LAY_E_FORMAT, "does not fit");
	begin(&o, true, false, EM_X86_64, true);
	add(&o, 0, 1, R_X86_64_32, 0);
	byte_buf_u8(&o.relocs, 0);
	assert_refused(&o, LAY_E_FORMAT, "not a multiple");
}

static void places_of_two_relocations_do_not_overlap(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_X86_64, true);
	add(&o, 0, 1, R_X86_64_64, 0);
	add(&o, 4, 1, R_X86_64_32, 0);
	assert_refused(&o, LAY_E_FORMAT, "overlaps that of the one in front");
}

/* The header of the one unit says how wide they are: 4 bytes. */
static void offsets_are_as_wide_as_their_unit_says(void **state)
{
	static const uint8_t unit[] = { 12, 0, 0, 0, 5, 0, 1, 8 };
	struct object o;

	(void)state;
	begin(&o, true, false, EM_X86_64, true);
	o.dies = true;
	memcpy(o.place.data, unit, sizeof(unit));
	add(&o, 8, 1, R_X86_64_64, 0);
	assert_refused(&o, LAY_E_FORMAT, "not as wide as an offset");
}

static void a_linked_file_is_not_relocated_again(void **state)
{
	struct object o;

	(void)state;
	begin(&o, true, false, EM_X86_64, true);
	o.w.type = ET_EXEC;
	o.place.data[0] = 0xee;
	add(&o, 0, 1, 0xffff, 0x23);
	assert_bytes(&o, (const uint8_t[16]){ 0xee });
}

/* Symbol 1 is 4 in .data, 2 is not defined here; relocations are of .text. */
static void begin_code_of(struct object *o, uint16_t machine)
{
	begin(o, true, false, machine, true);
	add_symbol(o, 0, 0);
	add_symbol(o, 2, 4);
	add_symbol(o, SHN_UNDEF, 0);
}

static void begin_code(struct object *o)
{
	begin_code_of(o, EM_X86_64);
}

static void finish_code(struct object *o)
{
	size_t text, symtab, relocs;

	text = elf_writer_add_section(&o->w, ".text", SHT_PROGBITS,
				      SHF_ALLOC | SHF_EXECINSTR,
				      o->place.data, o->place.len);
	elf_writer_add_section(&o->w, ".data", SHT_PROGBITS, SHF_ALLOC,
			       o->place.data, o->place.len);
	symtab = elf_writer_add_section(&o->w, ".symtab", SHT_SYMTAB, 0,
					o->symbols.data, o->symbols.len);
	relocs = elf_writer_add_section(&o->w, ".rela.text", SHT_RELA, 0,
					o->relocs.data, o->relocs.len);
	o->w.sections[relocs].link = (uint32_t)symtab;
	o->w.sections[relocs].info = (uint32_t)text;
	o->file = open_written(&o->w, &o->path);
	byte_buf_free(&o->place);
	byte_buf_free(&o->relocs);
	byte_buf_free(&o->symbols);
}

static void code_that_is_not_linked_gets_addresses(void **state)
{
	const struct elf_section *text, *data;
	struct elf_data bytes;
	int32_t word[4];
	struct object o;

	(void)state;
	begin_code(&o);
	add(&o, 0, 1, R_X86_64_PC32, -4);
	add(&o, 4, 2, R_X86_64_PLT32, -4);
	finish_code(&o);
	assert_true(elf_is_placed(o.file));
	text = elf_find_section(o.file, ".text");
	data = elf_find_section(o.file, ".data");
	assert_true(text->addr > 0);
	assert_true(data->addr >= text->addr + text->size);
	assert_int_equal(elf_section_data(o.file, text, &bytes, NULL), 0);
	memcpy(word, bytes.data, sizeof(word));
	assert_int_equal(word[0], 0);
	assert_int_equal(elf_section_linked(o.file, text, &bytes, NULL), 0);
	memcpy(word, bytes.data, sizeof(word));
	assert_int_equal(word[0], (int32_t)(data->addr - text->addr));
	assert_int_equal(word[1], (int32_t)(elf_undefined_addr(o.file, 2) - 4 -
					    (text->addr + 4)));
	close_written(o.file, o.path);
}

static void what_code_needs_a_linker_for_is_left_alone(void **state)
{
	static const uint8_t zeros[16];
	struct elf_data bytes;
	struct object o;

	(void)state;
	begin_code(&o);
	add(&o, 0, 1, R_X86_64_GOTPCREL, -4);
	add(&o, 13, 1, R_X86_64_32, 0);		/* past the end */
	add(&o, UINT64_MAX, 1, R_X86_64_32, 0);
	add(&o, 4, 77, R_X86_64_32, 0);		/* no such symbol */
	finish_code(&o);
	assert_int_equal(elf_section_linked(o.file, elf_find_section(o.file,
						".text"), &bytes, NULL), 0);
	assert_memory_equal(bytes.data, zeros, sizeof(zeros));
	close_written(o.file, o.path);
}

/* What the instruction @word becomes, 8 bytes behind *@text, by a relocation for
 * symbol 1, which is at *@symbol. */
static uint32_t arm64_word(uint32_t word, uint32_t type, int64_t addend,
			   uint64_t *text, uint64_t *symbol)
{
	const struct elf_section *s;
	struct elf_data bytes;
	struct object o;

	begin_code_of(&o, EM_AARCH64);
	for (unsigned int i = 0; i < 4; i++)
		o.place.data[8 + i] = (uint8_t)(word >> 8 * i);
	add(&o, 8, 1, type, addend);
	finish_code(&o);
	*symbol = elf_find_section(o.file, ".data")->addr + 4;
	s = elf_find_section(o.file, ".text");
	*text = s->addr;
	assert_int_equal(elf_section_linked(o.file, s, &bytes, NULL), 0);
	word = 0;
	for (unsigned int i = 0; i < 4; i++)
		word |= (uint32_t)bytes.data[8 + i] << 8 * i;
	close_written(o.file, o.path);
	return word;
}

/* The fields are those of the "Arm Architecture Reference Manual". */
static void arm64_instructions_get_their_part_of_an_address(void **state)
{
	uint64_t text, symbol, to;
	uint32_t word;

	(void)state;
	/* add x1, x2, #: bits 10 to 21 */
	word = arm64_word(0x91000041, R_AARCH64_ADD_ABS_LO12_NC, 0x123,
			  &text, &symbol);
	assert_int_equal(word, 0x91000041 | ((symbol + 0x123) & 0xfff) << 10);
	/* ldr x1, [x2, #]: in units of 8 */
	word = arm64_word(0xf9400041, R_AARCH64_LDST64_ABS_LO12_NC, 0x1014,
			  &text, &symbol);
	assert_int_equal(word, 0xf9400041 |
			 ((symbol + 0x1014) & 0xfff) >> 3 << 10);
	/* what is no multiple of 8 cannot be said */
	assert_int_equal(arm64_word(0xf9400041, R_AARCH64_LDST64_ABS_LO12_NC,
				    1, &text, &symbol), 0xf9400041);
	/* adrp x1: 21 bits, of which two are 29 and 30 */
	for (int64_t addend = -0x7014; addend <= 0x7014; addend += 0x7014) {
		word = arm64_word(0x90000001, R_AARCH64_ADR_PREL_PG_HI21,
				  addend, &text, &symbol);
		to = (((symbol + (uint64_t)addend) >> 12) - (text >> 12)) &
		     0x1fffff;
		assert_int_equal(word, 0x90000001 | (to & 3) << 29 |
				 to >> 2 << 5);
	}
}

static void arm64_branches_get_distances(void **state)
{
	uint64_t text, symbol, to;
	uint32_t word;

	(void)state;
	word = arm64_word(0x94000000, R_AARCH64_CALL26, 0, &text, &symbol);
	assert_int_equal(word, 0x94000000 | (symbol - (text + 8)) >> 2);
	to = (symbol - 0x1000 - (text + 8)) >> 2;
	assert_int_equal(arm64_word(0x14000000, R_AARCH64_JUMP26, -0x1000,
				    &text, &symbol),
			 0x14000000 | (to & 0x3ffffff));
	/* cbz x3 reaches 1 MiB; beyond it is left alone */
	assert_int_equal(arm64_word(0xb4000003, R_AARCH64_CONDBR19, -0x1000,
				    &text, &symbol),
			 0xb4000003 | (to & 0x7ffff) << 5);
	assert_int_equal(arm64_word(0xb4000003, R_AARCH64_CONDBR19, 0x200000,
				    &text, &symbol), 0xb4000003);
	/* tbz w3, #0 */
	assert_int_equal(arm64_word(0x36000003, R_AARCH64_TSTBR14, -0x1000,
				    &text, &symbol),
			 0x36000003 | (to & 0x3fff) << 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_addend_beside_the_place_replaces_what_stands_there),
		cmocka_unit_test(an_addend_in_the_place_is_added_to),
		cmocka_unit_test(big_endian_places_are_written_so),
		cmocka_unit_test(mips64_has_an_order_of_its_own_in_its_info),
		cmocka_unit_test(differences_are_made_of_two_relocations),
		cmocka_unit_test(leb128_numbers_keep_their_length),
		cmocka_unit_test(symbols_of_other_files_are_zero),
		cmocka_unit_test(a_type_that_is_not_known_is_no_guess),
		cmocka_unit_test(a_machine_that_is_not_known_is_said),
		cmocka_unit_test(what_lies_outside_is_refused),
		cmocka_unit_test(places_of_two_relocations_do_not_overlap),
		cmocka_unit_test(offsets_are_as_wide_as_their_unit_says),
		cmocka_unit_test(a_linked_file_is_not_relocated_again),
		cmocka_unit_test(code_that_is_not_linked_gets_addresses),
		cmocka_unit_test(what_code_needs_a_linker_for_is_left_alone),
		cmocka_unit_test(
			arm64_instructions_get_their_part_of_an_address),
		cmocka_unit_test(arm64_branches_get_distances),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
