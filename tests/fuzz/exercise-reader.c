// SPDX-License-Identifier: GPL-2.0-only
/* Each reader by itself: also where the build would have chosen another. */
#include <config.h>

#include "btf/reader.h"
#include "dwarf/reader.h"
#include "fuzz/exercise.h"
#include "base/poison.h"

/* Definitions that are looked into. */
#define MAX_DEFS 300

static void see_name(void *ctx, const char *name)
{
	(void)ctx;
	touch_string(name);
}

static void exercise_def(const char *path, struct reader *r,
			 const struct lay_def *def, struct fuzz_rng *rng)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *type, *again;
	const char **units;
	size_t nr;
	int rc;

	if (r->ops->units) {
		rc = r->ops->units(r, def, &units, &nr, &err);
		if (rc < 0) {
			check_error(&err, rc, path);
		} else {
			CHECK(nr == def->nr_units);
			for (size_t i = 0; i < nr; i++)
				touch_string(units[i]);
			free(units);
		}
	}
	rc = r->ops->load(r, def, &type, &err);
	if (rc < 0) {
		check_error(&err, rc, path);
		return;
	}
	CHECK(r->ops->load(r, def, &again, &err) == 0 && again == type);
	lay_layout_free(exercise_type(def, type, rng));
}

static void exercise_reader(const char *path, struct reader *r,
			    struct fuzz_rng *rng)
{
	const struct type_query all = {
		.kinds = ~0u, .name = "*", .glob = true,
		.local = fuzz_below(rng, 2),
	};
	struct lay_identity identity = { .path = path };
	struct lay_error err = { .text = "" };
	struct def_list list = { .def = NULL };
	int rc;

	touch_string(r->ops->source(r));
	rc = r->ops->identify(r, &identity, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	rc = r->ops->names(r, see_name, NULL, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	rc = r->ops->find(r, &all, &list, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	for (size_t i = 0; i < list.nr && i < MAX_DEFS; i++)
		exercise_def(path, r, &list.def[i], rng);
	free(list.def);
	r->ops->close(r);
}

static int open_btf(struct elf_file *file, struct reader **reader,
		    struct lay_error *err)
{
	struct typeset *set;
	int rc;

	rc = typeset_open_elf(file, NULL, &set, err);
	if (rc < 0)
		return rc;
	rc = btf_reader_create(set, reader, err);
	typeset_unref(set);
	return rc;
}

void exercise_readers(const char *path, struct fuzz_rng *rng)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file;
	struct reader *reader;
	int rc;

	rc = elf_open(path, &file, &err);
	if (rc < 0)
		return;		/* as exercise_elf() saw */
	rc = open_btf(file, &reader, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	else
		exercise_reader(path, reader, rng);
	rc = dw_reader_open(file, 1 + (unsigned int)fuzz_below(rng, 2), NULL,
			    &reader, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	else
		exercise_reader(path, reader, rng);
	elf_close(file);
}
