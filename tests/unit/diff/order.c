// SPDX-License-Identifier: GPL-2.0-only
/*
 * Members in another order: what is told of the move of each must be what the
 * two orders say. Random pairs, from a generator with a fixed seed, against an
 * oracle that knows nothing but in which order members stand, and their sizes.
 */
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

#define COMPARE(c, before, after) \
	compare_text(c, "", "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void what_was_added_is_no_part_of_a_reorder(void **state)
{
	struct comparison c;

	(void)state;
	/* dst_entry, from 6.1 to 6.12 */
	COMPARE(&c, "u64 last; void *lw; u64 head; u32 error, pad; u64 z;",
		"u64 last, head; u32 error, pad; u64 z; u64 un[2], list;"
		"void *lw;");
	assert_what(&c, "lw", "moved reordered");
	assert_causes(&c, "lw", "added un +16, added list +8, passed head +8, "
				"passed error +4, passed pad +4, passed z +8");
	comparison_deinit(&c);

	/* dentry: what grew in front of it is told apart */
	COMPARE(&c, "u64 in; u8 name[32]; u32 lock; u32 n; u64 op, sb, x;",
		"u64 in; u8 name[40]; u64 op, sb; u32 lock; u32 n; u64 x;");
	assert_causes(&c, "lock", "resized name +8, passed op +8, passed sb +8");
	assert_causes(&c, "x", "resized name +8");
	comparison_deinit(&c);
}

static void one_that_went_in_front_takes_off_what_it_passed(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 p[64]; u32 x; u32 y; u32 z;",
		"u8 p[128]; u32 n; u32 z; u32 x; u32 y;");
	assert_causes(&c, "z", "resized p +64, added n +4, passed x -4, "
			       "passed y -4");
	assert_causes(&c, "x", "resized p +64, added n +4, moved z +4");
	comparison_deinit(&c);

	/* what has a record around it now, and not what came with that */
	COMPARE(&c, "u64 a; u64 b; u64 z;",
		"u64 z; u64 a; struct { u32 n, m; u64 b; } w;");
	assert_causes(&c, "z", "passed a -8, passed w.b -8");
	comparison_deinit(&c);

	/* with the size that it had: how it grew is no matter any more */
	COMPARE(&c, "u64 a; u64 b[4], c; u64 m; u64 z;",
		"u64 a; u64 m; u64 b[6], c; u64 z;");
	assert_causes(&c, "m", "passed b -32, passed c -8");
	comparison_deinit(&c);

	/* but of those it went behind it is */
	COMPARE(&c, "u64 a; u64 m; u64 b[4], c; u64 z;",
		"u64 a; u64 b[6], c; u64 m; u64 z;");
	assert_causes(&c, "m", "resized b +16, passed b +32, passed c +8");
	comparison_deinit(&c);
}

static void two_that_passed_each_other_both_say_so(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 m; u64 k; u64 a, b, c, d;",
		"u64 a, b; u64 k; u64 c, d; u32 m;");
	assert_causes(&c, "m", "passed k +8, passed a +8, passed b +8, "
			       "passed c +8, passed d +8");
	assert_causes(&c, "k", "left m -4, passed a +8, passed b +8, "
			       "holes before k -4");
	comparison_deinit(&c);
}

static void one_that_came_out_of_a_record_passed_what_is_between(void **state)
{
	struct comparison c;

	(void)state;
	/* task_struct, from 6.1 to 6.12 */
	COMPARE(&c, "u64 a; union { u32 users; u64 rcu[2]; }; u64 b; u32 z;",
		"u64 a; u64 rcu[2]; u64 n, b; u32 users; u32 z;");
	assert_what(&c, "users", "moved unwrapped");
	assert_causes(&c, "users", "passed rcu +16, added n +8, passed b +8");
	comparison_deinit(&c);

	COMPARE(&c, "u64 a; struct { u64 p, x, q; }; u64 b; u64 z;",
		"u64 a; struct { u64 p, q; }; u64 n, b; u64 x; u64 z;");
	assert_causes(&c, "z", "added n +8");
	comparison_deinit(&c);

	COMPARE(&c, "u64 a, b; union { u32 x; u64 y; }; u64 z;",
		"u64 a; u32 x; u32 n; u64 b; union { u64 y; u32 k; }; u64 z;");
	assert_causes(&c, "x", "passed b -8");
	comparison_deinit(&c);
}

/*
 * The oracle
 */

/* What is told of a member, or should be, in bits. */
struct term {
	int64_t in, out;	/* came in front, from behind, or left */
	int64_t added, removed;
	int64_t grew;
};

#define MAX_ROWS 64

struct terms {
	struct term of[MAX_ROWS];	/* of each row */
	int64_t rest;			/* holes, and padding */
};

static int64_t size_of(const struct lay_layout *l, uint32_t slot)
{
	return (int64_t)l->slots[slot].bit_size;
}

/* Is @slot behind @from and in front of @end (LAY_NO_SLOT: no bound)? */
static bool is_within(uint32_t slot, uint32_t from, uint32_t end)
{
	return slot != LAY_NO_SLOT && (from == LAY_NO_SLOT || slot > from) &&
	       (end == LAY_NO_SLOT || slot < end);
}

