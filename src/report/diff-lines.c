// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diff/guess.h"
#include "report/diff-groups.h"
#include "report/diff-heat.h"
#include "report/phrase.h"
#include "base/poison.h"

/* Who changed line, because of what, and whom that brought together. */

/* Whose first element, and not all of it, they are in; LAY_NO_ROW: of none. */
static uint32_t first_element_of(const struct diff_view *v,
				 const struct line_group *g)
{
	if (g->array != LAY_NO_ROW || g->flexible == LAY_NO_ROW ||
	    view_stands_for(v, g->flexible, g->rows, g->nr))
		return g->array;
	return g->flexible;
}

/* Names told of a list, and groups told to people. */
#define MAX_NAMES 8
#define MAX_GROUPS 6

static const char *lines_of(struct doc *doc, const struct lay_slot *slot)
{
	return doc_printf(doc, "line%s %s",
			  slot->first_line == slot->last_line ? "" : "s",
			  phrase_lines(doc, slot));
}

/* "a", "a and b", "a, b and c", "a, b, c and 9 more" */
static const char *enumerate(struct doc *doc, const struct doc_list *names)
{
	uint64_t nr = names->nr, shown = nr, n = 0;
	const char *s = "";

	if (names->nr_shown && nr > names->nr_shown + 1)
		shown = names->nr_shown;
	for (const struct doc_item *i = names->first; n < shown;
	     i = i->next, n++)
		s = doc_printf(doc, "%s%s%s", s, !n ? "" :
			       n + 1 == nr ? " and " : ", ",
			       i->value.string);
	if (shown < nr)
		s = doc_printf(doc, "%s and %" PRIu64 " more", s, nr - shown);
	return s;
}

/* Members of groups that are not told of by themselves. */
#define MAX_WRITTEN 2

/* Names in a sentence: fewer than in a list of their own. */
#define MAX_SUBJECTS 4

/* What is told of a group, while it is told. */
struct told {
	const struct line_group *group;
	struct lay_cause *causes;
	size_t nr_causes;
	int64_t grew_bits;	/* 0: its lines are not due to its size */
	bool took_mates;	/* along, all of them */
	struct lay_mates mates;
};

/* Did it change its order with others? Then somebody edited one of them, and
 * which one is not known. */
static bool changed_order(const struct diff_view *v, const struct told *t)
{
	for (size_t i = 0; i < t->nr_causes; i++) {
		const struct lay_edit *e;

		if (t->causes[i].kind == LAY_CAUSE_PASSED)
			return true;
		if (t->causes[i].kind != LAY_CAUSE_EDIT)
			continue;
		e = &v->diff->edits[t->causes[i].edit];
		if (e->kind == LAY_EDIT_MOVED_HERE ||
		    e->kind == LAY_EDIT_MOVED_AWAY)
			return true;
	}
	return false;
}

/* Those that took their mates along are told of to who asked for them. */
static bool tells_along(const struct diff_view *v)
{
	return v->report->opts.all || !v->is_whole;
}

/* "line 1", "lines 1-3" */
static const char *line_range(struct doc *doc, uint64_t first, uint64_t last)
{
	if (first == last)
		return doc_printf(doc, "line %" PRIu64, first);
	return doc_printf(doc, "lines %" PRIu64 "-%" PRIu64, first, last);
}

/* Where its first bit is in the line where it was, but not its last. */
static const char *reach(struct doc *doc, const struct lay_slot *old,
			 const struct lay_slot *new)
{
	if (new->last_line > old->last_line)
		return doc_printf(doc, "reaches %s too",
				  line_range(doc, old->last_line + 1,
					     new->last_line));
	return doc_printf(doc, "no longer reaches %s",
			  line_range(doc, new->last_line + 1, old->last_line));
}

