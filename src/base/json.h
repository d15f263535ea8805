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

#endif /* BASE_JSON_H */
