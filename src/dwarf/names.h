/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The name that is looked for, made ready to be compared millions of times.
 *
 * A linked file has one copy of each string in .debug_str, and often a name is
 * the end of a longer one. So every place where the name ends a string is
 * found once, and a DIE's name is compared as the offset that it is. Patterns
 * are compared as text, once for an offset.
 */
#ifndef DWARF_NAMES_H
#define DWARF_NAMES_H

#include "dwarf/unit.h"

enum dw_names_how {
	DW_NAMES_ONE,		/* an exact name */
	DW_NAMES_PATTERN,
	DW_NAMES_ALL,
};

/* A hash table of the offsets in .debug_str at which the name stands. */
struct dw_places {
	uint64_t *slots;	/* NULL: not made yet */
	unsigned int nr_bits;	/* 1 << nr_bits slots */
	pthread_mutex_t lock;
};

struct dw_names {
	enum dw_names_how how;
	const char *name;	/* as it is asked for; borrowed */
	const char *last;	/* ONE: behind its last "::" */
	bool qualified;		/* it has one */
	struct dw_file *file;	/* borrowed */
	struct dw_places *places;	/* ONE: of each part of @file */
};

#define DW_NAMES_FREE UINT64_MAX

/* One multiplication: offsets that are near each other are what it gets. */
static inline uint64_t dw_names_slot(uint64_t str_off, unsigned int nr_bits)
{
	return str_off * UINT64_C(0x9e3779b97f4a7c15) >> (64 - nr_bits);
}

/* @name is borrowed. May be used by many threads from then on. */
int dw_names_init(struct dw_names *names, struct dw_file *file,
		  const char *name, bool pattern, struct lay_error *err);
void dw_names_deinit(struct dw_names *names);

/* The places in @part (DW_NAMES_ONE), looked for at the first call. */
int dw_names_places(struct dw_names *names, struct dw_part *part,
		    const struct dw_places **places, struct lay_error *err);

/* Is the string at @str_off in .debug_str of the places' part the name? */
static inline bool dw_places_have(const struct dw_places *places,
				  uint64_t str_off)
{
	uint64_t mask = (UINT64_C(1) << places->nr_bits) - 1;
	uint64_t i = dw_names_slot(str_off, places->nr_bits);

	while (places->slots[i] != str_off) {
		if (places->slots[i] == DW_NAMES_FREE)
			return false;
		i = (i + 1) & mask;
	}
	return true;
}

/* Does a type called @name, with its scopes in front @full ("ns::T"), fit? */
bool dw_names_fit(const struct dw_names *names, const char *full,
		  const char *name);

/* What a pattern without "::" said about strings at some offsets. A thread has
 * its own; starts as all zeros. */
#define DW_NAMES_MEMO_BITS 15

struct dw_names_memo {
	uint64_t answers[1u << DW_NAMES_MEMO_BITS];
};

/* Does the string at @str_off, which is @s, fit the pattern? That of a part but
 * the first has the part's base added. */
bool dw_names_recall(const struct dw_names *names, struct dw_names_memo *memo,
		     uint64_t str_off, const char *s);

#endif /* DWARF_NAMES_H */