static const char *sentence(const struct diff_view *v, const struct told *t)
{
	const struct line_group *g = t->group;
	const struct lay_slot *old = view_old(v, g->rows[0]);
	const struct lay_slot *new = view_new(v, g->rows[0]);
	struct doc_list *names = view_names(v, g->rows, g->nr, LAY_NO_ROW,
					    MAX_SUBJECTS);
	struct doc *doc = v->doc;
	const char *s;

	if (t->grew_bits && old->first_line == new->first_line)
		s = doc_printf(doc, "%s %s", enumerate(doc, names),
			       reach(doc, old, new));
	else
		s = doc_printf(doc, "%s moved from %s to %s",
			       enumerate(doc, names), lines_of(doc, old),
			       lines_of(doc, new));
	if (first_element_of(v, g) != LAY_NO_ROW)
		s = doc_printf(doc, "%s in the first element", s);
	if (!g->edited && !changed_order(v, t))
		s = doc_printf(doc, "%s though nobody edited %s", s,
			       names->nr == 1 ? "it" : "them");
	if (new->flags & LAY_SLOT_STRADDLES &&
	    !(old->flags & LAY_SLOT_STRADDLES))
		s = doc_printf(doc, "%s, and straddle%s now", s,
			       names->nr == 1 ? "s" : "");
	if (t->took_mates && t->mates.nr_kept && tells_along(v))
		s = doc_printf(doc, "%s, with all %s line-mates", s,
			       names->nr == 1 ? "its" : "their");
	return s;
}

/* No list of names is longer than this, for programs either: a union can have
 * any number of members in a line. */
#define MAX_NAMES_OF_ALL 500

static struct doc_value names_value(const struct diff_view *v,
				    const uint32_t *rows, size_t nr,
				    uint32_t mate)
{
	if (!nr)
		return doc_none();
	if (nr > MAX_NAMES_OF_ALL)
		nr = MAX_NAMES_OF_ALL;
	return doc_list(view_names(v, rows, nr, mate, MAX_NAMES));
}

/* Those likely to be written often, and by which type: "ref (atomic_t)" */
static struct doc_value written_value(const struct diff_view *v,
				      const struct line_group *g)
{
	struct doc_list *list = report_list(v->report, MAX_SUBJECTS);
	uint32_t row, last = LAY_NO_ROW;
	const char *type;

	for (size_t i = 0; i < g->nr && list->nr < MAX_NAMES_OF_ALL; i++) {
		row = guess_written(v->diff, g->rows[i], &type);
		if (row == LAY_NO_ROW || row == last)
			continue;
		last = row;
		doc_add_item(v->doc, list,
			     doc_string(doc_printf(v->doc, "%s (%s)",
						   view_path(v, row), type)));
	}
	return list->nr ? doc_list(list) : doc_none();
}

static void forget(struct told *t)
{
	free(t->causes);
	lay_mates_free(&t->mates);
	memset(t, 0, sizeof(*t));
}

/* Did all that shared its lines, and do, go to other lines with it? What only
 * reaches as far as before, or no longer, did not. */
static bool took_mates_along(const struct diff_view *v, const struct told *t)
{
	const struct lay_slot *old = view_old(v, t->group->rows[0]);
	const struct lay_slot *new = view_new(v, t->group->rows[0]);

	if (t->grew_bits || t->mates.nr_gained || t->mates.nr_lost)
		return false;
	for (size_t i = 0; i < t->mates.nr_kept; i++) {
		const struct lay_slot *a = view_old(v, t->mates.kept[i]);
		const struct lay_slot *b = view_new(v, t->mates.kept[i]);

		if (b->first_line - a->first_line !=
			    new->first_line - old->first_line ||
		    b->last_line - a->last_line !=
			    new->last_line - old->last_line)
			return false;
	}
	return true;
}

static int learn(const struct diff_view *v, const struct line_group *group,
		 struct told *t, struct lay_error *err)
{
	uint32_t row = group->rows[0];
	int r = 0;

	memset(t, 0, sizeof(*t));
	t->group = group;
	if (diff_changes_line_by_size(v, row))
		t->grew_bits = (int64_t)view_new(v, row)->bit_size -
			       (int64_t)view_old(v, row)->bit_size;
	/* edits that cancel each other moved nobody to another line */
	if (v->diff->rows[row].move_bits)
		r = lay_diff_causes(v->diff, row, &t->causes, &t->nr_causes,
				    err);
	if (r == 0)
		r = lay_diff_mates(v->diff, row, &t->mates, err);
	if (r == 0)
		t->took_mates = took_mates_along(v, t);
	return r;
}

static void machine_details(struct diff_view *v, const struct told *t,
			    struct doc_record *d)
{
	const struct line_group *g = t->group;
	const struct lay_slot *old = view_old(v, g->rows[0]);
	const struct lay_slot *new = view_new(v, g->rows[0]);
	const struct {
		const char *key;
		uint64_t value;
	} lines[] = {
		{ "old_line", old->first_line },
		{ "old_last_line", old->last_line },
		{ "new_line", new->first_line },
		{ "new_last_line", new->last_line },
	};
	uint32_t array = first_element_of(v, g);
	struct doc *doc = v->doc;

