// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "dwarf/alt.h"
#include "base/poison.h"

int dw_sup_reference(const struct dw_file *file, uint64_t from, uint64_t u,
		     uint64_t *off, struct lay_error *err)
{
	const struct dw_part *sup = dw_file_part(file, from)->sup;

	if (!sup)
		return dw_error_at(file, from, LAY_E_UNSUPPORTED, err,
				   "refers to a supplementary file");
	if (u >= DW_OFF_TYPES)
		return dw_error_at(file, from, LAY_E_FORMAT, err,
				   "refers to 0x%" PRIx64 " of its supplementary file",
				   u);
	*off = sup->base + u;
	return 0;
}
