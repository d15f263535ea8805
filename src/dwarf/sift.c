// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a kernel says "struct dst_entry" in 332 of 2,172 units. To find them
 * all, 3.6 million DIEs in 164 MB have to be looked at, every time: there is no
 * index on disk that would have to be kept right.
 *
 * Idea: nearly every DIE is of no interest, and passing over one takes four
 * loads: its abbreviation code, the plan of that code, the four bytes of its
 * name's offset, and the four bytes of its sibling's. So there are two ways
 * through a unit that take turns. pass_over() knows only DIEs that are as
 * plain as that. It stops in front of any other: one with a name that may fit,
 * a scope to look into, forms that it does not know, the last bytes of a unit.
 * take() then reads that one DIE with every check there is, and decides.
 *
 * Invariant: at any DIE, depth is the number of lists of children that are open
 * (the unit's is the first), and the innermost scope's list is the one at
 * scope.depth. A DIE is looked at if it stands directly in that list. Lists
 * that belong to no scope are passed over as they come: mostly a sibling jumps
 * them.
 *
 * Bounds: pass_over() goes no further than SLACK bytes before the end of the
 * unit. A plan says nothing larger than DW_PLAN_MAX, so all that it reads
 * before it looks at the end again lies in the unit. A sibling that does not
 * lead forward is take()'s to refuse.
 *
 * Cost: 45 instructions a DIE, and the abbreviation tables a fifth of the time
 * on top. Memory is not what bounds it: a first touch of all 164 MB costs 1.5 ms
 * in a mapping (faults map 16 pages and more at once), with MAP_POPULATE as
 * much, and read() 21 ms. Passing through two units at a time, to have the
 * loads of one overlap with the other's, was no faster.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include <layoutdiff/model.h>

#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/fields.h"
#include "dwarf/sift.h"
#include "base/poison.h"

/* Code, attributes, and an 8-byte load at a position behind a string. */
#define SLACK (3 * DW_PLAN_MAX)

/* The largest abbreviation code in two bytes. The second byte of a longer one
 * makes it more than this. */
#define MAX_CODE 0x3fff

/* Far enough ahead to hide the way to memory: 512 to 2048 measure the same, and
 * take a tenth off the whole. */
#define PREFETCH_SIZE 1024

static struct dw_scope *innermost(struct dw_sifter *s)
{
	return &s->scopes[s->nr_scopes - 1];
}

/* Could the string at @str_off be the name? */
static inline bool may_fit_at(struct dw_sifter *s, uint64_t str_off)
{
	const struct dw_strings *str = &s->views.own.str;

	switch (s->names->how) {
	case DW_NAMES_ONE:
		return dw_places_have(s->places, str_off);
	case DW_NAMES_PATTERN:
		return s->names->qualified || str_off >= str->size ||
		       dw_names_recall(s->names, &s->memo,
				       s->views.own.part->base + str_off,
				       str->data + str_off);
	default:
		return true;
	}
}

/* The same for the string with an index. */
static bool may_fit_indexed(struct dw_sifter *s, uint64_t index)
{
	const struct dw_view *view = &s->views.own;
	uint64_t off = view->str_offsets_base + index * 4;

	if (view->unit->offset_size != 4 || off + 4 < off ||
	    off + 4 > view->str_offsets.size)
		return true;
	return may_fit_at(s, dw_load32(view->str_offsets.data + off,
				       view->file->big_endian));
}

/*
 * Could the DIE whose attributes are at @p have the name? A yes where it does
 * not is only slow. What was not loaded yet is loaded by the DIE that is taken
 * for that reason.
 */
static inline bool may_fit(struct dw_sifter *s, const struct dw_plan *plan,
			   const uint8_t *p, bool big_endian)
{
	p += plan->name_pos;
	switch (plan->name) {
	case DW_NAME_STRP:
		return may_fit_at(s, dw_load32(p, big_endian));
	case DW_NAME_STRX:
		return may_fit_indexed(s, dw_load(p, plan->name_size,
						  big_endian));
	case DW_NAME_SUP:
		return s->names->how != DW_NAMES_ONE || !s->sup_places ||
		       dw_places_have(s->sup_places, dw_load32(p, big_endian));
	case DW_NAME_TEXT:
		return s->names->how != DW_NAMES_ONE ||
		       *p == (uint8_t)s->names->last[0];
	case DW_NAME_NONE:
		return false;
	default:
		return true;
	}
}

/* The DIE at @at may have the name; does it need to be read? */
static inline bool must_read(struct dw_sifter *s, const struct dw_plan *plan,
			     uint64_t at, uint64_t depth)
{
	return !s->glance || s->nr_scopes > 1 ||
	       depth != s->scopes[0].depth ||
	       !s->glance(s, plan, s->views.own.unit->off + at);
}

/*
 * Where the DIE behind the one whose attributes begin at @at is, if there is
 * one value of unknown length among them; 0: not so easily told.
 */
static uint64_t behind_variable(const struct dw_view *view,
				const struct dw_plan *plan, uint64_t at)
{
	uint64_t behind = dw_fields_behind(view, plan, at);

	if (!(plan->flags & DW_PLAN_SIBLING))
		return behind ? behind + plan->after : 0;
	if (!behind || behind + SLACK > view->size)
		return 0;
	return dw_load32(view->bytes + behind + plan->sibling_pos,
			 view->file->big_endian);
}

/*
 * From the DIE at @at, an offset in the unit as all here, to the first that is
 * not plain.
 */
static uint64_t pass_over(struct dw_sifter *s, uint64_t at)
{
	const struct dw_view *view = &s->views.own;
	const struct dw_plan *plans = view->abbrevs.plans;
	const size_t nr_plans = view->abbrevs.nr_dense < MAX_CODE
					? view->abbrevs.nr_dense
					: MAX_CODE;
	const uint64_t scope_depth = innermost(s)->depth;
	const bool big_endian = view->file->big_endian;
	const unsigned int kinds = s->kinds;
	const uint8_t descend = s->descend;
	const uint8_t *bytes = view->bytes;
	uint64_t depth = s->depth;

	while (at + SLACK <= view->size) {
		const struct dw_plan *plan;
		uint64_t p = at, next;
		uint32_t code = bytes[p++];

		if (code >= 0x80)
			code = (code & 0x7f) | (uint32_t)bytes[p++] << 7;
		if (code > nr_plans)
			break;
		plan = &plans[code];
		__builtin_prefetch(bytes + p + PREFETCH_SIZE);
		if (plan->flags & descend)
			break;
		if (kinds >> plan->kind & 1 &&
		    may_fit(s, plan, bytes + p, big_endian) &&
		    must_read(s, plan, at, depth))
			break;
		switch (plan->step) {
		case DW_STEP_FIXED:
			next = p + plan->size;
			break;
		case DW_STEP_SIBLING:
			next = dw_load32(bytes + p + plan->sibling_pos,
					 big_endian);
			break;
		case DW_STEP_STRING:
		case DW_STEP_BLOCK:
			next = behind_variable(view, plan, p);
			break;
		case DW_STEP_END:
			/* stays in front of the end of the scope */
			next = depth == scope_depth ? 0 : p;
			break;
		default:
			next = 0;
			break;
		}
		if (next < p || next > view->size)
			break;
		at = next;
		depth += (uint64_t)plan->deeper;
	}
	s->depth = depth;
	return at;
}

/* Put @name behind s->prefix[0..s->prefix_len). */
static int append(struct dw_sifter *s, const char *name, struct lay_error *err)
{
	size_t size = strlen(name) + 1;

	if (VEC_RESERVE(s->prefix, s->prefix_len, s->prefix_cap, size) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "no memory for a name");
	memcpy(s->prefix + s->prefix_len, name, size);
	return 0;
}

static int add_prefix(struct dw_sifter *s, const struct dw_die *scope,
		      struct lay_error *err)
{
	const char *parts[] = { NULL, "::" };
	int ret = dw_views_name(&s->views, scope, &parts[0], err);

	if (ret < 0)
		return ret;
	if (!parts[0] && scope->tag != DW_TAG_namespace)
		return 0;
	if (!parts[0])
		parts[0] = "(anonymous namespace)";
	for (int i = 0; i < 2; i++) {
		ret = append(s, parts[i], err);
		if (ret < 0)
			return ret;
		s->prefix_len += strlen(parts[i]);
	}
	return 0;
}

/* What @die holds is looked at too. */
static int enter(struct dw_sifter *s, const struct dw_die *die,
		 struct lay_error *err)
{
	bool function = die->flags & DW_PLAN_FUNCTION;

	if (s->nr_scopes == DW_MAX_SCOPES)
		return dw_error_at(s->views.own.file, die->off, LAY_E_LIMIT,
				   err, "more than %d scopes in each other",
				   DW_MAX_SCOPES);
	s->depth++;
	s->scopes[s->nr_scopes] = (struct dw_scope){
		.depth = s->depth,
		.prefix_len = s->prefix_len,
		.local = innermost(s)->local || function,
	};
	s->nr_scopes++;
	return function ? 0 : add_prefix(s, die, err);
}

/* The end of a list of children, which may be that of a scope. */
static void leave(struct dw_sifter *s)
{
	const struct dw_scope *scope = innermost(s);

	if (s->depth == scope->depth) {
		s->prefix_len = scope->prefix_len;
		s->nr_scopes--;
	}
	s->depth--;
}

/* A DIE of the kinds that are looked for: is it one? */
static int consider(struct dw_sifter *s, const struct dw_die *die,
		    struct lay_error *err)
{
	struct dw_match match = { .die = die, .local = innermost(s)->local };
	const char *name;
	int ret;

	ret = dw_views_name(&s->views, die, &name, err);
	if (ret < 0 || !name)
		return ret;
	match.name = name;
	if (s->prefix_len) {
		ret = append(s, name, err);
		if (ret < 0)
			return ret;
		match.name = s->prefix;
	}
	if (!dw_names_fit(s->names, match.name, name))
		return 0;
	return s->match(s, &match, err);
}

/* Read the DIE at *@at, whatever it is, and go behind it. */
static int take(struct dw_sifter *s, uint64_t *at, struct lay_error *err)
{
	struct dw_view *view = &s->views.own;
	struct dw_die die;
	uint64_t next;
	int ret;

	ret = dw_die_read(view, view->unit->off + *at, &die, err);
	if (ret < 0)
		return ret;
	next = die.next;
	if (die.tag == 0) {
		leave(s);
	} else {
		bool direct = s->depth == innermost(s)->depth;

		if (direct && s->kinds >> die.kind & 1)
			ret = consider(s, &die, err);
		if (ret < 0)
			return ret;
		if (direct && dw_die_opens(&die) && die.flags & s->descend)
			ret = enter(s, &die, err);
		else if (dw_die_has(&die, DW_FACT_SIBLING))
			ret = dw_die_after(view, &die, &next, err);
		else
			s->depth += dw_die_opens(&die);
	}
	*at = next - view->unit->off;
	return ret;
}

/* In C, types stand in no other scope than the unit and functions. What does
 * not tell its language may be a part of anything. */
static bool is_c(const struct dw_view *view)
{
	uint64_t language;

	if (!dw_die_constant(&view->root, DW_FACT_LANGUAGE, &language))
		language = view->unit->language;
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler:
		return true;
	}
	return false;
}

