/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two units of scopes-compiled.c share. */
struct node;
struct hidden;

struct ops {
	int (*open)(struct node *node, int flags);
	struct node *(*find)(struct hidden *hidden, const char *name);
};

struct list {
	struct list *next, *prev;
};

struct node {
	struct node *parent;
	const struct ops *ops;
	int value;
	struct list link;
	struct hidden *hidden;
};

typedef struct { int counter; } count_t;

extern struct node first_node;
int sink(struct node *node, int n);
int reveal(struct hidden *hidden, struct node *node);
