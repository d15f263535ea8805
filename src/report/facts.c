// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/facts.h"
#include "report/phrase.h"
#include "base/poison.h"

static const struct doc_record *totals_record(struct doc *doc,
					      const struct lay_totals *t)
{
	struct doc_record *r = doc_new_record(doc);
	const struct {
		const char *key;
		uint64_t value;
	} fields[] = {
		{ "nr_members", t->nr_members },
		{ "nr_bitfields", t->nr_bitfields },
		{ "member_bits", t->member_bits },
		{ "overlap_bits", t->overlap_bits },
		{ "nr_holes", t->nr_holes },
		{ "hole_bytes", t->hole_bytes },
		{ "nr_bit_holes", t->nr_bit_holes },
		{ "bit_hole_bits", t->bit_hole_bits },
		{ "padding_bytes", t->padding_bytes },
		{ "bit_padding_bits", t->bit_padding_bits },
		{ "unknown_bits", t->unknown_bits },
		{ "nr_straddles", t->nr_straddles },
		{ "nr_embedded_straddles", t->nr_embedded_straddles },
		{ "nr_anonymous_holes", t->nr_anonymous_holes },
		{ "anonymous_hole_bytes", t->anonymous_hole_bytes },
		{ "nr_anonymous_bit_holes", t->nr_anonymous_bit_holes },
		{ "anonymous_bit_hole_bits", t->anonymous_bit_hole_bits },
		{ "anonymous_padding_bits", t->anonymous_padding_bits },
		{ "nr_unplaced", t->nr_unplaced },
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		doc_add_field(doc, r, DOC_ALL, fields[i].key, "",
			      doc_uint(fields[i].value));
	return r;
}

/* One field, of one layout, or of two as a change. */
struct sides {
	struct doc *doc;
	struct doc_record *record;
	struct lay_align align[2];	/* of the last only: of one layout */
	const struct lay_layout *before;	/* NULL: of one only */
	const struct lay_layout *after;
};

typedef struct doc_value (*side_fn)(struct doc *doc,
				    const struct lay_layout *layout);

static void add_sides(struct sides *s, unsigned int audience, const char *key,
		      const char *label, side_fn side)
{
	struct doc_value v = side(s->doc, s->after);

	if (s->before)
		v = doc_change(s->doc, side(s->doc, s->before), v);
	doc_add_field(s->doc, s->record, audience, key, label, v);
}

static struct doc_value side_size(struct doc *doc __attribute__((unused)),
				  const struct lay_layout *l)
{
	return l->size_known ? doc_uint(l->size) : doc_none();
}

static struct doc_value side_lines(struct doc *doc __attribute__((unused)),
				   const struct lay_layout *l)
{
	return doc_uint(l->nr_lines);
}

static struct doc_value side_line_size(struct doc *doc __attribute__((unused)),
				       const struct lay_layout *l)
{
	return doc_uint(l->line_size);
}

static bool is_align_known(const struct lay_align *a)
{
	return a->least && a->least == a->most;
}

/* Is it what the members ask for, and nothing shows that they get it? */
static bool is_assumed(const struct lay_layout *l, const struct lay_align *a)
{
	return a->least > 1 && !l->align_shown && !l->shows_packed;
}

/* "8", "8 to 64", "8 or more", "8 if not packed" */
static const char *align_text(struct doc *doc, const struct lay_layout *l,
			      const struct lay_align *a)
{
	const char *condition = is_assumed(l, a) ? " if not packed" : "";

	if (!a->least)
		return "not known";
	if (is_align_known(a))
		return doc_printf(doc, "%" PRIu64 "%s", a->least, condition);
	if (!a->most)
		return doc_printf(doc, "%" PRIu64 " or more%s", a->least,
				  condition);
	return doc_printf(doc, "%" PRIu64 " to %" PRIu64 "%s", a->least,
			  a->most, condition);
}

static struct doc_value align_value(struct doc *doc, const struct lay_layout *l,
				    const struct lay_align *a)
{
	return is_align_known(a) && !is_assumed(l, a) ?
		doc_uint(a->least) : doc_string(align_text(doc, l, a));
}

/* A change is told only where there is one for certain; what is known of one
 * side is then told of that. */
static struct doc_value align_change(const struct sides *s)
{
	const struct lay_align *a = s->align, *b = &s->align[1];
	const char *old, *new;

	if (!lay_layout_same_align(s->before, s->after))
		return doc_change(s->doc, align_value(s->doc, s->before, a),
				  align_value(s->doc, s->after, b));
	if (is_align_known(a) && is_align_known(b))
		return is_assumed(s->before, a) ?
			align_value(s->doc, s->after, b) :
			align_value(s->doc, s->before, a);
	old = align_text(s->doc, s->before, a);
	new = align_text(s->doc, s->after, b);
	if (strcmp(old, new) != 0)
		new = doc_printf(s->doc, "%s (before %s)", new, old);
	return doc_string(new);
}

static void add_align(struct sides *s)
{
	doc_add_field(s->doc, s->record, DOC_PEOPLE, NULL, "align",
		      s->before ? align_change(s) :
				  align_value(s->doc, s->after, &s->align[1]));
}

static void add_align_number(struct sides *s, const char *key,
			     uint64_t (*number)(const struct lay_align *align))
{
	struct doc_value v[2];

	for (int i = 0; i < 2; i++)
		v[i] = s->align[i].least && number(&s->align[i]) ?
			doc_uint(number(&s->align[i])) : doc_none();
	doc_add_field(s->doc, s->record, DOC_MACHINES, key, "",
		      s->before ? doc_change(s->doc, v[0], v[1]) : v[1]);
}

static uint64_t least_of(const struct lay_align *align)
{
	return align->least;
}

static uint64_t most_of(const struct lay_align *align)
{
	return align->most;
}

static uint64_t phases(const struct lay_layout *l, const struct lay_align *a)
{
	return lay_line_nr_phases(l->line_size, a->least);
}

static void add_phases(struct sides *s)
{
	struct doc_value v = doc_uint(phases(s->after, &s->align[1]));

	if (s->before)
		v = doc_change(s->doc, doc_uint(phases(s->before, s->align)),
			       v);
	doc_add_field(s->doc, s->record, DOC_MACHINES, "nr_phases", "", v);
}

static struct doc_value side_align_stated(struct doc *doc
						__attribute__((unused)),
					  const struct lay_layout *l)
{
	return doc_bool(l->align_stated);
}

static struct doc_value side_align_shown(struct doc *doc
						__attribute__((unused)),
					 const struct lay_layout *l)
{
	return doc_bool(l->align_shown);
}

static struct doc_value side_members(struct doc *doc __attribute__((unused)),
				     const struct lay_layout *l)
{
	return doc_uint(l->totals.nr_members);
}

static struct doc_value side_holes(struct doc *doc, const struct lay_layout *l)
{
	return doc_string(phrase_holes(doc, l->totals.nr_holes,
				       l->totals.hole_bytes * 8));
}

static struct doc_value bit_holes(struct doc *doc, uint64_t nr, uint64_t bits)
{
	if (!nr)
		return doc_string("0");
	return doc_string(doc_printf(doc, "%" PRIu64 " (%s)", nr,
				     phrase_count(doc, bits, "bit")));
}

static struct doc_value side_bit_holes(struct doc *doc,
				       const struct lay_layout *l)
{
	return bit_holes(doc, l->totals.nr_bit_holes, l->totals.bit_hole_bits);
}

static struct doc_value side_anonymous_holes(struct doc *doc,
					     const struct lay_layout *l)
{
	return doc_string(phrase_holes(doc, l->totals.nr_anonymous_holes,
				       l->totals.anonymous_hole_bytes * 8));
}

static struct doc_value side_anonymous_bit_holes(struct doc *doc,
						 const struct lay_layout *l)
{
	return bit_holes(doc, l->totals.nr_anonymous_bit_holes,
			 l->totals.anonymous_bit_hole_bits);
}

static struct doc_value side_anonymous_padding(struct doc *doc,
					       const struct lay_layout *l)
{
	return doc_string(phrase_short_size(doc,
					    l->totals.anonymous_padding_bits));
}

static struct doc_value side_padding(struct doc *doc,
				     const struct lay_layout *l)
{
	return doc_string(phrase_short_size(doc, l->totals.padding_bytes * 8 +
						 l->totals.bit_padding_bits));
}

static struct doc_value side_straddles(struct doc *doc,
				       const struct lay_layout *l)
{
	const struct lay_totals *t = &l->totals;

	if (!t->nr_embedded_straddles)
		return doc_uint(t->nr_straddles);
	return doc_string(doc_printf(doc, "%" PRIu64 " (%" PRIu64
				     " embedded)", t->nr_straddles,
				     t->nr_embedded_straddles));
}

static struct doc_value side_unplaced(struct doc *doc __attribute__((unused)),
				      const struct lay_layout *l)
{
	return doc_uint(l->totals.nr_unplaced);
}

static struct doc_value side_totals(struct doc *doc, const struct lay_layout *l)
{
	return doc_object(totals_record(doc, &l->totals));
}

static struct doc_value side_cut(struct doc *doc __attribute__((unused)),
				 const struct lay_layout *l)
{
	return doc_bool(l->cut);
}

/* What is mostly 0 is told to people only where it is not. */
static unsigned int unless_zero(uint64_t before, uint64_t after)
{
	return before || after ? DOC_PEOPLE : 0;
}

/* People look on what is in an anonymous member as on the outer one's own; the
 * sums, as pahole's, do not. */
static void add_anonymous_facts(struct sides *s, const struct lay_totals *a,
				const struct lay_totals *b)
{
	add_sides(s, unless_zero(a->nr_anonymous_holes, b->nr_anonymous_holes),
		  NULL, "holes in anonymous members", side_anonymous_holes);
	add_sides(s, unless_zero(a->nr_anonymous_bit_holes,
				 b->nr_anonymous_bit_holes),
		  NULL, "bit holes in anonymous members",
		  side_anonymous_bit_holes);
	add_sides(s, unless_zero(a->anonymous_padding_bits,
				 b->anonymous_padding_bits),
		  NULL, "padding in anonymous members", side_anonymous_padding);
}

static void add_facts(struct sides *s)
{
	const struct lay_totals none = { .nr_members = 0 };
	const struct lay_totals *a = s->before ? &s->before->totals : &none;
	const struct lay_totals *b = &s->after->totals;

	add_sides(s, DOC_ALL, "size", "size", side_size);
	add_sides(s, DOC_ALL, "nr_lines", "lines", side_lines);
	add_sides(s, DOC_MACHINES, "line_size", "", side_line_size);
	add_sides(s, DOC_PEOPLE, NULL, "holes", side_holes);
	add_sides(s, unless_zero(a->nr_bit_holes, b->nr_bit_holes), NULL,
		  "bit holes", side_bit_holes);
	add_sides(s, DOC_PEOPLE, NULL, "padding", side_padding);
	add_anonymous_facts(s, a, b);
	add_align_number(s, "align", least_of);
	add_align_number(s, "align_most", most_of);
	add_sides(s, DOC_MACHINES, "align_stated", "", side_align_stated);
	add_sides(s, DOC_MACHINES, "align_shown", "", side_align_shown);
	add_phases(s);
	add_sides(s, DOC_PEOPLE, NULL, "members", side_members);
	add_sides(s, unless_zero(a->nr_straddles, b->nr_straddles), NULL,
		  "straddling", side_straddles);
	add_sides(s, unless_zero(a->nr_unplaced, b->nr_unplaced), NULL,
		  "not placed", side_unplaced);
	add_align(s);
	add_sides(s, DOC_MACHINES, "totals", "", side_totals);
	add_sides(s, DOC_MACHINES, "cut", "", side_cut);
}

/* What is not told though it is there. */
static void add_gap_notes(struct lay_report *report, struct doc_section *s,
			  const struct lay_layout *layout)
{
	const struct lay_type *type = lay_type_strip(layout->type);
	struct doc *doc = &report->doc;

	if (layout->cut)
		doc_add_note(doc, s, "notes", DOC_ALL,
			     "too large to open every embedded record: those that are not open count as one member");
	if (type->flags & LAY_TYPE_PARTIAL)
		doc_add_note(doc, s, "notes", DOC_ALL,
			     doc_printf(doc, "not every member is known: %s",
					type->why ? type->why :
						    "no reason is given"));
}

static const char *placements(struct doc *doc, uint64_t nr)
{
	if (nr <= 1)
		return "all";
	return doc_printf(doc, "1 of %" PRIu64 " placements", nr);
}

/* Line numbers are certain only for objects that start on a line. */
static void add_phase_note(const struct sides *sides, struct doc_section *s)
{
	const struct lay_layout *before = sides->before, *after = sides->after;
	struct doc *doc = sides->doc;
	uint64_t old = before ? phases(before, sides->align) : 1;
	uint64_t new = phases(after, &sides->align[1]);
	const char *when;

	if (old <= 1 && new <= 1)
		return;
	if (before && lay_layout_same_align(before, after) && old > new)
		new = old;
	when = placements(doc, new);
	if (before && old != new && !lay_layout_same_align(before, after))
		when = doc_printf(doc, "%s before, %s now",
				  placements(doc, old), when);
	doc_add_note(doc, s, NULL, DOC_PEOPLE,
		     doc_printf(doc, "line numbers hold for objects that start on a line: %s",
				when));
}

void layout_facts(struct lay_report *report, struct doc_section *s,
		  const struct lay_layout *layout)
{
	struct sides sides = {
		.doc = &report->doc,
		.record = doc_add_record(&report->doc, s, DOC_ALL),
		.align[1] = { layout->align, layout->align_most },
		.after = layout,
	};

	add_facts(&sides);
	add_phase_note(&sides, s);
	add_gap_notes(report, s, layout);
}

void layout_pair_facts(struct lay_report *report, struct doc_section *s,
		       const struct lay_layout *before,
		       const struct lay_layout *after)
{
	struct sides sides = {
		.doc = &report->doc,
		.record = doc_add_record(&report->doc, s, DOC_ALL),
		.before = before,
		.after = after,
	};

	lay_layout_pair_aligns(before, after, sides.align);
	add_facts(&sides);
	add_phase_note(&sides, s);
	add_gap_notes(report, s, before);
	add_gap_notes(report, s, after);
}

enum { GROUP, G_MEMBERS, G_FIRST, G_END, G_SIZE, G_LINES, G_FIRST_LINE,
       G_LAST_LINE, NR_GROUP_COLUMNS };

static const struct doc_column group_columns[NR_GROUP_COLUMNS] = {
	[GROUP] = { "name", "group", DOC_ALL, DOC_COLUMN_WRAP },
	[G_MEMBERS] = { "nr_members", "members", DOC_ALL, DOC_COLUMN_RIGHT },
	[G_FIRST] = { "offset", "offset", DOC_ALL, DOC_COLUMN_RIGHT },
	[G_END] = { "end", "end", DOC_ALL, DOC_COLUMN_RIGHT },
	[G_SIZE] = { "size", "size", DOC_ALL, DOC_COLUMN_RIGHT },
	[G_LINES] = { NULL, "lines", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[G_FIRST_LINE] = { "line", "", DOC_MACHINES, 0 },
	[G_LAST_LINE] = { "last_line", "", DOC_MACHINES, 0 },
};

void layout_groups(struct lay_report *report, struct doc_section *s,
		   const struct lay_layout *layout)
{
	struct doc *doc = &report->doc;
	struct doc_table *table;

	if (!layout->nr_groups)
		return;
	table = doc_add_table(doc, s, "groups", DOC_ALL, group_columns,
			      NR_GROUP_COLUMNS);
	for (size_t i = 0; i < layout->nr_groups; i++) {
		const struct lay_group *g = &layout->groups[i];
		struct doc_row *row = doc_add_row(doc, table, DOC_ALL);
		uint64_t size = g->end_byte - g->first_byte;
		uint64_t last = size ? g->end_byte - 1 : g->first_byte;
		uint64_t line[] = { g->first_byte / layout->line_size,
				    last / layout->line_size };

		row->cell[GROUP] = doc_string(doc_copy(doc, g->name));
		row->cell[G_MEMBERS] = doc_uint(g->nr_members);
		row->cell[G_FIRST] = doc_uint(g->first_byte);
		row->cell[G_END] = doc_uint(g->end_byte);
		row->cell[G_SIZE] = doc_uint(size);
		row->cell[G_LINES] = doc_string(
			line[0] == line[1] ?
			doc_printf(doc, "%" PRIu64, line[0]) :
			doc_printf(doc, "%" PRIu64 "-%" PRIu64, line[0],
				   line[1]));
		row->cell[G_FIRST_LINE] = doc_uint(line[0]);
		row->cell[G_LAST_LINE] = doc_uint(line[1]);
	}
}
