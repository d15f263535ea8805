// SPDX-License-Identifier: GPL-2.0-only
/* One type in several builds, side by side. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <layoutdiff/matrix.h>

#include "unit/model-maker.h"
#include "base/poison.h"

#define NR 3

struct builds {
	struct maker maker[NR];
	const struct lay_layout *layouts[NR];
	struct lay_matrix *matrix;
};

/* NULL: the build has no such type. */
static void make(struct builds *b, const char *path, const char *const texts[NR])
{
	for (int i = 0; i < NR; i++) {
		struct lay_layout *layout;

		maker_init(&b->maker[i]);
		b->layouts[i] = NULL;
		if (!texts[i])
			continue;
		maker_add(&b->maker[i], texts[i]);
		assert_int_equal(lay_layout_make(maker_type(&b->maker[i],
							    "struct s"),
						 NULL, &layout, NULL), 0);
		b->layouts[i] = layout;
	}
	assert_int_equal(lay_matrix_make(b->layouts, NR, path, &b->matrix,
					 NULL), 0);
}

static void deinit(struct builds *b)
{
	lay_matrix_free(b->matrix);
	for (int i = 0; i < NR; i++) {
		lay_layout_free((struct lay_layout *)b->layouts[i]);
		maker_deinit(&b->maker[i]);
	}
}

static void assert_row(const struct builds *b, size_t row, const char *path,
		       unsigned int differs)
{
	assert_true(row < b->matrix->nr_rows);
	assert_string_equal(b->matrix->rows[row].path, path);
	assert_int_equal(b->matrix->rows[row].differs, differs);
}

static void what_a_later_build_has_more_stands_where_it_belongs(void **state)
{
	static const char *const texts[NR] = {
		"struct s { long a; long c; };",
		"struct s { long a; long b; long c; };",
		"struct s { long z; long a; long c; long d; };",
	};
	struct builds b;

	(void)state;
	make(&b, NULL, texts);
	assert_int_equal(b.matrix->nr_rows, 5);
	assert_row(&b, 0, "z", LAY_MATRIX_ABSENT);
	assert_row(&b, 1, "a", LAY_MATRIX_OFFSET);
	assert_row(&b, 2, "b", LAY_MATRIX_ABSENT);
	assert_row(&b, 3, "c", LAY_MATRIX_OFFSET);
	assert_row(&b, 4, "d", LAY_MATRIX_ABSENT);
	assert_true(b.matrix->size_differs);
	assert_false(b.matrix->lines_differ);
	assert_null(b.matrix->rows[2].slots[0]);
	assert_int_equal(b.matrix->rows[2].slots[1]->bit_off, 64);
	deinit(&b);
}

static void what_kind_of_difference_is_told(void **state)
{
	static const char *const texts[NR] = {
		"struct s { char a[60]; int b; char c; int d; };",
		"struct s { char a[64]; int b; char c; int d; };",
		NULL,
	};
	struct builds b;

	(void)state;
	make(&b, NULL, texts);
	/* a build without the type lacks no member */
	assert_row(&b, 0, "a", LAY_MATRIX_SIZE);
	assert_row(&b, 1, "b", LAY_MATRIX_OFFSET | LAY_MATRIX_LINE);
	assert_row(&b, 2, "c", LAY_MATRIX_OFFSET);
	deinit(&b);
}

static void members_of_anonymous_ones_are_the_types_own(void **state)
{
	static const char *const texts[NR] = {
		"struct i { int x; };"
		"struct s { union { int a; long b; }; struct i i; };",
		"struct i { int x; };"
		"struct s { int a; long b; struct i i; };",
		"struct i { int x; };"
		"struct s { struct { int a; }; long b; struct i i; };",
	};
	struct builds b;

	(void)state;
	make(&b, NULL, texts);
	assert_int_equal(b.matrix->nr_rows, 3);
	assert_row(&b, 0, "a", 0);
	assert_row(&b, 1, "b", LAY_MATRIX_OFFSET);
	assert_row(&b, 2, "i", LAY_MATRIX_OFFSET);
	deinit(&b);
}

static void one_member_can_be_asked_for(void **state)
{
	static const char *const texts[NR] = {
		"struct i { int x, y; }; struct s { long a; struct i i; };",
		"struct i { int y, x; }; struct s { long a; struct i i; };",
		"struct s { long a; };",
	};
	struct builds b;

	(void)state;
	make(&b, "i.y", texts);
	assert_int_equal(b.matrix->nr_rows, 1);
	assert_row(&b, 0, "i.y", LAY_MATRIX_OFFSET | LAY_MATRIX_ABSENT);
	deinit(&b);
	make(&b, "i.nothing", texts);
	assert_int_equal(b.matrix->nr_rows, 0);
	deinit(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_later_build_has_more_stands_where_it_belongs),
		cmocka_unit_test(what_kind_of_difference_is_told),
		cmocka_unit_test(members_of_anonymous_ones_are_the_types_own),
		cmocka_unit_test(one_member_can_be_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
