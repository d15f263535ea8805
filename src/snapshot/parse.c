// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/parse.h"
#include "snapshot/schema.h"
#include "base/poison.h"

/* What there is in a snapshot. */
enum part {
	PART_SCHEMA,
	PART_WHOLE,
	PART_IDENTITY,
	PART_STRINGS,
	PART_TYPES,
	PART_DEFINITIONS,
	PART_NOTES,
	NR_PARTS,
};

static const char *const part_names[NR_PARTS] = {
	"schema", "whole", "identity", "strings", "types", "definitions",
	"notes",
};

int snap_rows_begin(struct snap_cells *c, const char *name,
		    const struct json_span *span, struct lay_error *err)
{
	*c = (struct snap_cells){ .name = name };
	return json_walk_list(&c->walk, span, err);
}

int snap_rows_next(struct snap_cells *c, struct lay_error *err)
{
	int more = json_walk_numbers(&c->walk, &c->numbers, err);

	if (more < 0) {
		lay_error_prefix(err, "%s[%zu]: ", c->name, c->number + 1);
		return more;
	}
	c->number += (size_t)more;
	return more;
}

void snap_rows_end(struct snap_cells *c)
{
	free(c->numbers.v);
}

int snap_cell(const struct snap_cells *c, size_t i, uint64_t max, uint64_t *v,
	      struct lay_error *err)
{
	*v = c->numbers.v[i];
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

static int add_string(struct snapshot *snap, const struct json *j,
		      struct lay_error *err)
{
	const char *text = json_text(j), *s = NULL;
	int ret = 0;

	if (text)
		s = arena_strndup(&snap->model.arena, text, strlen(text));
	if (!text)
		ret = lay_error_set(err, LAY_E_FORMAT, "is none");
	else if (!s)
		ret = model_full(&snap->model, err);
	snap->string[++snap->nr_strings] = s;
	return ret;
}

static int parse_strings(struct snapshot *snap, const struct json_span *list,
			 struct lay_error *err)
{
	struct json_walk walk;
	struct json *j;
	int ret;

