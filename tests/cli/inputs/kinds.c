// SPDX-License-Identifier: GPL-2.0-only
/* One of each thing that a layout can hold. */
struct list_head {
	struct list_head *next, *prev;
};

typedef struct {
	int counter;
} atomic_t;

enum color {
	RED,
	GREEN = 5,
	BLUE = -1,
};

typedef unsigned long long u64;
typedef int (*handler_t)(void *, int);

struct opaque;

struct kinds {
	unsigned char tag;
	unsigned int low : 3, high : 7;
	short after_hole __attribute__((aligned(4)));
	atomic_t ref;
	union {
		struct list_head list;
		void *both[2];
	};
	struct {
		char first;
		struct list_head heads[2];
	} inner;
	int (*call)(struct opaque *, const char *, ...);
	const char *const name;
	enum color color;
	unsigned char table[2][3];
	char __cacheline_group_begin__rx[0];
	u64 counters[5];
	struct list_head straddling;
	char __cacheline_group_end__rx[0];
	_Bool last;
	char flexible[];
};

struct declared;

struct kinds *kinds;
enum color color;
u64 number;
handler_t handler;
struct declared *pointer;
