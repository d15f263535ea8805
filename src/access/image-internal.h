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
 * is a section of its own before, or where there is no such script. */
bool image_find_table(const struct image *image, const char *section,
		      const char *begin, const char *end, uint64_t *from,
		      uint64_t *to);

int image_add_edge(struct image *image, uint64_t from, uint64_t to,
		   struct lay_error *err);

/* image-data.c: let image->data be what the mapping symbols say, when all
 * symbols are read and sorted, and forget those. */
int image_read_data(struct image *image, struct lay_error *err);

/* image-alternatives.c: edges of code that is patched. */
int image_read_alternatives(struct image *image, struct lay_error *err);

/* UINT64_MAX: there is none. */
uint64_t image_symbol_named(const struct image *image, const char *name);

#endif /* ACCESS_IMAGE_INTERNAL_H */
