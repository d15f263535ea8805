/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Growing arrays. A vector is any three variables: a typed pointer, a count and
 * a capacity.
 *
 *	struct unit *units = NULL;
 *	size_t nr = 0, cap = 0;
 *
 *	if (VEC_RESERVE(units, nr, cap, 1) < 0)
 *		return lay_error_set(err, LAY_E_NOMEM, ...);
 *	units[nr++] = unit;
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

/* Make room for @more elements behind @nr; 0, or -1 and nothing changed. */
#define VEC_RESERVE(data, nr, cap, more) \
	vec_reserve(&(data), (nr), &(cap), (more), sizeof(*(data)))

/* @data: the address of the pointer to the elements, whatever their type. */
int vec_reserve(void *data, size_t nr, size_t *cap, size_t more, size_t size);

#endif /* BASE_VEC_H */
