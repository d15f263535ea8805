// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "report/diff-view.h"
#include "report/phrase.h"
#include "base/poison.h"

/*
 * What was done, as a word behind one or several names. Causes of one kind are
 * told together: "holes at 54 (-2) and 108 (-4) closed".
 */
enum deed {
	ADDED, REMOVED, WRAPPED, UNWRAPPED, RETYPED, GREW, SHRANK, CAME, OWN,
	WENT, LEFT, OVER,
	HOLE_OPENED, HOLE_CLOSED, HOLE_GREW, HOLE_SHRANK, HOLES, ALIGNMENT,
	PADDING, REST,
	NR_DEEDS
};

static const struct {
	const char *one, *many;		/* in front of the names */
	const char *verb;		/* behind them */
} deeds[NR_DEEDS] = {
	[ADDED] = { "", "", "added" },
	[REMOVED] = { "", "", "removed" },
	[WRAPPED] = { "", "", "put around members" },
	[UNWRAPPED] = { "", "", "taken from around members" },
	[RETYPED] = { "", "", "retyped" },
	[GREW] = { "", "", "grew" },
	[SHRANK] = { "", "", "shrank" },
	[CAME] = { "", "", "moved in front" },
	[OWN] = { "", "", "" },	/* own_move() says what */
	[WENT] = { "", "", "moved behind" },
	[LEFT] = { "", "", "moved away" },
	[OVER] = { "", "", "" },	/* from one record to another */
	[HOLE_OPENED] = { "hole at ", "holes at ", "opened" },
	[HOLE_CLOSED] = { "hole at ", "holes at ", "closed" },
	[HOLE_GREW] = { "hole at ", "holes at ", "grew" },
	[HOLE_SHRANK] = { "hole at ", "holes at ", "shrank" },
	[HOLES] = { "holes ", "holes ", "" },
	[ALIGNMENT] = { "alignment of ", "alignment of ", "" },
	[PADDING] = { "padding ", "padding ", "" },
	[REST] = { "overlaps or unknown members before ",
		   "overlaps or unknown members before ", "" },
};

/* What @cause is about, as an edit: of one that changed its order the growth
 * alone. */
static struct lay_edit edit_of(const struct diff_view *v,
			       const struct lay_cause *cause)
{
	const struct lay_slot *old, *new;

	if (cause->kind == LAY_CAUSE_EDIT)
		return v->diff->edits[cause->edit];
	old = view_old(v, cause->row);
	new = view_new(v, cause->row);
	return (struct lay_edit){
		.kind = LAY_EDIT_RESIZED,
		.row = cause->row,
		.record = v->diff->rows[cause->row].parent,
		.old_bits = old->bit_size,
		.new_bits = new->bit_size,
		.old_bit_off = old->bit_off,
		.new_bit_off = new->bit_off,
		.shift_bits = cause->shift_bits,
	};
}

/* A hole that is there for the sake of a member that asks for it. */
static bool is_of_alignment(const struct diff_view *v, const struct lay_edit *e)
{
	return e->row != LAY_NO_ROW &&
	       v->diff->rows[e->row].what & LAY_ROW_ALIGN;
}

/* What a wrapper adds to what it holds, or took away with it, is none of these
 * members'. */
static bool is_wrapper(const struct diff_view *v, const struct lay_edit *e)
{
	return e->row != LAY_NO_ROW &&
	       v->diff->rows[e->row].what & LAY_ROW_WRAPPER;
}

/* A record that became another type, or what was none or is none any more. */
static bool is_other_record(const struct diff_view *v, const struct lay_edit *e)
{
	return e->row != LAY_NO_ROW &&
	       v->diff->rows[e->row].what & LAY_ROW_RETYPED &&
	       (view_old(v, e->row)->flags | view_new(v, e->row)->flags) &
		       LAY_SLOT_RECORD;
}

/* Did the member go from one record to another, with that or without? */
static bool went_over(const struct diff_view *v, const struct lay_edit *e)
{
	return v->diff->rows[e->row].what &
	       (LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED);
}

