// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "report/diff-fold.h"
#include "report/facts.h"
#include "report/from-census.h"
#include "report/phrase.h"
#include "base/poison.h"

/* One type of a census: what was edited, what that did to it, to what embeds
 * it, and what could have been done. */

/* Told of a type at length. */
#define MAX_EDITS 8
#define MAX_OUTER 6
#define MAX_ROOMS 2

static const char *const change_names[LAY_NR_CENSUS_CHANGES] = {
	[LAY_CENSUS_EDITED] = "edited",
	[LAY_CENSUS_SHIFTED] = "shifted",
	[LAY_CENSUS_INSIDE] = "inside",
	[LAY_CENSUS_ADDED] = "added",
	[LAY_CENSUS_REMOVED] = "removed",
};

uint32_t *census_edited_rows(const struct lay_diff *diff, size_t *nr)
{
	uint32_t *rows = NULL;
	size_t cap = 0;

	*nr = 0;
	for (uint32_t i = 0; i < diff->nr_rows; i++) {
		if (!lay_census_row_is_edited(diff, i) ||
		    !lay_census_row_is_own(diff, i))
			continue;
		if (VEC_RESERVE(rows, *nr, cap, 1) < 0)
			break;
		rows[(*nr)++] = i;
	}
	return rows;
}

/* Briefly: "+new", "-gone", "changed". */
static const char *edit_phrase(const struct diff_view *v, uint32_t row,
			       bool brief)
{
	const struct lay_row *r = &v->diff->rows[row];
	const char *name = view_name(v, row), *what;

	if (r->what & (LAY_ROW_ADDED | LAY_ROW_REMOVED)) {
		const char *mark = r->what & LAY_ROW_ADDED ? "+" : "-";

		return doc_printf(v->doc, "%s%s", mark, name);
	}
	if (brief)
		return name;
	what = what_text(v, row);
	return what ? doc_printf(v->doc, "%s (%s)", name, what) : name;
}

static const char *record_edits(const struct diff_view *v, uint64_t max,
				bool brief)
{
	const char *s = NULL;
	uint32_t *rows;
	size_t nr;

	rows = census_edited_rows(v->diff, &nr);
	if (max && nr > max + 1)
		max = max < nr ? max : nr;
	else
		max = nr;
	for (size_t i = 0; i < max; i++)
		s = doc_printf(v->doc, "%s%s%s", s ? s : "", s ? ", " : "",
			       edit_phrase(v, rows[i], brief));
	if (s && max < nr)
		s = doc_printf(v->doc, "%s and %zu more", s, nr - max);
	free(rows);
	return s;
}

const char *census_edits(const struct census_view *c, struct diff_view *v,
			 uint64_t max, bool brief)
{
	if (c->report->opts.all)
		max = 0;
	return v->diff->before ? record_edits(v, max, brief) :
				 enum_edits(v->doc, v->diff, max);
}

/*
 * For programs
 */

static void add_change(struct doc *doc, struct doc_record *r, const char *key,
		       const struct lay_census_type *t, uint64_t before,
		       uint64_t after)
{
	doc_add_field(doc, r, DOC_ALL, key, "",
		      doc_change(doc, t->def[0] ? doc_uint(before) : doc_none(),
				 t->def[1] ? doc_uint(after) : doc_none()));
}

static void add_numbers(struct census_view *c, struct doc_section *s,
			const struct lay_census_type *t)
{
	struct doc *doc = c->doc;
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);
	const struct lay_size_steps *a = &t->steps[0], *b = &t->steps[1];

	doc_add_field(doc, r, DOC_ALL, "change", "",
		      doc_string(change_names[t->change]));
	doc_add_field(doc, r, DOC_ALL, "is_variant", "",
		      t->variant ? doc_bool(true) : doc_none());
	if (!t->is_record)
		return;
	add_change(doc, r, "kmalloc_size", t, a->kmalloc, b->kmalloc);
	add_change(doc, r, "page_order", t, a->page_order, b->page_order);
	add_change(doc, r, "slab_object_size", t, a->own.object_size,
		   b->own.object_size);
	add_change(doc, r, "slab_order", t, a->own.order, b->own.order);
	add_change(doc, r, "slab_objects", t, a->own.nr_objects,
		   b->own.nr_objects);
	doc_add_field(doc, r, DOC_ALL, "slab", "",
		      doc_string(t->slab ? doc_copy(doc, t->slab->name) :
					   NULL));
	doc_add_field(doc, r, DOC_ALL, "nr_edited", "", doc_uint(t->nr_edited));
	doc_add_field(doc, r, DOC_ALL, "nr_moved", "", doc_uint(t->nr_moved));
	doc_add_field(doc, r, DOC_ALL, "nr_line_changes", "",
		      doc_uint(t->nr_line));
	doc_add_field(doc, r, DOC_ALL, "nr_mate_changes", "",
		      doc_uint(t->nr_mates));
	doc_add_field(doc, r, DOC_ALL, "randomised", "",
		      t->randomised ? doc_bool(true) : doc_none());
}

