// SPDX-License-Identifier: GPL-2.0-only
/*
 * Offset to member. Unions offer several leaves for one byte: all are looked
 * at, and the one is taken that fits the access best.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "access/place.h"
#include "base/poison.h"

/* Arrays of so many bytes, and those without an end, of which one element is
 * named by a constant, are there for something else (sk_buff.cb). */
#define BUFFER_MIN 40
/* Elements by which an index may be biased. */
#define BIAS_MAX 8

/* Members that are looked at one by one. */
#define SCANNED_MAX 8

/* Leaves of one byte that are looked at. */
#define LEAVES_MAX 256

struct search {
	const struct place_hint *hint;
	bool (*see)(void *ctx, const struct place *place);
	void *ctx;
	struct place at;
	int64_t base;		/* of what is searched, from the start */
	unsigned int nr_leaves;
	bool buffer;		/* in an array that serves for other things */
	bool stop;
};

static void search_type(struct search *s, const struct lay_type *type,
			int64_t off);

static int fit_score(enum place_fit fit)
{
	static const int score[] = {
		[PLACE_OUTSIDE] = 0, [PLACE_HOLE] = 0, [PLACE_ACROSS] = 10,
		[PLACE_OPAQUE] = 20, [PLACE_SEVERAL] = 30, [PLACE_WHOLE] = 30,
		[PLACE_PART] = 40,
		[PLACE_EXACT] = 80,
	};

	return score[fit];
}

/* Does the sign of a load agree with what is loaded? */
static int sign_score(const struct search *s, const struct lay_type *leaf)
{
	bool is_signed;

	if (!s->hint->sign_known || leaf->kind != LAY_KIND_BASE ||
	    (leaf->encoding != LAY_ENCODING_SIGNED &&
	     leaf->encoding != LAY_ENCODING_UNSIGNED))
		return 0;
	is_signed = leaf->encoding == LAY_ENCODING_SIGNED;
	return is_signed == s->hint->is_signed ? 3 : 0;
}

static bool in_small_array(const struct search *s)
{
	const struct place *at = &s->at;

	return at->nr_steps && !at->step[at->nr_steps - 1].member;
}

static void see(struct search *s)
{
	s->nr_leaves++;
	if (!s->see(s->ctx, &s->at) || s->nr_leaves >= LEAVES_MAX)
		s->stop = true;
}

/* A scalar of @size bytes, of which the access begins at byte @off. */
static void see_leaf(struct search *s, const struct lay_type *type,
		     const struct lay_type *leaf, uint64_t size, int64_t off)
{
	uint64_t width = s->hint->size;
	struct place *at = &s->at;

	at->leaf = leaf;
	at->leaf_type = type;
	if (s->buffer)
		at->fit = PLACE_OPAQUE;
	else if (!width || (off == 0 && width == size))
		at->fit = PLACE_EXACT;
	else if ((uint64_t)off + width <= size)
		at->fit = PLACE_PART;
	else if (in_small_array(s) && width > size)
		at->fit = PLACE_OPAQUE;
	else
		at->fit = off ? PLACE_ACROSS : PLACE_SEVERAL;
	at->score = fit_score(at->fit) + sign_score(s, leaf);
	if (at->fit == PLACE_PART && off == 0)
		at->score += 2;
	if (s->hint->suits)
		at->score += s->hint->suits(s->hint->ctx, leaf);
	see(s);
}

