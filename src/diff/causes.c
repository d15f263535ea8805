// SPDX-License-Identifier: GPL-2.0-only
/* The causes of one row's move, gathered from the edits of each record around
 * it (edits.c). */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "diff/work.h"
#include "base/poison.h"

struct causes {
	const struct lay_diff *diff;
	struct lay_cause *cause;
	size_t nr, cap;
	struct lay_error *err;
	int ret;
};

static void push(struct causes *c, struct lay_cause cause)
{
	if (c->ret < 0)
		return;
	if (VEC_RESERVE(c->cause, c->nr, c->cap, 1) < 0) {
		c->ret = lay_error_set(c->err, LAY_E_NOMEM,
				       "out of memory for causes");
		return;
	}
	c->cause[c->nr++] = cause;
}

static void push_edit(struct causes *c, uint32_t edit, int64_t shift)
{
	push(c, (struct lay_cause){ LAY_CAUSE_EDIT, edit, LAY_NO_ROW, shift });
}

static void push_row(struct causes *c, enum lay_cause_kind kind, uint32_t row,
		     int64_t shift)
{
	if (shift)
		push(c, (struct lay_cause){ kind, LAY_NO_EDIT, row, shift });
}

/* How many elements of the record @row grew: of an array all, 0 if it has
 * other than before. An array that is a wrapper has no edits inside. */
static int64_t nr_grown(const struct lay_diff *diff, const struct lay_row *row)
{
	const struct lay_slot *before, *after;

	if (row->what & LAY_ROW_WRAPPER)
		return 1;
	if (row->old_slot == LAY_NO_SLOT || row->new_slot == LAY_NO_SLOT)
		return 0;
	before = &diff->before->slots[row->old_slot];
	after = &diff->after->slots[row->new_slot];
	if ((before->flags ^ after->flags) & LAY_SLOT_ARRAY)
		return 0;
	if (!(after->flags & LAY_SLOT_ARRAY))
		return 1;
	return before->nr_elements == after->nr_elements ?
		(int64_t)after->nr_elements : 0;
}

/*
 * Do the edits inside the record @row, @nr times, say why it grew by @shift? Not
 * those of a union that others outgrew, or of an array that has more elements.
 * Where all that was in it went, and it has another type, that is why.
 */
static bool is_explained(const struct lay_diff *diff, uint32_t row, int64_t nr,
			 int64_t shift)
{
	const struct lay_row *r = &diff->rows[row];
	int64_t sum = 0, all;

	if (!nr || !r->nr_inner ||
	    (r->what & LAY_ROW_RETYPED &&
	     is_replaced((const struct diff *)diff, row)))
		return false;
	for (uint32_t i = 0; i < r->nr_inner; i++)
		sum += diff->edits[r->first_inner + i].shift_bits;
	return !__builtin_mul_overflow(sum, nr, &all) && all == shift;
}

/* Those with both sizes are a row's own, or of a union that has it or had it. */
static bool is_passing(const struct lay_edit *e)
{
	return (e->kind == LAY_EDIT_MOVED_AWAY && !e->new_bits) ||
	       (e->kind == LAY_EDIT_MOVED_HERE && !e->old_bits);
}

/*
 * Of the @nr edits of a record from @first on, which made it grow: the first
 * behind the last member that kept its place. Unless a member moved there: it
 * may have come from in front, and did not make the record larger.
 */
static uint32_t first_of_growth(const struct lay_diff *diff, uint32_t first,
				uint32_t nr)
{
	const struct diff *d = (const struct diff *)diff;

	for (uint32_t i = first + nr; i-- > first;) {
		if (is_passing(&diff->edits[i]))
			return first;
		if (d->notes[i].restarts)
			return i;
	}
	return first;
}

static void expand(struct causes *c, uint32_t edit, int64_t times);

/* @row grew by @shift, @times over: is that told by the edits inside it? */
static bool expand_inner(struct causes *c, uint32_t row, int64_t shift,
			 int64_t times)
{
	const struct lay_row *r = &c->diff->rows[row];
	int64_t nr = nr_grown(c->diff, r), all;

	if (!is_explained(c->diff, row, nr, shift) ||
	    __builtin_mul_overflow(times, nr, &all))
		return false;
	for (uint32_t i = first_of_growth(c->diff, r->first_inner, r->nr_inner);
	     i < r->first_inner + r->nr_inner; i++)
		expand(c, i, all);
	return true;
}

/* An edit of a record about itself says nothing more. */
static bool is_of_itself(const struct lay_diff *diff, uint32_t edit)
{
	const struct lay_row *r = &diff->rows[diff->edits[edit].row];

	return edit >= r->first_inner && edit < r->first_inner + r->nr_inner;
}

