// SPDX-License-Identifier: GPL-2.0-only
/*
 * One function for each way in which code comes to the address of an object:
 * built by tests/unit/access/map.c, which knows what each touches. Functions
 * are kept apart so that no caller teaches the compiler more than is here.
 */
#ifdef __clang__
#define APART __attribute__((noinline, used))
#else
#define APART __attribute__((noinline, noclone, used))
#endif
#define CONTAINER(p, type, member) \
	((type *)((char *)(p) - __builtin_offsetof(type, member)))

struct link {
	struct link *next, *prev;
};

struct point {
	int x, y;
};

struct rect {
	struct point from, to;
	long area[3];
};

struct node;
struct node_ops {
	int (*open)(struct node *node);
	struct node *(*parent)(struct node *node);
};

typedef struct {
	unsigned int id;
} node_id_t;

struct node {
	long key;
	struct link link;
	struct point points[6];
	union {
		unsigned long word;
		unsigned char bytes[8];
		struct {
			short low, high;
		} halves;
	} u;
	unsigned int kind : 4, state : 9, age : 19;
	int count;
	const struct node_ops *ops;
	void *private;
	struct node *left, *right;
	node_id_t owner;
	int weights[5];
	char name[16];
};

struct counter {
	long n;
};

struct counted {
	long pad[7];
	struct counter used;
};

struct keeper {
	struct counted *kept;
};

struct outer {
	long before[2];
	struct node node;
	long after;
};

struct record {
	long head;
	struct point pair[4];
	long tail[7];
};

struct list_of {
	int nr;
	struct point points[];
};

struct node the_node;
struct node *table[32];
struct record records[8];
struct rect *rects;

struct node *find(int key);
void touch(void);
void *allocate(long size);
int sum(struct point *p);

APART struct node *find(int key)
{
	return table[key & 31];
}

APART void touch(void)
{
	__asm__ volatile("" ::: "memory");
}

APART void *allocate(long size)
{
	__asm__ volatile("" : "+r"(size));
	return (void *)size;
}

APART int from_parameter(struct node *n)
{
	return n->count;
}

APART int from_global(void)
{
	return the_node.count;
}

__thread struct node thread_node;

APART int from_thread(void)
{
	return thread_node.count;
}

APART int from_loaded(struct node *n)
{
	return n->left->right->count;
}

APART int from_returned(int key)
{
	return find(key)->count;
}

APART int from_pointer_returned(struct node *n)
{
	return n->ops->parent(n)->count;
}

APART int from_call_through_member(struct node *n)
{
	return n->ops->open(n) + 1;
}

APART int from_stack(struct node *a, struct node *b, struct node *c,
		     struct node *d, struct node *e, struct node *f, int n)
{
	int total = 0;

	for (int i = 0; i < n; i++) {
		touch();
		total += a->count * b->count + c->count * d->count +
			 e->count * f->count;
	}
	return total;
}

APART int from_join(struct node *a, struct node *b, int k)
{
	struct node *n;

	if (k) {
		touch();
		n = a->left;
	} else {
		n = b->right;
	}
	touch();
	return n->count;
}

APART int from_choice(struct node *a, struct node *b, int k)
{
	return (k ? a : b)->count;
}

APART int from_loop(struct node *n)
{
	int total = 0;

	for (; n; n = n->left)
		total += n->count;
	return total;
}

APART long from_container(struct link *head)
{
	long total = 0;

	for (struct link *l = head->next; l != head; l = l->next)
		total += CONTAINER(l, struct node, link)->key;
	return total;
}

APART long from_allocated(int key)
{
	struct node *n = allocate(sizeof(*n));

	n->key = key;
	return (long)n;
}

APART long from_void(void *data)
{
	struct node *n = data;

	touch();
	return n->key;
}

APART int from_masked(unsigned long word)
{
	struct node *n = (struct node *)(word & ~7ul);

	return n->count;
}

/* What @c is part of is known by what it is stored to. */
static inline void count(struct counter *c)
{
	__asm__ volatile("lock incq %0" : "+m"(c->n));
}

APART void from_stored_after(struct keeper *k, unsigned long *words, int i)
{
	void *word = (void *)(words[i] & ~3ul);

	count((struct counter *)((char *)word +
				 __builtin_offsetof(struct counted, used)));
	k->kept = word;
}

/* No, it is not: that has no counter there. */
APART void from_stored_elsewhere(struct keeper *k, unsigned long *words, int i)
{
	void *word = (void *)(words[i] & ~3ul);

	count((struct counter *)((char *)word + 8));
	k->kept = word;
}

APART int from_table(int i)
{
	return table[i & 31]->count;
}

APART int an_element_by_index(struct node *n, long i)
{
	return n->points[i].y;
}

APART long an_element_of_a_global(int i, int k)
{
	return records[i].pair[k & 3].y;
}