static enum deed deed_of(const struct diff_view *v, const struct lay_edit *e)
{
	if (is_wrapper(v, e) && e->kind <= LAY_EDIT_RESIZED)
		return v->diff->rows[e->row].what & LAY_ROW_ADDED ? WRAPPED :
								    UNWRAPPED;
	switch (e->kind) {
	case LAY_EDIT_ADDED:
		return ADDED;
	case LAY_EDIT_REMOVED:
		return REMOVED;
	case LAY_EDIT_RESIZED:
		if (is_other_record(v, e))
			return RETYPED;
		return e->new_bits > e->old_bits ? GREW : SHRANK;
	case LAY_EDIT_MOVED_HERE:
		return went_over(v, e) ? OVER : CAME;
	case LAY_EDIT_MOVED_AWAY:
		if (went_over(v, e))
			return OVER;
		return v->diff->rows[e->row].what & LAY_ROW_REORDERED ? WENT :
									LEFT;
	case LAY_EDIT_HOLES:
		return HOLES;
	case LAY_EDIT_PADDING:
		return PADDING;
	case LAY_EDIT_REST:
		return REST;
	case LAY_EDIT_HOLE:
		break;
	}
	if (is_of_alignment(v, e))
		return ALIGNMENT;
	if (!e->old_bits)
		return HOLE_OPENED;
	if (!e->new_bits)
		return HOLE_CLOSED;
	return e->new_bits > e->old_bits ? HOLE_GREW : HOLE_SHRANK;
}

/* "each tab[]", "each tab[].in": what is told of one element is so of all, and
 * the share is of all. NULL: @record is in no array. */
static const char *each_of(const struct diff_view *v, uint32_t record)
{
	uint32_t row = record;

	while (row != LAY_NO_ROW && !(view_slot(v, row)->flags & LAY_SLOT_ARRAY))
		row = v->diff->rows[row].parent;
	if (row == LAY_NO_ROW)
		return NULL;
	return doc_printf(v->doc, "each %s%s", view_path(v, record),
			  row == record ? "[]" : "");
}

/* "between a and b: 14 -> 7" */
static const char *name_of_holes(const struct diff_view *v,
				 const struct lay_edit *e)
{
	struct doc *doc = v->doc;
	const char *s = "in front";

	if (e->front != LAY_NO_ROW && e->row != LAY_NO_ROW)
		s = doc_printf(doc, "between %s and %s",
			       view_name(v, e->front), view_name(v, e->row));
	else if (e->row != LAY_NO_ROW)
		s = doc_printf(doc, "before %s", view_name(v, e->row));
	else if (e->front != LAY_NO_ROW)
		s = doc_printf(doc, "behind %s", view_name(v, e->front));
	return doc_printf(doc, "%s: %s", s,
			  phrase_sizes(doc, e->old_bits, e->new_bits));
}

/* A hole is where it was, or where it is when it was not there before. */
static const char *name_of(const struct diff_view *v, const struct lay_edit *e)
{
	const char *each;

	switch (e->kind) {
	case LAY_EDIT_PADDING:
		if (e->row == LAY_NO_ROW)
			return "at the end";
		each = each_of(v, e->row);
		return doc_printf(v->doc, "of %s",
				  each ? each : view_name(v, e->row));
	case LAY_EDIT_HOLE:
		if (is_of_alignment(v, e))
			return view_name(v, e->row);
		each = phrase_bit_place(v->doc, e->old_bits ? e->old_bit_off :
							      e->new_bit_off);
		if (!each_of(v, e->record))
			return each;
		return doc_printf(v->doc, "%s in %s", each,
				  each_of(v, e->record));
	case LAY_EDIT_HOLES:
		return name_of_holes(v, e);
	case LAY_EDIT_MOVED_HERE:
	case LAY_EDIT_MOVED_AWAY:
		if (!went_over(v, e))
			return view_name(v, e->row);
		return doc_printf(v->doc, "%s %s", view_name(v, e->row),
				  wrapped_text(v, e->row));
	case LAY_EDIT_REST:
		return e->row == LAY_NO_ROW ? "the end" : view_name(v, e->row);
	default:
		/* a struct that became a union */
		return e->row == LAY_NO_ROW ? "the whole" :
					      view_name(v, e->row);
	}
}

/* So many causes are told one by one, the others as a sum; and with --all. */
#define MAX_TOLD 6
#define MAX_TOLD_OF_ALL 64

/* The @max causes with the largest parts; sets told[i], where some are. Ties go
 * to the first; a single one is not hidden behind words that are as long. */
