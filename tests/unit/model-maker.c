// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/model-maker.h"
#include "base/poison.h"

#define MAX_MEMBERS 4096
#define MAX_DIMS 8

struct maker_name {
	struct maker_name *next;
	char *name;		/* "struct x", "enum y", "u32" */
	struct lay_type *type;
};

/* A record while its members are laid out. */
struct record {
	struct lay_type *type;
	bool packed;
	uint64_t align;
	uint64_t end_bits;	/* of the last member */
	uint64_t size_bits;	/* of the largest, for unions */
	struct lay_member *members;
	size_t nr;
};

struct attributes {
	bool packed;
	uint64_t align;
};

static struct lay_type *parse_type(struct maker *m);

/*
 * Words
 */

static void syntax(struct maker *m, const char *what)
{
	fail_msg("model maker: %s at \"%.40s\"", what, m->at);
}

static void skip_blanks(struct maker *m)
{
	while (isspace((unsigned char)*m->at))
		m->at++;
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	if (!isalpha((unsigned char)*s) && *s != '_')
		return 0;
	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

/* Take @word if it is next. */
static bool take(struct maker *m, const char *word)
{
	size_t len = strlen(word);

	skip_blanks(m);
	if (strncmp(m->at, word, len) ||
	    (word_length(word) && word_length(m->at) != len))
		return false;
	m->at += len;
	return true;
}

static void expect(struct maker *m, const char *word)
{
	if (!take(m, word))
		syntax(m, word);
}

static const char *take_name(struct maker *m)
{
	char buf[128];
	size_t len;

	skip_blanks(m);
	len = word_length(m->at);
	if (!len || len >= sizeof(buf))
		return NULL;
	memcpy(buf, m->at, len);
	buf[len] = 0;
	m->at += len;
	return model_add_string(&m->model, buf);
}

static int64_t take_number(struct maker *m)
{
	char *end;
	int64_t value;

	skip_blanks(m);
	value = strtoll(m->at, &end, 0);
	if (end == m->at)
		syntax(m, "a number");
	m->at = end;
	return value;
}

static struct attributes take_attributes(struct maker *m)
{
	struct attributes a = { 0 };

	for (;;) {
		if (take(m, "__packed")) {
			a.packed = true;
		} else if (take(m, "__aligned")) {
			expect(m, "(");
			a.align = (uint64_t)take_number(m);
			expect(m, ")");
		} else {
			return a;
		}
	}
}

/*
 * Names
 */

static struct lay_type *find(struct maker *m, const char *name)
{
	for (struct maker_name *n = m->names; n; n = n->next)
		if (!strcmp(n->name, name))
			return n->type;
	return NULL;
}

static void bind(struct maker *m, const char *kind, const char *name,
		 struct lay_type *type)
{
	struct maker_name *n = calloc(1, sizeof(*n));
	size_t len = strlen(kind) + strlen(name) + 2;

	assert_non_null(n);
	n->name = malloc(len);
	assert_non_null(n->name);
	snprintf(n->name, len, "%s%s%s", kind, *kind ? " " : "", name);
	n->type = type;
	n->next = m->names;
	m->names = n;
}

static struct lay_type *new_type(struct maker *m, enum lay_kind kind)
{
	struct lay_type *t = model_add_type(&m->model, kind);

	assert_non_null(t);
	t->flags = m->unsaid;
	return t;
}

static struct lay_type *derived(struct maker *m, enum lay_kind kind,
				struct lay_type *target)
{
	struct lay_type *t = new_type(m, kind);

	t->target = target;
	if (kind == LAY_KIND_POINTER) {
		t->flags |= LAY_TYPE_SIZED;
		t->size = 8;
	}
	return t;
}

static void add_base(struct maker *m, const char *name, uint64_t size,
		     enum lay_encoding encoding)
{
	struct lay_type *t = new_type(m, LAY_KIND_BASE);

	t->name = model_add_string(&m->model, name);
	t->flags |= LAY_TYPE_SIZED;
	t->size = size;
	t->encoding = encoding;
	bind(m, "", name, t);
}

/*
 * Records
 */

static uint64_t round_up(uint64_t x, uint64_t to)
{
	return (x + to - 1) / to * to;
}

static void place_bitfield(struct record *r, struct lay_member *member,
			   uint64_t align)
{
	uint64_t size, unit;

	assert_true(lay_type_size(member->type, &size));
	unit = size * 8;
	if (!member->bit_size || (!r->packed &&
	    r->end_bits / unit != (r->end_bits + member->bit_size - 1) / unit))
		r->end_bits = round_up(r->end_bits, unit);
	member->flags |= LAY_MEMBER_BITFIELD;
	if (member->name && !r->packed && align > r->align)
		r->align = align;
}

/* Give @member its place behind the others. */
static void place(struct record *r, struct lay_member *member, bool bitfield)
{
	bool is_union = r->type->kind == LAY_KIND_UNION;
	uint64_t align = lay_type_align(member->type, 16), size;

	if (is_union)
		r->end_bits = 0;
	if (!align)
		align = 1;
	if (bitfield) {
		place_bitfield(r, member, align);
		size = member->bit_size;
	} else {
		if (r->packed)
			align = 1;
		if (member->align > align)
			align = member->align;
		assert_true(lay_type_size(member->type, &size));
		size *= 8;
		r->end_bits = round_up(r->end_bits, align * 8);
		if (align > r->align)
			r->align = align;
	}
	member->bit_off = r->end_bits;
	r->end_bits += size;
	if (r->end_bits > r->size_bits)
		r->size_bits = r->end_bits;
}

static void add_member(struct record *r, struct lay_member *member,
		       bool bitfield)
{
	assert_true(r->nr < MAX_MEMBERS);
	place(r, member, bitfield);
	if (!bitfield || member->name)
		r->members[r->nr++] = *member;
}

/* "[3][4]", "[]" behind a name. */
static struct lay_type *parse_array(struct maker *m, struct lay_type *element)
{
	struct lay_dim dims[MAX_DIMS] = { { 0 } };
	struct lay_type *t;
	size_t nr = 0;

	while (take(m, "[")) {
		assert_true(nr < MAX_DIMS);
		if (!take(m, "]")) {
			dims[nr].bounded = true;
			dims[nr].count = (uint64_t)take_number(m);
			expect(m, "]");
		}
		nr++;
	}
	if (!nr)
		return element;
	t = derived(m, LAY_KIND_ARRAY, element);
	t->dims = model_add_dims(&m->model, dims, nr);
	t->nr_dims = nr;
	return t;
}

/* "*x", "(*x)(int)", "x[3]": the type of @name, made of @type. */
static struct lay_type *parse_declarator(struct maker *m,
					 struct lay_type *type,
					 const char **name)
{
	while (take(m, "*"))
		type = derived(m, LAY_KIND_POINTER, type);
	if (take(m, "(")) {
		expect(m, "*");
		*name = take_name(m);
		expect(m, ")");
		expect(m, "(");
		while (*m->at && *m->at != ')')
			m->at++;
		expect(m, ")");
		return derived(m, LAY_KIND_POINTER,
			       derived(m, LAY_KIND_FUNCTION, type));
	}
	*name = take_name(m);
	return parse_array(m, type);
}

/* "u32 a:3, *b;" or an anonymous record. */
static void parse_members(struct maker *m, struct record *r)
{
	struct lay_type *type = parse_type(m);

	do {
		struct lay_member member = { 0 };
		bool bitfield;

		member.type = parse_declarator(m, type, &member.name);
		bitfield = take(m, ":");
		if (bitfield)
			member.bit_size = (uint64_t)take_number(m);
		member.align = take_attributes(m).align;
		add_member(r, &member, bitfield);
	} while (take(m, ","));
	expect(m, ";");
}

/* The attributes stand behind the brace, but members need to know of them. */
static struct attributes attributes_behind(struct maker *m)
{
	const char *start = m->at;
	struct attributes a;
	int depth = 1;

	for (; *m->at && depth; m->at++)
		depth += (*m->at == '{') - (*m->at == '}');
	a = take_attributes(m);
	m->at = start;
	return a;
}

static void parse_record_body(struct maker *m, struct lay_type *t)
{
	struct attributes a = attributes_behind(m);
	struct record r = { .type = t, .packed = a.packed, .align = 1 };

	r.members = calloc(MAX_MEMBERS, sizeof(*r.members));
	assert_non_null(r.members);
	if (a.align)
		r.align = a.align;
	while (!take(m, "}"))
		parse_members(m, &r);
	take_attributes(m);
	t->align = a.align;
	t->size = round_up(r.size_bits, r.align * 8) / 8;
	t->flags |= LAY_TYPE_SIZED;
	t->members = model_add_members(&m->model, r.members, r.nr);
	t->nr_members = r.nr;
	free(r.members);
}

static void parse_enum_body(struct maker *m, struct lay_type *t)
{
	struct lay_enumerator list[256];
	size_t nr = 0;
	int64_t value = 0;

	while (!take(m, "}")) {
		assert_true(nr < 256);
		list[nr] = (struct lay_enumerator){ .name = take_name(m) };
		assert_non_null(list[nr].name);
		if (take(m, "="))
			value = take_number(m);
		list[nr++].value = value++;
		take(m, ",");
	}
	t->flags |= LAY_TYPE_SIZED;
	t->size = 4;
	t->enumerators = model_add_enumerators(&m->model, list, nr);
	t->nr_enumerators = nr;
}

/* "struct x", "struct x { ... }", "union { ... }", "enum { ... }". */
static struct lay_type *parse_tagged(struct maker *m, enum lay_kind kind)
{
	const char *tag = take_name(m);
	struct lay_type *t = NULL;
	char name[160];

	if (take(m, "{")) {
		t = new_type(m, kind);
		t->name = tag;
		if (kind == LAY_KIND_ENUM)
			parse_enum_body(m, t);
		else
			parse_record_body(m, t);
		if (tag)
			bind(m, lay_kind_name(kind), tag, t);
		return t;
	}
	if (!tag)
		syntax(m, "a tag");
	snprintf(name, sizeof(name), "%s %s", lay_kind_name(kind), tag);
	t = find(m, name);
	if (!t) {
		t = new_type(m, kind);
		t->name = tag;
		t->flags |= LAY_TYPE_SHALLOW;
	}
	return t;
}

/* Base types and typedefs; of base types as many words as make one. */
static struct lay_type *parse_plain(struct maker *m)
{
	struct lay_type *t = NULL, *longer;
	char name[128] = "";
	const char *before, *word;
	size_t len = 0;

	for (;;) {
		before = m->at;
		word = take_name(m);
		if (!word || len + strlen(word) + 2 > sizeof(name))
			break;
		len += (size_t)snprintf(name + len, sizeof(name) - len, "%s%s",
					len ? " " : "", word);
		longer = find(m, name);
		if (!longer && strcmp(name, "unsigned"))
			break;
		t = longer;
	}
	m->at = before;
	if (!t)
		syntax(m, "a type");
	return t;
}

static struct lay_type *parse_type(struct maker *m)
{
	if (take(m, "const"))
		return derived(m, LAY_KIND_CONST, parse_type(m));
	if (take(m, "_Atomic"))
		return derived(m, LAY_KIND_ATOMIC, parse_type(m));
	if (take(m, "volatile"))
		return derived(m, LAY_KIND_VOLATILE, parse_type(m));
	if (take(m, "struct"))
		return parse_tagged(m, LAY_KIND_STRUCT);
	if (take(m, "union"))
		return parse_tagged(m, LAY_KIND_UNION);
	if (take(m, "enum"))
		return parse_tagged(m, LAY_KIND_ENUM);
	return parse_plain(m);
}

void maker_add(struct maker *m, const char *c_text)
{
	m->at = c_text;
	for (skip_blanks(m); *m->at; skip_blanks(m)) {
		bool is_typedef = take(m, "typedef");
		struct lay_type *type = parse_type(m);

		if (is_typedef) {
			const char *name;

			type = parse_declarator(m, type, &name);
			type = derived(m, LAY_KIND_TYPEDEF, type);
			type->name = name;
			bind(m, "", name, type);
		}
		expect(m, ";");
	}
}

const struct lay_type *maker_type(struct maker *m, const char *name)
{
	const struct lay_type *t = find(m, name);

	if (!t)
		fail_msg("model maker: no type \"%s\"", name);
	return t;
}

void maker_init(struct maker *m)
{
	*m = (struct maker){ 0 };
	model_init(&m->model, 0);
	add_base(m, "bool", 1, LAY_ENCODING_BOOL);
	add_base(m, "char", 1, LAY_ENCODING_SIGNED);
	add_base(m, "short", 2, LAY_ENCODING_SIGNED);
	add_base(m, "int", 4, LAY_ENCODING_SIGNED);
	add_base(m, "long", 8, LAY_ENCODING_SIGNED);
	add_base(m, "double", 8, LAY_ENCODING_FLOAT);
	add_base(m, "unsigned char", 1, LAY_ENCODING_UNSIGNED);
	add_base(m, "unsigned short", 2, LAY_ENCODING_UNSIGNED);
	add_base(m, "unsigned int", 4, LAY_ENCODING_UNSIGNED);
	add_base(m, "unsigned long", 8, LAY_ENCODING_UNSIGNED);
	bind(m, "", "void", new_type(m, LAY_KIND_VOID));
	maker_add(m, "typedef unsigned char u8; typedef unsigned short u16;"
		     "typedef unsigned int u32; typedef unsigned long u64;");
}

void maker_deinit(struct maker *m)
{
	struct maker_name *next;

	for (; m->names; m->names = next) {
		next = m->names->next;
		free(m->names->name);
		free(m->names);
	}
	model_deinit(&m->model);
}
