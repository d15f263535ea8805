// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/json.h"
#include "snapshot/schema.h"
#include "snapshot/table.h"
#include "snapshot/write.h"
#include "base/poison.h"

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a snapshot");
}

/* What @reader has of @def; a type that cannot be read is told by its error. */
static int type_of(struct reader *reader, const struct lay_def *def,
		   struct snap_table *table, uint64_t *type, uint64_t *why,
		   struct lay_error *err)
{
	const struct lay_type *loaded;
	struct lay_error trouble;
	int ret = reader->ops->load(reader, def, &loaded, &trouble);

	*type = *why = 0;
	if (ret == 0)
		return snap_table_type(table, loaded, type, err);
	if (ret == -LAY_E_FORMAT || ret == -LAY_E_UNSUPPORTED)
		return snap_table_string(table, trouble.text, why, err);
	if (err)
		*err = trouble;
	return ret;
}

/* Give @array a row of @nr cells. */
static int push_row(struct json *array, const uint64_t *cells, size_t nr)
{
	struct json *row = json_new_array();

	for (size_t i = 0; i < nr; i++) {
		if (json_push(row, json_new_uint(cells[i])) < 0) {
			json_free(row);
			return -1;
		}
	}
	return json_push(array, row);
}

static int push_def(struct json *array, struct reader *reader,
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
	if (ret == 0 && push_row(array, cells, SNAP_DEF_CELLS) < 0)
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
	    json_set(j, "producers", producers(id)) == 0 &&
	    json_set(j, "config", config_of(id)) == 0)
		return j;
	json_free(j);
	return NULL;
}

static struct json *strings(const struct snap_table *table)
{
	struct json *list = json_new_array();

	for (size_t i = 0; i < table->nr_strings; i++) {
		if (json_push(list, json_new_string(table->string[i])) < 0) {
			json_free(list);
			return NULL;
		}
	}
	return list;
}

static struct json *types(const struct snap_table *table)
{
	struct json *list = json_new_array();

	for (size_t i = 0; i < table->nr_rows; i++) {
		const struct snap_row *row = &table->rows[i];

		if (push_row(list, table->cells + row->first, row->nr) < 0) {
			json_free(list);
			return NULL;
		}
	}
	return list;
}

static int put_together(const struct snap_table *table,
			const struct lay_identity *id, struct json *defs,
			bool whole, char **text, size_t *len,
			struct lay_error *err)
{
	struct json *all = json_new_object();
	int ret;

	if (json_set(all, "schema", json_new_string(SNAPSHOT_SCHEMA)) < 0 ||
	    json_set(all, "whole", json_new_bool(whole)) < 0 ||
	    json_set(all, "identity", identity(id)) < 0 ||
	    json_set(all, "strings", strings(table)) < 0 ||
	    json_set(all, "types", types(table)) < 0) {
		json_free(defs);
		ret = no_memory(err);
	} else if (json_set(all, "definitions", defs) < 0) {
		ret = no_memory(err);
	} else {
		ret = json_format_compact(all, text, len, err);
	}
	json_free(all);
	return ret;
}

int snapshot_write(struct reader *reader, const struct lay_identity *id,
		   const struct def_list *defs, bool whole, char **text,
		   size_t *len, struct lay_error *err)
{
	struct json *list = json_new_array();
	struct snap_table table;
	int ret = list ? 0 : no_memory(err);

	snap_table_init(&table);
	for (size_t i = 0; i < defs->nr && ret == 0; i++)
		ret = push_def(list, reader, &defs->def[i], &table, err);
	if (ret == 0)
		ret = put_together(&table, id, list, whole, text, len, err);
	else
		json_free(list);
	snap_table_deinit(&table);
	return ret;
}
