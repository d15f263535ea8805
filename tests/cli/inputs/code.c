/* Code that touches a struct, for `layoutdiff access`. */
struct piece {
	long key;
	union {
		int count;
		int total;
	};
	int nr;
	struct piece *next;
	int left, right;
};

int first(struct piece *p);
int either(struct piece *p);
void walk(struct piece *p);
long both(struct piece *p);

static inline __attribute__((always_inline)) void add(int *nr)
{
	__atomic_add_fetch(nr, 1, __ATOMIC_SEQ_CST);
}

int first(struct piece *p)
{
	return p->next->nr;
}

int either(struct piece *p)
{
	return p->count;
}

void walk(struct piece *p)
{
	for (; p; p = p->next) {
		p->key = 1;
		add(&p->nr);
	}
}

long both(struct piece *p)
{
	return *(long *)&p->left;
}