static void choose(const struct lay_cause *causes, size_t nr, size_t max,
		   bool *told)
{
	size_t best[MAX_TOLD_OF_ALL + 1], nr_best = 0, nr_rest = 0, k;

	for (size_t i = 0; i < nr; i++)
		nr_rest += !told[i];
	if (nr_rest <= max + 1)
		max = nr_rest;
	/* best[] falls: nearly all causes are looked at once */
	for (size_t i = 0; i < nr && max; i++) {
		if (told[i])
			continue;
		for (k = nr_best; k > 0 && llabs(causes[i].shift_bits) >
				  llabs(causes[best[k - 1]].shift_bits); k--)
			if (k < max)
				best[k] = best[k - 1];
		if (k < max)
			best[k] = i;
		nr_best += nr_best < max;
	}
	for (k = 0; k < nr_best; k++)
		told[best[k]] = true;
}

static const char *with_share(const struct diff_view *v, const char *s,
			      const struct lay_cause *cause)
{
	return doc_printf(v->doc, "%s (%s)", s,
			  phrase_shift(v->doc, cause->shift_bits));
}

/* Is @outer the row @row, or one around it? */
static bool holds(const struct diff_view *v, uint32_t outer, uint32_t row)
{
	while (row != LAY_NO_ROW && row != outer)
		row = v->diff->rows[row].parent;
	return row == outer;
}

/* What a member did to change its own place. */
static const char *own_move(const struct diff_view *v, const struct lay_edit *e)
{
	if (v->diff->rows[e->row].what & (LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED))
		return wrapped_text(v, e->row);
	return "placed by other rules: a struct and a union";
}

/* What an edit did to @row: one that came is not in front of itself. */
static enum deed deed_to(const struct diff_view *v, uint32_t row,
			 const struct lay_edit *e)
{
	enum deed deed = deed_of(v, e);

	return (deed == CAME || deed == OVER) && holds(v, e->row, row) ?
		OWN : deed;
}

/* "hole at 54 closed (-2)" */
static const char *one_text(const struct diff_view *v, enum deed deed,
			    const struct lay_cause *cause)
{
	const struct lay_edit e = edit_of(v, cause);
	const char *verb = deeds[deed].verb, *s;

	if (deed == OWN)
		return with_share(v, own_move(v, &e), cause);
	s = doc_printf(v->doc, "%s%s%s%s", deeds[deed].one, name_of(v, &e),
		       *verb ? " " : "", verb);
	return with_share(v, s, cause);
}

/* "holes at 54 (-2) and 108 (-4) closed": of @nr_told causes those of @deed;
 * NULL if there is none. */
static const char *deed_text(const struct diff_view *v, uint32_t row,
			     enum deed deed,
			     const struct lay_cause *const *told,
			     size_t nr_told)
{
	const struct lay_cause *last = NULL;
	const char *s = deeds[deed].many;
	size_t nr = 0, left;

	for (size_t i = 0; i < nr_told; i++) {
		const struct lay_edit e = edit_of(v, told[i]);

		if (deed_to(v, row, &e) != deed)
			continue;
		last = told[i];
		nr++;
	}
	if (nr <= 1)
		return nr ? one_text(v, deed, last) : NULL;
	left = nr;
	for (size_t i = 0; i < nr_told; i++) {
		const struct lay_edit e = edit_of(v, told[i]);
		const char *name;

		if (deed_to(v, row, &e) != deed)
			continue;
		name = deed == OWN ? own_move(v, &e) : name_of(v, &e);
		s = doc_printf(v->doc, "%s%s%s", s, left == nr ? "" :
			       left == 1 ? " and " : ", ",
			       with_share(v, name, told[i]));
		left--;
	}
	return doc_printf(v->doc, "%s%s%s", s, *deeds[deed].verb ? " " : "",
			  deeds[deed].verb);
}

/* What is told of edits by their number alone: "12 added (+60)". */
static const struct {
	enum deed first, last;
	const char *words;
} sorts[] = {
	{ ADDED, ADDED, "added" },
	{ REMOVED, REMOVED, "removed" },
	{ WRAPPED, UNWRAPPED, "wrapped or unwrapped" },
	{ RETYPED, SHRANK, "retyped or resized" },
	{ CAME, OVER, "moved" },
	{ HOLE_OPENED, PADDING, "of holes, alignment and padding" },
	{ REST, REST, "of overlaps or unknown members" },
};

