// SPDX-License-Identifier: GPL-2.0-only
/*
 * What must hold whatever changed: thousands of random pairs of records, from a
 * generator with a fixed seed.
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

#include <layoutdiff/report.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define NR_PAIRS	1500
#define NR_RECORDS	4	/* each may embed those before it */
#define MAX_FIELDS	24

/* A field: of which type, under which name, whether in a union of its own. */
struct field {
	uint32_t type, name, length;
	bool wrapped;
};

struct record {
	struct field fields[MAX_FIELDS];
	uint32_t nr;
};

static const char *const type_names[] = {
	"u8", "u16", "u32", "u64", "u8", "u32", "void *", "struct task *",
	"bits3", "bits11",
};
#define NR_PLAIN (sizeof(type_names) / sizeof(type_names[0]))

/* Names are of one record, so that embedded ones bring no clash. */
static struct field any_field(struct random *r, uint32_t level, uint32_t name)
{
	return (struct field){
		.type = next(r, (uint32_t)NR_PLAIN + level),
		.name = name,
		.length = next(r, 5) ? 0 : 1 + next(r, 4),
		.wrapped = !next(r, 9),
	};
}

static void fill(struct random *r, struct record *rec, uint32_t level)
{
	rec->nr = 1 + next(r, MAX_FIELDS - 8);
	for (uint32_t i = 0; i < rec->nr; i++)
		rec->fields[i] = any_field(r, level, i);
}

static void insert(struct record *rec, uint32_t at, struct field f)
{
	if (rec->nr == MAX_FIELDS)
		return;
	memmove(&rec->fields[at + 1], &rec->fields[at],
		(rec->nr - at) * sizeof(f));
	rec->fields[at] = f;
	rec->nr++;
}

static struct field take(struct record *rec, uint32_t at)
{
	struct field f = rec->fields[at];

	rec->nr--;
	memmove(&rec->fields[at], &rec->fields[at + 1],
		(rec->nr - at) * sizeof(f));
	return f;
}

static void change(struct random *r, struct record *rec, uint32_t level,
		   uint32_t new_name)
{
	uint32_t at = next(r, rec->nr);

	switch (next(r, 7)) {
	case 0:
		insert(rec, at, any_field(r, level, new_name));
		break;
	case 1:
		if (rec->nr > 1)
			take(rec, at);
		break;
	case 2:
		rec->fields[at].type = next(r, (uint32_t)NR_PLAIN + level);
		break;
	case 3:
		rec->fields[at].name = new_name;
		break;
	case 4:
		rec->fields[at].wrapped = !rec->fields[at].wrapped;
		break;
	case 5:
		rec->fields[at].length = next(r, 6);
		break;
	default:
		if (rec->nr > 1) {
			struct field f = take(rec, at);

			insert(rec, next(r, rec->nr), f);
		}
	}
}

/*
 * As C text
 */

struct source {
	char text[16384];
	size_t len;
};

LAY_PRINTF(2, 3)
static void say(struct source *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	s->len += (size_t)vsnprintf(s->text + s->len, sizeof(s->text) - s->len,
				    fmt, ap);
	va_end(ap);
	assert_true(s->len < sizeof(s->text));
}

static void say_field(struct source *s, const struct field *f)
{
	if (f->wrapped)
		say(s, " union {");
	if (f->type >= NR_PLAIN)
		say(s, " struct r%u f%u", f->type - (uint32_t)NR_PLAIN,
		    f->name);
	else if (!strncmp(type_names[f->type], "bits", 4))
		say(s, " u32 f%u : %s", f->name, type_names[f->type] + 4);
	else
		say(s, " %s f%u", type_names[f->type], f->name);
	if (f->length && (f->type >= NR_PLAIN || f->type < NR_PLAIN - 2))
		say(s, "[%u]", f->length);
	say(s, ";%s", f->wrapped ? " };" : "");
}

