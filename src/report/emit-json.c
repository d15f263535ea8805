// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "base/json.h"
#include "report/emit.h"
#include "base/poison.h"

/*
 * What a program sees of a document. A section becomes an object, its records'
 * fields the object's members, its tables and notes arrays in it, and sections
 * in it objects or, where they are repeated, elements of an array.
 *
 * Every function returns NULL or -1 when memory is out, and only then.
 */

static struct json *record_json(const struct doc_record *record);
static struct json *value_json(const struct doc_value *v);

static struct json *list_json(const struct doc_list *list)
{
	struct json *j = json_new_array();

	for (const struct doc_item *i = list->first; j && i; i = i->next) {
		if (json_push(j, value_json(&i->value)) < 0) {
			json_free(j);
			return NULL;
		}
	}
	return j;
}

static struct json *change_json(const struct doc_change *change)
{
	struct json *j = json_new_object();

	if (!j)
		return NULL;
	if (json_set(j, "old", value_json(&change->before)) < 0 ||
	    json_set(j, "new", value_json(&change->after)) < 0) {
		json_free(j);
		return NULL;
	}
	return j;
}

static struct json *value_json(const struct doc_value *v)
{
	switch (v->kind) {
	case DOC_NONE:
		break;
	case DOC_BOOL:
		return json_new_bool(v->truth);
	case DOC_UINT:
		return json_new_uint(v->uint);
	case DOC_INT:
		return json_new_int(v->sint);
	case DOC_STRING:
		return json_new_string(v->string);
	case DOC_CHANGE:
		return change_json(v->change);
	case DOC_LIST:
		return list_json(v->list);
	case DOC_OBJECT:
		return record_json(v->record);
	}
	return json_new_null();
}

static int set_value(struct json *object, unsigned int audience,
		     const char *key, const struct doc_value *v)
{
	if (!key || !(audience & DOC_MACHINES) || v->kind == DOC_NONE)
		return 0;
	return json_set(object, key, value_json(v));
}

static int set_fields(struct json *object, const struct doc_record *record)
{
	for (const struct doc_field *f = record->first; f; f = f->next)
		if (set_value(object, f->audience, f->key, &f->value) < 0)
			return -1;
	return 0;
}

static struct json *record_json(const struct doc_record *record)
{
	struct json *j = json_new_object();

	if (j && set_fields(j, record) < 0) {
		json_free(j);
		return NULL;
	}
	return j;
}

static struct json *row_json(const struct doc_table *table,
			     const struct doc_row *row)
{
	struct json *j = json_new_object();

	if (!j)
		return NULL;
	for (unsigned int i = 0; i < table->nr_columns; i++) {
		const struct doc_column *c = &table->columns[i];

		if (set_value(j, c->audience, c->key, &row->cell[i]) < 0) {
			json_free(j);
			return NULL;
		}
	}
	return j;
}

static struct json *table_json(const struct doc_table *table)
{
	struct json *j = json_new_array();

	for (const struct doc_row *r = table->first; j && r; r = r->next) {
		if (!(r->audience & DOC_MACHINES))
			continue;
		if (json_push(j, row_json(table, r)) < 0) {
			json_free(j);
			return NULL;
		}
	}
	return j;
}

static struct json *note_json(const struct doc_note *note)
{
	struct json *j = json_new_object();

	if (!j)
		return NULL;
	if (json_set(j, "text", json_new_string(note->text)) < 0 ||
	    set_fields(j, &note->details) < 0) {
		json_free(j);
		return NULL;
	}
	return j;
}

/* The arrays that an object has so far, by key: a section has few. */
#define MAX_ARRAYS 16

struct arrays {
	const char *key[MAX_ARRAYS];
	struct json *array[MAX_ARRAYS];
	size_t nr;
};

static int push_to(struct json *object, struct arrays *arrays, const char *key,
		   struct json *value)
{
	struct json *array;

	for (size_t i = 0; i < arrays->nr; i++)
		if (strcmp(arrays->key[i], key) == 0)
			return json_push(arrays->array[i], value);
	array = json_new_array();
	if (arrays->nr == MAX_ARRAYS || json_set(object, key, array) < 0) {
		json_free(value);
		return -1;
	}
	arrays->key[arrays->nr] = key;
	arrays->array[arrays->nr++] = array;
	return json_push(array, value);
}

static struct json *section_json(const struct doc_section *section);

static int set_node(struct json *object, struct arrays *arrays,
		    const struct doc_node *node)
{
	const struct doc_section *section;
	const struct doc_table *table;
	const struct doc_note *note;

	switch (node->kind) {
	case DOC_SECTION:
		section = (const struct doc_section *)node;
		if (section->repeated)
			return push_to(object, arrays, section->key,
				       section_json(section));
		return json_set(object, section->key, section_json(section));
	case DOC_RECORD:
		return set_fields(object, (const struct doc_record *)node);
	case DOC_TABLE:
		table = (const struct doc_table *)node;
		return json_set(object, table->key, table_json(table));
	case DOC_NOTE:
		note = (const struct doc_note *)node;
		return push_to(object, arrays, note->key, note_json(note));
	}
	return 0;
}

static struct json *section_json(const struct doc_section *section)
{
	struct json *j = json_new_object();
	struct arrays arrays = { .nr = 0 };

	for (const struct doc_node *n = section->first; j && n; n = n->next) {
		if (!(n->audience & DOC_MACHINES))
			continue;
		if (set_node(j, &arrays, n) < 0) {
			json_free(j);
			return NULL;
		}
	}
	return j;
}

int emit_json(const struct doc *doc, FILE *out,
	      const struct lay_style *style __attribute__((unused)),
	      struct lay_error *err)
{
	struct json *j = section_json(&doc->root);
	int r;

	if (!j)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for the report");
	r = json_write(j, out, err);
	json_free(j);
	return r;
}
