// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/form.h"
#include "base/poison.h"

/* LLVM's, for addresses in .debug_addr with a distance behind. */
#define FORM_LLVM_ADDRX_OFFSET	0x2001

/* How a value is encoded. Of the first group the length is known. */
enum encoding {
	UNKNOWN,
	FIXED,		/* form.size bytes */
	ADDRESS,	/* as long as an address of the unit */
	OFFSET,		/* as long as a section offset of the unit */
	REF_ADDR,	/* an address in DWARF 2, an offset since */
	NR_SIZED,
	ULEB,
	SLEB,
	STRING,		/* up to a NUL */
	COUNTED,	/* form.size bytes of length in front */
	BLOCK,		/* a ULEB128 of length in front */
	INDIRECT,	/* a ULEB128 of the form in front */
	ULEB_AND_4,
};

struct form {
	uint8_t encoding;	/* enum encoding */
	uint8_t size;
	uint8_t class;		/* enum dw_class */
};

static const struct form forms[] = {
	[DW_FORM_addr] = { ADDRESS, 0, DW_VALUE_ADDRESS },
	[DW_FORM_block2] = { COUNTED, 2, DW_VALUE_BLOCK },
	[DW_FORM_block4] = { COUNTED, 4, DW_VALUE_BLOCK },
	[DW_FORM_data2] = { FIXED, 2, DW_VALUE_UNSIGNED },
	[DW_FORM_data4] = { FIXED, 4, DW_VALUE_UNSIGNED },
	[DW_FORM_data8] = { FIXED, 8, DW_VALUE_UNSIGNED },
	[DW_FORM_string] = { STRING, 0, DW_VALUE_STRING },
	[DW_FORM_block] = { BLOCK, 0, DW_VALUE_BLOCK },
	[DW_FORM_block1] = { COUNTED, 1, DW_VALUE_BLOCK },
	[DW_FORM_data1] = { FIXED, 1, DW_VALUE_UNSIGNED },
	[DW_FORM_flag] = { FIXED, 1, DW_VALUE_FLAG },
	[DW_FORM_sdata] = { SLEB, 0, DW_VALUE_SIGNED },
	[DW_FORM_strp] = { OFFSET, 0, DW_VALUE_STRP },
	[DW_FORM_udata] = { ULEB, 0, DW_VALUE_UNSIGNED },
	[DW_FORM_ref_addr] = { REF_ADDR, 0, DW_VALUE_REFERENCE },
	[DW_FORM_ref1] = { FIXED, 1, DW_VALUE_REFERENCE },
	[DW_FORM_ref2] = { FIXED, 2, DW_VALUE_REFERENCE },
	[DW_FORM_ref4] = { FIXED, 4, DW_VALUE_REFERENCE },
	[DW_FORM_ref8] = { FIXED, 8, DW_VALUE_REFERENCE },
	[DW_FORM_ref_udata] = { ULEB, 0, DW_VALUE_REFERENCE },
	[DW_FORM_indirect] = { INDIRECT, 0, DW_VALUE_UNSIGNED },
	[DW_FORM_sec_offset] = { OFFSET, 0, DW_VALUE_SECTION },
	[DW_FORM_exprloc] = { BLOCK, 0, DW_VALUE_BLOCK },
	[DW_FORM_flag_present] = { FIXED, 0, DW_VALUE_FLAG },
	[DW_FORM_strx] = { ULEB, 0, DW_VALUE_STRX },
	[DW_FORM_addrx] = { ULEB, 0, DW_VALUE_ADDRESS },
	[DW_FORM_ref_sup4] = { FIXED, 4, DW_VALUE_SUP_REFERENCE },
	[DW_FORM_strp_sup] = { OFFSET, 0, DW_VALUE_SUP_STRP },
	[DW_FORM_data16] = { FIXED, 16, DW_VALUE_BLOCK },
	[DW_FORM_line_strp] = { OFFSET, 0, DW_VALUE_LINE_STRP },
	[DW_FORM_ref_sig8] = { FIXED, 8, DW_VALUE_SIGNATURE },
	[DW_FORM_implicit_const] = { FIXED, 0, DW_VALUE_SIGNED },
	[DW_FORM_loclistx] = { ULEB, 0, DW_VALUE_SECTION },
	[DW_FORM_rnglistx] = { ULEB, 0, DW_VALUE_SECTION },
	[DW_FORM_ref_sup8] = { FIXED, 8, DW_VALUE_SUP_REFERENCE },
	[DW_FORM_strx1] = { FIXED, 1, DW_VALUE_STRX },
	[DW_FORM_strx2] = { FIXED, 2, DW_VALUE_STRX },
	[DW_FORM_strx3] = { FIXED, 3, DW_VALUE_STRX },
	[DW_FORM_strx4] = { FIXED, 4, DW_VALUE_STRX },
	[DW_FORM_addrx1] = { FIXED, 1, DW_VALUE_ADDRESS },
	[DW_FORM_addrx2] = { FIXED, 2, DW_VALUE_ADDRESS },
	[DW_FORM_addrx3] = { FIXED, 3, DW_VALUE_ADDRESS },
	[DW_FORM_addrx4] = { FIXED, 4, DW_VALUE_ADDRESS },
};

