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
	void *dev;
	short error;
	short gone;
	short length;
	unsigned int metrics[13];
	void *path;
	long table[6];
	unsigned int ready : 1, dirty : 2;
	atomic_t __refcnt;
	long lastuse;
	struct lock lock;
	long __reserved1;
	void *next;
};

struct same {
	int a, b;
};

struct run {
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

struct only_old {
	int a;
};

struct declared_new {
	int a;
};
typedef struct declared_new declared_new_t;

enum state {
	IDLE,
	BUSY,
	LAST,
};

typedef unsigned int mode;
typedef short changing;

struct entry *entry;
struct same *same;
struct run *run;
struct only_old *only_old;
struct declared_new *declared_new;
declared_new_t *declared_typedef;
enum state state;
mode a_mode;
changing a_changing;
rcuref_t *rcuref;
