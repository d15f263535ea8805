// SPDX-License-Identifier: GPL-2.0-only
/* Caches as code creates them: tests/data/slabs.c. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <layoutdiff/slabs.h>

#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

#define SOURCE "tests/data/slabs.c"
#define FLAGS "-O2 -g -mno-sse"

struct code {
	char *path;
	struct lay_build *build;
	struct lay_slabs *slabs;
};

static bool follow(struct code *code, const char *compiler, const char *flags,
		   unsigned int jobs)
{
	struct lay_slabs_opts opts = { .jobs = jobs };
	struct lay_error err = { .text = "" };

	code->path = test_compile(compiler, flags, SOURCE);
	if (!code->path)
		return false;
	if (lay_build_open(code->path, NULL, &code->build, &err) < 0 ||
	    lay_slabs_make(code->build, &opts, &code->slabs, &err) < 0)
		fail_msg("%s %s: %s", compiler, flags, err.text);
	return true;
}

static void done(struct code *code)
{
	lay_slabs_free(code->slabs);
	lay_build_close(code->build);
	test_file_remove(code->path);
}

static const struct lay_slab_cache *find(const struct code *code,
					 const char *name)
{
	size_t nr;
	const struct lay_slab_cache *c = lay_slabs_caches(code->slabs, &nr);

	for (size_t i = 0; i < nr; i++, c++)
		if (name ? c->name && !strcmp(c->name, name) : !c->name)
			return c;
	fail_msg("no cache %s", name ? name : "without a name");
	return NULL;
}

static const struct expected {
	const char *name;
	uint64_t size, align;
	const char *flags, *variable, *ctor, *function, *type;
	uint64_t type_size;
	enum lay_access_grade grade;
	const char *source;
} all[] = {
	{ "plain", 16, 8, "PANIC", "plain_cachep", NULL, "create_plain",
	  "struct plain", 16, LAY_ACCESS_EXACT, NULL },
	{ "copied_cache", 56, 0, "HWCACHE_ALIGN|ACCOUNT", "copied_cachep",
	  "copied_init", "create_copied", "struct copied", 56,
	  LAY_ACCESS_INFERRED, NULL },
	{ "lined", 64, 64, "HWCACHE_ALIGN", "lined_cachep", NULL,
	  "create", "struct lined", 64, LAY_ACCESS_EXACT, NULL },
	{ "listed_cache", 16, 8, "", "listed_cachep", "copied_init",
	  "create", "struct listed", 16, LAY_ACCESS_INFERRED, NULL },
	{ "pooled", 24, 0, "", "pooled_cachep", NULL, "create_plain",
	  "struct pooled", 24, LAY_ACCESS_INFERRED, NULL },
	{ "NEAR", 24, 0, "HWCACHE_ALIGN|RECLAIM_ACCOUNT", "struct family.slab",
	  NULL, "register_family", "struct head", 4, LAY_ACCESS_EXACT,
	  "near_family" },
	{ "FAR", 240, 0, "HWCACHE_ALIGN", "struct family.slab", NULL,
	  "register_family", "struct head", 4, LAY_ACCESS_EXACT,
	  "far_family" },
};

static void assert_text(const struct expected *e, const char *what,
			const char *text, const char *wanted)
{
	if (!text != !wanted || (text && strcmp(text, wanted) != 0))
		fail_msg("%s: %s is %s, not %s", e->name, what,
			 text ? text : "none", wanted ? wanted : "none");
}

static void check(const struct code *code, const struct expected *e)
{
	const struct lay_slab_cache *c = find(code, e->name);

	assert_null(c->size.unknown);
	assert_int_equal(c->size.value, e->size);
	if (c->align.unknown)
		fail_msg("%s: align: %s", e->name, c->align.unknown);
	assert_int_equal(c->align.value, e->align);
	assert_text(e, "flags", c->flags_text, e->flags);
	assert_null(c->flags.unknown);
	assert_text(e, "variable", c->variable, e->variable);
	assert_text(e, "ctor", c->ctor, e->ctor);
	assert_null(c->ctor_unknown);
	assert_text(e, "function", c->function, e->function);
	assert_text(e, "type", c->type, e->type);
	assert_int_equal(c->type_size, e->type_size);
	assert_int_equal(c->grade, e->grade);
	assert_text(e, "source", c->source, e->source);
	assert_non_null(strstr(c->file, "slabs.c"));
	assert_true(c->line > 0);
}

static void each_way_to_create_a_cache_is_read(void **state)
{
	static const char *const compilers[] = {
		"gcc", "clang-19", "clang", "aarch64-linux-gnu-gcc",
	};
	unsigned int nr = 0;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct code code;

		if (!follow(&code, compilers[i], FLAGS, 0))
			continue;
		nr++;
		for (size_t k = 0; k < sizeof(all) / sizeof(all[0]); k++)
			check(&code, &all[k]);
		done(&code);
	}
	if (!nr)
		skip();
}

static void what_is_not_known_says_why(void **state)
{
	const struct lay_slab_cache *c;
	struct code code;

	(void)state;
	if (!follow(&code, "gcc", FLAGS, 0))
		skip();
	c = find(&code, NULL);
	assert_string_equal(c->name_unknown, "parameter name");
	assert_string_equal(c->size.unknown, "runtime_size");
	assert_string_equal(c->variable, "runtime_cachep");
	assert_string_equal(c->flags_text, "PANIC");
	assert_null(c->type);
	assert_int_equal(c->nr_allocs, 0);
	done(&code);
}

static void only_records_with_a_size_make_caches(void **state)
{
	size_t nr;
	struct code code;
	const struct lay_slab_cache *c;

	(void)state;
	if (!follow(&code, "gcc", FLAGS, 0))
		skip();
	c = lay_slabs_caches(code.slabs, &nr);
	for (size_t i = 0; i < nr; i++)
		assert_true(!c[i].source ||
			    strcmp(c[i].source, "unused_family") != 0);
	assert_int_equal(nr, 8);
	assert_int_equal(lay_slabs_nr_sites(code.slabs), 7);
	assert_int_equal(lay_slabs_nr_allocs(code.slabs), 6);
	done(&code);
}

static void kmalloc_is_told_by_type_and_size(void **state)
{
	const struct lay_slab_kmalloc *k;
	struct code code;
	size_t nr;

	(void)state;
	if (!follow(&code, "gcc", FLAGS, 0))
		skip();
	k = lay_slabs_kmallocs(code.slabs, &nr);
	assert_int_equal(nr, 1);
	assert_string_equal(k->type, "struct copied");
	assert_int_equal(k->type_size, 56);
	assert_int_equal(k->size, 56);
	assert_int_equal(k->nr_allocs, 1);
	done(&code);
}

static void code_without_caches_has_none(void **state)
{
	char *path = test_compile("gcc", "-O2 -g", "tests/data/access.c");
	struct lay_error err = { .text = "" };
	struct lay_build *build;
	struct lay_slabs *slabs;
	size_t nr;

	(void)state;
	if (!path)
		skip();
	assert_int_equal(lay_build_open(path, NULL, &build, &err), 0);
	assert_int_equal(lay_slabs_make(build, NULL, &slabs, &err), 0);
	lay_slabs_caches(slabs, &nr);
	assert_int_equal(nr, 0);
	lay_slabs_free(slabs);
	lay_build_close(build);
	test_file_remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_way_to_create_a_cache_is_read),
		cmocka_unit_test(what_is_not_known_says_why),
		cmocka_unit_test(only_records_with_a_size_make_caches),
		cmocka_unit_test(kmalloc_is_told_by_type_and_size),
		cmocka_unit_test(code_without_caches_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
