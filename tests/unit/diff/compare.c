// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

/* Text that is put together and cut where it is too long. */
struct text {
	char buf[4096];
	size_t len;
};

LAY_PRINTF(2, 3)
static void say(struct text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->buf + t->len, sizeof(t->buf) - t->len, fmt, ap);
	va_end(ap);
	assert_true(n >= 0 && t->len + (size_t)n < sizeof(t->buf));
	t->len += (size_t)n;
}

uint32_t next(struct random *r, uint32_t below)
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return (uint32_t)(r->state >> 33) % below;
}

void compare_text(struct comparison *c, const char *common, const char *before,
		  const char *after, const char *name)
{
	compare_with(c, NULL, common, before, after, name);
}

static void compare_made(struct comparison *c,
			 const struct lay_layout_opts *opts, const char *name)
{
	struct lay_error err = { 0 };

	if (lay_layout_make(maker_type(&c->before, name), opts, &c->old_layout,
			    &err) < 0 ||
	    lay_layout_make(maker_type(&c->after, name), opts, &c->new_layout,
			    &err) < 0 ||
	    lay_diff_records(c->old_layout, c->new_layout, &c->diff, &err) < 0)
		fail_msg("%s", err.text);
	assert_invariants(c->diff);
}

void compare_with(struct comparison *c, const struct lay_layout_opts *opts,
		  const char *common, const char *before, const char *after,
		  const char *name)
{
	*c = (struct comparison){ 0 };
	maker_init(&c->before);
	maker_init(&c->after);
	maker_add(&c->before, common);
	maker_add(&c->before, before);
	maker_add(&c->after, common);
	maker_add(&c->after, after);
	compare_made(c, opts, name);
}

void compare_unsaid(struct comparison *c, const unsigned int unsaid[2],
		    const char *before, const char *after, const char *name)
{
	*c = (struct comparison){ 0 };
	maker_init(&c->before);
	maker_init(&c->after);
	c->before.unsaid = unsaid[0];
	c->after.unsaid = unsaid[1];
	maker_add(&c->before, before);
	maker_add(&c->after, after);
	compare_made(c, NULL, name);
}

void comparison_deinit(struct comparison *c)
{
	lay_diff_free(c->diff);
	lay_layout_free(c->old_layout);
	lay_layout_free(c->new_layout);
	maker_deinit(&c->before);
	maker_deinit(&c->after);
}

static const char *path_of(const struct lay_diff *diff, uint32_t row)
{
	const struct lay_row *r;

	if (row == LAY_NO_ROW)
		return "the end";
	r = &diff->rows[row];
	if (r->new_slot != LAY_NO_SLOT)
		return diff->after->slots[r->new_slot].path;
	return diff->before->slots[r->old_slot].path;
}

const struct lay_row *row_at(const struct comparison *c, const char *path)
{
	uint32_t row = lay_diff_find(c->diff, path);

	if (row == LAY_NO_ROW)
		fail_msg("no row %s", path);
	return &c->diff->rows[row];
}

void assert_what(const struct comparison *c, const char *path,
		 const char *what)
{
	static const char *const names[] = {
		"added", "removed", "moved", "resized", "retyped", "renamed",
		"reserve", "wrapped", "unwrapped", "reordered", "length",
		"bitfield", "inner", "line", "straddle", "respelt", "wrapper",
		"align", "qualified", "guessed", "mirror",
		"pointee", "back",
	};
	unsigned int flags = row_at(c, path)->what;
	struct text t = { "", 0 };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (flags & 1u << i)
			say(&t, "%s%s", t.len ? " " : "", names[i]);
	assert_string_equal(t.buf, what);
}

