// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "btf/fingerprint.h"
#include "base/hash.h"
#include "base/poison.h"

static void feed(struct btf_prints *prints, struct lay_fingerprint *fp,
		 const struct lay_type *type);

static void feed_members(struct btf_prints *prints, struct lay_fingerprint *fp,
			 const struct lay_type *type)
{
	fingerprint_u64(fp, type->nr_members);
	for (size_t i = 0; i < type->nr_members; i++) {
		const struct lay_member *m = &type->members[i];

		fingerprint_string(fp, m->name);
		fingerprint_u64(fp, m->bit_off);
		fingerprint_u64(fp, m->bit_size);
		feed(prints, fp, m->type);
	}
}

/* Do typedefs lead from @type to an enum, in which they count as its name? */
static bool names_enum(const struct lay_type *type)
{
	const struct lay_type *of = lay_type_strip(type);

	return type->kind == LAY_KIND_TYPEDEF && of->kind == LAY_KIND_ENUM &&
	       !of->name;
}

/* What is added to a list changes nothing in a record that holds the enum, but
 * does change the enum itself, and a typedef that is all the name it has. */
static void feed_enumerators(struct lay_fingerprint *fp,
			     const struct lay_type *type)
{
	fingerprint_u64(fp, type->nr_enumerators);
	for (size_t i = 0; i < type->nr_enumerators; i++) {
		fingerprint_string(fp, type->enumerators[i].name);
		fingerprint_u64(fp, (uint64_t)type->enumerators[i].value);
	}
}

static void feed_all(struct btf_prints *prints, struct lay_fingerprint *fp,
		     const struct lay_type *type)
{
	fingerprint_u64(fp, type->kind);
	/* what is said of all that there is tells nothing apart */
	fingerprint_u64(fp, type->flags & ~LAY_TYPE_UNSAID);
	fingerprint_string(fp, type->name);
	fingerprint_u64(fp, type->size);
	fingerprint_u64(fp, type->encoding);
	fingerprint_u64(fp, type->bit_width);
	fingerprint_u64(fp, type->nr_dims);
	for (size_t i = 0; i < type->nr_dims; i++)
		fingerprint_u64(fp, type->dims[i].count);
	feed_members(prints, fp, type);
	fingerprint_u64(fp, type->nr_params);
	for (size_t i = 0; i < type->nr_params; i++)
		feed(prints, fp, type->params[i]);
	if (type->kind == LAY_KIND_ENUM && !type->name)
		feed_enumerators(fp, type);
	if (names_enum(type))
		fingerprint_u64(fp, lay_type_strip(type)->size);
	else if (type->target)
		feed(prints, fp, type->target);
}

/*
 * Many types lead to one record or one function: those are printed once, and
 * count wherever they stand by what came of it. All others are of one type
 * alone, and chains of such are short (TYPESET_DEPTH_MAX).
 */
static void feed(struct btf_prints *prints, struct lay_fingerprint *fp,
		 const struct lay_type *type)
{
	uint64_t id = type->source_off;

	if (!type->nr_members && type->kind != LAY_KIND_FUNCTION) {
		feed_all(prints, fp, type);
		return;
	}
	if (!prints->done[id]) {
		struct lay_fingerprint inner;

		fingerprint_init(&inner);
		feed_all(prints, &inner, type);
		prints->print[id] = inner;
		prints->done[id] = true;
	}
	fingerprint_add(fp, &prints->print[id]);
}

/* The enum whose list is not in the print of @type where it is met, or NULL. */
static const struct lay_type *own_enum(const struct lay_type *type)
{
	if (names_enum(type))
		return lay_type_strip(type);
	return type->kind == LAY_KIND_ENUM && type->name ? type : NULL;
}

struct lay_fingerprint btf_fingerprint(struct btf_prints *prints,
				       const struct lay_type *type)
{
	const struct lay_type *listed = own_enum(type);
	struct lay_fingerprint fp;

	fingerprint_init(&fp);
	feed(prints, &fp, type);
	if (listed)
		feed_enumerators(&fp, listed);
	return fp;
}

int btf_prints_init(struct btf_prints *prints, uint32_t end_id,
		    struct lay_error *err)
{
	prints->print = calloc(end_id, sizeof(*prints->print));
	prints->done = calloc(end_id, sizeof(*prints->done));
	if (!prints->print || !prints->done)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for fingerprints");
	return 0;
}

void btf_prints_deinit(struct btf_prints *prints)
{
	free(prints->print);
	free(prints->done);
}
