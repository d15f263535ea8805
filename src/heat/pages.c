// SPDX-License-Identifier: GPL-2.0-only
/*
 * The array of struct page. It begins at an address that depends on the number
 * of levels of page tables and on nothing else; its elements are as large as the
 * struct, which is all that is asked of a type. Where areas were moved it begins
 * at a multiple of 1 GB, and so does an element, if its size is a power of two.
 */
#include <config.h>

#include "heat/heat.h"
#include "base/poison.h"

#define PAGES_4_LEVELS	UINT64_C(0xffffea0000000000)
#define PAGES_5_LEVELS	UINT64_C(0xffd4000000000000)
#define MOVED_UNIT	(UINT64_C(1) << 30)

void heat_pages_attribute(struct lay_heat *heat, struct heat_sample *s)
{
	static const char name[] = "struct page";
	const struct lay_layout *l;
	uint64_t start;

	/* without memory for the name there is no answer */
	if (heat_types_number(&heat->types, name, sizeof(name) - 1, &s->type,
			      NULL) < 0)
		s->type = HEAT_NO_TYPE;
	l = s->type == HEAT_NO_TYPE ? NULL :
	    heat_types_layout(&heat->types, s->type);
	if (!l || !l->size ||
	    (heat->image.moved && MOVED_UNIT % l->size)) {
		s->type = HEAT_NO_TYPE;
		return;
	}
	start = s->addr >= PAGES_4_LEVELS ? PAGES_4_LEVELS : PAGES_5_LEVELS;
	if (heat->image.moved)
		start = heat->image.pages_low;
	s->off = (uint32_t)((s->addr - start) % l->size);
	s->base = s->addr - s->off;
	s->fate = LAY_HEAT_BY_PAGE;
	s->grade = heat->image.moved ? LAY_HEAT_INFERRED : LAY_HEAT_EXACT;
}
