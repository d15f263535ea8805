/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a linked file says of its code beside DWARF: bytes by address, symbols,
 * the per-CPU section, and where the kernel may divert the flow (jump labels,
 * fixups of faults). Const once open, for any number of threads.
 */
#ifndef ACCESS_IMAGE_H
#define ACCESS_IMAGE_H

#include "access/machine.h"
#include "base/arena.h"
#include "elf/elf.h"

struct image_section {
	const char *name;
	uint64_t addr, size;
	const uint8_t *data;	/* NULL: no bytes, as of .bss */
	bool exec;
	bool percpu;
};

struct image_symbol {
	uint64_t addr, size;
	const char *name;
	uint32_t section;	/* index of image.sections */
	bool function;
};

/* Data among code, from @low as far as @high. */
struct image_data {
	uint64_t low, high;
};

/* The flow may go from the instruction at @from to @to. */
struct image_edge {
	uint64_t from, to;
};

struct image {
	struct elf_file *elf;		/* borrowed */
	const struct machine *machine;
	struct image_section *sections;	/* allocated ones, by address */
	size_t nr_sections;
	struct image_symbol *symbols;	/* by section, address, size */
	size_t nr_symbols, cap_symbols;
	struct image_edge *edges;	/* by from */
	size_t nr_edges, cap_edges;
	struct image_data *data;	/* by address */
	size_t nr_data, cap_data;
	uint32_t percpu;		/* index of that section, or UINT32_MAX */
	uint64_t this_cpu_off;		/* per-CPU variables of these names; */
	uint64_t per_cpu_offset;	/* UINT64_MAX: there is none */
	uint64_t init_task;		/* the same of the first task */
	uint64_t tls_size;		/* bytes of each thread's storage, which
					 * ends where %fs points to */
};

int image_open(struct elf_file *elf, struct image **image,
	       struct lay_error *err);
void image_close(struct image *image);

/* Up to *@left bytes at @addr, not of the per-CPU section; NULL: none. */
const uint8_t *image_bytes(const struct image *image, uint64_t addr,
			   size_t *left);
/* The section that @addr is in; @percpu: that one, by offset. */
const struct image_section *image_section_of(const struct image *image,
					     uint64_t addr, bool percpu);
/* Where data ends that is at @addr among code; @addr: there is none. */
uint64_t image_data_end(const struct image *image, uint64_t addr);
/* The symbol that @addr is in, the last to begin there; NULL: none. */
const struct image_symbol *image_symbol_of(const struct image *image,
					   uint64_t addr, bool percpu);
/* The edges from an instruction of [@low, @high): index of the first, *@nr. */
size_t image_edges_of(const struct image *image, uint64_t low, uint64_t high,
		      size_t *nr);

/* Where the function at @addr begins for DWARF, which leaves out what is there
 * to be patched (-fpatchable-function-entry). */
uint64_t image_entry(const struct image *image, uint64_t addr);

/* What the function at @addr does that others do not; @reg: of a thunk. */
enum machine_special image_special_at(const struct image *image, uint64_t addr,
				    uint8_t *reg);

#endif /* ACCESS_IMAGE_H */
