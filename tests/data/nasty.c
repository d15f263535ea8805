// SPDX-License-Identifier: GPL-2.0-only
/*
 * Types that readers of debug information get wrong. nasty.tsv lists their
 * members; tests/kernels/offsetof-compare has compilers say where they are and
 * compares. Freestanding: it is compiled for machines without a C library.
 */
#define packed __attribute__((packed))
#define aligned(n) __attribute__((aligned(n)))

enum small { SMALL_A, SMALL_B, SMALL_C };
enum negative { NEGATIVE_A = -2, NEGATIVE_B = 1 };
enum packed tiny { TINY_A, TINY_B = 200 };
enum wide { WIDE_A = 1, WIDE_B = 0x7fffffffffffffffLL };

typedef long long typedef_longlong;
typedef typedef_longlong typedef_twice;
typedef int vector_int __attribute__((vector_size(16)));
typedef double vector_double __attribute__((vector_size(32)));

/* Bit-fields. */

struct bits_signed {
	signed char a : 1;
	signed char b : 6;
	short c : 9;
	int d : 17;
	long e : 31;
	long long f : 37;
	long long g : 3;
};

struct bits_unsigned {
	unsigned char a : 3;
	unsigned char b : 5;
	unsigned char c : 4;
	unsigned char d : 5;
	unsigned short e : 15;
	unsigned short f : 2;
	unsigned int g : 32;
	unsigned int h : 1;
	unsigned long long i : 63;
	unsigned long long j : 1;
	unsigned long long k : 64;
};

struct bits_bool {
	_Bool a : 1;
	_Bool b : 1;
	unsigned int c : 3;
	_Bool d : 1;
	_Bool e;
	_Bool f : 1;
};

/* As struct dev_pm_info has them: units of several sizes share a word. */
struct bits_mixed {
	int a;
	unsigned int b : 1;
	unsigned int c : 1;
	_Bool d : 1;
	_Bool e : 1;
	_Bool f : 1;
	_Bool g : 1;
	_Bool h : 1;
	_Bool i : 1;
	_Bool j : 1;
	unsigned int k : 20;
	unsigned char l : 7;
	char m;
	unsigned int n : 4;
};

struct bits_after_bytes {
	char a;
	unsigned int b : 1;
	unsigned int c : 22;
	char d;
	unsigned short e : 9;
	char f[3];
	unsigned long long g : 12;
	char h;
};

struct bits_zero_width {
	unsigned int a : 3;
	unsigned int : 0;
	unsigned int b : 4;
	char : 0;
	char c;
	unsigned int d : 5;
	unsigned long long : 0;
	char e;
};

struct bits_unnamed {
	unsigned int a : 1;
	unsigned int : 5;
	unsigned int b : 2;
	unsigned int : 20;
	unsigned char c : 3;
	unsigned char : 7;
	unsigned char d : 2;
};

struct bits_enum {
	enum small a : 2;
	enum negative b : 3;
	enum small c : 20;
	enum tiny d : 8;
	enum small e : 9;
};

struct packed bits_packed {
	unsigned int a : 3;
	unsigned int b : 31;
	unsigned int c : 7;
	unsigned long long d : 61;
	char e;
	unsigned short f : 9;
	unsigned short g : 9;
	unsigned int h : 14;
};

struct bits_packed_member {
	char a;
	unsigned int b : 27 packed;
	unsigned int c : 7 packed;
	unsigned int d : 6;
	short e;
};

struct bits_aligned_member {
	char a;
	unsigned int b : 3 aligned(16);
	unsigned int c : 4;
	char d;
};

struct bits_at_the_end {
	long a;
	unsigned int b : 1;
};

struct bits_only {
	unsigned int a : 1;
};

union bits_union {
	unsigned int a : 5;
	unsigned long long b : 40;
	struct {
		unsigned int c : 7;
		unsigned int d : 25;
	};
	_Bool e : 1;
	signed char f : 2;
};

struct bits_nested {
	char a;
	struct {
		unsigned short b : 3;
		unsigned short c : 11;
		union {
			unsigned char d : 6;
			struct {
				unsigned char e : 1;
				unsigned char f : 7;
			};
		};
	};
	struct {
		unsigned int g : 9;
		unsigned int h : 10;
	} i;
};

#ifdef __SIZEOF_INT128__
struct bits_int128 {
	unsigned __int128 a : 100;
	unsigned __int128 b : 28;
	__int128 c : 70;
};

struct int128 {
	char a;
	__int128 b;
	char c;
	unsigned __int128 d[2];
};
#endif

/* Alignment, more and less than what is natural. */

struct packed packed_all {
	char a;
	int b;
	long long c;
	void *d;
	short e;
};

struct packed aligned(2) packed_by_two {
	char a;
	int b;
	char c;
};

struct packed_member {
	char a;
	int b packed;
	char c;
	long long d packed;
	int e;
};

struct packed embeds_in_packed {
	char a;
	struct packed_member b;
	char c;
	struct packed_all d[2];
};

struct aligned_member {
	char a;
	char b aligned(64);
	char c;
	short d aligned(8);
};

struct aligned(128) aligned_all {
	int a;
};

struct embeds_aligned {
	char a;
	struct aligned_all b;
	char c;
	int d aligned(32);
};

