// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records that are hard to read, and the truth about them from the compiler
 * that made them. Compiled by the tests, for whatever machine; never run: the
 * truth is in two sections.
 *
 * "lay_places" has offset and size of members, and size and alignment of whole
 * records. "lay_probes" has for each bit-field an object in which it alone is
 * all ones.
 */
#define TEXT_LEN	24

struct place {
	char record[TEXT_LEN];
	char member[TEXT_LEN];	/* "": the record; then off is its alignment */
	unsigned long long off, size;
};

#define PLACE(s, m) \
	const struct place place_##s##_##m \
	__attribute__((section("lay_places"), used, aligned(8))) = \
	{ #s, #m, __builtin_offsetof(struct s, m), sizeof(((struct s *)0)->m) }

/* a flexible array has no size of its own */
#define PLACE_OPEN(s, m) \
	const struct place place_##s##_##m \
	__attribute__((section("lay_places"), used, aligned(8))) = \
	{ #s, #m, __builtin_offsetof(struct s, m), 0 }

/* the record, and an object of it so that it is described */
#define WHOLE(s) \
	struct s object_##s; \
	const struct place place_##s \
	__attribute__((section("lay_places"), used, aligned(8))) = \
	{ #s, "", __alignof__(struct s), sizeof(struct s) }

#define PROBE(s, m, width) \
	const struct { \
		union { \
			struct s object; \
			unsigned char bytes[64]; \
		} u; \
		char record[TEXT_LEN], member[TEXT_LEN]; \
		unsigned long long bits, unused; \
	} probe_##s##_##m \
	__attribute__((section("lay_probes"), used, aligned(16))) = \
	{ { .object = { .m = -1 } }, #s, #m, width }

#define packed __attribute__((packed))

typedef unsigned long long compat_u64 __attribute__((aligned(4)));
enum colour { RED, GREEN = 5, BLUE = -7 };

struct plain {
	char c;
	int i;
	long l;
	short s;
	void *p;
	float f;
	double d;
	long double ld;
	_Bool b;
	enum colour e;
	int (*fn)(struct plain *, const char *, ...);
	_Complex double cd;
};
WHOLE(plain);
PLACE(plain, c);
PLACE(plain, i);
PLACE(plain, l);
PLACE(plain, s);
PLACE(plain, p);
PLACE(plain, f);
PLACE(plain, d);
PLACE(plain, ld);
PLACE(plain, b);
PLACE(plain, e);
PLACE(plain, fn);
PLACE(plain, cd);

struct anonymous {
	char first;
	union {
		struct {
			short a;
			int b;
		};
		long long c;
		struct {
			char d[3];
			union {
				char e;
				short f;
			};
		};
	};
	struct {
		int g;
	} named;
	char last;
};
WHOLE(anonymous);
PLACE(anonymous, first);
PLACE(anonymous, a);
PLACE(anonymous, b);
PLACE(anonymous, c);
PLACE(anonymous, d);
PLACE(anonymous, e);
PLACE(anonymous, f);
PLACE(anonymous, named);
PLACE(anonymous, last);

struct arrays {
	char c;
	int m[2][3];
	struct plain *ps[4];
	short none[0];
	char tail[5];
	int flexible[];
};
WHOLE(arrays);
PLACE(arrays, m);
PLACE(arrays, ps);
PLACE(arrays, none);
PLACE(arrays, tail);
PLACE_OPEN(arrays, flexible);

struct aligned {
	char a;
	char b __attribute__((aligned(32)));
	compat_u64 c;
	struct {
		char x;
	} d __attribute__((aligned(16)));
} __attribute__((aligned(64)));
WHOLE(aligned);
PLACE(aligned, a);
PLACE(aligned, b);
PLACE(aligned, c);
PLACE(aligned, d);

struct packed tight {
	char a;
	int b;
	short c;
	long long d;
	void *e;
};
WHOLE(tight);
PLACE(tight, b);
PLACE(tight, c);
PLACE(tight, d);
PLACE(tight, e);

struct empty {
};
struct holds_empty {
	int a;
	struct empty nothing;
	char b;
};
WHOLE(holds_empty);
PLACE(holds_empty, nothing);
PLACE(holds_empty, b);

#ifdef __SIZEOF_INT128__
struct wide {
	char a;
	__int128 b;
	unsigned __int128 c;
};
WHOLE(wide);
PLACE(wide, b);
PLACE(wide, c);
#endif

typedef int vector __attribute__((vector_size(16)));
struct vectors {
	char a;
	vector v;
};
WHOLE(vectors);
PLACE(vectors, v);

struct bits {
	unsigned int a : 3;
	unsigned int b : 7;
	unsigned int : 0;
	int c : 5;
	unsigned long long d : 33;
	char e;
	unsigned short f : 9;
	_Bool g : 1;
	unsigned int h : 32;
	unsigned char i : 8;
};
WHOLE(bits);
PLACE(bits, e);
PROBE(bits, a, 3);
PROBE(bits, b, 7);
PROBE(bits, c, 5);
PROBE(bits, d, 33);
PROBE(bits, f, 9);
PROBE(bits, g, 1);
PROBE(bits, h, 32);
PROBE(bits, i, 8);

struct bits_in_passing {
	char a;
	int b : 4;
	int c : 20;
	char d;
	long long e : 1;
	long long f : 50;
	short g;
	unsigned int h : 15;
};
WHOLE(bits_in_passing);
PLACE(bits_in_passing, d);
PLACE(bits_in_passing, g);
PROBE(bits_in_passing, b, 4);
PROBE(bits_in_passing, c, 20);
PROBE(bits_in_passing, e, 1);
PROBE(bits_in_passing, f, 50);
PROBE(bits_in_passing, h, 15);

/* fields that leave the unit of their type */
struct packed bits_tight {
	unsigned int a : 5;
	unsigned int b : 30;
	unsigned long long c : 40;
	char d;
	unsigned short e : 15;
	unsigned int f : 31;
};
WHOLE(bits_tight);
PLACE(bits_tight, d);
PROBE(bits_tight, a, 5);
PROBE(bits_tight, b, 30);
PROBE(bits_tight, c, 40);
PROBE(bits_tight, e, 15);
PROBE(bits_tight, f, 31);

struct bits_nested {
	int first;
	union {
		struct {
			unsigned int a : 12;
			unsigned int b : 12;
		};
		unsigned int c : 20;
	};
};
WHOLE(bits_nested);
PROBE(bits_nested, a, 12);
PROBE(bits_nested, b, 12);
PROBE(bits_nested, c, 20);
