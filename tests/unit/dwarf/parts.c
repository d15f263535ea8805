// SPDX-License-Identifier: GPL-2.0-only
/* Files whose debug information is in several. */
#include <config.h>

#include "dwarf/alt.h"
#include "dwarf/load.h"
#include "unit/dwarf/find-test.h"
#include "base/poison.h"

#define DIE_IN(at, form, die) NUM_IN(at, form, die)

/* The paths of what the finder below has. */
struct files {
	const char *sup, *dwo, *dwp;
	int nr_asked;
};

static int give(const char *path, struct elf_file **elf, struct lay_error *err)
{
	int ret = path ? elf_open(path, elf, err) : 0;

	return path && ret == 0 ? 1 : ret;
}

static int give_sup(void *ctx, struct elf_file *elf, struct elf_file **sup,
		    struct lay_error *err)
{
	(void)elf;
	return give(((struct files *)ctx)->sup, sup, err);
}

static int give_dwo(void *ctx, struct elf_file *elf, const char *dir,
		    const char *name, struct elf_file **dwo,
		    struct lay_error *err)
{
	struct files *files = ctx;

	(void)elf;
	assert_string_equal(dir, "/work");
	assert_string_equal(name, "a.dwo");
	files->nr_asked++;
	return give(files->dwo, dwo, err);
}

static int give_dwp(void *ctx, struct elf_file *elf, struct elf_file **dwp,
		    struct lay_error *err)
{
	(void)elf;
	return give(((struct files *)ctx)->dwp, dwp, err);
}

/* Open what @w wrote with the other files, as find_test_open() does. */
static int try_open(struct find_test *f, struct dwarf_writer *w,
		    struct files *files, struct lay_error *err)
{
	const struct dw_finder finder = {
		.ctx = files, .sup = give_sup, .dwo = give_dwo,
		.dwp = give_dwp,
	};
	struct lay_error elf_err = { .text = "" };

	*f = (struct find_test){ .out = { .nr = 0 } };
	strset_init(&f->strings);
	f->t.path = dwarf_writer_finish(w);
	assert_ok(elf_open(f->t.path, &f->t.elf, &elf_err), &elf_err);
	f->asker.jobs = 2;
	f->asker.strings = &f->strings;
	return dw_file_open_all(f->t.elf, &finder, &f->asker.file, err);
}

static void open_all(struct find_test *f, struct dwarf_writer *w,
		     struct files *files)
{
	struct lay_error err = { .text = "" };

	assert_ok(try_open(f, w, files, &err), &err);
	f->t.file = f->asker.file;
}

/* A partial unit with "struct @name { int x; }"; returns the DIE of the unit,
 * and of the struct in *@record. @import: where it imports another, or NULL. */
static size_t write_partial(struct dwarf_writer *w, const char *name,
			    size_t *import, size_t *record)
{
	size_t root, base;

	dwarf_writer_unit(w, DW_UT_partial);
	root = DIE_OPEN(w, DW_TAG_partial_unit, NUM(DW_AT_stmt_list, 0));
	if (import)
		DIE(w, DW_TAG_imported_unit,
		    { DW_AT_import, DW_FORM_ref_addr, 0, NULL, import });
	base = DIE(w, DW_TAG_base_type, STR_IN(DW_AT_name, DW_FORM_strp, "int"),
		   SIZE(4), NUM(DW_AT_encoding, DW_ATE_signed));
	*record = DIE_OPEN(w, DW_TAG_structure_type,
			   STR_IN(DW_AT_name, DW_FORM_strp, name), SIZE(4));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "x"), REF(DW_AT_type, base),
	    NUM_IN(DW_AT_data_member_location, DW_FORM_data1, 0));
	dwarf_writer_close(w);
	close_unit(w);
	return root;
}