static void say_cause(struct text *t, const struct lay_diff *diff,
		      const struct lay_cause *cause)
{
	static const char *const kinds[] = {
		[LAY_EDIT_ADDED] = "added", [LAY_EDIT_REMOVED] = "removed",
		[LAY_EDIT_RESIZED] = "resized", [LAY_EDIT_MOVED_HERE] = "moved",
		[LAY_EDIT_MOVED_AWAY] = "left", [LAY_EDIT_HOLE] = "hole before",
		[LAY_EDIT_HOLES] = "holes before",
		[LAY_EDIT_PADDING] = "padding of",
		[LAY_EDIT_REST] = "rest before",
	};
	const struct lay_edit *e = &diff->edits[cause->edit];
	long long shift = cause->shift_bits;

	if (cause->kind == LAY_CAUSE_EDIT)
		say(t, "%s%s %s ", t->len ? ", " : "", kinds[e->kind],
		    path_of(diff, e->row));
	else
		say(t, "%s%s %s ", t->len ? ", " : "",
		    cause->kind == LAY_CAUSE_PASSED ? "passed" : "resized",
		    path_of(diff, cause->row));
	if (shift % 8)
		say(t, "%+lld bits", shift);
	else
		say(t, "%+lld", shift / 8);
}

void assert_causes(const struct comparison *c, const char *path,
		   const char *causes)
{
	uint32_t row = path ? lay_diff_find(c->diff, path) : LAY_NO_ROW;
	struct lay_cause *list;
	struct lay_error err = { 0 };
	struct text t = { "", 0 };
	size_t nr;

	if (path && row == LAY_NO_ROW)
		fail_msg("no row %s", path);
	if (lay_diff_causes(c->diff, row, &list, &nr, &err) < 0)
		fail_msg("%s", err.text);
	for (size_t i = 0; i < nr; i++)
		say_cause(&t, c->diff, &list[i]);
	free(list);
	assert_string_equal(t.buf, causes);
}

static void say_rows(struct text *t, const struct lay_diff *diff,
		     const uint32_t *rows, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		say(t, "%s%s", i ? " " : "", path_of(diff, rows[i]));
}

void assert_mates(const struct comparison *c, const char *path,
		  const char *text)
{
	uint32_t row = lay_diff_find(c->diff, path);
	struct lay_mates mates;
	struct lay_error err = { 0 };
	struct text t = { "", 0 };

	if (row == LAY_NO_ROW)
		fail_msg("no row %s", path);
	if (lay_diff_mates(c->diff, row, &mates, &err) < 0)
		fail_msg("%s", err.text);
	say_rows(&t, c->diff, mates.gained, mates.nr_gained);
	say(&t, " / ");
	say_rows(&t, c->diff, mates.lost, mates.nr_lost);
	lay_mates_free(&mates);
	assert_string_equal(t.buf, text);
}

void assert_rows(const struct comparison *c, const char *rows)
{
	struct text t = { "", 0 };

	for (uint32_t i = 0; i < c->diff->nr_rows; i++) {
		const struct lay_row *r = &c->diff->rows[i];

		say(&t, "%s%s%s", i ? " " : "",
		    r->what & LAY_ROW_ADDED ? "+" :
		    r->what & LAY_ROW_REMOVED ? "-" : "",
		    path_of(c->diff, i));
	}
	assert_string_equal(t.buf, rows);
}

/*
 * Invariants
 */

static void assert_adds_up(const struct lay_diff *diff, uint32_t row,
			   int64_t total)
{
	struct lay_cause *list;
	size_t nr;
	int64_t sum = 0;

	assert_int_equal(lay_diff_causes(diff, row, &list, &nr, NULL), 0);
	for (size_t i = 0; i < nr; i++) {
		if (list[i].kind == LAY_CAUSE_EDIT)
			assert_true(list[i].edit < diff->nr_edits);
		else
			assert_true(list[i].row < diff->nr_rows);
		assert_int_not_equal(list[i].shift_bits, 0);
		sum += list[i].shift_bits;
	}
	free(list);
	if (sum != total)
		fail_msg("causes of %s add up to %lld, not to %lld",
			 path_of(diff, row), (long long)sum, (long long)total);
}

static void assert_tree(const struct lay_diff *diff, uint32_t row)
{
	const struct lay_row *r = &diff->rows[row];

	assert_true(row + r->nr_below < diff->nr_rows);
	assert_true(r->old_slot != LAY_NO_SLOT || r->new_slot != LAY_NO_SLOT);
	if (r->parent == LAY_NO_ROW) {
		assert_int_equal(r->depth, 0);
		return;
	}
	assert_true(r->parent < row);
	assert_true(row <= r->parent + diff->rows[r->parent].nr_below);
	assert_int_equal(r->depth, diff->rows[r->parent].depth + 1);
}