static void add_titles(struct census_view *c, struct doc_section *s,
		       const char *key, const uint32_t *types, uint32_t nr)
{
	struct doc_list *list = doc_new_list(c->doc, 0);
	struct doc_record *r = doc_add_record(c->doc, s, DOC_MACHINES);

	for (uint32_t i = 0; i < nr; i++)
		doc_add_item(c->doc, list,
			     doc_string(census_title(c, types[i])));
	if (nr)
		doc_add_field(c->doc, r, DOC_ALL, key, "", doc_list(list));
}

enum { E_TYPE, E_NR, E_STRIDE, E_MOVED, E_LINE, E_NAMES, NR_EMBED_COLUMNS };

static const struct doc_column embed_columns[NR_EMBED_COLUMNS] = {
	[E_TYPE] = { "type", "", DOC_MACHINES, 0 },
	[E_NR] = { "nr_elements", "", DOC_MACHINES, 0 },
	[E_STRIDE] = { "stride", "", DOC_MACHINES, 0 },
	[E_MOVED] = { "nr_moved", "", DOC_MACHINES, 0 },
	[E_LINE] = { "nr_line_changes", "", DOC_MACHINES, 0 },
	[E_NAMES] = { "line_changes", "", DOC_MACHINES, 0 },
};

static void add_embeds(struct census_view *c, struct doc_section *s,
		       const struct lay_census_type *t)
{
	struct doc *doc = c->doc;
	struct doc_table *table;

	if (!t->nr_embeds)
		return;
	table = doc_add_table(doc, s, "embeds", DOC_MACHINES, embed_columns,
			      NR_EMBED_COLUMNS);
	for (uint32_t i = 0; i < t->nr_embeds; i++) {
		const struct lay_census_embed *e = &t->embeds[i];
		struct doc_row *row = doc_add_row(doc, table, DOC_MACHINES);
		struct doc_list *names = doc_new_list(doc, 0);

		for (uint32_t j = 0; j < e->nr_line_names; j++)
			doc_add_item(doc, names, doc_string(
				doc_copy(doc, e->line_names[j])));
		row->cell[E_TYPE] = doc_string(census_title(c, e->type));
		row->cell[E_NR] = doc_uint(e->nr_elements);
		row->cell[E_STRIDE] = doc_change(doc, doc_uint(e->stride[0]),
						 doc_uint(e->stride[1]));
		row->cell[E_MOVED] = doc_uint(e->nr_moved);
		row->cell[E_LINE] = doc_uint(e->nr_line);
		if (e->nr_line_names)
			row->cell[E_NAMES] = doc_list(names);
	}
}

enum { R_MEMBER, R_SIZE, R_ALIGN, R_OFF, R_HOLE, R_PADDING, NR_ROOM_COLUMNS };

static const struct doc_column room_columns[NR_ROOM_COLUMNS] = {
	[R_MEMBER] = { "member", "", DOC_MACHINES, 0 },
	[R_SIZE] = { "size", "", DOC_MACHINES, 0 },
	[R_ALIGN] = { "align", "", DOC_MACHINES, 0 },
	[R_OFF] = { "hole_offset", "", DOC_MACHINES, 0 },
	[R_HOLE] = { "hole_size", "", DOC_MACHINES, 0 },
	[R_PADDING] = { "is_padding", "", DOC_MACHINES, 0 },
};

static void add_room_rows(struct census_view *c, struct doc_section *s,
			  const struct lay_census_type *t)
{
	struct doc_table *table;

	if (!t->nr_rooms)
		return;
	table = doc_add_table(c->doc, s, "rooms", DOC_MACHINES, room_columns,
			      NR_ROOM_COLUMNS);
	for (uint32_t i = 0; i < t->nr_rooms; i++) {
		const struct lay_census_room *room = &t->rooms[i];
		struct doc_row *row = doc_add_row(c->doc, table, DOC_MACHINES);

		row->cell[R_MEMBER] = doc_string(doc_copy(c->doc,
							  room->member));
		row->cell[R_SIZE] = doc_uint(room->size);
		row->cell[R_ALIGN] = doc_uint(room->align);
		row->cell[R_OFF] = doc_uint(room->hole_off);
		row->cell[R_HOLE] = doc_uint(room->hole_size);
		row->cell[R_PADDING] = doc_bool(room->is_padding);
	}
}

/*
 * For people
 */