static void a_supplementary_file_has_types_of_those_that_import_them(void **state)
{
	struct lay_error err = { .text = "" };
	struct files files = { .sup = NULL };
	const struct lay_type *type = NULL;
	size_t root, record, other;
	const struct lay_def *def;
	struct dw_loader *loader;
	struct dwarf_writer w;
	struct find_test f;
	char *sup;

	(void)state;
	dwarf_writer_init(&w, 5);
	write_partial(&w, "unused", NULL, &other);
	root = write_partial(&w, "shared", NULL, &record);
	sup = dwarf_writer_finish(&w);
	files.sup = sup;

	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	DIE(&w, DW_TAG_imported_unit,
	    DIE_IN(DW_AT_import, DW_FORM_GNU_ref_alt, root));
	/* "int" is where the strings of the other file begin */
	DIE_OPEN(&w, DW_TAG_structure_type,
		 NUM_IN(DW_AT_name, DW_FORM_GNU_strp_alt, 1), SIZE(8));
	DIE(&w, DW_TAG_member, STR(DW_AT_name, "s"),
	    DIE_IN(DW_AT_type, DW_FORM_GNU_ref_alt, record),
	    NUM_IN(DW_AT_data_member_location, DW_FORM_data1, 4));
	dwarf_writer_close(&w);
	close_unit(&w);
	open_unit(&w, "b.c", DW_LANG_C99);
	DIE(&w, DW_TAG_imported_unit,
	    DIE_IN(DW_AT_import, DW_FORM_GNU_ref_alt, root));
	close_unit(&w);
	open_all(&f, &w, &files);

	def = find_test_one(&f, RECORDS, "shared");
	assert_int_equal(def->nr_units, 2);
	assert_string_equal(def->unit, "a.c");
	assert_int_equal(find_test_ask(&f, RECORDS, "unused"), 0);
	def = find_test_one(&f, RECORDS, "int");
	assert_ok(dw_loader_new(f.t.file, true, &loader, &err), &err);
	assert_ok(dw_loader_load(loader, def->source_off, &type, &err), &err);
	assert_int_equal(type->nr_members, 1);
	assert_string_equal(type->members[0].type->name, "shared");
	assert_int_equal(type->members[0].type->size, 4);
	dw_loader_free(loader);
	find_test_close(&f);

	/* what leads nowhere there */
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	DIE_OPEN(&w, DW_TAG_structure_type, STR(DW_AT_name, "bad"), SIZE(8));
	DIE(&w, DW_TAG_member, STR(DW_AT_name, "s"),
	    DIE_IN(DW_AT_type, DW_FORM_GNU_ref_alt, 0x7fffff));
	dwarf_writer_close(&w);
	close_unit(&w);
	open_all(&f, &w, &files);
	assert_int_equal(find_test_try(&f, &(struct type_query){
				.kinds = RECORDS, .name = "bad" }, &err),
			 -LAY_E_FORMAT);
	assert_says(&err, "which is in no unit");
	find_test_close(&f);
	test_file_remove(sup);
}

static void imports_in_a_circle_end(void **state)
{
	struct files files = { .sup = NULL };
	size_t a, b, record, to_b, to_a;
	const struct lay_def *def;
	struct dwarf_writer w;
	struct find_test f;
	const char **units;
	size_t nr;

	(void)state;
	dwarf_writer_init(&w, 5);
	a = write_partial(&w, "in_a", &to_b, &record);
	b = write_partial(&w, "in_b", &to_a, &record);
	byte_buf_patch_u32(&w.info, to_b, (uint32_t)b);
	byte_buf_patch_u32(&w.info, to_a, (uint32_t)a);
	for (int i = 0; i < 3; i++) {
		open_unit(&w, i == 1 ? "second.c" : "other.c", DW_LANG_C99);
		/* they need not come first */
		if (i == 2)
			write_filler(&w);
		if (i > 0)
			DIE(&w, DW_TAG_imported_unit,
			    DIE_IN(DW_AT_import, DW_FORM_ref_addr, a));
		close_unit(&w);
	}
	open_all(&f, &w, &files);
	def = find_test_one(&f, RECORDS, "in_b");
	assert_int_equal(def->nr_units, 2);
	assert_string_equal(def->unit, "second.c");
	assert_int_equal(dw_find_units(&f.asker, def, &units, &nr, NULL), 0);
	assert_int_equal(nr, 2);
	assert_string_equal(units[0], "second.c");
	assert_string_equal(units[1], "other.c");
	free(units);
	find_test_close(&f);
}

static void write_skeletons(struct dwarf_writer *w)
{
	dwarf_writer_init(w, 5);
	for (uint64_t id = 1; id <= 2; id++) {
		w->dwo_id = id;
		dwarf_writer_unit(w, DW_UT_skeleton);
		DIE(w, DW_TAG_skeleton_unit, STR(DW_AT_dwo_name, "a.dwo"),
		    STR(DW_AT_comp_dir, "/work"));
		dwarf_writer_unit_end(w);
	}
}

/* The unit of skeleton @id, with "struct @name { }". */
static void write_split(struct dwarf_writer *w, uint64_t id, const char *name)
{
	w->dwo_id = id;
	dwarf_writer_unit(w, DW_UT_split_compile);
	DIE_OPEN(w, DW_TAG_compile_unit, STR(DW_AT_name, name));
	DIE(w, DW_TAG_structure_type,
	    STR_IN(DW_AT_name, DW_FORM_strx1, name), SIZE(id));
	close_unit(w);
}

