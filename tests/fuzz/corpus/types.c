// SPDX-License-Identifier: GPL-2.0-only
/* One of each kind of type, small: what is damaged should be what matters. */
typedef unsigned char u8;
typedef unsigned long long u64;
typedef struct { int counter; } atomic_t;

enum state { IDLE, BUSY = 7, BROKEN = -1 };

struct list { struct list *next, **pprev; };

union address {
	u8 bytes[16];
	u64 words[2];
	struct { unsigned short port, family; } parts;
};

struct bits {
	unsigned int a : 3;
	int b : 7;
	u64 c : 40;
	_Bool d : 1;
	unsigned int : 0;
	u8 e : 2;
};

struct shape {
	struct list link;
	enum state state;
	union address from, to;
	struct bits bits[2][3];
	int (*output)(struct shape *, const char *, ...);
	union {
		void *opaque;
		struct { short low, high; };
	};
	atomic_t refs __attribute__((aligned(64)));
	const volatile u8 *const restrict_me;
	float ratio;
	char tail[];
} shape;

struct packed { u8 a; u64 b; int c[0]; } __attribute__((packed)) packed;
struct only_declared *pointer;
int *(*(*function)(int (*)[4]))(void);

int use(struct shape *s)
{
	struct local { int x; struct bits y; } l = { .x = (int)s->ratio };

	return l.x + (int)s->bits[0][1].a;
}
