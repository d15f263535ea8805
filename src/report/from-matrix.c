// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/*
 * A type in several builds: a column a build, under the number that it has at
 * the head of the report, and in it the offset of each member with its line:
 * "160 L2".
 */

enum { MARK, MEMBER, FIRST_BUILD, PATH = FIRST_BUILD + LAY_MATRIX_MAX_BUILDS,
       DIFFERS, PLACES, NR_COLUMNS };

#define BUILD_COLUMN(n) [FIRST_BUILD + (n) - 1] = \
	{ NULL, #n, DOC_PEOPLE, DOC_COLUMN_RIGHT }

static const struct doc_column columns[NR_COLUMNS] = {
	[MARK] = { NULL, "", DOC_PEOPLE, 0 },
	[MEMBER] = { NULL, "member", DOC_PEOPLE, 0 },
	BUILD_COLUMN(1), BUILD_COLUMN(2), BUILD_COLUMN(3), BUILD_COLUMN(4),
	BUILD_COLUMN(5), BUILD_COLUMN(6), BUILD_COLUMN(7), BUILD_COLUMN(8),
	BUILD_COLUMN(9), BUILD_COLUMN(10), BUILD_COLUMN(11), BUILD_COLUMN(12),
	BUILD_COLUMN(13), BUILD_COLUMN(14), BUILD_COLUMN(15), BUILD_COLUMN(16),
	[PATH] = { "path", "", DOC_MACHINES, 0 },
	[DIFFERS] = { "differs", "", DOC_MACHINES, 0 },
	[PLACES] = { "places", "", DOC_MACHINES, 0 },
};
_Static_assert(NR_COLUMNS <= DOC_MAX_COLUMNS, "a table has so many");
_Static_assert(LAY_MATRIX_MAX_BUILDS == 16, "a column for each");

static const struct phrase_flag differences[] = {
	{ LAY_MATRIX_OFFSET, "offset" },
	{ LAY_MATRIX_LINE, "line" },
	{ LAY_MATRIX_SIZE, "size" },
	{ LAY_MATRIX_ABSENT, "absent" },
};

static const char *place_text(struct doc *doc, const struct lay_slot *slot)
{
	return doc_printf(doc, "%s L%s", phrase_place(doc, slot),
			  phrase_lines(doc, slot));
}

static const char *size_text(struct doc *doc, const struct lay_layout *layout)
{
	return doc_printf(doc, "%" PRIu64 " /%" PRIu64, layout->size,
			  layout->nr_lines);
}

static struct doc_value place_value(struct doc *doc, size_t build,
				    const struct lay_slot *slot)
{
	struct doc_record *r = doc_new_record(doc);

	doc_add_field(doc, r, DOC_ALL, "build", "", doc_uint(build));
	if (!(slot->flags & LAY_SLOT_UNPLACED)) {
		doc_add_field(doc, r, DOC_ALL, "bit_offset", "",
			      doc_uint(slot->bit_off));
		doc_add_field(doc, r, DOC_ALL, "bit_size", "",
			      doc_uint(slot->bit_size));
		doc_add_field(doc, r, DOC_ALL, "line", "",
			      doc_uint(slot->first_line));
		doc_add_field(doc, r, DOC_ALL, "last_line", "",
			      doc_uint(slot->last_line));
	}
	return doc_object(r);
}

/* The line of a member counts most; that it is somewhere else in it, less. */
static const char *mark_of(unsigned int differs)
{
	if (differs & LAY_MATRIX_LINE)
		return "!";
	return differs ? "~" : "";
}

static void add_row(struct doc *doc, struct doc_table *table,
		    const struct lay_matrix *m, const struct lay_matrix_row *r,
		    unsigned int audience)
{
	struct doc_row *row = doc_add_row(doc, table, audience);
	struct doc_list *places = doc_new_list(doc, 0);
	const char *path = doc_copy(doc, r->path);

	row->tone = r->differs & LAY_MATRIX_LINE ? DOC_WARNING : DOC_PLAIN;
	row->cell[MARK] = doc_string(mark_of(r->differs));
	row->cell[MEMBER] = doc_string(path);
	row->cell[PATH] = doc_string(path);
	row->cell[DIFFERS] = phrase_flags(doc, r->differs, differences,
					  sizeof(differences) /
						sizeof(differences[0]));
	for (size_t i = 0; i < m->nr_builds; i++) {
		const struct lay_slot *slot = r->slots[i];

		if (!slot) {
			row->cell[FIRST_BUILD + i] = doc_string("-");
			continue;
		}
		row->cell[FIRST_BUILD + i] = doc_string(place_text(doc, slot));
		doc_add_item(doc, places, place_value(doc, i, slot));
	}
	row->cell[PLACES] = doc_list(places);
}

static void add_sizes(struct doc *doc, struct doc_section *s,
		      struct doc_table *table, const struct lay_matrix *m)
{
	struct doc_row *row = doc_add_row(doc, table, DOC_PEOPLE);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);
	struct doc_list *sizes = doc_new_list(doc, 0);

	row->cell[MARK] = doc_string(m->lines_differ ? "!" :
				     m->size_differs ? "~" : "");
	row->cell[MEMBER] = doc_string("(size /lines)");
	for (size_t i = 0; i < m->nr_builds; i++) {
		const struct lay_layout *layout = m->layouts[i];
		struct doc_record *size;

		if (!layout) {
			row->cell[FIRST_BUILD + i] = doc_string("-");
			continue;
		}
		row->cell[FIRST_BUILD + i] = doc_string(size_text(doc, layout));
		size = doc_new_record(doc);
		doc_add_field(doc, size, DOC_ALL, "build", "", doc_uint(i));
		doc_add_field(doc, size, DOC_ALL, "size", "",
			      doc_uint(layout->size));
		doc_add_field(doc, size, DOC_ALL, "nr_lines", "",
			      doc_uint(layout->nr_lines));
		doc_add_field(doc, size, DOC_ALL, "line_size", "",
			      doc_uint(layout->line_size));
		doc_add_item(doc, sizes, doc_object(size));
	}
	doc_add_field(doc, r, DOC_ALL, "sizes", "", doc_list(sizes));
}

int lay_report_add_matrix(struct lay_report *report, const struct lay_def *def,
			  bool one_member, const struct lay_matrix *m,
			  struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "types", true);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);
	struct doc_table *table;
	bool differs = m->size_differs || m->lines_differ;
	uint64_t nr_alike = 0;
	int ret;

	report->has_types = true;
	s->title = phrase_def(doc, def);
	doc_add_field(doc, r, DOC_ALL, "name", "", doc_string(def->name));
	doc_add_field(doc, r, DOC_ALL, "kind", "",
		      doc_string(lay_kind_name(def->kind)));
	table = doc_add_table(doc, s, "members", DOC_ALL, columns, NR_COLUMNS);
	add_sizes(doc, s, table, m);
	for (size_t i = 0; i < m->nr_rows; i++) {
		bool shown = one_member || report->opts.all ||
			     m->rows[i].differs;

		differs |= m->rows[i].differs;
		nr_alike += !shown;
		add_row(doc, table, m, &m->rows[i],
			shown ? DOC_ALL : DOC_MACHINES);
	}
	if (nr_alike)
		doc_add_note(doc, s, NULL, report_chatter(report) & DOC_PEOPLE,
			     doc_printf(doc, "%s at the same place in all: --all",
					phrase_count(doc, nr_alike, "member")));
	ret = doc_status(doc, err);
	return ret < 0 ? ret : differs;
}
