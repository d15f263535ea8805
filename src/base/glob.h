/* SPDX-License-Identifier: GPL-2.0-only */
/* Shell patterns for names of types: "tcp_*", "*_ops", "bpf_[a-m]*", "x?". */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>

/* Has @s a character that is special in a pattern? */
bool glob_is_pattern(const char *s);

/*
 * Does @pattern fit all of @s? '*' any text, '?' any byte, '[a-z]' and '[!a-z]'
 * one of a set; a '[' that is not closed is an ordinary character. Takes no
 * more steps than the product of both lengths, whatever they hold.
 */
bool glob_match(const char *pattern, const char *s);

#endif /* BASE_GLOB_H */
