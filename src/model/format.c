// SPDX-License-Identifier: GPL-2.0-only
/*
 * C writes a type around the name that it declares: what the name is first
 * ("pointer to") stands next to it, and what that is of further out, arrays and
 * parameters to the right, all else to the left. So a type is written in two
 * walks down the chain from the name outwards: left_of() goes to the end of the
 * chain before it writes, right_of() writes on its way. A '*' next to an array
 * or function on its outer side needs parentheses.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <layoutdiff/model.h>

#include "model/type.h"
#include "base/poison.h"

/* Nobody reads further; what is cut says so. */
#define FORMAT_DEPTH_MAX	32
#define FORMAT_STEPS_MAX	1024

struct text {
	char *buf;
	size_t len;	/* of buf */
	size_t used;	/* what the whole text has so far */
	char last;	/* character written last, or 0 */
	bool bare;	/* nothing of the declarator was written yet */
	unsigned int depth, steps;
};

/* The qualifiers met since the last thing that they can stand with. */
struct quals {
	bool seen[LAY_NR_KINDS];
};

static const enum lay_kind qualifier_order[] = {
	LAY_KIND_CONST, LAY_KIND_VOLATILE, LAY_KIND_RESTRICT, LAY_KIND_ATOMIC,
};

static void left_of(struct text *t, const struct lay_type *type,
		    struct quals quals);
static void right_of(struct text *t, const struct lay_type *type);

static void put(struct text *t, const char *s)
{
	size_t n = strlen(s);

	if (!n)
		return;
	if (t->used < t->len) {
		size_t room = t->len - t->used;

		memcpy(t->buf + t->used, s, n < room ? n : room);
	}
	t->used += n;
	t->last = s[n - 1];
}

/* Put @s, which may not touch a word in front of it. */
static void put_apart(struct text *t, const char *s)
{
	if (t->last && !strchr(" *&([{", t->last))
		put(t, " ");
	put(t, s);
}

static void put_quals(struct text *t, const struct quals *quals)
{
	for (size_t i = 0; i < sizeof(qualifier_order) /
			       sizeof(qualifier_order[0]); i++)
		if (quals->seen[qualifier_order[i]])
			put_apart(t, lay_kind_name(qualifier_order[i]));
}

static bool too_deep(struct text *t)
{
	return t->depth >= FORMAT_DEPTH_MAX || ++t->steps > FORMAT_STEPS_MAX;
}

/* Does a declarator of a pointer to @target need parentheses? */
static bool binds_tighter(const struct lay_type *target)
{
	for (unsigned int i = 0; i < TYPE_CHAIN_MAX; i++) {
		if (!type_is_qualifier(target))
			break;
		target = type_target(target);
	}
	return target->kind == LAY_KIND_ARRAY ||
	       target->kind == LAY_KIND_FUNCTION;
}

static void put_tagged(struct text *t, const char *tag,
		       const struct lay_type *type)
{
	put_apart(t, tag);
	put(t, " ");
	put(t, type->name ? type->name : "{...}");
}

static void put_specifier(struct text *t, const struct lay_type *type)
{
	switch (type->kind) {
	case LAY_KIND_STRUCT:
		put_tagged(t, type->flags & LAY_TYPE_CLASS ? "class" : "struct",
			   type);
		break;
	case LAY_KIND_UNION:
	case LAY_KIND_ENUM:
		put_tagged(t, lay_kind_name(type->kind), type);
		break;
	case LAY_KIND_VOID:
		put_apart(t, type->name ? type->name : "void");
		break;
	default:
		put_apart(t, type->name ? type->name : "<unknown>");
	}
}

static void left_of_pointer(struct text *t, const struct lay_type *type,
			    const struct quals *quals)
{
	const struct lay_type *target = type_target(type);

	left_of(t, target, (struct quals){ 0 });
	if (binds_tighter(target))
		put_apart(t, "(");
	put_apart(t, type->name ? type->name : "*");
	t->bare = false;
	put_quals(t, quals);
}

/* Everything of @type that stands to the left of what it declares. @quals are
 * those of @type itself. */
static void left_of(struct text *t, const struct lay_type *type,
		    struct quals quals)
{
	if (too_deep(t)) {
		put_apart(t, "...");
		return;
	}
	t->depth++;
	switch (type->kind) {
	case LAY_KIND_CONST:
	case LAY_KIND_VOLATILE:
	case LAY_KIND_RESTRICT:
	case LAY_KIND_ATOMIC:
		quals.seen[type->kind] = true;
		left_of(t, type_target(type), quals);
		break;
	case LAY_KIND_ARRAY:
		/* an array's qualifiers are its elements' */
	case LAY_KIND_FUNCTION:
		left_of(t, type_target(type), quals);
		break;
	case LAY_KIND_POINTER:
		left_of_pointer(t, type, &quals);
		break;
	default:
		put_quals(t, &quals);
		put_specifier(t, type);
		t->bare = true;
	}
	t->depth--;
}

static void put_type(struct text *t, const struct lay_type *type,
		     const char *declarator)
{
	left_of(t, type, (struct quals){ 0 });
	if (declarator && *declarator) {
		put_apart(t, declarator);
		t->bare = false;
	}
	right_of(t, type);
}

static void put_params(struct text *t, const struct lay_type *function)
{
	if (t->bare)
		put(t, " ");
	put(t, "(");
	for (size_t i = 0; i < function->nr_params; i++) {
		if (i)
			put(t, ", ");
		if (too_deep(t)) {
			put(t, "...");
			break;
		}
		put_type(t, function->params[i], NULL);
	}
	if (function->flags & LAY_TYPE_VARIADIC)
		put(t, function->nr_params ? ", ..." : "...");
	else if (!function->nr_params && function->flags & LAY_TYPE_PROTOTYPED)
		put(t, "void");
	put(t, ")");
	t->bare = false;
}

static void put_dims(struct text *t, const struct lay_type *array)
{
	char dim[32];

	for (size_t i = 0; i < array->nr_dims && !too_deep(t); i++) {
		if (array->dims[i].variable)
			snprintf(dim, sizeof(dim), "[*]");
		else if (!array->dims[i].bounded)
			snprintf(dim, sizeof(dim), "[]");
		else
			snprintf(dim, sizeof(dim), "[%" PRIu64 "]",
				 array->dims[i].count);
		put(t, dim);
	}
	t->bare = false;
}

/* Everything of @type that stands to the right of what it declares. */
static void right_of(struct text *t, const struct lay_type *type)
{
	if (too_deep(t))
		return;	/* left_of() has said so */
	t->depth++;
	switch (type->kind) {
	case LAY_KIND_ARRAY:
		put_dims(t, type);
		right_of(t, type_target(type));
		break;
	case LAY_KIND_FUNCTION:
		put_params(t, type);
		right_of(t, type_target(type));
		break;
	case LAY_KIND_POINTER:
		if (binds_tighter(type_target(type)))
			put(t, ")");
		right_of(t, type_target(type));
		break;
	default:
		if (type_is_qualifier(type))
			right_of(t, type_target(type));
	}
	t->depth--;
}

size_t lay_type_format(const struct lay_type *type, const char *declarator,
		       char *buf, size_t len)
{
	struct text t = { .buf = buf, .len = len };

	put_type(&t, type, declarator);
	if (!len)
		return t.used;
	if (t.used < len) {
		buf[t.used] = '\0';
		return t.used;
	}
	/* "...", or as much of it as there is room for */
	for (size_t i = 0; i < len; i++)
		if (i + 4 >= len)
			buf[i] = i + 1 < len ? '.' : '\0';
	return t.used;
}
