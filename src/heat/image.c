// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where things are on x86-64: Linux's Documentation/arch/x86/x86_64/mm.rst. The
 * bounds of the areas hold for kernels that were not moved; of one that was,
 * the direct map, vmalloc and the array of struct page begin somewhere else
 * (Linux kernel commit 0483e1fa6e09 ("x86/mm: Implement ASLR for kernel memory
 * regions")), and only the image and the user's half can be told; the rest is
 * found out from samples (areas.c).
 */
#include <config.h>

#include <elf.h>
#include <string.h>

#include "heat/image.h"
#include "base/poison.h"

#define USER_END	UINT64_C(0x0000800000000000)
#define FIRST_PAGE	UINT64_C(4096)
#define KERNEL_START	UINT64_C(0xff00000000000000)

struct area {
	uint64_t start, last;
	enum heat_space space;
};

/* Four levels of page tables, then five. */
static const struct area areas[] = {
	{ 0xffff888000000000, 0xffffc87fffffffff, HEAT_SPACE_OBJECTS },
	{ 0xffffc90000000000, 0xffffe8ffffffffff, HEAT_SPACE_VMALLOC },
	{ 0xffffea0000000000, 0xffffeaffffffffff, HEAT_SPACE_PAGES },
	{ 0xff11000000000000, 0xff90ffffffffffff, HEAT_SPACE_OBJECTS },
	{ 0xffa0000000000000, 0xffd1ffffffffffff, HEAT_SPACE_VMALLOC },
	{ 0xffd4000000000000, 0xffd5ffffffffffff, HEAT_SPACE_PAGES },
};

static const struct area fixed_areas[] = {
	{ 0xfffffe0000000000, 0xfffffe7fffffffff, HEAT_SPACE_ENTRY },
	{ 0xffffffffa0000000, 0xffffffffff5fffff, HEAT_SPACE_MODULES },
};

/* A program that is linked to a fixed place, in the user's half. */
static void find_program(struct heat_image *image)
{
	const struct elf_section *s;

	if (!image->elf || elf_type(image->elf) != ET_EXEC)
		return;
	image->program_low = UINT64_MAX;
	for (size_t i = 0; i < elf_nr_sections(image->elf); i++) {
		s = elf_section_at(image->elf, i);
		if (!(s->flags & SHF_EXECINSTR) || s->addr >= USER_END ||
		    s->size > USER_END)
			continue;
		if (s->addr < image->program_low)
			image->program_low = s->addr;
		if (s->addr + s->size > image->program_high)
			image->program_high = s->addr + s->size;
	}
}

bool heat_image_is_program(const struct heat_image *image, uint64_t ip)
{
	return ip >= image->program_low && ip < image->program_high;
}

void heat_image_init(struct heat_image *image,
		     const struct lay_identity *identity)
{
	*image = (struct heat_image){ .text = 0 };
	image->x86_64 = identity->machine &&
			!strcmp(identity->machine, "x86_64");
	/* a directory, BTF or a snapshot has no symbols to look at */
	if (elf_open(identity->path, &image->elf, NULL) < 0)
		image->elf = NULL;
	if (!heat_image_symbol(image, "_text", &image->text) ||
	    !heat_image_symbol(image, "_end", &image->end))
		image->text = image->end = 0;
	heat_image_slide(image, 0);
	find_program(image);
}

void heat_image_deinit(struct heat_image *image)
{
	if (image->elf)
		elf_close(image->elf);
	image->elf = NULL;
}

static const struct area *find_area(const struct area *area, size_t nr,
				    uint64_t addr)
{
	for (size_t i = 0; i < nr; i++)
		if (addr >= area[i].start && addr <= area[i].last)
			return &area[i];
	return NULL;
}

void heat_image_slide(struct heat_image *image, uint64_t slide)
{
	image->slide = slide;
	image->moved = slide != 0;
	image->pages_low = image->pages_high = 0;
	image->vmalloc_low = image->vmalloc_high = 0;
}

bool heat_image_symbol(struct heat_image *image, const char *name,
		       uint64_t *addr)
{
	uint64_t size;

	return image->elf &&
	       elf_find_symbol(image->elf, name, addr, &size, NULL) > 0;
}

bool heat_image_has_code(const struct heat_image *image, uint64_t ip)
{
	return ip - image->slide >= image->text &&
	       ip - image->slide < image->end;
}

bool heat_image_is_fixed(const struct heat_image *image, uint64_t addr)
{
	return heat_image_has_code(image, addr) ||
	       find_area(fixed_areas, 2, addr);
}

/* Of a kernel that was moved. */
static enum heat_space moved_space(const struct heat_image *image,
				   uint64_t addr)
{
	if (addr >= image->pages_low && addr < image->pages_high)
		return HEAT_SPACE_PAGES;
	if (addr >= image->vmalloc_low && addr < image->vmalloc_high)
		return HEAT_SPACE_VMALLOC;
	return HEAT_SPACE_OBJECTS;
}

enum heat_space heat_image_space(const struct heat_image *image, uint64_t addr)
{
	const struct area *area = NULL;

	if (addr < FIRST_PAGE)
		return HEAT_SPACE_NOTHING;
	if (image->end && heat_image_has_code(image, addr))
		return HEAT_SPACE_IMAGE;
	if (!image->x86_64)
		return addr >> 63 ? HEAT_SPACE_OBJECTS : HEAT_SPACE_USER;
	if (addr < USER_END)
		return HEAT_SPACE_USER;
	if (addr < KERNEL_START)
		return HEAT_SPACE_NOTHING;
	area = find_area(fixed_areas, 2, addr);
	if (!area && image->moved)
		return moved_space(image, addr);
	if (!area)
		area = find_area(areas, sizeof(areas) / sizeof(areas[0]), addr);
	return area ? area->space : HEAT_SPACE_OBJECTS;
}
