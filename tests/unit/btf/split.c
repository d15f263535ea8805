// SPDX-License-Identifier: GPL-2.0-only
/* BTF that goes on where another one ends, as a module's does. */
#include <config.h>

#include <layoutdiff/layout.h>

#include "unit/btf/btf-test.h"
#include "base/poison.h"

enum { INT = 1, INNER, OUTER };		/* ids of the base */

/* struct inner { int a; }, which the module embeds, and one it does not use */
static void write_base(struct btf_writer *w, bool big_endian)
{
	btf_writer_init(w, big_endian, NULL);
	btf_writer_int(w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_struct(w, "inner", 4, 1);
	btf_writer_member(w, "a", INT, 0);
	btf_writer_struct(w, "outer", 8, 1);
	btf_writer_member(w, "in", INNER, 0);
}

/* struct mod { struct inner in; int n; }, and an outer of the module's own */
static void write_split(struct btf_writer *w, const struct btf_writer *base)
{
	btf_writer_init(w, base->types.big_endian, base);
	btf_writer_struct(w, "mod", 8, 2);
	btf_writer_member(w, "in", INNER, 0);
	btf_writer_member(w, "n", INT, 32);
	btf_writer_struct(w, "outer", 16, 1);
	btf_writer_member(w, "n", INT, 64);
}

static struct typeset *open_split(bool big_endian)
{
	struct btf_writer base_w, w;
	struct typeset *base, *set;

	write_base(&base_w, big_endian);
	write_split(&w, &base_w);
	base = open_written(&base_w, NULL);
	set = open_written(&w, base);
	typeset_unref(base);
	return set;
}

static void types_of_the_base_are_found_inside(void **state)
{
	const struct lay_type *type;
	struct reader *reader;

	(void)state;
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		reader = reader_of(open_split(big_endian));
		assert_string_equal(reader->ops->source(reader), "split BTF");
		type = load(reader, "mod");
		assert_int_equal(type->flags, LAY_TYPE_UNSAID | LAY_TYPE_SIZED);
		assert_int_equal(type->source_off, 4);
		assert_spelled(&type->members[0], "struct inner in");
		type = type->members[0].type;
		assert_int_equal(type->nr_members, 1);
		assert_string_equal(type->members[0].name, "a");
		reader->ops->close(reader);
	}
}

static void the_modules_own_definition_goes_first(void **state)
{
	struct reader *reader = reader_of(open_split(false));

	(void)state;
	assert_int_equal(load(reader, "outer")->size, 16);
	assert_int_equal(load(reader, "inner")->size, 4);
	reader->ops->close(reader);
}

/* As typedef u8 of vmlinux does beside one that a module makes itself. */
static void what_the_module_uses_of_the_base_counts_too(void **state)
{
	struct btf_writer base_w, w;
	struct typeset *base, *set;
	struct reader *reader;
	struct def_list defs;

	(void)state;
	write_base(&base_w, false);
	btf_writer_init(&w, false, &base_w);
	btf_writer_struct(&w, "inner", 16, 1);
	btf_writer_member(&w, "n", INT, 64);
	btf_writer_struct(&w, "outer", 16, 1);
	btf_writer_member(&w, "n", INT, 64);
	btf_writer_of(&w, BTF_KIND_PTR, NULL, INNER);
	base = open_written(&base_w, NULL);
	set = open_written(&w, base);
	typeset_unref(base);
	reader = reader_of(set);
	defs = find(reader, ANY_KIND, "inner");
	assert_int_equal(defs.nr, 2);
	free(defs.def);
	defs = find(reader, ANY_KIND, "outer");
	assert_int_equal(defs.nr, 1);
	free(defs.def);
	reader->ops->close(reader);
}

/* In a directory vmlinux answers for itself. */
static void alone_it_is_what_the_module_adds_by_name_too(void **state)
{
	struct typeset *set = open_split(false);
	struct reader *reader = NULL;
	struct def_list defs;

	(void)state;
	assert_int_equal(btf_reader_create(set, true, &reader, NULL), 0);
	assert_ptr_equal(btf_reader_set(reader), set);
	typeset_unref(set);
	defs = find(reader, ANY_KIND, "inner");
	assert_int_equal(defs.nr, 0);
	free(defs.def);
	assert_int_equal(load(reader, "outer")->size, 16);
	reader->ops->close(reader);
}

