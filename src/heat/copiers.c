// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's functions that copy or clear bytes, whatever these are of: their
 * own code tells nothing, and never will. Names as of Linux 4.4 to 6.12, in
 * lib/ and arch/x86/lib/.
 */
#include <config.h>

#include <string.h>

#include "heat/heat.h"
#include "base/poison.h"

static const char *const copiers[] = {
	"memcpy", "__memcpy", "memmove", "__memmove", "memset", "__memset",
	"copy_user_", "__copy_user_", "copy_mc_", "clear_user_", "__clear_user",
	"clear_page", "copy_page", "rep_movs_alternative",
	"rep_stos_alternative", "csum_partial_copy_",
};

static bool is_copier(const char *function)
{
	for (size_t i = 0; i < sizeof(copiers) / sizeof(copiers[0]); i++)
		if (!strncmp(function, copiers[i], strlen(copiers[i])))
			return true;
	return false;
}

static bool tells_nothing(const struct heat_sample *s)
{
	return s->type == HEAT_NO_TYPE &&
	       (s->fate == LAY_HEAT_NO_TYPE || s->fate == LAY_HEAT_NO_RECORD ||
		s->fate == LAY_HEAT_MISFIT);
}

/* Keep the few that are met: there are never many. */
static void count(struct lay_heat_totals *t, const char *function,
		  uint64_t nr)
{
	for (unsigned int i = 0; i < t->nr_copiers; i++) {
		if (strcmp(t->copiers[i].name, function))
			continue;
		t->copiers[i].samples += nr;
		/* most samples first */
		while (i && t->copiers[i - 1].samples < t->copiers[i].samples) {
			struct lay_heat_function less = t->copiers[i - 1];

			t->copiers[i - 1] = t->copiers[i];
			t->copiers[i--] = less;
		}
		return;
	}
	if (t->nr_copiers < LAY_HEAT_NR_COPIERS)
		t->copiers[t->nr_copiers++] = (struct lay_heat_function){
			.name = function, .samples = nr,
		};
}

void heat_find_copies(struct lay_heat *heat)
{
	for (size_t i = 0; i < heat->nr_batch; i++) {
		struct heat_sample *s = &heat->batch[i];
		struct heat_operand *op;

		if (!tells_nothing(s) ||
		    !heat_map_at(&heat->map, s->ip - heat->image.slide, &op) ||
		    !is_copier(op->function))
			continue;
		s->fate = LAY_HEAT_COPIED;
		count(&heat->totals, op->function, s->count);
	}
}
