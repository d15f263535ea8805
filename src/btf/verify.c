// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: the loader walks types recursively, by value down to base types and
 * behind pointers as far as a C declaration is spelled. BTF can say what C
 * cannot: a record that holds itself, a typedef of itself, a million qualifiers
 * in a row. And a split BTF read over a base that is not its own says nonsense
 * in good form.
 *
 * Idea: look at each type once for its numbers and names, then walk the same
 * graph as the loader once, depth first. Its nodes are pairs of type and way:
 * deep (by value) or shallow (what a pointer, a parameter or a returned value
 * is of, where records are but a tag).
 *
 * Invariant: a node that is done has its depth noted, which is one more than
 * that of the deepest node it leads to, and at most TYPESET_DEPTH_MAX. Nodes
 * on the stack are marked: to meet one is a cycle.
 *
 * Cost: a byte for each node, each edge followed once.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "btf/verify.h"
#include "base/poison.h"

#define ON_STACK	UINT8_MAX
_Static_assert(TYPESET_DEPTH_MAX < ON_STACK, "a depth fits beside the mark");

enum way { DEEP, SHALLOW, NR_WAYS };

struct frame {
	uint32_t id;
	uint32_t next;		/* edge to follow next */
	enum way way;
	uint8_t depth;		/* of the deepest node reached so far */
};

struct verify {
	const struct typeset *set;
	const char *types;	/* first byte of the own types */
	uint8_t *state[NR_WAYS];	/* 0 new, a depth, ON_STACK */
	struct frame stack[TYPESET_DEPTH_MAX];
	unsigned int nr_frames;
	struct lay_error *err;
};

/* Where @id stands in the BTF, for messages. */
static uint64_t place_of(const struct verify *v, uint32_t id)
{
	const char *type = (const char *)typeset_type(v->set, id);

	return v->set->types_off + (uint64_t)(type - v->types);
}

/* What is split from one base and read over another goes wrong in a way that
 * names no byte of a file; better to say so. */
static int not_its_base(const struct verify *v, uint32_t id)
{
	return lay_error_set(v->err, LAY_E_FORMAT,
			     "+0x%" PRIx64 ": type %" PRIu32
			     " does not fit %s: that is not what this was split from; name the vmlinux of its build (--btf-base)",
			     place_of(v, id), id, v->set->base->where);
}

static int check_name(const struct verify *v, uint32_t id, uint32_t off)
{
	const struct typeset *set = v->set;
	const char *name;

	if (off >= set->end_name && off)
		return lay_error_set(v->err, LAY_E_FORMAT,
				     "+0x%" PRIx64 ": type %" PRIu32
				     " has a name at 0x%" PRIx32
				     ", past the strings",
				     place_of(v, id), id, off);
	if (!set->base || off >= set->base->end_name || !off)
		return 0;
	/* names are never shared in part */
	name = btf__str_by_offset(set->btf, off);
	return name && name[-1] ? not_its_base(v, id) : 0;
}

/* What a type can be of: not what names code and data. */
static bool is_object_kind(uint32_t kind)
{
	return kind != BTF_KIND_FUNC && kind != BTF_KIND_VAR &&
	       kind != BTF_KIND_DATASEC && kind != BTF_KIND_DECL_TAG;
}

static int check_ref(const struct verify *v, uint32_t id, uint32_t to)
{
	if (to >= v->set->end_id)
		return lay_error_set(v->err, LAY_E_FORMAT,
				     "+0x%" PRIx64 ": type %" PRIu32
				     " refers to type %" PRIu32
				     ", the last is %" PRIu32,
				     place_of(v, id), id, to,
				     v->set->end_id - 1);
	if (is_object_kind(btf_kind(typeset_type(v->set, to))))
		return 0;
	if (to < v->set->first_id)
		return not_its_base(v, id);
	return lay_error_set(v->err, LAY_E_FORMAT,
			     "+0x%" PRIx64 ": type %" PRIu32
			     " is of %" PRIu32 ", which is no type of an object",
			     place_of(v, id), id, to);
}

static int check_int(const struct verify *v, uint32_t id,
		     const struct btf_type *t)
{
	uint32_t bits = btf_int_offset(t) + btf_int_bits(t);

	if (bits > (uint64_t)t->size * 8)
		return lay_error_set(v->err, LAY_E_FORMAT,
				     "+0x%" PRIx64 ": type %" PRIu32
				     " is an integer with bit %" PRIu32 " in %" PRIu32 " bytes",
				     place_of(v, id), id, bits, t->size);
	return 0;
}

static int check_members(const struct verify *v, uint32_t id,
			 const struct btf_type *t)
{
	const struct btf_member *m = btf_members(t);
	int ret = 0;

	for (uint32_t i = 0; i < btf_vlen(t) && ret == 0; i++, m++) {
		ret = check_name(v, id, m->name_off);
		if (ret == 0)
			ret = check_ref(v, id, m->type);
	}
	return ret;
}

static int check_params(const struct verify *v, uint32_t id,
			const struct btf_type *t)
{
	const struct btf_param *p = btf_params(t);
	int ret = check_ref(v, id, t->type);

	for (uint32_t i = 0; i < btf_vlen(t) && ret == 0; i++, p++) {
		ret = check_name(v, id, p->name_off);
		if (ret == 0)
			ret = check_ref(v, id, p->type);
	}
	return ret;
}