/* "20 others: 12 added (+60), 8 removed (-20)", "3 others added (+12)" */
static const char *others_text(const struct diff_view *v,
			       const struct lay_cause *causes, size_t nr,
			       const bool *is_told, uint64_t nr_rest)
{
	const char *s, *glue = ": ";

	s = phrase_count(v->doc, nr_rest, "other");
	for (size_t k = 0; k < sizeof(sorts) / sizeof(sorts[0]); k++) {
		uint64_t count = 0;
		int64_t sum = 0;

		for (size_t i = 0; i < nr; i++) {
			struct lay_edit e;
			enum deed d;

			if (is_told[i])
				continue;
			e = edit_of(v, &causes[i]);
			d = deed_of(v, &e);
			if (d < sorts[k].first || d > sorts[k].last)
				continue;
			count++;
			sum += causes[i].shift_bits;
		}
		if (!count)
			continue;
		if (count == nr_rest)
			return doc_printf(v->doc, "%s %s (%s)", s,
					  sorts[k].words,
					  phrase_shift(v->doc, sum));
		s = doc_printf(v->doc, "%s%s%" PRIu64 " %s (%s)", s, glue,
			       count, sorts[k].words,
			       phrase_shift(v->doc, sum));
		glue = ", ";
	}
	return s;
}

/* Names in a list of those that were passed. */
#define MAX_PASSED 4

static bool is_passed(const struct lay_cause *cause, bool behind)
{
	return cause->kind == LAY_CAUSE_PASSED &&
	       (cause->shift_bits > 0) == behind;
}

static size_t count_passed(const struct lay_cause *causes, size_t nr,
			   bool behind)
{
	size_t n = 0;

	for (size_t i = 0; i < nr; i++)
		n += is_passed(&causes[i], behind);
	return n;
}

/* "moved behind a, b and 3 others (+40)": all that a member passed on its way
 * are one cause to people; NULL if it passed nobody that way. */
static const char *passed_text(const struct diff_view *v,
			       const struct lay_cause *causes, size_t nr,
			       bool behind)
{
	size_t nr_passed = count_passed(causes, nr, behind);
	size_t max = v->report->opts.all ? MAX_TOLD_OF_ALL : MAX_PASSED, n = 0;
	const char *s = NULL;
	int64_t sum = 0;

	if (nr_passed <= max + 1)
		max = nr_passed;
	for (size_t i = 0; i < nr; i++) {
		if (!is_passed(&causes[i], behind))
			continue;
		sum += causes[i].shift_bits;
		if (n == max)
			continue;
		s = doc_printf(v->doc, "%s%s%s", s ? s : behind ?
			       "moved behind " : "moved in front of ",
			       !n ? "" : n + 1 == nr_passed ? " and " : ", ",
			       view_name(v, causes[i].row));
		n++;
	}
	if (n < nr_passed)
		s = doc_printf(v->doc, "%s and %s", s,
			       phrase_count(v->doc, nr_passed - n, "other"));
	return s ? doc_printf(v->doc, "%s (%s)", s,
			      phrase_shift(v->doc, sum)) : NULL;
}

static const char *sum_text(const struct diff_view *v, const char *s,
			    const struct lay_cause *causes, size_t nr,
			    const bool *is_told)
{
	uint64_t nr_rest = 0, nr_parts = (count_passed(causes, nr, true) > 0) +
					 (count_passed(causes, nr, false) > 0);
	int64_t sum = 0;

	for (size_t i = 0; i < nr; i++) {
		sum += causes[i].shift_bits;
		nr_rest += !is_told[i];
		nr_parts += causes[i].kind != LAY_CAUSE_PASSED;
	}
	if (nr_rest)
		s = doc_printf(v->doc, "%s + %s", s,
			       others_text(v, causes, nr, is_told, nr_rest));
	if (nr_parts > 1)
		s = doc_printf(v->doc, "%s = %s", s,
			       phrase_shift(v->doc, sum));
	return s;
}

/* Which of the causes are told (free()); NULL: out of memory. @passed: those
 * that were passed are, however many. */
