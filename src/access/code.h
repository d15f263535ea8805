/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of a function: its instructions, decoded once, over all its ranges,
 * and the blocks that they form.
 */
#ifndef ACCESS_CODE_H
#define ACCESS_CODE_H

#include "access/image.h"
#include "access/insn.h"

#define CODE_NONE UINT32_MAX

/* From @low, as far as @high. */
struct code_range {
	uint64_t low, high;
};

struct code_block {
	uint32_t first, end;		/* instructions [first, end) */
	uint32_t preds, nr_preds;	/* into code.preds */
	uint32_t succs, nr_succs;	/* into code.succs */
};

/* Starts as all zeros; code_read() again uses the memory again. */
struct code {
	struct insn *insns;		/* by range, then address */
	size_t nr_insns, cap_insns;
	struct code_block *blocks;	/* by first; all instructions are in one */
	size_t nr_blocks, cap_blocks;
	uint32_t *block_of;		/* of each instruction */
	uint32_t *preds, *succs;	/* indices of blocks */
	struct code_edge *edges;
	size_t nr_edges, cap_edges;
	uint32_t *index;		/* by byte: instruction that begins
					 * there, or CODE_NONE */
	struct code_span *spans;
	size_t nr_spans, cap_spans;
	size_t cap_index, cap_block_of, cap_preds, cap_succs;
	uint32_t entry;			/* block, or CODE_NONE */
	uint64_t nr_refused;		/* bytes that are no instruction */
};

/*
 * Decode @ranges, which may overlap each other, be empty, or lie anywhere: what
 * is not in an executable section is left out. @entry is where the function is
 * entered. Errors: no memory.
 */
int code_read(struct code *code, const struct image *image,
	      struct insn_decoder *decoder, const struct code_range *ranges,
	      size_t nr_ranges, uint64_t entry, struct lay_error *err);
void code_free(struct code *code);

/* The instruction at @addr, or CODE_NONE. */
uint32_t code_at(const struct code *code, uint64_t addr);
/* The first instruction at or behind @addr in the range that it is in, or
 * CODE_NONE. */
uint32_t code_from(const struct code *code, uint64_t addr);

#endif /* ACCESS_CODE_H */
