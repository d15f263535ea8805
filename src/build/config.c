// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of a configuration:
 *
 *	CONFIG_XFRM=y
 *	# CONFIG_XFRM_USER is not set
 *	# any other comment
 *
 * An option that is not set and one that this kernel does not have are the same
 * to its code, and so they are here. Of an option that stands twice the last
 * line counts, as for Kconfig.
 */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "build/kconfig.h"
#include "base/poison.h"

#define PREFIX		"CONFIG_"
#define NOT_SET		" is not set"
#define NAME_MAX_LEN	256
#define VALUE_MAX_LEN	4096

/* An option with its line; value NULL: not set. */
struct entry {
	struct lay_option option;
	size_t line;
};

struct parser {
	struct arena *arena;
	struct entry *entries;
	size_t nr, cap;
	size_t line;
	struct lay_error *err;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM,
			     "out of memory for a configuration");
}

static int bad_line(const struct parser *p, const char *what)
{
	return lay_error_set(p->err, LAY_E_FORMAT, "line %zu: %s", p->line,
			     what);
}

/* How many letters of an option's name are at @s. */
static size_t name_length(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && (isalnum((unsigned char)s[n]) || s[n] == '_'))
		n++;
	return n;
}

/* @value NULL: not set */
static int add(struct parser *p, const char *name, size_t name_len,
	       const char *value, size_t value_len)
{
	struct entry *e;

	if (!name_len || name_len > NAME_MAX_LEN)
		return bad_line(p, "an option without a name, or with a very long one");
	if (VEC_RESERVE(p->entries, p->nr, p->cap, 1) < 0)
		return no_memory(p->err);
	e = &p->entries[p->nr++];
	*e = (struct entry){ .line = p->line };
	e->option.name = arena_strndup(p->arena, name, name_len);
	if (value)
		e->option.value = arena_strndup(p->arena, value, value_len);
	if (!e->option.name || (value && !e->option.value))
		return no_memory(p->err);
	return 0;
}

static int parse_option(struct parser *p, const char *s, size_t len)
{
	size_t name_len = name_length(s, len);
	const char *value = s + name_len + 1;

	if (name_len + 1 >= len || s[name_len] != '=')
		return bad_line(p, "an option without a value");
	len -= name_len + 1;
	if (len > VALUE_MAX_LEN)
		return bad_line(p, "a very long value");
	if (len == 1 && *value == 'n')
		value = NULL;
	return add(p, s, name_len, value, len);
}

/* "# CONFIG_X is not set", or any other comment. */
static int parse_comment(struct parser *p, const char *s, size_t len)
{
	static const char begin[] = "# " PREFIX;
	const size_t begin_len = sizeof(begin) - 1;
	const size_t end_len = sizeof(NOT_SET) - 1;
	size_t name_len;

	if (len < begin_len || memcmp(s, begin, begin_len))
		return 0;
	s += begin_len;
	len -= begin_len;
	name_len = name_length(s, len);
	if (!name_len || len != name_len + end_len ||
	    memcmp(s + name_len, NOT_SET, end_len))
		return 0;
	return add(p, s, name_len, NULL, 0);
}

static int parse_line(struct parser *p, const char *s, size_t len)
{
	const size_t prefix_len = sizeof(PREFIX) - 1;

	for (size_t i = 0; i < len; i++)
		if (iscntrl((unsigned char)s[i]) && s[i] != '\t')
			return bad_line(p, "is no text");
	if (!len)
		return 0;
	if (*s == '#')
		return parse_comment(p, s, len);
	if (len > prefix_len && !memcmp(s, PREFIX, prefix_len))
		return parse_option(p, s + prefix_len, len - prefix_len);
	return bad_line(p, "neither sets an option nor is a comment");
}

static int parse_lines(struct parser *p, const char *text, size_t len)
{
	int ret = 0;

	while (len && ret == 0) {
		const char *end = memchr(text, '\n', len);
		size_t line_len = end ? (size_t)(end - text) : len;

		p->line++;
		ret = parse_line(p, text, line_len);
		line_len += end != NULL;
		text += line_len;
		len -= line_len;
	}
	return ret;
}

/* By name, and of one name the last first. */
static int compare(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;
	int order = strcmp(a->option.name, b->option.name);

	return order ? order : a->line > b->line ? -1 : a->line < b->line;
}

/* What is set, of what was read. */
static int finish(struct parser *p, const char *source,
		  const struct lay_config **ret_config)
{
	struct lay_config *config = arena_alloc(p->arena, sizeof(*config));
	struct lay_option *options = arena_array(p->arena, p->nr,
						 sizeof(*options));
	const char *last = NULL;
	size_t nr = 0;

	if (!config || !options)
		return no_memory(p->err);
	if (p->nr)
		qsort(p->entries, p->nr, sizeof(*p->entries), compare);
	for (size_t i = 0; i < p->nr; i++) {
		const struct lay_option *o = &p->entries[i].option;

		if (o->value && (!last || strcmp(last, o->name)))
			options[nr++] = *o;
		last = o->name;
	}
	if (!nr)
		return lay_error_set(p->err, LAY_E_FORMAT,
				     "sets no option: is it a kernel's configuration?");
	config->source = arena_strndup(p->arena, source, strlen(source));
	if (!config->source)
		return no_memory(p->err);
	config->options = options;
	config->nr_options = nr;
	*ret_config = config;
	return 0;
}

int config_parse(const char *text, size_t len, const char *source,
		 struct arena *arena, const struct lay_config **config,
		 struct lay_error *err)
{
	struct parser p = { .arena = arena, .err = err };
	int ret = parse_lines(&p, text, len);

	if (ret == 0)
		ret = finish(&p, source, config);
	free(p.entries);
	return ret;
}
