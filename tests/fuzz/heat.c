// SPDX-License-Identifier: GPL-2.0-only
/*
 * What heat makes of damaged inputs (samples.h): attributed by a kept map or by
 * the code of a small build, folded, ranked, put on layouts and on a diff, and
 * written as text and as JSON. No crash, no endless loop, no leak, and fates
 * that add up, which heat asserts.
 *
 *	LAY_FUZZ_CASES=N	how many, 1500 when not set
 *	LAY_FUZZ_SECONDS=N	begin no new one after so much processor time
 *	LAY_FUZZ_SEED=N		in other ways
 */
#include <config.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <layoutdiff/diff.h>
#include <layoutdiff/report.h>

#include "fuzz/samples.h"
#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

#define HANG_SECONDS	10

/* Its code is where the texts have theirs. */
#define FLAGS "-g -O1 -fno-pie -no-pie -Wl,--unique=.data..percpu " \
	"-Wl,--defsym=_text=0x400000 -Wl,--defsym=_end=0x500000"

static const char map_text[] =
	"ffffffff81000010\tstruct whole\t32\tfirst\tr\t8\treader\texact\n"
	"ffffffff81000014\tstruct whole\t40\tsecond\tw\t8\twriter\tinferred\n"
	"ffffffff81000020\tstruct link\t8\tprev\tr\t8\tunlink\texact\n"
	"ffffffff81000100\tstruct whole\t64\ttable\tr\t8\treader\texact\n"
	"ffffffff81000101\tstruct page\t0\tflags\tr\t8\tpaged\texact\n"
	"ffffffff81000102\tstruct runner\t8\tload\tr\t8\trun\texact\n"
	"ffffffff81000103\tstruct ticker\t0\tnow\tw\t8\ttick\texact\n"
	"ffffffff81234567\tstruct other\t120\tlast\tw\t8\tspin_a_while\texact\n";

struct fuzz {
	struct fuzz_samples in;
	struct lay_build *build;
	char *map;
	FILE *sink;
	const struct lay_def *def[2];
	struct lay_layout *layout[2];
	uint64_t nr_read, nr_samples, nr_ranked;
};

static void must(int rc, const struct lay_error *err)
{
	if (rc >= 0)
		return;
	printf("%s\n", err->text);
	abort();
}

static void load(struct fuzz *f, int i, const char *name)
{
	const struct lay_type *type;
	struct lay_error err;
	struct lay_defs defs;

	must(lay_build_find(f->build, name, &defs, &err), &err);
	f->def[i] = malloc(sizeof(*defs.def));
	if (!f->def[i])
		abort();
	memcpy((void *)f->def[i], defs.def, sizeof(*defs.def));
	must(lay_build_load(f->build, defs.def, &type, &err), &err);
	must(lay_layout_make(type, NULL, &f->layout[i], &err), &err);
	lay_defs_free(&defs);
}

static int see_answer(void *ctx, const struct lay_heat_answer *a,
		      struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_samples += a->count ? strlen(lay_heat_fate_key(a->fate)) : 0;
	return 0;
}

static void add_ranking(struct fuzz *f, struct lay_heat *heat,
			struct lay_report *report)
{
	struct lay_heat_ranked_line *lines;
	const struct lay_heat_lock *locks;
	struct lay_heat_ranked_variable *vars;
	struct lay_heat_ranked *types;
	size_t nr_types, nr_lines, nr;
	struct lay_error err;

	must(lay_heat_rank(heat, &types, &nr_types, &err), &err);
	must(lay_heat_rank_lines(heat, &lines, &nr_lines, &err), &err);
	must(lay_report_add_heat_ranking(report, types, nr_types, lines,
					 nr_lines, &err), &err);
	must(lay_heat_rank_variables(heat, &vars, &nr, &err), &err);
	must(lay_report_add_heat_variables(report, vars, nr, 1, &err), &err);
	free(vars);
	must(lay_heat_locks(heat, &locks, &nr, &err), &err);
	must(lay_report_add_locks(report, locks, nr, &err), &err);
	f->nr_ranked += nr_types + nr;
	free(types);
	free(lines);
}

static void add_types(struct fuzz *f, struct lay_heat *heat,
		      struct lay_report *report)
{
	struct lay_shown shown[2] = {
		{ .def = f->def[0], .nth = 1, .of_n = 1 },
		{ .def = f->def[1], .nth = 1, .of_n = 1 },
	};
	struct lay_heat_fields *fields;
	struct lay_diff *diff;
	struct lay_error err;

