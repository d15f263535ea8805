// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/json.h"
#include "snapshot/schema.h"
#include "snapshot/table.h"
#include "snapshot/text.h"
#include "snapshot/write.h"
#include "base/poison.h"

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a snapshot");
}

/*
 * What @reader has of @def; a type that cannot be read is told by its error. What
 * is only peeked at leaves its place to the next one.
 */
static int type_of(struct reader *reader, const struct lay_def *def,
		   struct snap_table *table, uint64_t *type, uint64_t *why,
		   struct lay_error *err)
{
	const struct reader_ops *ops = reader->ops;
	const struct lay_type *loaded;
	struct lay_error trouble;
	int ret = (ops->peek ? ops->peek : ops->load)(reader, def, &loaded,
						      &trouble);

	*type = *why = 0;
	if (ret == 0)
		ret = snap_table_type(table, loaded, type, &trouble);
	if (ops->peek)
		snap_table_forget_types(table);
	if (ret == 0)
		return 0;
	if (ret == -LAY_E_FORMAT || ret == -LAY_E_UNSUPPORTED)
		return snap_table_string(table, trouble.text, why, err);
	if (err)
		*err = trouble;
	return ret;
}

static int put_def(struct snap_text *list, struct reader *reader,
		    const struct lay_def *def, struct snap_table *table,
		    struct lay_error *err)
{
	uint64_t cells[SNAP_DEF_CELLS] = {
		[SNAP_DEF_KIND] = def->kind,
		[SNAP_DEF_FLAGS] = def->flags,
		[SNAP_DEF_SIZE] = def->size,
		[SNAP_DEF_NR_MEMBERS] = def->nr_members,
		[SNAP_DEF_NR_UNITS] = def->nr_units,
		[SNAP_DEF_NR_FILES] = def->nr_files,
		[SNAP_DEF_PRINT_HI] = def->fingerprint.hi,
		[SNAP_DEF_PRINT_LO] = def->fingerprint.lo,
	};
	int ret = snap_table_string(table, def->name, &cells[SNAP_DEF_NAME],
				    err);

	if (ret == 0)
		ret = snap_table_string(table, def->unit,
					&cells[SNAP_DEF_UNIT], err);
	if (ret == 0)
		ret = snap_table_string(table, def->file,
					&cells[SNAP_DEF_FILE], err);
	if (ret == 0)
		ret = type_of(reader, def, table, &cells[SNAP_DEF_TYPE],
			      &cells[SNAP_DEF_WHY], err);
	if (ret == 0 && snap_put_row(list, cells, SNAP_DEF_CELLS) < 0)
		ret = no_memory(err);
	return ret;
}

/* Give @list a pair of @name and @value, which is given up. */
static int push_pair(struct json *list, const char *name, struct json *value)
{
	struct json *pair = json_new_array();

	if (json_push(pair, json_new_string(name)) < 0) {
		json_free(value);
	} else if (json_push(pair, value) == 0) {
		return json_push(list, pair);
	}
	json_free(pair);
	return -1;
}

static struct json *producers(const struct lay_identity *id)
{
	struct json *list = json_new_array();

	for (size_t i = 0; list && i < id->nr_producers; i++) {
		const struct lay_producer *p = &id->producers[i];

		if (push_pair(list, p->text, json_new_uint(p->nr_units)) < 0) {
			json_free(list);
			return NULL;
		}
	}
	return list;
}

static struct json *options(const struct lay_config *config)
{
	struct json *list = json_new_array();

	for (size_t i = 0; list && i < config->nr_options; i++) {
		const struct lay_option *o = &config->options[i];

		if (push_pair(list, o->name, json_new_string(o->value)) < 0) {
			json_free(list);
			return NULL;
		}
	}
	return list;
}

static struct json *config_of(const struct lay_identity *id)
{
	const struct lay_config *config = id->config;
	struct json *j;

	if (!config)
		return json_new_null();
	j = json_new_object();
	if (json_set(j, "source", json_new_string(config->source)) == 0 &&
	    json_set(j, "options", options(config)) == 0)
		return j;
	json_free(j);
	return NULL;
}

static struct json *identity(const struct lay_identity *id)
{
	struct json *j = json_new_object();