static void say_records(struct source *s, const struct record *recs)
{
	s->len = 0;
	for (uint32_t i = 0; i < NR_RECORDS; i++) {
		say(s, "%s r%u {", i % 3 == 2 ? "union" : "struct", i);
		for (uint32_t k = 0; k < recs[i].nr; k++)
			say_field(s, &recs[i].fields[k]);
		say(s, "};");
		if (i % 3 == 2)	/* unions embed like structs */
			say(s, "struct r%u { union r%u u; };", i, i);
	}
}

/*
 * What must hold
 */

/* Each member slot is in one row: in its own, or below one that only one side
 * can open. */
static void assert_slots_have_rows(const struct comparison *c)
{
	const struct lay_diff *diff = c->diff;
	uint32_t seen = 0, members = 0;

	for (uint32_t i = 0; i < diff->nr_rows; i++) {
		const struct lay_row *r = &diff->rows[i];
		const struct lay_slot *before, *after;

		if (r->old_slot == LAY_NO_SLOT)
			continue;
		before = &diff->before->slots[r->old_slot];
		seen++;
		if (r->new_slot == LAY_NO_SLOT)
			continue;
		after = &diff->after->slots[r->new_slot];
		if (!(before->flags & after->flags & LAY_SLOT_RECORD))
			for (uint32_t k = 1; k <= before->nr_below; k++)
				seen += diff->before->slots[r->old_slot + k]
					.kind == LAY_SLOT_MEMBER;
	}
	for (uint32_t i = 0; i < diff->before->nr_slots; i++)
		members += diff->before->slots[i].kind == LAY_SLOT_MEMBER;
	assert_int_equal(seen, members);
}

static bool ends_at(const struct lay_layout *l, uint32_t slot)
{
	const struct lay_slot *s;

	if (slot == LAY_NO_SLOT)
		return false;
	s = &l->slots[slot];
	return !(s->flags & LAY_SLOT_RECORD) ||
	       (s->flags & LAY_SLOT_ARRAY && s->nr_elements > 1);
}

static bool has_bits_in_both(const struct lay_diff *diff, uint32_t row)
{
	const struct lay_row *r = &diff->rows[row];

	return r->old_slot != LAY_NO_SLOT && r->new_slot != LAY_NO_SLOT &&
	       diff->before->slots[r->old_slot].bit_size &&
	       diff->after->slots[r->new_slot].bit_size;
}

/* A record of which nothing is in both, or what is none. In one of another type
 * a rename that is guessed is none. */
static bool is_leaf(const struct lay_diff *diff, uint32_t row)
{
	const struct lay_row *r = &diff->rows[row];

	if (ends_at(diff->before, r->old_slot) ||
	    ends_at(diff->after, r->new_slot))
		return true;
	if (!has_bits_in_both(diff, row) ||
	    diff->after->slots[r->new_slot].flags & LAY_SLOT_ANONYMOUS)
		return false;
	for (uint32_t i = 1; i <= r->nr_below; i++)
		if (has_bits_in_both(diff, row + i) &&
		    !(r->what & LAY_ROW_RETYPED &&
		      diff->rows[row + i].what & LAY_ROW_GUESSED))
			return false;
	return true;
}

static bool share(const struct lay_layout *l, uint32_t a, uint32_t b)
{
	const struct lay_slot *sa, *sb;

	if (a == LAY_NO_SLOT || b == LAY_NO_SLOT)
		return false;
	sa = &l->slots[a];
	sb = &l->slots[b];
	return sa->bit_size && sb->bit_size &&
	       sa->first_line <= sb->last_line &&
	       sb->first_line <= sa->last_line;
}

