// SPDX-License-Identifier: GPL-2.0-only
/*
 * libdwarf, shown one unit at a time and asked for one DIE at a time.
 *
 * Problem: libdwarf finds a DIE by its offset in .debug_info, and for that makes
 * a context of every unit up to there, its abbreviations and first DIE read. In
 * a kernel of 2,160 units that is 25 ms and 9 MB to read one type near the end;
 * all 7,456 records of that kernel take 2.7 s and 60 MB. And it trusts what it
 * reads: it may not see anything that was not checked, which for a whole unit
 * takes longer than all of the reading.
 *
 * Idea: the sift has walked the units and knows where each one starts. libdwarf
 * is given an object file whose .debug_info is exactly one unit, in place, and
 * is asked only for the attributes of a DIE at an offset. Before it is, that DIE
 * is checked, which also tells where its first child and its sibling are. What
 * refers to somewhere in its unit, as nearly everything does, works as it is;
 * DW_FORM_ref_addr and type signatures come out as numbers, and the loader
 * opens a session on the unit that they lead to. The other sections are the
 * mapped ones: nothing is copied, nothing read that is not asked for.
 *
 * Invariant: offsets on libdwarf's side count from the start of the unit, those
 * on ours are DIE offsets of the file; the difference is unit->off, which also
 * holds DW_OFF_TYPES. libdwarf has seen the table of abbreviations, the first
 * DIE, and those that dw_check_die() has passed.
 *
 * Cost: 30 us and 20 kB to open a unit, eight at a time at the most. The type
 * near the end takes 0.4 ms, all records 0.25 s, the checks included.
 */
#include <config.h>

#include <stdlib.h>

#include "dwarf/check.h"
#include "dwarf/session-value.h"
#include "dwarf/session.h"
#include "base/poison.h"

/* What libdwarf may see, in the order of its section indices; index 0 is none,
 * as in ELF. The unit itself stands for the section that it is in. */
static const enum dw_section sections[] = {
	DW_SECTION_INFO, DW_SECTION_ABBREV, DW_SECTION_STR,
	DW_SECTION_LINE_STR, DW_SECTION_STR_OFFSETS, DW_SECTION_ADDR,
};

#define NR_SECTIONS	(sizeof(sections) / sizeof(sections[0]))

struct dw_session {
	struct dw_file *file;
	const struct dw_unit *unit;
	bool is_info;		/* else it is in .debug_types */
	bool own;		/* libdwarf is not asked: see start_libdwarf() */
	struct dw_view view;	/* for what is checked first */
	struct dw_die root;
	struct elf_data data[NR_SECTIONS];
	OBJ_INTERFACE object;
	struct session_unit shown;
};

static const char *section_name(const struct dw_session *s, size_t i)
{
	return dw_section_name(i || s->is_info ? sections[i] : DW_SECTION_TYPES);
}

static int get_section_info(void *obj, OBJ_INDEX index, OBJ_SECTION *section,
			    int *error)
{
	const struct dw_session *s = obj;

	(void)error;
	*section = (OBJ_SECTION){ 0 };
	section->OBJ_FIELD(name) = "";
	if (index == 0)
		return DW_DLV_OK;
	if (index > NR_SECTIONS)
		return DW_DLV_NO_ENTRY;
	section->OBJ_FIELD(name) = section_name(s, index - 1);
	section->OBJ_FIELD(size) = s->data[index - 1].size;
	return DW_DLV_OK;
}

static int load_section(void *obj, OBJ_INDEX index, Dwarf_Small **data,
			int *error)
{
	const struct dw_session *s = obj;

	(void)error;
	if (index == 0 || index > NR_SECTIONS || !s->data[index - 1].size)
		return DW_DLV_NO_ENTRY;
	/* libdwarf never writes to it: there is nothing to relocate */
	*data = (Dwarf_Small *)(uintptr_t)s->data[index - 1].data;
	return DW_DLV_OK;
}

static Dwarf_Unsigned get_section_count(void *obj)
{
	(void)obj;
	return NR_SECTIONS + 1;
}

