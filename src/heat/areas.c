// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: where a kernel of x86-64 was moved, so were the direct map, the
 * memory of vmalloc() and the array of struct page, each by another amount that
 * no recording keeps. Without them a stack is taken for memory where objects
 * stay, and a struct page is not known as one.
 *
 * Idea: each begins at a multiple of 1 GB, and they stand in this order. So
 * each block of 1 GB is of one of them, and its samples tell of which. Code that
 * is known to touch a struct page was at the array. An instruction without a
 * memory operand that is known, but with a data address, pushed or called: that
 * was a stack, and where stacks come from vmalloc() most samples in its blocks
 * are such. In the direct map there is hardly one.
 *
 * Invariant: what is told contradicts no order and few samples; else it stays
 * unknown, and those in the minority are counted.
 *
 * Cost: one pass over samples in order of address, with one look into the map
 * each, of kernels that were moved.
 *
 * Linux kernel commit 0483e1fa6e09 ("x86/mm: Implement ASLR for kernel memory
 * regions") (in v4.8); Documentation/arch/x86/x86_64/mm.rst.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "heat/heat.h"
#include "base/poison.h"

#define BLOCK_SHIFT	30

/* Bytes of code that hardly ever are without an operand. */
#define NEAR		256
/* Samples without which nothing is told of a block. */
#define MIN_PAGES	8
#define MIN_STACKS	32
/* One in so many may contradict: in pages, and of stacks elsewhere. */
#define FEW		16
/* One in so many at least are on stacks, where stacks are. */
#define MANY		4
/* The array, for the most memory that there can be with 4 levels of tables. */
#define MAX_PAGES_BLOCKS 1024

void heat_areas_deinit(struct heat_areas *areas)
{
	free(areas->block);
	*areas = (struct heat_areas){ .nr = 0 };
}

static bool is_page(const char *type)
{
	static const char *const names[] = {
		"struct page", "struct folio", "struct slab", "struct ptdesc",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(type, names[i]))
			return true;
	return false;
}

/* Samples come in order of address, of each batch anew. NULL: there are too
 * many. */
static struct heat_block *block_of(struct heat_areas *areas, uint64_t addr)
{
	uint64_t number = addr >> BLOCK_SHIFT;
	size_t lo = 0, hi = areas->nr;

	if (areas->last < areas->nr &&
	    areas->block[areas->last].number == number)
		return &areas->block[areas->last];
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (areas->block[mid].number < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	areas->last = lo;
	if (lo < areas->nr && areas->block[lo].number == number)
		return &areas->block[lo];
	if (areas->nr == HEAT_NR_BLOCKS ||
	    VEC_RESERVE(areas->block, areas->nr, areas->cap, 1) < 0) {
		areas->full = true;
		return NULL;
	}
	memmove(&areas->block[lo + 1], &areas->block[lo],
		(areas->nr - lo) * sizeof(areas->block[0]));
	areas->nr++;
	areas->block[lo] = (struct heat_block){ .number = number };
	return &areas->block[lo];
}

/* Is @ip, as linked, in code that the map covers? It has other operands then,
 * near by; code that is not C has none for long. */
static bool is_covered(const struct heat_map *map, uint64_t ip)
{
	size_t i = heat_map_bound(map, ip);

	return i < map->nr && map->op[i].addr - ip < NEAR;
}

static void learn(struct lay_heat *heat, const struct heat_sample *s)
{
	struct heat_operand *op;
	struct heat_block *b;
	size_t nr;

	if (!(s->what & HEAT_HAS_ADDR) ||
	    heat_image_space(&heat->image, s->addr) == HEAT_SPACE_USER ||
	    heat_image_is_fixed(&heat->image, s->addr))
		return;
	b = block_of(&heat->areas, s->addr);
	if (!b)
		return;
	b->samples++;
	nr = heat_map_at(&heat->map, s->ip - heat->image.slide, &op);
	if (!nr)
		b->stacks += heat_image_has_code(&heat->image, s->ip) &&
			     is_covered(&heat->map,
					s->ip - heat->image.slide);
	else if (nr == 1 && op->type != HEAT_NO_TYPE)
		b->pages += is_page(heat->types.type[op->type].name);
}

static bool has_pages(const struct heat_block *b)
{
	return b->pages * 2 > b->samples;
}

/* Enough, of which hardly one is on a stack. */
static bool has_objects(const struct heat_block *b)
{
	return !has_pages(b) && b->samples >= MIN_STACKS &&
	       b->stacks * FEW < b->samples;
}

static bool has_stacks(const struct heat_block *b)
{
	return b->stacks >= MIN_STACKS && b->stacks * MANY >= b->samples;
}

/* The blocks in which struct pages are; what else the code says is there,
 * contradicts. */
static void solve_pages(struct heat_areas *areas, struct heat_image *image)
{
	const struct heat_block *first = NULL, *last = NULL;
	uint64_t seen = 0, against = 0;

	for (size_t i = 0; i < areas->nr; i++) {
		const struct heat_block *b = &areas->block[i];

		if (!has_pages(b)) {
			against += b->pages;
			continue;
		}
		first = first ? first : b;
		last = b;
		seen += b->pages;
	}
	areas->against += against;
	/* no block of anything else is among them */
	if (seen < MIN_PAGES || against * FEW > seen ||
	    last->number - first->number >= MAX_PAGES_BLOCKS)
		return;
	for (const struct heat_block *b = first; b < last; b++)
		if (!has_pages(b))
			return;
	image->pages_low = first->number << BLOCK_SHIFT;
	image->pages_high = (last->number + 1) << BLOCK_SHIFT;
}

/* The blocks in which stacks are: behind all of the direct map, of which there
 * must be something. */
static void solve_vmalloc(struct heat_areas *areas, struct heat_image *image)
{
	const struct heat_block *first = NULL, *last = NULL;
	bool objects = false;

	for (size_t i = 0; i < areas->nr; i++) {
		const struct heat_block *b = &areas->block[i];

		objects |= !first && has_objects(b);
		if (!has_stacks(b) || has_pages(b))
			continue;
		first = first ? first : b;
		last = b;
	}
	if (!first || !objects)
		return;
	for (size_t i = 0; i < areas->nr; i++) {
		const struct heat_block *b = &areas->block[i];

		if (b > first && has_objects(b)) {
			areas->against += b->samples;
			return;
		}
	}
	if (image->pages_high && last->number >= image->pages_low >> BLOCK_SHIFT)
		return;
	image->vmalloc_low = first->number << BLOCK_SHIFT;
	image->vmalloc_high = (last->number + 1) << BLOCK_SHIFT;
}

void heat_areas_find(struct lay_heat *heat)
{
	struct heat_areas *areas = &heat->areas;
	struct heat_image *image = &heat->image;

	if (!image->moved || !image->x86_64)
		return;
	/* as nothing were known yet: what was may be refuted */
	image->pages_low = image->pages_high = 0;
	image->vmalloc_low = image->vmalloc_high = 0;
	areas->against = 0;
	for (size_t i = 0; i < heat->nr_batch; i++)
		learn(heat, &heat->batch[i]);
	if (areas->full)
		return;
	solve_pages(areas, image);
	solve_vmalloc(areas, image);
}
