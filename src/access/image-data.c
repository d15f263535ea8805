// SPDX-License-Identifier: GPL-2.0-only
/*
 * Data among code, by symbols that say where either begins: "ELF for the Arm
 * 64-bit Architecture", section "Mapping symbols": $d, $x, and anything behind
 * a point.
 */
#include <config.h>

#include "access/image-internal.h"
#include "base/vec.h"
#include "base/poison.h"

static bool is_mark(const char *name)
{
	return name[0] == '$' && (name[1] == 'd' || name[1] == 'x') &&
	       (name[2] == '\0' || name[2] == '.');
}

static int add(struct image *image, uint64_t low, uint64_t high,
	       struct lay_error *err)
{
	if (low >= high)
		return 0;
	if (VEC_RESERVE(image->data, image->nr_data, image->cap_data, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	image->data[image->nr_data++] = (struct image_data){ low, high };
	return 0;
}

static uint64_t end_of(const struct image *image,
		       const struct image_symbol *symbol)
{
	const struct image_section *s = &image->sections[symbol->section];

	return s->addr + s->size;
}

static bool is_same_place(const struct image_symbol *a,
			  const struct image_symbol *b)
{
	return a && a->section == b->section && a->addr == b->addr;
}

static int read_marks(struct image *image, struct lay_error *err)
{
	const struct image_symbol *last = NULL;
	int rc = 0;

	for (size_t i = 0; i < image->nr_symbols && rc == 0; i++) {
		const struct image_symbol *s = &image->symbols[i];

		if (!is_mark(s->name) || !image->sections[s->section].exec)
			continue;
		/* $x stands in front of $d here: where both are, one of them is
		 * of nothing, and code would be lost */
		if (is_same_place(last, s))
			continue;
		if (last && last->name[1] == 'd')
			rc = add(image, last->addr,
				 last->section == s->section ? s->addr :
				 end_of(image, last), err);
		last = s;
	}
	if (rc == 0 && last && last->name[1] == 'd')
		rc = add(image, last->addr, end_of(image, last), err);
	return rc;
}

/* Symbols are by section and address, sections by address. */
int image_read_data(struct image *image, struct lay_error *err)
{
	int rc = read_marks(image, err);
	size_t nr = 0;

	for (size_t i = 0; i < image->nr_symbols; i++)
		if (!is_mark(image->symbols[i].name))
			image->symbols[nr++] = image->symbols[i];
	image->nr_symbols = nr;
	return rc;
}

uint64_t image_data_end(const struct image *image, uint64_t addr)
{
	size_t low = 0, high = image->nr_data;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (image->data[mid].high <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < image->nr_data && image->data[low].low <= addr ?
		image->data[low].high : addr;
}