struct alignas {
	char a;
	_Alignas(32) char b;
	char c;
	_Alignas(16) struct {
		char d;
		short e;
	};
};

struct scalars {
	char a;
	long long b;
	char c;
	double d;
	char e;
	long f;
	short g;
	void *h;
	char i;
	unsigned long long j;
	char k;
};

struct floats {
	char a;
	float b;
	char c;
	double d;
	char e;
	long double f;
	char g;
	_Complex double h;
	char i;
	_Complex float j;
};

struct enums {
	char a;
	enum small b;
	enum tiny c;
	enum wide d;
	enum negative e[3];
	enum tiny f[3];
};

/* Records within records. */

struct anonymous {
	int a;
	union {
		struct {
			short b;
			union {
				char c;
				long d;
			};
		};
		struct {
			int e[3];
		};
	};
	struct {
		char f;
		struct {
			long long g;
			char h;
		};
	} i;
	char j;
};

union plain_union {
	char a;
	short b[7];
	long long c;
	struct {
		char d;
		int e;
	} f;
};

union packed packed_union {
	char a;
	long long b;
	short c[5];
};

typedef struct {
	char a;
	long long b;
} typedef_anonymous;

typedef union {
	char a[9];
	int b;
} typedef_union;

struct typedefs {
	char a;
	typedef_anonymous b;
	typedef_twice c;
	typedef_union d[2];
	typedef_longlong *e;
};

struct arrays {
	struct packed_all a[3];
	char b[2][3][5];
	int (*c)[4];
	struct anonymous *d[2];
	struct {
		char e;
		int f[2];
	} g[2][2];
	char h;
};

struct functions {
	int (*a)(void);
	void (*b[3])(int, ...);
	int (*(*c)(int))(long);
	char d;
	void (*e)(struct functions *, const struct arrays *);
};

struct qualified {
	const volatile int a;
	int *restrict b;
	const char *const c;
	volatile struct packed_all d;
	const short e[3];
};

struct atomics {
	char a;
	_Atomic int b;
	char c;
	_Atomic(long long) d;
	_Atomic unsigned char e;
	_Atomic short f[3];
	_Atomic(int *) g;
};

struct vectors {
	char a;
	vector_int b;
	char c;
	vector_double d;
	char e;
};

/* Members without size. */

struct flexible {
	int a;
	char b;
	short c[];
};

struct flexible_records {
	char a;
	struct {
		char b;
		long long c;
	} d[];
};

struct embeds_flexible {
	long long a;
	struct flexible b;
};

struct zero_length {
	int a;
	long long b[0];
	char c;
	short d[0];
};

struct zero_length_two_dims {
	char a;
	int b[0][3];
	int c[3][0];
	char d;
};

struct empty {
};

struct embeds_empty {
	char a;
	struct empty b;
	int c;
	struct empty d[3];
	char e;
	struct empty aligned(8) f;
};

#ifdef __LP64__
struct huge {
	char a[1UL << 36];
	int b;
	long c[3];
	char d[1UL << 40];
	short e;
};
#endif

#ifdef __clang__
struct bit_precise {
	char a;
	_BitInt(7) b;
	unsigned _BitInt(17) c;
	char d;
	_BitInt(50) e;
	unsigned _BitInt(17) f : 3;
};
#endif

/* What is used is described: one object refers to all of them. */
struct everything {
	struct bits_signed *bits_signed;
	struct bits_unsigned *bits_unsigned;
	struct bits_bool *bits_bool;
	struct bits_mixed *bits_mixed;
	struct bits_after_bytes *bits_after_bytes;
	struct bits_zero_width *bits_zero_width;
	struct bits_unnamed *bits_unnamed;
	struct bits_enum *bits_enum;
	struct bits_packed *bits_packed;
	struct bits_packed_member *bits_packed_member;
	struct bits_aligned_member *bits_aligned_member;
	struct bits_at_the_end *bits_at_the_end;
	struct bits_only *bits_only;
	union bits_union *bits_union;
	struct bits_nested *bits_nested;
	struct packed_all *packed_all;
	struct packed_by_two *packed_by_two;
	struct packed_member *packed_member;
	struct embeds_in_packed *embeds_in_packed;
	struct aligned_member *aligned_member;
	struct aligned_all *aligned_all;
	struct embeds_aligned *embeds_aligned;
	struct alignas *alignas;
	struct scalars *scalars;
	struct floats *floats;
	struct enums *enums;
	struct anonymous *anonymous;
	union plain_union *plain_union;
	union packed_union *packed_union;
	typedef_anonymous *typedef_anonymous;
	typedef_union *typedef_union;
	struct typedefs *typedefs;
	struct arrays *arrays;
	struct functions *functions;
	struct qualified *qualified;
	struct atomics *atomics;
	struct vectors *vectors;
	struct flexible *flexible;
	struct flexible_records *flexible_records;
	struct embeds_flexible *embeds_flexible;
	struct zero_length *zero_length;
	struct zero_length_two_dims *zero_length_two_dims;
	struct empty *empty;
	struct embeds_empty *embeds_empty;
#ifdef __SIZEOF_INT128__
	struct bits_int128 *bits_int128;
	struct int128 *int128;
#endif
#ifdef __LP64__
	struct huge *huge;
#endif
#ifdef __clang__
	struct bit_precise *bit_precise;
#endif
};

struct everything everything;
