// SPDX-License-Identifier: GPL-2.0-only
/* What a declaration says of a member beside the name of its type: alignment,
 * qualifiers, dimensions. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define COMPARE(c, before, after) \
	compare_text(c, "", "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void assert_aligns(const struct comparison *c, const char *path,
			  uint64_t before, uint64_t after)
{
	assert_int_equal(row_at(c, path)->old_align, before);
	assert_int_equal(row_at(c, path)->new_align, after);
}

static void an_alignment_that_is_asked_for_is_an_edit(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u8 c; u32 b; u64 d;",
		"u64 a; u8 c; u32 b __aligned(64); u64 d;");
	assert_what(&c, "b", "moved line align");
	assert_aligns(&c, "b", 4, 64);
	assert_what(&c, "d", "moved line");
	assert_aligns(&c, "d", 8, 8);
	comparison_deinit(&c);

	COMPARE(&c, "u8 c; u32 b __aligned(16); u64 d;", "u8 c; u32 b; u64 d;");
	assert_what(&c, "b", "moved align");
	comparison_deinit(&c);

	/* it was there already, whoever asks for it */
	COMPARE(&c, "u64 a; u64 b;", "u64 a; u64 b __aligned(8);");
	assert_what(&c, "b", "");
	assert_true(c.diff->same);
	comparison_deinit(&c);

	/* what another type needs by nature is no edit of its own */
	COMPARE(&c, "u32 a; u32 b;", "u32 a; u64 b;");
	assert_what(&c, "b", "moved resized retyped");
	comparison_deinit(&c);
}

static void the_alignment_of_a_type_counts_where_it_is_held(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "",
		     "struct in { u32 a; }; struct s { u64 x; struct in i[2]; };",
		     "struct in { u32 a; } __aligned(32);"
		     "struct s { u64 x; struct in i[2]; };", "struct s");
	assert_what(&c, "i", "moved resized inner line straddle align");
	assert_aligns(&c, "i", 4, 32);
	comparison_deinit(&c);

	/* by what is in it: told where a hole shows it */
	compare_text(&c, "", "struct in { u32 a, b; };"
		     "struct s { u32 x; struct in i; };",
		     "struct in { u64 a; }; struct s { u32 x; struct in i; };",
		     "struct s");
	assert_what(&c, "i", "moved inner align");
	assert_aligns(&c, "i", 4, 8);
	comparison_deinit(&c);
	compare_text(&c, "", "struct in { u32 a, b; };"
		     "struct s { u64 x; struct in i; };",
		     "struct in { u64 a; }; struct s { u64 x; struct in i; };",
		     "struct s");
	assert_what(&c, "i", "inner");
	comparison_deinit(&c);
}

static void packing_shows_where_a_member_stands(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "", "struct s { u8 c; u32 b; u8 d[3]; u64 e; };",
		     "struct s { u8 c; u32 b; u8 d[3]; u64 e; } __packed;",
		     "struct s");
	assert_what(&c, "b", "moved align");
	assert_aligns(&c, "b", 4, 1);
	/* by luck on a multiple of 8: what it asks for is not known */
	assert_what(&c, "e", "moved");
	assert_aligns(&c, "e", 8, 0);
	comparison_deinit(&c);

	/* its size tells as well */
	compare_text(&c, "", "struct s { u32 a; u8 b; } __packed;",
		     "struct s { u8 n; u32 a; u8 b; } __packed;", "struct s");
	assert_what(&c, "a", "moved");
	assert_aligns(&c, "a", 0, 1);
	comparison_deinit(&c);

	/* packed before and after */
	compare_text(&c, "", "struct s { u8 c; u32 b; u8 d[3]; u64 e; } __packed;",
		     "struct s { u32 b; u8 d[3], c[2]; u64 e; } __packed;",
		     "struct s");
	assert_what(&c, "e", "moved");
	assert_aligns(&c, "e", 0, 1);
	comparison_deinit(&c);
}

/* A record that is packed need not look it. */
static void what_may_be_packed_too_is_not_told_apart(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "", "struct s { u8 c; u32 b; } __packed;",
		     "struct s { u8 c, d[3]; u32 b; } __packed;", "struct s");
	assert_what(&c, "b", "moved");
	assert_aligns(&c, "b", 1, 0);
	comparison_deinit(&c);

	compare_text(&c, "", "struct s { u8 c; u32 b; } __packed;",
		     "struct s { u8 c, d; u32 b; };", "struct s");
	assert_what(&c, "b", "moved align");
	assert_aligns(&c, "b", 1, 4);
	comparison_deinit(&c);

	/* the hole says it of the outer one, and nothing of what is in it */
	compare_text(&c, "struct p { u32 a, b; } __packed;",
		     "struct s { u8 c; struct p p; } __packed;",
		     "struct s { u8 c; u16 d; u64 e; struct p p; };",
		     "struct s");
	assert_what(&c, "p", "moved");
	assert_aligns(&c, "p", 1, 0);
	comparison_deinit(&c);
}