/* The edit, @times over, or the ones that it comes from. Records nest no deeper
 * than layouts do. */
static void expand(struct causes *c, uint32_t edit, int64_t times)
{
	const struct lay_edit *e = &c->diff->edits[edit];
	int64_t shift;

	if (e->kind == LAY_EDIT_RESIZED && e->row != LAY_NO_ROW &&
	    !is_of_itself(c->diff, edit) &&
	    expand_inner(c, e->row, e->shift_bits, times))
		return;
	if (__builtin_mul_overflow(e->shift_bits, times, &shift)) {
		c->ret = lay_error_set(c->err, LAY_E_LIMIT,
				       "an edit repeats too often to add it up");
		return;
	}
	push_edit(c, edit, shift);
}

/*
 * One that changed its order
 */

static bool is_between(uint32_t slot, uint32_t from, uint32_t end)
{
	return slot != LAY_NO_SLOT && slot >= from && slot < end;
}

/* Does @slot stand behind @other, in the same record? */
static bool is_behind(const struct lay_layout *layout, uint32_t slot,
		      uint32_t other)
{
	return slot != LAY_NO_SLOT && slot > other &&
	       layout->slots[slot].parent == layout->slots[other].parent;
}

/* An edit between @m's row and the last in front of it that stayed. Two that
 * changed their order are told by whom the row itself passed, if it went that
 * way. */
static void gather_between(struct causes *c, const struct reorder *m,
			   uint32_t edit)
{
	const struct lay_edit *e = &c->diff->edits[edit];
	const struct lay_row *row = &c->diff->rows[m->row], *other;
	bool passed, old, new;

	if (e->row == LAY_NO_ROW || e->row == m->row)
		return;
	other = &c->diff->rows[e->row];
	old = is_between(other->old_slot, m->old_from, m->old_end);
	new = is_between(other->new_slot, m->new_from, row->new_slot);
	switch (e->kind) {
	case LAY_EDIT_ADDED:
		if (new)
			push_edit(c, edit, e->shift_bits);
		break;
	case LAY_EDIT_REMOVED:
		if (old)
			push_edit(c, edit, e->shift_bits);
		break;
	case LAY_EDIT_MOVED_HERE:
	case LAY_EDIT_MOVED_AWAY:
		if (!(e->kind == LAY_EDIT_MOVED_HERE ? new : old))
			break;
		if (e->kind == LAY_EDIT_MOVED_HERE)
			passed = m->behind &&
				 is_behind(c->diff->before, other->old_slot,
					   row->old_slot);
		else
			passed = !m->behind &&
				 is_behind(c->diff->after, other->new_slot,
					   row->new_slot);
		if (passed)
			push_row(c, LAY_CAUSE_PASSED, e->row, e->shift_bits);
		else
			push_edit(c, edit, e->shift_bits);
		break;
	case LAY_EDIT_RESIZED:
		if (edit < m->end_resized)
			expand(c, edit, 1);
		break;
	default:	/* holes are in its own edit */
		break;
	}
}

static void gather_reordered(struct causes *c, const struct reorder *m)
{
	const struct diff *d = (const struct diff *)c->diff;
	const struct lay_row *r = &d->rows[m->row];
	uint32_t end = d->pub.first_inner + d->pub.nr_inner;

	if (r->parent != LAY_NO_ROW)
		end = d->rows[r->parent].first_inner +
		      d->rows[r->parent].nr_inner;
	for (uint32_t i = r->first_edit + r->nr_edits; i < end; i++)
		gather_between(c, m, i);
	for (uint32_t i = 0; i < m->nr_passed; i++) {
		const struct passed *p = &d->passed[m->first_passed + i];

		push_row(c, LAY_CAUSE_PASSED, p->row,
			 m->behind ? p->bits : -p->bits);
	}
}

static void gather_crossed(struct causes *c, const struct reorder *m)
{
	const struct diff *d = (const struct diff *)c->diff;

	for (size_t i = 0; i < m->nr_causes; i++) {
		const struct lay_cause *cause =
			&d->cross_causes[m->first_cause + i];

		if (cause->kind == LAY_CAUSE_EDIT)
			expand(c, cause->edit, 1);
		else if (cause->kind == LAY_CAUSE_PASSED ||
			 !expand_inner(c, cause->row, cause->shift_bits, 1))
			push(c, *cause);
	}
}

