// SPDX-License-Identifier: GPL-2.0-only
#include "part.h"

struct only_b {
	struct shared *shared;
	unnamed_t unnamed[4];
	double ratio;
	_Bool flag;
} var_b;

struct ring ring_b;

int twice(struct shared *s)
{
	var_b.shared = s;
	return s->count + s->in.bits + var_b.flag;
}
