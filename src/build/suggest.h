/* SPDX-License-Identifier: GPL-2.0-only */
/* Names that come near to one that does not exist. */
#ifndef BUILD_SUGGEST_H
#define BUILD_SUGGEST_H

#include <stddef.h>

#define SUGGEST_MAX 5

/* The nearest names seen so far, nearest first. Starts as all zeros but for
 * @wanted, which is borrowed. */
struct suggest {
	const char *wanted;
	char *name[SUGGEST_MAX];	/* owned */
	unsigned int distance[SUGGEST_MAX];
	size_t nr;
};

/* Look at a name, any number of times; @suggest is a struct suggest. */
void suggest_see(void *suggest, const char *name);

/* ": did you mean dst_entry, dst_metrics?", or nothing. Always terminated. */
void suggest_format(const struct suggest *suggest, char *buf, size_t len);

void suggest_deinit(struct suggest *suggest);

/* What a header of Linux has as another word for a type, or NULL: rcu_head is
 * callback_head. A macro's name is in no debug information. */
const char *suggest_alias(const char *name);

#endif /* BUILD_SUGGEST_H */
