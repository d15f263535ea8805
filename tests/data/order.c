// SPDX-License-Identifier: GPL-2.0-only
/*
 * Code of which less is known than a neighbour could make believe: built by
 * tests/unit/access/order.c.
 */
#define APART __attribute__((noinline, noclone, used))

struct cell {
	long a, b;
};

struct shelf {
	struct cell cells[4];
};

struct rack {
	struct shelf *top;
};

struct pair {
	long a, b;
};

struct pair pairs[4];

APART long behind_a_cell(struct cell *c)
{
	return *(long *)((char *)c + 24);
}

APART long take_pair(struct pair *p)
{
	return p->a;
}

/* Who was here, which is followed first by gcc's order, knows that arrays are
 * made of cells. */
APART long of_an_array(struct rack *r)
{
	return r->top->cells[1].a;
}

/* No unit has this one. */
__asm__(".text\n"
	".globl bare\n"
	".type bare, @function\n"
	"bare:\n"
	"	mov 24(%rdi), %rax\n"
	"	call take_pair\n"
	"	ret\n"
	".size bare, . - bare\n");

struct link {
	struct link *next, *prev;
};

/* Lists of these have heads that are only a link. */
struct element {
	struct element *next, *prev;
	long key, values[6];
};

APART void fill(struct link *head)
{
	head->prev = head->next;
}

/* The last one behind which an element goes may be the head, on the stack: what
 * else the frame has is not in an element. */
APART long behind_the_head(struct element *more, long nr)
{
	struct link head = { &head, &head };
	struct element *last = (struct element *)&head;
	long sum = 0;

	fill(&head);
	do {
		more->prev = last;
		last->next = more;
		sum += more->key;
		last = more;
		more = more->next;
	} while (--nr);
	return sum + (head.next == (struct link *)more);
}