static bool *choose_from(struct doc *doc, const struct lay_cause *causes,
			 size_t nr, size_t max, bool passed)
{
	bool *told = calloc(nr + 1, sizeof(*told));

	if (!told) {
		doc->failed = true;
		return NULL;
	}
	for (size_t i = 0; i < nr; i++)
		told[i] = passed && causes[i].kind == LAY_CAUSE_PASSED;
	choose(causes, nr, max, told);
	return told;
}

static bool is_over(const struct diff_view *v, const struct lay_cause *cause)
{
	return cause->kind == LAY_CAUSE_EDIT &&
	       deed_of(v, &v->diff->edits[cause->edit]) == OVER;
}

/* So far back one that went over is looked for. */
#define LOOK_BACK 64

/*
 * A copy (free()) of the causes for people: one that went from a record into
 * another, both in front, makes the one smaller and the other larger, and is
 * told once, by both together; not at all if these cancel. *@nr is how many are
 * left. NULL: out of memory.
 */
static struct lay_cause *join_over(const struct diff_view *v,
				   const struct lay_cause *causes, size_t *nr)
{
	struct lay_cause *copy = calloc(*nr + 1, sizeof(*copy));
	size_t over[LOOK_BACK], nr_over = 0, kept = 0;

	if (!copy)
		v->doc->failed = true;
	for (size_t i = 0; copy && i < *nr; i++) {
		size_t k = 0, nr_seen = nr_over < LOOK_BACK ? nr_over :
							      LOOK_BACK;

		copy[i] = causes[i];
		if (!is_over(v, &causes[i]))
			continue;
		while (k < nr_seen &&
		       v->diff->edits[copy[over[k]].edit].row !=
			       v->diff->edits[copy[i].edit].row)
			k++;
		if (k < nr_seen) {
			copy[over[k]].shift_bits += copy[i].shift_bits;
			copy[i].shift_bits = 0;
		} else {
			over[nr_over++ % LOOK_BACK] = i;
		}
	}
	for (size_t i = 0; copy && i < *nr; i++)
		if (copy[i].shift_bits)
			copy[kept++] = copy[i];
	*nr = kept;
	return copy;
}

static const char *text_of(const struct diff_view *v, uint32_t row,
			   const struct lay_cause *causes, size_t nr)
{
	const struct lay_cause *told[MAX_TOLD_OF_ALL + 1];
	bool *is_told = choose_from(v->doc, causes, nr, v->report->opts.all ?
				    MAX_TOLD_OF_ALL : MAX_TOLD, true);
	const char *s = "", *part, *glue = "";
	size_t nr_told = 0;

	if (!is_told)
		return "";
	for (size_t i = 0; i < nr; i++)
		if (is_told[i] && causes[i].kind != LAY_CAUSE_PASSED)
			told[nr_told++] = &causes[i];
	for (enum deed d = 0; d < NR_DEEDS; d++) {
		for (int front = 0; d == OWN && front < 2; front++) {
			part = passed_text(v, causes, nr, !front);
			if (!part)
				continue;
			s = doc_printf(v->doc, "%s%s%s", s, glue, part);
			glue = " + ";
		}
		part = deed_text(v, row, d, told, nr_told);
		if (!part)
			continue;
		s = doc_printf(v->doc, "%s%s%s", s, glue, part);
		glue = " + ";
	}
	s = sum_text(v, s, causes, nr, is_told);
	free(is_told);
	return s;
}

static struct doc_value path_value(const struct diff_view *v, uint32_t row)
{
	if (row == LAY_NO_ROW)
		return doc_none();
	return doc_string(doc_copy(v->doc, view_path(v, row)));
}

const char *causes_text(const struct diff_view *v, uint32_t row,
			const struct lay_cause *causes, size_t nr)
{
	struct lay_cause *joined = join_over(v, causes, &nr);
	const char *s = joined ? text_of(v, row, joined, nr) : "";

	free(joined);
	return s;
}

static void add_cause(const struct diff_view *v, struct doc_list *list,
		      const struct lay_cause *cause)
{
	struct doc_record *r = doc_new_record(v->doc);

	if (cause->kind == LAY_CAUSE_EDIT)
		doc_add_field(v->doc, r, DOC_ALL, "edit", "",
			      doc_uint(cause->edit));
	else
		doc_add_field(v->doc, r, DOC_ALL,
			      cause->kind == LAY_CAUSE_PASSED ? "passed" :
								"resized", "",
			      path_value(v, cause->row));
	doc_add_field(v->doc, r, DOC_ALL, "shift_bits", "",
		      doc_int(cause->shift_bits));
	doc_add_item(v->doc, list, doc_object(r));
}

