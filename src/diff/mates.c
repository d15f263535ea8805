// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who shares a line with whom, before and after.
 *
 * Rows that are leaves are listed by the first line they lie in, for each side.
 * Those that share a line with given ones start no later than the last of them
 * and end no earlier than the first: the list gives the one by its order and
 * the other by a running maximum of ends, so that a question costs what its
 * answer has, and no table of pairs is ever made.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "diff/work.h"
#include "base/poison.h"

struct leaf {
	uint32_t row;
	uint64_t first_line, last_line;
	uint64_t furthest;	/* last_line of this and all before it */
};

struct leaf_list {
	struct leaf *leaf;
	size_t nr, cap;
};

struct mate_index {
	struct leaf_list old, new;
	bool *is_replaced;	/* of each row */
};

/*
 * The lists
 */

static const struct lay_slot *slot_or_null(const struct side *side,
					   uint32_t slot)
{
	return slot == LAY_NO_SLOT ? NULL : slot_of(side, slot);
}

/* Is the slot not to be opened: no record, or several? */
static bool ends_at(const struct lay_slot *s)
{
	return s && (!(s->flags & LAY_SLOT_RECORD) ||
		     (s->flags & LAY_SLOT_ARRAY && s->nr_elements > 1));
}

bool is_replaced(const struct diff *d, uint32_t row)
{
	return d->mates->is_replaced[row];
}

static bool stands_as_one(const struct diff *d, uint32_t row)
{
	const struct lay_row *r = &d->rows[row];

	return is_replaced(d, row) ||
	       ends_at(slot_or_null(&d->old, r->old_slot)) ||
	       ends_at(slot_or_null(&d->new, r->new_slot));
}

bool lay_diff_stands_as_one(const struct lay_diff *diff, uint32_t row)
{
	return stands_as_one((const struct diff *)diff, row);
}

/* Has it bits, in a known place, in both? */
static bool is_in_both(const struct diff *d, const struct lay_row *r)
{
	const struct lay_slot *a = slot_or_null(&d->old, r->old_slot);
	const struct lay_slot *b = slot_or_null(&d->new, r->new_slot);

	return a && b && a->bit_size && b->bit_size &&
	       !((a->flags | b->flags) &
		 (LAY_SLOT_UNPLACED | LAY_SLOT_MARKER));
}

/* An array of no length, of which only what starts where it does is known: but
 * for such nothing without bits changes line. */
static bool is_trailing(const struct diff *d, const struct lay_row *r)
{
	const struct lay_slot *a = slot_or_null(&d->old, r->old_slot);
	const struct lay_slot *b = slot_or_null(&d->new, r->new_slot);

	return r->what & LAY_ROW_LINE && a && b && !a->bit_size && !b->bit_size;
}

/*
 * An int that became a struct is one member; so is one struct that became
 * another with nothing in common: opened, nothing of it would be there in both.
 * Of another type, what is guessed to be renamed is not in common either. An
 * anonymous one is its members, and they came and went. Rows are in preorder, so
 * backwards what is below comes first.
 */
static int find_replaced(struct diff *d, struct lay_error *err)
{
	enum { NOTHING, GUESSES, MEMBERS };
	unsigned char *in_both = calloc(d->nr_rows + 1, sizeof(*in_both));

	d->mates->is_replaced = calloc(d->nr_rows + 1, sizeof(bool));
	if (!in_both || !d->mates->is_replaced) {
		free(in_both);
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for lines");
	}
	for (size_t i = d->nr_rows; i-- > 0;) {
		const struct lay_row *r = &d->rows[i];
		bool both = is_in_both(d, r);
		unsigned char *of_parent;

		d->mates->is_replaced[i] = both &&
			in_both[i] <= (r->what & LAY_ROW_RETYPED ? GUESSES :
								   NOTHING) &&
			!(slot_of(&d->new, r->new_slot)->flags &
			  LAY_SLOT_ANONYMOUS);
		if (r->parent == LAY_NO_ROW)
			continue;
		if (both)
			in_both[i] = r->what & LAY_ROW_GUESSED ? GUESSES :
								 MEMBERS;
		of_parent = &in_both[r->parent];
		if (in_both[i] > *of_parent)
			*of_parent = in_both[i];
	}
	free(in_both);
	return 0;
}

