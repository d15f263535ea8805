/* SPDX-License-Identifier: GPL-2.0-only */
/* One body that is said to be of two functions: built by
 * tests/unit/access/order.c. */
	.text
	.globl	second_name
	.globl	first_name
	.type	second_name, @function
	.type	first_name, @function
second_name:
first_name:
	movsq
	movq	8(%rdi), %rax
	ret
	.size	second_name, . - second_name
	.size	first_name, . - first_name

	.section .note.GNU-stack, "", @progbits
