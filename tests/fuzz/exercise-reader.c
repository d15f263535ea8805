// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include <layoutdiff/layout.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

unsigned long fuzz_nr_cases(unsigned long otherwise)
{
	const char *wanted = getenv("LAY_FUZZ_CASES");

	return wanted ? strtoul(wanted, NULL, 10) : otherwise;
}

/* Returns how many layouts could be made. */
static uint64_t ask_of_type(const struct lay_type *type)
{
	const struct lay_layout_opts opts = { .line_size = 64 };
	struct lay_layout *layout;
	struct lay_error err;
	uint64_t size;
	char buf[120];

	lay_type_size(type, &size);
	lay_type_align(type, 16);
	lay_type_format(type, "x", buf, sizeof(buf));
	lay_type_same(type, type);
	if (lay_layout_make(type, &opts, &layout, &err) < 0)
		return 0;
	lay_layout_free(layout);
	return 1;
}

uint64_t fuzz_exercise_reader(struct reader *reader, bool sound)
{
	const struct type_query q = {
		.kinds = UINT32_MAX, .name = "*", .glob = true, .local = true,
	};
	struct lay_identity id = { .path = "fuzz" };
	uint64_t nr_laid_out = 0;
	struct def_list defs = { .nr = 0 };
	const struct lay_type *type;
	struct lay_error err;
	int rc;

	CHECK(reader->ops->find(reader, &q, &defs, &err) >= 0);
	CHECK(reader->ops->identify(reader, &id, &err) >= 0);
	for (size_t i = 0; i < defs.nr; i++) {
		rc = reader->ops->load(reader, &defs.def[i], &type, &err);
		CHECK(rc >= 0 || !sound);
		if (rc >= 0)
			nr_laid_out += ask_of_type(type);
	}
	free(defs.def);
	return nr_laid_out;
}
