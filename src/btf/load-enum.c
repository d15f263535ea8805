// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "btf/load.h"
#include "base/poison.h"

static uint64_t enum_value(const struct btf_type *t, uint32_t i, bool is_signed)
{
	if (btf_is_enum64(t))
		return btf_enum64_value((const struct btf_enum64 *)
					((const uint32_t *)(t + 1) + 3 * i));
	if (is_signed)
		return (uint64_t)(int64_t)btf_enum(t)[i].val;
	return (uint32_t)btf_enum(t)[i].val;
}

/* Values of 32 and 64 bits alike begin with their name. */
static uint32_t enum_name(const struct btf_type *t, uint32_t i)
{
	return ((const uint32_t *)(t + 1))[(btf_is_enum64(t) ? 3 : 2) * i];
}

static bool add_enumerators(struct btf_loader *loader, struct lay_type *type,
			    const struct btf_type *t)
{
	bool is_signed = btf_kflag(t) || !loader->set->signed_enums;
	struct lay_enumerator *list = arena_array(&loader->model.arena,
						  btf_vlen(t), sizeof(*list));

	if (!list)
		return false;
	for (uint32_t i = 0; i < btf_vlen(t); i++) {
		list[i].name = typeset_name(loader->set, enum_name(t, i));
		list[i].value = (int64_t)enum_value(t, i, is_signed);
		list[i].is_unsigned = !is_signed;
	}
	type->enumerators = list;
	type->nr_enumerators = btf_vlen(t);
	return true;
}

struct lay_type *btf_make_enum(struct btf_loader *loader, uint32_t id,
			       enum btf_way way)
{
	const struct btf_type *t = typeset_type(loader->set, id);
	struct lay_type *type = model_add_type(&loader->model, LAY_KIND_ENUM);

	if (!type)
		return NULL;
	if (way == BTF_SHALLOW) {
		type->flags = LAY_TYPE_SHALLOW;
		return type;
	}
	type->size = t->size;
	type->flags = LAY_TYPE_SIZED;
	if (typeset_is_distilled(loader->set, id)) {
		type->flags |= LAY_TYPE_DECLARATION | LAY_TYPE_PARTIAL;
		type->why = "the module's .BTF.base has its size alone";
		return type;
	}
	if (!btf_vlen(t))
		type->flags |= LAY_TYPE_DECLARATION;
	/* what pahole writes for kernels that do not know enum64 */
	if (btf_is_enum(t) && t->size > 4) {
		type->flags |= LAY_TYPE_PARTIAL;
		type->why = "BTF has the low 32 bits of its values alone";
	}
	return add_enumerators(loader, type, t) ? type : NULL;
}
