// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "btf/reader.h"
#include "fuzz/exercise.h"
#include "base/poison.h"

/* Definitions that are looked into. */
#define MAX_DEFS 300

static void see_name(void *ctx, const char *name)
{
	(void)ctx;
	touch_string(name);
}

static void exercise_reader(const char *path, struct reader *r,
			    struct fuzz_rng *rng)
{
	const struct type_query all = { .kinds = ~0u, .name = "*",
					.glob = true };
	struct lay_identity identity = { .path = path };
	struct lay_error err = { .text = "" };
	struct def_list list = { .def = NULL };
	int rc;

	rc = r->ops->identify(r, &identity, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	rc = r->ops->names(r, see_name, NULL, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	rc = r->ops->find(r, &all, &list, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	for (size_t i = 0; i < list.nr && i < MAX_DEFS; i++) {
		const struct lay_type *type;

		rc = r->ops->load(r, &list.def[i], &type, &err);
		if (rc < 0)
			check_error(&err, rc, path);
		else
			lay_layout_free(exercise_type(&list.def[i], type, rng));
	}
	free(list.def);
}

void exercise_btf(const char *path, struct fuzz_rng *rng)
{
	struct lay_error err = { .text = "" };
	struct typeset *set;
	struct elf_file *file;
	struct reader *reader;
	int rc;

	rc = elf_open(path, &file, &err);
	if (rc < 0)
		return;		/* as exercise_elf() saw */
	rc = typeset_open_elf(file, NULL, &set, &err);
	elf_close(file);
	if (rc < 0) {
		check_error(&err, rc, path);
		return;
	}
	CHECK(btf_reader_create(set, &reader, &err) == 0);
	typeset_unref(set);
	exercise_reader(path, reader, rng);
	reader->ops->close(reader);
}
