/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel image, and what else lies where in the kernel's address space. */
#ifndef HEAT_IMAGE_H
#define HEAT_IMAGE_H

#include "elf/elf.h"
#include "heat/types.h"

enum heat_space {
	HEAT_SPACE_USER,
	HEAT_SPACE_OBJECTS,	/* direct map, or not known */
	HEAT_SPACE_VMALLOC,	/* stacks, too */
	HEAT_SPACE_PAGES,	/* array of struct page */
	HEAT_SPACE_ENTRY,	/* cpu_entry_area: stacks, tables */
	HEAT_SPACE_IMAGE,
	HEAT_SPACE_MODULES,
	HEAT_SPACE_NOTHING,	/* first page, or no address at all */
};

struct heat_image {
	struct elf_file *elf;	/* NULL: the build is no file of its own */
	bool x86_64;
	uint64_t text, end;	/* [_text, _end) as linked; 0: not known */
	/* of a user's program its code, as linked; empty: it is none */
	uint64_t program_low, program_high;
	uint64_t slide;		/* of the kernel that ran */
	bool moved;		/* it is not 0: other areas are moved too */
	/* of one that was moved, blocks in which struct pages are, and stacks
	 * or other memory of vmalloc(): whole ones of 1 GB; empty: not known */
	uint64_t pages_low, pages_high;
	uint64_t vmalloc_low, vmalloc_high;
};

void heat_image_init(struct heat_image *image,
		     const struct lay_identity *identity);
void heat_image_deinit(struct heat_image *image);

/* Set the slide; areas are then where it leaves them. */
void heat_image_slide(struct heat_image *image, uint64_t slide);

enum heat_space heat_image_space(const struct heat_image *image, uint64_t addr);

/* Is @ip in the image that ran? */
bool heat_image_has_code(const struct heat_image *image, uint64_t ip);

/* Is @addr in the image, or where else no kernel moves anything? */
bool heat_image_is_fixed(const struct heat_image *image, uint64_t addr);

/* Is @ip in the code of the build, which is a user's program? */
bool heat_image_is_program(const struct heat_image *image, uint64_t ip);

/* The address of the symbol @name as linked: true if there is one. */
bool heat_image_symbol(struct heat_image *image, const char *name,
		       uint64_t *addr);

#endif /* HEAT_IMAGE_H */
