// SPDX-License-Identifier: GPL-2.0-only
typedef struct {
	int counter;
} atomic_t;

typedef struct {
	atomic_t refcnt;
} rcuref_t;

struct lock {
	long count;
	long owner;
};

struct entry {
	union {
		void *dev;
		void *dev_rcu;
	};
	short error;
	short length;
	unsigned int metrics[13];
	void *path;
	long table[6];
	unsigned int ready : 1, urgent : 1, dirty : 2;
	rcuref_t __rcuref;
	long lastuse;
	struct lock lock;
	void *owner_ns;
	void *next;
};

struct same {
	int a, b;
};

struct run {
	long pushed;
	int a;
	int b;
	int c;
	int d;
	int e;
	int f;
	int g;
	int h;
	int i;
	int j;
	int k;
	int l;
	int m;
	int n;
	int o;
	int p;
	int q;
	int r;
	int s;
	int t;
	int u;
	int v;
	int w;
	int x;
	int y;
	int z;
};

struct only_new {
	int a;
};

struct declared_new;
typedef struct declared_new declared_new_t;

enum state {
	IDLE,
	WAITING,
	BUSY,
	FINAL,
};

typedef unsigned int mode;
typedef long changing;

struct entry *entry;
struct same *same;
struct run *run;
struct only_new *only_new;
struct declared_new *declared_new;
declared_new_t *declared_typedef;
enum state state;
mode a_mode;
changing a_changing;
rcuref_t *rcuref;
