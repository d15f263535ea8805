// SPDX-License-Identifier: GPL-2.0-only
/* Knows neither of two definitions: see items.h. */
#include "items.h"

APART int *of_none(struct holder *h)
{
	return *(int **)h->item + 4;
}

void _start(void);
void _start(void)
{
	for (;;)
		;
}
