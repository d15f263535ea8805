// SPDX-License-Identifier: GPL-2.0-only
/* One of two definitions of a name: see items.h. */
#include "items.h"

struct item {
	long key;
	short first_of_b[2];
	int second_of_b;
};

APART int of_b(struct holder *h)
{
	return h->item->second_of_b;
}
