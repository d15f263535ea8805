/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON text that is walked where it stands. A tree of a value takes forty times
 * the room of its text; who has millions of numbers to read goes through them
 * here, and each is a tree (json.h) only while it is looked at.
 *
 * What is known here is what separates members and elements, no more: values are
 * read by json.h. Where a list ends is found out by reading all that is in it;
 * who goes to it again has it read twice. A kernel's types take a quarter of a
 * second so, where a scan for brackets takes a twentieth, and no more memory.
 */
#ifndef BASE_JSON_WALK_H
#define BASE_JSON_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"

/* The text of a value. */
struct json_span {
	const char *text;	/* NULL: there is none */
	size_t len;
	size_t nr;		/* of a list: so many are in it */
};

struct json_walk {
	const char *start, *p, *end;	/* for "byte 7: " */
	char close;		/* what ends it */
	bool inner;		/* more stands behind that */
	bool begun;
};

/* Numbers of a list; an array that is used again. Starts as all zeros. */
struct json_numbers {
	uint64_t *v;
	size_t nr, cap;
};

/* Walk the members of an object that is all of the @len bytes at @text. */
int json_walk_object(struct json_walk *walk, const char *text, size_t len,
		     struct lay_error *err);
/* Walk the elements of the list @span. */
int json_walk_list(struct json_walk *walk, const struct json_span *span,
		   struct lay_error *err);

/* 1: there is one more member, of *@key, with its quotes, and *@value; 0: there
 * is not. */
int json_walk_member(struct json_walk *walk, struct json_span *key,
		     struct json_span *value, struct lay_error *err);

/* The same of elements; *@value is the caller's. */
int json_walk_element(struct json_walk *walk, struct json **value,
		      struct lay_error *err);

/*
 * The same of elements that are lists of numbers, as json_read_uint() reads
 * them.
 */
int json_walk_numbers(struct json_walk *walk, struct json_numbers *numbers,
		      struct lay_error *err);

#endif /* BASE_JSON_WALK_H */