static void a_dwo_file_has_the_units_of_skeletons(void **state)
{
	struct files files = { .sup = NULL };
	struct dwarf_writer w;
	struct find_test f;
	char *dwo;

	(void)state;
	dwarf_writer_init(&w, 5);
	w.suffix = ".dwo";
	write_split(&w, 2, "second");
	write_split(&w, 7, "of_nobody");
	dwo = dwarf_writer_finish(&w);
	files.dwo = dwo;
	write_skeletons(&w);
	open_all(&f, &w, &files);
	assert_int_equal(files.nr_asked, 1);
	assert_int_equal(find_test_one(&f, RECORDS, "second")->size, 2);
	assert_int_equal(find_test_ask(&f, RECORDS, "of_nobody"), 0);
	assert_int_equal(f.t.file->nr_skeletons, 2);
	assert_int_equal(f.t.file->missing.nr, 1);
	assert_string_equal(f.t.file->missing.first, "a.dwo");
	/* it is there, but has another unit */
	assert_non_null(strstr(f.t.file->missing.why, "another compilation"));
	find_test_close(&f);
	test_file_remove(dwo);

	/* one that is damaged is as good as missing, and said */
	files.dwo = dwo = test_file_write("nothing", 7);
	write_skeletons(&w);
	open_all(&f, &w, &files);
	assert_int_equal(f.t.file->missing.nr, 2);
	assert_non_null(f.t.file->missing.why);
	find_test_close(&f);
	test_file_remove(dwo);
}

/* A row of an index: offset and size in .debug_info.dwo, in .debug_abbrev.dwo,
 * in .debug_str_offsets.dwo. */
struct row {
	uint32_t value[6];
};

static void write_index(struct dwarf_writer *w, uint32_t version,
			uint32_t nr_columns, uint32_t nr_units,
			uint32_t nr_slots, const struct row *rows)
{
	struct byte_buf *b = &w->cu_index;

	byte_buf_u32(b, version);
	byte_buf_u32(b, nr_columns);
	byte_buf_u32(b, nr_units);
	byte_buf_u32(b, nr_slots);
	byte_buf_fill(b, 0, 12 * 2);
	byte_buf_u32(b, 1);
	byte_buf_u32(b, 3);
	byte_buf_u32(b, 6);
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 3; j++)
			byte_buf_u32(b, rows[i].value[j]);
	for (int i = 0; i < 2; i++)
		for (int j = 3; j < 6; j++)
			byte_buf_u32(b, rows[i].value[j]);
}

/* Two units that were in files of their own: each of their tables of
 * abbreviations and strings begins at 0 as they have it. */
static void write_package(struct dwarf_writer *w, struct row *rows)
{
	size_t abbrev;

	dwarf_writer_init(w, 5);
	w->suffix = ".dwo";
	write_split(w, 1, "first");
	rows[0] = (struct row){ { 0, 0, 0, (uint32_t)w->info.len,
				  (uint32_t)w->abbrev.len,
				  (uint32_t)w->str_offsets.len } };
	abbrev = w->abbrev.len;
	/* a header of string offsets, and an index from 0 again */
	byte_buf_fill(&w->str_offsets, 0xff, 8);
	byte_buf_u32(&w->str_offsets, (uint32_t)w->str.len);
	byte_buf_string(&w->str, "second");
	w->dwo_id = 2;
	dwarf_writer_unit(w, DW_UT_split_compile);
	byte_buf_patch_u32(&w->info, w->unit_off + 8, 0);
	DIE_OPEN(w, DW_TAG_compile_unit, STR(DW_AT_name, "b.c"));
	DIE(w, DW_TAG_structure_type, NUM_IN(DW_AT_name, DW_FORM_strx1, 0),
	    SIZE(2));
	close_unit(w);
	rows[1] = (struct row){ { rows[0].value[3], (uint32_t)abbrev,
				  rows[0].value[5],
				  (uint32_t)w->info.len - rows[0].value[3],
				  (uint32_t)(w->abbrev.len - abbrev), 12 } };
}

static void a_package_says_where_each_unit_has_its_own(void **state)
{
	for (uint32_t version = 2; version <= 5; version += 3) {
		struct files files = { .sup = NULL };
		struct dwarf_writer w;
		struct row rows[2];
		struct find_test f;
		char *dwp;

		(void)state;
		write_package(&w, rows);
		write_index(&w, version, 3, 2, 2, rows);
		files.dwp = dwp = dwarf_writer_finish(&w);
		write_skeletons(&w);
		open_all(&f, &w, &files);
		assert_int_equal(files.nr_asked, 0);
		assert_int_equal(find_test_one(&f, RECORDS, "first")->size, 1);
		assert_int_equal(find_test_one(&f, RECORDS, "second")->size, 2);
		assert_int_equal(f.t.file->missing.nr, 0);
		find_test_close(&f);
		test_file_remove(dwp);
	}
}