static void a_terse_source_says_only_what_places_say(void **state)
{
	const unsigned int both[2] = { LAY_TYPE_UNSAID, LAY_TYPE_UNSAID };
	struct comparison c;

	(void)state;
	compare_unsaid(&c, both, "struct s { u8 c; u32 b; int z[6]; };",
		       "struct s { u8 c; u32 b __aligned(64); int z[2][3]; };",
		       "struct s");
	/* 4 is no multiple of 64: it was not aligned to it */
	assert_what(&c, "b", "moved line align");
	assert_aligns(&c, "b", 0, 64);
	assert_what(&c, "z", "moved line respelt");
	comparison_deinit(&c);

	compare_unsaid(&c, both, "struct s { u8 c[64]; u32 b; };",
		       "struct s { u8 c[65]; u32 b __aligned(64); };",
		       "struct s");
	assert_what(&c, "b", "moved line");
	comparison_deinit(&c);
}

/* A build of many files can have both kinds of definitions. */
static void what_is_not_said_goes_by_the_definition(void **state)
{
	static const unsigned int sides[3][2] = {
		{ LAY_TYPE_UNSAID, 0 }, { LAY_TYPE_NO_ALIGN, 0 }, { 0, 0 },
	};
	static const char flat[] = "struct s { long l[8]; long b; int z[6];"
				   "	char pad[32]; };";
	static const char asked[] = "struct s { long l[8];"
				    "	long b __aligned(64); int z[2][3];"
				    "	char pad[32]; };";
	struct comparison c;

	(void)state;
	compare_unsaid(&c, sides[0], flat, asked, "struct s");
	assert_true(c.diff->same);
	comparison_deinit(&c);
	compare_unsaid(&c, sides[1], flat, asked, "struct s");
	assert_what(&c, "b", "");
	assert_what(&c, "z", "length");
	comparison_deinit(&c);
	compare_unsaid(&c, sides[2], flat, asked, "struct s");
	assert_what(&c, "b", "align");
	assert_what(&c, "z", "length");
	comparison_deinit(&c);
}

static void where_bit_fields_state_no_alignment_theirs_is_not_known(void **state)
{
	const struct lay_layout_opts opts = { .bits_unstated = true };
	static const char plain[] = "struct s { u32 b : 3; u8 c[31]; };";
	static const char asked[] =
		"struct s { u32 b : 3; u8 c[31]; } __aligned(16);";
	struct comparison c;

	(void)state;
	compare_with(&c, &opts, "", plain, asked, "struct s");
	assert_true(c.diff->same);
	comparison_deinit(&c);
	/* no bit-field stands where one could be */
	compare_with(&c, &opts, "", "struct s { u32 b[8]; };",
		     "struct s { u32 b[8]; } __aligned(16);", "struct s");
	assert_false(c.diff->same);
	comparison_deinit(&c);
	compare_text(&c, "", plain, asked, "struct s");
	assert_false(c.diff->same);
	comparison_deinit(&c);
}

static void qualifiers_are_told(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 a; volatile u32 b; const u32 c[2]; u32 e; _Atomic int f;",
		"volatile u32 a; u32 b; u32 c[2]; const u32 e; int f;");
	assert_what(&c, "a", "respelt qualified");
	assert_what(&c, "b", "respelt qualified");
	assert_what(&c, "c", "respelt qualified");
	assert_what(&c, "e", "respelt qualified");
	assert_what(&c, "f", "retyped qualified");
	assert_false(c.diff->same);
	comparison_deinit(&c);

	/* inside a typedef they do not show in what is written */
	compare_text(&c, "", "typedef int t; struct s { t a; };",
		     "typedef volatile int t; struct s { t a; };", "struct s");
	assert_what(&c, "a", "qualified");
	comparison_deinit(&c);

	/* those of what a pointer points to, too, unless that is another type */
	COMPARE(&c, "struct { const char *p; } i; volatile u32 **q;"
		"const void *r[2]; const u32 *t;",
		"struct { char *p; } i; u32 **q; void *r[2]; u64 *t;");
	assert_what(&c, "i.p", "respelt pointee");
	assert_what(&c, "i", "inner");
	assert_what(&c, "q", "respelt pointee");
	assert_what(&c, "r", "respelt pointee");
	assert_what(&c, "t", "retyped");
	assert_false(c.diff->same_object);
	comparison_deinit(&c);

	COMPARE(&c, "struct { const char *p; } i; u32 a;",
		"struct { char *p; } i; u32 a;");
	assert_false(c.diff->same);
	assert_true(c.diff->same_object);
	comparison_deinit(&c);
}

static void as_many_elements_in_other_dimensions_are_told(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "typedef int row[3];",
		     "struct s { int a[6]; int b[2][3]; };",
		     "struct s { int a[2][3]; row b[2]; };", "struct s");
	assert_what(&c, "a", "length");
	assert_what(&c, "b", "respelt");
	assert_false(c.diff->same);
	comparison_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_alignment_that_is_asked_for_is_an_edit),
		cmocka_unit_test(what_may_be_packed_too_is_not_told_apart),
		cmocka_unit_test(the_alignment_of_a_type_counts_where_it_is_held),
		cmocka_unit_test(packing_shows_where_a_member_stands),
		cmocka_unit_test(a_terse_source_says_only_what_places_say),
		cmocka_unit_test(what_is_not_said_goes_by_the_definition),
		cmocka_unit_test(
			where_bit_fields_state_no_alignment_theirs_is_not_known),
		cmocka_unit_test(qualifiers_are_told),
		cmocka_unit_test(as_many_elements_in_other_dimensions_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
