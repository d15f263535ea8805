// SPDX-License-Identifier: GPL-2.0-only
/*
 * Members that went into records with names, or out of them, and to another
 * place with that. Random pairs, from a generator with a fixed seed, against an
 * oracle that knows only which records each member is in.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define COMPARE(c, before, after) \
	compare_text(c, "", "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void a_name_that_stands_once_is_known_wherever_its_record_is(void **state)
{
	struct comparison c;

	(void)state;
	/* though its neighbour shrank */
	COMPARE(&c, "u64 a, b; void *m; u64 z;",
		"u64 a; u32 b; struct { void *m; u32 n; } r; u64 z;");
	assert_rows(&c, "a b +r r.m +r.n z");
	assert_what(&c, "r.m", "wrapped");
	comparison_deinit(&c);

	/* though something came between */
	COMPARE(&c, "u8 p[56]; u32 b, c; u64 z;",
		"u8 p[56]; struct { u32 b, n, c; } r; u64 z;");
	assert_rows(&c, "p +r r.b +r.n r.c z");
	assert_causes(&c, "r.c", "added r.n +4");
	assert_mates(&c, "r.c", "z / p r.b");
	comparison_deinit(&c);

	/* with an anonymous record, which is what is in it */
	COMPARE(&c, "u64 a; union { u16 m; struct { u16 x[4]; u32 y; }; } u;",
		"u64 a; u16 m; struct { u16 x[4]; u32 y; };");
	assert_rows(&c, "a -u m {struct} x y");
	assert_what(&c, "{struct}", "moved unwrapped");
	assert_what(&c, "x", "moved");
	comparison_deinit(&c);

	COMPARE(&c, "u64 a; union { void *m; u32 k; struct { u64 x; }; } u;",
		"u64 a; void *m; u32 k; struct { u64 x; };");
	assert_rows(&c, "a -u m k {struct} x");
	comparison_deinit(&c);

	/* a record is opened, whatever was edited in it */
	compare_text(&c, "", "struct in { u64 f, g; };"
		     "struct s { u64 a; u64 b; struct in m; };",
		     "struct in { u64 f, h, g; };"
		     "struct s { u64 a; struct { u32 n; struct in m; } r; };",
		     "struct s");
	assert_rows(&c, "a -b +r +r.n r.m r.m.f +r.m.h r.m.g");
	comparison_deinit(&c);
}

static void members_go_into_records_that_stay_and_out_of_them(void **state)
{
	struct comparison c;

	(void)state;
	/* rtable, from 6.1 to 6.12 */
	compare_text(&c, "", "struct in { u64 f, g; };"
		     "struct s { struct in dst; u64 k, un[2], z; };",
		     "struct in { u64 f, un[2], g; };"
		     "struct s { struct in dst; u64 k, z; };", "struct s");
	assert_rows(&c, "dst dst.f dst.un dst.g k z");
	assert_what(&c, "dst.un", "moved wrapped");
	assert_causes(&c, "dst.un", "passed dst.g -8, passed k -8");
	assert_causes(&c, "z", "");
	assert_mates(&c, "z", " / ");
	comparison_deinit(&c);

	COMPARE(&c, "u64 a; struct { u64 m, q; } in; u64 z;",
		"u64 a; struct { u64 q; } in; u64 n, m; u64 z;");
	assert_rows(&c, "a in in.q +n m z");
	assert_what(&c, "m", "moved unwrapped");
	comparison_deinit(&c);

	/* io_async_rw, from 6.1 to 6.12: one name is like its type's, two of
	 * one record are no chance */
	compare_text(&c, "struct iov_iter { u64 f, g; };",
		     "struct s { u64 a, b; struct { struct iov_iter iter;"
		     "u64 st; } s; u64 z; };",
		     "struct s { u64 a; struct iov_iter iter; u64 n, st; u64 z;"
		     "};", "struct s");
	assert_what(&c, "iter", "moved unwrapped");
	assert_what(&c, "st", "unwrapped");
	comparison_deinit(&c);

	compare_text(&c, "struct iov_iter { u64 f, g; };",
		     "struct s { u64 a, b; struct { struct iov_iter iter;"
		     "u64 st; } s; u64 z; };",
		     "struct s { u64 a; struct iov_iter iter; u64 n, o, st, e, z;"
		     "};", "struct s");
	assert_what(&c, "iter", "moved unwrapped");
	comparison_deinit(&c);
}