/* Do elements of @array but the first share a line with what is in that? */
static bool others_share(const struct lay_layout *l, uint32_t in,
			 uint32_t array)
{
	const struct lay_slot *s, *all;
	uint64_t second;

	if (in == LAY_NO_SLOT || array == LAY_NO_SLOT)
		return false;
	s = &l->slots[in];
	all = &l->slots[array];
	second = all->bit_off / 8 + all->stride;
	return s->bit_size && all->nr_elements > 1 &&
	       second / l->line_size <= s->last_line &&
	       s->first_line <= all->last_line;
}

/* Count the mates of row @a pair by pair. */
static void assert_mates_of(const struct lay_diff *diff, uint32_t a)
{
	size_t gained = 0, lost = 0, kept = 0;
	struct lay_mates mates;

	for (uint32_t b = 0; b < diff->nr_rows; b++) {
		const struct lay_row *ra = &diff->rows[a], *rb = &diff->rows[b];
		bool before, after;
		bool leaf = is_leaf(diff, b);
		bool around = b < a && a <= b + rb->nr_below;

		before = (around ? others_share : share)
			(diff->before, ra->old_slot, rb->old_slot);
		after = (around ? others_share : share)
			(diff->after, ra->new_slot, rb->new_slot);
		if (leaf && (b < a || b > a + ra->nr_below)) {
			gained += after && !before;
			lost += before && !after;
			kept += before && after;
		}
		if (leaf && !around)
			b += rb->nr_below;
	}
	assert_int_equal(lay_diff_mates(diff, a, &mates, NULL), 0);
	assert_int_equal(mates.nr_gained, gained);
	assert_int_equal(mates.nr_lost, lost);
	assert_int_equal(mates.nr_kept, kept);
	lay_mates_free(&mates);
}

/*
 * What the text says
 */

/* The report on one line, free(). */
static char *text_of(const struct comparison *c)
{
	const struct lay_def def = { .name = "r3", .kind = LAY_KIND_STRUCT };
	const struct lay_shown shown = { &def, 1, 1 };
	const struct lay_report_opts opts = { .all = true };
	struct lay_report *report;
	struct lay_error err = { 0 };
	char *text, *to;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(lay_report_create("diff", &opts, &report, &err), 0);
	assert_true(lay_report_add_diff(report, &shown, &shown, c->diff,
					LAY_NO_ROW, &err) >= 0);
	assert_int_equal(lay_report_write(report, out, NULL, &err), 0);
	lay_report_destroy(report);
	fclose(out);
	to = text;
	for (const char *from = text; *from; from++)
		if (!strchr(" \n", *from))
			*to++ = *from;
		else if (!strchr(" \n", from[1]))
			*to++ = ' ';
	*to = '\0';
	return text;
}

static bool is_gap_at(const struct lay_layout *l, uint64_t bit_off)
{
	for (uint32_t i = 0; i < l->nr_slots; i++)
		if ((l->slots[i].kind == LAY_SLOT_HOLE ||
		     l->slots[i].kind == LAY_SLOT_BIT_HOLE) &&
		    l->slots[i].bit_off == bit_off)
			return true;
	return false;
}

/* "12:4 (-2b)" at *@text, which is moved behind it. */
static uint64_t take_place(const char **text)
{
	char *end;
	uint64_t bit_off = strtoull(*text, &end, 10) * 8;

	assert_ptr_not_equal(end, *text);
	if (*end == ':')
		bit_off += strtoull(end + 1, &end, 10);
	if (!strncmp(end, " in each ", 9))
		end += 9 + strcspn(end + 9, " ,");
	if (!strncmp(end, " (", 2))
		end = strchr(end, ')') + 1;
	*text = end;
	return bit_off;
}

/* "holes at 8 (-4) and 24 (-2) closed": each is in the layout that had or has
 * it. Returns how many are told. */
