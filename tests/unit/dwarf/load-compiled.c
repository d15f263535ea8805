// SPDX-License-Identifier: GPL-2.0-only
/*
 * Load what compilers wrote, in each version of DWARF and for several machines,
 * and compare with what the same compiler says of the same types.
 */
#include <config.h>

#include <stdio.h>

#include "dwarf/die.h"
#include "dwarf/load.h"
#include "unit/compile.h"
#include "unit/dwarf/dwarf-test.h"
#include "base/poison.h"

#define SOURCE		"tests/unit/dwarf/load-nasty.c"
#define TEXT_LEN	24

/* Lengths of load-nasty.c's struct place, and of what PROBE() makes. */
#define PLACE_SIZE	(2 * TEXT_LEN + 16)
#define PROBE_SIZE	128
#define PROBE_BYTES	64

struct build {
	const char *compiler, *flags;
	struct dwarf_test d;
	struct dw_loader *loader;
	struct dw_view view;
};

static void close_build(struct build *b)
{
	dw_view_deinit(&b->view);
	dw_loader_free(b->loader);
	dwarf_test_close(&b->d);
}

/* False: there is no such compiler. */
static bool open_build(struct build *b, const char *compiler, const char *flags)
{
	struct lay_error err = { .text = "" };

	*b = (struct build){ .compiler = compiler, .flags = flags };
	b->d.path = test_compile(compiler, flags, SOURCE);
	if (!b->d.path)
		return false;
	assert_ok(elf_open(b->d.path, &b->d.elf, &err), &err);
	assert_ok(dw_file_open(b->d.elf, &b->d.file, &err), &err);
	assert_ok(dw_loader_new(b->d.file, true, &b->loader, &err), &err);
	dw_view_init(&b->view, b->d.file);
	return true;
}

/* The definition of struct @name among the DIEs of @unit, or 0. */
static uint64_t find_in_unit(struct build *b, const struct dw_unit *unit,
			     const char *name)
{
	struct lay_error err = { .text = "" };
	struct dw_die die;
	uint64_t off;
	const char *s;

	assert_ok(dw_view_open(&b->view, unit, &err), &err);
	off = b->view.root.next;
	for (;;) {
		assert_ok(dw_die_read(&b->view, off, &die, &err), &err);
		if (!die.tag)
			return 0;
		if (die.tag == DW_TAG_structure_type &&
		    dw_die_has(&die, DW_FACT_NAME) &&
		    dw_die_has(&die, DW_FACT_BYTE_SIZE)) {
			assert_ok(dw_view_string(&b->view, off,
						 &die.fact[DW_FACT_NAME], &s,
						 &err), &err);
			if (!strcmp(s, name))
				return off;
		}
		assert_ok(dw_die_after(&b->view, &die, &off, &err), &err);
	}
}

static const struct lay_type *find_record(struct build *b, const char *name)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *type;
	uint64_t off = 0;

	for (size_t i = 0; i < b->d.file->nr_units && !off; i++)
		off = find_in_unit(b, &b->d.file->units[i], name);
	if (!off)
		fail_msg("%s %s: no struct %s", b->compiler, b->flags, name);
	assert_ok(dw_loader_load(b->loader, off, &type, &err), &err);
	if (type->flags & LAY_TYPE_PARTIAL)
		fail_msg("%s %s: struct %s: %s", b->compiler, b->flags, name,
			 type->why);
	return type;
}

/* The member @name of @record or of an anonymous one in it, and the bits that
 * the record it is in is away. */
static const struct lay_member *find_member(const struct lay_type *record,
					    const char *name, uint64_t *base)
{
	const struct lay_member *found;

	for (size_t i = 0; i < record->nr_members; i++) {
		const struct lay_member *m = &record->members[i];
		uint64_t before = *base;

		if (m->name && !strcmp(m->name, name))
			return m;
		if (m->name || !lay_type_is_record(m->type))
			continue;
		*base += m->bit_off;
		found = find_member(lay_type_strip(m->type), name, base);
		if (found)
			return found;
		*base = before;
	}
	return NULL;
}

static struct elf_data section(struct build *b, const char *name)
{
	const struct elf_section *s = elf_find_section(b->d.elf, name);
	struct lay_error err = { .text = "" };
	struct elf_data d;

	assert_non_null(s);
	assert_ok(elf_section_data(b->d.elf, s, &d, &err), &err);
	assert_true(d.size > 0);
	return d;
}

/* What scalars are aligned to at most in records. */
static uint64_t max_scalar(const struct build *b)
{
	switch (elf_machine(b->d.elf)) {
	case EM_386:
		return 4;
	case EM_S390:
		return 8;
	default:
		return 16;
	}
}

static void check_whole(struct build *b, const struct lay_type *record,
			uint64_t align, uint64_t size)
{
	uint64_t loaded = lay_type_align(record, max_scalar(b));

	if (record->size != size)
		fail_msg("%s %s: sizeof(struct %s) is %llu, not %llu",
			 b->compiler, b->flags, record->name,
			 (unsigned long long)size,
			 (unsigned long long)record->size);
	/* what is packed is not said: less than there is may be told */
	if (loaded > align)
		fail_msg("%s %s: struct %s is aligned to %llu, not %llu",
			 b->compiler, b->flags, record->name,
			 (unsigned long long)align,
			 (unsigned long long)loaded);
}

