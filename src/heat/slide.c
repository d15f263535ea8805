// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the kernel ran, from texts that name symbols beside addresses. Each
 * pair is a vote, the slide the one most pairs agree on. A kernel is moved by
 * whole units: a pair that asks for something else is of another function of
 * that name, or of another kernel, which it is if most are such.
 */
#include <config.h>

#include <elf.h>
#include <string.h>

#include "heat/read.h"
#include "base/poison.h"

/* Pairs that are looked up: a symbol costs a pass over all of them. */
#define MAX_PAIRS	48
/* What the image is moved by is a multiple of this; no function is larger. */
#define SLIDE_UNIT	(UINT64_C(1) << 20)
/* On x86-64 CONFIG_PHYSICAL_ALIGN, at the least; elsewhere a page. */
#define X86_64_UNIT	(UINT64_C(2) << 20)
#define PAGE_UNIT	UINT64_C(4096)
/* So many pairs may be of something else, where others tell of a slide: a
 * module's function can have the name of one of the kernel. */
#define MAX_STRAY	4

static uint64_t nr_votes(const struct heat_slides *s)
{
	uint64_t nr = s->others + s->bad;

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

/* The symbols of a name, of which one can be the one at addr. */
struct search {
	const char *name;
	uint64_t addr, unit;
	uint64_t slide;
	bool seen, found;
};

static int see_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct search *s = ctx;

	if (symbol->type != STT_FUNC && symbol->type != STT_NOTYPE)
		return 0;
	if (strcmp(symbol->name, s->name))
		return 0;
	s->seen = true;
	s->slide = s->addr - symbol->value;
	s->found = s->slide % s->unit == 0;
	return s->found;
}

void heat_slide_pair(struct lay_heat *heat, uint64_t addr, const char *symbol,
		     bool exact)
{
	struct search search = {
		.name = symbol, .addr = addr,
		.unit = !exact ? 1 : heat->image.x86_64 ? X86_64_UNIT :
							  PAGE_UNIT,
	};

	if (!heat->image.elf || nr_votes(&heat->slides) >= MAX_PAIRS ||
	    heat->slides.last_symbol == symbol)
		return;
	heat->slides.last_symbol = symbol;
	if (elf_each_symbol(heat->image.elf, see_symbol, &search, NULL) < 0 ||
	    !search.seen)
		return;
	if (!exact)
		search.slide &= ~(SLIDE_UNIT - 1);
	if (search.found)
		vote(&heat->slides, search.slide);
	else
		heat->slides.bad++;
}

static int check_kernel(struct lay_heat *heat, uint64_t nr_good,
			struct lay_error *err)
{
	uint64_t bad = heat->slides.bad;

	if (!bad || (nr_good && (bad <= MAX_STRAY || bad / 2 <= nr_good)))
		return 0;
	heat->totals.other_build = true;
	if (heat->opts.force)
		return 0;
	return lay_error_set(err, LAY_E_CHANGED,
			     "is of another kernel: %llu of %llu functions are elsewhere in %s",
			     (unsigned long long)bad,
			     (unsigned long long)nr_votes(&heat->slides),
			     heat->identity->path);
}

int heat_slide_solve(struct lay_heat *heat, struct lay_error *err)
{
	const struct heat_slides *s = &heat->slides;
	size_t best = 0;

	if (heat->slide_known)
		return 0;
	if (!s->nr)
		return check_kernel(heat, 0, err);
	for (size_t i = 1; i < s->nr; i++)
		if (s->seen[i] > s->seen[best])
			best = i;
	heat_image_slide(&heat->image, s->slide[best]);
	heat->slide_known = true;
	heat->totals.slide_against += nr_votes(s) - s->seen[best];
	return check_kernel(heat, s->seen[best], err);
}
