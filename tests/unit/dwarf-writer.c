// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/dwarf-writer.h"
#include "base/poison.h"

static void for_each_buf(struct dwarf_writer *w,
			 void (*fn)(struct byte_buf *b, bool big_endian))
{
	fn(&w->info, w->big_endian);
	fn(&w->types, w->big_endian);
	fn(&w->abbrev, w->big_endian);
	fn(&w->str, w->big_endian);
	fn(&w->line_str, w->big_endian);
	fn(&w->str_offsets, w->big_endian);
	fn(&w->line, w->big_endian);
	fn(&w->cu_index, w->big_endian);
	fn(&w->addr, w->big_endian);
	fn(&w->loc, w->big_endian);
	fn(&w->loclists, w->big_endian);
	fn(&w->ranges, w->big_endian);
	fn(&w->rnglists, w->big_endian);
}

static void free_buf(struct byte_buf *b, bool big_endian)
{
	(void)big_endian;
	byte_buf_free(b);
}

static void set_order(struct byte_buf *b, bool big_endian)
{
	b->big_endian = big_endian;
}

void dwarf_writer_init(struct dwarf_writer *w, unsigned int version)
{
	*w = (struct dwarf_writer){
		.version = version,
		.offset_size = 4,
		.addr_size = 8,
		.machine = EM_X86_64,
		.code_step = 1,
	};
	for_each_buf(w, byte_buf_init);
	w->out = &w->info;
	/* so that no string is at 0 */
	byte_buf_string(&w->str, "");
	byte_buf_string(&w->line_str, "");
}

void dwarf_writer_set_big_endian(struct dwarf_writer *w)
{
	w->big_endian = true;
	for_each_buf(w, set_order);
}

static void write_offset(struct dwarf_writer *w, uint64_t off)
{
	byte_buf_uint(w->out, off, w->offset_size);
}

static void write_header(struct dwarf_writer *w, unsigned int unit_type)
{
	w->code = 1;
	w->unit_off = w->out->len;
	if (w->offset_size == 8)
		byte_buf_u32(w->out, 0xffffffff);
	w->length_off = w->out->len;
	write_offset(w, 0);
	byte_buf_u16(w->out, (uint16_t)w->version);
	if (w->version >= 5) {
		byte_buf_u8(w->out, (uint8_t)unit_type);
		byte_buf_u8(w->out, (uint8_t)w->addr_size);
		write_offset(w, w->abbrev.len);
	} else {
		write_offset(w, w->abbrev.len);
		byte_buf_u8(w->out, (uint8_t)w->addr_size);
	}
}

/* Values in a list that could be taken for its end, or for attributes. */
static void write_unused(struct dwarf_writer *w)
{
	size_t len = w->out->len;

	for (; w->first_abbrev > 0; w->first_abbrev--)
		DIE(w, DW_TAG_variable,
		    NUM_IN(DW_AT_const_value, DW_FORM_implicit_const, 0),
		    NUM_IN(DW_AT_GNU_locviews, DW_FORM_sec_offset, 0));
	w->out->len = len;
}

void dwarf_writer_unit(struct dwarf_writer *w, unsigned int unit_type)
{
	w->out = &w->info;
	write_header(w, unit_type);
	if (w->version >= 5 && (unit_type == DW_UT_skeleton ||
				unit_type == DW_UT_split_compile))
		byte_buf_u64(w->out, w->dwo_id);
	write_unused(w);
}

void dwarf_writer_type_unit(struct dwarf_writer *w, uint64_t signature)
{
	w->out = w->version >= 5 ? &w->info : &w->types;
	write_header(w, DW_UT_type);
	byte_buf_u64(w->out, signature);
	w->type_off_at = w->out->len;
	write_offset(w, 0);
}

void dwarf_writer_type_is(struct dwarf_writer *w, size_t die)
{
	byte_buf_patch_uint(w->out, w->type_off_at, die - w->unit_off,
			    w->offset_size);
}

void dwarf_writer_unit_end(struct dwarf_writer *w)
{
	byte_buf_patch_uint(w->out, w->length_off,
			    w->out->len - w->length_off - w->offset_size,
			    w->offset_size);
	byte_buf_u8(&w->abbrev, 0);
}

/* A string at the end of .debug_str, even when it is there already. From DWARF
 * 5 on, indices count from behind a header. */
static void write_strx(struct dwarf_writer *w, const char *s, size_t size)
{
	size_t header = w->version >= 5 ? 2 * w->offset_size : 0, index;

	if (w->str_offsets.len == 0)
		byte_buf_fill(&w->str_offsets, 0xff, header);
	index = (w->str_offsets.len - header) / w->offset_size;
	byte_buf_uint(&w->str_offsets, byte_buf_string(&w->str, s),
		      w->offset_size);
	if (size)
		byte_buf_uint(w->out, index, size);
	else
		byte_buf_uleb(w->out, index);
}

static void write_block(struct dwarf_writer *w, const struct dwarf_attr *a,
			size_t length_size)
{
	if (length_size)
		byte_buf_uint(w->out, a->u, length_size);
	else
		byte_buf_uleb(w->out, a->u);
	byte_buf_bytes(w->out, a->s, a->u);
}

