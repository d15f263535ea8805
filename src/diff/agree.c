// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diff/agree.h"
#include "model/terse.h"
#include "base/poison.h"

/* As everywhere, types may nest and be shared without end in a hostile file. */
#define DEPTH_MAX	300
#define STEPS_MAX	(1u << 22)

struct walk {
	struct disagreement *where;
	size_t path_len;
	unsigned int depth, steps;
};

static const struct lay_type void_type = { .kind = LAY_KIND_VOID };

static bool agree(struct walk *w, const struct lay_type *a,
		  const struct lay_type *b);

static const struct lay_type *target_of(const struct lay_type *type)
{
	return type->target ? type->target : &void_type;
}

static bool same_name(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Fill in what each says: the types as C spells them. */
static bool differ(struct walk *w, const struct lay_type *a,
		   const struct lay_type *b)
{
	lay_type_format(a, NULL, w->where->says[0], sizeof(*w->where->says));
	lay_type_format(b, NULL, w->where->says[1], sizeof(*w->where->says));
	return false;
}

/* Numbers, with what is counted. */
static bool differ_in(struct walk *w, const char *what, uint64_t a, uint64_t b)
{
	snprintf(w->where->says[0], sizeof(*w->where->says), "%" PRIu64 " %s",
		 a, what);
	snprintf(w->where->says[1], sizeof(*w->where->says), "%" PRIu64 " %s",
		 b, what);
	return false;
}

static bool differ_because(struct walk *w, const char *a, const char *b)
{
	snprintf(w->where->says[0], sizeof(*w->where->says), "%s", a);
	snprintf(w->where->says[1], sizeof(*w->where->says), "%s", b);
	return false;
}

/* Make @name the next step of the path; returns what to go back to. */
static size_t enter(struct walk *w, const char *name)
{
	size_t before = w->path_len, room;
	char *path = w->where->path;
	int n;

	if (!name)
		return before;
	room = sizeof(w->where->path) - before;
	n = snprintf(path + before, room, "%s%s", before ? "." : "", name);
	w->path_len += (size_t)n < room ? (size_t)n : room - 1;
	return before;
}

static void leave(struct walk *w, size_t before)
{
	w->path_len = before;
	w->where->path[before] = '\0';
}

static const char *name_or_none(const char *name)
{
	return name ? name : "anonymous";
}

static bool members_agree(struct walk *w, const struct lay_member *a,
			  const struct lay_member *b)
{
	if (!same_name(a->name, b->name))
		return differ_because(w, name_or_none(a->name),
				      name_or_none(b->name));
	if (a->bit_off != b->bit_off)
		return differ_in(w, "bits from the start", a->bit_off,
				 b->bit_off);
	if (a->bit_size != b->bit_size)
		return differ_in(w, "bits wide", a->bit_size, b->bit_size);
	if (a->flags != b->flags)
		return differ_in(w, "as flags", a->flags, b->flags);
	return agree(w, a->type, b->type);
}

static bool records_agree(struct walk *w, const struct lay_type *a,
			  const struct lay_type *b)
{
	size_t nr = a->nr_members < b->nr_members ? a->nr_members :
						    b->nr_members;

	for (size_t i = 0; i < nr; i++) {
		size_t before = enter(w, a->members[i].name);

		if (!members_agree(w, &a->members[i], &b->members[i]))
			return false;
		leave(w, before);
	}
	if (a->nr_members != b->nr_members)
		return differ_in(w, "members", a->nr_members, b->nr_members);
	return true;
}

static bool enums_agree(struct walk *w, const struct lay_type *a,
			const struct lay_type *b)
{
	if (a->nr_enumerators != b->nr_enumerators)
		return differ_in(w, "enumerators", a->nr_enumerators,
				 b->nr_enumerators);
	for (size_t i = 0; i < a->nr_enumerators; i++) {
		size_t before = enter(w, a->enumerators[i].name);

		if (!same_name(a->enumerators[i].name, b->enumerators[i].name))
			return differ_because(w, a->enumerators[i].name,
					      b->enumerators[i].name);
		if (terse_value(&a->enumerators[i], a->size) != terse_value(&b->enumerators[i], b->size))
			return differ_in(w, "as value", terse_value(&a->enumerators[i], a->size),
					 terse_value(&b->enumerators[i], b->size));
		leave(w, before);
	}
	return true;
}

static bool arrays_agree(struct walk *w, const struct lay_type *a,
			 const struct lay_type *b)
{
	const struct lay_type *of[2];
	uint64_t nr[2];

	of[0] = terse_elements(a, &nr[0]);
	of[1] = terse_elements(b, &nr[1]);
	if (nr[0] != nr[1])
		return differ(w, a, b);
	return agree(w, of[0], of[1]);
}

static bool functions_agree(struct walk *w, const struct lay_type *a,
			    const struct lay_type *b)
{
	if (!(a->flags & b->flags & LAY_TYPE_PROTOTYPED))
		return agree(w, target_of(a), target_of(b));
	if (a->nr_params != b->nr_params ||
	    (a->flags ^ b->flags) & LAY_TYPE_VARIADIC)
		return differ(w, a, b);
	for (size_t i = 0; i < a->nr_params; i++)
		if (!agree(w, a->params[i], b->params[i]))
			return false;
	return agree(w, target_of(a), target_of(b));
}

static bool encodings_agree(struct walk *w, const struct lay_type *a,
			    const struct lay_type *b)
{
	static const char *const numbers[] = {
		[LAY_ENCODING_SIGNED] = "a signed integer",
		[LAY_ENCODING_UNSIGNED] = "an unsigned integer",
		[LAY_ENCODING_BOOL] = "a boolean",
		[LAY_ENCODING_FLOAT] = "a floating-point number",
	};
	const size_t nr = sizeof(numbers) / sizeof(numbers[0]);

	if (terse_same_encoding(a, b))
		return true;
	if (a->encoding >= nr || b->encoding >= nr || !numbers[a->encoding] ||
	    !numbers[b->encoding])
		return differ_in(w, "as encoding", a->encoding, b->encoding);
	return differ_because(w, numbers[a->encoding], numbers[b->encoding]);
}

/* Both are of one kind and name. */
static bool contents_agree(struct walk *w, const struct lay_type *a,
			   const struct lay_type *b)
{
	switch (a->kind) {
	case LAY_KIND_BASE:
		return encodings_agree(w, a, b);
	case LAY_KIND_STRUCT:
	case LAY_KIND_UNION:
		return records_agree(w, a, b);
	case LAY_KIND_ENUM:
		return enums_agree(w, a, b);
	case LAY_KIND_ARRAY:
		return arrays_agree(w, a, b);
	case LAY_KIND_FUNCTION:
		return functions_agree(w, a, b);
	case LAY_KIND_VOID:
		return true;
	case LAY_KIND_UNKNOWN:
		return differ(w, a, b);
	default:
		return agree(w, target_of(a), target_of(b));
	}
}

static bool agree(struct walk *w, const struct lay_type *a,
		  const struct lay_type *b)
{
	const unsigned int sized = a->flags & b->flags & LAY_TYPE_SIZED;
	bool same;

	if (w->depth >= DEPTH_MAX || ++w->steps > STEPS_MAX)
		return differ_because(w, "too much to compare",
				      "too much to compare");
	if (a->kind == LAY_KIND_ATOMIC || b->kind == LAY_KIND_ATOMIC) {
		a = a->kind == LAY_KIND_ATOMIC ? target_of(a) : a;
		b = b->kind == LAY_KIND_ATOMIC ? target_of(b) : b;
		w->depth++;
		same = agree(w, a, b);
		w->depth--;
		return same;
	}
	if (a->kind != b->kind || !same_name(a->name, b->name))
		return differ(w, a, b);
	/* what a unit of DWARF only declares is whole in deduplicated BTF */
	if ((a->flags | b->flags) & (LAY_TYPE_SHALLOW | LAY_TYPE_DECLARATION))
		return true;
	w->depth++;
	same = contents_agree(w, a, b);
	w->depth--;
	/* last: what makes the size differ says more */
	if (same && sized && a->size != b->size)
		return differ_in(w, "bytes", a->size, b->size);
	return same;
}

int types_agree(const struct lay_type *a, const struct lay_type *b,
		struct disagreement *where)
{
	struct walk w = { .where = where };

	*where = (struct disagreement){ .path = "" };
	return agree(&w, a, b);
}