static struct doc_value change_value(struct doc *doc, uint64_t before,
				     uint64_t after)
{
	return doc_change(doc, doc_uint(before), doc_uint(after));
}

static void people_facts(struct census_view *c, struct doc_section *s,
			 const struct lay_census_type *t)
{
	struct doc *doc = c->doc;
	struct doc_record *r = doc_add_record(doc, s, DOC_PEOPLE);
	const struct {
		const char *label;
		struct doc_value value;
		bool told;
	} fields[] = {
		{ "size", change_value(doc, t->size[0], t->size[1]), true },
		{ "lines", change_value(doc, t->nr_lines[0], t->nr_lines[1]),
		  true },
		{ "align", change_value(doc, t->align[0], t->align[1]),
		  !t->same_align || t->align[0] == t->align[1] },
		{ "moved", doc_uint(t->nr_moved), t->nr_moved },
		{ "changed line", doc_uint(t->nr_line), t->nr_line },
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i].told)
			doc_add_field(doc, r, DOC_PEOPLE, NULL,
				      fields[i].label, fields[i].value);
}

static void say(struct census_view *c, struct doc_section *s, const char *text)
{
	if (text)
		doc_add_note(c->doc, s, NULL, DOC_PEOPLE, text);
}

static const char *kmalloc_text(struct doc *doc,
				const struct lay_size_steps *steps)
{
	char name[32];

	if (steps->kmalloc)
		return doc_copy(doc, lay_kmalloc_name(steps->kmalloc, name));
	return doc_printf(doc, "pages of order %u", steps->page_order);
}

static const char *fit_text(struct doc *doc, const struct lay_slab_fit *fit)
{
	if (!fit->object_size)
		return "none";
	return doc_printf(doc, "%" PRIu64 " of %" PRIu64 " bytes in %s",
			  fit->nr_objects, fit->object_size,
			  phrase_count(doc, UINT64_C(1) << fit->order, "page"));
}

/* Which steps its size crossed. */
static void say_steps(struct census_view *c, struct doc_section *s,
		      const struct lay_census_type *t)
{
	struct doc *doc = c->doc;

	if (t->slab)
		say(c, s, doc_printf(doc, "slab %s: %s -> %s",
				     t->slab->name,
				     fit_text(doc, &t->steps[0].own),
				     fit_text(doc, &t->steps[1].own)));
	else if (t->crossed & (LAY_STEP_KMALLOC | LAY_STEP_PAGES))
		say(c, s, doc_printf(doc, "kmalloc() would take it from %s, before from %s",
				     kmalloc_text(doc, &t->steps[1]),
				     kmalloc_text(doc, &t->steps[0])));
}

static void say_rooms(struct census_view *c, struct doc_section *s,
		      const struct lay_census_type *t)
{
	struct doc *doc = c->doc;

	for (uint32_t i = 0; i < t->nr_rooms && i < MAX_ROOMS; i++) {
		const struct lay_census_room *room = &t->rooms[i];

		say(c, s, doc_printf(doc, "the %s of %s at %" PRIu64
				     " would have taken %s (%s)",
				     room->is_padding ? "padding" : "hole",
				     phrase_size(doc, room->hole_size * 8),
				     room->hole_off, doc_copy(doc, room->member),
				     phrase_size(doc, room->size * 8)));
	}
}

/* "rtable (+24): 2 members to another line (genid, gateway)": what @type did to
 * what holds it directly. */
static const char *outer_phrase(struct census_view *c, uint32_t type,
				uint32_t outer)
{
	const struct lay_census_type *t = &c->census->types[outer];
	const char *s = census_short_name(c, outer), *glue = ": ";
	const struct lay_census_embed *e = t->embeds;
	struct doc *doc = c->doc;

	for (; e < t->embeds + t->nr_embeds && e->type != type; e++)
		;
	if (e == t->embeds + t->nr_embeds)
		return s;
	if (e->nr_elements > 1) {
		s = doc_printf(doc, "%s%s%" PRIu64 " of them", s, glue,
			       e->nr_elements);
		if (e->stride[0] != e->stride[1])
			s = doc_printf(doc, "%s, %" PRIu64 " -> %" PRIu64
				       " bytes each", s, e->stride[0],
				       e->stride[1]);
		glue = "; ";
	}
	if (e->nr_line)
		s = doc_printf(doc, "%s%s%s to another line (%s%s)", s, glue,
			       phrase_count(doc, e->nr_line, "member"),
			       doc_copy(doc, e->line_names[0]),
			       e->nr_line > 1 ? ", ..." : "");
	return s;
}

