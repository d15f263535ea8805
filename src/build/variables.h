/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files about variables share: them under construction. */
#ifndef BUILD_VARIABLES_H
#define BUILD_VARIABLES_H

#include <layoutdiff/variables.h>

#include "base/arena.h"
#include "dwarf/scopes.h"
#include "dwarf/unit.h"
#include "elf/elf.h"

/* One name of a variable. */
struct variable_name {
	uint64_t addr, size;	/* as of lay_variable */
	const char *name;
	bool symbol;		/* else DWARF alone has it */
	bool global;
	bool torn;		/* DWARF has several that could be this one */
	uint32_t section;	/* its index */
	uint32_t space;
	const struct dw_global *debug;	/* NULL: none */
};

/* A part of a section, between two symbols. */
struct variable_part {
	const char *name;
	uint64_t low, high;	/* found: low < high */
};

#define VARIABLE_NR_PARTS 3

struct variables {
	struct lay_variables pub;
	struct arena arena;
	struct elf_file *elf;
	bool big_endian;
	uint64_t max_scalar;
	struct dw_file *file;		/* NULL: no DWARF */
	struct dw_scopes *scopes;
	struct variable_name *names;
	size_t nr_names, cap_names;
	struct lay_variable *list;
	size_t nr, cap;
	struct variable_part parts[VARIABLE_NR_PARTS];
};

/* variables-names.c: have in @v->names what symbols and DWARF call objects. */
int variable_names_read(struct variables *v, unsigned int jobs,
			struct lay_error *err);

#endif /* BUILD_VARIABLES_H */
