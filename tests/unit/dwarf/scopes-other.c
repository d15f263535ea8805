// SPDX-License-Identifier: GPL-2.0-only
/* The other unit: it knows what the first one only declares. */
#include "scopes-code.h"

struct hidden {
	int secret;
	struct node node;
};

int sink(struct node *node, int n)
{
	return node->value ^ n;
}

int cold_path(struct node *node)
{
	return node->value;
}

int reveal(struct hidden *hidden, struct node *node)
{
	return hidden->secret + node->value;
}

int written_in_assembler(void)
{
	return 0;
}

int all(struct node *node, const struct ops *ops);

void _start(void)
{
	all(&first_node, 0);
	for (;;)
		;
}