static int64_t gaps_within(const struct lay_layout *l, uint32_t from,
			   uint32_t end)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < l->nr_slots; i++)
		if (l->slots[i].kind != LAY_SLOT_MEMBER &&
		    is_within(i, from, end))
			sum += size_of(l, i);
	return sum;
}

/* What moved row @m (LAY_NO_ROW: the end), from what stands between row @s
 * (LAY_NO_ROW: the start) and it in either layout. */
static struct terms expected_terms(const struct lay_diff *d, uint32_t s,
				   uint32_t m)
{
	struct terms t = { .rest = 0 };
	uint32_t from[2] = { LAY_NO_SLOT, LAY_NO_SLOT };
	uint32_t end[2] = { LAY_NO_SLOT, LAY_NO_SLOT };

	if (s != LAY_NO_ROW) {
		from[0] = d->rows[s].old_slot;
		from[1] = d->rows[s].new_slot;
		t.of[s].grew = size_of(d->after, from[1]) -
			       size_of(d->before, from[0]);
	}
	if (m != LAY_NO_ROW) {
		end[0] = d->rows[m].old_slot;
		end[1] = d->rows[m].new_slot;
	}
	for (uint32_t i = 0; i < d->nr_rows; i++) {
		const struct lay_row *r = &d->rows[i];
		bool old = is_within(r->old_slot, from[0], end[0]);
		bool new = is_within(r->new_slot, from[1], end[1]);

		if (old && r->new_slot == LAY_NO_SLOT)
			t.of[i].removed = -size_of(d->before, r->old_slot);
		else if (new && r->old_slot == LAY_NO_SLOT)
			t.of[i].added = size_of(d->after, r->new_slot);
		else if (old && new)
			t.of[i].grew = size_of(d->after, r->new_slot) -
				       size_of(d->before, r->old_slot);
		else if (old)
			t.of[i].out = -size_of(d->before, r->old_slot);
		else if (new)
			t.of[i].in = size_of(d->after, r->new_slot);
	}
	t.rest = gaps_within(d->after, from[1], end[1]) -
		 gaps_within(d->before, from[0], end[0]);
	return t;
}

static struct terms told_terms(const struct lay_diff *d, uint32_t m)
{
	struct terms t = { .rest = 0 };
	struct lay_cause *causes;
	size_t nr;

	assert_int_equal(lay_diff_causes(d, m, &causes, &nr, NULL), 0);
	for (size_t i = 0; i < nr; i++) {
		int64_t shift = causes[i].shift_bits;
		const struct lay_edit *e;

		if (causes[i].kind == LAY_CAUSE_PASSED)
			*(shift > 0 ? &t.of[causes[i].row].in :
				      &t.of[causes[i].row].out) += shift;
		if (causes[i].kind == LAY_CAUSE_RESIZED)
			t.of[causes[i].row].grew += shift;
		if (causes[i].kind != LAY_CAUSE_EDIT)
			continue;
		e = &d->edits[causes[i].edit];
		switch (e->kind) {
		case LAY_EDIT_ADDED:
			t.of[e->row].added += shift;
			break;
		case LAY_EDIT_REMOVED:
			t.of[e->row].removed += shift;
			break;
		case LAY_EDIT_RESIZED:
			t.of[e->row].grew += shift;
			break;
		case LAY_EDIT_MOVED_HERE:
			t.of[e->row].in += shift;
			break;
		case LAY_EDIT_MOVED_AWAY:
			t.of[e->row].out += shift;
			break;
		default:
			t.rest += shift;
		}
	}
	free(causes);
	/* one that was passed stands there with the size that it had, and what
	 * it grew apart */
	for (uint32_t i = 0; i < d->nr_rows; i++)
		if (t.of[i].in && t.of[i].grew) {
			t.of[i].in += t.of[i].grew;
			t.of[i].grew = 0;
		}
	return t;
}

/* Is each term of @part one of @whole? */
static bool is_part(const struct terms *part, const struct terms *whole)
{
	static const struct term none;

	for (size_t i = 0; i < MAX_ROWS; i++)
		if (memcmp(&part->of[i], &none, sizeof(none)) &&
		    memcmp(&part->of[i], &whole->of[i], sizeof(none)))
			return false;
	return true;
}

/* May what moved row @m be told from row @s on: it kept its place, and all that
 * is between the two changed sides with @m itself? */
static bool may_start(const struct lay_diff *d, uint32_t s, uint32_t m,
		      const struct terms *whole)
{
	const struct lay_row *r = &d->rows[s];
	struct terms t;

	if (r->old_slot == LAY_NO_SLOT || r->new_slot == LAY_NO_SLOT ||
	    r->move_bits || r->what & LAY_ROW_REORDERED)
		return false;
	if (m != LAY_NO_ROW && (d->rows[m].old_slot <= r->old_slot ||
				d->rows[m].new_slot <= r->new_slot))
		return false;
	t = expected_terms(d, s, m);
	return is_part(&t, whole);
}

/* Told of @m is what the orders say: from the last member that kept its place,
 * where @m is not to be told from further in front for being sure. */
