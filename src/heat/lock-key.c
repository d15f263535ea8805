// SPDX-License-Identifier: GPL-2.0-only
/*
 * Classes that are called as their key: "key#3", "&foo_lock_key". Nothing in
 * such a name says which member has it. What is left are the functions that
 * wait for the lock or hold it: it is a lock of something that all of them deal
 * with. If there is one such lock it is that, which is a guess; of several the
 * class is ambiguous.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "heat/lock-find.h"
#include "heat/variables.h"
#include "base/poison.h"

/* Locks of what functions deal with; with more nothing is told. */
#define MAX_CANDIDATES	128
#define NR_TOLD		3

struct candidate {
	const char *type, *path;	/* of heat->strings */
	uint64_t off;
	uint32_t last;		/* function + 1 that was the last to have it */
	uint32_t nr;		/* functions that have it */
};

struct search {
	struct lay_heat *heat;
	struct candidate candidate[MAX_CANDIDATES];
	size_t nr;
	uint32_t function;	/* number + 1 of the one at hand */
	bool full;
	const char *type;	/* whose members are looked at */
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for locks");
}

static int add(struct search *s, const char *path, uint64_t off,
	       struct lay_error *err)
{
	struct candidate *c;

	for (size_t i = 0; i < s->nr; i++) {
		c = &s->candidate[i];
		if (strcmp(c->type, s->type) || strcmp(c->path, path))
			continue;
		c->nr += c->last != s->function;
		c->last = s->function;
		return 0;
	}
	s->full |= s->nr == MAX_CANDIDATES;
	if (s->full)
		return 0;
	c = &s->candidate[s->nr++];
	*c = (struct candidate){
		.type = s->type, .off = off, .last = s->function, .nr = 1,
		.path = strset_adds(&s->heat->strings, path),
	};
	return c->path ? 0 : no_memory(err);
}

/* The locks among the members of @record, which may be in one without a name. */
static int add_members(struct search *s, const struct lay_type *record,
		       const struct lay_type *whole, int depth,
		       struct lay_error *err)
{
	uint64_t off;
	int rc = 0;

	for (size_t i = 0; i < record->nr_members && rc == 0; i++) {
		const struct lay_member *m = &record->members[i];
		const struct lay_type *inner = lay_type_strip(m->type);

		if (m->name && lock_member(whole, m->name, &off))
			rc = add(s, m->name, off, err);
		else if (!m->name && lay_type_is_record(inner) && depth < 8)
			rc = add_members(s, inner, whole, depth + 1, err);
	}
	return rc;
}

static int see(void *ctx, struct lock_finder *f, const struct dw_variable *v,
	       struct lay_error *err)
{
	const struct lay_type *type = lock_pointee(f, v->type, false);
	struct search *s = ctx;
	char name[256];

	if (!type || !heat_record_name(type, name, sizeof(name)))
		return 0;
	s->type = strset_adds(&s->heat->strings, name);
	if (!s->type)
		return no_memory(err);
	return add_members(s, lay_type_strip(type), type, 0, err);
}

static const char *told(struct lay_heat *heat, const struct candidate *c,
			const char *before)
{
	char buf[400];

	snprintf(buf, sizeof(buf), "%s%s%s.%s", before ? before : "",
		 before ? ", " : "", c->type, c->path);
	return strset_adds(&heat->strings, buf);
}

/* Those that all @nr_functions have. */
static int settle(struct search *s, struct lock_class *c, uint32_t nr_functions,
		  struct lay_error *err)
{
	struct lay_heat_lock *l = &c->told;
	const struct candidate *only = NULL;
	const char *others = NULL;
	size_t nr = 0;
	char why[160];

	for (size_t i = 0; i < s->nr; i++) {
		if (s->candidate[i].nr != nr_functions)
			continue;
		only = &s->candidate[i];
		if (nr++ < NR_TOLD) {
			others = told(s->heat, only, others);
			if (!others)
				return no_memory(err);
		}
	}
	if (!nr || s->full)
		return 0;
	snprintf(why, sizeof(why), nr_functions > 1 ?
		 "a lock of what %s() and %u more deal with" :
		 "a lock of what %s() deals with", c->functions[0],
		 nr_functions - 1);
	l->why = strset_adds(&s->heat->strings, why);
	if (!l->why)
		return no_memory(err);
	l->grade = LAY_HEAT_GUESSED;
	c->done = true;
	if (nr == 1) {
		l->type = only->type;
		l->path = only->path;
		l->off = only->off;
		return 0;
	}
	l->others = others;
	l->nr_others = nr;
	return 0;
}

int lock_by_key(struct lock_finder *f, struct lock_class *c,
		struct lay_error *err)
{
	struct search s = { .heat = f->heat };
	uint32_t nr_known = 0;
	int rc = 0;

	if (!f->reader)
		return 0;
	for (size_t i = 0; i < c->nr_functions && rc >= 0; i++) {
		s.function = (uint32_t)i + 1;
		rc = lock_each_variable(f, c->functions[i], see, &s, err);
		nr_known += rc > 0;
	}
	if (rc < 0 || !nr_known)
		return rc < 0 ? rc : 0;
	c->seen = true;
	return settle(&s, c, nr_known, err);
}
