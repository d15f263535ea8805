/* SPDX-License-Identifier: GPL-2.0-only */
/* What items-a.c, items-b.c and items-none.c have: built by
 * tests/unit/access/order.c. */
#define APART __attribute__((noinline, noclone, used))

struct item;
struct holder {
	long nr;
	struct item *item;
};
