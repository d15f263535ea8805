// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "base/json-walk.h"
#include "base/vec.h"
#include "base/poison.h"

static int expected(const struct json_walk *walk, const char *what,
		    struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT, "byte %zu: %s expected",
			     (size_t)(walk->p - walk->start), what);
}

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' ||
			   *p == '\r'))
		p++;
	return p;
}

/* Behind the string that begins at @p; NULL: it does not end. */
static const char *skip_string(const char *p, const char *end)
{
	for (p++; p < end; p++) {
		if (*p == '"')
			return p + 1;
		if (*p == '\\' && p + 1 < end)
			p++;
	}
	return NULL;
}

static const char *skip_word(const char *p, const char *end)
{
	static const char ends[] = ",]} \n\t\r";

	while (p < end && (!*p || !strchr(ends, *p)))
		p++;
	return p;
}

/* Behind the list or object that begins at @p, with *@nr of what it has. That
 * brackets fit each other is for who reads it to say. */
static const char *skip_nested(const char *p, const char *end, size_t *nr)
{
	const char *first = skip_blanks(p + 1, end);
	size_t depth = 0, commas = 0;

	*nr = 0;
	while (p && p < end) {
		switch (*p) {
		case '"':
			p = skip_string(p, end);
			continue;
		case '[':
		case '{':
			depth++;
			break;
		case ']':
		case '}':
			if (--depth)
				break;
			*nr = first == p ? 0 : commas + 1;
			return p + 1;
		case ',':
			commas += depth == 1;
			break;
		}
		p++;
	}
	return NULL;
}

/* The value at walk->p, and go behind it. */
static int take_value(struct json_walk *walk, struct json_span *value,
		      struct lay_error *err)
{
	const char *p = walk->p, *behind;

	*value = (struct json_span){ .text = p };
	if (p == walk->end)
		return expected(walk, "a value", err);
	if (*p == '"')
		behind = skip_string(p, walk->end);
	else if (*p == '[' || *p == '{')
		behind = skip_nested(p, walk->end, &value->nr);
	else
		behind = skip_word(p, walk->end);
	if (behind == p)
		return expected(walk, "a value", err);
	if (!behind) {
		walk->p = walk->end;
		return expected(walk, *p == '"' ? "the end of a string" :
				"the end of a list or an object", err);
	}
	value->len = (size_t)(behind - p);
	walk->p = behind;
	return 0;
}

static int begin(struct json_walk *walk, const char *text, size_t len,
		 char open, char close, struct lay_error *err)
{
	*walk = (struct json_walk){
		.start = text, .p = skip_blanks(text, text + len),
		.end = text + len, .close = close,
	};
	if (walk->p == walk->end || *walk->p != open)
		return expected(walk, open == '{' ? "an object" : "a list",
				err);
	walk->p++;
	return 0;
}

int json_walk_object(struct json_walk *walk, const char *text, size_t len,
		     struct lay_error *err)
{
	return begin(walk, text, len, '{', '}', err);
}

int json_walk_list(struct json_walk *walk, const struct json_span *span,
		   struct lay_error *err)
{
	return begin(walk, span->text, span->len, '[', ']', err);
}

static int take_end(struct json_walk *walk, struct lay_error *err)
{
	walk->p = skip_blanks(walk->p + 1, walk->end);
	return walk->p == walk->end ? 0 :
	       expected(walk, "the end of the text", err);
}

/* 1: walk->p is at one more; 0: there is none. */
static int step(struct json_walk *walk, struct lay_error *err)
{
	walk->p = skip_blanks(walk->p, walk->end);
	if (walk->p < walk->end && *walk->p == walk->close)
		return take_end(walk, err);
	if (walk->begun) {
		if (walk->p == walk->end || *walk->p != ',')
			return expected(walk, walk->close == '}' ?
					"',' or '}'" : "',' or ']'", err);
		walk->p = skip_blanks(walk->p + 1, walk->end);
	}
	walk->begun = true;
	return 1;
}

static int take_key(struct json_walk *walk, struct json_span *key,
		    struct lay_error *err)
{
	int ret;

	if (walk->p == walk->end || *walk->p != '"')
		return expected(walk, "a key", err);
	ret = take_value(walk, key, err);
	if (ret < 0)
		return ret;
	walk->p = skip_blanks(walk->p, walk->end);
	if (walk->p == walk->end || *walk->p != ':')
		return expected(walk, "':'", err);
	walk->p = skip_blanks(walk->p + 1, walk->end);
	return 0;
}

int json_walk_next(struct json_walk *walk, struct json_span *key,
		   struct json_span *value, struct lay_error *err)
{
	int more = step(walk, err), ret = 0;

	if (more <= 0)
		return more;
	if (walk->close == '}')
		ret = take_key(walk, key, err);
	if (ret == 0)
		ret = take_value(walk, value, err);
	return ret < 0 ? ret : 1;
}

/* Decimal digits at *@p, at most @max; go behind them. */
static bool take_digits(const char **p, const char *end, uint64_t max,
			uint64_t *v)
{
	const char *first = *p, *at = first;
	uint64_t n = 0;

	for (; at < end && *at >= '0' && *at <= '9'; at++)
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, (uint64_t)(*at - '0'), &n))
			return false;
	*p = at;
	*v = n;
	return at > first && n <= max;
}

/* A number, or a string of one that is larger than JSON's are: *@p is behind
 * it, and what may stand there does. */
static bool take_number(const char **p, const char *end, uint64_t *v)
{
	const char *at = *p;

	if (at == end)
		return false;
	if (*at == '"') {
		at++;
		if (!take_digits(&at, end, UINT64_MAX, v) || at == end ||
		    *at != '"')
			return false;
		at++;
	} else if (!take_digits(&at, end, INT64_MAX, v) ||
		   (**p == '0' && at > *p + 1)) {
		return false;
	}
	*p = skip_blanks(at, end);
	return *p < end && (**p == ',' || **p == ']');
}

int json_walk_numbers(struct json_walk *walk, struct json_numbers *numbers,
		      struct lay_error *err)
{
	const char *end = walk->end, *p;
	int more = step(walk, err);
	bool ends = false;

	if (more <= 0)
		return more;
	numbers->nr = 0;
	if (walk->p == end || *walk->p != '[')
		return lay_error_set(err, LAY_E_FORMAT,
				     "is no list of numbers");
	p = skip_blanks(walk->p + 1, end);
	if (p < end && *p == ']') {
		walk->p = p + 1;
		return 1;
	}
	while (!ends) {
		if (VEC_RESERVE(numbers->v, numbers->nr, numbers->cap, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for numbers");
		if (!take_number(&p, end, &numbers->v[numbers->nr]))
			return lay_error_set(err, LAY_E_FORMAT,
					     "number %zu is none", numbers->nr);
		numbers->nr++;
		ends = *p == ']';
		p = ends ? p + 1 : skip_blanks(p + 1, end);
	}
	walk->p = p;
	return 1;
}