void causes_fields(const struct diff_view *v, struct doc_record *record,
		   const char *key, const struct lay_cause *causes, size_t nr)
{
	struct doc *doc = v->doc;
	bool *is_told = choose_from(doc, causes, nr, MAX_TOLD_OF_ALL, false);
	struct doc_list *list = doc_new_list(doc, 0);
	int64_t rest = 0;

	for (size_t i = 0; is_told && i < nr; i++) {
		if (is_told[i])
			add_cause(v, list, &causes[i]);
		else
			rest += causes[i].shift_bits;
	}
	free(is_told);
	doc_add_field(doc, record, DOC_MACHINES, key, "", doc_list(list));
	if (list->nr < nr)
		doc_add_field(doc, record, DOC_MACHINES,
			      doc_printf(doc, "other_%s_shift_bits", key), "",
			      doc_int(rest));
}

enum { E_KIND, E_PATH, E_FRONT, E_RECORD, E_OLD_BITS, E_NEW_BITS, E_OLD_OFF, E_NEW_OFF, E_SHIFT,
       NR_EDIT_COLUMNS };

static const struct doc_column edit_columns[NR_EDIT_COLUMNS] = {
	[E_KIND] = { "kind", "", DOC_MACHINES, 0 },
	[E_PATH] = { "member", "", DOC_MACHINES, 0 },
	[E_FRONT] = { "front_member", "", DOC_MACHINES, 0 },
	[E_RECORD] = { "record", "", DOC_MACHINES, 0 },
	[E_OLD_BITS] = { "old_bit_size", "", DOC_MACHINES, 0 },
	[E_NEW_BITS] = { "new_bit_size", "", DOC_MACHINES, 0 },
	[E_OLD_OFF] = { "old_bit_offset", "", DOC_MACHINES, 0 },
	[E_NEW_OFF] = { "new_bit_offset", "", DOC_MACHINES, 0 },
	[E_SHIFT] = { "shift_bits", "", DOC_MACHINES, 0 },
};

void diff_add_edits(struct diff_view *v)
{
	static const char *const kinds[] = {
		[LAY_EDIT_ADDED] = "added",
		[LAY_EDIT_REMOVED] = "removed",
		[LAY_EDIT_RESIZED] = "resized",
		[LAY_EDIT_MOVED_HERE] = "moved_here",
		[LAY_EDIT_MOVED_AWAY] = "moved_away",
		[LAY_EDIT_HOLE] = "hole",
		[LAY_EDIT_HOLES] = "holes",
		[LAY_EDIT_PADDING] = "padding",
		[LAY_EDIT_REST] = "rest",
	};
	struct doc *doc = v->doc;
	struct doc_table *table = doc_add_table(doc, v->section, "edits",
						DOC_MACHINES, edit_columns,
						NR_EDIT_COLUMNS);

	for (uint32_t i = 0; i < v->diff->nr_edits; i++) {
		const struct lay_edit *e = &v->diff->edits[i];
		struct doc_row *row = doc_add_row(doc, table, DOC_MACHINES);

		row->cell[E_KIND] = doc_string(kinds[e->kind]);
		row->cell[E_PATH] = path_value(v, e->row);
		if (e->kind == LAY_EDIT_HOLES)
			row->cell[E_FRONT] = path_value(v, e->front);
		row->cell[E_RECORD] = path_value(v, e->record);
		row->cell[E_OLD_BITS] = doc_uint(e->old_bits);
		row->cell[E_NEW_BITS] = doc_uint(e->new_bits);
		if (e->old_bits && e->kind != LAY_EDIT_HOLES)
			row->cell[E_OLD_OFF] = doc_uint(e->old_bit_off);
		if (e->new_bits && e->kind != LAY_EDIT_HOLES)
			row->cell[E_NEW_OFF] = doc_uint(e->new_bit_off);
		row->cell[E_SHIFT] = doc_int(e->shift_bits);
	}
}
