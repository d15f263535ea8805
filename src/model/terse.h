/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What BTF has no word for. Where one of two types was read from it
 * (LAY_TYPE_TERSE), whoever compares them goes by these rules, and by no others:
 *
 *	alignment	that was asked for, and packing (LAY_TYPE_NO_ALIGN, which
 *			old DWARF can lack too: layout/ knows what follows)
 *	arrays		have one dimension: "a[3][4]" and "a[12]" are alike, and
 *			so are "a[]" and "a[0]"; a vector is an array
 *	_Atomic		is left out
 *	floats		may be written as integers of their size
 *	enumerators	are bits, as many as the enumeration has: whether they
 *			have a sign, and what type is underneath, is not said
 *	functions	always have a prototype
 *	declarations	as a place in the source: file, line, unit
 *	scopes		what a function declares is as global as all else
 */
#ifndef MODEL_TERSE_H
#define MODEL_TERSE_H

#include <layoutdiff/model.h>

static inline bool types_are_terse(const struct lay_type *a,
				   const struct lay_type *b)
{
	return (a->flags | b->flags) & LAY_TYPE_TERSE;
}

/* The elements of the arrays in each other that @array is: their number,
 * UINT64_MAX if that is not known, and what they are. */
const struct lay_type *terse_elements(const struct lay_type *array,
				      uint64_t *nr);

/* The bits of an enumerator's value, of an enumeration of @size bytes. */
uint64_t terse_value(const struct lay_enumerator *e, uint64_t size);

/* Can the one number be the other, written as BTF writes it? */
bool terse_same_encoding(const struct lay_type *a, const struct lay_type *b);

#endif /* MODEL_TERSE_H */
