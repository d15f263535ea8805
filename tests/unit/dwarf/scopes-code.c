// SPDX-License-Identifier: GPL-2.0-only
/* Functions in which variables move, for scopes-compiled.c; the marks are looked
 * for by the tests. */
#include "scopes-code.h"

#define NOINLINE __attribute__((noinline, noclone))

struct node first_node = { .value = 3 };
static count_t counts[4];
int hits;

extern int written_in_assembler(struct node *node, count_t *count);

NOINLINE int add(struct node *node, int n)
{
	static int calls_so_far;

	calls_so_far += n;
	node->value += calls_so_far;
	return node->value;
}

static inline __attribute__((always_inline)) int twice(struct node *node,
						       int step)
{
	int sum = 2 * step;

	hits += sum;
	return sink(node, sum);		/* mark: call in twice */
}

NOINLINE int walk(struct node *node, int limit)
{
	int total = 0;

	while (node && total < limit) {
		total += twice(node, 7);	/* mark: twice in walk */
		node = node->parent;
	}
	return total;
}

/* The parameter is gone behind the call, but for what it was. */
NOINLINE int forget(struct node *node, int n)
{
	sink(&first_node, n);
	hits++;
	return n + 1;
}

NOINLINE int outer_of(struct list *link)
{
	struct node *node = (struct node *)((char *)link -
					    __builtin_offsetof(struct node,
							       link));

	hits = node->value;
	return sink(node, 5);		/* mark: tail of outer_of */
}

NOINLINE int by_pointer(const struct ops *ops, struct node *node)
{
	return ops->open(node, 9) + hits;
}

NOINLINE int count(unsigned int i)
{
	count_t *slot = &counts[i & 3];

	slot->counter++;
	return written_in_assembler(&first_node, slot);
}

NOINLINE int many(const char *format, ...)
{
	return format[0] + hits;
}

int cold_path(struct node *node) __attribute__((cold));

NOINLINE int rarely(struct node *node)
{
	if (__builtin_expect(node->value < 0, 0)) {
		int lost = node->value;

		hits = lost;
		cold_path(node);
		return cold_path(node->parent) + lost;
	}
	return node->value;
}

int all(struct node *node, const struct ops *ops)
{
	return add(node, 1) + walk(node, 2) + forget(node, 3) +
	       outer_of(&node->link) + by_pointer(ops, node) + count(4) +
	       many((const char *)node, 1) + rarely(node) + reveal(node->hidden, node);
}
