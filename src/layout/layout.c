// SPDX-License-Identifier: GPL-2.0-only
/* A layout from one end to the other: what may be laid out, and what is asked
 * of the files beside this one. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "layout/slots.h"
#include "base/poison.h"

#define MAX_PATH_BYTES ((size_t)128 << 20)

struct layout {
	struct lay_layout pub;
	struct arena paths;
};

static int check_record(struct lay_layout *l, const struct lay_type *record,
			struct lay_error *err)
{
	const char *name = record->name ? record->name : "(anonymous)";
	const char *kind = lay_kind_name(record->kind);

	if (!lay_type_is_record(record))
		return lay_error_set(err, LAY_E_USAGE,
				     "%s %s is no struct or union", kind, name);
	if (record->flags & (LAY_TYPE_DECLARATION | LAY_TYPE_SHALLOW))
		return lay_error_set(err, LAY_E_NOT_FOUND,
				     "%s %s is only declared", kind, name);
	l->size_known = lay_type_size(record, &l->size);
	if (l->size_known && l->size > LAY_LAYOUT_MAX_SIZE)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%s %s: its size of %" PRIu64 " bytes is beyond 2^56",
				     kind, name, l->size);
	if (!l->size_known && !record_extent(record, &l->size))
		return lay_error_set(err, LAY_E_LIMIT,
				     "%s %s: its members end beyond 2^56 bytes",
				     kind, name);
	if (record->nr_members > LAY_LAYOUT_MAX_SLOTS)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%s %s: %zu members, more than the bound of %u",
				     kind, name, record->nr_members,
				     LAY_LAYOUT_MAX_SLOTS);
	return 0;
}

static int lay_out(struct layout *layout, const struct lay_type *record,
		   struct lay_error *err)
{
	struct lay_layout *l = &layout->pub;
	struct lay_group *groups = NULL;
	int ret;

	ret = flatten_record(l, record, &layout->paths, err);
	if (ret < 0) {
		lay_error_prefix(err, "%s %s: ", lay_kind_name(record->kind),
				 record->name ? record->name : "(anonymous)");
		return ret;
	}
	slots_totals(l->slots, l->nr_slots, l->size * 8,
		     record->kind == LAY_KIND_UNION, &l->totals);
	ret = groups_find(l, &groups, &l->nr_groups, err);
	l->groups = groups;
	return ret;
}

static bool line_size_is_sane(uint64_t size)
{
	return size >= 8 && size <= 65536 && !(size & (size - 1));
}

int lay_layout_make(const struct lay_type *type,
		    const struct lay_layout_opts *opts,
		    struct lay_layout **ret_layout, struct lay_error *err)
{
	const struct lay_type *record = lay_type_strip(type);
	uint64_t line_size = opts && opts->line_size ? opts->line_size : 64;
	struct layout *layout;
	int ret;

	if (!line_size_is_sane(line_size))
		return lay_error_set(err, LAY_E_USAGE,
				     "a line of %llu bytes: not a power of two from 8 to 65536",
				     (unsigned long long)line_size);
	layout = calloc(1, sizeof(*layout));
	if (!layout)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for a layout");
	arena_init(&layout->paths, MAX_PATH_BYTES);
	layout->pub.type = type;
	layout->pub.line_size = line_size;
	layout->pub.max_scalar = opts && opts->max_scalar ? opts->max_scalar :
							    16;
	layout->pub.terse = record->flags & LAY_TYPE_NO_ALIGN;
	layout->pub.bits_unstated = opts && opts->bits_unstated;
	ret = check_record(&layout->pub, record, err);
	if (ret >= 0)
		ret = lay_out(layout, record, err);
	if (ret < 0) {
		lay_layout_free(&layout->pub);
		return ret;
	}
	layout->pub.nr_lines = (layout->pub.size + line_size - 1) / line_size;
	if (aligns_set(&layout->pub, err) < 0) {
		lay_layout_free(&layout->pub);
		return -LAY_E_NOMEM;
	}
	*ret_layout = &layout->pub;
	return 0;
}

void lay_layout_free(struct lay_layout *pub)
{
	struct layout *layout = (struct layout *)pub;

	if (!pub)
		return;
	arena_free(&layout->paths);
	free((void *)pub->slots);
	free((void *)pub->aligns);
	free((void *)pub->groups);
	free(layout);
}