/* Bits [first, first + nr) of the access are those of a bit-field. */
static void see_bitfield(struct search *s, const struct lay_member *member,
			 int64_t off)
{
	const struct place_hint *hint = s->hint;
	int64_t first = (int64_t)member->bit_off - off * 8;
	uint64_t mask = 0, wanted = hint->bits;
	struct place *at = &s->at;

	for (uint64_t i = 0; i < member->bit_size; i++)
		if (first + (int64_t)i >= 0 && first + (int64_t)i < 64)
			mask |= UINT64_C(1) << (first + (int64_t)i);
	if (hint->size && hint->size < 8)
		mask &= (UINT64_C(1) << (hint->size * 8)) - 1;
	if (!mask)
		return;
	at->leaf_type = member->type;
	at->leaf = lay_type_strip(member->type);
	at->fit = PLACE_PART;
	at->score = fit_score(PLACE_PART);
	if (wanted) {
		if (!(mask & wanted))
			at->score -= 20;
		else if (mask == wanted)
			at->score += 20;
		else if ((mask & wanted) == wanted)
			at->score += 10;
	} else if (first == 0 && hint->size * 8 == member->bit_size) {
		at->fit = PLACE_EXACT;
		at->score = fit_score(PLACE_EXACT);
	}
	see(s);
}

static bool push_step(struct search *s, struct place_step step, int64_t by)
{
	struct place *at = &s->at;

	if (at->nr_steps == PLACE_STEPS_MAX)
		return false;
	s->base += by;
	step.at = s->base;
	at->step[at->nr_steps++] = step;
	return true;
}

static void pop_step(struct search *s, int64_t by)
{
	s->at.nr_steps--;
	s->base -= by;
}

/* Does @member end its record in an array without a length? */
static bool is_flexible(const struct lay_member *member)
{
	const struct lay_type *type = lay_type_strip(member->type);

	return type->kind == LAY_KIND_ARRAY &&
	       (!type->nr_dims || !type->dims[0].bounded ||
		!type->dims[0].count);
}

static void search_member(struct search *s, const struct lay_type *record,
			  const struct lay_member *member, int64_t off,
			  bool last)
{
	struct place_step step = { .member = member, .type = member->type };
	int64_t from = (int64_t)(member->bit_off / 8);
	uint64_t size;

	if (member->flags & LAY_MEMBER_NO_OFFSET)
		return;
	if (member->flags & LAY_MEMBER_BITFIELD) {
		uint64_t end = (member->bit_off + member->bit_size + 7) / 8;
		uint64_t width = s->hint->size ? s->hint->size : 1;

		if (off + (int64_t)width <= from || off >= (int64_t)end ||
		    !push_step(s, step, from))
			return;
		see_bitfield(s, member, off);
		pop_step(s, from);
		return;
	}
	if (off < from)
		return;
	if (!lay_type_size(member->type, &size))
		size = 0;
	if (off - from >= (int64_t)size && !(last && is_flexible(member)) &&
	    !(size == 0 && record->kind == LAY_KIND_UNION &&
	      is_flexible(member)))
		return;
	if (!push_step(s, step, from))
		return;
	search_type(s, member->type, off - from);
	pop_step(s, from);
}

/* Where @member ends, at least at the byte where it begins. */
static int64_t end_of(const struct lay_member *member)
{
	uint64_t size;

	if (member->flags & LAY_MEMBER_BITFIELD)
		return (int64_t)((member->bit_off + member->bit_size + 7) / 8);
	if (!lay_type_size(member->type, &size))
		size = 0;
	return (int64_t)(member->bit_off / 8 + size);
}

/*
 * Members of a large struct, which follow one another, that can be at @off:
 * from the last that begins there or before, as far back as they reach there.
 * False if they are not in order, as far as can be seen here.
 */
static bool first_at(const struct lay_type *record, int64_t off, size_t *first)
{
	const struct lay_member *m = record->members;
	size_t low = 0, high = record->nr_members;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if ((int64_t)(m[mid].bit_off / 8) <= off)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return false;
	low--;
	if (end_of(&m[low]) <= off && low + 1 < record->nr_members &&
	    !(m[low + 1].flags & LAY_MEMBER_BITFIELD))
		return false;
	while (low && end_of(&m[low - 1]) > off)
		low--;
	*first = low;
	return true;
}