static OBJ_BYTE_ORDER get_byte_order(void *obj)
{
	const struct dw_session *s = obj;

	return s->file->big_endian ? OBJ_BIG_ENDIAN : OBJ_LITTLE_ENDIAN;
}

static Dwarf_Small get_length_size(void *obj)
{
	const struct dw_session *s = obj;

	return s->unit->offset_size;
}

static Dwarf_Small get_pointer_size(void *obj)
{
	const struct dw_session *s = obj;

	return s->unit->addr_size;
}

#ifdef HAVE_DWARF_OBJ_ACCESS_INTERFACE_A
/* Only what a value claims to be is compared with it. */
static Dwarf_Unsigned get_filesize(void *obj)
{
	const struct dw_session *s = obj;
	Dwarf_Unsigned size = 0;

	for (size_t i = 0; i < NR_SECTIONS; i++)
		size += s->data[i].size;
	return size;
}
#endif

static const OBJ_METHODS methods = {
	.OBJ_METHOD(get_section_info) = get_section_info,
	.OBJ_METHOD(get_byte_order) = get_byte_order,
	.OBJ_METHOD(get_length_size) = get_length_size,
	.OBJ_METHOD(get_pointer_size) = get_pointer_size,
#ifdef HAVE_DWARF_OBJ_ACCESS_INTERFACE_A
	.OBJ_METHOD(get_filesize) = get_filesize,
#endif
	.OBJ_METHOD(get_section_count) = get_section_count,
	.OBJ_METHOD(load_section) = load_section,
};

/* Make an error of libdwarf's, which is freed. */
static int session_error(struct dw_session *s, uint64_t off,
			 Dwarf_Error error, struct lay_error *err)
{
	int rc = dw_error_at(s->file, off, LAY_E_FORMAT, err, "%s",
			     error ? dwarf_errmsg(error) : "no such entry");

	if (error)
		dwarf_dealloc_error(s->shown.debug, error);
	return rc;
}

