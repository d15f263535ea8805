// SPDX-License-Identifier: GPL-2.0-only
/* How what files of a tree define is folded, and which files are passed over. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

#include "build/tree.h"
#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

struct folding {
	struct strset strings;
	struct tree_fold fold;
	struct def_list list;
	bool all;
};

static void begin(struct folding *f)
{
	f->all = false;
	strset_init(&f->strings);
	tree_fold_init(&f->fold, &f->strings);
	f->list = (struct def_list){ .nr = 0 };
}

static void add(struct folding *f, uint32_t file, const char *name,
		uint64_t print, unsigned int flags, uint64_t off)
{
	/* in memory that is gone afterwards, as that of a closed file */
	char *name_copy = strdup(name), *unit = strdup("unit.c");
	const char *file_name = file == 0 ? "vmlinux" : file == 1 ? "a.ko" :
						       "b.ko";
	struct lay_def def = {
		.name = name_copy, .unit = unit, .kind = LAY_KIND_STRUCT,
		.flags = flags, .nr_units = 10, .source_off = off,
		.fingerprint = { .hi = 1, .lo = print },
	};

	assert_int_equal(tree_fold_add(&f->fold, &def, file, file_name), 0);
	memset(name_copy, 'x', strlen(name_copy));
	free(name_copy);
	free(unit);
}

static void finish(struct folding *f)
{
	assert_int_equal(tree_fold_finish(&f->fold, f->all, &f->list), 0);
}

static void end(struct folding *f)
{
	free(f->list.def);
	tree_fold_deinit(&f->fold);
	strset_free(&f->strings);
}

static void equal_definitions_are_one_whatever_file_comes_first(void **state)
{
	struct folding f;

	(void)state;
	begin(&f);
	add(&f, 2, "s", 7, 0, 30);
	add(&f, 1, "s", 7, 0, 20);
	add(&f, 1, "s", 8, 0, 21);
	add(&f, 2, "t", 7, 0, 31);
	finish(&f);
	assert_int_equal(f.list.nr, 3);
	assert_string_equal(f.list.def[0].name, "s");
	assert_string_equal(f.list.def[0].file, "a.ko");
	assert_string_equal(f.list.def[0].unit, "unit.c");
	assert_int_equal(f.list.def[0].source_off, 20);
	assert_int_equal(f.list.def[0].file_index, 1);
	assert_int_equal(f.list.def[0].nr_files, 2);
	assert_int_equal(f.list.def[0].nr_units, 20);
	assert_int_equal(f.list.def[1].source_off, 21);
	assert_int_equal(f.list.def[1].nr_files, 1);
	assert_string_equal(f.list.def[2].name, "t");
	end(&f);
}

static void a_declaration_is_dropped_where_another_file_defines(void **state)
{
	struct folding f;

	(void)state;
	begin(&f);
	add(&f, 0, "s", 1, LAY_DEF_DECLARATION, 5);
	add(&f, 1, "s", 7, 0, 20);
	add(&f, 0, "only", 2, LAY_DEF_DECLARATION, 6);
	finish(&f);
	assert_int_equal(f.list.nr, 2);
	assert_string_equal(f.list.def[0].name, "only");
	assert_int_equal(f.list.def[1].flags, 0);
	end(&f);
}

static void a_declaration_of_what_a_function_defines_is_kept_for_all(void **state)
{
	struct folding f;

	(void)state;
	for (int all = 0; all < 2; all++) {
		begin(&f);
		f.all = all;
		add(&f, 0, "s", 1, LAY_DEF_DECLARATION, 5);
		add(&f, 1, "s", 7, LAY_DEF_LOCAL, 20);
		add(&f, 1, "s", 1, LAY_DEF_DECLARATION | LAY_DEF_LOCAL, 21);
		add(&f, 0, "t", 1, LAY_DEF_DECLARATION, 6);
		add(&f, 1, "t", 7, LAY_DEF_LOCAL, 22);
		add(&f, 2, "t", 7, 0, 23);
		finish(&f);
		assert_int_equal(f.list.nr, 3 + all);
		assert_int_equal(f.list.def[0].flags,
				 all ? LAY_DEF_DECLARATION : LAY_DEF_LOCAL);
		assert_string_equal(f.list.def[f.list.nr - 1].name, "t");
		assert_int_equal(f.list.def[f.list.nr - 1].flags, 0);
		end(&f);
	}
}

static void what_is_unsure_is_equal_to_nothing(void **state)
{
	struct folding f;

	(void)state;
	begin(&f);
	add(&f, 0, "s", 1, LAY_DEF_UNSURE, 5);
	add(&f, 1, "s", 1, LAY_DEF_UNSURE, 5);
	finish(&f);
	assert_int_equal(f.list.nr, 2);
	end(&f);
}

