// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "model/builder.h"
#include "base/poison.h"

void model_init(struct model *model, size_t limit)
{
	arena_init(&model->arena, limit);
	strset_init(&model->strings);
}

void model_deinit(struct model *model)
{
	arena_free(&model->arena);
	strset_free(&model->strings);
}

struct lay_type *model_add_type(struct model *model, enum lay_kind kind)
{
	struct lay_type *type = arena_alloc(&model->arena, sizeof(*type));

	if (type)
		type->kind = kind;
	return type;
}

const char *model_add_string(struct model *model, const char *s)
{
	return strset_adds(&model->strings, s);
}

static void *add_list(struct model *model, const void *list, size_t nr,
		      size_t size)
{
	size_t all;

	if (__builtin_mul_overflow(nr, size, &all))
		return NULL;
	return arena_memdup(&model->arena, list, all);
}

const struct lay_member *model_add_members(struct model *model,
					   const struct lay_member *list,
					   size_t nr)
{
	return add_list(model, list, nr, sizeof(*list));
}

const struct lay_enumerator *
model_add_enumerators(struct model *model, const struct lay_enumerator *list,
		      size_t nr)
{
	return add_list(model, list, nr, sizeof(*list));
}

const struct lay_dim *model_add_dims(struct model *model,
				     const struct lay_dim *list, size_t nr)
{
	return add_list(model, list, nr, sizeof(*list));
}

const struct lay_type *const *
model_add_params(struct model *model, const struct lay_type *const *list,
		 size_t nr)
{
	return add_list(model, list, nr, sizeof(*list));
}

int model_full(const struct model *model, struct lay_error *err)
{
	const struct arena *arena = &model->arena;

	return lay_error_set(err, arena->limit ? LAY_E_LIMIT : LAY_E_NOMEM,
			     "no room for more types: %zu bytes are in use",
			     arena->total);
}
