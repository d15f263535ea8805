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

static void push(struct causes *c, uint32_t edit, int64_t shift)
{
	if (c->ret < 0)
		return;
	if (VEC_RESERVE(c->cause, c->nr, c->cap, 1) < 0) {
		c->ret = lay_error_set(c->err, LAY_E_NOMEM,
				       "out of memory for causes");
		return;
	}
	c->cause[c->nr++] = (struct lay_cause){ edit, shift };
}

/* How many elements of the record @row grew: of an array all, 0 if it has
 * other than before. */
static int64_t nr_grown(const struct lay_diff *diff, const struct lay_row *row)
{
	const struct lay_slot *before, *after;

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
 * Do the edits inside the record that @edit says was resized, @nr times, say
 * why? Not those of a union that others outgrew, or of an array that has more
 * elements; and an edit of a record about itself says nothing more. Where all
 * that was in it went, and it has another type, that is why.
 */
static bool is_explained(const struct lay_diff *diff, uint32_t edit,
			 const struct lay_row *row, int64_t nr)
{
	int64_t sum = 0, all;

	if (!nr || !row->nr_inner ||
	    (row->what & LAY_ROW_RETYPED &&
	     is_replaced((const struct diff *)diff, diff->edits[edit].row)) ||
	    (edit >= row->first_inner &&
	     edit < row->first_inner + row->nr_inner))
		return false;
	for (uint32_t i = 0; i < row->nr_inner; i++)
		sum += diff->edits[row->first_inner + i].shift_bits;
	return !__builtin_mul_overflow(sum, nr, &all) &&
	       all == diff->edits[edit].shift_bits;
}

static bool is_passing(const struct lay_edit *e)
{
	return e->kind == LAY_EDIT_MOVED_AWAY ||
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

/* The edit, @times over, or the ones that it comes from. Records nest no deeper
 * than layouts do. */
static void expand(struct causes *c, uint32_t edit, int64_t times)
{
	const struct lay_diff *diff = c->diff;
	const struct lay_edit *e = &diff->edits[edit];
	int64_t shift, nr, all;

	if (e->kind == LAY_EDIT_RESIZED && e->row != LAY_NO_ROW) {
		const struct lay_row *row = &diff->rows[e->row];

		nr = nr_grown(diff, row);
		if (is_explained(diff, edit, row, nr) &&
		    !__builtin_mul_overflow(times, nr, &all)) {
			uint32_t end = row->first_inner + row->nr_inner;
			uint32_t i = first_of_growth(diff, row->first_inner,
						     row->nr_inner);

			for (; i < end; i++)
				expand(c, i, all);
			return;
		}
	}
	if (__builtin_mul_overflow(e->shift_bits, times, &shift)) {
		c->ret = lay_error_set(c->err, LAY_E_LIMIT,
				       "an edit repeats too often to add it up");
		return;
	}
	push(c, edit, shift);
}

/* Outermost record first. */
static void gather(struct causes *c, uint32_t row)
{
	const struct lay_row *r = &c->diff->rows[row];

	if (r->parent != LAY_NO_ROW)
		gather(c, r->parent);
	for (uint32_t i = 0; i < r->nr_edits; i++)
		expand(c, r->first_edit + i, 1);
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

/* Leave out members that went from one place in front to another. */
static void drop_passing(struct causes *c)
{
	struct passing *list = calloc(c->nr + 1, sizeof(*list));
	size_t nr = 0, kept = 0;

	if (!list) {
		c->ret = lay_error_set(c->err, LAY_E_NOMEM,
				       "out of memory for causes");
		return;
	}
	for (size_t i = 0; i < c->nr; i++) {
		const struct lay_edit *e = &c->diff->edits[c->cause[i].edit];

		if (is_passing(e))
			list[nr++] = (struct passing){ e->row, i };
	}
	qsort(list, nr, sizeof(*list), by_row);
	for (size_t i = 1; i < nr; i++) {
		struct lay_cause *a = &c->cause[list[i - 1].cause];
		struct lay_cause *b = &c->cause[list[i].cause];

		if (list[i - 1].row == list[i].row &&
		    a->shift_bits == -b->shift_bits)
			a->shift_bits = b->shift_bits = 0;
	}
	for (size_t i = 0; i < c->nr; i++)
		if (c->cause[i].shift_bits)
			c->cause[kept++] = c->cause[i];
	c->nr = kept;
	free(list);
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
	if (c.ret >= 0)
		drop_passing(&c);
	if (c.ret < 0) {
		free(c.cause);
		return c.ret;
	}
	assert(adds_up(&c, row));
	*causes = c.cause;
	*nr = c.nr;
	return 0;
}
