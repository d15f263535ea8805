/* SPDX-License-Identifier: GPL-2.0-only */
/* The variables of the kernel image and of its per-CPU area, by address. */
#ifndef HEAT_VARIABLES_H
#define HEAT_VARIABLES_H

#include "dwarf/scopes.h"
#include "heat/image.h"
#include "heat/sample.h"
#include "heat/types.h"

struct heat_variable {
	uint64_t addr, size;	/* addr: as linked */
	const char *name;	/* the types' string */
	uint32_t type;		/* HEAT_NO_TYPE: no record */
	bool array;		/* of the type: any index */
};

/* By address; of one address those that begin there in the order of the build. */
struct heat_variable_list {
	struct heat_variable *variable;
	size_t nr, cap;
};

struct heat_variables {
	bool read;
	struct heat_variable_list image, percpu;
	/* where the variables of a CPU's area are, as linked */
	uint64_t percpu_low, percpu_high;
};

void heat_variables_deinit(struct heat_variables *variables);

/*
 * Read them, once. @scopes, if not NULL, are those of the build, with their
 * tables; else they are read for this alone. A build without DWARF has none,
 * and without memory, or with DWARF that is damaged, there are fewer.
 */
void heat_variables_read(struct heat_variables *variables,
			 struct dw_scopes *scopes, struct heat_image *image,
			 struct heat_types *types);

/* The variable that @addr, as linked, is in; @record: the record or array of
 * records. NULL: none is known. */
const struct heat_variable *
heat_variable_at(const struct heat_variable_list *list, uint64_t addr,
		 bool record);

/* Take @s for one of the record, or of one of the array, that @v is, @off bytes
 * into it. */
void heat_variable_take(const struct heat_variable *v,
			const struct heat_types *types, uint64_t off,
			enum lay_heat_grade grade, struct heat_sample *s);

/* "struct x", or the name of the typedef that a record without one has; false:
 * it is no record, or has none. */
bool heat_record_name(const struct lay_type *type, char *buf, size_t len);

#endif /* HEAT_VARIABLES_H */
