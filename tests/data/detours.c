// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ways in which the flow leaves a function for a while, or goes where only a
 * table says: built by tests/unit/access/detours.c. What is used behind them
 * has no variable, so that only the flow knows it.
 */
#ifdef __clang__
#define APART __attribute__((noinline, used))
#else
#define APART __attribute__((noinline, noclone, used))
#endif

struct node {
	struct node *left;
	long key;
	int count, nr;
};

unsigned char features;

/* As the kernel's static_cpu_has(). */
APART int by_feature(struct node *node)
{
	if (!node->left->key)
		return 0;
	asm goto("jmp 6f\n"
		 ".pushsection .altinstr_aux,\"ax\"\n"
		 "6: testb $4, features(%%rip)\n"
		 "jnz %l[yes]\n"
		 "jmp %l[no]\n"
		 ".popsection\n"
		 : : : "cc" : yes, no);
yes:
	return node->left->count;
no:
	return node->left->nr;
}

/* As the kernel's static_branch_likely(), as long as the key is off: the jump
 * is patched away when it is turned on. */
extern char __start___jump_table[], __stop___jump_table[];

APART long by_label(struct node *node)
{
	if (!node->left->key)
		return 0;
	asm goto("1: jmp %l[no]\n"
		 ".pushsection __jump_table,\"aw\"\n"
		 ".long 1b - ., %l[no] - .\n"
		 ".quad 0\n"
		 ".popsection\n"
		 : : : : no);
	return node->left->count;
no:
	return node->left->nr;
}

APART long nr_labels(void)
{
	return __stop___jump_table - __start___jump_table;
}

/* A switch, which becomes a table where it may. */
APART int by_table(struct node *node, unsigned int which)
{
	if (!node->left->key)
		return 0;
	switch (which) {
	case 0:
		return node->count;
	case 1:
		return node->left->count;
	case 2:
		return node->left->nr;
	case 3:
		return (int)node->left->key + 7;
	case 4:
		return node->nr;
	case 5:
		return node->left->count + node->left->nr;
	case 6:
		return node->left->nr - node->nr;
	default:
		return -1;
	}
}

/* Called by what keeps all registers, as the kernel is preempted. */
asm(".text\n"
    ".globl __SCT__preempt_schedule\n"
    ".type __SCT__preempt_schedule, @function\n"
    "__SCT__preempt_schedule: ret\n"
    ".size __SCT__preempt_schedule, .-__SCT__preempt_schedule\n"
    ".globl __SCT__next_node\n"
    ".type __SCT__next_node, @function\n"
    "__SCT__next_node: mov (%rdi), %rax\n"
    "ret\n"
    ".size __SCT__next_node, .-__SCT__next_node\n");

APART int by_preemption(struct node *node)
{
	register unsigned long sp asm("rsp");

	if (!node->left->key)
		return 0;
	asm volatile("call __SCT__preempt_schedule" : "+r"(sp));
	return node->left->count + node->left->nr;
}

/* A static call: its trampoline is declared as the function is. */
extern struct node *next_node(struct node *node);
extern __typeof__(next_node) __SCT__next_node;

APART int by_static_call(struct node *node)
{
	return __SCT__next_node(node->left)->count + __SCT__next_node(node)->nr;
}
