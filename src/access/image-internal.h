/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of image.h share. */
#ifndef ACCESS_IMAGE_INTERNAL_H
#define ACCESS_IMAGE_INTERNAL_H

#include "access/image.h"

/* image-object.c: the place of symbols that other files define, as a section
 * without bytes; room for it is there. */
int image_add_undefined(struct image *image, struct lay_error *err);
/* Those symbols, when the sections are sorted. */
int image_read_undefined(struct image *image, struct lay_error *err);

/* A table that the kernel's linker script puts between two symbols, and that
 * is a section of its own before. */
bool image_find_table(const struct image *image, const char *section,
		      const char *begin, const char *end, uint64_t *from,
		      uint64_t *to);

/* UINT64_MAX: there is none. */
uint64_t image_symbol_named(const struct image *image, const char *name);

#endif /* ACCESS_IMAGE_INTERNAL_H */
