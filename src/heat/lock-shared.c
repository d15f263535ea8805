// SPDX-License-Identifier: GPL-2.0-only
/*
 * Classes whose name is that of several members. net/core/dev.c calls the lock
 * of a transmit queue by the kind of device, "_xmit_ETHER", and the lock of the
 * device's lists of addresses too (netdev_lock_name[]; Linux 6.12). Before there
 * were queues the device had the lock itself. What is left to tell them apart
 * are the functions that wait for the lock or hold it: whoever takes that of a
 * queue has the queue at hand, and who takes the other has no need of one.
 */
#include <config.h>

#include <string.h>

#include "heat/lock-find.h"
#include "heat/variables.h"
#include "base/poison.h"

#define NR_MEMBERS 3

static const struct {
	const char *type, *path;
} members[NR_MEMBERS] = {
	{ "struct netdev_queue", "_xmit_lock" },
	{ "struct net_device", "_xmit_lock" },
	{ "struct net_device", "addr_list_lock" },
};

/* Of members[]. */
#define QUEUE 0

struct found {
	uint64_t off[NR_MEMBERS];
	bool has[NR_MEMBERS];	/* the build has it */
};

static bool is_xmit(const char *name)
{
	return !strncmp(name, "_xmit_", 6) && strcmp(name, "_xmit_lock");
}

static int see_queue(void *ctx, struct lock_finder *f,
		     const struct dw_variable *v, struct lay_error *err)
{
	const struct lay_type *type = lock_pointee(f, v->type, true);
	bool *seen = ctx;
	char name[256];

	(void)err;
	if (type && heat_record_name(type, name, sizeof(name)))
		*seen |= !strcmp(name, members[QUEUE].type);
	return 0;
}

/* What the functions that are known say: 1 it is a queue's, 0 it is not, -1
 * some this, some that, or nothing. <-1: no memory. */
static int ask_functions(struct lock_finder *f, struct lock_class *c,
			 struct lay_error *err)
{
	size_t nr_known = 0, nr_queue = 0;

	for (size_t i = 0; f->reader && i < c->nr_functions; i++) {
		bool seen = false;
		int rc = lock_each_variable(f, c->functions[i], see_queue,
					    &seen, err);

		if (rc < 0)
			return -2;
		nr_known += rc > 0;
		nr_queue += seen;
	}
	c->seen = nr_known;
	if (!nr_known || (nr_queue && nr_queue < nr_known))
		return -1;
	return nr_queue > 0;
}

/* The class is one of those that are left. */
static int settle(struct lock_finder *f, struct lock_class *c,
		  const struct found *found, struct lay_error *err)
{
	struct lay_heat_lock *l = &c->told;
	size_t only = 0;

	l->nr_others = 0;
	for (size_t i = 0; i < NR_MEMBERS; i++) {
		if (!found->has[i])
			continue;
		only = i;
		l->others = lock_text(f->heat, "%s%s%s.%s",
				      l->nr_others ? l->others : "",
				      l->nr_others ? ", " : "",
				      members[i].type, members[i].path);
		if (!l->others)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for locks");
		l->nr_others++;
	}
	c->done = l->nr_others > 0;
	if (l->nr_others != 1)
		return 0;
	l->type = members[only].type;
	l->path = members[only].path;
	l->off = found->off[only];
	l->others = NULL;
	l->nr_others = 0;
	return 0;
}

int lock_by_shared_name(struct lock_finder *f, struct lock_class *c,
			struct lay_error *err)
{
	struct found found = { .has = { false } };
	const struct lay_type *type;
	size_t nr = 0;
	int queue;

	if (!is_xmit(c->name.var) || c->name.path[0])
		return 0;
	for (size_t i = 0; i < NR_MEMBERS; i++) {
		type = lock_record(f->heat, members[i].type);
		found.has[i] = type && lock_member(type, members[i].path,
						   &found.off[i]);
		nr += found.has[i];
	}
	c->told.why = "the kernel calls this member's lock so";
	c->told.grade = LAY_HEAT_INFERRED;
	if (nr < 2)
		return settle(f, c, &found, err);
	queue = ask_functions(f, c, err);
	if (queue < -1)
		return -LAY_E_NOMEM;
	c->told.why = "the kernel calls the locks of several members so";
	if (found.has[QUEUE] && queue >= 0) {
		for (size_t i = 0; i < NR_MEMBERS; i++)
			found.has[i] &= (i == QUEUE) == (queue > 0);
		c->told.grade = LAY_HEAT_GUESSED;
		c->told.why = lock_text(f->heat, queue ?
					"%s() has a queue at hand" :
					"%s() has no queue at hand",
					c->functions[0]);
	}
	return settle(f, c, &found, err);
}
