// SPDX-License-Identifier: GPL-2.0-only
/* Variables of object files, as a compiler writes them: sections that all begin
 * at 0, and static variables of one name. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/variables.h>

#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

#define SOURCE "tests/data/variables.c"

struct fixture {
	char *path;
	struct lay_build *build;
	const struct lay_variables *vars;
};

static int open_object(void **state, const char *flags)
{
	static struct fixture f;
	struct lay_error err;

	f.path = test_compile("cc", flags, SOURCE);
	if (!f.path) {
		*state = NULL;
		return 0;
	}
	*state = &f;
	if (lay_build_open(f.path, NULL, &f.build, &err) < 0 ||
	    lay_build_variables(f.build, 1, &f.vars, &err) < 0) {
		print_error("%s\n", err.text);
		return -1;
	}
	return 0;
}

static int open_relocatable(void **state)
{
	return open_object(state, "-g -O0 -fno-common -r");
}

static int open_linked(void **state)
{
	return open_object(state, "-g -O0 -fno-common -Wl,-e,0");
}

static int close_object(void **state)
{
	struct fixture *f = *state;

	if (!f)
		return 0;
	lay_variables_free(f->vars);
	lay_build_close(f->build);
	test_file_remove(f->path);
	return 0;
}

/* The @nth variable that @name fits. */
static const struct lay_variable *find(const struct fixture *f,
				       const char *name, size_t nth)
{
	for (size_t i = 0; i < f->vars->nr; i++)
		if (lay_variable_matches(&f->vars->variable[i], name) &&
		    nth-- == 0)
			return &f->vars->variable[i];
	return NULL;
}

static void sections_of_an_object_are_spaces_of_their_own(void **state)
{
	const struct fixture *f = *state;
	const struct lay_variable *a, *b;

	if (!f)
		skip();
	assert_false(f->vars->linked);
	a = find(f, "in_data", 0);
	b = find(f, "in_percpu", 0);
	assert_string_equal(a->section, ".data");
	assert_string_equal(b->section, ".data..percpu");
	assert_int_equal(a->section_off, 0);
	assert_int_equal(b->section_off, 0);
	assert_int_not_equal(a->space, b->space);
	assert_int_equal(b->flags & LAY_VARIABLE_PERCPU, LAY_VARIABLE_PERCPU);
	assert_int_equal(a->flags & LAY_VARIABLE_PERCPU, 0);
	assert_true(a->type && a->type->kind == LAY_KIND_BASE);
	assert_true(b->type && b->type->kind == LAY_KIND_STRUCT);
	assert_int_equal(b->align, 32);
	assert_true(b->align_stated);
	assert_false(a->align_stated);
}

/* Both are "same", each at the start of its section. */
static void variables_of_one_name_are_told_apart_by_their_addresses(void **state)
{
	const struct fixture *f = *state;
	const struct lay_variable *first, *second;

	if (!f)
		skip();
	first = find(f, "same", 0);
	second = find(f, "same", 1);
	assert_non_null(first->type);
	assert_non_null(second->type);
	assert_ptr_not_equal(first->type, second->type);
	assert_int_equal(first->flags & LAY_VARIABLE_LOCAL, LAY_VARIABLE_LOCAL);
}

static void other_names_of_the_same_bytes_are_one_variable(void **state)
{
	const struct fixture *f = *state;

	if (!f)
		skip();
	assert_ptr_equal(find(f, "other_name", 0), find(f, "in_data", 0));
	assert_null(find(f, "other_name", 1));
	assert_int_equal(find(f, "in_data", 0)->nr_aliases, 1);
	/* no bytes: it is no name of what stands there */
	assert_non_null(find(f, "nothing", 0));
	assert_int_equal(find(f, "nothing", 0)->size, 0);
	assert_int_equal(find(f, "nothing", 0)->nr_aliases, 0);
}

static void what_is_longer_than_its_type_has_the_size_of_its_symbol(void **state)
{
	const struct fixture *f = *state;

	if (!f)
		skip();
	assert_int_equal(find(f, "longer", 0)->size, 16);
	assert_non_null(find(f, "longer", 0)->type);
}

#define RELOCATABLE(test) \
	cmocka_unit_test_setup_teardown(test, open_relocatable, close_object)
#define LINKED(test) \
	cmocka_unit_test_setup_teardown(test, open_linked, close_object)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RELOCATABLE(sections_of_an_object_are_spaces_of_their_own),
		RELOCATABLE(variables_of_one_name_are_told_apart_by_their_addresses),
		RELOCATABLE(other_names_of_the_same_bytes_are_one_variable),
		RELOCATABLE(what_is_longer_than_its_type_has_the_size_of_its_symbol),
		LINKED(variables_of_one_name_are_told_apart_by_their_addresses),
		LINKED(other_names_of_the_same_bytes_are_one_variable),
		LINKED(what_is_longer_than_its_type_has_the_size_of_its_symbol),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
