// SPDX-License-Identifier: GPL-2.0-only
/* One of two definitions of a name: see items.h. */
#include "items.h"

struct item {
	long key;
	int first_of_a, second_of_a;
};

APART int of_a(struct holder *h)
{
	return h->item->second_of_a;
}
