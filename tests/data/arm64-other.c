// SPDX-License-Identifier: GPL-2.0-only
/* Code that touches the running task without a definition of it, as that of the
 * stack protector does: a second unit for tests/unit/access/arm64.c. */
int elsewhere(void)
{
	unsigned long current;

	__asm__("mrs %0, sp_el0" : "=r"(current));
	return *(int *)(current + 16);
}