static void search_record(struct search *s, const struct lay_type *record,
			  int64_t off)
{
	unsigned int before = s->nr_leaves;
	int64_t end = off + (int64_t)s->hint->size;
	size_t first = 0;
	bool in_order = record->kind == LAY_KIND_STRUCT &&
		record->nr_members > SCANNED_MAX &&
		first_at(record, off, &first);

	for (size_t i = first; i < record->nr_members && !s->stop; i++) {
		const struct lay_member *m = &record->members[i];

		if (in_order && (int64_t)(m->bit_off / 8) > off &&
		    (int64_t)(m->bit_off / 8) >= end)
			break;
		search_member(s, record, m, off, i + 1 == record->nr_members);
	}
	if (s->nr_leaves == before && !s->stop) {
		s->at.leaf = s->at.leaf_type = NULL;
		s->at.fit = PLACE_HOLE;
		s->at.score = 0;
		see(s);
	}
}

static void search_array(struct search *s, const struct lay_type *array,
			 int64_t off)
{
	const struct place_hint *hint = s->hint;
	struct place_step step = { .type = array->target };
	bool buffer = s->buffer, behind = s->at.behind;
	uint64_t stride, nr;
	int64_t in;

	if (!lay_type_size(array->target, &stride) || !stride)
		return;
	for (size_t i = 1; i < array->nr_dims; i++)
		if (!array->dims[i].bounded ||
		    __builtin_mul_overflow(stride, array->dims[i].count,
					   &stride) || !stride)
			return;
	step.index = (uint64_t)off / stride;
	step.any = hint->indexed && (!hint->stride ||
				     hint->stride % stride == 0 ||
				     stride % hint->stride == 0);
	nr = array->nr_dims && array->dims[0].bounded ? array->dims[0].count :
		0;
	s->buffer |= step.index && !step.any &&
		lay_type_strip(array->target)->kind == LAY_KIND_BASE &&
		(!nr || (stride == 1 && nr >= BUFFER_MIN));
	s->at.behind |= !nr && !lay_type_is_record(array->target);
	/* of more dimensions than one only the outermost is told */
	in = (int64_t)((uint64_t)off % stride);
	if (array->nr_dims > 1 && lay_type_size(array->target, &stride))
		in = (int64_t)((uint64_t)in % stride);
	if (push_step(s, step, off - in)) {
		search_type(s, array->target, in);
		pop_step(s, off - in);
	}
	s->buffer = buffer;
	s->at.behind = behind;
}

static void search_type(struct search *s, const struct lay_type *type,
			int64_t off)
{
	const struct lay_type *t = lay_type_strip(type);
	uint64_t size;

	if (s->stop)
		return;
	switch (t->kind) {
	case LAY_KIND_STRUCT:
	case LAY_KIND_UNION:
		search_record(s, t, off);
		return;
	case LAY_KIND_ARRAY:
		search_array(s, t, off);
		return;
	default:
		if (lay_type_size(t, &size) && (uint64_t)off < size)
			see_leaf(s, type, t, size, off);
	}
}

static bool within(const struct lay_type *type, int64_t off)
{
	const struct lay_type *t = lay_type_strip(type);
	uint64_t size;

	if (off < 0 || !lay_type_size(t, &size))
		return false;
	if ((uint64_t)off < size)
		return true;
	/* what stands behind a record is its flexible array's */
	if (t->kind == LAY_KIND_ARRAY && !size)
		return true;
	return t->kind == LAY_KIND_STRUCT && t->nr_members &&
	       is_flexible(&t->members[t->nr_members - 1]);
}

void place_each(const struct lay_type *type, int64_t off,
		const struct place_hint *hint,
		bool (*see_place)(void *ctx, const struct place *place),
		void *ctx)
{
	struct search s = { .hint = hint, .see = see_place, .ctx = ctx,
		.at = { .type = type, .off = off } };

	if (within(type, off))
		search_type(&s, type, off);
}

static bool keep_best(void *ctx, const struct place *place)
{
	struct place *best = ctx;

	if (best->fit == PLACE_OUTSIDE || place->score > best->score)
		*best = *place;
	else if (place->score == best->score)
		best->nr_ties++;
	return true;
}