static void assert_told(const struct lay_diff *d, uint32_t m, bool from_last,
			const char *before, const char *after)
{
	struct terms whole = expected_terms(d, LAY_NO_ROW, m), t;
	struct terms told = told_terms(d, m);
	bool first = true;

	for (uint32_t s = d->nr_rows; s-- > 0;) {
		if (!may_start(d, s, m, &whole))
			continue;
		t = expected_terms(d, s, m);
		if (!memcmp(&t, &told, sizeof(t)) && (first || !from_last))
			return;
		first = false;
	}
	if (memcmp(&whole, &told, sizeof(told)) || (from_last && !first))
		fail_msg("row %u of\n%s\n%s", m, before, after);
}

/*
 * The pairs
 */

#define NR_PAIRS 2000
#define MAX_FIELDS 20

struct field {
	uint32_t name, type;
};

struct record {
	struct field fields[MAX_FIELDS];
	uint32_t nr;
};

static const char *const types[][2] = {
	{ "u8", "" }, { "u16", "" }, { "u32", "" }, { "u64", "" },
	{ "u8", "[3]" }, { "u64", "[2]" }, { "u32", "[9]" }, { "u64", "[8]" },
	{ "void *", "" },
};
#define NR_TYPES (sizeof(types) / sizeof(types[0]))

/* Put the @nr fields from @from on in front of field @to, counted without them. */
static void move_fields(struct record *rec, uint32_t from, uint32_t nr,
			uint32_t to)
{
	struct field taken[MAX_FIELDS];

	memcpy(taken, &rec->fields[from], nr * sizeof(*taken));
	memmove(&rec->fields[from], &rec->fields[from + nr],
		(rec->nr - from - nr) * sizeof(*taken));
	memmove(&rec->fields[to + nr], &rec->fields[to],
		(rec->nr - nr - to) * sizeof(*taken));
	memcpy(&rec->fields[to], taken, nr * sizeof(*taken));
}

static void change(struct random *r, struct record *rec, uint32_t name)
{
	uint32_t at = next(r, rec->nr), nr;

	switch (next(r, 6)) {
	case 0:
		if (rec->nr == MAX_FIELDS)
			break;
		rec->fields[rec->nr++] = (struct field){
			name, next(r, NR_TYPES) };
		move_fields(rec, rec->nr - 1, 1, at);
		break;
	case 1:
		if (rec->nr < 3)
			break;
		move_fields(rec, at, 1, rec->nr - 1);
		rec->nr--;
		break;
	case 2:
		rec->fields[at].type = next(r, NR_TYPES);
		break;
	default:
		nr = 1 + next(r, rec->nr - at > 4 ? 4 : rec->nr - at);
		move_fields(rec, at, nr, next(r, rec->nr - nr + 1));
	}
}

static const char *say(char *text, size_t size, const struct record *rec)
{
	size_t len = (size_t)snprintf(text, size, "struct s {");

	for (uint32_t i = 0; i < rec->nr; i++)
		len += (size_t)snprintf(text + len, size - len, " %s m%u%s;",
					types[rec->fields[i].type][0],
					rec->fields[i].name,
					types[rec->fields[i].type][1]);
	snprintf(text + len, size - len, " };");
	return text;
}

static void of_random_orders_whom_they_passed_is_told(void **state)
{
	struct random r = { 0x853c49e6748fea9bu };
	uint32_t nr_reordered = 0;

	(void)state;
	for (int pair = 0; pair < NR_PAIRS; pair++) {
		struct record rec = { .nr = 2 + next(&r, MAX_FIELDS - 5) };
		uint32_t changes = 1 + next(&r, 6);
		char before[1024], after[1024];
		struct comparison c;

		for (uint32_t i = 0; i < rec.nr; i++)
			rec.fields[i] = (struct field){
				i, next(&r, NR_TYPES) };
		say(before, sizeof(before), &rec);
		for (uint32_t i = 0; i < changes; i++)
			change(&r, &rec, 100 + i);
		say(after, sizeof(after), &rec);

		compare_text(&c, "", before, after, "struct s");
		assert_true(c.diff->nr_rows <= MAX_ROWS);
		for (uint32_t i = 0; i < c.diff->nr_rows; i++) {
			unsigned int what = c.diff->rows[i].what;

			if (what & (LAY_ROW_ADDED | LAY_ROW_REMOVED))
				continue;
			nr_reordered += (what & LAY_ROW_REORDERED) != 0;
			assert_told(c.diff, i, !(what & LAY_ROW_REORDERED),
				    before, after);
		}
		assert_told(c.diff, LAY_NO_ROW, false, before, after);
		comparison_deinit(&c);
	}
	assert_true(nr_reordered > NR_PAIRS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_added_is_no_part_of_a_reorder),
		cmocka_unit_test(one_that_went_in_front_takes_off_what_it_passed),
		cmocka_unit_test(two_that_passed_each_other_both_say_so),
		cmocka_unit_test(one_that_came_out_of_a_record_passed_what_is_between),
		cmocka_unit_test(of_random_orders_whom_they_passed_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
