// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/facts.h"
#include "report/heat-cells.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/*
 * One definition's layout, as a C declaration with places in front. Embedded
 * records without a name are always open, as their members are named like the
 * outer one's own; those with a name are open to the depth that was asked for.
 */

enum {
	/* for people */
	PLACE, SIZE, LINE, HEAT, MARK, MEMBER, DECL,
	/* for programs */
	DEPTH, KIND, NAME, PATH, TYPE, OFFSET, BYTES, BIT_OFFSET, BIT_SIZE,
	STORAGE_OFFSET, STORAGE_SIZE, FIRST_LINE, LAST_LINE, ALIGN, FLAGS,
	DECL_FILE, DECL_LINE,
	NR_COLUMNS
};

static const struct doc_column columns[NR_COLUMNS] = {
	[PLACE] = { NULL, "offset", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[SIZE] = { NULL, "size", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[LINE] = { NULL, "line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[HEAT] = { NULL, "heat", DOC_PEOPLE, 0 },
	[MARK] = { NULL, "", DOC_PEOPLE, 0 },
	[MEMBER] = { NULL, "member", DOC_PEOPLE, DOC_COLUMN_INDENT |
		     DOC_COLUMN_WRAP | DOC_COLUMN_CODE },
	[DECL] = { NULL, "declared", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[DEPTH] = { "depth", "", DOC_MACHINES, 0 },
	[KIND] = { "kind", "", DOC_MACHINES, 0 },
	[NAME] = { "name", "", DOC_MACHINES, 0 },
	[PATH] = { "path", "", DOC_MACHINES, 0 },
	[TYPE] = { "type", "", DOC_MACHINES, 0 },
	[OFFSET] = { "offset", "", DOC_MACHINES, 0 },
	[BYTES] = { "size", "", DOC_MACHINES, 0 },
	[BIT_OFFSET] = { "bit_offset", "", DOC_MACHINES, 0 },
	[BIT_SIZE] = { "bit_size", "", DOC_MACHINES, 0 },
	[STORAGE_OFFSET] = { "storage_offset", "", DOC_MACHINES, 0 },
	[STORAGE_SIZE] = { "storage_size", "", DOC_MACHINES, 0 },
	[FIRST_LINE] = { "line", "", DOC_MACHINES, 0 },
	[LAST_LINE] = { "last_line", "", DOC_MACHINES, 0 },
	[ALIGN] = { "align", "", DOC_MACHINES, 0 },
	[FLAGS] = { "flags", "", DOC_MACHINES, 0 },
	[DECL_FILE] = { "file", "", DOC_MACHINES, 0 },
	[DECL_LINE] = { "file_line", "", DOC_MACHINES, 0 },
};

/* The walk over a layout's slots. */
struct walk {
	struct lay_report *report;
	struct doc *doc;
	const struct lay_layout *layout;
	struct doc_table *table;
	struct lay_heat_fields *heat;	/* NULL: nothing was measured */
	uint32_t first, end;	/* slots that are told */
	uint32_t member;	/* the one that was asked for, or LAY_NO_SLOT */
	uint64_t line;		/* the last one whose start was told */
	unsigned int depth;	/* of the first, taken off all */
};

/* The member that was asked for is open whatever the depth. */
static bool is_open(const struct walk *w, uint32_t i)
{
	if (!(w->layout->slots[i].flags & LAY_SLOT_RECORD))
		return false;
	return i == w->member || report_opens(w->report, w->layout, i);
}

/* "} name[4]" for what closes an opened record: its declaration without what
 * opens it. */
static const char *closing(struct doc *doc, const struct lay_member *member,
			   const struct lay_type *element)
{
	const char *open = phrase_type(doc, element, NULL);
	const char *whole = phrase_type(doc, member->type, member->name);
	size_t len = strlen(open);

	if (strncmp(open, whole, len) == 0)
		return doc_printf(doc, "}%s;", whole + len);
	return doc_printf(doc, "} %s;", member->name ? member->name : "");
}

/* "struct path {", "union {" */
static const char *opening(struct doc *doc, const struct lay_member *member)
{
	const struct lay_type *element = phrase_element(member->type);
	const struct lay_type *record = lay_type_strip(element);

	if (!record->name && element == record)
		return doc_printf(doc, "%s {", lay_kind_name(record->kind));
	return doc_printf(doc, "%s {", phrase_type(doc, element, NULL));
}

static const char *gap_text(struct doc *doc, const struct lay_slot *slot)
{
	static const char *const names[] = {
		[LAY_SLOT_HOLE] = "hole",
		[LAY_SLOT_BIT_HOLE] = "bit hole",
		[LAY_SLOT_PADDING] = "padding",
		[LAY_SLOT_BIT_PADDING] = "bit padding",
		[LAY_SLOT_UNKNOWN] = "not known",
	};

	return doc_printf(doc, "/* %s: %s */", names[slot->kind],
			  phrase_size(doc, slot->bit_size));
}

static const char *kind_key(enum lay_slot_kind kind)
{
	static const char *const keys[] = {
		[LAY_SLOT_MEMBER] = "member",
		[LAY_SLOT_HOLE] = "hole",
		[LAY_SLOT_BIT_HOLE] = "bit_hole",
		[LAY_SLOT_PADDING] = "padding",
		[LAY_SLOT_BIT_PADDING] = "bit_padding",
		[LAY_SLOT_UNKNOWN] = "unknown",
	};

	return keys[kind];
}

static const struct phrase_flag slot_flags[] = {
	{ LAY_SLOT_STRADDLES, "straddles" },
	{ LAY_SLOT_BITFIELD, "bitfield" },
	{ LAY_SLOT_ANONYMOUS, "anonymous" },
	{ LAY_SLOT_FLEXIBLE, "flexible" },
	{ LAY_SLOT_EMPTY, "empty" },
	{ LAY_SLOT_GROUP_BEGIN, "group_begin" },
	{ LAY_SLOT_GROUP_END, "group_end" },
	{ LAY_SLOT_RECORD, "record" },
	{ LAY_SLOT_ARRAY, "array" },
	{ LAY_SLOT_UNPLACED, "unplaced" },
	{ LAY_SLOT_OVERLAPS, "overlaps" },
	{ LAY_SLOT_IN_UNION, "in_union" },
	{ LAY_SLOT_SPACER, "spacer" },
	{ LAY_SLOT_OUTSIDE, "outside" },
	{ LAY_SLOT_INCOMPLETE, "incomplete" },
};

static void machine_cells(struct doc *doc, struct doc_row *row,
			  const struct lay_slot *slot)
{
	const struct lay_member *m = slot->member;

	row->cell[DEPTH] = doc_uint(row->depth);
	row->cell[KIND] = doc_string(kind_key(slot->kind));
	row->cell[FLAGS] = phrase_flags(doc, slot->flags, slot_flags,
					sizeof(slot_flags) /
						sizeof(slot_flags[0]));
	if (!(slot->flags & LAY_SLOT_UNPLACED)) {
		row->cell[OFFSET] = doc_uint(slot->bit_off / 8);
		row->cell[BIT_OFFSET] = doc_uint(slot->bit_off);
		row->cell[BIT_SIZE] = doc_uint(slot->bit_size);
		if (!(slot->bit_off % 8) && !(slot->bit_size % 8))
			row->cell[BYTES] = doc_uint(slot->bit_size / 8);
		row->cell[FIRST_LINE] = doc_uint(slot->first_line);
		row->cell[LAST_LINE] = doc_uint(slot->last_line);
	}
	if (!m)
		return;
	row->cell[NAME] = doc_string(m->name);
	row->cell[PATH] = doc_string(doc_copy(doc, slot->path));
	row->cell[TYPE] = doc_string(phrase_type(doc, m->type, NULL));
	if (m->flags & LAY_MEMBER_BITFIELD) {
		row->cell[STORAGE_OFFSET] = doc_uint(slot->storage_off);
		row->cell[STORAGE_SIZE] = doc_uint(slot->storage_size);
	}
	if (m->align)
		row->cell[ALIGN] = doc_uint(m->align);
	row->cell[DECL_FILE] = doc_string(m->decl.file);
	if (m->decl.file && m->decl.line)
		row->cell[DECL_LINE] = doc_uint(m->decl.line);
}

static const char *member_text(struct walk *w, uint32_t i)
{
	const struct lay_slot *slot = &w->layout->slots[i];

	if (!slot->member)
		return gap_text(w->doc, slot);
	if (is_open(w, i))
		return opening(w->doc, slot->member);
	return doc_printf(w->doc, "%s;%s", phrase_member(w->doc, slot->member),
			  slot->flags & LAY_SLOT_INCOMPLETE ?
			  " /* incomplete */" : "");
}

/* The bit-field at @i, if bit @bit_off is in its storage unit. */
static const struct lay_slot *bits_around(const struct walk *w, uint32_t i,
					  const struct lay_slot *gap)
{
	const struct lay_slot *s = &w->layout->slots[i];

	if (i >= w->layout->nr_slots || !(s->flags & LAY_SLOT_BITFIELD) ||
	    s->parent != gap->parent || gap->bit_off < s->storage_off * 8 ||
	    gap->bit_off >= (s->storage_off + s->storage_size) * 8)
		return NULL;
	return s;
}

/* Bits that are free are counted from where the bit-fields beside them are. */
static const char *place_text(struct walk *w, uint32_t i)
{
	const struct lay_slot *gap = &w->layout->slots[i], *beside = NULL;

	if (gap->kind != LAY_SLOT_BIT_HOLE && gap->kind != LAY_SLOT_BIT_PADDING)
		return phrase_place(w->doc, gap);
	if (i > 0)
		beside = bits_around(w, i - 1, gap);
	if (!beside)
		beside = bits_around(w, i + 1, gap);
	if (!beside)
		return phrase_place(w->doc, gap);
	return doc_printf(w->doc, "%" PRIu64 ":%" PRIu64, beside->storage_off,
			  gap->bit_off - beside->storage_off * 8);
}

static void people_cells(struct walk *w, struct doc_row *row, uint32_t i)
{
	const struct lay_slot *slot = &w->layout->slots[i];
	struct doc *doc = w->doc;

	row->cell[PLACE] = doc_string(place_text(w, i));
	row->cell[SIZE] = doc_string(phrase_short_size(doc, slot->bit_size));
	if (slot->flags & LAY_SLOT_UNPLACED)
		row->cell[SIZE] = doc_string("?");
	row->cell[LINE] = doc_string(phrase_lines(doc, slot));
	if (slot->flags & LAY_SLOT_STRADDLES)
		row->cell[MARK] = doc_string("!");
	row->cell[MEMBER] = doc_string(member_text(w, i));
	if (w->report->opts.decl && slot->member)
		row->cell[DECL] = doc_string(phrase_decl(doc,
							 &slot->member->decl));
	if (!slot->member)
		row->tone = DOC_WARNING;
}

/* A boundary is told in front of the first slot that lies behind it; unions go
 * back to lines that were told before. */
static void line_row(struct walk *w, const struct lay_slot *slot)
{
	struct doc_row *row;
	uint64_t at;

	if (slot->first_line <= w->line || slot->flags & LAY_SLOT_UNPLACED)
		return;
	w->line = slot->first_line;
	at = slot->first_line * w->layout->line_size;
	row = doc_add_row(w->doc, w->table, DOC_PEOPLE);
	row->tone = DOC_MUTED;
	row->cell[MEMBER] = doc_string(
		doc_printf(w->doc, "/* --- line %" PRIu64 ", byte %" PRIu64
			   " --- */", w->line, at));
}

/* Close the open records around slot @i that end with the subtree of @i. */
static void closing_rows(struct walk *w, uint32_t i, uint32_t last)
{
	const struct lay_slot *slots = w->layout->slots;
	const struct lay_slot *slot;
	struct doc_row *row;
	uint32_t p;

	for (p = slots[i].parent; p != LAY_NO_SLOT && p >= w->first;
	     p = slots[p].parent) {
		slot = &slots[p];
		if (p + slot->nr_below != last)
			return;
		row = doc_add_row(w->doc, w->table, DOC_PEOPLE);
		row->depth = slot->depth - w->depth;
		row->cell[MEMBER] = doc_string(
			closing(w->doc, slot->member,
				phrase_element(slot->member->type)));
	}
}

static void heat_cell(struct walk *w, struct doc_row *row, uint32_t slot)
{
	struct lay_heat_sum sum, all;

	/* what is open has its own marks inside */
	if (!w->heat || is_open(w, slot))
		return;
	lay_heat_slot(w->heat, slot, &sum);
	lay_heat_all(w->heat, &all);
	row->cell[HEAT] = doc_string(heat_mark(w->doc, sum.n.loads,
					       sum.n.stores, &all.n));
}

/* How many samples there are in all: none is not "not used". */
static void heat_note(struct walk *w, struct doc_section *s)
{
	struct lay_heat_sum all;

	if (!w->heat)
		return;
	lay_heat_all(w->heat, &all);
	doc_add_note(w->doc, s, NULL, DOC_PEOPLE, all.n.samples ?
		     doc_printf(w->doc, "%s samples: %s loads, %s stores",
				heat_number(w->doc, all.n.samples),
				heat_number(w->doc, all.n.loads),
				heat_number(w->doc, all.n.stores)) :
		     "no samples of this type");
}

static void add_rows(struct walk *w)
{
	const struct lay_slot *slot;
	struct doc_row *row;
	uint32_t last;

	for (uint32_t i = w->first; i < w->end; i = last + 1) {
		slot = &w->layout->slots[i];
		line_row(w, slot);
		row = doc_add_row(w->doc, w->table, DOC_ALL);
		row->depth = slot->depth - w->depth;
		people_cells(w, row, i);
		heat_cell(w, row, i);
		machine_cells(w->doc, row, slot);
		last = i;
		if (is_open(w, i) && slot->nr_below)
			continue;
		last += slot->nr_below;
		closing_rows(w, i, last);
	}
}

int lay_report_add_layout(struct lay_report *report,
			  const struct lay_shown *shown,
			  const struct lay_layout *layout, uint32_t slot,
			  struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = report_add_type(report, shown);
	struct walk w = {
		.report = report,
		.doc = doc,
		.layout = layout,
		.end = layout->nr_slots,
		.member = slot,
	};

	if (report->heat &&
	    lay_heat_fold(report->heat, layout, &w.heat, err) < 0)
		return -LAY_E_NOMEM;
	if (slot == LAY_NO_SLOT) {
		layout_facts(report, s, layout);
	} else {
		s->title = doc_printf(doc, "%s, member %s", s->title,
				      layout->slots[slot].path);
		w.first = slot;
		w.end = slot + 1 + layout->slots[slot].nr_below;
		w.line = layout->slots[slot].first_line;
		w.depth = layout->slots[slot].depth;
	}
	w.table = doc_add_table(doc, s, "members", DOC_ALL, columns,
				NR_COLUMNS);
	add_rows(&w);
	heat_note(&w, s);
	lay_heat_fields_free(w.heat);
	if (slot == LAY_NO_SLOT)
		layout_groups(report, s, layout);
	return doc_status(doc, err);
}
