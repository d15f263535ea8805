// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/doc.h"
#include "base/poison.h"

void doc_init(struct doc *doc)
{
	memset(doc, 0, sizeof(*doc));
	arena_init(&doc->arena, 0);
	doc->root.node.kind = DOC_SECTION;
	doc->root.node.audience = DOC_ALL;
}

void doc_deinit(struct doc *doc)
{
	arena_free(&doc->arena);
}

int doc_status(const struct doc *doc, struct lay_error *err)
{
	if (doc->failed)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for the report");
	return 0;
}

/* After a failure all that follows is scratch: a row must not find room in a
 * table that did not. */
static void *alloc(struct doc *doc, size_t size, void *scratch)
{
	void *p = doc->failed ? NULL : arena_alloc(&doc->arena, size);

	if (p)
		return p;
	doc->failed = true;
	return scratch;
}

const char *doc_printf(struct doc *doc, const char *fmt, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0) {
		doc->failed = true;
		return "";
	}
	s = alloc(doc, (size_t)n + 1, NULL);
	if (!s)
		return "";
	va_start(ap, fmt);
	vsnprintf(s, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return s;
}

const char *doc_copy(struct doc *doc, const char *s)
{
	char *copy = arena_strndup(&doc->arena, s, strlen(s));

	if (copy)
		return copy;
	doc->failed = true;
	return "";
}

struct doc_value doc_none(void)
{
	return (struct doc_value){ .kind = DOC_NONE };
}

struct doc_value doc_bool(bool truth)
{
	return (struct doc_value){ .kind = DOC_BOOL, .truth = truth };
}

struct doc_value doc_uint(uint64_t n)
{
	return (struct doc_value){ .kind = DOC_UINT, .uint = n };
}

struct doc_value doc_int(int64_t n)
{
	return (struct doc_value){ .kind = DOC_INT, .sint = n };
}

struct doc_value doc_string(const char *s)
{
	if (!s)
		return doc_none();
	return (struct doc_value){ .kind = DOC_STRING, .string = s };
}

struct doc_value doc_change(struct doc *doc, struct doc_value before,
			    struct doc_value after)
{
	struct doc_change *c = alloc(doc, sizeof(*c), NULL);

	if (!c)
		return doc_none();
	c->before = before;
	c->after = after;
	return (struct doc_value){ .kind = DOC_CHANGE, .change = c };
}

struct doc_value doc_object(const struct doc_record *record)
{
	return (struct doc_value){ .kind = DOC_OBJECT, .record = record };
}

struct doc_value doc_list(const struct doc_list *list)
{
	return (struct doc_value){ .kind = DOC_LIST, .list = list };
}

static void append(struct doc_section *in, struct doc_node *node,
		   enum doc_node_kind kind, unsigned int audience)
{
	node->kind = kind;
	node->audience = audience;
	if (in->last)
		in->last->next = node;
	else
		in->first = node;
	in->last = node;
}

struct doc_section *doc_add_section(struct doc *doc, struct doc_section *in,
				    const char *key, bool repeated)
{
	struct doc_section *s = alloc(doc, sizeof(*s), NULL);

	if (!s)
		return &doc->scratch.section;
	s->key = key;
	s->repeated = repeated;
	append(in, &s->node, DOC_SECTION, DOC_ALL);
	return s;
}

struct doc_record *doc_add_record(struct doc *doc, struct doc_section *in,
				  unsigned int audience)
{
	struct doc_record *r = alloc(doc, sizeof(*r), NULL);

	if (!r)
		return &doc->scratch.record;
	append(in, &r->node, DOC_RECORD, audience);
	return r;
}

struct doc_table *doc_add_table(struct doc *doc, struct doc_section *in,
				const char *key, unsigned int audience,
				const struct doc_column *columns,
				unsigned int nr_columns)
{
	struct doc_table *t = alloc(doc, sizeof(*t), NULL);

	assert(nr_columns <= DOC_MAX_COLUMNS);
	if (!t)
		return &doc->scratch.table;
	t->key = key;
	t->columns = columns;
	t->nr_columns = nr_columns;
	append(in, &t->node, DOC_TABLE, audience);
	return t;
}

struct doc_note *doc_add_note(struct doc *doc, struct doc_section *in,
			      const char *key, unsigned int audience,
			      const char *text)
{
	struct doc_note *n = alloc(doc, sizeof(*n), NULL);

	if (!n)
		return &doc->scratch.note;
	n->key = key;
	n->text = text;
	append(in, &n->node, DOC_NOTE, audience);
	return n;
}

struct doc_row *doc_add_row(struct doc *doc, struct doc_table *table,
			    unsigned int audience)
{
	struct doc_row *r;

	r = alloc(doc, sizeof(*r) + table->nr_columns * sizeof(r->cell[0]),
		  NULL);
	if (!r) {
		doc->scratch.row.cell = doc->scratch.cell;
		return &doc->scratch.row;
	}
	r->cell = (struct doc_value *)(r + 1);
	r->audience = audience;
	if (table->last)
		table->last->next = r;
	else
		table->first = r;
	table->last = r;
	return r;
}

struct doc_record *doc_new_record(struct doc *doc)
{
	struct doc_record *r = alloc(doc, sizeof(*r), &doc->scratch.record);

	r->node.kind = DOC_RECORD;
	r->node.audience = DOC_ALL;
	return r;
}

struct doc_list *doc_new_list(struct doc *doc, uint64_t nr_shown)
{
	struct doc_list *l = alloc(doc, sizeof(*l), &doc->scratch.list);

	l->nr_shown = nr_shown;
	return l;
}

void doc_add_field(struct doc *doc, struct doc_record *record,
		   unsigned int audience, const char *key, const char *label,
		   struct doc_value value)
{
	struct doc_field *f = alloc(doc, sizeof(*f), NULL);

	if (!f)
		return;
	f->key = key;
	f->label = label;
	f->audience = audience;
	f->value = value;
	if (record->last)
		record->last->next = f;
	else
		record->first = f;
	record->last = f;
}

void doc_add_item(struct doc *doc, struct doc_list *list,
		  struct doc_value value)
{
	struct doc_item *i = alloc(doc, sizeof(*i), NULL);

	if (!i)
		return;
	i->value = value;
	if (list->last)
		list->last->next = i;
	else
		list->first = i;
	list->last = i;
	list->nr++;
}
