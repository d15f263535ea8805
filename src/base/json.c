// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/json.h"
#include "base/poison.h"

/* A struct json is a json_t under a name that the rest may know. */
static struct json *wrap(json_t *j)
{
	return (struct json *)j;
}

static json_t *unwrap(const struct json *j)
{
	return (json_t *)j;
}

struct json *json_new_object(void)
{
	return wrap(json_object());
}

struct json *json_new_array(void)
{
	return wrap(json_array());
}

struct json *json_new_int(int64_t v)
{
	return wrap(json_integer(v));
}

struct json *json_new_uint(uint64_t v)
{
	char text[24];

	if (v <= INT64_MAX)
		return wrap(json_integer((json_int_t)v));
	snprintf(text, sizeof(text), "%" PRIu64, v);
	return wrap(json_string(text));
}

struct json *json_new_bool(bool v)
{
	return wrap(json_boolean(v));
}

struct json *json_new_null(void)
{
	return wrap(json_null());
}

/* Length of the well-formed UTF-8 sequence at @s (RFC 3629), 0 if none. */
static size_t utf8_len(const unsigned char *s)
{
	unsigned char lo = 0x80, hi = 0xbf;
	size_t n;

	if (s[0] < 0x80)
		return 1;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		n = 2;
	else if ((s[0] & 0xf0) == 0xe0)
		n = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		n = 4;
	else
		return 0;

	/* The second byte excludes overlong forms, surrogates, and what is
	 * above U+10FFFF. */
	if (s[0] == 0xe0)
		lo = 0xa0;
	else if (s[0] == 0xed)
		hi = 0x9f;
	else if (s[0] == 0xf0)
		lo = 0x90;
	else if (s[0] == 0xf4)
		hi = 0x8f;
	if (s[1] < lo || s[1] > hi)
		return 0;
	for (size_t i = 2; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

/* @s with every byte that is not UTF-8 replaced; the caller's to free. */
static char *repair_utf8(const char *s)
{
	static const char replacement[] = "\xef\xbf\xbd";
	size_t len = strlen(s), size, n, out = 0;
	char *fixed;

	if (__builtin_mul_overflow(len, 3, &size) || size == SIZE_MAX)
		return NULL;
	fixed = malloc(size + 1);
	if (!fixed)
		return NULL;
	while (*s) {
		n = utf8_len((const unsigned char *)s);
		if (n) {
			memcpy(fixed + out, s, n);
			out += n;
			s += n;
		} else {
			memcpy(fixed + out, replacement, 3);
			out += 3;
			s++;
		}
	}
	fixed[out] = '\0';
	return fixed;
}

struct json *json_new_string(const char *s)
{
	json_t *j;
	char *fixed;

	if (!s)
		return json_new_null();
	j = json_string(s);
	if (j)
		return wrap(j);
	fixed = repair_utf8(s);
	if (!fixed)
		return NULL;
	j = json_string(fixed);
	free(fixed);
	return wrap(j);
}

void json_free(struct json *j)
{
	json_decref(unwrap(j));
}

int json_set(struct json *object, const char *key, struct json *value)
{
	return json_object_set_new(unwrap(object), key, unwrap(value));
}

int json_push(struct json *array, struct json *value)
{
	return json_array_append_new(unwrap(array), unwrap(value));
}

int json_write(const struct json *j, FILE *out, struct lay_error *err)
{
	errno = 0;
	if (json_dumpf(unwrap(j), out, JSON_INDENT(2) | JSON_ENCODE_ANY) < 0 ||
	    putc('\n', out) == EOF || fflush(out) == EOF)
		return lay_error_set(err, LAY_E_IO, "cannot write JSON: %s",
				     errno ? strerror(errno) : "write error");
	return 0;
}

int json_format_compact(const struct json *j, char **text, size_t *len,
			struct lay_error *err)
{
	char *s = json_dumps(unwrap(j), JSON_COMPACT | JSON_ENCODE_ANY);

	if (!s)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory for JSON");
	*text = s;
	*len = strlen(s);
	return 0;
}

static int parse(const void *text, size_t len, size_t flags, struct json **j,
		 size_t *used, struct lay_error *err)
{
	json_error_t error;
	json_t *parsed = json_loadb(text, len, JSON_REJECT_DUPLICATES |
				     JSON_DECODE_ANY | flags, &error);

	*used = (size_t)error.position;
	if (!parsed)
		return lay_error_set(err, json_error_code(&error) ==
				     json_error_out_of_memory ? LAY_E_NOMEM :
				     LAY_E_FORMAT, "%s", error.text);
	*j = wrap(parsed);
	return 0;
}

int json_parse(const void *text, size_t len, struct json **j,
	       struct lay_error *err)
{
	size_t used;
	int ret = parse(text, len, 0, j, &used, err);

	if (ret < 0)
		lay_error_prefix(err, "byte %zu: ", used);
	return ret;
}

int json_parse_first(const void *text, size_t len, struct json **j,
		     size_t *used, struct lay_error *err)
{
	return parse(text, len, JSON_DISABLE_EOF_CHECK, j, used, err);
}

const struct json *json_get(const struct json *object, const char *key)
{
	return wrap(json_object_get(unwrap(object), key));
}

bool json_is_list(const struct json *j)
{
	return json_is_array(unwrap(j));
}

bool json_is_none(const struct json *j)
{
	return json_is_null(unwrap(j));
}

size_t json_length(const struct json *array)
{
	return json_array_size(unwrap(array));
}

const struct json *json_at(const struct json *array, size_t i)
{
	return wrap(json_array_get(unwrap(array), i));
}

const char *json_text(const struct json *j)
{
	return json_string_value(unwrap(j));
}

/* Decimal digits, as json_new_uint() writes them. */
static int parse_digits(const char *s, uint64_t *v)
{
	uint64_t n = 0;

	if (!s || !*s)
		return -1;
	for (; *s; s++) {
		if (*s < '0' || *s > '9' ||
		    __builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, (uint64_t)(*s - '0'), &n))
			return -1;
	}
	*v = n;
	return 0;
}

int json_read_uint(const struct json *j, uint64_t *v)
{
	int64_t n;

	if (json_read_int(j, &n) < 0)
		return parse_digits(json_text(j), v);
	if (n < 0)
		return -1;
	*v = (uint64_t)n;
	return 0;
}

int json_read_int(const struct json *j, int64_t *v)
{
	if (!json_is_integer(unwrap(j)))
		return -1;
	*v = json_integer_value(unwrap(j));
	return 0;
}

int json_read_bool(const struct json *j, bool *v)
{
	if (!json_is_boolean(unwrap(j)))
		return -1;
	*v = json_is_true(unwrap(j));
	return 0;
}