APART long an_element_behind(struct record *r)
{
	return r[1].head;
}

APART long an_element_by_step(struct record *r, struct record *end)
{
	long total = 0;

	for (; r != end; r++)
		total += r->tail[2];
	return total;
}

APART int an_element_at_the_end(struct list_of *l, int i)
{
	return l->points[i].x;
}

APART int a_union_by_width(struct node *n)
{
	return n->u.halves.high;
}

APART int a_union_by_one_byte(struct node *n)
{
	return n->u.bytes[5];
}

APART unsigned int a_bit_field(struct node *n)
{
	return n->kind;
}

APART void a_bit_field_set(struct node *n)
{
	n->kind |= 8;
}

APART void a_bit_field_filled(struct node *n, unsigned int state)
{
	n->state = state;
}

APART void a_copy_of_a_record(struct rect *to, const struct rect *from)
{
	to->from = from->to;
}

APART void a_copy_of_one_number(struct node *to, const struct node *from)
{
	to->owner = from->owner;
}

APART unsigned int a_number_in_a_record(struct node *n)
{
	return n->owner.id;
}

APART int an_atomic_add(struct node *n)
{
	return __atomic_fetch_add(&n->count, 1, __ATOMIC_SEQ_CST);
}

APART struct node *an_exchange(struct node *n)
{
	return __atomic_exchange_n(&n->left, (struct node *)0,
				   __ATOMIC_SEQ_CST);
}

APART void a_store(struct node *n, int v)
{
	n->count = v;
}

APART void an_increment(struct node *n)
{
	n->count++;
}

APART int an_inner_pointer(struct outer *o)
{
	struct node *n = &o->node;

	touch();
	return n->count;
}

struct wide {
	struct point ends;
	long list[60];
	long last;
};

struct triple {
	int a, b;
	struct point points[3];
};

struct request {
	long state;
	void *private[];
};

struct context {
	long first;
	struct node *second;
};

struct seven {
	long weight, more[6];
};

struct found {
	long nr;
	struct node *node;
};

struct sevens {
	struct seven *list;
};

void give(struct node **node);
struct found look(long key);

APART void give(struct node **node)
{
	*node = table[0];
}

APART struct found look(long key)
{
	return (struct found){ key, table[key & 31] };
}

APART void a_copy_of_an_object(struct wide *to, const struct wide *from)
{
	*to = *from;
}

APART long two_numbers_at_once(struct point *p)
{
	return *(long *)p;
}

APART void an_element_at_once(struct triple *to, const struct triple *from)
{
	to->points[1] = from->points[2];
}

APART int what_a_call_put_on_the_stack(void)
{
	struct node *n = 0;

	give(&n);
	return n->count;
}

APART int on_an_aligned_stack(struct node *n, long key)
{
	__attribute__((aligned(64))) long list[16];
	struct node *kept = n->left;

	list[key & 15] = key;
	__asm__ volatile("" : : "r"(list) :
			 "memory", "rbx", "r12", "r13", "r14", "r15");
	touch();
	__asm__ volatile("" : : :
			 "memory", "rbx", "r12", "r13", "r14", "r15");
	return kept->count + (int)list[0];
}

APART long a_second_register(void)
{
	struct found f = look(5);

	touch();
	return f.node->count + f.nr;
}

APART struct node *what_stands_behind(struct request *r)
{
	struct context *c = (struct context *)r->private;

	return c->second;
}

APART void every_seventh(struct sevens *s, int nr)
{
	for (int i = 0; i < nr; i++) {
		touch();
		s->list[i].weight = 3;
	}
}

APART int a_choice_by_table(struct node *n, int way)
{
	switch (way) {
	case 0: return n->count;
	case 1: return (int)n->key;
	case 2: return n->weights[3];
	case 3: return n->points[2].y;
	case 4: touch(); return 9;
	case 5: return n->name[3];
	default: return 0;
	}
}

struct head {
	long before;
	unsigned char bytes[32];
};

/* As the last bytes of a copy to what follows a head are written. */
APART void behind_its_end(struct head *h, long nr)
{
	__asm__ volatile("lea 40(%0), %%rax\n\t"
			 "movq $0, -8(%%rax,%1)\n\t"
			 "lea -24(%%rax,%1), %%rax\n\t"
			 "movq $0, 16(%%rax)"
			 : : "r"(h), "r"(nr) : "rax", "memory");
}

struct headed {
	long before, other;
	struct point points[];
};

/* As an array without a length is read from its end. */
APART int before_its_end(struct headed *h, long nr)
{
	int x;

	__asm__ volatile("lea 16(%1), %%rax\n\t"
			 "mov -8(%%rax,%2,8), %0"
			 : "=r"(x) : "r"(h), "r"(nr) : "rax", "memory");
	return x;
}

void _start(void);
void _start(void)
{
	for (;;)
		;
}