static void a_glob_means_what_the_module_adds(void **state)
{
	struct reader *reader = reader_of(open_split(false));
	struct def_list defs = find(reader, ANY_KIND, "*");

	(void)state;
	assert_int_equal(defs.nr, 2);
	assert_string_equal(defs.def[0].name, "mod");
	assert_string_equal(defs.def[1].name, "outer");
	assert_int_equal(defs.def[1].size, 16);
	free(defs.def);
	defs = find(reader, ANY_KIND, "inn*");
	assert_int_equal(defs.nr, 0);
	free(defs.def);
	reader->ops->close(reader);
}

static void without_its_base_it_is_not_read(void **state)
{
	struct btf_writer base_w, w;
	struct typeset *base, *set;

	(void)state;
	write_base(&base_w, false);
	write_split(&w, &base_w);
	assert_not_written(&w, NULL, LAY_E_NOT_FOUND,
			   ": BTF: is split from the BTF of vmlinux");
	write_split(&w, &base_w);
	base = open_written(&base_w, NULL);
	set = open_written(&w, base);
	write_base(&base_w, false);
	write_split(&w, &base_w);
	assert_not_written(&w, set, LAY_E_UNSUPPORTED, "is split itself");
	byte_buf_free(&base_w.types);
	byte_buf_free(&base_w.strings);
	typeset_unref(set);
	typeset_unref(base);
}

static void a_base_of_the_other_byte_order_is_refused(void **state)
{
	struct btf_writer base_w, w;
	struct typeset *base;

	(void)state;
	write_base(&base_w, true);
	base = open_written(&base_w, NULL);
	write_base(&base_w, false);
	write_split(&w, &base_w);
	assert_not_written(&w, base, LAY_E_FORMAT, "byte order of its base");
	byte_buf_free(&base_w.types);
	byte_buf_free(&base_w.strings);
	typeset_unref(base);
}

static void another_base_is_noticed(void **state)
{
	struct btf_writer base_w, other_w, w;
	struct typeset *base;

	(void)state;
	/* a name of the base begins inside one of the other's */
	write_base(&base_w, false);
	btf_writer_init(&w, false, &base_w);
	btf_writer_raw(&w, 1 + 4, btf_writer_info(BTF_KIND_STRUCT, false, 0),
		       0);
	btf_writer_init(&other_w, false, NULL);
	btf_writer_int(&other_w, "unsigned", 4, 0, 0, 32);
	btf_writer_struct(&other_w, "longer name than in the base", 4, 0);
	btf_writer_struct(&other_w, "outer", 4, 0);
	base = open_written(&other_w, NULL);
	assert_not_written(&w, base, LAY_E_FORMAT,
			   "that is not what this was split from");
	typeset_unref(base);

	/* what was a type is a function in the other */
	btf_writer_init(&w, false, &base_w);
	btf_writer_of(&w, BTF_KIND_TYPEDEF, "t", INNER);
	btf_writer_init(&other_w, false, NULL);
	btf_writer_raw(&other_w, 0,
		       btf_writer_info(BTF_KIND_FUNC_PROTO, false, 0), 0);
	btf_writer_of(&other_w, BTF_KIND_FUNC, "a rather long name of one", 1);
	btf_writer_struct(&other_w, "s", 4, 0);
	base = open_written(&other_w, NULL);
	assert_not_written(&w, base, LAY_E_FORMAT,
			   "that is not what this was split from");
	typeset_unref(base);
	byte_buf_free(&base_w.types);
	byte_buf_free(&base_w.strings);
}

/* A module built with --btf_features=distilled_base: records and enums of the
 * base have their name and size, all else is written out. */
static struct elf_file *open_distilled(char **path)
{
	struct lay_error err = { .text = "" };
	struct btf_writer base_w, w;
	struct byte_buf base, own;
	struct elf_writer elf;
	struct elf_file *file;
	uint32_t at;