/* Outermost record first; of one that crossed, those that have it in both. */
static void gather(struct causes *c, uint32_t row)
{
	const struct diff *d = (const struct diff *)c->diff;
	const struct lay_row *r = &d->rows[row];
	const struct reorder *m = reorder_find(d, row);
	uint32_t record = m ? reorder_record(d, m) : r->parent;

	if (record != LAY_NO_ROW)
		gather(c, record);
	for (uint32_t i = 0; i < r->nr_edits; i++)
		expand(c, r->first_edit + i, 1);
	if (m && m->crossed)
		gather_crossed(c, m);
	else if (m)
		gather_reordered(c, m);
	if (r->own_edit != LAY_NO_EDIT)
		expand(c, r->own_edit, 1);
}

/*
 * Members that passed
 */

struct passing {
	uint32_t row;
	size_t cause;
};

static int by_row(const void *pa, const void *pb)
{
	const struct passing *a = pa, *b = pb;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return a->cause < b->cause ? -1 : a->cause > b->cause;
}

/* The edits @a and @b of one row: it left one place, and came to another. What
 * is left of them is told by @b alone. */
static void join_passing(const struct causes *c, struct lay_cause *a,
			 struct lay_cause *b)
{
	const struct lay_edit *x = &c->diff->edits[a->edit];
	const struct lay_edit *y = &c->diff->edits[b->edit];
	bool once = a->shift_bits == x->shift_bits &&
		    b->shift_bits == y->shift_bits;

	if (x->kind == y->kind ||
	    (a->shift_bits != -b->shift_bits && !once &&
	     x->record != y->record))
		return;
	*b = (struct lay_cause){ LAY_CAUSE_RESIZED, LAY_NO_EDIT, x->row,
				 a->shift_bits + b->shift_bits };
	a->shift_bits = 0;
}

/* A member that went from one place in front to another is left out, but for
 * what it grew. Is there more to join, from inside of one that did? */
static bool join_all_passing(struct causes *c)
{
	struct passing *list = calloc(c->nr + 1, sizeof(*list));
	struct causes all = { .diff = c->diff, .err = c->err, .ret = c->ret };
	bool more = false;
	size_t nr = 0;

	if (!list) {
		c->ret = lay_error_set(c->err, LAY_E_NOMEM,
				       "out of memory for causes");
		return false;
	}
	for (size_t i = 0; i < c->nr; i++)
		if (c->cause[i].kind == LAY_CAUSE_EDIT &&
		    is_passing(&c->diff->edits[c->cause[i].edit]))
			list[nr++] = (struct passing){
				c->diff->edits[c->cause[i].edit].row, i };
	qsort(list, nr, sizeof(*list), by_row);
	for (size_t i = 1; i < nr; i++)
		if (list[i - 1].row == list[i].row &&
		    c->cause[list[i - 1].cause].kind == LAY_CAUSE_EDIT)
			join_passing(c, &c->cause[list[i - 1].cause],
				     &c->cause[list[i].cause]);
	free(list);
	for (size_t i = 0; i < c->nr; i++) {
		const struct lay_cause *cause = &c->cause[i];

		if (cause->kind == LAY_CAUSE_RESIZED &&
		    expand_inner(&all, cause->row, cause->shift_bits, 1))
			more = true;
		else if (cause->shift_bits)
			push(&all, *cause);
	}
	free(c->cause);
	*c = all;
	return more && c->ret >= 0;
}

static bool adds_up(const struct causes *c, uint32_t row)
{
	int64_t sum = 0, move;

	for (size_t i = 0; i < c->nr; i++)
		sum += c->cause[i].shift_bits;
	if (row == LAY_NO_ROW)
		move = ((int64_t)c->diff->after->size -
			(int64_t)c->diff->before->size) * 8;
	else
		move = c->diff->rows[row].move_bits;
	return sum == move;
}

int lay_diff_causes(const struct lay_diff *diff, uint32_t row,
		    struct lay_cause **causes, size_t *nr,
		    struct lay_error *err)
{
	struct causes c = { .diff = diff, .err = err };

	assert(row == LAY_NO_ROW || row < diff->nr_rows);
	if (row == LAY_NO_ROW)
		for (uint32_t i = first_of_growth(diff, diff->first_inner,
						  diff->nr_inner);
		     i < diff->first_inner + diff->nr_inner; i++)
			expand(&c, i, 1);
	else if (!(diff->rows[row].what & (LAY_ROW_ADDED | LAY_ROW_REMOVED)) ||
		 diff->rows[row].what & LAY_ROW_WRAPPER)
		gather(&c, row);
	while (c.ret >= 0 && join_all_passing(&c))
		;
	if (c.ret < 0) {
		free(c.cause);
		return c.ret;
	}
	assert(adds_up(&c, row));
	*causes = c.cause;
	*nr = c.nr;
	return 0;
}
