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
