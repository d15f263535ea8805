// SPDX-License-Identifier: GPL-2.0-only
/* All that is said of a file's code, if it is code that is followed. */
#include <config.h>

#include <layoutdiff/access.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

static void exercise_operand(const struct lay_operand *op)
{
	CHECK(op->grade < LAY_ACCESS_NR_GRADES);
	CHECK((op->grade == LAY_ACCESS_UNKNOWN) == !op->type);
	CHECK((op->grade == LAY_ACCESS_UNKNOWN) == (op->reason != NULL));
	CHECK(op->flags & (LAY_ACCESS_READ | LAY_ACCESS_WRITE));
	touch_string(op->function);
	touch_string(op->type);
	touch_string(op->path);
	touch_string(op->others);
	touch_string(op->also);
	touch_string(op->file);
	touch_string(op->inlined);
}

void exercise_access(struct lay_build *build, struct fuzz_rng *rng)
{
	static const char *const types[] = { "struct user", "struct shape" };
	struct lay_access_opts opts = { .jobs = 1, .types = types,
		.lines = fuzz_below(rng, 2) };
	struct lay_error err = { .text = "" };
	const struct lay_access_totals *t;
	const struct lay_operand *op;
	struct lay_access *map;
	uint64_t sum = 0;
	size_t nr;
	int rc;

	opts.nr_types = fuzz_below(rng, 3);
	rc = lay_access_make(build, &opts, &map, &err);
	if (rc < 0) {
		check_error(&err, rc, NULL);
		return;
	}
	op = lay_access_operands(map, &nr);
	t = lay_access_totals(map);
	for (size_t i = 0; i < nr; i++) {
		CHECK(!i || op[i - 1].addr <= op[i].addr);
		exercise_operand(&op[i]);
	}
	for (unsigned int i = 0; i < LAY_ACCESS_NR_GRADES; i++)
		sum += t->nr_grades[i];
	CHECK(opts.nr_types ? sum <= t->nr_operands :
	      sum == t->nr_operands && nr == sum);
	lay_access_free(map);
}