	doc_add_field(doc, d, DOC_MACHINES, "members", "",
		      doc_list(view_paths(v, g->rows, g->nr < MAX_NAMES_OF_ALL ?
					  g->nr : MAX_NAMES_OF_ALL)));
	if (array != LAY_NO_ROW)
		doc_add_field(doc, d, DOC_MACHINES, "first_element_of", "",
			      doc_string(doc_copy(doc, view_path(v, array))));
	doc_add_field(doc, d, DOC_MACHINES, "edited", "",
		      doc_bool(g->edited));
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		doc_add_field(doc, d, DOC_MACHINES, lines[i].key, "",
			      doc_uint(lines[i].value));
	doc_add_field(doc, d, DOC_MACHINES, "straddles", "",
		      doc_bool(new->flags & LAY_SLOT_STRADDLES));
	doc_add_field(doc, d, DOC_MACHINES, "move_bits", "",
		      doc_int(v->diff->rows[g->rows[0]].move_bits));
	causes_fields(v, d, "causes", t->causes, t->nr_causes);
	if (t->grew_bits)
		doc_add_field(doc, d, DOC_MACHINES, "grew_bits", "",
			      doc_int(t->grew_bits));
	doc_add_field(doc, d, DOC_MACHINES, "nr_gained", "",
		      doc_uint(t->mates.nr_gained));
	doc_add_field(doc, d, DOC_MACHINES, "nr_lost", "",
		      doc_uint(t->mates.nr_lost));
}

/* @cause: what moved them, in words; people only. */
static void add_note(struct diff_view *v, const struct told *t,
		     unsigned int audience, const char *cause)
{
	struct doc *doc = v->doc;
	struct doc_note *n = doc_add_note(doc, v->section, "line_changes",
					  audience, sentence(v, t));
	struct doc_record *d = &n->details;

	n->marked = true;
	n->tone = DOC_WARNING;
	machine_details(v, t, d);
	doc_add_field(doc, d, DOC_PEOPLE, NULL, "cause", doc_string(cause));
	doc_add_field(doc, d, DOC_ALL, "gained", "new line-mates",
		      names_value(v, t->mates.gained, t->mates.nr_gained,
				  t->group->rows[0]));
	doc_add_field(doc, d, DOC_ALL, "lost", "lost line-mates",
		      names_value(v, t->mates.lost, t->mates.nr_lost,
				  t->group->rows[0]));
	doc_add_field(doc, d, DOC_ALL, "evidence", "evidence",
		      doc_string(diff_heat_evidence(v, t->group->rows,
						    t->group->nr)));
	doc_add_field(doc, d, DOC_ALL, "guessed_written",
		      "often written, going by the type",
		      written_value(v, t->group));
}

/* How many members were told of how. */
struct counts {
	uint64_t groups;	/* told to people */
	uint64_t more;		/* members of others */
	struct doc_list *written;	/* of these what is often written */
	bool more_met;		/* all of these have other line-mates */
	uint64_t along;		/* members that took their mates along */
	uint64_t inside;	/* of an array's first element */
	const char *cause;	/* of the last that people were told of */
};

/* What moved its first bit, and what its last one beyond that. */
static const char *cause_of(const struct diff_view *v, const struct told *t)
{
	uint32_t row = t->group->rows[0];
	const char *moved = NULL, *grew = NULL;

	if (t->nr_causes)
		moved = causes_text(v, row, t->causes, t->nr_causes);
	if (t->grew_bits)
		grew = doc_printf(v->doc, "%s%s %s (%s)", view_name(v, row),
				  moved ? " itself" : "",
				  t->grew_bits > 0 ? "grew" : "shrank",
				  phrase_shift(v->doc, t->grew_bits));
	return moved && grew ? doc_printf(v->doc, "%s; %s", moved, grew) :
	       grew ? grew : moved;
}

static bool is_on_another_line(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *old = view_old(v, row), *new = view_new(v, row);

	return old && new && (old->first_line != new->first_line ||
			      old->last_line != new->last_line);
}

/*
 * A member that people are told of in a few words: "lock (spinlock_t) line 3 ->
 * 4, by flags added (+8)". It is the whole lock, unless that lies in the same
 * lines as before and what is in it does not. What moved the one before it is
 * not said again.
 */