	if (json_set(j, "release", json_new_string(id->release)) == 0 &&
	    json_set(j, "build_id", json_new_string(id->build_id)) == 0 &&
	    json_set(j, "machine", json_new_string(id->machine)) == 0 &&
	    json_set(j, "word_size", json_new_uint(id->word_size)) == 0 &&
	    json_set(j, "big_endian", json_new_bool(id->big_endian)) == 0 &&
	    json_set(j, "line_size", json_new_uint(id->line_size)) == 0 &&
	    json_set(j, "max_scalar", json_new_uint(id->max_scalar)) == 0 &&
	    json_set(j, "source", json_new_string(id->source)) == 0 &&
	    json_set(j, "not_known", json_new_string(id->not_known)) == 0 &&
	    json_set(j, "nr_units", json_new_uint(id->nr_units)) == 0 &&
	    json_set(j, "nr_files", json_new_uint(id->nr_files)) == 0 &&
	    json_set(j, "producers", producers(id)) == 0 &&
	    json_set(j, "config", config_of(id)) == 0)
		return j;
	json_free(j);
	return NULL;
}

static struct json *notes(const struct lay_note *note, size_t nr)
{
	struct json *list = json_new_array();

	for (size_t i = 0; list && i < nr; i++) {
		struct json *item = json_new_array();

		if (json_push(item, json_new_string(note[i].text)) < 0 ||
		    json_push(item, json_new_bool(note[i].trouble)) < 0 ||
		    (note[i].left_out &&
		     json_push(item, json_new_bool(true)) < 0)) {
			json_free(item);
			json_free(list);
			return NULL;
		}
		if (json_push(list, item) < 0) {
			json_free(list);
			return NULL;
		}
	}
	return list;
}

/* ,"@key":@value; @value is given up. */
static int put_member(struct snap_text *out, const char *key,
		      struct json *value)
{
	int ret = snap_put(out, out->len > 1 ? ",\"" : "\"");

	if (ret == 0)
		ret = snap_put(out, key);
	if (ret == 0)
		ret = snap_put(out, "\":");
	if (ret == 0)
		return snap_put_value(out, value);
	json_free(value);
	return ret;
}

/* The beginning, up to the types. */
static int put_head(struct snap_text *out, const struct lay_identity *id,
		    bool whole)
{
	int ret = snap_put(out, "{");

	if (ret == 0)
		ret = put_member(out, "schema",
				 json_new_string(SNAPSHOT_SCHEMA));
	if (ret == 0)
		ret = put_member(out, "whole", json_new_bool(whole));
	if (ret == 0)
		ret = put_member(out, "identity", identity(id));
	return ret == 0 ? snap_put(out, ",\"types\":[") : ret;
}

/* What follows the types, up to the notes. */
static int put_lists(struct snap_text *out, const struct snap_table *table,
		     const struct snap_text *defs)
{
	int ret = snap_put(out, "],\"definitions\":[");

	if (ret == 0)
		ret = snap_put_bytes(out, defs->len ? defs->text : "",
				     defs->len);
	if (ret == 0)
		ret = snap_put(out, "],\"strings\":[");
	for (size_t i = 0; i < table->nr_strings && ret == 0; i++) {
		if (i)
			ret = snap_put(out, ",");
		if (ret == 0)
			ret = snap_put_value(out, json_new_string(
						     table->string[i]));
	}
	return ret == 0 ? snap_put(out, "]") : ret;
}

/* What @reader has to say of its answers, if anything; and the end. */
static int put_notes(struct snap_text *out, struct reader *reader,
		     struct lay_error *err)
{
	const struct lay_note *note;
	size_t nr = 0;
	int ret = 0;

	if (reader->ops->notes)
		ret = reader->ops->notes(reader, &note, &nr, err);
	if (ret < 0)
		return ret;
	if ((nr && put_member(out, "notes", notes(note, nr)) < 0) ||
	    snap_put(out, "}") < 0)
		return no_memory(err);
	return 0;
}

int snapshot_write(struct reader *reader, const struct lay_identity *id,
		   const struct def_list *defs, bool whole, char **text,
		   size_t *len, struct lay_error *err)
{
	struct snap_text list = { .len = 0 }, out = { .len = 0 };
	struct snap_table table;
	int ret = 0;

	snap_table_init(&table, &out);
	if (put_head(&out, id, whole) < 0)
		ret = no_memory(err);
	for (size_t i = 0; i < defs->nr && ret == 0; i++)
		ret = put_def(&list, reader, &defs->def[i], &table, err);
	if (ret == 0 && put_lists(&out, &table, &list) < 0)
		ret = no_memory(err);
	snap_table_deinit(&table);
	free(list.text);
	if (ret == 0)
		ret = put_notes(&out, reader, err);
	if (ret < 0) {
		free(out.text);
		return ret;
	}
	*text = out.text;
	*len = out.len;
	return 0;
}
