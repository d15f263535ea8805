// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a name is defined in hundreds of units, mostly by the same header.
 * Whether two definitions are the same must be known without building a model
 * of each.
 *
 * Idea: feed a hash with what the layout depends on, in an order and a spelling
 * that do not depend on how it happens to be encoded. A record that is held by
 * value counts with all it holds; each type of a unit is read once, by where it
 * stands. What a pointer points to counts by its tag: it may be declared in one
 * unit and defined in the next.
 *
 * Invariant: the print of a type depends on what it says alone, not on where it
 * stands or on what was printed before: what is fed begins anew with each type,
 * and its print is one value of the print of whatever holds it.
 *
 * Cost: of each unit with a match, the DIEs that the match rests on are read
 * once. Types that hold themselves, or are nested deeper than
 * DW_PRINT_MAX_DEPTH, make the print unsure, and nothing is folded by it.
 */
#include <config.h>

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/place.h"
#include "dwarf/quick.h"
#include "dwarf/typedef.h"
#include "base/poison.h"

/* What a type takes in a unit, functions included, at least. */
#define TYPE_SIZE 32

/* Typedefs of typedefs, as far as lists of enums are looked for. */
#define MAX_TYPEDEFS 8

/* Print @die from the beginning. */
static int print_die(struct dw_printer *p, const struct dw_die *die,
		     enum dw_print_depth depth, struct lay_fingerprint *fp,
		     struct lay_error *err)
{
	uint32_t nr_members = p->nr_members;
	int ret = 0;

	fingerprint_init(fp);
	if (++p->depth > DW_PRINT_MAX_DEPTH)
		p->unsure = true;
	else
		ret = dw_print_type(p, die, depth, fp, err);
	p->depth--;
	p->nr_members = nr_members;
	return ret;
}

/* The same of the type at @off, to which @from refers. */
static int print_at(struct dw_printer *p, uint64_t off, uint64_t from,
		    enum dw_print_depth depth, struct lay_fingerprint *fp,
		    struct lay_error *err)
{
	struct dw_view *view;
	struct dw_die die;
	int ret;

	ret = dw_views_at(p->views, off, from, &view, err);
	if (ret == 0)
		ret = dw_die_read(view, off, &die, err);
	/* a declaration that says which type unit has the rest */
	if (ret == 0 && dw_die_has(&die, DW_FACT_SIGNATURE)) {
		ret = dw_views_follow(p->views, &die.fact[DW_FACT_SIGNATURE],
				      die.off, &off, err);
		if (ret == 0)
			ret = dw_views_at(p->views, off, from, &view, err);
		if (ret == 0)
			ret = dw_die_read(view, off, &die, err);
	}
	return ret < 0 ? ret : print_die(p, &die, depth, fp, err);
}

/* @known, or the type at @off. */
static int print_anew(struct dw_printer *p, uint64_t off, uint64_t from,
		      const struct dw_die *known, enum dw_print_depth depth,
		      struct lay_fingerprint *fp, struct lay_error *err)
{
	int ret = 0;

	if (dw_quick_may(p, off) && p->depth < DW_PRINT_MAX_DEPTH) {
		uint32_t nr_members = p->nr_members;

		fingerprint_init(fp);
		p->depth++;
		ret = dw_quick_type(p, off, depth, fp, err);
		p->depth--;
		p->nr_members = nr_members;
	}
	if (ret == 0)
		ret = known ? print_die(p, known, depth, fp, err) :
			      print_at(p, off, from, depth, fp, err);
	return ret < 0 ? ret : 0;
}

static int no_memory(size_t nr, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "no memory for %zu types", nr);
}

/* The printer's doubts are set aside before a type, and are the type's after
 * it. */
static int print_type_alone(struct dw_printer *p, uint64_t off, uint64_t from,
			    const struct dw_die *known,
			    enum dw_print_depth depth,
			    struct dw_memo_type *type, struct lay_error *err)
{
	bool doubts = p->unsure;
	int ret;

	p->unsure = false;
	ret = print_anew(p, off, from, known, depth, &type->fp, err);
	type->unsure = p->unsure;
	type->begun = false;
	p->unsure = doubts;
	return ret;
}

