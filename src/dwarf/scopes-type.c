// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: the functions of 2,000 units name types, mostly the same ones. Each
 * has to be known by one pointer, to two threads at once, without each unit
 * reading what sk_buff is made of, let alone what that leads to.
 *
 * Idea: whole types (records, enums, base types) are told by their print
 * (fingerprint.h), and read into the model the first time that one is met.
 * What is made of them (pointers, typedefs, qualifiers, arrays, functions) is
 * told by the addresses of its parts, and made here. Pointers in records are
 * not followed, so that what is done for a unit ends at the records that it
 * names; they are followed when somebody asks (scope_type_same()).
 *
 * Invariant: a type in the table never changes. The table has one for each key,
 * and a key stands for one meaning: that of prints, or of parts that are in the
 * table themselves.
 *
 * Cost: a print of each record that the functions of a unit name, 1 s for the
 * 935,000 of a kernel if all were; a few thousand are loaded. The lock is held
 * for a look into the table, once for each type of a unit.
 */
#include <config.h>

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/scopes-type.h"
#include "base/poison.h"

#define MAX_PARAMS	4096

/* What a key is made of. */
enum mark {
	MARK_QUICK = 0x200,	/* a print with offsets of names */
	MARK_EXACT,
	MARK_ARRAY,
	MARK_PARTS,
};

static const struct lay_type void_type = { .kind = LAY_KIND_VOID };
/* Stands in the maps for a type that is being made. */
static const struct lay_type making = { .kind = LAY_KIND_UNKNOWN };
static const struct lay_type cyclic = {
	.kind = LAY_KIND_UNKNOWN,
	.why = "refers to itself",
};
static const struct lay_type too_deep = {
	.kind = LAY_KIND_UNKNOWN,
	.why = "made of too many other types",
};
static const struct lay_type damaged = {
	.kind = LAY_KIND_UNKNOWN,
	.why = "its debug information is damaged",
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "no memory for types");
}

int scope_types_init(struct scope_types *types, struct dw_file *file,
		     struct lay_error *err)
{
	types->file = file;
	pthread_mutex_init(&types->lock, NULL);
	pthread_mutex_init(&types->load_lock, NULL);
	map_init(&types->chosen);
	model_init(&types->model, 0);
	return dw_loader_new(file, false, &types->loader, err);
}

void scope_types_deinit(struct scope_types *types)
{
	dw_loader_free(types->loader);
	model_deinit(&types->model);
	map_free(&types->chosen);
	free(types->slots);
	free(types->definitions.slots);
	pthread_mutex_destroy(&types->lock);
	pthread_mutex_destroy(&types->load_lock);
}

void scope_typist_init(struct scope_typist *t, struct scope_types *types,
		       struct dw_views *views)
{
	*t = (struct scope_typist){ .types = types, .views = views };
	dw_printer_init(&t->quick, views, DW_PRINT_OFFSETS);
	dw_printer_init(&t->exact, views, DW_PRINT_TEXT);
	map_init(&t->own);
	map_init(&t->others);
	map_init(&t->same);
	map_init(&t->same_here);
	map_init(&t->defined);
}

void scope_typist_deinit(struct scope_typist *t)
{
	dw_printer_deinit(&t->quick);
	dw_printer_deinit(&t->exact);
	map_free(&t->own);
	map_free(&t->others);
	map_free(&t->same);
	map_free(&t->same_here);
	map_free(&t->defined);
}

void scope_typist_next_unit(struct scope_typist *t)
{
	dw_printer_next_unit(&t->quick);
	dw_printer_next_unit(&t->exact);
	map_free(&t->own);
	map_free(&t->same_here);
	map_free(&t->defined);
	t->defined_read = false;
}

/* The table. @lock is held. */

