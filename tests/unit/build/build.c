// SPDX-License-Identifier: GPL-2.0-only
/* What is opened how, what it says of itself, and what is said of what is not
 * there. */
#include <config.h>

#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "build/machine.h"
#include "unit/btf/btf-test.h"
#include "base/poison.h"

/* A file of @machine with BTF of a struct, an enum and a typedef. */
static char *make_build(bool is_64, bool big_endian, uint16_t machine,
			const char *rodata, size_t rodata_len)
{
	struct btf_writer w;
	struct byte_buf btf;
	struct elf_writer elf;

	btf_writer_init(&w, big_endian, NULL);
	btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_struct(&w, "dst_entry", 8, 2);
	btf_writer_member(&w, "a", 1, 0);
	btf_writer_member(&w, "b", 1, 32);
	btf_writer_struct(&w, "dst_ops", 4, 1);
	btf_writer_member(&w, "a", 1, 0);
	btf_writer_finish(&w, &btf);

	elf_writer_init(&elf, is_64, big_endian, machine);
	elf_writer_add_section(&elf, ".BTF", SHT_PROGBITS, 0, btf.data,
			       btf.len);
	if (rodata)
		elf_writer_add_section(&elf, ".rodata", SHT_PROGBITS,
				       SHF_ALLOC, rodata, rodata_len);
	byte_buf_free(&btf);
	return elf_writer_finish(&elf);
}

static struct lay_build *open_ok(const char *path)
{
	struct lay_build *b;
	struct lay_error err = { 0 };

	if (lay_build_open(path, NULL, &b, &err) < 0)
		fail_msg("%s", err.text);
	return b;
}

/* BTF alone says byte order and size of a pointer, and no machine. */
static void raw_btf_says_what_it_knows(void **state)
{
	static const struct {
		bool big_endian;
		uint32_t long_size;
		unsigned int word_size, max_scalar;
	} cases[] = {
		{ false, 8, 8, 16 }, { true, 4, 4, 8 },
		/* nothing tells */
		{ true, 2, 8, 16 },
	};
	const struct lay_identity *id;
	struct lay_build *b;
	struct btf_writer w;
	struct byte_buf btf;
	char *path;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		btf_writer_init(&w, cases[i].big_endian, NULL);
		btf_writer_int(&w, "long int", cases[i].long_size,
			       BTF_INT_SIGNED, 0, 8 * cases[i].long_size);
		btf_writer_finish(&w, &btf);
		path = test_file_write(btf.data, btf.len);
		byte_buf_free(&btf);
		b = open_ok(path);
		assert_int_equal(lay_build_identity(b, &id, NULL), 0);
		assert_int_equal(id->big_endian, cases[i].big_endian);
		assert_int_equal(id->word_size, cases[i].word_size);
		assert_int_equal(id->max_scalar, cases[i].max_scalar);
		assert_null(id->machine);
		assert_null(id->release);
		assert_null(id->build_id);
		assert_string_equal(id->source, "BTF");
		lay_build_close(b);
		test_file_remove(path);
	}
}

static void the_running_kernel_is_known(void **state)
{
	static const char path[] = "/sys/kernel/btf/vmlinux";
	const struct lay_identity *id;
	struct utsname name;
	struct lay_build *b;

	(void)state;
	if (access(path, R_OK) < 0 || uname(&name) < 0)
		skip();
	b = open_ok(path);
	assert_int_equal(lay_build_identity(b, &id, NULL), 0);
	assert_string_equal(id->release, name.release);
	assert_non_null(id->machine);
	lay_build_close(b);
}