/* In the unit at hand. */
static int find_own(struct dw_printer *p, uint64_t at, uint64_t from,
		    const struct dw_die *known, enum dw_print_depth depth,
		    struct dw_memo_type *found, struct lay_error *err)
{
	uint64_t key = dw_print_key(at, depth);
	bool is_new;
	long number = dw_memo_find(&p->own, key, &is_new);
	int ret;

	if (number < 0)
		return no_memory(p->own.nr, err);
	if (!is_new) {
		*found = p->own.types[number];
		return 0;
	}
	ret = print_type_alone(p, p->views->own.unit->off + at, from, known,
			       depth, found, err);
	if (ret == 0)
		dw_memo_finish(&p->own, key, number, &found->fp,
			       found->unsure);
	return ret;
}

/* In another unit, or more in one than a memo takes. */
static int find_elsewhere(struct dw_printer *p, uint64_t off, uint64_t from,
			  const struct dw_die *known, enum dw_print_depth depth,
			  struct dw_memo_type *found, struct lay_error *err)
{
	/* the key has no bit to spare but this one */
	uint64_t key = off ^ (uint64_t)(depth == DW_PRINT_SHALLOW) << 62;
	uintptr_t number = (uintptr_t)map_get(&p->others, key);
	int ret;

	if (number) {
		*found = p->elsewhere[number - 1];
		return 0;
	}
	if (VEC_RESERVE(p->elsewhere, p->nr_elsewhere, p->cap_elsewhere, 1) < 0)
		return no_memory(p->nr_elsewhere, err);
	p->elsewhere[p->nr_elsewhere++] = (struct dw_memo_type){
		.begun = true,
	};
	number = p->nr_elsewhere;
	if (map_put(&p->others, key, (const void *)number) < 0)
		return no_memory(p->nr_elsewhere, err);
	ret = print_type_alone(p, off, from, known, depth, found, err);
	if (ret == 0)
		p->elsewhere[number - 1] = *found;
	return ret;
}

int dw_print_find(struct dw_printer *p, uint64_t off, uint64_t from,
		  const struct dw_die *known, enum dw_print_depth depth,
		  struct dw_memo_type *found, struct lay_error *err)
{
	const struct dw_view *own = &p->views->own;
	int ret;

	if (dw_view_holds(own, off) &&
	    off - own->unit->off <= DW_MEMO_MAX_KEY / 2 &&
	    p->own.nr < DW_MEMO_MAX_TYPES)
		ret = find_own(p, off - own->unit->off, from, known, depth,
			       found, err);
	else
		ret = find_elsewhere(p, off, from, known, depth, found, err);
	if (ret == 0)
		found->unsure |= found->begun;
	return ret;
}

int dw_print_type_at(struct dw_printer *p, uint64_t off, uint64_t from,
		     enum dw_print_depth depth, struct lay_fingerprint *fp,
		     struct lay_error *err)
{
	struct dw_memo_type found;
	int ret = dw_print_find(p, off, from, NULL, depth, &found, err);

	if (ret < 0)
		return ret;
	p->unsure = p->unsure || found.unsure;
	if (found.begun)
		fingerprint_u64(fp, 0);
	else
		fingerprint_add(fp, &found.fp);
	return 0;
}

/* Feed the print of the type that @user has. */
int dw_print_type_of(struct dw_printer *p, const struct dw_die *user,
		     enum dw_print_depth depth, struct lay_fingerprint *fp,
		     struct lay_error *err)
{
	const struct dw_value *ref = &user->fact[DW_FACT_TYPE];
	uint64_t off = ref->u;
	int ret = 0;

	if (!dw_die_has(user, DW_FACT_TYPE)) {
		fingerprint_u64(fp, LAY_KIND_VOID);
		return 0;
	}
	if (ref->class != DW_VALUE_REFERENCE)
		ret = dw_views_follow(p->views, ref, user->off, &off, err);
	return ret < 0 ? ret : dw_print_type_at(p, off, user->off, depth, fp,
						err);
}

