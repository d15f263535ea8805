// SPDX-License-Identifier: GPL-2.0-only
/* A small kernel, after: see review1.c. */
typedef unsigned char byte;

struct dst {
	void *dev;
	unsigned short header_len;
	unsigned int flags;
	void *rcu[2];
	void *path;
	int refcnt;
	long lastuse;
};

struct rtable {
	struct dst dst;
	int genid;
	byte gateway[12];
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

struct lock {
	int owner;
	int count;
};

struct guarded {
	struct lock lock;
	long data;
};

struct area {
	void *list[2];
	long nr_free;
	long nr_cma;
};

struct zone {
	long mark;
	struct area free[11];
	long end;
};

struct roomy {
	int a;
	void *b;
	char c;
	void *d;
	int added;
};

struct shuffled {
	long g, c, j, a, l, e, k, b, h, f, i, d;
};

struct respelt {
	unsigned char a;
	unsigned int b;
};

struct bucket {
	char text[200];
};

struct visible {
	int a;
};

struct fresh {
	struct dst dst;
};

struct holder {
	int b;
	struct fresh fresh;
};

typedef struct {
	int seq;
	int lock;
} seq_t;

struct counted {
	seq_t seq;
	int users;
};

union either {
	int a;
	long b[2];
};

enum state {
	IDLE,
	READY,
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
struct fresh *fresh;
struct holder *holder;
struct counted *counted;
union either *either;
enum state state;