static struct scope_type_slot *find_slot(struct scope_type_slot *slots,
					 size_t cap,
					 const struct lay_fingerprint *key)
{
	size_t i = key->lo & (cap - 1);

	while (slots[i].type &&
	       (slots[i].key.lo != key->lo || slots[i].key.hi != key->hi))
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

static int grow(struct scope_types *types)
{
	size_t cap = types->cap ? types->cap * 2 : 4096;
	struct scope_type_slot *slots = calloc(cap, sizeof(*slots));

	if (!slots)
		return -1;
	for (size_t i = 0; i < types->cap; i++)
		if (types->slots[i].type)
			*find_slot(slots, cap, &types->slots[i].key) =
				types->slots[i];
	free(types->slots);
	types->slots = slots;
	types->cap = cap;
	return 0;
}

static const struct lay_type *look_up(const struct scope_types *types,
				      const struct lay_fingerprint *key)
{
	return types->cap ? find_slot(types->slots, types->cap, key)->type
			  : NULL;
}

static int enter(struct scope_types *types, const struct lay_fingerprint *key,
		 const struct lay_type *type)
{
	if (types->nr >= types->cap / 2 && grow(types) < 0)
		return -1;
	if (map_put(&types->chosen, (uintptr_t)type, type) < 0)
		return -1;
	*find_slot(types->slots, types->cap, key) = (struct scope_type_slot){
		*key, type
	};
	types->nr++;
	return 0;
}

static const struct lay_type *look_up_locked(struct scope_types *types,
					     const struct lay_fingerprint *key)
{
	const struct lay_type *type;

	pthread_mutex_lock(&types->lock);
	type = look_up(types, key);
	pthread_mutex_unlock(&types->lock);
	return type;
}

static int enter_locked(struct scope_types *types,
			const struct lay_fingerprint *key,
			const struct lay_type *type, struct lay_error *err)
{
	int ret = 0;

	pthread_mutex_lock(&types->lock);
	if (!look_up(types, key))
		ret = enter(types, key, type);
	pthread_mutex_unlock(&types->lock);
	return ret < 0 ? no_memory(err) : 0;
}

/* Types that are made of others. */

/* The key of a type that is told by its parts. */
static struct lay_fingerprint key_of_parts(const struct lay_type *type)
{
	struct lay_fingerprint key;

	fingerprint_init(&key);
	fingerprint_u64(&key, MARK_PARTS);
	fingerprint_u64(&key, (uint64_t)type->kind << 32 | type->flags);
	fingerprint_u64(&key, type->size);
	fingerprint_u64(&key, type->align);
	fingerprint_string(&key, type->name);
	fingerprint_u64(&key, (uintptr_t)type->target);
	fingerprint_u64(&key, type->nr_params);
	for (size_t i = 0; i < type->nr_params; i++)
		fingerprint_u64(&key, (uintptr_t)type->params[i]);
	return key;
}

/* A copy of @type in the model; its names are those of the file. */
static const struct lay_type *copy(struct scope_types *types,
				   const struct lay_type *type)
{
	struct lay_type *made = model_add_type(&types->model, type->kind);

	if (!made)
		return NULL;
	*made = *type;
	if (type->nr_params)
		made->params = model_add_params(&types->model, type->params,
						type->nr_params);
	return type->nr_params && !made->params ? NULL : made;
}

/* The type in the table with @key, or what @type says, which is put there. */
static int choose(struct scope_types *types, const struct lay_fingerprint *key,
		  const struct lay_type *type, const struct lay_type **chosen,
		  struct lay_error *err)
{
	const struct lay_type *found;
	int ret = 0;

	pthread_mutex_lock(&types->lock);
	found = look_up(types, key);
	if (!found) {
		found = copy(types, type);
		ret = found ? enter(types, key, found) : -1;
	}
	pthread_mutex_unlock(&types->lock);
	if (ret < 0)
		return no_memory(err);
	*chosen = found;
	return 0;
}

int scope_type_by_parts(struct scope_types *types, const struct lay_type *type,
			const struct lay_type **chosen, struct lay_error *err)
{
	struct lay_fingerprint key = key_of_parts(type);

	return choose(types, &key, type, chosen, err);
}

int scope_type_function(struct scope_typist *t, const struct lay_type *target,
			const struct lay_type *const *params, size_t nr_params,
			unsigned int flags, uint64_t source_off,
			const struct lay_type **type, struct lay_error *err)
{
	struct lay_type made = {
		.kind = LAY_KIND_FUNCTION,
		.flags = flags,
		.target = target,
		.params = params,
		.nr_params = nr_params,
		.source_off = source_off,
	};

	return scope_type_by_parts(t->types, &made, type, err);
}

/* The type that @die says it is of. */
static int type_of(struct scope_typist *t, const struct dw_die *die,
		   const struct lay_type **type, struct lay_error *err)
{
	uint64_t off;
	int ret;

	*type = &void_type;
	if (!dw_die_has(die, DW_FACT_TYPE))
		return 0;
	ret = dw_views_follow(t->views, &die->fact[DW_FACT_TYPE], die->off,
			      &off, err);
	return ret < 0 ? ret : scope_type_at(t, off, die->off, type, err);
}

static enum lay_kind derived_kind(uint16_t tag)
{
	switch (tag) {
	case DW_TAG_pointer_type:
		return LAY_KIND_POINTER;
	case DW_TAG_typedef:
		return LAY_KIND_TYPEDEF;
	case DW_TAG_const_type:
		return LAY_KIND_CONST;
	case DW_TAG_volatile_type:
		return LAY_KIND_VOLATILE;
	case DW_TAG_restrict_type:
		return LAY_KIND_RESTRICT;
	case DW_TAG_atomic_type:
		return LAY_KIND_ATOMIC;
	}
	return LAY_KIND_UNKNOWN;
}

static int make_derived(struct scope_typist *t, const struct dw_die *die,
			const struct dw_unit *unit, enum lay_kind kind,
			const struct lay_type **type, struct lay_error *err)
{
	struct lay_type made = { .kind = kind, .source_off = die->off };
	int ret;

	if (kind == LAY_KIND_POINTER) {
		made.flags = LAY_TYPE_SIZED;
		if (!dw_die_constant(die, DW_FACT_BYTE_SIZE, &made.size))
			made.size = unit->addr_size;
	} else if (kind == LAY_KIND_TYPEDEF) {
		dw_die_constant(die, DW_FACT_ALIGNMENT, &made.align);
		ret = dw_views_name(t->views, die, &made.name, err);
		if (ret < 0)
			return ret;
	}
	ret = type_of(t, die, &made.target, err);
	return ret < 0 ? ret : scope_type_by_parts(t->types, &made, type, err);
}

/* The type of each parameter of the function type @die. */
static int read_params(struct scope_typist *t, const struct dw_die *die,
		       const struct lay_type **params, size_t *nr,
		       unsigned int *flags, struct lay_error *err)
{
	uint64_t off = die->next;
	struct dw_view *view;
	struct dw_die child;
	int ret = 0;

	while (ret == 0 && dw_die_opens(die)) {
		/* anew each time: reading a type may have opened others */
		ret = dw_views_at(t->views, off, die->off, &view, err);
		if (ret == 0)
			ret = dw_die_read(view, off, &child, err);
		if (ret < 0 || child.tag == 0)
			break;
		ret = dw_die_after(view, &child, &off, err);
		if (child.tag == DW_TAG_unspecified_parameters)
			*flags |= LAY_TYPE_VARIADIC;
		if (ret < 0 || child.tag != DW_TAG_formal_parameter)
			continue;
		if (*nr == MAX_PARAMS)
			return dw_error_at(t->types->file, child.off,
					   LAY_E_LIMIT, err,
					   "more than %d parameters",
					   MAX_PARAMS);
		ret = type_of(t, &child, &params[(*nr)++], err);
	}
	return ret;
}

/* Is @die, whose flag is not among its facts, said to have a prototype? */
static int is_prototyped(struct scope_typist *t, const struct dw_die *die,
			 bool *prototyped, struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_view *view;
	struct dw_attrs it;
	int ret;

	*prototyped = false;
	ret = dw_views_at(t->views, die->off, die->off, &view, err);
	if (ret == 0)
		ret = dw_attrs_begin(view, die->off, &it, &plan, err);
	if (ret < 0)
		return ret;
	while ((ret = dw_attrs_next(view, die->off, &it, &value, err)) > 0)
		if (it.at == DW_AT_prototyped)
			*prototyped = value.u != 0;
	return ret;
}

static int make_function(struct scope_typist *t, const struct dw_die *die,
			 const struct lay_type **type, struct lay_error *err)
{
	const struct lay_type **params, *target;
	unsigned int flags = 0;
	bool prototyped;
	size_t nr = 0;
	int ret;

	ret = is_prototyped(t, die, &prototyped, err);
	if (ret == 0)
		ret = type_of(t, die, &target, err);
	if (ret < 0)
		return ret;
	params = malloc(MAX_PARAMS * sizeof(*params));
	if (!params)
		return no_memory(err);
	ret = read_params(t, die, params, &nr, &flags, err);
	if (prototyped)
		flags |= LAY_TYPE_PROTOTYPED;
	if (ret == 0)
		ret = scope_type_function(t, target, params, nr, flags,
					  die->off, type, err);
	free(params);
	return ret;
}

/* Whole types. */

/* Read the DIE at @off into the model. What is damaged is a type too. */
static int load(struct scope_types *types, uint64_t off,
		const struct lay_type **type, struct lay_error *err)
{
	int ret = dw_loader_load(types->loader, off, type, err);

	if (ret < 0 && !scope_is_fatal(ret)) {
		*type = &damaged;
		return 0;
	}
	return ret;
}

static int print(struct dw_printer *printer, const struct dw_die *die,
		 enum mark mark, struct lay_fingerprint *key,
		 struct lay_error *err)
{
	struct dw_print result;
	int ret;

	ret = mark == MARK_EXACT ? dw_printer_print(printer, die, &result, err)
				 : dw_printer_recall(printer, die, &result, err);
	if (ret < 0)
		return ret;
	*key = result.fp;
	fingerprint_u64(key, mark);
	if (result.unsure)
		fingerprint_u64(key, die->off);
	return 0;
}

/* An array: its dimensions are the loader's to read, its elements ours. */
static int make_array(struct scope_typist *t, const struct dw_die *die,
		      const struct lay_type **type, struct lay_error *err)
{
	struct scope_types *types = t->types;
	const struct lay_type *target, *loaded;
	struct lay_fingerprint key;
	struct lay_type made;
	int ret;

	ret = type_of(t, die, &target, err);
	if (ret == 0)
		ret = print(&t->quick, die, MARK_ARRAY, &key, err);
	if (ret < 0)
		return ret;
	fingerprint_u64(&key, (uintptr_t)target);
	*type = look_up_locked(types, &key);
	if (*type)
		return 0;
	pthread_mutex_lock(&types->load_lock);
	ret = load(types, die->off, &loaded, err);
	pthread_mutex_unlock(&types->load_lock);
	if (ret < 0)
		return ret;
	made = *loaded;
	if (made.kind == LAY_KIND_ARRAY)
		made.target = target;
	return choose(types, &key, &made, type, err);
}

/* The type whose exact print is @key, loaded if no thread did. */
static int load_once(struct scope_types *types, uint64_t off,
		     const struct lay_fingerprint *key,
		     const struct lay_type **type, struct lay_error *err)
{
	int ret = 0;

	*type = look_up_locked(types, key);
	if (*type)
		return 0;
	pthread_mutex_lock(&types->load_lock);
	*type = look_up_locked(types, key);
	if (!*type) {
		ret = load(types, off, type, err);
		if (ret == 0)
			ret = enter_locked(types, key, *type, err);
	}
	pthread_mutex_unlock(&types->load_lock);
	return ret;
}

static int make_whole(struct scope_typist *t, const struct dw_die *die,
		      const struct lay_type **type, struct lay_error *err)
{
	struct lay_fingerprint quick, exact;
	int ret;

	ret = print(&t->quick, die, MARK_QUICK, &quick, err);
	if (ret < 0)
		return ret;
	*type = look_up_locked(t->types, &quick);
	if (*type)
		return 0;
	ret = print(&t->exact, die, MARK_EXACT, &exact, err);
	if (ret == 0)
		ret = load_once(t->types, die->off, &exact, type, err);
	if (ret == 0)
		ret = enter_locked(t->types, &quick, *type, err);
	return ret;
}

static int make(struct scope_typist *t, uint64_t off, uint64_t from,
		const struct lay_type **type, struct lay_error *err)
{
	struct dw_view *view;
	enum lay_kind kind;
	struct dw_die die;
	uint64_t other;
	int ret;

	ret = dw_views_at(t->views, off, from, &view, err);
	if (ret == 0)
		ret = dw_die_read(view, off, &die, err);
	if (ret < 0)
		return ret;
	if (dw_die_has(&die, DW_FACT_SIGNATURE)) {
		ret = dw_views_follow(t->views, &die.fact[DW_FACT_SIGNATURE],
				      off, &other, err);
		return ret < 0 ? ret : scope_type_at(t, other, off, type, err);
	}
	kind = derived_kind(die.tag);
	if (kind != LAY_KIND_UNKNOWN)
		return make_derived(t, &die, view->unit, kind, type, err);
	if (die.tag == DW_TAG_subroutine_type)
		return make_function(t, &die, type, err);
	if (die.tag == DW_TAG_array_type)
		return make_array(t, &die, type, err);
	return make_whole(t, &die, type, err);
}

int scope_type_at(struct scope_typist *t, uint64_t off, uint64_t from,
		  const struct lay_type **type, struct lay_error *err)
{
	struct map *map = dw_view_holds(&t->views->own, off) ? &t->own
							     : &t->others;
	int ret;

	if (off == 0) {
		*type = &void_type;
		return 0;
	}
	*type = map_get(map, off);
	if (*type == &making)
		*type = &cyclic;
	if (*type)
		return 0;
	if (t->depth >= SCOPE_TYPE_DEPTH) {
		*type = &too_deep;
		return 0;
	}
	if (map_put(map, off, &making) < 0)
		return no_memory(err);
	t->depth++;
	ret = make(t, off, from, type, err);
	t->depth--;
	if (ret < 0 && !scope_is_fatal(ret)) {
		*type = &damaged;
		ret = 0;
	}
	/* the slot is there: this cannot fail */
	map_put(map, off, ret < 0 ? NULL : *type);
	return ret;
}
