// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "snapshot/parse.h"
#include "snapshot/schema.h"
#include "base/poison.h"

int snap_row(const struct json *list, const char *name, size_t i,
	     struct snap_cells *c, struct lay_error *err)
{
	*c = (struct snap_cells){
		.row = json_at(list, i), .name = name, .number = i + 1,
	};
	if (!json_is_list(c->row))
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s[%zu]: is no list of numbers", name,
				     c->number);
	c->nr = json_length(c->row);
	return 0;
}

int snap_cell(const struct snap_cells *c, size_t i, uint64_t max, uint64_t *v,
	      struct lay_error *err)
{
	if (json_read_uint(json_at(c->row, i), v) < 0)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s[%zu]: number %zu is none", c->name,
				     c->number, i);
	if (*v > max)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s[%zu]: number %zu is %" PRIu64 ", and can be %" PRIu64 " at most",
				     c->name, c->number, i, *v, max);
	return 0;
}

int snap_cell_string(const struct snapshot *snap, const struct snap_cells *c,
		     size_t i, const char **s, struct lay_error *err)
{
	uint64_t nr;
	int ret = snap_cell(c, i, snap->nr_strings, &nr, err);

	if (ret == 0)
		*s = snap->string[nr];
	return ret;
}

static int parse_strings(struct snapshot *snap, const struct json *list,
			 struct lay_error *err)
{
	size_t nr = json_length(list);

	snap->string = arena_array(&snap->model.arena, nr + 1,
				   sizeof(*snap->string));
	if (!snap->string)
		return model_full(&snap->model, err);
	for (size_t i = 0; i < nr; i++) {
		const char *s = json_text(json_at(list, i));

		if (!s)
			return lay_error_set(err, LAY_E_FORMAT,
					     "strings[%zu]: is none", i + 1);
		s = arena_strndup(&snap->model.arena, s, strlen(s));
		if (!s)
			return model_full(&snap->model, err);
		snap->string[i + 1] = s;
	}
	snap->nr_strings = nr;
	return 0;
}

static int check_schema(const struct json *all, struct lay_error *err)
{
	static const char prefix[] = "layoutdiff.snapshot/";
	const char *schema = json_text(json_get(all, "schema"));

	if (!schema)
		return lay_error_set(err, LAY_E_FORMAT,
				     "is JSON, but no snapshot: its \"schema\" is missing");
	if (!strcmp(schema, SNAPSHOT_SCHEMA))
		return 0;
	if (!strncmp(schema, prefix, sizeof(prefix) - 1))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "is a snapshot of another version, '%.64s'; this program reads '%s'",
				     schema, SNAPSHOT_SCHEMA);
	return lay_error_set(err, LAY_E_FORMAT,
			     "is JSON, but no snapshot: its schema is '%.64s'",
			     schema);
}

/* The list called @name. */
static int find_list(const struct json *all, const char *name,
		     const struct json **list, struct lay_error *err)
{
	*list = json_get(all, name);
	if (json_is_list(*list))
		return 0;
	return lay_error_set(err, LAY_E_FORMAT, "%s: is no list, or missing",
			     name);
}

/* A pair of a text and whether it was trouble. */
static int parse_note(struct snapshot *snap, const struct json *pair,
		      struct lay_error *err)
{
	static const char then[] = "when the snapshot was taken: ";
	const char *text = json_text(json_at(pair, 0));
	struct lay_note *note = &snap->notes[snap->nr_notes];
	char *copy;
	size_t size;

	if (!text || json_read_bool(json_at(pair, 1), &note->trouble) < 0)
		return lay_error_set(err, LAY_E_FORMAT,
				     "notes[%zu]: is no pair of a text and whether it was trouble",
				     snap->nr_notes + 1);
	size = sizeof(then) + strlen(text);
	copy = arena_alloc(&snap->model.arena, size);
	if (!copy)
		return model_full(&snap->model, err);
	snprintf(copy, size, "%s%s", then, text);
	note->text = copy;
	snap->nr_notes++;
	return 0;
}

/* Older snapshots have none. */
static int parse_notes(struct snapshot *snap, const struct json *all,
		       struct lay_error *err)
{
	const struct json *list = json_get(all, "notes");
	size_t nr = json_length(list);
	int ret = 0;

	if (!list)
		return 0;
	if (!json_is_list(list))
		return lay_error_set(err, LAY_E_FORMAT, "notes: is no list");
	snap->notes = arena_array(&snap->model.arena, nr, sizeof(*snap->notes));
	if (!snap->notes)
		return model_full(&snap->model, err);
	for (size_t i = 0; i < nr && ret == 0; i++)
		ret = parse_note(snap, json_at(list, i), err);
	return ret;
}

static int parse_all(struct snapshot *snap, const struct json *all,
		     struct lay_error *err)
{
	const struct json *list;
	int ret = check_schema(all, err);

	if (ret == 0 && json_read_bool(json_get(all, "whole"),
				       &snap->whole) < 0)
		ret = lay_error_set(err, LAY_E_FORMAT,
				    "whole: is neither true nor false");
	if (ret == 0)
		ret = find_list(all, "strings", &list, err);
	if (ret == 0)
		ret = parse_strings(snap, list, err);
	if (ret == 0)
		ret = find_list(all, "types", &list, err);
	if (ret == 0)
		ret = snapshot_parse_types(snap, list, err);
	if (ret == 0)
		ret = find_list(all, "definitions", &list, err);
	if (ret == 0)
		ret = snapshot_parse_defs(snap, list, err);
	if (ret == 0)
		ret = snapshot_parse_identity(snap, json_get(all, "identity"),
					      err);
	if (ret == 0)
		ret = parse_notes(snap, all, err);
	return ret;
}

int snapshot_parse(struct snapshot *snap, const void *text, size_t len,
		   struct lay_error *err)
{
	struct json *all;
	int ret = json_parse(text, len, &all, err);

	if (ret < 0)
		return ret;
	ret = parse_all(snap, all, err);
	json_free(all);
	return ret;
}