static void tell_written(struct diff_view *v, const struct told *t,
			 struct counts *n)
{
	const struct line_group *g = t->group;
	uint32_t row = LAY_NO_ROW;
	struct doc *doc = v->doc;
	const char *type, *cause, *s;
	size_t i = 0;

	while (i < g->nr && row == LAY_NO_ROW)
		row = guess_written(v->diff, g->rows[i++], &type);
	if (row == LAY_NO_ROW)
		return;
	if (!is_on_another_line(v, row))
		row = g->rows[i - 1];
	s = doc_printf(doc, "%s (%s) line %s -> %s", view_path(v, row), type,
		       phrase_lines(doc, view_old(v, row)),
		       phrase_lines(doc, view_new(v, row)));
	cause = cause_of(v, t);
	if (cause && !(n->cause && strcmp(cause, n->cause) == 0))
		s = doc_printf(doc, "%s, by %s", s, cause);
	if (cause)
		n->cause = cause;
	if (!n->written)
		n->written = report_list(v->report, MAX_WRITTEN);
	doc_add_item(doc, n->written, doc_string(s));
}

static void tell(struct diff_view *v, const struct told *t, struct counts *n)
{
	const char *cause, *said;

	if (t->group->array != LAY_NO_ROW && !tells_along(v)) {
		n->inside += t->group->nr;
		add_note(v, t, DOC_MACHINES, NULL);
		return;
	}
	if (t->took_mates && !tells_along(v)) {
		n->along += t->group->nr;
		add_note(v, t, DOC_MACHINES, NULL);
		return;
	}
	if (n->groups == (v->max_groups ? v->max_groups : MAX_GROUPS) &&
	    !v->report->opts.all) {
		n->more += t->group->nr;
		n->more_met &= t->mates.nr_gained || t->mates.nr_lost;
		add_note(v, t, DOC_MACHINES, NULL);
		if (t->group->written)
			tell_written(v, t, n);
		return;
	}
	n->groups++;
	cause = cause_of(v, t);
	said = cause && n->cause && strcmp(cause, n->cause) == 0 ?
	       "the same" : cause;
	n->cause = cause;
	add_note(v, t, DOC_ALL, said);
}

static void add_counts(struct diff_view *v, const struct counts *n)
{
	struct doc *doc = v->doc;
	struct doc_note *note;

	if (n->more) {
		note = doc_add_note(doc, v->section, NULL, DOC_PEOPLE,
				    doc_printf(doc, "%s more changed line%s%s",
					       phrase_count(doc, n->more,
							    "member"),
					       n->more_met ?
					       " and line-mates" : "",
					       v->report->opts.all ? "" :
					       ": --all tells of them"));
		if (n->written)
			doc_add_field(doc, &note->details, DOC_PEOPLE, NULL,
				      "of these often written, by type",
				      doc_list(n->written));
	}
	if (n->along)
		doc_add_note(doc, v->section, NULL, DOC_PEOPLE,
			     doc_printf(doc, "%s changed line with all %s line-mates%s",
					phrase_count(doc, n->along, "member"),
					n->along == 1 ? "its" : "their",
					n->more ? "" :
					": --all tells of them"));
	if (n->inside)
		doc_add_note(doc, v->section, NULL, DOC_PEOPLE,
			     doc_printf(doc, "%s changed line in the first element of an array%s",
					phrase_count(doc, n->inside, "member"),
					n->more || n->along ? "" :
					": --all tells of them"));
}

static int tell_all(struct diff_view *v, const struct line_groups *g,
		    struct lay_error *err)
{
	struct counts n = { .more_met = true };
	struct told t;
	int r = 0;

	for (size_t i = 0; i < g->nr && r == 0; i++) {
		if (i >= DIFF_MAX_GROUPS) {
			n.more += g->group[i].nr;
			continue;
		}
		r = learn(v, &g->group[i], &t, err);
		if (r == 0)
			tell(v, &t, &n);
		forget(&t);
	}
	add_counts(v, &n);
	if (g->nr > DIFF_MAX_GROUPS)
		doc_add_note(v->doc, v->section, "notes", DOC_ALL,
			     "too many members changed line to tell of each");
	if (g->nr)
		v->report->has_line_changes = true;
	return r;
}

int diff_add_lines(struct diff_view *v, struct lay_error *err)
{
	struct line_groups g = { .group = NULL };
	int r;

	r = diff_groups_collect(v, &g, err);
	if (r == 0)
		r = tell_all(v, &g, err);
	diff_groups_free(&g);
	return r;
}
