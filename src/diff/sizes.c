// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sizes that the kernel's allocators round to. From Linux 6.12: mm/slab.h,
 * include/linux/slab.h (kmalloc caches), mm/slub.c (calculate_order(),
 * calculate_sizes()). SLUB only: SLAB and SLOB are gone.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/sizes.h>

#include "base/poison.h"

/* slub_max_order: PAGE_ALLOC_COSTLY_ORDER */
#define MAX_SLAB_ORDER 3
/* MAX_PAGE_ORDER of most machines: larger allocations fail */
#define MAX_PAGE_ORDER 10
/* MAX_OBJS_PER_PAGE: a slab counts its objects in 15 bits */
#define MAX_OBJECTS 32767
#define DEFAULT_CPUS 16

/*
 * Machines whose default is not pages of 4 KB and kmalloc() from 8 bytes on.
 * DMA into what kmalloc() gives must not touch a neighbour's line, so machines
 * with devices outside of coherence have larger minima; arm64 and RISC-V bounce
 * small buffers instead since Linux 6.5 and 6.6.
 */
static const struct {
	const char *machine;
	uint32_t page_size;
	uint32_t kmalloc_min;
	unsigned int until;	/* the minimum is 8 from this release on, as
				 * 1000 * major + minor; 0: it stayed */
} machines[] = {
	{ "aarch64", 4096, 128, 6005 },
	{ "arm", 4096, 64, 0 },
	{ "riscv64", 4096, 64, 6006 },
	{ "mips", 4096, 128, 0 },
	{ "mips64", 4096, 128, 0 },
	{ "ppc64", 65536, 8, 0 },
	{ "ppc64le", 65536, 8, 0 },
	{ "loongarch64", 16384, 8, 0 },
	{ "ia64", 16384, 8, 0 },
	{ "sparc64", 8192, 8, 0 },
	{ "alpha", 8192, 8, 0 },
};

/* "6.12.1-foo" as 6012; what is not known is of today. */
static unsigned int release_number(const char *release)
{
	unsigned int major, minor;

	if (!release || sscanf(release, "%3u.%3u", &major, &minor) != 2)
		return UINT32_MAX;
	return major * 1000 + minor;
}

void lay_size_rules_of(const struct lay_identity *identity,
		       struct lay_size_rules *rules)
{
	*rules = (struct lay_size_rules){
		.page_size = 4096,
		.kmalloc_min = 8,
		.line_size = identity->line_size,
		.word_size = identity->word_size,
		.nr_cpus = DEFAULT_CPUS,
	};
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		if (!identity->machine ||
		    strcmp(machines[i].machine, identity->machine))
			continue;
		rules->page_size = machines[i].page_size;
		if (!machines[i].until ||
		    release_number(identity->release) < machines[i].until)
			rules->kmalloc_min = machines[i].kmalloc_min;
	}
}

/* get_order(): the smallest order whose pages take @size. */
static unsigned int order_of(const struct lay_size_rules *rules, uint64_t size)
{
	unsigned int order = 0;

	while (order < 63 && rules->page_size << order < size &&
	       rules->page_size << order <= UINT64_MAX / 4)
		order++;
	return order;
}

/* The size of the cache that takes @size, 0 if none does. 96 and 192 are there
 * where the minimum does not forbid it. */
static uint64_t kmalloc_size(const struct lay_size_rules *rules, uint64_t size)
{
	uint64_t bucket = rules->kmalloc_min;

	if (size > 2 * rules->page_size)
		return 0;
	if (size > 64 && size <= 96 && rules->kmalloc_min <= 32)
		return 96;
	if (size > 128 && size <= 192 && rules->kmalloc_min <= 64)
		return 192;
	while (bucket < size)
		bucket *= 2;
	return bucket;
}

static unsigned int fls_of(unsigned int n)
{
	unsigned int bits = 0;

	for (; n; n >>= 1)
		bits++;
	return bits;
}

/*
 * calculate_order(): enough objects that CPUs seldom go back to the list of
 * slabs, in as few pages as waste no more than a sixteenth, an eighth, ...
 */
static unsigned int slab_order(const struct lay_size_rules *rules,
			       uint64_t object)
{
	uint64_t most = (rules->page_size << MAX_SLAB_ORDER) / object;
	uint64_t least = 4 * (fls_of(rules->nr_cpus) + 1);
	unsigned int first;

	most = most ? most : 1;
	least = least < most ? least : most;
	first = order_of(rules, least * object);
	if ((rules->page_size << first) / object > MAX_OBJECTS)
		return order_of(rules, object * MAX_OBJECTS) - 1;
	for (unsigned int fraction = 16; fraction > 1; fraction /= 2) {
		for (unsigned int o = first; o <= MAX_SLAB_ORDER; o++) {
			uint64_t slab = rules->page_size << o;

			if (slab % object <= slab / fraction)
				return o;
		}
	}
	return order_of(rules, object);
}

static uint64_t round_up(uint64_t n, uint64_t to)
{
	return to ? (n + to - 1) / to * to : n;
}

/* calculate_alignment() */
static uint64_t slab_align(const struct lay_size_rules *rules, uint64_t size,
			   uint64_t align, const struct lay_slab *slab)
{
	uint64_t line = rules->line_size;

	if (slab && slab->hwcache) {
		while (size <= line / 2)
			line /= 2;
		align = align > line ? align : line;
	}
	return round_up(align > rules->word_size ? align : rules->word_size,
			rules->word_size);
}

/* calculate_sizes(), without what debugging adds */
static void fit_slab(const struct lay_size_rules *rules, uint64_t size,
		     uint64_t align, const struct lay_slab *slab,
		     struct lay_slab_fit *fit)
{
	uint64_t object = round_up(size, rules->word_size);

	*fit = (struct lay_slab_fit){ 0 };
	if (!size || size > rules->page_size << MAX_PAGE_ORDER)
		return;
	if (slab && slab->typesafe)
		object += rules->word_size;
	object = round_up(object, slab_align(rules, size, align, slab));
	fit->object_size = object;
	fit->order = slab_order(rules, object);
	fit->nr_objects = (rules->page_size << fit->order) / object;
}

void lay_size_steps(const struct lay_size_rules *rules, uint64_t size,
		    uint64_t align, const struct lay_slab *slab,
		    struct lay_size_steps *steps)
{
	*steps = (struct lay_size_steps){
		.nr_lines = size / rules->line_size +
			    (size % rules->line_size != 0),
		.kmalloc = kmalloc_size(rules, size),
	};
	if (!steps->kmalloc)
		steps->page_order = order_of(rules, size);
	fit_slab(rules, size, align, slab, &steps->own);
}

unsigned int lay_size_steps_crossed(const struct lay_size_steps *before,
				    const struct lay_size_steps *after)
{
	unsigned int crossed = 0;

	if (before->nr_lines != after->nr_lines)
		crossed |= LAY_STEP_LINES;
	if (before->kmalloc != after->kmalloc)
		crossed |= LAY_STEP_KMALLOC;
	if (before->page_order != after->page_order)
		crossed |= LAY_STEP_PAGES;
	if (before->own.nr_objects != after->own.nr_objects ||
	    before->own.order != after->own.order)
		crossed |= LAY_STEP_OBJECTS;
	return crossed;
}

const char *lay_kmalloc_name(uint64_t size, char buf[32])
{
	if (size >= 1024 && size % 1024 == 0)
		snprintf(buf, 32, "kmalloc-%" PRIu64 "k", size / 1024);
	else
		snprintf(buf, 32, "kmalloc-%" PRIu64, size);
	return buf;
}
