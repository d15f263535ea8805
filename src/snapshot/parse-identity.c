// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/parse.h"
#include "base/poison.h"

/* Longest line that --cacheline takes, and more than any machine has. */
#define LINE_SIZE_MAX 65536

static int bad(const char *key, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT,
			     "identity.%s: is missing, or not what it should be",
			     key);
}

/* The string @key, or NULL for null. */
static int get_string(struct snapshot *snap, const struct json *id,
		      const char *key, const char **s, struct lay_error *err)
{
	const struct json *j = json_get(id, key);
	const char *text = json_text(j);

	*s = NULL;
	if (json_is_none(j))
		return 0;
	if (!text)
		return bad(key, err);
	*s = arena_strndup(&snap->model.arena, text, strlen(text));
	return *s ? 0 : model_full(&snap->model, err);
}

static int get_number(const struct json *id, const char *key, uint64_t max,
		      uint64_t *v, struct lay_error *err)
{
	if (json_read_uint(json_get(id, key), v) < 0 || *v > max)
		return bad(key, err);
	return 0;
}

static int get_producers(struct snapshot *snap, const struct json *id,
			 struct lay_error *err)
{
	const struct json *list = json_get(id, "producers");
	size_t nr = json_length(list);
	struct lay_producer *p = arena_array(&snap->model.arena, nr,
					     sizeof(*p));

	if (!json_is_list(list))
		return bad("producers", err);
	if (!p)
		return model_full(&snap->model, err);
	for (size_t i = 0; i < nr; i++) {
		const struct json *pair = json_at(list, i);
		const char *text = json_text(json_at(pair, 0));
		uint64_t nr_units;

		if (!text || json_read_uint(json_at(pair, 1), &nr_units) < 0 ||
		    nr_units > UINT32_MAX)
			return bad("producers", err);
		p[i].text = arena_strndup(&snap->model.arena, text,
					  strlen(text));
		p[i].nr_units = (uint32_t)nr_units;
		if (!p[i].text)
			return model_full(&snap->model, err);
	}
	snap->identity.producers = p;
	snap->identity.nr_producers = nr;
	return 0;
}

/* Letters, digits and lines below: nothing that a terminal obeys. */
static bool is_option_name(const char *s)
{
	return s && *s && s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz"
				      "0123456789_")] == '\0';
}

static bool is_option_value(const char *s)
{
	if (!s || !*s)
		return false;
	for (; *s; s++)
		if (iscntrl((unsigned char)*s) && *s != '\t')
			return false;
	return true;
}

/* The pairs in @list, which are sorted. */
static int get_options(struct snapshot *snap, const struct json *list,
		       struct lay_option *options, size_t nr,
		       struct lay_error *err)
{
	struct arena *arena = &snap->model.arena;

	for (size_t i = 0; i < nr; i++) {
		const struct json *pair = json_at(list, i);
		const char *name = json_text(json_at(pair, 0));
		const char *value = json_text(json_at(pair, 1));

		if (!is_option_name(name) || !is_option_value(value) ||
		    (i && strcmp(options[i - 1].name, name) >= 0))
			return bad("config", err);
		options[i].name = arena_strndup(arena, name, strlen(name));
		options[i].value = arena_strndup(arena, value, strlen(value));
		if (!options[i].name || !options[i].value)
			return model_full(&snap->model, err);
	}
	return 0;
}

/* One that older snapshots do not have is not known. */
static int get_config(struct snapshot *snap, const struct json *id,
		      struct lay_error *err)
{
	const struct json *j = json_get(id, "config");
	const struct json *list = json_get(j, "options");
	size_t nr = json_length(list);
	struct lay_config *config;
	struct lay_option *options;
	int ret;

	if (!j || json_is_none(j))
		return 0;
	config = arena_alloc(&snap->model.arena, sizeof(*config));
	options = arena_array(&snap->model.arena, nr, sizeof(*options));
	if (!config || !options)
		return model_full(&snap->model, err);
	ret = get_string(snap, j, "source", &config->source, err);
	if (ret == 0 && (!config->source || !nr || !json_is_list(list)))
		ret = bad("config", err);
	if (ret == 0)
		ret = get_options(snap, list, options, nr, err);
	config->options = options;
	config->nr_options = nr;
	snap->identity.config = config;
	return ret;
}

static int get_strings(struct snapshot *snap, const struct json *j,
		       struct lay_error *err)
{
	struct lay_identity *id = &snap->identity;
	int ret = get_string(snap, j, "release", &id->release, err);

	if (ret == 0)
		ret = get_string(snap, j, "build_id", &id->build_id, err);
	if (ret == 0)
		ret = get_string(snap, j, "machine", &id->machine, err);
	if (ret == 0)
		ret = get_string(snap, j, "source", &id->source, err);
	if (ret == 0 && !id->source)
		ret = bad("source", err);
	if (ret == 0)
		ret = get_string(snap, j, "not_known", &id->not_known, err);
	return ret;
}

static bool is_power_of_two(uint64_t v)
{
	return v && !(v & (v - 1));
}

static int get_numbers(struct snapshot *snap, const struct json *j,
		       struct lay_error *err)
{
	struct lay_identity *id = &snap->identity;
	uint64_t word, line, scalar, units, files = 0;

	if (get_number(j, "word_size", 8, &word, err) < 0 ||
	    get_number(j, "line_size", LINE_SIZE_MAX, &line, err) < 0 ||
	    get_number(j, "max_scalar", 64, &scalar, err) < 0 ||
	    get_number(j, "nr_units", UINT32_MAX, &units, err) < 0 ||
	    /* older snapshots do not have it */
	    (json_get(j, "nr_files") &&
	     get_number(j, "nr_files", UINT32_MAX, &files, err) < 0))
		return -LAY_E_FORMAT;
	if (!is_power_of_two(word))
		return bad("word_size", err);
	if (!is_power_of_two(line))
		return bad("line_size", err);
	if (!is_power_of_two(scalar))
		return bad("max_scalar", err);
	if (json_read_bool(json_get(j, "big_endian"), &id->big_endian) < 0)
		return bad("big_endian", err);
	id->word_size = (unsigned int)word;
	id->line_size = (unsigned int)line;
	id->max_scalar = (unsigned int)scalar;
	id->nr_units = (uint32_t)units;
	id->nr_files = (uint32_t)files;
	return 0;
}

int snapshot_parse_identity(struct snapshot *snap, const struct json *object,
			    struct lay_error *err)
{
	int ret = get_strings(snap, object, err);

	if (ret == 0)
		ret = get_numbers(snap, object, err);
	if (ret == 0)
		ret = get_producers(snap, object, err);
	if (ret == 0)
		ret = get_config(snap, object, err);
	return ret;
}