static void check_place(struct build *b, const uint8_t *truth)
{
	const char *record_name = (const char *)truth;
	const char *name = record_name + TEXT_LEN;
	bool big_endian = b->d.file->big_endian;
	uint64_t off = dw_load64(truth + 2 * TEXT_LEN, big_endian);
	uint64_t size = dw_load64(truth + 2 * TEXT_LEN + 8, big_endian);
	const struct lay_type *record = find_record(b, record_name);
	const struct lay_member *m;
	uint64_t base = 0, loaded;

	if (!*name) {
		check_whole(b, record, off, size);
		return;
	}
	m = find_member(record, name, &base);
	assert_non_null(m);
	assert_true(lay_type_size(m->type, &loaded));
	if (base + m->bit_off != 8 * off || loaded != size ||
	    m->flags & LAY_MEMBER_BITFIELD)
		fail_msg("%s %s: %s.%s: %llu bytes at bit %llu, not %llu at "
			 "%llu", b->compiler, b->flags, record_name, name,
			 (unsigned long long)loaded,
			 (unsigned long long)(base + m->bit_off),
			 (unsigned long long)size,
			 (unsigned long long)(8 * off));
}

/* Bit @i in memory order. */
static bool bit_at(const uint8_t *bytes, uint64_t i, bool big_endian)
{
	return bytes[i / 8] >> (big_endian ? 7 - i % 8 : i % 8) & 1;
}

/* clang takes a bit-field of all bits of its type for a plain member. */
static uint64_t width_of(const struct lay_member *m)
{
	uint64_t size = 0;

	if (m->flags & LAY_MEMBER_BITFIELD)
		return m->bit_size;
	lay_type_size(m->type, &size);
	return 8 * size;
}

static void check_probe(struct build *b, const uint8_t *probe)
{
	const char *record_name = (const char *)probe + PROBE_BYTES;
	const char *name = record_name + TEXT_LEN;
	uint64_t width = dw_load64((const uint8_t *)name + TEXT_LEN,
				   b->d.file->big_endian);
	const struct lay_member *m;
	uint64_t base = 0, start;

	m = find_member(find_record(b, record_name), name, &base);
	if (!m || width_of(m) != width)
		fail_msg("%s %s: %s.%s is no bit-field of %llu bits",
			 b->compiler, b->flags, record_name, name,
			 (unsigned long long)width);
	start = base + m->bit_off;
	for (uint64_t i = 0; i < 8 * PROBE_BYTES; i++)
		if (bit_at(probe, i, b->d.file->big_endian) !=
		    (i >= start && i < start + width))
			fail_msg("%s %s: %s.%s is not at bit %llu",
				 b->compiler, b->flags, record_name, name,
				 (unsigned long long)start);
}

/* The number of truths that held. */
static unsigned int check_build(struct build *b)
{
	struct elf_data places = section(b, "lay_places");
	struct elf_data probes = section(b, "lay_probes");

	assert_int_equal(places.size % PLACE_SIZE, 0);
	assert_int_equal(probes.size % PROBE_SIZE, 0);
	for (size_t i = 0; i < places.size; i += PLACE_SIZE)
		check_place(b, places.data + i);
	for (size_t i = 0; i < probes.size; i += PROBE_SIZE)
		check_probe(b, probes.data + i);
	return (unsigned int)(places.size / PLACE_SIZE +
			      probes.size / PROBE_SIZE);
}

/* One compiler in each version of DWARF; skipped only where it is missing. */
static void check_compiler(const char *compiler)
{
	static const char *const all_flags[] = {
		"-gdwarf-2 -gstrict-dwarf", "-gdwarf-2",
		"-gdwarf-3 -gstrict-dwarf", "-gdwarf-3",
		"-gdwarf-4 -gstrict-dwarf", "-gdwarf-4",
		"-gdwarf-5 -gstrict-dwarf", "-gdwarf-5",
		"-gdwarf-4 -fdebug-types-section",
		"-gdwarf-5 -fdebug-types-section",
	};
	struct build b;

	for (size_t i = 0; i < sizeof(all_flags) / sizeof(all_flags[0]); i++) {
		if (!open_build(&b, compiler, all_flags[i])) {
			if (i == 0)
				skip();
			continue;
		}
		assert_true(check_build(&b) > 60);
		close_build(&b);
	}
}

static void layouts_are_those_of_the_native_compiler(void **state)
{
	const char *cc = getenv("CC");

	(void)state;
	check_compiler(cc ? cc : "cc");
}

static void layouts_are_those_of_clang(void **state)
{
	(void)state;
	check_compiler("clang");
}

static void layouts_are_those_of_gcc_for_i386(void **state)
{
	(void)state;
	check_compiler("i686-linux-gnu-gcc");
}

static void layouts_are_those_of_gcc_for_arm64(void **state)
{
	(void)state;
	check_compiler("aarch64-linux-gnu-gcc");
}

static void layouts_are_those_of_gcc_for_s390x(void **state)
{
	(void)state;
	check_compiler("s390x-linux-gnu-gcc");
}

static void layouts_are_those_of_gcc_for_powerpc(void **state)
{
	(void)state;
	check_compiler("powerpc-linux-gnu-gcc");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layouts_are_those_of_the_native_compiler),
		cmocka_unit_test(layouts_are_those_of_clang),
		cmocka_unit_test(layouts_are_those_of_gcc_for_i386),
		cmocka_unit_test(layouts_are_those_of_gcc_for_arm64),
		cmocka_unit_test(layouts_are_those_of_gcc_for_s390x),
		cmocka_unit_test(layouts_are_those_of_gcc_for_powerpc),
	};

	return cmocka_run_group_tests_name("dwarf/load-compiled", tests, NULL,
					   NULL);
}