static void what_may_be_another_is_told_as_another(void **state)
{
	struct comparison c;

	(void)state;
	/* two that could be it */
	COMPARE(&c, "u64 a, b; u64 m; u64 z;",
		"u64 a; struct { u64 n, o, m, e; } r;"
		"struct { u64 m, f; } t; u64 z;");
	assert_what(&c, "r.m", "added");
	assert_what(&c, "m", "removed");
	comparison_deinit(&c);

	/* the name is another member's, too */
	COMPARE(&c, "u64 a, b; u64 m; struct { u64 m; } q;",
		"u64 a; struct { u64 n, o, m, e; } r; struct { u64 m; } q;");
	assert_what(&c, "r.m", "added");
	comparison_deinit(&c);

	/* another type, of one size */
	COMPARE(&c, "u64 a, b; u64 m; u64 z;",
		"u64 a; struct { u64 n, o; void *m; u64 e; } r; u64 z;");
	assert_what(&c, "r.m", "added");
	comparison_deinit(&c);

	/* from one record to the next, which have nothing to do with each other */
	COMPARE(&c, "u64 a, b; struct { u64 m, p; } q; u64 z;",
		"u64 a; struct { u64 n, o, m, e; } r; u64 z;");
	assert_what(&c, "r.m", "added");
	comparison_deinit(&c);

	/* one that became several */
	COMPARE(&c, "u64 a, b; u64 m; u64 z;",
		"u64 a; struct { u64 n, m; } r[3]; u64 z;");
	assert_what(&c, "r[].m", "added");
	comparison_deinit(&c);

	/* into a record that has another type, or is told of as one member */
	compare_text(&c, "struct p { u64 f; }; struct q { u64 f; u64 k, m; };",
		     "struct s { struct p in; u64 a, b, m; };",
		     "struct s { struct q in; u64 a; };", "struct s");
	assert_what(&c, "m", "removed");
	comparison_deinit(&c);
	COMPARE(&c, "void *in; u64 a, b, m;",
		"struct { u64 f, k, m; } in; u64 a;");
	assert_what(&c, "m", "removed");
	comparison_deinit(&c);

	/* bpf_cpu_map_entry, from 6.1 to 6.12: any rcu_work has one */
	compare_text(&c, "struct head { void *next, *func; };"
		     "struct rcu_work { u64 work; struct head rcu; };",
		     "struct s { u64 a; struct head rcu; u64 b; u64 z; };",
		     "struct s { u64 a; u64 z; struct rcu_work free_work; };",
		     "struct s");
	assert_what(&c, "free_work.rcu", "added");
	comparison_deinit(&c);
}

/*
 * Whatever comes between
 */

#define NR_PAIRS 3000
#define MAX_FIELDS 10

/* Where a field can be. */
enum place { OUTSIDE, IN_A, IN_C, IN_B, NR_PLACES };

static const char *const paths[NR_PLACES] = { "", "a.", "a.c.", "b." };

struct field {
	enum place place;
	uint32_t words;		/* 0: it is not there */
	uint32_t key;		/* fields are in order of this */
};

static void change(struct random *r, struct field *f)
{
	switch (next(r, 6)) {
	case 0:
		f->words = next(r, 4);
		break;
	case 1:
	case 2:
		f->place = next(r, NR_PLACES);
		break;
	case 3:
		f->key = next(r, 100);
		break;
	default:
		break;
	}
}