static void many_definitions_stay_apart(void **state)
{
	struct folding f;
	char name[32];

	(void)state;
	begin(&f);
	for (uint32_t file = 0; file < 3; file++) {
		for (int i = 0; i < 2000; i++) {
			snprintf(name, sizeof(name), "s%d", i);
			add(&f, file, name, (uint64_t)i, 0, (uint64_t)i);
		}
	}
	finish(&f);
	assert_int_equal(f.list.nr, 2000);
	for (size_t i = 0; i < f.list.nr; i++) {
		assert_int_equal(f.list.def[i].nr_files, 3);
		assert_int_equal(f.list.def[i].source_off, i);
	}
	end(&f);
}

static bool may_have(const char *section, const char *bytes, size_t len,
		     const char *name)
{
	struct elf_writer w;
	struct elf_file *elf;
	char *path;
	bool may;

	elf_writer_init(&w, true, false, EM_X86_64);
	if (strcmp(section, ".debug_info"))
		elf_writer_add_section(&w, ".debug_info", SHT_PROGBITS, 0,
				       "x", 1);
	elf_writer_add_section(&w, section, SHT_PROGBITS, 0, bytes, len);
	path = elf_writer_finish(&w);
	assert_int_equal(elf_open(path, &elf, NULL), 0);
	may = tree_file_may_have(elf, name);
	elf_close(elf);
	test_file_remove(path);
	return may;
}

static void a_file_without_the_name_is_passed_over(void **state)
{
	static const char str[] = "nf_conn_acct\0my_nf_conn\0last";

	(void)state;
	assert_true(may_have(".debug_str", str, sizeof(str), "nf_conn"));
	assert_true(may_have(".debug_str", str, sizeof(str), "last"));
	assert_false(may_have(".debug_str", str, sizeof(str), "nf_con"));
	/* without an end it is no name */
	assert_false(may_have(".debug_str", str, sizeof(str) - 1, "last"));
	assert_true(may_have(".debug_info", str, sizeof(str), "nf_conn"));
	assert_false(may_have(".debug_info", str, sizeof(str), "sk_buff"));
	/* scopes are not part of the string */
	assert_true(may_have(".debug_str", str, sizeof(str), "ns::last"));
	assert_true(may_have(".debug_str", str, sizeof(str), "ns::"));
}

/* A folder with two files that are compiled of the same; NULL: no compiler. */
static char *make_folder(void)
{
	char *folder = test_file_write("", 0);
	char to[4096];

	assert_int_equal(remove(folder), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
	for (int i = 0; i < 2; i++) {
		char *from = test_compile("cc", "-g -Wl,--build-id=none",
					  "tests/data/shape.c");

		if (!from) {
			rmdir(folder);
			free(folder);
			return NULL;
		}
		snprintf(to, sizeof(to), "%s/%d.ko", folder, i);
		assert_int_equal(rename(from, to), 0);
		free(from);
	}
	return folder;
}

static void remove_folder(char *folder)
{
	char path[4096];

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%d.ko", folder, i);
		remove(path);
	}
	rmdir(folder);
	free(folder);
}

static void units_are_those_of_all_files(void **state)
{
	char *folder = make_folder();
	struct lay_error err = { .text = "" };
	struct lay_build *build;
	struct lay_defs defs;
	const char **units;
	size_t nr;

	(void)state;
	if (!folder)
		skip();
	if (lay_build_open(folder, NULL, &build, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(lay_build_find(build, "struct *", &defs, &err) > 1, 1);
	for (size_t i = 0; i < defs.nr; i++) {
		if (defs.def[i].flags & LAY_DEF_DECLARATION)
			continue;
		assert_int_equal(defs.def[i].nr_units, 2);
		assert_int_equal(lay_build_units(build, &defs.def[i], &units,
						 &nr, &err), 0);
		assert_int_equal(nr, 2);
		assert_non_null(strstr(units[0], "shape.c"));
		assert_ptr_equal(units[0], units[1]);
		free(units);
	}
	lay_defs_free(&defs);
	lay_build_close(build);
	remove_folder(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_definitions_are_one_whatever_file_comes_first),
		cmocka_unit_test(a_declaration_is_dropped_where_another_file_defines),
		cmocka_unit_test(a_declaration_of_what_a_function_defines_is_kept_for_all),
		cmocka_unit_test(what_is_unsure_is_equal_to_nothing),
		cmocka_unit_test(many_definitions_stay_apart),
		cmocka_unit_test(units_are_those_of_all_files),
		cmocka_unit_test(a_file_without_the_name_is_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
