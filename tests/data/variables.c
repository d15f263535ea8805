// SPDX-License-Identifier: GPL-2.0-only
/* Variables at the same places of several sections. */
struct tail {
	int nr;
	int items[];
};

struct empty {
};

struct cpu {
	long a, b;
};

extern int other_name __attribute__((alias("in_data")));
int in_data = 1;
struct empty nothing __attribute__((section(".data"))) = {};
struct tail longer = { 3, { 1, 2, 3 } };
__attribute__((section(".data..percpu"), aligned(32))) struct cpu in_percpu = { 1, 2 };

int first(void);
int second(void);

int first(void)
{
	static int same __attribute__((section(".one"))) = 1;

	return ++same;
}

int second(void)
{
	static float same __attribute__((section(".two"))) = 2;

	return (int)++same;
}