static void find_best(const struct lay_type *type, int64_t off,
		      const struct place_hint *hint, struct place *place)
{
	place->type = type;
	place->off = off;
	place->fit = PLACE_OUTSIDE;
	place->leaf = place->leaf_type = NULL;
	place->score = 0;
	place->nr_steps = place->nr_ties = 0;
	place_each(type, off, hint, keep_best, place);
}

static bool is_named_struct(const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);

	return t->kind == LAY_KIND_STRUCT &&
	       (t->name || type->kind == LAY_KIND_TYPEDEF);
}

/* What covers more than a leaf is the record that all of it is in. */
static void widen(struct place *place, const struct place_hint *hint)
{
	unsigned int width = hint->size;
	uint64_t whole;

	for (unsigned int i = place->nr_steps; i-- > 0;) {
		const struct place_step *step = &place->step[i];
		bool element = !step->member && i &&
			place->step[i - 1].member;
		uint64_t size;

		if ((!element && (!step->member || !step->member->name)) ||
		    !is_named_struct(step->type) ||
		    !lay_type_size(step->type, &size) ||
		    place->off + (int64_t)width > step->at + (int64_t)size)
			continue;
		place->nr_steps = i + 1;
		place->leaf_type = step->type;
		place->leaf = lay_type_strip(step->type);
		place->fit = PLACE_WHOLE;
		place->nr_ties = 0;
		return;
	}
	if (!hint->bulk || place->off || !is_named_struct(place->type) ||
	    !lay_type_size(place->type, &whole) || width < whole)
		return;
	place->nr_steps = place->nr_ties = 0;
	place->leaf_type = place->type;
	place->leaf = lay_type_strip(place->type);
	place->fit = PLACE_WHOLE;
}

/* The size of the elements that the index chooses from; 0: it is not said. */
static uint64_t indexed_size(const struct place *place)
{
	uint64_t size;

	for (unsigned int i = place->nr_steps; i-- > 0;)
		if (!place->step[i].member && place->step[i].any &&
		    lay_type_size(place->step[i].type, &size))
			return size;
	return 0;
}

/*
 * An operand with an index is in an array: at its offset or, where the index
 * does not begin with 0, some elements behind.
 */
static void find_indexed(const struct lay_type *type, int64_t off,
			 const struct place_hint *hint, struct place *place)
{
	struct place other;

	if (indexed_size(place) || !place->nr_steps)
		return;
	for (int64_t k = 1; k <= BIAS_MAX && hint->stride >= 4; k++) {
		find_best(type, off + k * (int64_t)hint->stride, hint, &other);
		if (indexed_size(&other) == hint->stride) {
			*place = other;
			return;
		}
	}
	place->fit = PLACE_OUTSIDE;
}

enum place_fit place_find(const struct lay_type *type, int64_t off,
			  const struct place_hint *hint, struct place *place)
{
	find_best(type, off, hint, place);
	if (hint->indexed && hint->stride < INT64_MAX / 64)
		find_indexed(type, off, hint, place);
	if (place->fit == PLACE_SEVERAL || place->fit == PLACE_OPAQUE)
		widen(place, hint);
	return place->fit;
}

size_t place_path(const struct place *place, char *buf, size_t len)
{
	size_t at = 0;

	if (len)
		buf[0] = '\0';
	for (unsigned int i = 0; i < place->nr_steps; i++) {
		const struct place_step *step = &place->step[i];
		char *to = at < len ? buf + at : NULL;
		size_t left = at < len ? len - at : 0;
		int n = 0;

		if (step->member && step->member->name)
			n = snprintf(to, left, "%s%s", at ? "." : "",
				     step->member->name);
		else if (!step->member && step->any && at)
			n = snprintf(to, left, "[]");
		else if (!step->member && at)
			n = snprintf(to, left, "[%llu]",
				     (unsigned long long)step->index);
		if (n > 0)
			at += (size_t)n;
	}
	return at;
}

const struct lay_member *place_member(const struct place *place)
{
	for (unsigned int i = place->nr_steps; i-- > 0;)
		if (place->step[i].member && place->step[i].member->name)
			return place->step[i].member;
	return NULL;
}