static int find_sections(struct dw_session *s, struct lay_error *err)
{
	int rc;

	s->data[0] = (struct elf_data){
		.data = dw_file_bytes(s->file, s->unit->off),
		.size = s->unit->end - s->unit->off,
	};
	for (size_t i = 1; i < NR_SECTIONS; i++) {
		rc = dw_unit_section(s->file, s->unit, sections[i],
				     &s->data[i], err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/*
 * Show libdwarf the unit, and have it read the first DIE: it needs that anyway
 * when it meets the unit. A split unit it is not shown: it would want the linked
 * file and the index of the package too, to find the unit's own strings.
 */
static int start_libdwarf(struct dw_session *s, struct lay_error *err)
{
	Dwarf_Error error = NULL;
	int rc = DW_DLV_OK;

	if (!s->own)
		rc = dwarf_object_init_b(&s->object, NULL, NULL,
					 DW_GROUPNUMBER_ANY, &s->shown.debug,
					 &error);
	if (rc != DW_DLV_OK) {
		s->shown.debug = NULL;
		return session_error(s, s->unit->off, error, err);
	}
	rc = dw_session_die(s, s->unit->die_off, &s->root, err);
	if (rc == 0)
		return dw_error_at(s->file, s->unit->off, LAY_E_FORMAT, err,
				   "a unit without a DIE");
	return rc < 0 ? rc : 0;
}

int dw_session_open(struct dw_file *file, const struct dw_unit *unit,
		    struct dw_session **session, struct lay_error *err)
{
	struct dw_session *s = calloc(1, sizeof(*s));
	int rc;

	if (!s)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	s->file = file;
	s->unit = unit;
	s->is_info = !(unit->off & DW_OFF_TYPES);
	s->own = dw_file_part(file, unit->off)->kind >= DW_PART_DWO;
	s->shown.off = unit->off;
	s->shown.ref_addr_base = unit->ref_addr_base;
	s->shown.big_endian = file->big_endian;
	s->object.OBJ_MEMBER(object) = s;
	s->object.OBJ_MEMBER(methods) = &methods;
	dw_view_init(&s->view, file);
	rc = dw_view_open(&s->view, unit, err);
	if (rc == 0)
		rc = find_sections(s, err);
	if (rc == 0)
		rc = start_libdwarf(s, err);
	if (rc < 0) {
		dw_session_close(s);
		return rc;
	}
	*session = s;
	return 0;
}

void dw_session_close(struct dw_session *s)
{
	if (!s)
		return;
	if (s->shown.debug)
		obj_finish(s->shown.debug);
	dw_view_deinit(&s->view);
	free(s);
}

const struct dw_die *dw_session_root(const struct dw_session *s)
{
	return &s->root;
}

static int read_attr(struct dw_session *s, Dwarf_Attribute attr,
		     struct dw_die *die, Dwarf_Error *error)
{
	struct dw_value value = { 0 };
	enum dw_fact fact;
	Dwarf_Half at;
	int rc;

	rc = dwarf_whatattr(attr, &at, error);
	if (rc != DW_DLV_OK)
		return rc;
	fact = dw_fact_of(at);
	if (fact == DW_NR_FACTS)
		return DW_DLV_OK;
	rc = session_value(&s->shown, attr, &value, error);
	if (rc != DW_DLV_OK)
		return rc;
	die->fact[fact] = value;
	die->has |= 1u << fact;
	return rc;
}

/* All attributes of @handle. */
static int read_attrs(struct dw_session *s, Dwarf_Die handle,
		      struct dw_die *die, Dwarf_Error *error)
{
	Dwarf_Attribute *list = NULL;
	Dwarf_Signed nr = 0;
	int rc = dwarf_attrlist(handle, &list, &nr, error);

	if (rc == DW_DLV_NO_ENTRY)
		return DW_DLV_OK;	/* it has none */
	for (Dwarf_Signed i = 0; i < nr; i++) {
		if (rc == DW_DLV_OK)
			rc = read_attr(s, list[i], die, error);
		dwarf_dealloc_attribute(list[i]);
	}
	dwarf_dealloc(s->shown.debug, list, DW_DLA_LIST);
	return rc;
}

/* Does @die lead into another file? */
static bool leads_out(const struct dw_die *die)
{
	for (unsigned int i = 0; i < DW_NR_FACTS; i++) {
		enum dw_class class = die->fact[i].class;

		if (dw_die_has(die, i) && (class == DW_VALUE_SUP_REFERENCE ||
					   class == DW_VALUE_SUP_STRP))
			return true;
	}
	return false;
}

static int ask_libdwarf(struct dw_session *s, uint64_t off, struct dw_die *die,
			struct lay_error *err)
{
	Dwarf_Error error = NULL;
	Dwarf_Die handle;
	int rc;

	rc = dwarf_offdie_b(s->shown.debug, off - s->unit->off, s->is_info,
			    &handle, &error);
	if (rc == DW_DLV_OK) {
		rc = read_attrs(s, handle, die, &error);
		dwarf_dealloc_die(handle);
	}
	return rc == DW_DLV_OK ? 0 : session_error(s, off, error, err);
}

int dw_session_die(struct dw_session *s, uint64_t off, struct dw_die *die,
		   struct lay_error *err)
{
	int rc = dw_check_die(&s->view, off, die, err);

	if (rc < 0 || die->tag == 0)
		return rc;
	if (!s->own)
		rc = ask_libdwarf(s, off, die, err);
	if (rc == 0 && (s->own || leads_out(die)))
		rc = session_read_own(&s->view, off, die, err);
	return rc < 0 ? rc : 1;
}

int dw_session_child(struct dw_session *s, const struct dw_die *parent,
		     struct dw_die *child, struct lay_error *err)
{
	if (!dw_die_opens(parent))
		return 0;
	return dw_session_die(s, parent->next, child, err);
}

int dw_session_next(struct dw_session *s, struct dw_die *die,
		    struct lay_error *err)
{
	uint64_t off;
	int rc = dw_die_after(&s->view, die, &off, err);

	return rc < 0 ? rc : dw_session_die(s, off, die, err);
}
