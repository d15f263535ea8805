// SPDX-License-Identifier: GPL-2.0-only
/* What of a file that is not linked is elsewhere in one that is. */
#include <config.h>

#include <elf.h>
#include <string.h>

#include "access/image-internal.h"
#include "base/vec.h"
#include "base/poison.h"

static int see_last(void *ctx, const struct elf_symbol *symbol)
{
	uint64_t *last = ctx;

	if (symbol->value > *last)
		*last = symbol->value;
	return 0;
}

int image_add_undefined(struct image *image, struct lay_error *err)
{
	uint64_t last = 0;
	int rc;

	if (elf_type(image->elf) != ET_REL)
		return 0;
	rc = elf_each_undefined(image->elf, see_last, &last, err);
	if (rc < 0 || !last)
		return rc;
	image->sections[image->nr_sections++] = (struct image_section){
		.name = "", .addr = elf_undefined_addr(image->elf, 0),
		.size = last + 1 - elf_undefined_addr(image->elf, 0) };
	return 0;
}

static int add_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct image *image = ctx;

	if (!symbol->name[0] || !symbol->value)
		return 0;
	if (VEC_RESERVE(image->symbols, image->nr_symbols, image->cap_symbols,
			1) < 0)
		return -1;
	/* the section is the last: nothing has a higher address */
	image->symbols[image->nr_symbols++] = (struct image_symbol){
		.addr = symbol->value, .name = symbol->name,
		.section = (uint32_t)image->nr_sections - 1 };
	return 0;
}

int image_read_undefined(struct image *image, struct lay_error *err)
{
	int rc;

	if (elf_type(image->elf) != ET_REL || !image->nr_sections)
		return 0;
	rc = elf_each_undefined(image->elf, add_symbol, image, err);
	if (rc == -1)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	return rc;
}

bool image_find_table(const struct image *image, const char *section,
		      const char *begin, const char *end, uint64_t *from,
		      uint64_t *to)
{
	uint64_t size;

	if (elf_type(image->elf) != ET_REL &&
	    elf_find_symbol(image->elf, begin, from, &size, NULL) == 1 &&
	    elf_find_symbol(image->elf, end, to, &size, NULL) == 1)
		return *to >= *from;
	for (size_t i = 0; i < image->nr_sections; i++) {
		const struct image_section *s = &image->sections[i];

		if (strcmp(s->name, section) != 0)
			continue;
		*from = s->addr;
		*to = s->addr + s->size;
		return true;
	}
	return false;
}

uint64_t image_symbol_named(const struct image *image, const char *name)
{
	for (size_t i = 0; i < image->nr_symbols; i++)
		if (!strcmp(image->symbols[i].name, name))
			return image->symbols[i].addr;
	return UINT64_MAX;
}
