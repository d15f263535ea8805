// SPDX-License-Identifier: GPL-2.0-only
/* BTF of files in trees as builds and distributions lay them out. */
#include <config.h>

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build/btf-open.h"
#include "build/modinfo.h"
#include "unit/btf/btf-test.h"
#include "base/poison.h"

#define RELEASE "6.1.0-test"

/* A file that a test made, and the folders on the way to it. */
static void make_file(const char *root, const char *path, const void *data,
		      size_t len)
{
	char full[600];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", root, path);
	for (char *p = full + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0777);
		*p = '/';
	}
	f = fopen(full, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

/* An ELF file with @btf, and .modinfo where @release is not NULL. */
static void make_elf(const char *root, const char *path,
		     const struct byte_buf *btf, const char *release)
{
	struct elf_writer elf;
	struct byte_buf image, info;

	elf_writer_init(&elf, true, false, EM_X86_64);
	if (btf)
		elf_writer_add_section(&elf, ".BTF", SHT_PROGBITS, 0,
				       btf->data, btf->len);
	if (release) {
		byte_buf_init(&info, false);
		byte_buf_string(&info, "license=GPL");
		byte_buf_string(&info, release);
		elf_writer_add_section(&elf, ".modinfo", SHT_PROGBITS, 0,
				       info.data, info.len);
		byte_buf_free(&info);
	}
	elf_writer_image(&elf, &image);
	make_file(root, path, image.data, image.len);
	byte_buf_free(&image);
}

struct tree {
	char root[100];
	struct byte_buf base, split;
};

static int set_up(void **state)
{
	struct tree *t = calloc(1, sizeof(*t));
	struct btf_writer base_w, w;

	assert_non_null(t);
	snprintf(t->root, sizeof(t->root), "/tmp/layoutdiff-tree-XXXXXX");
	assert_non_null(mkdtemp(t->root));
	btf_writer_init(&base_w, false, NULL);
	btf_writer_int(&base_w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_init(&w, false, &base_w);
	btf_writer_struct(&w, "mod", 4, 1);
	btf_writer_member(&w, "n", 1, 0);
	btf_writer_finish(&base_w, &t->base);
	btf_writer_finish(&w, &t->split);
	*state = t;
	return 0;
}

static int tear_down(void **state)
{
	struct tree *t = *state;
	char command[200];

	snprintf(command, sizeof(command), "rm -rf '%s'", t->root);
	byte_buf_free(&t->base);
	byte_buf_free(&t->split);
	free(t);
	return system(command);
}

/* Open the file @path of the tree, which is ELF. */
static int open_in(const struct tree *t, const char *path, const char *base,
		   struct reader **reader, struct lay_error *err)
{
	struct elf_file *file = NULL;
	char full[600], full_base[600];
	int ret;

	snprintf(full, sizeof(full), "%s/%s", t->root, path);
	snprintf(full_base, sizeof(full_base), "%s/%s", t->root,
		 base ? base : "");
	if (elf_open(full, &file, err) < 0)
		fail_msg("%s", err->text);
	ret = btf_open(full, file, base ? full_base : NULL, reader, err);
	elf_close(file);
	return ret;
}

/* The module @path is read over the vmlinux at @vmlinux, put there now. */
static void assert_found(const struct tree *t, const char *path,
			 const char *vmlinux, const char *stated)
{
	struct lay_error err = { .text = "" };
	struct reader *reader;

	make_elf(t->root, path, &t->split, "vermagic=" RELEASE " SMP");
	make_elf(t->root, vmlinux, &t->base, NULL);
	if (open_in(t, path, stated, &reader, &err) < 0)
		fail_msg("%s", err.text);
	assert_spelled(&load(reader, "mod")->members[0], "int n");
	reader->ops->close(reader);
}

static void a_build_tree_has_its_base_at_the_top(void **state)
{
	assert_found(*state, "net/ipv4/mod.ko", "vmlinux", NULL);
}

static void a_debug_package_has_its_base_in_boot(void **state)
{
	assert_found(*state, "usr/lib/debug/lib/modules/" RELEASE
		     "/kernel/net/mod.ko",
		     "usr/lib/debug/boot/vmlinux-" RELEASE, NULL);
}

static void installed_modules_have_their_base_in_debug(void **state)
{
	assert_found(*state, "lib/modules/" RELEASE "/kernel/net/mod.ko",
		     "usr/lib/debug/lib/modules/" RELEASE "/vmlinux", NULL);
}

static void a_base_that_is_named_is_taken(void **state)
{
	assert_found(*state, "mods/mod.ko", "elsewhere/kernel.elf",
		     "elsewhere/kernel.elf");
}

static void a_raw_base_is_taken_too(void **state)
{
	struct lay_error err = { .text = "" };
	const struct tree *t = *state;
	struct reader *reader;
	char path[600];

	make_file(t->root, "btf/vmlinux", t->base.data, t->base.len);
	make_file(t->root, "btf/mod", t->split.data, t->split.len);
	snprintf(path, sizeof(path), "%s/btf/mod", t->root);
	if (btf_open(path, NULL, NULL, &reader, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(reader->ops->source(reader), "split BTF");
	assert_int_equal(load(reader, "mod")->size, 4);
	reader->ops->close(reader);
}

static void a_vmlinux_without_btf_is_passed_by(void **state)
{
	const struct tree *t = *state;

	make_elf(t->root, "a/vmlinux", NULL, NULL);
	assert_found(t, "a/b/mod.ko", "vmlinux", NULL);
}

static void without_a_base_the_option_is_named(void **state)
{
	struct lay_error err = { .text = "" };
	struct reader *reader = NULL;
	const struct tree *t = *state;

	make_elf(t->root, "mod.ko", &t->split, "vermagic=" RELEASE);
	assert_int_equal(open_in(t, "mod.ko", NULL, &reader, &err),
			 -LAY_E_NOT_FOUND);
	assert_says(&err, "mod.ko: its BTF is split");
	assert_says(&err, "--btf-base");
	assert_null(reader);

	make_elf(t->root, "plain", NULL, NULL);
	assert_int_equal(open_in(t, "mod.ko", "plain", &reader, &err),
			 -LAY_E_NO_DEBUG);
	assert_says(&err, "plain: has no section .BTF");
}

static void a_base_that_is_damaged_is_said_to_be(void **state)
{
	struct lay_error err = { .text = "" };
	struct reader *reader = NULL;
	struct tree *t = *state;

	t->base.data[2] = 9;
	make_elf(t->root, "vmlinux", &t->base, NULL);
	make_elf(t->root, "mod.ko", &t->split, NULL);
	assert_int_equal(open_in(t, "mod.ko", NULL, &reader, &err),
			 -LAY_E_UNSUPPORTED);
	assert_says(&err, "/vmlinux: .BTF+0x2: BTF of version 9");
}

static void a_release_is_no_path(void **state)
{
	struct lay_error err = { .text = "" };
	struct reader *reader = NULL;
	struct tree *t = *state;

	make_elf(t->root, "x/vmlinux", &t->base, NULL);
	make_elf(t->root, "vmlinux-/dummy", NULL, NULL);
	make_elf(t->root, "mod.ko", &t->split, "vermagic=/../x/vmlinux");
	assert_int_equal(open_in(t, "mod.ko", NULL, &reader, &err),
			 -LAY_E_NOT_FOUND);
}

static void modinfo_is_searched_by_whole_keys(void **state)
{
	struct lay_error err = { .text = "" };
	const struct tree *t = *state;
	struct elf_file *file;
	const char *value;
	char path[600];

	make_elf(t->root, "mod.ko", NULL, "version=2");
	snprintf(path, sizeof(path), "%s/mod.ko", t->root);
	assert_int_equal(elf_open(path, &file, &err), 0);
	assert_int_equal(modinfo_find(file, "version", &value, &err), 1);
	assert_string_equal(value, "2");
	assert_int_equal(modinfo_find(file, "license", &value, &err), 1);
	assert_string_equal(value, "GPL");
	assert_int_equal(modinfo_find(file, "licens", &value, &err), 0);
	assert_int_equal(modinfo_find(file, "icense", &value, &err), 0);
	elf_close(file);
}

static void modinfo_without_end_is_refused(void **state)
{
	static const char info[] = { 'v', '=', '1', 0, 'w', '=', '2' };
	struct lay_error err = { .text = "" };
	struct elf_writer elf;
	struct elf_file *file;
	const char *value;
	char *path;

	(void)state;
	elf_writer_init(&elf, true, false, EM_X86_64);
	elf_writer_add_section(&elf, ".modinfo", SHT_PROGBITS, 0, info,
			       sizeof(info));
	path = elf_writer_finish(&elf);
	assert_int_equal(elf_open(path, &file, &err), 0);
	assert_int_equal(modinfo_find(file, "v", &value, &err), 1);
	assert_int_equal(modinfo_find(file, "w", &value, &err), -LAY_E_FORMAT);
	assert_says(&err, ".modinfo+0x4: a string without end");
	elf_close(file);
	test_file_remove(path);
}

#define TREE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TREE_TEST(a_build_tree_has_its_base_at_the_top),
		TREE_TEST(a_debug_package_has_its_base_in_boot),
		TREE_TEST(installed_modules_have_their_base_in_debug),
		TREE_TEST(a_base_that_is_named_is_taken),
		TREE_TEST(a_raw_base_is_taken_too),
		TREE_TEST(a_vmlinux_without_btf_is_passed_by),
		TREE_TEST(without_a_base_the_option_is_named),
		TREE_TEST(a_base_that_is_damaged_is_said_to_be),
		TREE_TEST(a_release_is_no_path),
		TREE_TEST(modinfo_is_searched_by_whole_keys),
		cmocka_unit_test(modinfo_without_end_is_refused),
	};

	return cmocka_run_group_tests_name("build/btf-open", tests, NULL, NULL);
}
