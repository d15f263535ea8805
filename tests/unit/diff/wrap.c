// SPDX-License-Identifier: GPL-2.0-only
/* Members that live on at their place while what is around them changes. */
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

static void a_record_that_got_a_name_is_renamed(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "struct { u32 i, j; }; u64 k;",
		"struct { u32 i, j; } nm; u64 k;");
	assert_rows(&c, "nm nm.i nm.j k");
	assert_what(&c, "nm", "renamed");
	assert_what(&c, "nm.i", "");
	assert_mates(&c, "k", " / ");
	comparison_deinit(&c);

	COMPARE(&c, "struct { u32 i, j; } nm; u64 k;",
		"struct { u32 i, j; }; u64 k;");
	assert_rows(&c, "{struct} i j k");
	assert_what(&c, "{struct}", "renamed");
	assert_mates(&c, "k", " / ");
	comparison_deinit(&c);

	/* what is edited in it is no other than in any record */
	COMPARE(&c, "u64 a; struct { u32 i, j; }; u64 k;",
		"u64 a; struct { u64 n; u32 i, j; } nm; u64 k;");
	assert_rows(&c, "a nm +nm.n nm.i nm.j k");
	assert_causes(&c, "nm.i", "added nm.n +8");
	assert_causes(&c, "k", "added nm.n +8");
	comparison_deinit(&c);

	/* another that came where one went is another */
	COMPARE(&c, "struct { u32 i, j; }; u64 k;",
		"struct { u32 p, q; } nm; u64 k;");
	assert_rows(&c, "-{struct} -i -j +nm +nm.p +nm.q k");
	comparison_deinit(&c);
	COMPARE(&c, "struct { u32 i, j; }; u64 k;",
		"union { u32 i, j; } nm; u64 k;");
	assert_what(&c, "nm", "added wrapper");
	comparison_deinit(&c);
}

static void a_member_goes_from_an_anonymous_record_into_one_with_a_name(
	void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 lo; struct { u32 m, n; }; u32 hi; u8 fill[44]; u32 e;",
		"struct { u32 lo, m; } n1; u32 n, hi; u8 fill[52]; u32 e;");
	assert_rows(&c, "+n1 n1.lo n1.m -{struct} n hi fill e");
	assert_what(&c, "n1.m", "wrapped unwrapped");
	assert_what(&c, "n1", "added wrapper");
	assert_mates(&c, "fill", " / ");
	assert_mates(&c, "n1.m", " / e");
	comparison_deinit(&c);

	COMPARE(&c, "u8 p[56]; union { u32 a; u64 l; }; u32 t;",
		"u8 p[56]; struct { u32 a, b; } u; u64 l; u32 t;");
	assert_rows(&c, "p +u u.a +u.b -{union} l t");
	assert_what(&c, "u.a", "wrapped unwrapped");
	assert_what(&c, "u", "added wrapper");
	assert_causes(&c, "t", "added u +8");
	comparison_deinit(&c);

	/* of another size, or at another place, it may be any other */
	COMPARE(&c, "u8 p[56]; union { u32 a; u64 l; }; u32 t;",
		"u8 p[56]; struct { u32 b, a; } u; u64 l; u32 t;");
	assert_what(&c, "u.a", "added");
	comparison_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_that_got_a_name_is_renamed),
		cmocka_unit_test(a_member_goes_from_an_anonymous_record_into_one_with_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