static struct form find_form(uint64_t form)
{
	if (form < sizeof(forms) / sizeof(forms[0]))
		return forms[form];
	switch (form) {
	case DW_FORM_GNU_addr_index:
		return (struct form){ ULEB, 0, DW_VALUE_ADDRESS };
	case DW_FORM_GNU_str_index:
		return (struct form){ ULEB, 0, DW_VALUE_STRX };
	case DW_FORM_GNU_ref_alt:
		return (struct form){ OFFSET, 0, DW_VALUE_SUP_REFERENCE };
	case DW_FORM_GNU_strp_alt:
		return (struct form){ OFFSET, 0, DW_VALUE_SUP_STRP };
	case FORM_LLVM_ADDRX_OFFSET:
		return (struct form){ ULEB_AND_4, 0, DW_VALUE_ADDRESS };
	}
	return (struct form){ UNKNOWN, 0, 0 };
}

static unsigned int sized(struct form f, const struct dw_unit *unit)
{
	switch (f.encoding) {
	case FIXED:
		return f.size;
	case ADDRESS:
		return unit->addr_size;
	case REF_ADDR:
		return unit->version == 2 ? unit->addr_size
					  : unit->offset_size;
	default:
		return unit->offset_size;
	}
}

int dw_form_size(uint64_t form, const struct dw_unit *unit)
{
	struct form f = find_form(form);

	if (f.encoding == UNKNOWN)
		return DW_FORM_UNKNOWN;
	if (f.encoding > NR_SIZED)
		return DW_FORM_VARIABLE;
	return (int)sized(f, unit);
}

/* Where a reference leads: DW_FORM_ref_addr counts from the start of
 * .debug_info, the others from the start of their unit. */
static uint64_t resolve(struct form f, uint64_t u, const struct dw_unit *unit)
{
	if (f.encoding == REF_ADDR)
		return u < DW_OFF_TYPES ? unit->ref_addr_base + u : UINT64_MAX;
	/* one too large must not wrap into some other unit */
	return u < unit->end - unit->off ? unit->off + u : UINT64_MAX;
}

/* The form that stands in front of the value itself; a second one behind it,
 * or one whose value is in the abbreviation, makes no sense. */
static bool read_indirect(struct dw_cursor *c, struct form *f, uint64_t *form)
{
	if (!dw_read_uleb(c, form) || *form == DW_FORM_indirect ||
	    *form == DW_FORM_implicit_const)
		return false;
	*f = find_form(*form);
	return true;
}

static bool read_block(struct dw_cursor *c, struct dw_value *value)
{
	value->data = c->p;
	return dw_skip(c, value->u);
}

bool dw_form_read(struct dw_cursor *c, uint64_t form, int64_t implicit,
		  const struct dw_unit *unit, struct dw_value *value)
{
	struct form f = find_form(form);
	const char *s;
	size_t len;
	bool ok;

	if (f.encoding == INDIRECT && !read_indirect(c, &f, &form))
		return false;
	value->class = f.class;
	value->form = (uint16_t)form;
	value->u = 0;
	switch (f.encoding) {
	case FIXED:
		if (form == DW_FORM_implicit_const) {
			value->u = (uint64_t)implicit;
			return true;
		}
		if (form == DW_FORM_flag_present) {
			value->u = 1;
			return true;
		}
		if (form == DW_FORM_data16) {
			value->u = 16;
			return read_block(c, value);
		}
		ok = dw_read(c, f.size, &value->u);
		break;
	case ADDRESS:
	case OFFSET:
	case REF_ADDR:
		ok = dw_read(c, sized(f, unit), &value->u);
		break;
	case ULEB:
		ok = dw_read_uleb(c, &value->u);
		break;
	case SLEB:
		return dw_read_sleb(c, (int64_t *)&value->u);
	case STRING:
		value->data = c->p;
		ok = dw_read_string(c, &s, &len);
		break;
	case COUNTED:
		return dw_read(c, f.size, &value->u) && read_block(c, value);
	case BLOCK:
		return dw_read_uleb(c, &value->u) && read_block(c, value);
	case ULEB_AND_4:
		return dw_read_uleb(c, &value->u) && dw_skip(c, 4);
	default:
		return false;
	}
	if (ok && f.class == DW_VALUE_REFERENCE)
		value->u = resolve(f, value->u, unit);
	return ok;
}

enum dw_class dw_form_plain_class(uint64_t form)
{
	struct form f = find_form(form);

	switch (f.encoding) {
	case FIXED:
		return f.size >= 1 && f.size <= 8 ? f.class
						  : DW_VALUE_NOT_PLAIN;
	case ADDRESS:
	case OFFSET:
		return f.class;
	default:
		return DW_VALUE_NOT_PLAIN;
	}
}
