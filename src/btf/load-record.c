// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "btf/load.h"
#include "base/poison.h"

/* The integer that @id is of, typedefs and qualifiers looked through, or NULL. */
static const struct btf_type *strip_to_int(const struct typeset *set,
					   uint32_t id)
{
	const struct btf_type *t = typeset_type(set, id);

	while (btf_is_mod(t) || btf_is_typedef(t))
		t = typeset_type(set, t->type);
	return btf_is_int(t) ? t : NULL;
}

/*
 * Bits are counted from the start of the record in memory order on machines of
 * both byte orders, as lay_member has them: pahole's encoder turns the offset
 * in a storage unit of DWARF 2 and 3 round on little-endian machines alone, and
 * the kernel reads a big-endian bit-field from the most significant bit on
 * (btf_int_bits_show() and __btf_int_show() in kernel/bpf/btf.c).
 *
 * A record with the flag has the width of each bit-field beside its offset. Of
 * one without, which is how all were before Linux kernel commit 9d5f9f701b18
 * ("bpf: btf: fix struct/union/fwd types with kind_flag") (in v5.0), a
 * bit-field's type is an integer made for it, of fewer bits than its size has,
 * which may begin some bits further on.
 */
static void place_member(const struct btf_loader *loader,
			 const struct btf_type *record, uint32_t i,
			 struct lay_member *member)
{
	const struct btf_type *t;

	member->bit_off = btf_member_bit_offset(record, i);
	member->bit_size = btf_member_bitfield_size(record, i);
	if (!btf_kflag(record)) {
		t = strip_to_int(loader->set, btf_members(record)[i].type);
		if (t && btf_int_bits(t) < t->size * 8) {
			member->bit_off += btf_int_offset(t);
			member->bit_size = btf_int_bits(t);
		}
	}
	if (member->bit_size)
		member->flags = LAY_MEMBER_BITFIELD;
}

/*
 * BTF writes x[] and x[0] alike, and make_array() takes them for x[]. C has
 * that at the end of a struct alone: elsewhere it was x[0].
 */
static const struct lay_type *zero_length(struct btf_loader *loader,
					  const struct lay_type *array)
{
	struct lay_type *type = model_add_type(&loader->model, LAY_KIND_ARRAY);
	struct lay_dim *dims = arena_memdup(&loader->model.arena, array->dims,
					    array->nr_dims * sizeof(*dims));

	if (!type || !dims)
		return NULL;
	*type = *array;
	dims[0].bounded = true;
	type->dims = dims;
	return type;
}

static const struct lay_type *make_member_type(struct btf_loader *loader,
					       const struct btf_type *record,
					       uint32_t i)
{
	const struct lay_type *type = btf_make(loader,
					       btf_members(record)[i].type,
					       BTF_DEEP);

	if (!type || type->kind != LAY_KIND_ARRAY || type->dims[0].bounded ||
	    (btf_is_struct(record) && i + 1u == btf_vlen(record)))
		return type;
	return zero_length(loader, type);
}

static bool add_members(struct btf_loader *loader, struct lay_type *type,
			const struct btf_type *t)
{
	struct lay_member *members = arena_array(&loader->model.arena,
						 btf_vlen(t), sizeof(*members));

	if (!members)
		return false;
	for (uint32_t i = 0; i < btf_vlen(t); i++) {
		const struct btf_member *m = &btf_members(t)[i];

		members[i].name = typeset_name(loader->set, m->name_off);
		members[i].type = make_member_type(loader, t, i);
		if (!members[i].type)
			return false;
		place_member(loader, t, i, &members[i]);
	}
	type->members = members;
	type->nr_members = btf_vlen(t);
	return true;
}

struct lay_type *btf_make_record(struct btf_loader *loader, uint32_t id,
				 enum btf_way way)
{
	const struct btf_type *t = typeset_type(loader->set, id);
	bool is_union = btf_is_fwd(t) ? btf_kflag(t) : btf_is_union(t);
	struct lay_type *type = model_add_type(&loader->model, is_union ?
					       LAY_KIND_UNION : LAY_KIND_STRUCT);

	if (!type)
		return NULL;
	if (way == BTF_SHALLOW) {
		type->flags = LAY_TYPE_SHALLOW;
		return type;
	}
	if (btf_is_fwd(t)) {
		type->flags = LAY_TYPE_DECLARATION;
		return type;
	}
	type->size = t->size;
	type->flags = LAY_TYPE_SIZED;
	if (typeset_is_distilled(loader->set, id)) {
		type->flags |= LAY_TYPE_DECLARATION | LAY_TYPE_PARTIAL;
		type->why = "the module's .BTF.base has its size alone";
		return type;
	}
	return add_members(loader, type, t) ? type : NULL;
}