static void write_text(struct dwarf_writer *w, const struct dwarf_attr *a)
{
	switch (a->form) {
	case DW_FORM_string:
		byte_buf_string(w->out, a->s);
		break;
	case DW_FORM_strp:
		write_offset(w, byte_buf_string(&w->str, a->s));
		break;
	case DW_FORM_line_strp:
		write_offset(w, byte_buf_string(&w->line_str, a->s));
		break;
	case DW_FORM_strx:
		write_strx(w, a->s, 0);
		break;
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
		write_strx(w, a->s, a->form - DW_FORM_strx1 + 1);
		break;
	case DW_FORM_block1:
		write_block(w, a, 1);
		break;
	case DW_FORM_block2:
		write_block(w, a, 2);
		break;
	case DW_FORM_block4:
		write_block(w, a, 4);
		break;
	case DW_FORM_data16:
		byte_buf_bytes(w->out, a->s, 16);
		break;
	default:
		write_block(w, a, 0);
		break;
	}
}

static void write_number(struct dwarf_writer *w, const struct dwarf_attr *a)
{
	switch (a->form) {
	case DW_FORM_flag_present:
	case DW_FORM_implicit_const:
		break;
	case DW_FORM_data1:
	case DW_FORM_flag:
		byte_buf_u8(w->out, (uint8_t)a->u);
		break;
	case DW_FORM_data2:
		byte_buf_u16(w->out, (uint16_t)a->u);
		break;
	case DW_FORM_data4:
		byte_buf_u32(w->out, (uint32_t)a->u);
		break;
	case DW_FORM_data8:
	case DW_FORM_ref_sig8:
		byte_buf_u64(w->out, a->u);
		break;
	case DW_FORM_strx1:
		byte_buf_u8(w->out, (uint8_t)a->u);
		break;
	case DW_FORM_sdata:
		byte_buf_sleb(w->out, (int64_t)a->u);
		break;
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
		byte_buf_uint(w->out, a->u - w->unit_off,
			      (size_t)1 << (a->form - DW_FORM_ref1));
		break;
	case DW_FORM_ref_udata:
		byte_buf_uleb(w->out, a->u - w->unit_off);
		break;
	case DW_FORM_addr:
		byte_buf_uint(w->out, a->u, w->addr_size);
		break;
	case DW_FORM_ref_addr:
		byte_buf_uint(w->out, a->u, w->version == 2 ? w->addr_size
							    : w->offset_size);
		break;
	case DW_FORM_strp:
	case DW_FORM_line_strp:
	case DW_FORM_sec_offset:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
		write_offset(w, a->u);
		break;
	default:
		byte_buf_uleb(w->out, a->u);
		break;
	}
}

size_t dwarf_writer_die(struct dwarf_writer *w, uint64_t tag, bool children,
			const struct dwarf_attr *attrs)
{
	size_t off = byte_buf_uleb(w->out, w->code);

	byte_buf_uleb(&w->abbrev, w->code);
	w->code += w->code_step;
	byte_buf_uleb(&w->abbrev, tag);
	byte_buf_u8(&w->abbrev, children ? DW_CHILDREN_yes : DW_CHILDREN_no);
	for (const struct dwarf_attr *a = attrs; a->at; a++) {
		byte_buf_uleb(&w->abbrev, a->at);
		byte_buf_uleb(&w->abbrev, a->form);
		if (a->form == DW_FORM_implicit_const)
			byte_buf_sleb(&w->abbrev, (int64_t)a->u);
		if (a->where)
			*a->where = w->out->len;
		if (a->s)
			write_text(w, a);
		else
			write_number(w, a);
	}
	byte_buf_u16(&w->abbrev, 0);
	return off;
}

size_t dwarf_writer_close(struct dwarf_writer *w)
{
	return byte_buf_u8(w->out, 0) + 1;
}

void dwarf_writer_point(struct dwarf_writer *w, size_t where, size_t die)
{
	byte_buf_patch_u32(w->out, where, (uint32_t)(die - w->unit_off));
}

void dwarf_writer_free(struct dwarf_writer *w)
{
	for_each_buf(w, free_buf);
}

static void add(struct elf_writer *elf, const char *name, const char *suffix,
		const struct byte_buf *b)
{
	char full[64];

	snprintf(full, sizeof(full), "%s%s", name, suffix ? suffix : "");
	if (b->len)
		elf_writer_add_section(elf, full, SHT_PROGBITS, 0, b->data,
				       b->len);
}

char *dwarf_writer_finish(struct dwarf_writer *w)
{
	struct elf_writer elf;

	elf_writer_init(&elf, w->addr_size == 8, w->big_endian, w->machine);
	add(&elf, ".debug_info", w->suffix, &w->info);
	add(&elf, ".debug_types", w->suffix, &w->types);
	add(&elf, ".debug_abbrev", w->suffix, &w->abbrev);
	add(&elf, ".debug_str", w->suffix, &w->str);
	add(&elf, ".debug_line", w->suffix, &w->line);
	add(&elf, ".debug_line_str", w->suffix, &w->line_str);
	add(&elf, ".debug_str_offsets", w->suffix, &w->str_offsets);
	add(&elf, ".debug_cu_index", NULL, &w->cu_index);
	add(&elf, ".debug_addr", NULL, &w->addr);
	add(&elf, ".debug_loc", w->suffix, &w->loc);
	add(&elf, ".debug_loclists", w->suffix, &w->loclists);
	add(&elf, ".debug_ranges", NULL, &w->ranges);
	add(&elf, ".debug_rnglists", w->suffix, &w->rnglists);
	if (w->text_size) {
		size_t i = elf_writer_add_section(&elf, ".text", SHT_NOBITS,
						  SHF_ALLOC | SHF_EXECINSTR,
						  NULL, 0);

		elf.sections[i].addr = w->text_addr;
		elf.sections[i].stated_size = w->text_size;
	}
	dwarf_writer_free(w);
	return elf_writer_finish(&elf);
}
