// SPDX-License-Identifier: GPL-2.0-only
/* A small kernel, before: review2.c is what became of it. */
typedef unsigned char u8;
typedef unsigned int u32;

/* is edited, grows, and pushes what embeds it */
struct dst {
	void *dev;
	unsigned short header_len;
	unsigned int flags;
	void *path;
	int refcnt;
	int use;
};

struct rtable {
	struct dst dst;
	int genid;
	u8 gateway[12];
	void *fdb;
};

struct xfrm {
	union {
		struct dst dst;
		struct rtable rt;
	} u;
	void *route;
	long cookie;
};

/* looks the same; its lock does not */
struct lock {
	int count;
	int owner;
};

struct guarded {
	struct lock lock;
	long data;
};

/* an array of something whose stride changes */
struct area {
	void *list[2];
	long nr_free;
};

struct zone {
	long mark;
	struct area free[11];
	long end;
};

/* what was added would have fitted a hole */
struct roomy {
	int a;
	void *b;
	char c;
	void *d;
};

/* the same members in another order */
struct shuffled {
	long a, b, c, d, e, f, g, h, i, j, k, l;
};

/* the same, written otherwise */
struct respelt {
	u8 a;
	u32 b;
};

/* grows over a step of kmalloc() */
struct bucket {
	char text[192];
};

/* only declared here */
struct visible;

/* gets something new inside */
struct holder {
	int b;
};

struct gone {
	int a;
};

typedef struct {
	int seq;
} seq_t;

struct counted {
	seq_t seq;
	int users;
};

union either {
	int a;
	long b;
};

enum state {
	IDLE,
	BUSY,
	LAST,
};

struct xfrm *xfrm;
struct guarded *guarded;
struct zone *zone;
struct roomy *roomy;
struct shuffled *shuffled;
struct respelt *respelt;
struct bucket *bucket;
struct visible *visible;
struct gone *gone;
struct holder *holder;
struct counted *counted;
union either *either;
enum state state;