static void an_index_that_lies_is_told(void **state)
{
	static const struct {
		uint32_t version, nr_columns, nr_units, nr_slots;
		int row, value;		/* which is @to */
		uint32_t to;
		const char *says;
	} lies[] = {
		{ 4, 3, 2, 2, 0, 0, 0, "a version that is not known" },
		{ 5, 0x40000000, 2, 2, 0, 0, 0, "cut off" },
		{ 5, 3, 0xffffffff, 0xffffffff, 0, 0, 0, "cut off" },
		{ 5, 3, 3, 2, 0, 0, 0, "more units than it has room for" },
		{ 5, 0, 2, 2, 0, 0, 0, "more units than it has room for" },
		{ 5, 3, 2, 2, 1, 0, 0xfffffff0, "the package's index does not" },
		{ 5, 3, 2, 2, 1, 3, 0, "the package's index does not" },
		{ 5, 3, 2, 2, 1, 1, 0xffffff, "abbreviations at 0xffffff" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct lay_error err = { .text = "" };
		struct files files = { .sup = NULL };
		struct dwarf_writer w;
		struct row rows[2];
		struct find_test f;
		char *dwp;

		write_package(&w, rows);
		if (lies[i].to || lies[i].value)
			rows[lies[i].row].value[lies[i].value] = lies[i].to;
		write_index(&w, lies[i].version, lies[i].nr_columns,
			    lies[i].nr_units, lies[i].nr_slots, rows);
		files.dwp = dwp = dwarf_writer_finish(&w);
		write_skeletons(&w);
		assert_int_equal(try_open(&f, &w, &files, &err), -LAY_E_FORMAT);
		assert_says(&err, dwp);
		assert_says(&err, lies[i].says);
		find_test_close(&f);
		test_file_remove(dwp);
	}
}

/* Two units in a section each: [0, @cut) and [@cut, end) of what @w has. */
static char *write_sections(struct dwarf_writer *w, size_t cut, bool overlap)
{
	struct elf_writer elf;
	size_t i;

	elf_writer_init(&elf, true, false, EM_X86_64);
	elf.type = ET_REL;
	elf_writer_add_section(&elf, ".debug_info", SHT_PROGBITS, 0,
			       w->info.data, cut);
	i = elf_writer_add_section(&elf, ".debug_info", SHT_PROGBITS, 0,
				   w->info.data + cut, w->info.len - cut);
	if (overlap)
		elf.sections[i].stated_off = 64;
	elf_writer_add_section(&elf, ".debug_abbrev", SHT_PROGBITS, 0,
			       w->abbrev.data, w->abbrev.len);
	dwarf_writer_free(w);
	return elf_writer_finish(&elf);
}

static void sections_of_one_name_are_read_behind_each_other(void **state)
{
	for (int overlap = 0; overlap < 2; overlap++) {
		struct lay_error err = { .text = "" };
		struct find_test f = { .out = { .nr = 0 } };
		struct dwarf_writer w;
		size_t cut;
		int ret;

		(void)state;
		dwarf_writer_init(&w, 5);
		for (int i = 0; i < 2; i++) {
			cut = w.info.len;
			open_unit(&w, "a.c", DW_LANG_C99);
			DIE(&w, DW_TAG_structure_type,
			    STR(DW_AT_name, i ? "second" : "first"), SIZE(1));
			close_unit(&w);
		}
		f.t.path = write_sections(&w, cut, overlap);
		assert_ok(elf_open(f.t.path, &f.t.elf, &err), &err);
		ret = dw_file_open(f.t.elf, &f.t.file, &err);
		strset_init(&f.strings);
		f.asker.file = f.t.file;
		f.asker.strings = &f.strings;
		if (overlap) {
			assert_int_equal(ret, -LAY_E_FORMAT);
			assert_says(&err, "sections that overlap");
		} else {
			assert_ok(ret, &err);
			assert_int_equal(find_test_ask(&f, RECORDS, "first"),
					 1);
			assert_int_equal(find_test_one(&f, RECORDS, "second")
					 ->source_off >> DW_PART_SHIFT, 0);
			assert_int_equal(f.t.file->units[1].ref_addr_base, cut);
		}
		find_test_close(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_supplementary_file_has_types_of_those_that_import_them),
		cmocka_unit_test(imports_in_a_circle_end),
		cmocka_unit_test(a_dwo_file_has_the_units_of_skeletons),
		cmocka_unit_test(a_package_says_where_each_unit_has_its_own),
		cmocka_unit_test(an_index_that_lies_is_told),
		cmocka_unit_test(
			sections_of_one_name_are_read_behind_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