static int check_enumerators(const struct verify *v, uint32_t id,
			     const struct btf_type *t)
{
	const uint32_t *name = (const uint32_t *)(t + 1);
	size_t step = btf_is_enum64(t) ? 3 : 2;
	int ret = 0;

	for (uint32_t i = 0; i < btf_vlen(t) && ret == 0; i++, name += step)
		ret = check_name(v, id, *name);
	return ret;
}

/* The numbers and names in one type. What is about code and data alone is not
 * looked at, here or later. */
static int check_type(const struct verify *v, uint32_t id)
{
	const struct btf_type *t = typeset_type(v->set, id);
	int ret = check_name(v, id, t->name_off);

	if (ret < 0)
		return ret;
	switch (btf_kind(t)) {
	case BTF_KIND_INT:
		return check_int(v, id, t);
	case BTF_KIND_PTR:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		return check_ref(v, id, t->type);
	case BTF_KIND_ARRAY:
		return check_ref(v, id, btf_array(t)->type);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return check_members(v, id, t);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return check_enumerators(v, id, t);
	case BTF_KIND_FUNC_PROTO:
		return check_params(v, id, t);
	default:
		return 0;
	}
}

/* The edge number @n out of a node; false: it has no more. */
static bool edge(const struct verify *v, uint32_t id, enum way way, uint32_t n,
		 uint32_t *to, enum way *to_way)
{
	const struct btf_type *t = typeset_type(v->set, id);

	if (way == SHALLOW && btf_is_composite(t))
		return false;
	*to_way = btf_is_ptr(t) || btf_is_func_proto(t) ? SHALLOW : way;
	return typeset_target(v->set, id, n, to);
}

static int too_deep(const struct verify *v, uint32_t id)
{
	return lay_error_set(v->err, LAY_E_LIMIT,
			     "+0x%" PRIx64 ": type %" PRIu32
			     " nests more than %u deep",
			     place_of(v, id), id, TYPESET_DEPTH_MAX);
}

static int push(struct verify *v, uint32_t id, enum way way)
{
	if (v->nr_frames == TYPESET_DEPTH_MAX)
		return too_deep(v, v->stack[0].id);
	v->state[way][id - v->set->first_id] = ON_STACK;
	v->stack[v->nr_frames++] = (struct frame){ .id = id, .way = way };
	return 0;
}

/* The top of the stack leads to something @depth deep. */
static int reached(struct verify *v, uint8_t depth)
{
	struct frame *top = &v->stack[v->nr_frames - 1];

	if (depth > top->depth)
		top->depth = depth;
	return top->depth < TYPESET_DEPTH_MAX ? 0 : too_deep(v, top->id);
}

/* All edges of the top of the stack were followed. */
static int pop(struct verify *v)
{
	const struct frame *top = &v->stack[--v->nr_frames];
	uint8_t depth = top->depth + 1;

	v->state[top->way][top->id - v->set->first_id] = depth;
	return v->nr_frames ? reached(v, depth) : 0;
}

/* Follow one edge of the top of the stack. */
static int step(struct verify *v)
{
	struct frame *top = &v->stack[v->nr_frames - 1];
	enum way way;
	uint32_t to;
	uint8_t seen;

	if (!edge(v, top->id, top->way, top->next, &to, &way))
		return pop(v);
	top->next++;
	if (to < v->set->first_id)	/* void, or done with the base */
		return reached(v, 1);
	seen = v->state[way][to - v->set->first_id];
	if (seen == ON_STACK)
		return lay_error_set(v->err, LAY_E_FORMAT,
				     "+0x%" PRIx64 ": type %" PRIu32
				     " contains itself",
				     place_of(v, to), to);
	return seen ? reached(v, seen) : push(v, to, way);
}

static int walk(struct verify *v, uint32_t id)
{
	int ret = 0;

	if (!v->state[DEEP][id - v->set->first_id])
		ret = push(v, id, DEEP);
	while (ret == 0 && v->nr_frames)
		ret = step(v);
	return ret;
}

static int verify_all(struct verify *v)
{
	const struct typeset *set = v->set;
	int ret = 0;

	for (uint32_t id = set->first_id; id < set->end_id && ret == 0; id++)
		ret = check_type(v, id);
	for (uint32_t id = set->first_id; id < set->end_id && ret == 0; id++)
		if (is_object_kind(btf_kind(typeset_type(set, id))))
			ret = walk(v, id);
	return ret;
}

int typeset_verify(const struct typeset *set, struct lay_error *err)
{
	size_t nr = set->end_id - set->first_id;
	struct verify *v;
	int ret;

	if (!nr)
		return 0;
	v = calloc(1, sizeof(*v));
	if (v) {
		v->state[DEEP] = calloc(nr, 1);
		v->state[SHALLOW] = calloc(nr, 1);
	}
	if (!v || !v->state[DEEP] || !v->state[SHALLOW]) {
		ret = lay_error_set(err, LAY_E_NOMEM,
				    "+0x0: out of memory for %zu types", nr);
	} else {
		v->set = set;
		v->err = err;
		v->types = (const char *)typeset_type(set, set->first_id);
		ret = verify_all(v);
	}
	if (v) {
		free(v->state[DEEP]);
		free(v->state[SHALLOW]);
		free(v);
	}
	return ret;
}
