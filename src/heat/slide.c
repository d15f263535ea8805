// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the kernel ran, from texts that name symbols beside addresses. Each
 * pair is a vote; two functions of one name give votes for nothing, so the
 * slide is the one most pairs agree on.
 */
#include <config.h>

#include <string.h>

#include "heat/read.h"
#include "base/poison.h"

/* Pairs that are looked up: a symbol costs a pass over all of them. */
#define MAX_PAIRS	48
/* What the image is moved by is a multiple of this; no function is larger. */
#define SLIDE_UNIT	(UINT64_C(1) << 20)

static uint64_t nr_votes(const struct heat_slides *s)
{
	uint64_t nr = s->others;

	for (size_t i = 0; i < s->nr; i++)
		nr += s->seen[i];
	return nr;
}

static void vote(struct heat_slides *s, uint64_t slide)
{
	for (size_t i = 0; i < s->nr; i++) {
		if (s->slide[i] == slide) {
			s->seen[i]++;
			return;
		}
	}
	if (s->nr == HEAT_NR_SLIDES) {
		s->others++;
		return;
	}
	s->slide[s->nr] = slide;
	s->seen[s->nr++] = 1;
}

void heat_slide_pair(struct lay_heat *heat, uint64_t addr, const char *symbol,
		     bool exact)
{
	uint64_t linked, slide;

	if (!heat->image.elf || nr_votes(&heat->slides) >= MAX_PAIRS ||
	    heat->slides.last_symbol == symbol)
		return;
	heat->slides.last_symbol = symbol;
	if (!heat_image_symbol(&heat->image, symbol, &linked))
		return;
	slide = addr - linked;
	if (!exact)
		slide &= ~(SLIDE_UNIT - 1);
	vote(&heat->slides, slide);
}

void heat_slide_solve(struct lay_heat *heat)
{
	const struct heat_slides *s = &heat->slides;
	size_t best = 0;

	if (heat->slide_known || !s->nr)
		return;
	for (size_t i = 1; i < s->nr; i++)
		if (s->seen[i] > s->seen[best])
			best = i;
	heat_image_slide(&heat->image, s->slide[best]);
	heat->slide_known = true;
	heat->totals.slide_against += nr_votes(s) - s->seen[best];
}