static void assert_row(const struct lay_diff *diff, uint32_t row)
{
	const struct lay_row *r = &diff->rows[row];
	bool both = r->old_slot != LAY_NO_SLOT && r->new_slot != LAY_NO_SLOT;
	int64_t move;

	assert_int_equal(!!(r->what & LAY_ROW_ADDED),
			 r->old_slot == LAY_NO_SLOT);
	assert_int_equal(!!(r->what & LAY_ROW_REMOVED),
			 r->new_slot == LAY_NO_SLOT);
	if (r->what & (LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED))
		assert_true(diff->rows[r->related].what & LAY_ROW_WRAPPER ||
			    !(diff->rows[r->related].what &
			      (LAY_ROW_ADDED | LAY_ROW_REMOVED)));
	if (!both)
		return;
	move = (int64_t)diff->after->slots[r->new_slot].bit_off -
	       (int64_t)diff->before->slots[r->old_slot].bit_off;
	assert_int_equal(r->move_bits, move);
	assert_int_equal(!!(r->what & LAY_ROW_MOVED), move != 0);
	assert_adds_up(diff, row, move);
}

/* Is there a hole in @l, at that place and of that size? */
static bool has_hole(const struct lay_layout *l, uint64_t bit_off,
		     uint64_t bits)
{
	for (uint32_t i = 0; i < l->nr_slots; i++)
		if ((l->slots[i].kind == LAY_SLOT_HOLE ||
		     l->slots[i].kind == LAY_SLOT_BIT_HOLE) &&
		    l->slots[i].bit_off == bit_off &&
		    l->slots[i].bit_size == bits)
			return true;
	return false;
}

/* Does a record in @l end in padding from @bit_off on, of @bits? */
static bool has_padding(const struct lay_layout *l, uint64_t bit_off,
			uint64_t bits)
{
	for (uint32_t i = 0; i < l->nr_slots; i++) {
		uint64_t sum = l->slots[i].bit_size;

		if ((l->slots[i].kind != LAY_SLOT_PADDING &&
		     l->slots[i].kind != LAY_SLOT_BIT_PADDING) ||
		    l->slots[i].bit_off != bit_off)
			continue;
		if (i + 1 < l->nr_slots &&
		    l->slots[i + 1].kind == LAY_SLOT_PADDING &&
		    l->slots[i + 1].parent == l->slots[i].parent)
			sum += l->slots[i + 1].bit_size;
		if (sum == bits)
			return true;
	}
	return false;
}

/* Whatever place an edit tells of is a hole, or the padding, of the layout that
 * it is said of. */
static void assert_place(const struct lay_diff *diff, const struct lay_edit *e)
{
	bool (*has)(const struct lay_layout *, uint64_t, uint64_t) =
		e->kind == LAY_EDIT_HOLE ? has_hole : has_padding;

	if (e->kind == LAY_EDIT_HOLES || e->kind == LAY_EDIT_HOLE ||
	    e->kind == LAY_EDIT_PADDING)
		assert_int_equal(e->shift_bits, (int64_t)e->new_bits -
						(int64_t)e->old_bits);
	if (e->kind != LAY_EDIT_HOLE && e->kind != LAY_EDIT_PADDING)
		return;
	if (e->old_bits && !has(diff->before, e->old_bit_off, e->old_bits))
		fail_msg("nothing of %llu bits at bit %llu before",
			 (unsigned long long)e->old_bits,
			 (unsigned long long)e->old_bit_off);
	if (e->new_bits && !has(diff->after, e->new_bit_off, e->new_bits))
		fail_msg("nothing of %llu bits at bit %llu after",
			 (unsigned long long)e->new_bits,
			 (unsigned long long)e->new_bit_off);
}

void assert_invariants(const struct lay_diff *diff)
{
	for (uint32_t i = 0; i < diff->nr_edits; i++)
		assert_place(diff, &diff->edits[i]);
	for (uint32_t i = 0; i < diff->nr_rows; i++) {
		assert_tree(diff, i);
		assert_row(diff, i);
	}
	assert_adds_up(diff, LAY_NO_ROW, ((int64_t)diff->after->size -
					  (int64_t)diff->before->size) * 8);
}
