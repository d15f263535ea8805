// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

/* Definitions of an answer that are looked into. */
#define MAX_DEFS 300

struct fuzz_intact {
	struct lay_build *build;
	struct lay_defs defs;
	struct lay_layout **layouts;	/* of defs.def[i], or NULL */
};

/* A build that is being asked. */
struct subject {
	const char *path;
	struct lay_build *build;
	const struct fuzz_intact *intact;	/* or NULL */
	struct fuzz_rng *rng;
};

static const struct lay_type *load(const struct subject *s,
				   const struct lay_def *def)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *type, *again;
	int rc;

	rc = lay_build_load(s->build, def, &type, &err);
	if (rc < 0) {
		check_error(&err, rc, s->path);
		return NULL;
	}
	CHECK(lay_build_load(s->build, def, &again, &err) == 0);
	CHECK(again == type);
	return type;
}

static void exercise_units(const struct subject *s, const struct lay_def *def)
{
	struct lay_error err = { .text = "" };
	const char **units;
	size_t nr;
	int rc = lay_build_units(s->build, def, &units, &nr, &err);

	if (rc < 0) {
		check_error(&err, rc, s->path);
		return;
	}
	CHECK(nr == def->nr_units);
	for (size_t i = 0; i < nr; i++)
		touch_string(units[i]);
	free(units);
}

static void exercise_def(const struct subject *s, const struct lay_def *def)
{
	const struct fuzz_intact *in = s->intact;
	const struct lay_type *type;
	struct lay_layout *layout;

	exercise_units(s, def);
	type = load(s, def);
	if (!type)
		return;
	layout = exercise_type(def, type, s->rng);
	for (size_t i = 0; layout && in && i < in->defs.nr; i++)
		if (in->layouts[i] && in->defs.def[i].kind == def->kind &&
		    !strcmp(in->defs.def[i].name, def->name))
			exercise_diff(&in->defs.def[i], in->layouts[i], def,
				      layout);
	lay_layout_free(layout);
}

static void exercise_pairs(const struct subject *s, const struct lay_defs *defs)
{
	struct lay_error err = { .text = "" };
	long *pairs;
	int rc;

	if (!s->intact)
		return;
	rc = lay_diff_pair(s->intact->build, &s->intact->defs, s->build, defs,
			   &pairs, &err);
	if (rc < 0) {
		check_error(&err, rc, s->path);
		return;
	}
	for (size_t i = 0; i < s->intact->defs.nr; i++)
		CHECK(pairs[i] >= -1 && pairs[i] < (long)defs->nr);
	free(pairs);
}

static void exercise_find(const struct subject *s, const char *spec)
{
	struct lay_error err = { .text = "" };
	struct lay_defs defs;
	int rc;

	rc = lay_build_find(s->build, spec, &defs, &err);
	if (rc < 0) {
		check_error(&err, rc, s->path);
		return;
	}
	CHECK((size_t)rc == defs.nr && defs.nr);
	if (!strcmp(spec, "*"))
		exercise_pairs(s, &defs);
	for (size_t i = 0; i < defs.nr && i < MAX_DEFS; i++)
		exercise_def(s, &defs.def[i]);
	lay_defs_free(&defs);
}

/* Some of the file goes, while it is mapped. */
static void maybe_shrink(const struct subject *s)
{
	struct stat st;

	if (s->intact && !fuzz_below(s->rng, 64) && !stat(s->path, &st))
		CHECK(!truncate(s->path,
				fuzz_below(s->rng, st.st_size + 1)));
}

static void exercise_identity(const struct subject *s)
{
	const struct lay_identity *identity;
	struct lay_error err = { .text = "" };
	int rc = lay_build_identity(s->build, &identity, &err);

	if (rc < 0) {
		check_error(&err, rc, s->path);
		return;
	}
	touch_string(identity->release);
	touch_string(identity->build_id);
	touch_string(identity->machine);
	touch_string(identity->source);
	for (size_t i = 0; i < identity->nr_producers; i++)
		touch_string(identity->producers[i].text);
}

void exercise_build(const char *path, const struct fuzz_intact *intact,
		    struct fuzz_rng *rng)
{
	static const char *const specs[] = {
		"*", "struct shape.refs", "shape", "enum *", "net::*", "shappe",
	};
	const struct lay_open_opts opts = {
		.jobs = 1 + (unsigned int)fuzz_below(rng, 2),
		.from = fuzz_below(rng, 4) ? LAY_FROM_BEST : LAY_FROM_BTF,
	};
	struct subject s = { .path = path, .intact = intact, .rng = rng };
	struct lay_error err = { .text = "" };
	int rc;

	rc = lay_build_open(path, &opts, &s.build, &err);
	if (rc < 0) {
		check_error(&err, rc, path);
		return;
	}
	exercise_identity(&s);
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
		maybe_shrink(&s);
		exercise_find(&s, specs[i]);
	}
	exercise_access(s.build, rng);
	exercise_variables(s.build, rng);
	rc = lay_build_intact(s.build, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	lay_build_close(s.build);
}

static void must(int rc, const struct lay_error *err)
{
	if (rc >= 0)
		return;
	fprintf(stderr, "%s\n", err->text);
	exit(99);
}

struct fuzz_intact *fuzz_intact_open(const char *path)
{
	struct fuzz_intact *in = calloc(1, sizeof(*in));
	struct lay_error err = { .text = "" };
	const struct lay_type *type;
	int rc;

	CHECK(in);
	must(lay_build_open(path, NULL, &in->build, &err), &err);
	/* of split DWARF there is nothing to find */
	rc = lay_build_find(in->build, "*", &in->defs, &err);
	if (rc != -LAY_E_UNSUPPORTED)
		must(rc, &err);
	in->layouts = calloc(in->defs.nr + 1, sizeof(*in->layouts));
	CHECK(in->layouts);
	for (size_t i = 0; i < in->defs.nr; i++) {
		must(lay_build_load(in->build, &in->defs.def[i], &type, &err),
		     &err);
		if (lay_type_is_record(type))
			lay_layout_make(type, NULL, &in->layouts[i], &err);
	}
	return in;
}

void fuzz_intact_close(struct fuzz_intact *intact)
{
	for (size_t i = 0; i < intact->defs.nr; i++)
		lay_layout_free(intact->layouts[i]);
	free(intact->layouts);
	lay_defs_free(&intact->defs);
	lay_build_close(intact->build);
	free(intact);
}
