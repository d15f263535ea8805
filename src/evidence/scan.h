/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Words and numbers of a line of text. Every scan_*() that asks for a number
 * takes the whole word or fails: what is left of a word that was cut off must
 * not pass for a number.
 */
#ifndef EVIDENCE_SCAN_H
#define EVIDENCE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of a line; not terminated. */
struct word {
	const char *s;
	size_t len;
};

static inline bool scan_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool scan_is_digit(char c);
/* All characters are digits, and there is one. */
bool scan_is_digits(struct word w);
bool word_is(struct word w, const char *s);
bool word_starts(struct word w, const char *s);
bool word_ends(struct word w, const char *s);
/* Without blanks at both ends. */
struct word word_trim(struct word w);
struct word word_of(const char *s);

/* Split at blanks into at most @max words; returns how many there are. What is
 * behind the last word is in it when there are more. */
size_t scan_words(const char *s, struct word *words, size_t max);

/* Split where there are two blanks or more, or a tab; what stands between may
 * have single ones. Returns how many, at most @max. */
size_t scan_fields(struct word line, struct word *fields, size_t max);
/* Split at each @separator. */
size_t scan_separated(struct word line, char separator, struct word *fields,
		      size_t max);

bool scan_dec(struct word w, uint64_t *v);
/* Hexadecimal digits, at most 16, no 0x. */
bool scan_hex(struct word w, uint64_t *v);
/* "0x" and hexadecimal digits. */
bool scan_0x(struct word w, uint64_t *v);
/* "0x.." or decimal digits. */
bool scan_number(struct word w, uint64_t *v);
/* "12.34" as 1234: exactly @decimals digits behind the dot. */
bool scan_fixed(struct word w, unsigned int decimals, uint64_t *v);
/* "12.34%", or "nan%", "-nan%" as 0: in hundredths. */
bool scan_percent(struct word w, uint32_t *percent_x100);
/* "53K", "1M": rounded to the suffix; @rounded says so. */
bool scan_count(struct word w, uint64_t *v, bool *rounded);

/*
 * "name+0x38/0x90", "name+0x38", "name": what is before the offset, which may
 * be anything. Returns whether there is an offset; *@size 0 where there is none.
 */
bool scan_symbol(struct word w, struct word *name, uint64_t *off,
		 uint64_t *size);

/* "[k]", "[.]", ...: the letter perf puts before a symbol. */
bool scan_mode(struct word w, char *mode);

/* Nothing but @chars and blanks, and at least @min of @chars. */
bool scan_is_ruler(const char *s, const char *chars, size_t min);

#endif /* EVIDENCE_SCAN_H */