static int add_leaf(struct leaf_list *list, const struct lay_slot *s,
		    uint32_t row, struct lay_error *err)
{
	if (!s || !s->bit_size ||
	    s->flags & (LAY_SLOT_UNPLACED | LAY_SLOT_MARKER))
		return 0;
	if (VEC_RESERVE(list->leaf, list->nr, list->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for lines");
	list->leaf[list->nr++] = (struct leaf){
		.row = row,
		.first_line = s->first_line,
		.last_line = s->last_line,
	};
	return 0;
}

static int by_first_line(const void *pa, const void *pb)
{
	const struct leaf *a = pa, *b = pb;

	if (a->first_line != b->first_line)
		return a->first_line < b->first_line ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

/* Members are listed in the order of their places, nearly always. */
static void sort_if_needed(void *list, size_t nr, size_t size,
			   int (*compare)(const void *a, const void *b))
{
	const char *at = list;

	for (size_t i = 1; i < nr; i++, at += size)
		if (compare(at, at + size) > 0) {
			qsort(list, nr, size, compare);
			return;
		}
}

static void sort_leaves(struct leaf_list *list)
{
	uint64_t furthest = 0;

	sort_if_needed(list->leaf, list->nr, sizeof(*list->leaf),
		       by_first_line);
	for (size_t i = 0; i < list->nr; i++) {
		if (list->leaf[i].last_line > furthest)
			furthest = list->leaf[i].last_line;
		list->leaf[i].furthest = furthest;
	}
}

int mates_index(struct diff *d, struct lay_error *err)
{
	struct mate_index *index = calloc(1, sizeof(*index));

	if (!index)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for lines");
	d->mates = index;
	if (find_replaced(d, err) < 0)
		return -LAY_E_NOMEM;
	for (size_t i = 0; i < d->nr_rows;) {
		const struct lay_row *r = &d->rows[i];

		if (r->what & LAY_ROW_MIRROR) {
			i += 1 + r->nr_below;
			continue;
		}
		if (!stands_as_one(d, (uint32_t)i)) {
			i++;
			continue;
		}
		if (add_leaf(&index->old, slot_or_null(&d->old, r->old_slot),
			     (uint32_t)i, err) < 0 ||
		    add_leaf(&index->new, slot_or_null(&d->new, r->new_slot),
			     (uint32_t)i, err) < 0)
			return -LAY_E_NOMEM;
		i += 1 + r->nr_below;
	}
	sort_leaves(&index->old);
	sort_leaves(&index->new);
	return 0;
}

void mates_index_free(struct mate_index *index)
{
	if (!index)
		return;
	free(index->old.leaf);
	free(index->new.leaf);
	free(index->is_replaced);
	free(index);
}

bool lay_diff_changes_line(const struct lay_diff *diff, uint32_t row)
{
	const struct diff *d = (const struct diff *)diff;
	uint32_t end = row + diff->rows[row].nr_below, i = row + 1;

	if (!(diff->rows[row].what & LAY_ROW_LINE))
		return false;
	if (is_trailing(d, &diff->rows[row]))
		return true;
	if (!is_in_both(d, &diff->rows[row]))
		return false;
	if (stands_as_one(d, row))
		return true;
	while (i <= end) {
		const struct lay_row *r = &diff->rows[i];

		if (!(r->what & LAY_ROW_MIRROR) && r->what & LAY_ROW_LINE &&
		    is_in_both(d, r))
			return false;
		i += r->what & LAY_ROW_MIRROR || stands_as_one(d, i) ?
			1 + r->nr_below : 1;
	}
	return true;
}

/*
 * A question
 */

struct row_list {
	uint32_t *row;
	size_t nr, cap;
};

/* The first leaf that it is worth to begin with: all before it end before
 * @line. */
static size_t first_reaching(const struct leaf_list *list, uint64_t line)
{
	size_t low = 0, high = list->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list->leaf[mid].furthest < line)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static int by_number(const void *pa, const void *pb)
{
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;

	return a < b ? -1 : a > b;
}

/* Do the rows @a and @b hold one another, or are they one? */
static bool are_kin(const struct lay_diff *diff, uint32_t a, uint32_t b)
{
	return (b >= a && b - a <= diff->rows[a].nr_below) ||
	       (a >= b && a - b <= diff->rows[b].nr_below);
}

static int add_mate(struct row_list *mates, uint32_t row, struct lay_error *err)
{
	if (VEC_RESERVE(mates->row, mates->nr, mates->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for line-mates");
	mates->row[mates->nr++] = row;
	return 0;
}

/* The outermost record around @row that stands as one, so that what is in it is
 * in no list. */
static uint32_t holder_of(const struct diff *d, uint32_t row)
{
	uint32_t holder = LAY_NO_ROW;

	for (row = d->rows[row].parent; row != LAY_NO_ROW;
	     row = d->rows[row].parent)
		if (stands_as_one(d, row))
			holder = row;
	return holder;
}

static bool lines_overlap(const struct lay_slot *s, uint64_t first,
			  uint64_t last)
{
	return s->first_line <= last && first <= s->last_line;
}

/* Do elements behind the first of the array @s share a line with @slot? */
static bool others_share(const struct side *side, const struct lay_slot *s,
			 const struct lay_slot *slot)
{
	uint64_t rest = s->bit_off + s->stride * 8;

	return s->flags & LAY_SLOT_ARRAY && s->nr_elements > 1 && s->stride &&
	       rest < s->bit_off + s->bit_size &&
	       lines_overlap(slot, rest / 8 / side->layout->line_size,
			     s->last_line);
}

/* The rows inside @holder, which is around @row, that share a line with it: its
 * like in the same element, and the array for those in other elements. */
static int list_inside(const struct diff *d, const struct side *side,
		       uint32_t holder, uint32_t row,
		       const struct lay_slot *slot, struct row_list *mates,
		       struct lay_error *err)
{
	uint32_t end = holder + d->rows[holder].nr_below, skip;

	for (uint32_t i = holder; i <= end; i += 1 + skip) {
		const struct lay_row *r = &d->rows[i];
		uint32_t at = side == &d->old ? r->old_slot : r->new_slot;
		const struct lay_slot *s = slot_or_null(side, at);
		bool is_around = row > i && row - i <= r->nr_below, shares;

		skip = is_around ? 0 : r->nr_below;
		if (i == row || (r->what & LAY_ROW_MIRROR && !is_around))
			continue;
		if (!is_around && !stands_as_one(d, i)) {
			skip = 0;
			continue;
		}
		if (!s || !s->bit_size ||
		    s->flags & (LAY_SLOT_UNPLACED | LAY_SLOT_MARKER))
			continue;
		shares = is_around ? others_share(side, s, slot) :
			 lines_overlap(slot, s->first_line, s->last_line);
		if (shares && add_mate(mates, i, err) < 0)
			return -LAY_E_NOMEM;
	}
	return 0;
}

/* The rows that share a line with @row, which lies at @at, in order. */
static int list_mates(const struct diff *d, const struct side *side,
		      uint32_t row, uint32_t at, struct row_list *mates,
		      struct lay_error *err)
{
	const struct leaf_list *list = side == &d->old ? &d->mates->old :
							 &d->mates->new;
	const struct lay_slot *slot = slot_or_null(side, at);
	uint32_t holder = holder_of(d, row);

	if (!slot || (!slot->bit_size && !is_trailing(d, &d->rows[row])) ||
	    slot->flags & (LAY_SLOT_UNPLACED | LAY_SLOT_MARKER))
		return 0;
	for (size_t i = first_reaching(list, slot->first_line);
	     i < list->nr && list->leaf[i].first_line <= slot->last_line; i++) {
		const struct leaf *leaf = &list->leaf[i];

		if (leaf->last_line < slot->first_line ||
		    are_kin(&d->pub, row, leaf->row))
			continue;
		if (add_mate(mates, leaf->row, err) < 0)
			return -LAY_E_NOMEM;
	}
	if (holder != LAY_NO_ROW &&
	    list_inside(d, side, holder, row, slot, mates, err) < 0)
		return -LAY_E_NOMEM;
	sort_if_needed(mates->row, mates->nr, sizeof(*mates->row), by_number);
	return 0;
}

static int split(const struct row_list *before, const struct row_list *after,
		 struct lay_mates *mates, struct lay_error *err)
{
	size_t i = 0, j = 0;

	mates->gained = calloc(after->nr + 1, sizeof(*mates->gained));
	mates->lost = calloc(before->nr + 1, sizeof(*mates->lost));
	mates->kept = calloc(after->nr + 1, sizeof(*mates->kept));
	if (!mates->gained || !mates->lost || !mates->kept) {
		lay_mates_free(mates);
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for line-mates");
	}
	while (i < before->nr || j < after->nr) {
		if (j == after->nr ||
		    (i < before->nr && before->row[i] < after->row[j])) {
			mates->lost[mates->nr_lost++] = before->row[i++];
		} else if (i == before->nr || after->row[j] < before->row[i]) {
			mates->gained[mates->nr_gained++] = after->row[j++];
		} else {
			mates->kept[mates->nr_kept++] = after->row[j];
			i++;
			j++;
		}
	}
	return 0;
}

int lay_diff_mates(const struct lay_diff *diff, uint32_t row,
		   struct lay_mates *mates, struct lay_error *err)
{
	const struct diff *d = (const struct diff *)diff;
	struct row_list before = { 0 }, after = { 0 };
	const struct lay_row *r;
	int ret;

	assert(row < diff->nr_rows);
	r = &diff->rows[row];
	*mates = (struct lay_mates){ 0 };
	ret = list_mates(d, &d->old, row, r->old_slot, &before, err);
	if (ret >= 0)
		ret = list_mates(d, &d->new, row, r->new_slot, &after, err);
	if (ret >= 0)
		ret = split(&before, &after, mates, err);
	free(before.row);
	free(after.row);
	return ret;
}

void lay_mates_free(struct lay_mates *mates)
{
	free(mates->gained);
	free(mates->lost);
	free(mates->kept);
	*mates = (struct lay_mates){ 0 };
}