/* The places of an exact name in the strings that the unit at hand uses. */
static int find_places(struct dw_sifter *s, struct lay_error *err)
{
	struct dw_part *part = s->views.own.part;
	int ret;

	s->places = s->sup_places = NULL;
	if (s->names->how != DW_NAMES_ONE)
		return 0;
	ret = dw_names_places(s->names, part, &s->places, err);
	if (ret == 0 && part->sup)
		ret = dw_names_places(s->names, part->sup, &s->sup_places,
				      err);
	return ret;
}

/* Larger units do not stay near the processor as a whole. */
#define FETCH_MAX (256 * 1024)

/* Where types are followed they lead to any place of the unit: its way from
 * memory begins before that. Comparing two kernels takes 5% less time. */
static void fetch(const struct dw_view *view)
{
	uint64_t size = view->size < FETCH_MAX ? view->size : FETCH_MAX;

	for (uint64_t at = 0; at < size; at += 64)
		__builtin_prefetch(view->bytes + at, 0, 2);
}

int dw_sift_unit(struct dw_sifter *s, const struct dw_unit *unit,
		 struct lay_error *err)
{
	struct dw_view *view = &s->views.own;
	uint64_t at;
	int ret;

	if (unit->idle)
		return 0;
	ret = dw_view_open(view, unit, err);
	if (ret < 0 || !dw_die_opens(&view->root))
		return ret;
	ret = find_places(s, err);
	if (ret < 0)
		return ret;
	s->descend = DW_PLAN_NAMESPACE;
	if (!is_c(view))
		s->descend |= DW_PLAN_RECORD;
	if (s->local)
		s->descend |= DW_PLAN_FUNCTION;
	if (s->glance)
		fetch(view);
	s->depth = 1;
	s->scopes[0] = (struct dw_scope){ .depth = 1 };
	s->nr_scopes = 1;
	s->prefix_len = 0;
	at = view->root.next - unit->off;
	while (ret == 0 && s->nr_scopes > 0) {
		at = pass_over(s, at);
		/* that the unit's own list is not ended does no harm */
		if (at == view->size && s->depth == 1)
			break;
		ret = take(s, &at, err);
	}
	return ret;
}

struct dw_sifter *dw_sifter_create(struct dw_file *file,
				   struct dw_names *names,
				   unsigned int kinds, bool local,
				   dw_match_fn match, void *ctx)
{
	struct dw_sifter *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->names = names;
	s->kinds = kinds & ~(1u << LAY_KIND_UNKNOWN);
	s->local = local;
	s->match = match;
	s->ctx = ctx;
	dw_views_init(&s->views, file);
	return s;
}

void dw_sifter_destroy(struct dw_sifter *s)
{
	if (!s)
		return;
	dw_views_deinit(&s->views);
	free(s->prefix);
	free(s);
}
