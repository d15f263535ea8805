// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "report/diff-view.h"
#include "report/phrase.h"
#include "base/poison.h"

/*
 * Who changed line, because of what, and whom that brought together. Leaves
 * that went from the same lines to the same lines for the same reasons have
 * the same mates but for each other: they are told once, together.
 */

struct group {
	uint32_t *rows;
	size_t nr, cap;
	int64_t move_bits;
	bool edited;		/* one of them has more to tell than a shift */
	struct lay_cause *causes;
	size_t nr_causes;
	struct lay_mates mates;
};

struct groups {
	struct group *group;
	size_t nr, cap;
};

/* Rows far apart seldom have the same lines; looking further back costs. */
#define LOOK_BACK 8
/* Names told of a list, and groups told of all. */
#define MAX_NAMES 8
#define MAX_GROUPS 12

static void free_groups(struct groups *g)
{
	for (size_t i = 0; i < g->nr; i++) {
		free(g->group[i].rows);
		free(g->group[i].causes);
		lay_mates_free(&g->group[i].mates);
	}
	free(g->group);
}

static bool same_lines(const struct lay_slot *a, const struct lay_slot *b)
{
	return a->first_line == b->first_line && a->last_line == b->last_line;
}

static bool same_causes(const struct group *g, const struct lay_cause *causes,
			size_t nr)
{
	if (g->nr_causes != nr)
		return false;
	for (size_t i = 0; i < nr; i++)
		if (g->causes[i].edit != causes[i].edit ||
		    g->causes[i].shift_bits != causes[i].shift_bits)
			return false;
	return true;
}

static struct group *find_group(const struct diff_view *v, struct groups *g,
				uint32_t row, const struct lay_cause *causes,
				size_t nr_causes)
{
	size_t first = g->nr > LOOK_BACK ? g->nr - LOOK_BACK : 0;

	for (size_t i = g->nr; i > first; i--) {
		struct group *group = &g->group[i - 1];
		uint32_t other = group->rows[0];

		if (group->move_bits == v->diff->rows[row].move_bits &&
		    same_lines(view_old(v, row), view_old(v, other)) &&
		    same_lines(view_new(v, row), view_new(v, other)) &&
		    same_causes(group, causes, nr_causes))
			return group;
	}
	return NULL;
}

/* Takes over @causes. */
static struct group *new_group(struct groups *g, int64_t move_bits,
			       struct lay_cause *causes, size_t nr_causes)
{
	struct group *group;

	if (VEC_RESERVE(g->group, g->nr, g->cap, 1) < 0) {
		free(causes);
		return NULL;
	}
	group = &g->group[g->nr++];
	memset(group, 0, sizeof(*group));
	group->move_bits = move_bits;
	group->causes = causes;
	group->nr_causes = nr_causes;
	return group;
}