	snap->string = arena_array(&snap->model.arena, list->nr + 1,
				   sizeof(*snap->string));
	if (!snap->string)
		return model_full(&snap->model, err);
	ret = json_walk_list(&walk, list, err);
	while (ret == 0 && (ret = json_walk_element(&walk, &j, err)) > 0) {
		ret = add_string(snap, j, err);
		json_free(j);
	}
	if (ret < 0)
		lay_error_prefix(err, "strings[%zu]: ", snap->nr_strings);
	return ret;
}

static int check_schema(const char *schema, struct lay_error *err)
{
	static const char prefix[] = "layoutdiff.snapshot/";

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

/* A pair of a text and whether it was trouble. */
static int parse_note(struct snapshot *snap, const struct json *pair,
		      struct lay_error *err)
{
	static const char then[] = "when the snapshot was taken: ";
	const char *text = json_text(json_at(pair, 0));
	struct lay_note *note = &snap->notes[snap->nr_notes];
	const struct json *left_out = json_at(pair, 2);
	char *copy;
	size_t size;

	if (!text || json_read_bool(json_at(pair, 1), &note->trouble) < 0 ||
	    (left_out && json_read_bool(left_out, &note->left_out) < 0))
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

static int parse_notes(struct snapshot *snap, const struct json *list,
		       struct lay_error *err)
{
	size_t nr = json_length(list);
	int ret = 0;

	if (!json_is_list(list))
		return lay_error_set(err, LAY_E_FORMAT, "notes: is no list");
	snap->notes = arena_array(&snap->model.arena, nr, sizeof(*snap->notes));
	if (!snap->notes)
		return model_full(&snap->model, err);
	for (size_t i = 0; i < nr && ret == 0; i++)
		ret = parse_note(snap, json_at(list, i), err);
	return ret;
}

static int parse_whole(struct snapshot *snap, const struct json *j,
		       struct lay_error *err)
{
	if (json_read_bool(j, &snap->whole) < 0)
		return lay_error_set(err, LAY_E_FORMAT,
				     "whole: is neither true nor false");
	return 0;
}

/* Read @part, which is small, as a tree. */
static int parse_tree(struct snapshot *snap, enum part part,
		      const struct json_span *span, struct lay_error *err)
{
	struct json *j = NULL;
	int ret = 0;

	if (span->text)
		ret = json_parse(span->text, span->len, &j, err);
	if (ret < 0) {
		lay_error_prefix(err, "%s: ", part_names[part]);
		return ret;
	}
	switch (part) {
	case PART_SCHEMA:
		ret = check_schema(json_text(j), err);
		break;
	case PART_WHOLE:
		ret = parse_whole(snap, j, err);
		break;
	case PART_IDENTITY:
		ret = snapshot_parse_identity(snap, j, err);
		break;
	case PART_NOTES:
		/* older snapshots have none */
		ret = j ? parse_notes(snap, j, err) : 0;
		break;
	default:	/* not known, but JSON */
		break;
	}
	json_free(j);
	return ret;
}

/* Which part @key is; NR_PARTS: none that is known. */
static enum part part_of(const struct json_span *key)
{
	for (size_t i = 0; i < NR_PARTS; i++)
		if (key->len == strlen(part_names[i]) + 2 &&
		    !memcmp(key->text + 1, part_names[i], key->len - 2))
			return (enum part)i;
	return NR_PARTS;
}

/* Find where each part stands: in whatever order, but only once. */
static int find_parts(struct snapshot *snap, const char *text, size_t len,
		      struct json_span parts[NR_PARTS], struct lay_error *err)
{
	struct json_span key, value;
	struct json_walk walk;
	int ret = json_walk_object(&walk, text, len, err);

	while (ret == 0 && (ret = json_walk_member(&walk, &key, &value,
						   err)) > 0) {
		enum part part = part_of(&key);

		ret = 0;
		if (part == NR_PARTS)
			continue;
		if (parts[part].text)
			return lay_error_set(err, LAY_E_FORMAT,
					     "%s: is there twice",
					     part_names[part]);
		parts[part] = value;
		/* one of another version may be of another form behind it */
		if (part == PART_SCHEMA)
			ret = parse_tree(snap, part, &value, err);
	}
	return ret;
}

/* Read @part, a list. */
static int parse_list(struct snapshot *snap, enum part part,
		      const struct json_span *span, struct lay_error *err)
{
	if (!span->text || span->text[0] != '[')
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: is no list, or missing",
				     part_names[part]);
	switch (part) {
	case PART_STRINGS:
		return parse_strings(snap, span, err);
	case PART_TYPES:
		return snapshot_parse_types(snap, span, err);
	default:
		return snapshot_parse_defs(snap, span, err);
	}
}

int snapshot_parse(struct snapshot *snap, const char *text, size_t len,
		   struct lay_error *err)
{
	static const enum part lists[] = {
		PART_STRINGS, PART_TYPES, PART_DEFINITIONS,
	};
	static const enum part trees[] = { PART_IDENTITY, PART_NOTES };
	struct json_span parts[NR_PARTS] = { { .text = NULL } };
	int ret = find_parts(snap, text, len, parts, err);

	if (ret == 0 && !parts[PART_SCHEMA].text)
		ret = check_schema(NULL, err);
	if (ret == 0)
		ret = parse_tree(snap, PART_WHOLE, &parts[PART_WHOLE], err);
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]) && ret == 0;
	     i++)
		ret = parse_list(snap, lists[i], &parts[lists[i]], err);
	for (size_t i = 0; i < sizeof(trees) / sizeof(trees[0]) && ret == 0;
	     i++)
		ret = parse_tree(snap, trees[i], &parts[trees[i]], err);
	return ret;
}
