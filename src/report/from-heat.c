// SPDX-License-Identifier: GPL-2.0-only
/*
 * The heat of a layout: members that were touched, under the sums of their
 * lines, and the pairs of members on a line that CPUs read while others write.
 */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/facts.h"
#include "report/heat-cells.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

enum {
	PLACE = HEAT_NR_COLUMNS, MEMBER, CPUS,
	DEPTH, KIND, PATH, OFFSET, BYTES, LINE, CPUS_READING, CPUS_WRITING,
	FUNCTION_LIST, NR_FUNCTIONS, NR_COLUMNS
};

static const struct doc_column columns[NR_COLUMNS] = {
	HEAT_COLUMN_DEFS,
	[HEAT_ATOMICS] = { "atomics", "atomic", DOC_ALL, DOC_COLUMN_RIGHT },
	[PLACE] = { NULL, "offset", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[MEMBER] = { NULL, "member", DOC_PEOPLE, DOC_COLUMN_INDENT |
		     DOC_COLUMN_WRAP },
	[CPUS] = { NULL, "cpus", DOC_PEOPLE, 0 },
	[FUNCTION_LIST] = { "functions", "", DOC_MACHINES, 0 },
	[DEPTH] = { "depth", "", DOC_MACHINES, 0 },
	[KIND] = { "kind", "", DOC_MACHINES, 0 },
	[PATH] = { "path", "", DOC_MACHINES, 0 },
	[OFFSET] = { "offset", "", DOC_MACHINES, 0 },
	[BYTES] = { "size", "", DOC_MACHINES, 0 },
	[LINE] = { "line", "", DOC_MACHINES, 0 },
	[CPUS_READING] = { "cpus_reading", "", DOC_MACHINES, 0 },
	[CPUS_WRITING] = { "cpus_writing", "", DOC_MACHINES, 0 },
	[NR_FUNCTIONS] = { "nr_functions", "", DOC_MACHINES, 0 },
};

#define NR_WHO 8

struct who {
	uint32_t slot;
	struct lay_heat_sum sum;
};

struct walk {
	struct lay_report *report;
	struct doc *doc;
	const struct lay_layout *layout;
	const struct lay_heat_fields *fields;
	struct doc_table *table;
	uint64_t next_line;	/* whose sum was not told */
	uint32_t member;	/* asked for, or LAY_NO_SLOT */
	uint64_t bits_told;	/* byte + 1 of the last bit-field */
	struct who who[NR_WHO];	/* the hottest members without rows below */
	size_t nr_who;
};

static struct doc_value function_list(struct walk *w,
				      const struct lay_heat_sum *sum)
{
	struct doc_list *list;

	if (!sum->nr_top)
		return doc_none();
	list = doc_new_list(w->doc, 0);
	for (unsigned int i = 0; i < sum->nr_top; i++)
		doc_add_item(w->doc, list,
			     doc_string(doc_copy(w->doc, sum->top[i].name)));
	return doc_list(list);
}

static void sum_cells(struct walk *w, struct doc_row *row,
		      const struct lay_heat_sum *sum)
{
	heat_cells(row, &sum->n);
	if (sum->nr_reading || sum->nr_writing)
		row->cell[CPUS] = doc_string(
			doc_printf(w->doc, "%ur %uw", sum->nr_reading,
				   sum->nr_writing));
	row->cell[CPUS_READING] = doc_uint(sum->nr_reading);
	row->cell[CPUS_WRITING] = doc_uint(sum->nr_writing);
	row->cell[NR_FUNCTIONS] = doc_uint(sum->nr_functions);
}

/* The sum of each line in front of the first member that starts in it. */
static void line_rows(struct walk *w, uint64_t line)
{
	uint64_t size = w->layout->line_size;
	struct lay_heat_sum sum;
	struct doc_row *row;

	for (; w->next_line <= line; w->next_line++) {
		lay_heat_sum(w->fields, w->next_line * size,
			     (w->next_line + 1) * size, &sum);
		if (!sum.n.samples)
			continue;
		row = doc_add_row(w->doc, w->table, DOC_ALL);
		row->tone = DOC_MUTED;
		sum_cells(w, row, &sum);
		row->cell[MEMBER] = doc_string(
			doc_printf(w->doc, "-- line %" PRIu64, w->next_line));
		row->cell[KIND] = doc_string("line");
		row->cell[LINE] = doc_uint(w->next_line);
		row->cell[OFFSET] = doc_uint(w->next_line * size);
		row->cell[BYTES] = doc_uint(size);
	}
}

static const char *slot_name(struct walk *w, const struct lay_slot *slot)
{
	if (slot->flags & LAY_SLOT_ANONYMOUS)
		return doc_printf(w->doc, "%s {}",
				  lay_kind_name(lay_type_strip(
						slot->member->type)->kind));
	return doc_printf(w->doc, "%s%s", slot->member->name,
			  slot->flags & LAY_SLOT_ARRAY ? "[]" : "");
}

static void member_row(struct walk *w, uint32_t i, unsigned int depth,
		       unsigned int audience, const struct lay_heat_sum *sum)
{
	const struct lay_slot *slot = &w->layout->slots[i];
	struct doc_row *row = doc_add_row(w->doc, w->table, audience);

	row->depth = depth;
	sum_cells(w, row, sum);
	row->cell[FUNCTION_LIST] = function_list(w, sum);
	row->cell[PLACE] = doc_string(phrase_place(w->doc, slot));
	row->cell[MEMBER] = doc_string(slot_name(w, slot));
	row->cell[DEPTH] = doc_uint(slot->depth);
	row->cell[KIND] = doc_string("member");
	row->cell[PATH] = doc_string(doc_copy(w->doc, slot->path));
	row->cell[OFFSET] = doc_uint(slot->bit_off / 8);
	row->cell[BYTES] = doc_uint((slot->bit_size + 7) / 8);
	row->cell[LINE] = doc_uint(slot->first_line);
}

/* Keep the hottest of what is told to people. */
static void note_who(struct walk *w, uint32_t slot,
		     const struct lay_heat_sum *sum)
{
	size_t i = w->nr_who;

	if (!sum->nr_top)
		return;
	while (i > 0 && w->who[i - 1].sum.n.samples < sum->n.samples)
		i--;
	if (i == NR_WHO)
		return;
	if (w->nr_who < NR_WHO)
		w->nr_who++;
	memmove(&w->who[i + 1], &w->who[i],
		(w->nr_who - i - 1) * sizeof(w->who[0]));
	w->who[i] = (struct who){ .slot = slot, .sum = *sum };
}

/*
 * What has no name is told by what is in it.
 *
 * Members of a union share their bytes, so each has the heat of all, and so
 * have bit-fields of one byte. People are shown the first, unless they ask for
 * all.
 */
static unsigned int audience_of(struct walk *w, uint32_t i, unsigned int outer)
{
	const struct lay_slot *slot = &w->layout->slots[i];
	uint64_t byte = slot->bit_off / 8;
	bool repeats = false;

	if (w->report->opts.all || i == w->member)
		return outer;
	if (slot->flags & LAY_SLOT_IN_UNION)
		repeats = i != slot->parent + 1;
	else if (slot->flags & LAY_SLOT_BITFIELD)
		repeats = w->bits_told == byte + 1;
	if (slot->flags & LAY_SLOT_BITFIELD)
		w->bits_told = byte + 1;
	return repeats ? outer & DOC_MACHINES : outer;
}

static void add_rows(struct walk *w, uint32_t i, uint32_t end,
		     unsigned int depth, unsigned int outer)
{
	const struct lay_slot *slots = w->layout->slots;

	while (i < end) {
		const struct lay_slot *slot = &slots[i];
		bool open = slot->flags & LAY_SLOT_RECORD &&
			    (i == w->member ||
			     report_opens(w->report, w->layout, i));
		struct lay_heat_sum sum = { .nr_top = 0 };
		unsigned int audience;
		bool anonymous;

		if (slot->member && !(slot->flags & (LAY_SLOT_UNPLACED |
						     LAY_SLOT_MARKER)))
			lay_heat_slot(w->fields, i, &sum);
		if (!sum.n.samples && !(w->report->opts.all && slot->member)) {
			i += 1 + slot->nr_below;
			continue;
		}
		if (w->member == LAY_NO_SLOT)
			line_rows(w, slot->first_line);
		audience = audience_of(w, i, outer);
		anonymous = slot->flags & LAY_SLOT_ANONYMOUS &&
			    !w->report->opts.all;
		member_row(w, i, depth, anonymous ? audience & DOC_MACHINES :
			   audience, &sum);
		if (!open && audience & DOC_PEOPLE)
			note_who(w, i, &sum);
		if (open)
			add_rows(w, i + 1, i + 1 + slot->nr_below,
				 depth + !anonymous, audience);
		i += 1 + slot->nr_below;
	}
}

enum { WHO_MEMBER, WHO_FUNCTIONS, WHO_NR_COLUMNS };

static const struct doc_column who_columns[WHO_NR_COLUMNS] = {
	[WHO_MEMBER] = { NULL, "member", DOC_PEOPLE, 0 },
	[WHO_FUNCTIONS] = { NULL, "touched by", DOC_PEOPLE, DOC_COLUMN_WRAP },
};

/* "tcp_v4_rcv, skb_push, 9 more" */
static const char *who_text(struct walk *w, const struct lay_heat_sum *sum)
{
	unsigned int shown = sum->nr_top < 3 ? sum->nr_top : 3;
	const char *text = "";

	for (unsigned int i = 0; i < shown; i++)
		text = doc_printf(w->doc, "%s%s%s", text, i ? ", " : "",
				  sum->top[i].name);
	if (sum->nr_functions > shown)
		text = doc_printf(w->doc, "%s, %zu more", text,
				  sum->nr_functions - shown);
	return text;
}

/* For people, apart: names of functions are long. */
static void add_who(struct walk *w, struct doc_section *s)
{
	struct doc_table *table = doc_add_table(w->doc, s, NULL, DOC_PEOPLE,
						who_columns, WHO_NR_COLUMNS);
	struct doc_row *row;

	for (size_t i = 0; i < w->nr_who; i++) {
		row = doc_add_row(w->doc, table, DOC_ALL);
		row->cell[WHO_MEMBER] = doc_string(doc_copy(w->doc,
			w->layout->slots[w->who[i].slot].path));
		row->cell[WHO_FUNCTIONS] = doc_string(
			who_text(w, &w->who[i].sum));
	}
}

/* The innermost member that starts at byte @off, of a union's the first. */
static const char *path_at(const struct lay_layout *layout, uint64_t off)
{
	const char *path = "?";
	uint32_t end = layout->nr_slots;

	for (uint32_t i = 0; i < end; i++) {
		const struct lay_slot *slot = &layout->slots[i];

		if (!slot->member || slot->bit_off / 8 != off ||
		    slot->flags & (LAY_SLOT_MARKER | LAY_SLOT_UNPLACED))
			continue;
		path = slot->path;
		end = i + 1 + slot->nr_below;
	}
	return path;
}

#define NR_PAIRS 6

static void add_pair(struct walk *w, struct doc_section *s,
		     const struct lay_heat_pair *p, unsigned int audience)
{
	struct doc *doc = w->doc;
	const char *rd = doc_copy(doc, path_at(w->layout, p->read_off));
	const char *wr = doc_copy(doc, path_at(w->layout, p->write_off));
	const char *how = p->nr_objects ?
		doc_printf(doc, "in %s", phrase_count(doc, p->nr_objects,
						      "object")) :
		"suspected from sums";
	struct doc_note *note;

	note = doc_add_note(doc, s, "pairs", audience, doc_printf(doc,
		"%s is read (%s) while other CPUs write %s (%s): %s", rd,
		heat_number(doc, p->nr_reads), wr,
		heat_number(doc, p->nr_writes), how));
	doc_add_field(doc, &note->details, DOC_MACHINES, "read", "",
		      doc_string(rd));
	doc_add_field(doc, &note->details, DOC_MACHINES, "written", "",
		      doc_string(wr));
	doc_add_field(doc, &note->details, DOC_MACHINES, "nr_reads", "",
		      doc_uint(p->nr_reads));
	doc_add_field(doc, &note->details, DOC_MACHINES, "nr_writes", "",
		      doc_uint(p->nr_writes));
	doc_add_field(doc, &note->details, DOC_MACHINES, "nr_objects", "",
		      doc_uint(p->nr_objects));
}

static void add_pairs(struct walk *w, struct doc_section *s)
{
	const struct lay_heat_pair *pair;
	size_t nr;

	pair = lay_heat_pairs(w->fields, &nr);
	for (size_t i = 0; i < nr; i++)
		add_pair(w, s, &pair[i], i < NR_PAIRS ||
			 w->report->opts.all ? DOC_ALL : DOC_MACHINES);
	if (nr > NR_PAIRS && !w->report->opts.all)
		doc_add_note(w->doc, s, NULL, DOC_PEOPLE, doc_printf(w->doc,
			"%s more: see --all",
			phrase_count(w->doc, nr - NR_PAIRS, "pair")));
}

static void add_facts(struct walk *w, struct doc_section *s)
{
	struct lay_heat_sum all;
	struct doc_record *r = doc_add_record(w->doc, s, DOC_ALL);
	uint64_t objects = lay_heat_nr_objects(w->fields);

	lay_heat_all(w->fields, &all);
	doc_add_field(w->doc, r, DOC_ALL, "size", "size",
		      doc_uint(w->layout->size));
	doc_add_field(w->doc, r, DOC_ALL, "line_size", "lines of",
		      doc_uint(w->layout->line_size));
	doc_add_field(w->doc, r, DOC_ALL, "samples", "samples",
		      doc_uint(all.n.samples));
	doc_add_field(w->doc, r, DOC_ALL, "nr_objects", "objects told apart",
		      doc_uint(objects));
	if (!all.n.samples)
		doc_add_note(w->doc, s, NULL, DOC_PEOPLE,
			     "no samples: that nobody touched it is not said by that");
}

int lay_report_add_heat(struct lay_report *report,
			const struct lay_shown *shown,
			const struct lay_layout *layout,
			const struct lay_heat_fields *fields, uint32_t slot,
			struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = report_add_type(report, shown);
	uint32_t first = 0, end = layout->nr_slots;
	struct walk w = {
		.report = report, .doc = doc, .layout = layout,
		.fields = fields, .member = slot,
	};

	add_facts(&w, s);
	if (slot != LAY_NO_SLOT) {
		s->title = doc_printf(doc, "%s, member %s", s->title,
				      layout->slots[slot].path);
		first = slot;
		end = slot + 1 + layout->slots[slot].nr_below;
	}
	w.table = doc_add_table(doc, s, "heat", DOC_ALL, columns, NR_COLUMNS);
	add_rows(&w, first, end, 0, DOC_ALL);
	add_who(&w, s);
	if (slot == LAY_NO_SLOT)
		add_pairs(&w, s);
	return doc_status(doc, err);
}