static void machines_go_by_several_names(void **state)
{
	static const struct {
		const char *name, *machine;
		unsigned int line_size;
	} names[] = {
		{ "x86_64", "x86_64", 64 }, { "i686", "i386", 64 },
		{ "armv7l", "arm", 64 }, { "aarch64", "aarch64", 64 },
		{ "ppc64le", "ppc64le", 128 }, { "ppc64", "ppc64", 128 },
		{ "s390x", "s390x", 256 }, { "riscv64", "riscv64", 64 },
		{ "vax", NULL, 7 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct lay_identity id = { .line_size = 7 };

		machine_by_name(names[i].name, &id);
		if (names[i].machine)
			assert_string_equal(id.machine, names[i].machine);
		else
			assert_null(id.machine);
		assert_int_equal(id.line_size, names[i].line_size);
	}
}

static void a_machine_has_its_line_not_the_hosts(void **state)
{
	static const struct {
		bool is_64, big_endian;
		uint16_t em;
		const char *machine;
		unsigned int line_size, max_scalar;
	} machines[] = {
		{ true, false, EM_X86_64, "x86_64", 64, 16 },
		{ false, false, EM_386, "i386", 64, 4 },
		{ true, true, EM_S390, "s390x", 256, 8 },
		{ true, true, EM_PPC64, "ppc64", 128, 16 },
		{ true, false, EM_PPC64, "ppc64le", 128, 16 },
		{ true, false, EM_AARCH64, "aarch64", 64, 16 },
		{ true, false, EM_IA_64, "ia64", 128, 16 },
		{ true, false, 60000, "machine 60000", 64, 16 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		char *path = make_build(machines[i].is_64,
					machines[i].big_endian,
					machines[i].em, NULL, 0);
		struct lay_build *b = open_ok(path);
		const struct lay_identity *id;

		assert_int_equal(lay_build_identity(b, &id, NULL), 0);
		assert_string_equal(id->machine, machines[i].machine);
		assert_int_equal(id->word_size, machines[i].is_64 ? 8 : 4);
		assert_int_equal(id->big_endian, machines[i].big_endian);
		assert_int_equal(id->line_size, machines[i].line_size);
		assert_int_equal(id->max_scalar, machines[i].max_scalar);
		assert_string_equal(id->source, "BTF");
		assert_null(id->release);
		assert_null(id->build_id);
		lay_build_close(b);
		test_file_remove(path);
	}
}

static void the_release_is_in_the_banner(void **state)
{
	static const char rodata[] =
		"Linux version %s (%s)\0Linux version 6.1.0-57 (gcc)\0";
	static const char cut[] = "x Linux version 6.1";
	const struct lay_identity *id;
	struct lay_build *b;
	char *path;

	(void)state;
	path = make_build(true, false, EM_X86_64, rodata, sizeof(rodata));
	b = open_ok(path);
	assert_int_equal(lay_build_identity(b, &id, NULL), 0);
	assert_string_equal(id->release, "6.1.0-57");
	assert_string_equal(id->path, path);
	lay_build_close(b);
	test_file_remove(path);

	path = make_build(true, false, EM_X86_64, cut, sizeof(cut) - 1);
	b = open_ok(path);
	assert_int_equal(lay_build_identity(b, &id, NULL), 0);
	assert_string_equal(id->release, "6.1");
	lay_build_close(b);
	test_file_remove(path);
}

static void check_not_found(struct lay_build *b, const char *spec,
			    const char *expected)
{
	struct lay_error err = { 0 };
	struct lay_defs defs;

	assert_int_equal(lay_build_find(b, spec, &defs, &err),
			 -LAY_E_NOT_FOUND);
	if (!strstr(err.text, expected))
		fail_msg("'%s' is not in '%s'", expected, err.text);
	assert_null(defs.def);
}

static void what_is_not_there_is_said_with_what_is_near(void **state)
{
	char *path = make_build(true, false, EM_X86_64, NULL, 0);
	struct lay_build *b = open_ok(path);

	(void)state;
	check_not_found(b, "dst_enrty",
			"no type 'dst_enrty': did you mean dst_entry?");
	check_not_found(b, "union dst_entry",
			"no 'union dst_entry', but there is struct dst_entry");
	check_not_found(b, "zebra", "no type 'zebra'");
	check_not_found(b, "zebra*", "no type 'zebra*'");
	lay_build_close(b);
	test_file_remove(path);
}

static void definitions_come_by_name_with_the_path_behind(void **state)
{
	char *path = make_build(true, false, EM_X86_64, NULL, 0);
	struct lay_build *b = open_ok(path);
	struct lay_defs defs;

	(void)state;
	assert_int_equal(lay_build_find(b, "dst_*", &defs, NULL), 2);
	assert_string_equal(defs.def[0].name, "dst_entry");
	assert_string_equal(defs.def[1].name, "dst_ops");
	assert_null(defs.member_path);
	lay_defs_free(&defs);

	assert_int_equal(lay_build_find(b, "dst_entry.b", &defs, NULL), 1);
	assert_string_equal(defs.member_path, "b");
	lay_defs_free(&defs);
	lay_build_close(b);
	test_file_remove(path);
}

static void check_cannot_open(char *path, enum lay_from from, int code,
			      const char *expected)
{
	struct lay_open_opts opts = { .from = from };
	struct lay_build *b;
	struct lay_error err = { 0 };

	assert_int_equal(lay_build_open(path, &opts, &b, &err), -code);
	if (!strstr(err.text, expected))
		fail_msg("'%s' is not in '%s'", expected, err.text);
	test_file_remove(path);
}

static void what_cannot_be_read_is_told_how_to_get(void **state)
{
	struct elf_writer w;

	(void)state;
	check_cannot_open(make_build(true, false, EM_X86_64, NULL, 0),
			  LAY_FROM_DWARF, LAY_E_NO_DEBUG, "but there is BTF");

	elf_writer_init(&w, true, false, EM_X86_64);
	check_cannot_open(elf_writer_finish(&w), LAY_FROM_BEST, LAY_E_NO_DEBUG,
			  "CONFIG_DEBUG_INFO");
	elf_writer_init(&w, true, false, EM_X86_64);
	check_cannot_open(elf_writer_finish(&w), LAY_FROM_BTF, LAY_E_NO_DEBUG,
			  "CONFIG_DEBUG_INFO_BTF");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(raw_btf_says_what_it_knows),
		cmocka_unit_test(the_running_kernel_is_known),
		cmocka_unit_test(machines_go_by_several_names),
		cmocka_unit_test(a_machine_has_its_line_not_the_hosts),
		cmocka_unit_test(the_release_is_in_the_banner),
		cmocka_unit_test(what_is_not_there_is_said_with_what_is_near),
		cmocka_unit_test(definitions_come_by_name_with_the_path_behind),
		cmocka_unit_test(what_cannot_be_read_is_told_how_to_get),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
