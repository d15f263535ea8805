// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "unit/heat/world.h"
#include "base/poison.h"

static const char world_map[] =
	"# addr\ttype\toffset\tpath\taccess\tsize\tfunction\tgrade\n"
	"ffffffff81000010\tstruct whole\t32\tfirst\tr\t8\treader\texact\n"
	"0000000000400010\tstruct whole\t32\tfirst\tr\t8\treader\texact\n"
	"0000000000400014\tstruct whole\t40\tsecond\tw\t8\twriter\texact\n"
	"ffffffff81000014\tstruct whole\t40\tsecond\tw\t8\twriter\tinferred\n"
	"ffffffff81000020\tstruct link\t8\tprev\tr\t8\tunlink\texact\n"
	"ffffffff81000030\tstruct other\t120\tlast\tw\t8\tother\texact\n"
	"ffffffff81000040\tstruct whole\t64\ttable\tr\t8\treader\texact\n"
	"ffffffff81000050\tint\t0\t-\tr\t4\treader\texact\n"
	"ffffffff81000060\t-\t-\t-\tr\t8\treader\tunknown\n"
	"ffffffff81000070\tstruct link\t0\tnext\tr\t8\tcopy\texact\n"
	"ffffffff81000080\tstruct whole\t56\tfourth\tr\t8\teither\tambiguous\n"
	"ffffffff81000070\tstruct other\t120\tlast\tw\t8\tcopy\texact\n"
	"ffffffff810000a0\tstruct wrap\t8\tlink.prev\tr\t8\twrapped\texact\n"
	"ffffffff810000b0\t-\t-\t-\tw\t1\tmemset_erms\tunknown\n"
	"ffffffff810000c0\tstruct runner\t8\tload\tr\t8\trun\texact\n"
	"ffffffff810000c4\tstruct ticker\t0\tnow\tw\t8\ttick\texact\n"
	"ffffffff810000d0\tstruct page\t0\tflags\tr\t8\tpaged\texact\n"
	"ffffffff810000b8\tchar\t0\t-\tr\t1\tmemcpy_erms\texact\n";

/* identifier, IP, TID, TIME, ADDR, CPU, WEIGHT, DATA_SRC */
#define FIELDS	(1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 7 | 1 << 14 | 1 << 15)

static void begin_samples(struct world *w)
{
	const struct pdw_attr attr = {
		.type = 4, .config = 0x1cd, .sample_type = FIELDS,
		.precise = 2,
	};

	pdw_file_begin(&w->w, 1, 136);
	pdw_attr(&w->w, &attr);
	pdw_data_begin(&w->w);
}

static int keep(void *ctx, const struct lay_heat_answer *a,
		struct lay_error *err)
{
	struct world *w = ctx;

	(void)err;
	w->nr_answered += a->count;
	if (w->nr_answers < WORLD_MAX_ANSWERS)
		w->answer[w->nr_answers] = *a;
	w->nr_answers++;
	return 0;
}

void world_keep_none(struct world *w)
{
	if (w->heat)
		lay_heat_on_answer(w->heat, NULL, NULL);
	w->keeps_none = true;
}

int world_setup_bare(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	const char *cc = getenv("CC");

	assert_non_null(w);
	w->time = 1000;
	w->path = test_compile(cc ? cc : "cc", "-g -O1 -fno-pie -no-pie -Wl,--build-id=0x0123456789abcdef0123456789abcdef01234567 -Wl,--unique=.data..percpu -Wl,--defsym=_text=0x400000 -Wl,--defsym=_end=0x500000",
			       "tests/data/heat.c");
	*state = w;
	if (!w->path)
		return 0;
	if (lay_build_open(w->path, NULL, &w->build, &w->err) < 0 ||
	    lay_heat_open(w->build, NULL, &w->heat, &w->err) < 0)
		fail_msg("%s", w->err.text);
	lay_heat_on_answer(w->heat, keep, w);
	begin_samples(w);
	return 0;
}

int world_setup(void **state)
{
	char *map = test_file_write(world_map, sizeof(world_map) - 1);
	int rc = world_setup_bare(state);
	struct world *w = *state;

	if (w->path && lay_heat_use_map(w->heat, map, &w->err) < 0)
		fail_msg("%s", w->err.text);
	test_file_remove(map);
	return rc;
}