	btf_writer_init(&base_w, false, NULL);
	btf_writer_int(&base_w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_struct(&base_w, "inner", 24, 0);
	at = btf_writer_name(&base_w, "state");
	btf_writer_raw(&base_w, at, btf_writer_info(BTF_KIND_ENUM, false, 0),
		       4);
	btf_writer_init(&w, false, &base_w);
	btf_writer_struct(&w, "mod", 32, 3);
	btf_writer_member(&w, "in", INNER, 0);
	btf_writer_member(&w, "how", 3, 192);
	btf_writer_member(&w, "n", INT, 224);
	btf_writer_finish(&base_w, &base);
	btf_writer_finish(&w, &own);

	elf_writer_init(&elf, true, false, EM_X86_64);
	elf.type = ET_REL;
	elf_writer_add_section(&elf, ".BTF", SHT_PROGBITS, 0, own.data,
			       own.len);
	elf_writer_add_section(&elf, ".BTF.base", SHT_PROGBITS, 0, base.data,
			       base.len);
	byte_buf_free(&own);
	byte_buf_free(&base);
	*path = elf_writer_finish(&elf);
	if (elf_open(*path, &file, &err) < 0)
		fail_msg("%s", err.text);
	return file;
}

static void what_a_distilled_base_only_sizes_is_incomplete(void **state)
{
	struct lay_error err = { .text = "" };
	struct lay_layout *layout;
	const struct lay_type *type;
	struct reader *reader;
	struct elf_file *file;
	struct def_list defs;
	struct typeset *set;
	uint64_t size;
	char *path;

	(void)state;
	file = open_distilled(&path);
	if (typeset_open_elf(file, NULL, &set, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(set->pointer_size, 8);
	reader = reader_of(set);
	assert_string_equal(reader->ops->source(reader),
			    "split BTF over .BTF.base");

	type = load(reader, "mod");
	assert_int_equal(type->flags, LAY_TYPE_UNSAID | LAY_TYPE_SIZED);
	assert_int_equal(type->nr_members, 3);
	assert_int_equal(type->members[2].bit_off, 224);
	for (size_t i = 0; i < 2; i++) {
		const struct lay_type *inner = type->members[i].type;

		assert_int_equal(inner->flags, LAY_TYPE_UNSAID |
				 LAY_TYPE_SIZED | LAY_TYPE_DECLARATION |
				 LAY_TYPE_PARTIAL);
		assert_non_null(strstr(inner->why, ".BTF.base"));
		assert_true(lay_type_size(inner, &size));
		assert_int_equal(size, i ? 4 : 24);
	}
	assert_int_equal(type->members[2].type->flags,
			 LAY_TYPE_UNSAID | LAY_TYPE_SIZED);
	if (lay_layout_make(type, NULL, &layout, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(layout->slots[0].flags & LAY_SLOT_INCOMPLETE);
	assert_false(layout->slots[layout->nr_slots - 1].flags &
		     LAY_SLOT_INCOMPLETE);
	lay_layout_free(layout);

	defs = find(reader, ANY_KIND, "inner");
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].flags, LAY_DEF_DECLARATION);
	assert_int_equal(defs.def[0].size, 24);
	free(defs.def);
	reader->ops->close(reader);
	elf_close(file);
	test_file_remove(path);
}

static void a_file_without_btf_is_named(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file = NULL;
	struct typeset *set = NULL;
	struct elf_writer elf;
	char *path;

	(void)state;
	elf_writer_init(&elf, true, false, EM_X86_64);
	path = elf_writer_finish(&elf);
	assert_int_equal(elf_open(path, &file, &err), 0);
	assert_int_equal(typeset_open_elf(file, NULL, &set, &err),
			 -LAY_E_NO_DEBUG);
	assert_says(&err, path);
	assert_says(&err, ": has no section .BTF");
	assert_null(set);
	elf_close(file);
	test_file_remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_of_the_base_are_found_inside),
		cmocka_unit_test(the_modules_own_definition_goes_first),
		cmocka_unit_test(what_the_module_uses_of_the_base_counts_too),
		cmocka_unit_test(alone_it_is_what_the_module_adds_by_name_too),
		cmocka_unit_test(a_glob_means_what_the_module_adds),
		cmocka_unit_test(without_its_base_it_is_not_read),
		cmocka_unit_test(a_base_of_the_other_byte_order_is_refused),
		cmocka_unit_test(another_base_is_noticed),
		cmocka_unit_test(what_a_distilled_base_only_sizes_is_incomplete),
		cmocka_unit_test(a_file_without_btf_is_named),
	};

	return cmocka_run_group_tests_name("btf/split", tests, NULL, NULL);
}
