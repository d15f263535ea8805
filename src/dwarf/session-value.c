// SPDX-License-Identifier: GPL-2.0-only
/*
 * The value of an attribute, from libdwarf. It has a function for each class of
 * forms and an error for the wrong one, so the form decides here.
 */
#include <config.h>

#include "dwarf/session-value.h"
#include "base/poison.h"

static int read_block(Dwarf_Debug debug, Dwarf_Attribute attr,
		      struct dw_value *value, Dwarf_Error *error)
{
	Dwarf_Block *block;
	int rc = dwarf_formblock(attr, &block, error);

	if (rc != DW_DLV_OK)
		return rc;
	value->class = DW_VALUE_BLOCK;
	value->u = block->bl_len;
	value->data = block->bl_data;
	dwarf_dealloc(debug, block, DW_DLA_BLOCK);
	return rc;
}

static int read_expression(Dwarf_Attribute attr, struct dw_value *value,
			   Dwarf_Error *error)
{
	Dwarf_Unsigned size;
	Dwarf_Ptr data;
	int rc = dwarf_formexprloc(attr, &size, &data, error);

	value->class = DW_VALUE_BLOCK;
	if (rc == DW_DLV_OK) {
		value->u = size;
		value->data = data;
	}
	return rc;
}

static int read_string(Dwarf_Attribute attr, struct dw_value *value,
		       Dwarf_Error *error)
{
	char *text;
	int rc = dwarf_formstring(attr, &text, error);

	value->class = DW_VALUE_STRING;
	if (rc == DW_DLV_OK)
		value->data = (const uint8_t *)text;
	return rc;
}

static int read_number(Dwarf_Attribute attr, bool is_signed,
		       struct dw_value *value, Dwarf_Error *error)
{
	Dwarf_Unsigned u;
	Dwarf_Signed i;
	int rc;

	value->class = is_signed ? DW_VALUE_SIGNED : DW_VALUE_UNSIGNED;
	if (is_signed) {
		rc = dwarf_formsdata(attr, &i, error);
		u = (Dwarf_Unsigned)i;
	} else {
		rc = dwarf_formudata(attr, &u, error);
	}
	if (rc == DW_DLV_OK)
		value->u = u;
	return rc;
}

static int read_flag(Dwarf_Attribute attr, struct dw_value *value,
		     Dwarf_Error *error)
{
	Dwarf_Bool flag;
	int rc = dwarf_formflag(attr, &flag, error);

	value->class = DW_VALUE_FLAG;
	if (rc == DW_DLV_OK)
		value->u = flag != 0;
	return rc;
}

/* @base: where offsets that count from the start of the unit begin. */
static int read_offset(Dwarf_Attribute attr, enum dw_class class, uint64_t base,
		       struct dw_value *value, Dwarf_Error *error)
{
	Dwarf_Off off;
	int rc = dwarf_global_formref(attr, &off, error);

	value->class = class;
	if (rc == DW_DLV_OK)
		value->u = base + off;
	return rc;
}

static int read_signature(Dwarf_Attribute attr, bool big_endian,
			  struct dw_value *value, Dwarf_Error *error)
{
	Dwarf_Sig8 sig;
	int rc = dwarf_formsig8(attr, &sig, error);

	value->class = DW_VALUE_SIGNATURE;
	if (rc == DW_DLV_OK)
		value->u = dw_load64((const uint8_t *)sig.signature,
				     big_endian);
	return rc;
}

int session_value(const struct session_unit *unit, Dwarf_Attribute attr,
		  struct dw_value *value, Dwarf_Error *error)
{
	Dwarf_Half form;
	int rc = dwarf_whatform(attr, &form, error);

	if (rc != DW_DLV_OK)
		return rc;
	value->form = form;
	switch (form) {
	case DW_FORM_data1:
	case DW_FORM_data2:
	case DW_FORM_data4:
	case DW_FORM_data8:
	case DW_FORM_udata:
		return read_number(attr, false, value, error);
	case DW_FORM_sdata:
	case DW_FORM_implicit_const:
		return read_number(attr, true, value, error);
	case DW_FORM_flag:
	case DW_FORM_flag_present:
		return read_flag(attr, value, error);
	case DW_FORM_string:
	case DW_FORM_strp:
	case DW_FORM_line_strp:
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
	case DW_FORM_GNU_str_index:
		return read_string(attr, value, error);
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		return read_offset(attr, DW_VALUE_REFERENCE, unit->off, value,
				   error);
	case DW_FORM_ref_addr:
		return read_offset(attr, DW_VALUE_REFERENCE,
				   unit->ref_addr_base, value, error);
	case DW_FORM_sec_offset:
		return read_offset(attr, DW_VALUE_SECTION, 0, value, error);
	case DW_FORM_ref_sig8:
		return read_signature(attr, unit->big_endian, value, error);
	case DW_FORM_block:
	case DW_FORM_block1:
	case DW_FORM_block2:
	case DW_FORM_block4:
		return read_block(unit->debug, attr, value, error);
	case DW_FORM_exprloc:
		return read_expression(attr, value, error);
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
		value->class = DW_VALUE_SUP_REFERENCE;
		return DW_DLV_OK;
	case DW_FORM_GNU_strp_alt:
	case DW_FORM_strp_sup:
		value->class = DW_VALUE_SUP_STRP;
		return DW_DLV_OK;
	default:
		value->class = DW_VALUE_ADDRESS;
		return DW_DLV_OK;
	}
}