	for (int i = 0; i < 2; i++) {
		must(lay_heat_fold(heat, f->layout[i], &fields, &err), &err);
		must(lay_report_add_heat(report, &shown[i], f->layout[i],
					 fields, LAY_NO_SLOT, &err), &err);
		lay_heat_fields_free(fields);
	}
	for (int i = 0; i < 2; i++) {
		lay_report_use_heat(report, heat, i);
		must(lay_diff_records(f->layout[0], f->layout[1], &diff, &err),
		     &err);
		must(lay_report_add_diff(report, &shown[0], &shown[1], diff,
					 LAY_NO_ROW, &err), &err);
		lay_diff_free(diff);
	}
}

static void tell(struct fuzz *f, struct lay_heat *heat)
{
	const struct lay_report_opts opts = {
		.all = fuzz_below(&f->in.rng, 2),
	};
	const struct lay_style style = {
		.format = fuzz_below(&f->in.rng, 2) ? LAY_FORMAT_JSON :
						      LAY_FORMAT_TEXT,
		.width = 78,
	};
	struct lay_report_build builds[2] = {
		{ .side = "old", .line_size = 64 },
		{ .side = "new", .line_size = 64 },
	};
	struct lay_report *report;
	struct lay_error err;

	for (int i = 0; i < 2; i++)
		must(lay_build_identity(f->build, &builds[i].identity, &err),
		     &err);
	must(lay_report_create("diff", &opts, &report, &err), &err);
	must(lay_report_add_builds(report, builds, 2, &err), &err);
	must(lay_report_add_samples(report, heat, "old", &err), &err);
	add_ranking(f, heat, report);
	add_types(f, heat, report);
	must(lay_report_write(report, f->sink, &style, &err), &err);
	lay_report_destroy(report);
}

/* An input that is refused is as good as one that is read. */
static void run_case(struct fuzz *f)
{
	static uint8_t data[FUZZ_SAMPLES_SIZE];
	const struct lay_heat_opts opts = {
		.jobs = 1, .force = true,
		.batch = fuzz_below(&f->in.rng, 3) * 5,
	};
	struct lay_error err = { .text = "" };
	struct lay_heat *heat;
	bool read = true;

	must(lay_heat_open(f->build, &opts, &heat, &err), &err);
	lay_heat_on_answer(heat, see_answer, f);
	if (fuzz_below(&f->in.rng, 8))
		must(lay_heat_use_map(heat, f->map, &err), &err);
	for (uint64_t i = 1 + fuzz_below(&f->in.rng, 2); i && read; i--) {
		size_t len = fuzz_samples_next(&f->in, data);
		char *path = test_file_write(data, len);

		read = lay_heat_read(heat, path, &err) == 0;
		test_file_remove(path);
		if (!read && !err.text[0])
			abort();
	}
	if (read && lay_heat_finish(heat, &err) == 0) {
		f->nr_read++;
		tell(f, heat);
	}
	lay_heat_close(heat);
}

int main(void)
{
	unsigned long nr_cases = fuzz_number("LAY_FUZZ_CASES", 1500), i;
	unsigned long seconds = fuzz_number("LAY_FUZZ_SECONDS", 10);
	const char *cc = getenv("CC");
	char *path = test_compile(cc ? cc : "cc", FLAGS, "tests/data/heat.c");
	struct lay_error err;
	struct fuzz f = { .nr_read = 0 };

	if (!path) {
		printf("no compiler builds an object\n");
		return 77;
	}
	must(lay_build_open(path, NULL, &f.build, &err), &err);
	f.map = test_file_write(map_text, sizeof(map_text) - 1);
	f.sink = fopen("/dev/null", "w");
	if (!f.sink || fuzz_samples_init(&f.in, fuzz_number("LAY_FUZZ_SEED",
							    1)) < 0)
		return 1;
	load(&f, 0, "struct whole");
	load(&f, 1, "struct other");
	for (i = 0; i < nr_cases; i++) {
		if (clock() / CLOCKS_PER_SEC >= (clock_t)seconds)
			break;
		alarm(HANG_SECONDS);
		run_case(&f);
	}
	printf("%lu cases, %" PRIu64 " read, %" PRIu64 " ranked\n", i,
	       f.nr_read, f.nr_ranked);
	for (int k = 0; k < 2; k++) {
		lay_layout_free(f.layout[k]);
		free((void *)f.def[k]);
	}
	fclose(f.sink);
	lay_build_close(f.build);
	test_file_remove(f.map);
	test_file_remove(path);
	fuzz_samples_free(&f.in);
	return i > 1000 && (!f.nr_read || !f.nr_ranked);
}
