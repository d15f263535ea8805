// SPDX-License-Identifier: GPL-2.0-only
/*
 * What arm64 has of its own: built for tests/unit/access/arm64.c by compilers
 * for it, with and without the atomic instructions of Armv8.1.
 */
#ifdef __clang__
#define APART __attribute__((noinline, used))
#else
#define APART __attribute__((noipa, used))
#endif

struct node {
	struct node *left, *right;
	long key;
	int count, nr;
	unsigned char kind : 3, state : 2, dead : 1;
	unsigned char small;
	unsigned short length;
	unsigned int wide : 5, mode : 11, last : 16;
};

struct big {
	long key;
	struct node node;
	struct node *list[4];
};

struct seven {
	char name[40];
	int weight;
	int points[3];
};

/* As the kernel has it. */
struct task_struct {
	long flags;
	struct node *node;
	int depth;
};

struct task_struct init_task;
struct node the_node;
struct seven table[20];
__attribute__((section(".data..percpu"))) struct node cpu_node;
unsigned long __per_cpu_offset[8];

/* Two members at once, each by its own operand. */
APART long a_pair(const struct node *n)
{
	return n->left->count + n->right->count;
}

APART void a_pair_stored(struct node *n, struct node *left,
			 struct node *right)
{
	n->left = left;
	n->right = right;
}

/* As it is where the base is one of the two: the second is loaded by the old. */
APART long a_pair_over_its_base(struct node *n)
{
	struct node *left = n, *right;

	__asm__("ldp %0, %1, [%0]" : "+r"(left), "=r"(right));
	return left->count + right->nr;
}

APART long behind_a_step(struct node *n)
{
	void *at = n;
	long key;

	__asm__("ldr %0, [%1, #16]!" : "=r"(key), "+r"(at));
	return key + *(int *)((char *)at + 12);
}

APART long in_front_of_a_step(struct node **list)
{
	struct node *a, *b;

	__asm__("ldr %0, [%2], #8\n\tldr %1, [%2], #8"
		: "=&r"(a), "=&r"(b), "+r"(list));
	return a->count + b->nr;
}

APART int by_an_index(struct seven *list, int i)
{
	return list[i].weight;
}

APART int of_a_global(unsigned int i)
{
	return table[i].points[1] + the_node.nr;
}

APART int a_field(const struct node *n)
{
	return n->state;
}

APART int a_field_of_a_bit(const struct node *n)
{
	return n->dead ? n->count : 0;
}

APART void a_field_set(struct node *n)
{
	n->state = 2;
}

APART void a_field_filled(struct node *n, unsigned int mode)
{
	n->mode = mode;
}

APART void a_bit_set(struct node *n)
{
	n->dead = 1;
}

APART int this_task(void)
{
	unsigned long current;

	__asm__("mrs %0, sp_el0" : "=r"(current));
	return ((struct task_struct *)current)->depth;
}

static inline unsigned long my_cpu_offset(void)
{
	unsigned long off;

	__asm__("mrs %0, tpidr_el1" : "=r"(off));
	return off;
}

APART int of_this_cpu(void)
{
	return ((struct node *)((char *)&cpu_node + my_cpu_offset()))->count;
}

APART int of_some_cpu(unsigned int cpu)
{
	return ((struct node *)((char *)&cpu_node + __per_cpu_offset[cpu]))->nr;
}

APART void an_add(struct node *n)
{
	__atomic_fetch_add(&n->count, 3, __ATOMIC_RELAXED);
}

APART int an_exchange(struct node *n)
{
	return __atomic_exchange_n(&n->nr, 3, __ATOMIC_SEQ_CST);
}

APART int a_compare(struct node *n)
{
	int old = 4;

	return __atomic_compare_exchange_n(&n->count, &old, 5, 0,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

APART int an_acquire(struct node *n)
{
	return __atomic_load_n(&n->count, __ATOMIC_ACQUIRE);
}

APART void a_release(struct node *n)
{
	__atomic_store_n(&n->count, 1, __ATOMIC_RELEASE);
}

/* It waits until it is written, and writes nothing. */
APART void a_wait(struct node *n)
{
	long old;

	__asm__ volatile("ldxr %0, [%1]\n\tcbz %0, 1f\n\twfe\n1:"
			 : "=&r"(old) : "r"(&n->key) : "memory");
}

/* In the kernel a jump stands there until it is known that it is not needed. */
APART int by_feature(struct node *n)
{
	if (!n->left->key)
		return 0;
	__asm__ goto("1: b %l[no]\n"
		     ".pushsection .altinstructions, \"a\"\n"
		     ".word 1b - .\n"
		     ".word by_feature - .\n"
		     ".hword 0x8001\n"
		     ".byte 4, 0\n"
		     ".popsection\n" : : : : no);
	return n->left->count;
no:
	return n->left->nr;
}

/* Or a nop, in the place of which a jump comes. */
APART int by_other_code(struct node *n)
{
	if (!n->left->key)
		return 0;
	__asm__ goto("1: b 2f\n"
		     ".pushsection .altinstructions, \"a\"\n"
		     ".word 1b - .\n"
		     ".word 3f - .\n"
		     ".hword 1\n"
		     ".byte 4, 4\n"
		     ".popsection\n"
		     ".subsection 1\n"
		     "3: b %l[yes]\n"
		     ".previous\n"
		     "2:\n" : : : : yes);
	return n->left->count;
yes:
	return n->left->nr;
}

/* Data between instructions. */
APART int over_data(struct node *n)
{
	struct node *left = n->left;

	__asm__ volatile("b 1f\n\t.word 0xf9400000\n\t.word 0xd4200000\n1:");
	return left->count;
}

APART int by_table(struct node *n, unsigned int which)
{
	if (!n->left->key)
		return 0;
	switch (which) {
	case 0:
		return n->count;
	case 1:
		return n->left->count;
	case 2:
		return n->left->nr;
	case 3:
		return (int)n->left->key + 7;
	case 4:
		return n->nr;
	case 5:
		return n->left->count + n->left->nr;
	case 6:
		return n->left->nr - n->nr;
	default:
		return -1;
	}
}

/* Larger than two registers: by a reference, which takes one. */
struct large {
	long a, b, c;
};

extern void take(struct large large, struct node *n);

APART void passed_behind(const struct large *large, void *node)
{
	struct node *n = node;

	take(*large, node);
	n->count = 1;
}

APART void take(struct large large, struct node *n)
{
	n->key = large.c;
}

APART int through_the_stack(struct node *n)
{
	struct node *kept[2] = { n->left, n->right };

	__asm__ volatile("" : : "r"(kept) : "memory", "x19", "x20", "x21",
			 "x22", "x23", "x24", "x25", "x26", "x27", "x28");
	return kept[1]->count + n->nr;
}

APART int a_tail(struct node *n)
{
	return a_field(n->right);
}

void _start(void)
{
}
