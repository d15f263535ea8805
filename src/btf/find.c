// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "btf/find.h"
#include "base/glob.h"
#include "base/vec.h"
#include "model/def.h"
#include "model/query.h"
#include "base/poison.h"

/* What questions call the kind of @t; LAY_KIND_UNKNOWN: nothing they ask for. */
static enum lay_kind kind_of(const struct btf_type *t)
{
	switch (btf_kind(t)) {
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT:
		return LAY_KIND_BASE;
	case BTF_KIND_STRUCT:
		return LAY_KIND_STRUCT;
	case BTF_KIND_UNION:
		return LAY_KIND_UNION;
	case BTF_KIND_FWD:
		return btf_kflag(t) ? LAY_KIND_UNION : LAY_KIND_STRUCT;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return LAY_KIND_ENUM;
	case BTF_KIND_TYPEDEF:
		return LAY_KIND_TYPEDEF;
	default:
		return LAY_KIND_UNKNOWN;
	}
}

/* The name of type @id if @q asks for it, else NULL. */
static const char *match(const struct typeset *set, uint32_t id,
			 const struct type_query *q)
{
	const struct btf_type *t = typeset_type(set, id);
	enum lay_kind kind = kind_of(t);
	const char *name;

	if (kind == LAY_KIND_UNKNOWN || !(q->kinds & 1u << kind))
		return NULL;
	name = typeset_name(set, t->name_off);
	if (!name || (q->glob ? !glob_match(q->name, name) :
		      strcmp(q->name, name) != 0))
		return NULL;
	return name;
}

static int add_def(struct btf_loader *loader, struct btf_prints *prints,
		   const struct type_query *q, uint32_t id, const char *name,
		   struct def_list *out, struct lay_error *err)
{
	const struct lay_type *type;
	struct lay_def *def;
	int ret = btf_loader_load(loader, id, &type, err);

	if (ret < 0 || query_leaves_out_type(q, type))
		return ret;
	if (VEC_RESERVE(out->def, out->nr, out->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for definitions");
	def = &out->def[out->nr++];
	*def = (struct lay_def){
		.name = name,
		.kind = type->kind,
		.size = type->size,
		.nr_members = (uint32_t)type->nr_members,
		.fingerprint = btf_fingerprint(prints, type),
		.source_off = id,
	};
	if (type->flags & LAY_TYPE_DECLARATION)
		def->flags = LAY_DEF_DECLARATION;
	return 0;
}

/* Is @def said by @before, which stands in front of it? */
static bool adds_nothing(const struct lay_def *before,
			 const struct lay_def *def)
{
	return def_same_name(before, def) &&
	       (def->flags & LAY_DEF_DECLARATION ||
		fingerprint_same(&before->fingerprint, &def->fingerprint));
}

/* Fold what was found, out->def[first..]. */
static void fold(struct def_list *out, size_t first)
{
	size_t kept = first;

	if (out->nr == first)
		return;
	qsort(out->def + first, out->nr - first, sizeof(*out->def), def_order);
	for (size_t i = first + 1; i < out->nr; i++)
		if (!adds_nothing(&out->def[kept], &out->def[i]))
			out->def[++kept] = out->def[i];
	out->nr = kept + 1;
}

static bool has_definition(const struct def_list *out, size_t first)
{
	for (size_t i = first; i < out->nr; i++)
		if (!(out->def[i].flags & LAY_DEF_DECLARATION))
			return true;
	return false;
}

/* Types yet to be looked at by reach(), and those it has met. */
struct reach {
	bool *met;
	uint32_t *todo;
	size_t nr, cap;
};

static int reach_type(struct reach *r, uint32_t id)
{
	if (r->met[id])
		return 0;
	if (VEC_RESERVE(r->todo, r->nr, r->cap, 1) < 0)
		return -1;
	r->met[id] = true;
	r->todo[r->nr++] = id;
	return 0;
}

/* Meet all that the types lead to which the module adds, pointers followed. */
static int reach(const struct typeset *set, struct reach *r)
{
	uint32_t to;

	for (uint32_t own = set->first_id; own < set->end_id; own++)
		if (reach_type(r, own) < 0)
			return -1;
	while (r->nr) {
		uint32_t id = r->todo[--r->nr];

		for (uint32_t n = 0; typeset_target(set, id, n, &to); n++)
			if (reach_type(r, to) < 0)
				return -1;
	}
	return 0;
}

static int find_in_base(struct btf_loader *loader, struct btf_prints *prints,
			const struct type_query *q, const bool *met,
			struct def_list *out, struct lay_error *err)
{
	const struct typeset *set = loader->set;
	int ret = 0;

	for (uint32_t id = 1; id < set->first_id && ret == 0; id++) {
		const char *name = match(set, id, q);

		if (name && (!met || met[id]))
			ret = add_def(loader, prints, q, id, name, out,
				      err);
	}
	return ret;
}

/*
 * Look into the base, beside what the module has of the name itself: there for
 * what its types lead to. DWARF would have both, and nothing else; what of the
 * same name is vmlinux's own business stays out.
 */
static int find_beside(struct btf_loader *loader, struct btf_prints *prints,
		       const struct type_query *q, struct def_list *out,
		       struct lay_error *err)
{
	struct reach r = { .nr = 0 };
	int ret;

	r.met = calloc(loader->set->end_id, sizeof(*r.met));
	if (r.met && reach(loader->set, &r) == 0)
		ret = find_in_base(loader, prints, q, r.met, out, err);
	else
		ret = lay_error_set(err, LAY_E_NOMEM,
				    "out of memory for types");
	free(r.met);
	free(r.todo);
	return ret;
}

int btf_find(struct btf_loader *loader, struct btf_prints *prints,
	     const struct type_query *q, bool alone, struct def_list *out,
	     struct lay_error *err)
{
	const struct typeset *set = loader->set;
	size_t first = out->nr;
	int ret = 0;

	if (q->only == QUERY_FUNCTIONS || (q->only == QUERY_BASE && alone))
		return 0;
	if (q->only == QUERY_BASE)
		return find_in_base(loader, prints, q, NULL, out, err);
	for (uint32_t id = set->first_id; id < set->end_id && ret == 0; id++) {
		const char *name = match(set, id, q);

		if (name)
			ret = add_def(loader, prints, q, id, name, out,
				      err);
	}
	if (ret == 0 && !q->glob && set->base && !alone)
		ret = has_definition(out, first) ?
		      find_beside(loader, prints, q, out, err) :
		      find_in_base(loader, prints, q, NULL, out, err);
	if (ret == 0)
		fold(out, first);
	return ret;
}

void btf_see_names(const struct typeset *set,
		   void (*see)(void *ctx, const char *name), void *ctx)
{
	for (uint32_t id = 1; id < set->end_id; id++) {
		const struct btf_type *t = typeset_type(set, id);
		const char *name = typeset_name(set, t->name_off);

		if (name && kind_of(t) != LAY_KIND_UNKNOWN)
			see(ctx, name);
	}
}
