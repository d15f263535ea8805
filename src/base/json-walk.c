// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

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

/* Take the value at walk->p, as a tree, and go behind it. */
static int take_tree(struct json_walk *walk, struct json **j,
		     struct lay_error *err)
{
	size_t used;
	int ret;

	if (walk->p == walk->end)
		return expected(walk, "a value", err);
	ret = json_parse_first(walk->p, (size_t)(walk->end - walk->p), j,
			       &used, err);
	walk->p += used;
	if (ret < 0)
		lay_error_prefix(err, "byte %zu: ",
				 (size_t)(walk->p - walk->start));
	return ret;
}

static int skip_tree(struct json_walk *walk, struct lay_error *err)
{
	struct json *j = NULL;
	int ret = take_tree(walk, &j, err);

	json_free(j);
	return ret;
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
	walk->p++;
	if (walk->inner)
		return 0;
	walk->p = skip_blanks(walk->p, walk->end);
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

/* What is at walk->p, a list, on its own. */
static struct json_walk walk_inner(const struct json_walk *walk)
{
	return (struct json_walk){
		.start = walk->start, .p = walk->p + 1, .end = walk->end,
		.close = ']', .inner = true,
	};
}

/* Go behind the list at walk->p, of *@nr values. Those of them that are lists
 * may be large, and what is in them is not. */
static int skip_list(struct json_walk *walk, bool rows, size_t *nr,
		     struct lay_error *err)
{
	struct json_walk list = walk_inner(walk);
	size_t nr_cells;
	int ret;

	*nr = 0;
	while ((ret = step(&list, err)) > 0) {
		ret = rows && list.p < list.end && *list.p == '[' ?
		      skip_list(&list, false, &nr_cells, err) :
		      skip_tree(&list, err);
		if (ret < 0)
			break;
		(*nr)++;
	}
	walk->p = list.p;
	return ret;
}

/* The value at walk->p, and go behind it. */
static int take_span(struct json_walk *walk, struct json_span *value,
		     struct lay_error *err)
{
	int ret;

	*value = (struct json_span){ .text = walk->p };
	if (walk->p < walk->end && *walk->p == '[')
		ret = skip_list(walk, true, &value->nr, err);
	else
		ret = skip_tree(walk, err);
	value->len = (size_t)(walk->p - value->text);
	return ret;
}

static int take_key(struct json_walk *walk, struct json_span *key,
		    struct lay_error *err)
{
	int ret;

	if (walk->p == walk->end || *walk->p != '"')
		return expected(walk, "a key", err);
	ret = take_span(walk, key, err);
	if (ret < 0)
		return ret;
	walk->p = skip_blanks(walk->p, walk->end);
	if (walk->p == walk->end || *walk->p != ':')
		return expected(walk, "':'", err);
	walk->p = skip_blanks(walk->p + 1, walk->end);
	return 0;
}

int json_walk_member(struct json_walk *walk, struct json_span *key,
		     struct json_span *value, struct lay_error *err)
{
	int more = step(walk, err), ret;

	if (more <= 0)
		return more;
	ret = take_key(walk, key, err);
	if (ret == 0)
		ret = take_span(walk, value, err);
	return ret < 0 ? ret : 1;
}

int json_walk_element(struct json_walk *walk, struct json **value,
		      struct lay_error *err)
{
	int more = step(walk, err), ret;

	if (more <= 0)
		return more;
	ret = take_tree(walk, value, err);
	return ret < 0 ? ret : 1;
}

static int add_number(struct json_walk *walk, struct json_numbers *numbers,
		      struct lay_error *err)
{
	struct json *j = NULL;
	int ret = take_tree(walk, &j, err);

	if (ret == 0 && VEC_RESERVE(numbers->v, numbers->nr, numbers->cap,
				    1) < 0)
		ret = lay_error_set(err, LAY_E_NOMEM,
				    "out of memory for numbers");
	else if (ret == 0 && json_read_uint(j, &numbers->v[numbers->nr]) < 0)
		ret = lay_error_set(err, LAY_E_FORMAT, "number %zu is none",
				    numbers->nr);
	json_free(j);
	numbers->nr += ret == 0;
	return ret;
}

int json_walk_numbers(struct json_walk *walk, struct json_numbers *numbers,
		      struct lay_error *err)
{
	struct json_walk list;
	int more = step(walk, err), ret;

	if (more <= 0)
		return more;
	numbers->nr = 0;
	if (walk->p == walk->end || *walk->p != '[')
		return lay_error_set(err, LAY_E_FORMAT,
				     "is no list of numbers");
	list = walk_inner(walk);
	while ((ret = step(&list, err)) > 0) {
		ret = add_number(&list, numbers, err);
		if (ret < 0)
			break;
	}
	walk->p = list.p;
	return ret < 0 ? ret : 1;
}
