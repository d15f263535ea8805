/* SPDX-License-Identifier: GPL-2.0-only */
/* What both parts of the program have; see tests/kernels/elsewhere.tap. */

struct inner {
	short first;
	int bits : 5;
	unsigned int more_bits : 9;
	long last;
	char tail[3];
};

enum state { IDLE, BUSY = 7 };

struct shared {
	int count;
	struct inner in;
	struct shared *next;
	const char *name;
	union {
		int as_int;
		long long as_long;
		char as_text[12];
	};
	enum state state;
	unsigned char bytes[];
};

typedef struct {
	int x;
	enum state state;
	struct inner pair[2];
} unnamed_t;

struct ring {
	struct ring *prev, *next;
	int (*visit)(struct ring *, unnamed_t *);
};
