// SPDX-License-Identifier: GPL-2.0-only
/* Variables at an address of the image. */
#include <config.h>

#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/*
 * Variables of sections that the linker dropped are left at address 0, or near
 * it, where the per-CPU section of a kernel begins: that one holds what it has
 * a symbol for.
 */
static bool is_kept(const struct dw_scopes *scopes, uint64_t addr,
		    const char *name, bool *percpu)
{
	const struct scope_area *area;

	/* all of them begin at 0 */
	if (scopes->unplaced)
		return true;
	area = scope_area_of(scopes, addr);
	if (!area)
		return false;
	*percpu = area->percpu;
	if (!area->percpu || area->range.low != 0)
		return true;
	return name && map_get(&scopes->percpu_symbols,
			       hash_bytes(name, strlen(name)) ^ hash_u64(addr));
}

/* The address at which @die is; false: it is at none. */
static bool find_address(struct dw_scope_reader *r, const struct scope_die *die,
			 uint64_t *addr, bool *tls)
{
	const struct dw_value *value = &die->value[SCOPE_LOCATION];
	struct dw_expr_context context = scope_context(r, NULL);
	struct dw_loc loc;

	if (!scope_has(die, SCOPE_LOCATION) || value->class != DW_VALUE_BLOCK ||
	    value->u == 0)
		return false;
	/* the first operator tells nearly always, and at once */
	if (value->data[0] >= DW_OP_reg0 && value->data[0] <= DW_OP_fbreg)
		return false;
	dw_expr_value(&context, value->data, value->u, &loc);
	if (loc.kind != DW_LOC_VALUE || dw_term_is_computed(&loc.term) ||
	    value->data[value->u - 1] == DW_OP_stack_value)
		return false;
	*addr = (uint64_t)loc.term.off;
	*tls = loc.term.base == DW_BASE_TLS;
	return *tls || loc.term.base == DW_BASE_ADDRESS;
}

int scope_global_add(struct dw_scope_reader *r, const struct scope_die *die,
		     bool local, bool *is_global, struct lay_error *err)
{
	struct dw_global global = { .die_off = die->off };
	bool tls = false, percpu = false;
	struct scope_facts facts;
	int ret;

	*is_global = false;
	if (!find_address(r, die, &global.addr, &tls))
		return 0;
	ret = scope_facts_read(r, die, &facts, err);
	if (ret < 0 ||
	    (!tls && !is_kept(r->scopes, global.addr, facts.name, &percpu)))
		return ret;
	ret = scope_type_at(&r->typist, facts.type_off, die->off, &global.type,
			    err);
	if (ret < 0)
		return ret;
	if (VEC_RESERVE(r->globals, r->nr_globals, r->cap_globals, 1) < 0)
		return scope_no_memory(r, err);
	global.name = facts.name;
	global.unit = r->unit.index;
	global.align = facts.align;
	if (!lay_type_size(global.type, &global.size))
		global.size = 0;
	global.flags = (facts.external ? DW_GLOBAL_EXTERNAL : 0) |
		       (local ? DW_GLOBAL_LOCAL : 0) |
		       (tls ? DW_GLOBAL_TLS : 0) |
		       (percpu ? DW_GLOBAL_PERCPU : 0);
	r->globals[r->nr_globals++] = global;
	*is_global = true;
	return 0;
}
