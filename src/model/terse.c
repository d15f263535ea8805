// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdint.h>
#include <string.h>

#include "model/terse.h"
#include "model/type.h"
#include "base/poison.h"

const struct lay_type *terse_elements(const struct lay_type *array,
				      uint64_t *nr)
{
	const struct lay_type *type = array;

	*nr = 1;
	for (unsigned int i = 0; i < TYPE_CHAIN_MAX; i++) {
		for (size_t k = 0; k < type->nr_dims; k++)
			if (type->dims[k].variable ||
			    __builtin_mul_overflow(*nr, type->dims[k].count,
						   nr))
				*nr = UINT64_MAX;
		array = lay_type_strip(type_target(type));
		if (array->kind != LAY_KIND_ARRAY)
			break;
		type = array;
	}
	return type_target(type);
}

uint64_t terse_value(const struct lay_enumerator *e, uint64_t size)
{
	uint64_t value = (uint64_t)e->value;

	return size && size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) :
				  value;
}

static bool is_integer(const struct lay_type *type)
{
	return type->encoding == LAY_ENCODING_UNSIGNED ||
	       type->encoding == LAY_ENCODING_SIGNED;
}

/* Tools that write BTF write a float as an integer, unless they are told that
 * the reader knows floats. */
bool terse_same_encoding(const struct lay_type *a, const struct lay_type *b)
{
	if (a->encoding == b->encoding)
		return true;
	return ((a->encoding == LAY_ENCODING_FLOAT && is_integer(b)) ||
		(b->encoding == LAY_ENCODING_FLOAT && is_integer(a))) &&
	       a->name && b->name && !strcmp(a->name, b->name);
}
