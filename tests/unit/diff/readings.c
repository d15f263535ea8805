// SPDX-License-Identifier: GPL-2.0-only
/* Two readings of one build; both are BTF here, which is the easier to write. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/diff.h>

#include "unit/btf-writer.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

struct pair {
	struct btf_writer w[2];
	uint32_t i[2];
	struct lay_build *build[2];
	struct lay_readings *r;
};

static void begin(struct pair *p)
{
	for (int i = 0; i < 2; i++) {
		btf_writer_init(&p->w[i], false, NULL);
		p->i[i] = btf_writer_int(&p->w[i], "int", 4, BTF_INT_SIGNED,
					 0, 32);
	}
}

/* struct NAME { int MEMBER; } in the reading @side */
static void add(struct pair *p, int side, const char *name, const char *member)
{
	btf_writer_struct(&p->w[side], name, 4, 1);
	btf_writer_member(&p->w[side], member, p->i[side], 0);
}

/* Compare all that was added. */
static void compare(struct pair *p)
{
	struct lay_error err = { .text = "" };
	struct lay_defs defs[2];
	struct byte_buf bytes;
	char *path;

	for (int i = 0; i < 2; i++) {
		btf_writer_finish(&p->w[i], &bytes);
		path = test_file_write(bytes.data, bytes.len);
		byte_buf_free(&bytes);
		if (lay_build_open(path, NULL, &p->build[i], &err) < 0 ||
		    lay_build_find(p->build[i], "*", &defs[i], &err) < 0)
			fail_msg("%s", err.text);
		test_file_remove(path);
	}
	if (lay_diff_readings(p->build, defs, &p->r, &err) < 0)
		fail_msg("%s", err.text);
	lay_defs_free(&defs[0]);
	lay_defs_free(&defs[1]);
}

static void end(struct pair *p)
{
	lay_readings_free(p->r);
	lay_build_close(p->build[0]);
	lay_build_close(p->build[1]);
}

static void names_are_compared_one_by_one(void **state)
{
	struct pair p;

	(void)state;
	begin(&p);
	add(&p, 0, "same", "a");
	add(&p, 1, "same", "a");
	add(&p, 0, "other", "a");
	add(&p, 1, "other", "b");
	compare(&p);
	assert_int_equal(p.r->nr_types, 2);
	assert_int_equal(p.r->nr_agree, 1);
	assert_int_equal(p.r->nr_rows, 1);
	assert_string_equal(p.r->rows[0].def[0].name, "other");
	assert_string_equal(p.r->rows[0].def[1].name, "other");
	assert_string_equal(p.r->rows[0].path, "a");
	assert_string_equal(p.r->rows[0].says[0], "a");
	assert_string_equal(p.r->rows[0].says[1], "b");
	end(&p);
}

static void what_one_reading_lacks_is_told(void **state)
{
	struct pair p;

	(void)state;
	begin(&p);
	add(&p, 0, "both", "a");
	add(&p, 1, "both", "a");
	add(&p, 0, "left", "a");
	add(&p, 1, "right", "a");
	compare(&p);
	assert_int_equal(p.r->nr_types, 3);
	assert_int_equal(p.r->nr_rows, 2);
	assert_string_equal(p.r->rows[0].def[0].name, "left");
	assert_int_equal(p.r->rows[0].def[1].kind, LAY_KIND_UNKNOWN);
	assert_int_equal(p.r->rows[1].def[0].kind, LAY_KIND_UNKNOWN);
	assert_string_equal(p.r->rows[1].def[1].name, "right");
	assert_string_equal(p.r->rows[1].says[0], "");
	end(&p);
}

/* Each must have its like in the other, in whatever order they stand. */
static void several_definitions_are_compared_as_sets(void **state)
{
	struct pair p;

	(void)state;
	begin(&p);
	add(&p, 0, "two", "a");
	add(&p, 0, "two", "b");
	add(&p, 1, "two", "b");
	add(&p, 1, "two", "a");
	compare(&p);
	assert_int_equal(p.r->nr_types, 1);
	assert_int_equal(p.r->nr_agree, 1);
	end(&p);

	begin(&p);
	add(&p, 0, "two", "a");
	add(&p, 0, "two", "b");
	add(&p, 1, "two", "b");
	compare(&p);
	assert_int_equal(p.r->nr_agree, 0);
	assert_int_equal(p.r->nr_rows, 1);
	end(&p);

	begin(&p);
	add(&p, 0, "two", "a");
	add(&p, 1, "two", "a");
	add(&p, 1, "two", "b");
	compare(&p);
	assert_int_equal(p.r->nr_agree, 0);
	assert_string_equal(p.r->rows[0].says[1], "b");
	end(&p);
}

static void what_is_declared_is_passed_over(void **state)
{
	struct pair p;

	(void)state;
	begin(&p);
	add(&p, 0, "both", "a");
	add(&p, 1, "both", "a");
	btf_writer_fwd(&p.w[0], "declared", false);
	compare(&p);
	assert_int_equal(p.r->nr_types, 1);
	assert_int_equal(p.r->nr_rows, 0);
	end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_compared_one_by_one),
		cmocka_unit_test(what_one_reading_lacks_is_told),
		cmocka_unit_test(several_definitions_are_compared_as_sets),
		cmocka_unit_test(what_is_declared_is_passed_over),
	};

	return cmocka_run_group_tests_name("diff/readings", tests, NULL, NULL);
}
