/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions whose variable n, a struct node *, is told by how to compute it and
 * not by the register that it is in: built by tests/unit/access/map.c. Compilers
 * do so now and then, of larger functions.
 */
#define DW_ATE_signed	5
#define DW_ATE_unsigned	7

	.text
.Ltext:
	.macro	function name
	.globl	\name
	.type	\name, @function
\name:
	.endm
	.macro	end name
	ret
	.size	\name, . - \name
	.endm

	/* int f(struct node *word, struct tagged *t): word is in rdi, t in rsi */
	function by_load
	movq	16(%rsi), %rdx
	andq	$-2, %rdx
	movl	32(%rdx), %eax
	end	by_load

	function by_load_alone
	movq	16(%rsi), %rdx
	movl	32(%rdx), %eax
	end	by_load_alone

	function by_register
	movq	%rdi, %rcx
	andq	$-8, %rcx
	movl	32(%rcx), %eax
	end	by_register

	/* other bits are cleared than n has cleared */
	function by_other_bits
	movq	%rdi, %rcx
	andq	$-16, %rcx
	movl	32(%rcx), %eax
	end	by_other_bits

	/* of another place than n is */
	function by_other_load
	movq	8(%rsi), %rdx
	andq	$-2, %rdx
	movl	32(%rdx), %eax
	end	by_other_load
.Ltext_end:

	.section .debug_abbrev, "", @progbits
	.macro	abbrev code, tag, children, attributes:vararg
	.uleb128 \code, \tag
	.byte	\children
	.uleb128 \attributes, 0, 0
	.endm
	abbrev	1, 0x11, 1, 0x03, 0x08, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x07
	abbrev	2, 0x24, 0, 0x03, 0x08, 0x0b, 0x0b, 0x3e, 0x0b
	abbrev	3, 0x13, 1, 0x03, 0x08, 0x0b, 0x0b
	abbrev	4, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x38, 0x0b
	abbrev	5, 0x0f, 0, 0x0b, 0x0b, 0x49, 0x13
	abbrev	6, 0x2e, 1, 0x03, 0x08, 0x49, 0x13, 0x11, 0x01, 0x12, 0x07, \
		0x40, 0x18
	abbrev	7, 0x05, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x18
	abbrev	8, 0x34, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x18
	.byte	0

	.section .debug_info, "", @progbits
.Linfo:
	.long	.Linfo_end - .Lversion
.Lversion:
	.short	4
	.long	.debug_abbrev
	.byte	8

	.uleb128 1
	.asciz	"tagged.c"
	.byte	0x0c		/* C99 */
	.quad	.Ltext
	.quad	.Ltext_end - .Ltext

	.macro	base label, name, size, encoding
\label:	.uleb128 2
	.asciz	"\name"
	.byte	\size, \encoding
	.endm
	.macro	member name, type, off
	.uleb128 4
	.asciz	"\name"
	.long	\type - .Linfo
	.byte	\off
	.endm
	.macro	record label, name, size
\label:	.uleb128 3
	.asciz	"\name"
	.byte	\size
	.endm
	.macro	pointer label, to
\label:	.uleb128 5
	.byte	8
	.long	\to - .Linfo
	.endm
	base	.Lint, "int", 4, DW_ATE_signed
	base	.Lulong, "long unsigned int", 8, DW_ATE_unsigned
	record	.Lnode, "node", 40
	member	"key", .Lulong, 0
	member	"count", .Lint, 32
	.byte	0
	record	.Ltagged, "tagged", 24
	member	"other", .Lulong, 8
	member	"ref", .Lulong, 16
	.byte	0
	pointer	.Lnode_pointer, .Lnode
	pointer	.Ltagged_pointer, .Ltagged

	/* @how: the expression of n: DW_OP_breg4 and _breg5 are 0x74 and 0x75,
	 * _deref 0x06, _const1s 0x09, _and 0x1a, _stack_value 0x9f */
	.macro	subprogram name, size, how:vararg
	.uleb128 6
	.asciz	"\name"
	.long	.Lint - .Linfo
	.quad	\name
	.quad	\size
	.byte	1, 0x9c
	.uleb128 7
	.asciz	"word"
	.long	.Lulong - .Linfo
	.byte	1, 0x55
	.uleb128 7
	.asciz	"t"
	.long	.Ltagged_pointer - .Linfo
	.byte	1, 0x54
	.uleb128 8
	.asciz	"n"
	.long	.Lnode_pointer - .Linfo
	.byte	2f - 1f
1:	.byte	\how
2:	.byte	0
	.endm
	subprogram by_load, 12, 0x74, 16, 0x06, 0x09, -2, 0x1a, 0x9f
	subprogram by_load_alone, 8, 0x74, 16, 0x06, 0x9f
	subprogram by_register, 11, 0x75, 0, 0x09, -8, 0x1a, 0x9f
	subprogram by_other_bits, 11, 0x75, 0, 0x09, -8, 0x1a, 0x9f
	subprogram by_other_load, 12, 0x74, 16, 0x06, 0x09, -2, 0x1a, 0x9f
	.byte	0
.Linfo_end:

	.section .note.GNU-stack, "", @progbits
