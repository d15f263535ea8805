/* SPDX-License-Identifier: GPL-2.0-only */
/* The variables of the kernel image, by address. */
#ifndef HEAT_VARIABLES_H
#define HEAT_VARIABLES_H

#include "heat/image.h"
#include "heat/types.h"

struct heat_variable {
	uint64_t addr, size;
	uint32_t type;
	bool array;		/* of the type: any index */
};

struct heat_variables {
	bool read;
	struct heat_variable *variable;	/* records and arrays of them, by
					 * address */
	size_t nr, cap;
};

void heat_variables_deinit(struct heat_variables *variables);

/* The record that @addr, as linked, is in; NULL: none is known. The variables
 * are read when this is first asked for; a build without DWARF has none. */
const struct heat_variable *
heat_variables_at(struct heat_variables *variables, struct heat_image *image,
		  struct heat_types *types, uint64_t addr);

/* "struct x", or the name of the typedef that a record without one has; false:
 * it is no record, or has none. */
bool heat_record_name(const struct lay_type *type, char *buf, size_t len);

#endif /* HEAT_VARIABLES_H */