/* The fields of one place with keys from @from on, before @end. */
static size_t say_fields(char *text, size_t size, const struct field *fields,
			 enum place place, uint32_t from, uint32_t end)
{
	size_t len = 0;

	for (uint32_t key = from; key < end; key++)
		for (uint32_t i = 0; i < MAX_FIELDS; i++)
			if (fields[i].words && fields[i].place == place &&
			    fields[i].key == key)
				len += (size_t)snprintf(text + len, size - len,
						" u32 m%u[%u];", i,
						fields[i].words);
	return len;
}

/* Records that nothing is in are not there. */
static void say(char *text, size_t size, const struct field *fields)
{
	char in[NR_PLACES][512] = { "" };
	char c[600] = "", a[1200] = "", b[600] = "", last[512] = "";

	for (enum place p = OUTSIDE; p < NR_PLACES; p++)
		say_fields(in[p], sizeof(in[p]), fields, p, 0,
			   p == OUTSIDE ? 50 : 100);
	say_fields(last, sizeof(last), fields, OUTSIDE, 50, 100);
	if (*in[IN_C])
		snprintf(c, sizeof(c), " struct {%s } c;", in[IN_C]);
	if (*in[IN_A] || *c)
		snprintf(a, sizeof(a), " struct {%s%s } a;", in[IN_A], c);
	if (*in[IN_B])
		snprintf(b, sizeof(b), " struct {%s } b;", in[IN_B]);
	snprintf(text, size, "struct s { u32 k;%s%s%s%s };", in[OUTSIDE], a, b,
		 last);
}

/* Is the one place around the other? */
static bool is_way(enum place p, enum place q)
{
	size_t a = strlen(paths[p]), b = strlen(paths[q]);

	return !strncmp(paths[p], paths[q], a < b ? a : b);
}

static bool is_one(const struct comparison *c, const struct field *after,
		   uint32_t i)
{
	const struct lay_row *r;
	char path[16], name[16];

	snprintf(name, sizeof(name), "m%u", i);
	snprintf(path, sizeof(path), "%s%s", paths[after->place], name);
	r = row_at(c, path);
	return r->old_slot != LAY_NO_SLOT &&
	       !strcmp(c->old_layout->slots[r->old_slot].member->name, name);
}

static void of_random_pairs_each_member_is_known_by_its_name(void **state)
{
	struct random r = { 0x9e3779b97f4a7c15u };
	uint32_t nr_moved = 0;

	(void)state;
	for (int pair = 0; pair < NR_PAIRS; pair++) {
		struct field old[MAX_FIELDS], new[MAX_FIELDS];
		char before[4096], after[4096];
		struct comparison c;

		for (uint32_t i = 0; i < MAX_FIELDS; i++) {
			old[i] = (struct field){ next(&r, NR_PLACES),
						 next(&r, 4), next(&r, 100) };
			new[i] = old[i];
			change(&r, &new[i]);
		}
		say(before, sizeof(before), old);
		say(after, sizeof(after), new);
		compare_text(&c, "", before, after, "struct s");
		assert_invariants(c.diff);
		for (uint32_t i = 0; i < MAX_FIELDS; i++) {
			if (!new[i].words || old[i].words != new[i].words ||
			    !is_way(old[i].place, new[i].place))
				continue;
			nr_moved += old[i].place != new[i].place;
			if (!is_one(&c, &new[i], i))
				fail_msg("m%u of\n%s\n%s", i, before, after);
		}
		comparison_deinit(&c);
	}
	assert_true(nr_moved > NR_PAIRS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_name_that_stands_once_is_known_wherever_its_record_is),
		cmocka_unit_test(
			members_go_into_records_that_stay_and_out_of_them),
		cmocka_unit_test(what_may_be_another_is_told_as_another),
		cmocka_unit_test(
			of_random_pairs_each_member_is_known_by_its_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
