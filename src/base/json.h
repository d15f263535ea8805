/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON; the only place that knows jansson. Values are built or parsed as a
 * tree, keys keep the order in which they were set.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <layoutdiff/error.h>

struct json;	/* a value; opaque */

/* New values, owned by the caller until given to json_set() or json_push().
 * NULL: out of memory. */
struct json *json_new_object(void);
struct json *json_new_array(void);
/* Bytes that are not UTF-8 are replaced by U+FFFD; NULL gives null. */
struct json *json_new_string(const char *s);
struct json *json_new_int(int64_t v);
/* Numbers above 2^63-1 become strings: jansson has no unsigned integer. */
struct json *json_new_uint(uint64_t v);
struct json *json_new_bool(bool v);
struct json *json_new_null(void);
void json_free(struct json *j);

/* Take over @value; NULL (out of memory) is passed on: they return -1 and free
 * nothing but @value. */
int json_set(struct json *object, const char *key, struct json *value);
int json_push(struct json *array, struct json *value);

/* Write with two blanks of indent and a newline at the end. */
int json_write(const struct json *j, FILE *out, struct lay_error *err);

/* The same without blanks: *@text, of *@len bytes, is the caller's (free()). */
int json_format_compact(const struct json *j, char **text, size_t *len,
			struct lay_error *err);

/*
 * Parse @len bytes of UTF-8, a value of any kind. A key that stands in an object twice, nesting
 * beyond 2048 and whole numbers beyond 63 bits are errors as bad syntax is.
 */
int json_parse(const void *text, size_t len, struct json **j,
	       struct lay_error *err);

/* The same of the value that the text begins with, whatever stands behind its
 * *@used bytes; of bad syntax so many are good. */
int json_parse_first(const void *text, size_t len, struct json **j,
		     size_t *used, struct lay_error *err);

/* What is read: borrowed from the tree. NULL is no value, and of no kind. */
const struct json *json_get(const struct json *object, const char *key);
bool json_is_list(const struct json *j);	/* an array */
bool json_is_none(const struct json *j);	/* null */
/* 0 of what is no array; NULL beyond its end. */
size_t json_length(const struct json *array);
const struct json *json_at(const struct json *array, size_t i);
const char *json_text(const struct json *j);	/* NULL: no string */
/* 0, or -1 if @j is not one. json_read_uint() reads the strings that
 * json_new_uint() makes of large numbers too. */
int json_read_uint(const struct json *j, uint64_t *v);
int json_read_int(const struct json *j, int64_t *v);
int json_read_bool(const struct json *j, bool *v);

#endif /* BASE_JSON_H */
