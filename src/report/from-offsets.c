// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/*
 * The form that kernel mails and BUILD_BUG_ON()s use. The lines are valid C:
 * bit-fields have no offsetof() and are told in a comment.
 */

enum { LINE, NAME, OFFSET, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[LINE] = { NULL, "", DOC_PEOPLE, DOC_COLUMN_WRAP | DOC_COLUMN_CODE },
	[NAME] = { "path", "", DOC_MACHINES, 0 },
	[OFFSET] = { "offset", "", DOC_MACHINES, 0 },
};

/* Does a line of its own say something that the lines of its members do not? */
static bool has_name(const struct lay_slot *slot)
{
	return slot->member && !(slot->flags & LAY_SLOT_ANONYMOUS);
}

/* Of arrays in each other, behind typedefs too. */
static size_t nr_dims(const struct lay_type *type)
{
	size_t nr = 0;

	for (int i = 0; i < LAY_LAYOUT_MAX_DEPTH && type; i++) {
		type = lay_type_strip(type);
		if (type->kind != LAY_KIND_ARRAY)
			break;
		nr += type->nr_dims ? type->nr_dims : 1;
		type = type->target;
	}
	return nr;
}

/* "lru[].next" as C has it: "lru[0].next", with an index for each dimension; the
 * last array of @path is what stands around slot @i. */
static const char *designator(struct doc *doc, const struct lay_layout *layout,
			      uint32_t i)
{
	const char *path = layout->slots[i].path, *s = path;
	size_t len = strlen(path);

	for (i = layout->slots[i].parent; i != LAY_NO_SLOT;
	     i = layout->slots[i].parent) {
		const struct lay_slot *slot = &layout->slots[i];
		const char *index = "";

		if (!(slot->flags & LAY_SLOT_ARRAY))
			continue;
		while (len && strncmp(path + len - 1, "[]", 2) != 0)
			len--;
		if (!len--)
			break;
		for (size_t k = nr_dims(slot->member->type); k > 0; k--)
			index = doc_printf(doc, "%s[0]", index);
		s = doc_printf(doc, "%.*s%s%s", (int)len, path, index,
			       s + len + 2);
	}
	return s;
}

static const char *offset_text(struct doc *doc, const char *type,
			       const struct lay_layout *layout, uint32_t i)
{
	const struct lay_slot *slot = &layout->slots[i];

	if (slot->flags & LAY_SLOT_UNPLACED)
		return doc_printf(doc, "/* %s, %s: offset not known */", type,
				  slot->path);
	if (slot->flags & LAY_SLOT_BITFIELD)
		return doc_printf(doc, "/* %s, %s: bit-field at %s */", type,
				  slot->path, phrase_place(doc, slot));
	return doc_printf(doc, "offsetof(%s, %s)=0x%" PRIx64, type,
			  designator(doc, layout, i), slot->bit_off / 8);
}

static void add_offset(struct doc *doc, struct doc_table *table,
		       const char *type, const struct lay_layout *layout,
		       uint32_t i)
{
	const struct lay_slot *slot = &layout->slots[i];
	struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

	row->cell[LINE] = doc_string(offset_text(doc, type, layout, i));
	row->cell[NAME] = doc_string(doc_copy(doc, slot->path));
	if (!(slot->flags & (LAY_SLOT_UNPLACED | LAY_SLOT_BITFIELD)))
		row->cell[OFFSET] = doc_uint(slot->bit_off / 8);
}

int lay_report_add_offsets(struct lay_report *report,
			   const struct lay_shown *shown,
			   const struct lay_layout *layout, uint32_t slot,
			   struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = report_add_type(report, shown);
	const char *type = phrase_type(doc, layout->type, NULL);
	uint32_t first = slot == LAY_NO_SLOT ? 0 : slot;
	uint32_t end = slot == LAY_NO_SLOT ? layout->nr_slots :
		       slot + 1 + layout->slots[slot].nr_below;
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);
	struct doc_table *table;
	struct doc_row *row;

	if (shown->of_n == 1)
		s->title = NULL;
	doc_add_field(doc, r, DOC_ALL, "size", "", doc_uint(layout->size));
	table = doc_add_table(doc, s, "offsets", DOC_ALL, columns, NR_COLUMNS);
	table->bare = true;
	row = doc_add_row(doc, table, DOC_PEOPLE);
	row->cell[LINE] = doc_string(doc_printf(doc, "sizeof(%s)=0x%" PRIx64,
						type, layout->size));
	for (uint32_t i = first; i < end; i++) {
		if (has_name(&layout->slots[i]))
			add_offset(doc, table, type, layout, i);
		if (layout->slots[i].flags & LAY_SLOT_RECORD &&
		    !report_opens(report, layout, i))
			i += layout->slots[i].nr_below;
	}
	return doc_status(doc, err);
}