static int add_to_group(const struct diff_view *v, struct groups *g,
			uint32_t row, struct lay_error *err)
{
	const struct lay_row *r = &v->diff->rows[row];
	struct lay_cause *causes;
	struct group *group;
	size_t nr;
	int ret;

	ret = lay_diff_causes(v->diff, row, &causes, &nr, err);
	if (ret < 0)
		return ret;
	group = find_group(v, g, row, causes, nr);
	if (group)
		free(causes);
	else
		group = new_group(g, r->move_bits, causes, nr);
	if (!group || VEC_RESERVE(group->rows, group->nr, group->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for the report");
	group->rows[group->nr++] = row;
	if (r->what & ~(unsigned int)ROW_SHIFTS)
		group->edited = true;
	return 0;
}

/* Leaves with a place in both builds whose lines are not the same ones. */
static bool changed_line(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];

	return r->what & LAY_ROW_LINE && view_old(v, row) &&
	       view_new(v, row) && view_is_leaf(v, row);
}

static int collect(const struct diff_view *v, struct groups *g,
		   struct lay_error *err)
{
	int r;

	for (uint32_t i = v->first_row; i < v->end_row; i++) {
		if (!changed_line(v, i))
			continue;
		r = add_to_group(v, g, i, err);
		if (r < 0)
			return r;
	}
	for (size_t i = 0; i < g->nr; i++) {
		r = lay_diff_mates(v->diff, g->group[i].rows[0],
				   &g->group[i].mates, err);
		if (r < 0)
			return r;
	}
	return 0;
}

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

/* Names in a sentence: fewer than in a list of their own. */
#define MAX_SUBJECTS 4

static const char *sentence(const struct diff_view *v, const struct group *g)
{
	const struct lay_slot *old = view_old(v, g->rows[0]);
	const struct lay_slot *new = view_new(v, g->rows[0]);
	struct doc_list *names = view_names(v, g->rows, g->nr, MAX_SUBJECTS);
	struct doc *doc = v->doc;
	const char *s;

	s = doc_printf(doc, "%s moved from %s to %s", enumerate(doc, names),
		       lines_of(doc, old), lines_of(doc, new));
	if (!g->edited)
		s = doc_printf(doc, "%s though nobody edited %s", s,
			       names->nr == 1 ? "it" : "them");
	if (new->flags & LAY_SLOT_STRADDLES &&
	    !(old->flags & LAY_SLOT_STRADDLES))
		s = doc_printf(doc, "%s, and straddle%s now", s,
			       names->nr == 1 ? "s" : "");
	return s;
}

static struct doc_value names_value(const struct diff_view *v,
				    const uint32_t *rows, size_t nr)
{
	return nr ? doc_list(view_names(v, rows, nr, MAX_NAMES)) : doc_none();
}

/* What moved @g, in words; a word when that is what moved @before as well. */
static const char *cause_of(const struct diff_view *v, const struct group *g,
			    const struct group *before)
{
	if (!g->nr_causes)
		return NULL;
	if (before && same_causes(before, g->causes, g->nr_causes))
		return "the same";
	return causes_text(v, g->causes, g->nr_causes);
}

static void add_note(struct diff_view *v, const struct group *g,
		     const struct group *before, unsigned int audience)
{
	const struct lay_slot *old = view_old(v, g->rows[0]);
	const struct lay_slot *new = view_new(v, g->rows[0]);
	struct doc *doc = v->doc;
	struct doc_note *n = doc_add_note(doc, v->section, "line_changes",
					  audience, sentence(v, g));
	struct doc_record *d = &n->details;

	n->marked = true;
	n->tone = DOC_WARNING;
	doc_add_field(doc, d, DOC_MACHINES, "members", "",
		      doc_list(view_names(v, g->rows, g->nr, 0)));
	doc_add_field(doc, d, DOC_MACHINES, "edited", "",
		      doc_bool(g->edited));
	doc_add_field(doc, d, DOC_MACHINES, "old_line", "",
		      doc_uint(old->first_line));
	doc_add_field(doc, d, DOC_MACHINES, "old_last_line", "",
		      doc_uint(old->last_line));
	doc_add_field(doc, d, DOC_MACHINES, "new_line", "",
		      doc_uint(new->first_line));
	doc_add_field(doc, d, DOC_MACHINES, "new_last_line", "",
		      doc_uint(new->last_line));
	doc_add_field(doc, d, DOC_MACHINES, "straddles", "",
		      doc_bool(new->flags & LAY_SLOT_STRADDLES));
	doc_add_field(doc, d, DOC_MACHINES, "move_bits", "",
		      doc_int(g->move_bits));
	doc_add_field(doc, d, DOC_MACHINES, "causes", "",
		      causes_value(doc, g->causes, g->nr_causes));
	if (audience & DOC_PEOPLE)
		doc_add_field(doc, d, DOC_PEOPLE, NULL, "cause",
			      doc_string(cause_of(v, g, before)));
	doc_add_field(doc, d, DOC_ALL, "gained", "new line-mates",
		      names_value(v, g->mates.gained, g->mates.nr_gained));
	doc_add_field(doc, d, DOC_ALL, "lost", "lost line-mates",
		      names_value(v, g->mates.lost, g->mates.nr_lost));
}

/* Members that went to other lines with all that shared theirs. */
static bool took_mates_along(const struct group *g)
{
	return !g->mates.nr_gained && !g->mates.nr_lost;
}

static void add_notes(struct diff_view *v, const struct groups *g)
{
	uint64_t nr_told = 0, nr_more = 0, nr_along = 0, max = MAX_GROUPS;
	const struct group *before = NULL;
	struct doc *doc = v->doc;

	for (size_t i = 0; i < g->nr; i++) {
		unsigned int audience = DOC_ALL;

		if (took_mates_along(&g->group[i])) {
			nr_along += g->group[i].nr;
			audience = DOC_MACHINES;
		} else if (nr_told == max && !v->report->opts.all) {
			nr_more += g->group[i].nr;
			audience = DOC_MACHINES;
		} else {
			nr_told++;
		}
		add_note(v, &g->group[i], before, audience);
		if (audience & DOC_PEOPLE)
			before = &g->group[i];
	}
	v->report->has_line_changes |= g->nr > 0;
	if (nr_more)
		doc_add_note(doc, v->section, NULL, DOC_PEOPLE,
			     doc_printf(doc, "%s more changed line and line-mates: --all tells them",
					phrase_count(doc, nr_more, "member")));
	if (nr_along)
		doc_add_note(doc, v->section, NULL, DOC_PEOPLE,
			     doc_printf(doc, "%s changed line with all their line-mates",
					phrase_count(doc, nr_along,
						     "member")));
}

int diff_add_lines(struct diff_view *v, struct lay_error *err)
{
	struct groups g = { .group = NULL };
	int r;

	r = collect(v, &g, err);
	if (r == 0)
		add_notes(v, &g);
	free_groups(&g);
	return r;
}
