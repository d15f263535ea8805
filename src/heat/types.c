// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "heat/place.h"
#include "heat/types.h"
#include "base/poison.h"

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for types");
}

int heat_types_init(struct heat_types *types, struct lay_build *build,
		    const struct lay_layout_opts *opts, struct lay_error *err)
{
	int rc;

	*types = (struct heat_types){ .build = build, .opts = *opts };
	strset_init(&types->strings);
	map_init(&types->by_name);
	map_init(&types->holds);
	rc = lay_build_find(build, "*", &types->defs, err);
	return rc < 0 ? rc : 0;
}

void heat_types_deinit(struct heat_types *types)
{
	for (size_t i = 0; i < types->nr; i++)
		lay_layout_free(types->type[i].layout);
	free(types->type);
	lay_defs_free(&types->defs);
	strset_free(&types->strings);
	map_free(&types->by_name);
	map_free(&types->holds);
}

const char *heat_types_string(struct heat_types *types, const char *s,
			      size_t len)
{
	return strset_add(&types->strings, s, len);
}

/* "struct x", "union x", or a typedef's name, taken apart. */
static const char *split(const char *name, unsigned int *kinds)
{
	*kinds = 1u << LAY_KIND_TYPEDEF;
	if (!strncmp(name, "struct ", 7))
		*kinds = 1u << LAY_KIND_STRUCT;
	else if (!strncmp(name, "union ", 6))
		*kinds = 1u << LAY_KIND_UNION;
	else
		return name;
	return strchr(name, ' ') + 1;
}

/* The definition with this name that most units have. */
static const struct lay_def *find_def(const struct heat_types *types,
				      const char *text)
{
	const struct lay_defs *defs = &types->defs;
	size_t lo = 0, hi = defs->nr;
	unsigned int kinds;
	const char *name = split(text, &kinds);

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(defs->def[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < defs->nr && !strcmp(defs->def[lo].name, name); lo++)
		if (kinds & 1u << defs->def[lo].kind &&
		    !(defs->def[lo].flags & LAY_DEF_DECLARATION))
			return &defs->def[lo];
	return NULL;
}

static bool is_record_name(const char *name, size_t len)
{
	static const char *const not_records[] = {
		"int", "char", "long", "short", "void", "unsigned", "signed",
		"_Bool", "float", "double", "enum", "-",
	};

	if (!len || name[len - 1] == '*' || memchr(name, '(', len) ||
	    memchr(name, '[', len) || memchr(name, '{', len))
		return false;
	for (size_t i = 0; i < sizeof(not_records) / sizeof(*not_records); i++) {
		size_t n = strlen(not_records[i]);

		if (len >= n && !memcmp(name, not_records[i], n) &&
		    (len == n || name[n] == ' '))
			return false;
	}
	return true;
}

static int add(struct heat_types *types, const char *name, uint32_t *number,
	       struct lay_error *err)
{
	struct heat_type *t;

	if (VEC_RESERVE(types->type, types->nr, types->cap, 1) < 0 ||
	    map_put(&types->by_name, (uintptr_t)name,
		    (void *)(uintptr_t)(types->nr + 1)) < 0)
		return no_memory(err);
	t = &types->type[types->nr];
	*t = (struct heat_type){
		.name = name, .def = find_def(types, name),
	};
	*number = (uint32_t)types->nr++;
	if (t->def)
		t->size = t->def->size;
	/* the size of a typedef is that of what it is of */
	if (t->def && t->def->kind == LAY_KIND_TYPEDEF &&
	    !heat_types_layout(types, *number))
		t->def = NULL;
	return 0;
}

/* A typedef of a number, or a name that the build does not have. */
static bool is_no_record(const struct heat_type *t)
{
	return !t->def && strncmp(t->name, "struct ", 7) &&
	       strncmp(t->name, "union ", 6);
}

int heat_types_number(struct heat_types *types, const char *name, size_t len,
		      uint32_t *number, struct lay_error *err)
{
	const char *one;
	uintptr_t known;

	*number = HEAT_NO_TYPE;
	if (!is_record_name(name, len))
		return 0;
	one = heat_types_string(types, name, len);
	if (!one)
		return no_memory(err);
	known = (uintptr_t)map_get(&types->by_name, (uintptr_t)one);
	*number = (uint32_t)(known - 1);
	if (!known && add(types, one, number, err) < 0)
		return -LAY_E_NOMEM;
	if (is_no_record(&types->type[*number]))
		*number = HEAT_NO_TYPE;
	return 0;
}

const struct lay_layout *heat_types_layout(struct heat_types *types,
					   uint32_t number)
{
	struct heat_type *t = &types->type[number];
	const struct lay_type *type;

	if (t->asked || !t->def)
		return t->layout;
	t->asked = true;
	/* what cannot be laid out is a type without members here */
	if (lay_build_load(types->build, t->def, &type, NULL) < 0 ||
	    !lay_type_is_record(type) ||
	    lay_layout_make(type, &types->opts, &t->layout, NULL) < 0)
		return NULL;
	t->size = t->layout->size;
	return t->layout;
}

struct search {
	const struct lay_layout *layout;
	const struct lay_type *wanted;
	bool at_start;		/* only where it begins at the byte */
	uint64_t rest;
};

static bool see(void *ctx, uint32_t slot, uint64_t rest)
{
	struct search *s = ctx;
	const struct lay_type *record;

	if (s->at_start && rest)
		return false;
	record = heat_place_record(&s->layout->slots[slot]);
	if (!record || !heat_place_is(record, s->wanted))
		return false;
	s->rest = rest;
	return true;
}

static bool find_inner(struct search *s, uint64_t off)
{
	if (heat_place_is(s->layout->type, s->wanted) &&
	    (!s->at_start || !off)) {
		s->rest = off;
		return true;
	}
	return heat_place_each(s->layout, off, see, s);
}

bool heat_types_hold(struct heat_types *types, uint32_t outer, uint32_t inner,
		     uint64_t off)
{
	uint64_t key = hash_u64((uint64_t)outer << 32 | inner) ^ hash_u64(off);
	const void *known = map_get(&types->holds, key);
	struct search s = { .at_start = true };
	const struct lay_layout *in;
	bool holds;

	if (known)
		return known == types;
	s.layout = heat_types_layout(types, outer);
	in = heat_types_layout(types, inner);
	if (!s.layout || !in)
		return outer == inner && !off;
	s.wanted = in->type;
	holds = find_inner(&s, off);
	/* without memory it is found out again */
	(void)map_put(&types->holds, key,
		      holds ? (const void *)types : (const void *)&types->nr);
	return holds;
}

bool heat_types_within(struct heat_types *types, uint32_t outer,
		       const struct lay_type *inner, uint64_t off,
		       uint64_t *rest)
{
	struct search s = {
		.layout = heat_types_layout(types, outer), .wanted = inner,
	};

	if (!s.layout || !find_inner(&s, off))
		return false;
	*rest = s.rest;
	return true;
}