static size_t assert_holes_at(const struct comparison *c, const char *text)
{
	uint64_t places[128];
	size_t nr = 0;

	do {
		assert_true(nr < 128);
		text += strspn(text, ", and");
		places[nr++] = take_place(&text);
	} while (*text == ',' || !strncmp(text, " and ", 5));
	for (size_t i = 0; i < nr; i++)
		if (!is_gap_at(strncmp(text, " opened", 7) ? c->old_layout :
							     c->new_layout,
			       places[i]))
			fail_msg("no hole at bit %llu%.20s",
				 (unsigned long long)places[i], text);
	return nr;
}

static size_t assert_text(const struct comparison *c)
{
	char *text = text_of(c);
	size_t nr = 0;

	for (const char *s = text; (s = strstr(s, "hole")); s++) {
		if (!strncmp(s, "hole at ", 8))
			nr += assert_holes_at(c, s + 8);
		else if (!strncmp(s, "holes at ", 9))
			nr += assert_holes_at(c, s + 9);
	}
	free(text);
	return nr;
}

static uint32_t count(const struct lay_diff *diff, unsigned int what)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < diff->nr_rows; i++)
		nr += (diff->rows[i].what & what) != 0;
	return nr;
}

static void random_changes_keep_every_promise(void **state)
{
	static struct source before, after;
	struct random r = { 0x9e3779b97f4a7c15u };
	size_t nr_holes = 0;

	(void)state;
	for (int pair = 0; pair < NR_PAIRS; pair++) {
		struct record recs[NR_RECORDS] = { 0 };
		struct comparison c;
		uint32_t changes = next(&r, 8);

		for (uint32_t i = 0; i < NR_RECORDS; i++)
			fill(&r, &recs[i], i);
		say_records(&before, recs);
		for (uint32_t i = 0; i < changes; i++) {
			uint32_t which = next(&r, NR_RECORDS);

			change(&r, &recs[which], which, 100 + i);
		}
		say_records(&after, recs);

		compare_text(&c, "", before.text, after.text, "struct r3");
		assert_slots_have_rows(&c);
		for (uint32_t i = 0; i < c.diff->nr_rows;
		     i += 1 + next(&r, 9))
			assert_mates_of(c.diff, i);
		nr_holes += assert_text(&c);
		comparison_deinit(&c);

		compare_text(&c, "", after.text, after.text, "struct r3");
		assert_true(c.diff->same);
		assert_int_equal(c.diff->nr_edits, 0);
		comparison_deinit(&c);
	}
	assert_true(nr_holes > NR_PAIRS);
}

/* The same two the other way round: what was added is removed. */
static void the_other_way_round_added_is_removed(void **state)
{
	static struct source before, after;
	struct random r = { 0x2545f4914f6cdd1du };

	(void)state;
	for (int pair = 0; pair < NR_PAIRS / 3; pair++) {
		struct record recs[NR_RECORDS] = { 0 };
		struct comparison there, back;

		for (uint32_t i = 0; i < NR_RECORDS; i++)
			fill(&r, &recs[i], i);
		say_records(&before, recs);
		for (uint32_t i = 0; i < 5; i++) {
			uint32_t which = next(&r, NR_RECORDS);

			change(&r, &recs[which], which, 100 + i);
		}
		say_records(&after, recs);
		compare_text(&there, "", before.text, after.text, "struct r3");
		compare_text(&back, "", after.text, before.text, "struct r3");
		assert_int_equal(count(there.diff, LAY_ROW_ADDED),
				 count(back.diff, LAY_ROW_REMOVED));
		assert_int_equal(count(there.diff, LAY_ROW_REMOVED),
				 count(back.diff, LAY_ROW_ADDED));
		assert_int_equal(count(there.diff, LAY_ROW_RENAMED),
				 count(back.diff, LAY_ROW_RENAMED));
		assert_int_equal(count(there.diff, LAY_ROW_WRAPPED),
				 count(back.diff, LAY_ROW_UNWRAPPED));
		comparison_deinit(&there);
		comparison_deinit(&back);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_changes_keep_every_promise),
		cmocka_unit_test(the_other_way_round_added_is_removed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