static void say_outer(struct census_view *c, struct doc_section *s,
		      uint32_t type)
{
	const struct lay_census_type *t = &c->census->types[type];
	struct doc_list *list = report_list(c->report, MAX_OUTER);
	struct doc_record *r;

	if (!t->nr_outer)
		return;
	for (uint32_t i = 0; i < t->nr_outer; i++)
		doc_add_item(c->doc, list, doc_string(
			outer_phrase(c, type, t->outer[i])));
	r = doc_add_record(c->doc, s, DOC_PEOPLE);
	doc_add_field(c->doc, r, DOC_PEOPLE, NULL,
		      doc_printf(c->doc, "embedded in %s:",
				 phrase_count(c->doc, t->nr_outer, "type")),
		      doc_list(list));
}

static int say_size(struct census_view *c, struct diff_view *v,
		    struct lay_error *err)
{
	struct lay_cause *causes;
	size_t nr;
	int r = lay_diff_causes(v->diff, LAY_NO_ROW, &causes, &nr, err);
	struct doc_record *record;

	if (r < 0)
		return r;
	record = doc_add_record(v->doc, v->section, DOC_MACHINES);
	causes_fields(v, record, "size_causes", causes, nr);
	if (nr && v->diff->before->size != v->diff->after->size)
		say(c, v->section, doc_printf(v->doc, "size: %s",
			causes_text(v, LAY_NO_ROW, causes, nr)));
	free(causes);
	return 0;
}

static int add_record(struct census_view *c, struct diff_view *v, uint32_t type,
		      struct lay_error *err)
{
	const struct lay_census_type *t = &c->census->types[type];
	const char *edits = census_edits(c, v, MAX_EDITS, false);
	uint32_t *rows;
	size_t nr;
	int r;

	people_facts(c, v->section, t);
	if (edits)
		say(c, v->section, doc_printf(c->doc, "edited: %s", edits));
	r = say_size(c, v, err);
	if (r < 0)
		return r;
	say_steps(c, v->section, t);
	say_rooms(c, v->section, t);
	say_outer(c, v->section, type);
	rows = census_edited_rows(v->diff, &nr);
	diff_add_rows(v, rows, nr);
	free(rows);
	diff_add_edits(v);
	return diff_add_lines(v, err);
}

/* What is edited is compared again, the rest has its numbers. */
static int add_pair(struct census_view *c, struct doc_section *s, uint32_t type,
		    struct lay_error *err)
{
	const struct lay_census_type *t = &c->census->types[type];
	struct diff_view v = { .report = c->report, .doc = c->doc,
			       .section = s, .max_groups = 1 };
	struct lay_census_view view;
	int r = 0;

	if (t->change != LAY_CENSUS_EDITED)
		return 0;
	r = lay_census_view(c->census, type, &view, err);
	if (r < 0)
		return r;
	v.diff = view.diff;
	if (view.diff && view.diff->before) {
		v.end_row = view.diff->nr_rows;
		r = add_record(c, &v, type, err);
	} else if (view.diff) {
		diff_add_enum(&v);
	}
	lay_census_unview(&view);
	return r;
}

static struct lay_shown shown_of(const struct lay_census_type *t, int side)
{
	return (struct lay_shown){ t->def[side], t->nth[side], t->of_n[side] };
}

int census_add_type(struct census_view *c, uint32_t type, bool at_length,
		    struct lay_error *err)
{
	const struct lay_census_type *t = &c->census->types[type];
	struct lay_shown shown[2] = { shown_of(t, 0), shown_of(t, 1) };
	struct doc_section *s;
	struct doc_record *r;

	if (t->def[0] && t->def[1]) {
		s = report_add_pair(c->report, &shown[0], &shown[1], NULL,
				    false);
		r = doc_add_record(c->doc, s, DOC_MACHINES);
		add_change(c->doc, r, "size", t, t->size[0], t->size[1]);
		if (t->is_record) {
			add_change(c->doc, r, "nr_lines", t, t->nr_lines[0],
				   t->nr_lines[1]);
			add_change(c->doc, r, "align", t, t->align[0],
				   t->align[1]);
		}
	} else {
		s = report_add_type(c->report, &shown[!t->def[0]]);
		r = doc_add_record(c->doc, s, DOC_MACHINES);
		doc_add_field(c->doc, r, DOC_ALL, "only_in", "",
			      doc_string(t->def[0] ? "old" : "new"));
		doc_add_field(c->doc, r, DOC_ALL, "size", "",
			      doc_uint(t->size[!t->def[0]]));
	}
	if (!at_length)
		s->node.audience = DOC_MACHINES;
	add_numbers(c, s, t);
	add_embeds(c, s, t);
	add_room_rows(c, s, t);
	add_titles(c, s, "because_of", t->roots, t->nr_roots);
	add_titles(c, s, "embedded_in", t->outer, t->nr_outer);
	if (t->def[0] && t->def[1])
		return add_pair(c, s, type, err);
	return 0;
}
