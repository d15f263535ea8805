// SPDX-License-Identifier: GPL-2.0-only
#include "part.h"

struct only_a {
	struct shared *shared;
	unnamed_t unnamed;
	struct ring ring;
	int (*call)(struct shared *, int);
} var_a;

struct shared *shared_a;

int twice(struct shared *s);

int main(void)
{
	return shared_a ? twice(shared_a) : var_a.unnamed.x;
}