void dw_printer_init(struct dw_printer *p, struct dw_views *views,
		     enum dw_print_names names)
{
	*p = (struct dw_printer){ .views = views, .names = names };
	map_init(&p->others);
}

void dw_printer_deinit(struct dw_printer *p)
{
	dw_memo_deinit(&p->own);
	map_free(&p->others);
	free(p->elsewhere);
}

void dw_printer_next_unit(struct dw_printer *p)
{
	dw_memo_clear(&p->own, p->views->own.size / TYPE_SIZE);
}

void dw_printer_begin(struct dw_printer *p)
{
	p->unsure = false;
	p->depth = 0;
	p->nr_members = 0;
}

/* The list of an enum with a name, be that a typedef's, counts in itself and in
 * typedefs of it, but in nothing that holds it. */
static int print_list(struct dw_printer *p, const struct dw_die *die,
		      struct lay_fingerprint *fp, struct lay_error *err)
{
	struct dw_die of = *die;
	int ret = 0;

	if (die->kind == LAY_KIND_ENUM)
		return dw_print_enumerators(p, die, fp, err);
	for (int i = 0; i < MAX_TYPEDEFS && of.kind == LAY_KIND_TYPEDEF &&
			ret == 0; i++)
		ret = dw_typedef_of(p->views, &of, &of, err);
	if (ret == 0 && die->kind == LAY_KIND_TYPEDEF &&
	    dw_typedef_names_enum(&of)) {
		ret = dw_print_enumerators(p, &of, fp, err);
		p->nr_members = 0;
	}
	return ret;
}

int dw_printer_print(struct dw_printer *p, const struct dw_die *die,
		     struct dw_print *print, struct lay_error *err)
{
	struct dw_print result = { .unsure = false };
	int ret;

	dw_printer_begin(p);
	fingerprint_init(&result.fp);
	ret = dw_print_type(p, die, DW_PRINT_DEEP, &result.fp, err);
	if (ret == 0)
		ret = print_list(p, die, &result.fp, err);
	if (ret < 0)
		return ret;
	result.unsure = p->unsure;
	result.nr_members = p->nr_members;
	result.sized = dw_die_constant(die, DW_FACT_BYTE_SIZE, &result.size);
	if (!result.sized && die->tag == DW_TAG_typedef)
		ret = dw_type_size(p->views, die, &result.size, &result.sized,
				   err);
	if (ret == 0)
		*print = result;
	return ret;
}

/* Is there more to the print of @die than where it is met as a type? */
static bool has_list(const struct dw_printer *p, const struct dw_die *die)
{
	enum dw_typedef of;

	if (die->kind != LAY_KIND_TYPEDEF)
		return die->kind == LAY_KIND_ENUM;
	of = dw_typedef_glance(p->views, die);
	return of == DW_TYPEDEF_ENUM || of == DW_TYPEDEF_TYPEDEF ||
	       of == DW_TYPEDEF_UNSURE;
}

int dw_printer_recall(struct dw_printer *p, const struct dw_die *die,
		      struct dw_print *print, struct lay_error *err)
{
	struct dw_memo_type found;
	const struct dw_plan *plan;
	const uint8_t *attrs;
	int ret;

	if (dw_quick_may(p, die->off)) {
		plan = dw_plain_plan(&p->views->own,
				     die->off - p->views->own.unit->off,
				     &attrs);
		ret = plan ? dw_quick_recall(p, plan, die->off, print, err) : 0;
		if (ret)
			return ret < 0 ? ret : 0;
	}
	/* what may be read as something else when it is met as a type */
	if (has_list(p, die) ||
	    dw_die_has(die, DW_FACT_DECLARATION) ||
	    dw_die_has(die, DW_FACT_SIGNATURE))
		return dw_printer_print(p, die, print, err);
	dw_printer_begin(p);
	ret = dw_print_find(p, die->off, die->off, die, DW_PRINT_DEEP, &found,
			    err);
	if (ret == 0)
		*print = (struct dw_print){
			.fp = found.fp,
			.unsure = found.unsure,
		};
	return ret;
}