int world_teardown(void **state)
{
	struct world *w = *state;

	lay_heat_close(w->heat);
	lay_build_close(w->build);
	test_file_remove(w->path);
	pdw_free(&w->w);
	free(w);
	return 0;
}

void world_sample(struct world *w, uint64_t ip, uint64_t addr, uint64_t src)
{
	size_t at;

	if (!w->path)
		skip();
	at = pdw_record_begin(&w->w, 9, 1);
	pdw_u64(&w->w, ip);
	pdw_u32(&w->w, 1);
	pdw_u32(&w->w, 1);
	pdw_u64(&w->w, w->time++);
	pdw_u64(&w->w, addr);
	pdw_u32(&w->w, w->cpu);
	pdw_u32(&w->w, 0);
	pdw_u64(&w->w, src == STORE ? 0 : 100);
	pdw_u64(&w->w, src);
	pdw_record_end(&w->w, at);
}

void world_move(struct world *w, uint64_t slide)
{
	size_t at;

	if (!w->path)
		skip();
	at = pdw_record_begin(&w->w, 1, 1);
	pdw_u32(&w->w, UINT32_MAX);
	pdw_u32(&w->w, 0);
	pdw_u64(&w->w, 0x400000 + slide);
	pdw_u64(&w->w, 0x100000);
	pdw_u64(&w->w, 0x400000 + slide);
	pdw_text(&w->w, "[kernel.kallsyms]_text");
	/* what each record ends with */
	pdw_u32(&w->w, 1);
	pdw_u32(&w->w, 1);
	pdw_u64(&w->w, w->time++);
	pdw_u32(&w->w, w->cpu);
	pdw_u32(&w->w, 0);
	pdw_record_end(&w->w, at);
}

void world_read(struct world *w)
{
	char *path;

	pdw_data_end(&w->w);
	path = test_file_write(w->w.buf, w->w.len);
	if (lay_heat_read(w->heat, path, &w->err) < 0)
		fail_msg("%s", w->err.text);
	test_file_remove(path);
	pdw_free(&w->w);
	w->w = (struct pdw){ .buf = NULL };
	begin_samples(w);
}

void world_attribute(struct world *w)
{
	if (lay_heat_finish(w->heat, &w->err) < 0)
		fail_msg("%s", w->err.text);
	if (!w->keeps_none)
		assert_int_equal(w->nr_answered,
				 lay_heat_totals(w->heat)->samples);
}

void world_finish(struct world *w)
{
	world_read(w);
	world_attribute(w);
}

const struct lay_heat_answer *world_answer(struct world *w, uint64_t addr)
{
	const struct lay_heat_answer *found = NULL;

	assert_true(w->nr_answers <= WORLD_MAX_ANSWERS);
	for (size_t i = 0; i < w->nr_answers; i++) {
		if (w->answer[i].addr != addr)
			continue;
		assert_null(found);
		found = &w->answer[i];
	}
	assert_non_null(found);
	return found;
}

void assert_answer(struct world *w, uint64_t addr, const char *type,
		   uint64_t off, enum lay_heat_fate fate)
{
	const struct lay_heat_answer *a = world_answer(w, addr);

	assert_string_equal(lay_heat_fate_key(a->fate),
			    lay_heat_fate_key(fate));
	if (!type) {
		assert_null(a->type);
		return;
	}
	assert_non_null(a->type);
	assert_string_equal(a->type, type);
	assert_int_equal(a->off, off);
}

struct lay_layout *world_layout(struct world *w, const char *name)
{
	struct lay_layout *layout;
	const struct lay_type *type;
	struct lay_defs defs;

	if (lay_build_find(w->build, name, &defs, &w->err) < 0 ||
	    lay_build_load(w->build, &defs.def[0], &type, &w->err) < 0 ||
	    lay_layout_make(type, NULL, &layout, &w->err) < 0)
		fail_msg("%s", w->err.text);
	lay_defs_free(&defs);
	return layout;
}

uint64_t world_symbol(struct world *w, const char *name)
{
	uint64_t addr = 0, size;
	struct elf_file *elf;

	if (!w->path)
		skip();
	if (elf_open(w->path, &elf, &w->err) < 0)
		fail_msg("%s", w->err.text);
	assert_int_equal(elf_find_symbol(elf, name, &addr, &size, &w->err), 1);
	elf_close(elf);
	return addr;
}
