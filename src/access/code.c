// SPDX-License-Identifier: GPL-2.0-only
/* Instructions to blocks. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/code-table.h"
#include "base/vec.h"
#include "base/poison.h"

/* Bytes of a function; more is not believed. */
#define FUNCTION_MAX	(1u << 22)
/* Instructions from the load of an atomic change to its store. */
#define LINKED_MAX	16
/* Instructions of a detour. */
#define DETOUR_MAX	4

/* A range that is decoded: its bytes' part of code.index. */
struct code_span {
	uint64_t low, high;
	size_t index;
	uint32_t first, end;	/* instructions */
};

/* Of instructions, then of blocks. */
struct code_edge {
	uint32_t from, to;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory");
}

static const struct code_span *span_of(const struct code *code, uint64_t addr)
{
	for (size_t i = 0; i < code->nr_spans; i++)
		if (addr - code->spans[i].low <
		    code->spans[i].high - code->spans[i].low)
			return &code->spans[i];
	return NULL;
}

uint32_t code_at(const struct code *code, uint64_t addr)
{
	const struct code_span *span = span_of(code, addr);

	return span ? code->index[span->index + (addr - span->low)] : CODE_NONE;
}

uint32_t code_from(const struct code *code, uint64_t addr)
{
	const struct code_span *span = span_of(code, addr);

	if (!span)
		return CODE_NONE;
	for (size_t i = (size_t)(addr - span->low);
	     i < span->high - span->low; i++)
		if (code->index[span->index + i] != CODE_NONE)
			return code->index[span->index + i];
	return CODE_NONE;
}

/* A load that is half of an atomic change is none where no store follows: what
 * is waited for is loaded so too. */
static void settle_links(struct code *code, const struct code_span *span)
{
	uint32_t store = CODE_NONE;

	for (uint32_t i = span->end; i-- > span->first;) {
		struct insn *insn = &code->insns[i];

		if (!(insn->flags & INSN_LINKED))
			continue;
		if (insn_memory(insn, 0)->access & INSN_WRITE)
			store = i;
		else if (store == CODE_NONE || store - i > LINKED_MAX)
			insn->flags &= (uint8_t)~(INSN_LOCKED | INSN_LINKED);
	}
}

static int decode_span(struct code *code, const struct image *image,
		       struct insn_decoder *decoder, struct code_span *span,
		       const uint8_t *bytes, struct lay_error *err)
{
	uint64_t at = span->low;
	uint32_t *index = code->index + span->index;

	span->first = (uint32_t)code->nr_insns;
	while (at < span->high) {
		uint64_t data = image_data_end(image, at);
		struct insn *insn;

		if (data > at) {
			data = data < span->high ? data : span->high;
			code->nr_refused += data - at;
			at = data;
			continue;
		}

		if (VEC_RESERVE(code->insns, code->nr_insns, code->cap_insns,
				1) < 0)
			return no_memory(err);
		insn = &code->insns[code->nr_insns];
		if (insn_decode(decoder, bytes + (at - span->low),
				(size_t)(span->high - at), at, insn) &&
		    insn->len) {
			index[at - span->low] = (uint32_t)code->nr_insns++;
			at += insn->len;
		} else {
			uint64_t nr = image->machine->align -
				at % image->machine->align;

			if (nr > span->high - at)
				nr = span->high - at;
			code->nr_refused += nr;
			at += nr;
		}
	}
	span->end = (uint32_t)code->nr_insns;
	settle_links(code, span);
	return 0;
}

static int add_span(struct code *code, const struct image *image,
		    struct insn_decoder *decoder,
		    const struct code_range *range, size_t *nr_bytes,
		    struct lay_error *err)
{
	const struct image_section *s = image_section_of(image, range->low,
							 false);
	struct code_span span = { .low = range->low, .high = range->high,
		.index = *nr_bytes };
	size_t left, size;
	const uint8_t *bytes = image_bytes(image, range->low, &left);

	if (!bytes || !s->exec || range->high <= range->low)
		return 0;
	if (span.high - span.low > left)
		span.high = span.low + left;
	/* no byte belongs to two ranges */
	for (size_t i = 0; i < code->nr_spans; i++) {
		const struct code_span *other = &code->spans[i];

		if (span.low < other->high && other->low < span.high)
			return 0;
	}
	size = (size_t)(span.high - span.low);
	if (size > FUNCTION_MAX - *nr_bytes)
		return 0;
	if (VEC_RESERVE(code->index, *nr_bytes, code->cap_index, size) < 0 ||
	    VEC_RESERVE(code->spans, code->nr_spans, code->cap_spans, 1) < 0)
		return no_memory(err);
	memset(code->index + span.index, 0xff, size * sizeof(*code->index));
	*nr_bytes += size;
	code->spans[code->nr_spans++] = span;
	return decode_span(code, image, decoder,
			   &code->spans[code->nr_spans - 1], bytes, err);
}

static int add_edge(struct code *code, uint32_t from, uint32_t to,
		    struct lay_error *err)
{
	if (to == CODE_NONE)
		return 0;
	if (VEC_RESERVE(code->edges, code->nr_edges, code->cap_edges, 1) < 0)
		return no_memory(err);
	code->edges[code->nr_edges++] = (struct code_edge){ from, to };
	return 0;
}

/* Of a jump to where a table says: edges to all places that the table has in
 * the function. */
static int add_table(struct code *code, const struct image *image,
		     uint32_t from, struct lay_error *err)
{
	struct code_table table;
	int rc = 0;

	if (!code_table_of(code, from, &table))
		return 0;
	for (uint32_t i = 0; i < table.nr && rc == 0; i++) {
		uint64_t target;
		uint32_t to;

		if (!code_table_entry(image, &table, i, &target))
			break;
		to = code_at(code, target);
		if (to == CODE_NONE)
			break;
		rc = add_edge(code, from, to, err);
	}
	return rc;
}

static bool ends_block(const struct insn *insn)
{
	return insn->op == INSN_JUMP || insn->op == INSN_BRANCH ||
	       insn->op == INSN_RETURN || insn->op == INSN_STOP;
}

static bool goes_on(const struct insn *insn)
{
	return insn->op != INSN_JUMP && insn->op != INSN_RETURN &&
	       insn->op != INSN_STOP;
}

/* Where the kernel may divert the flow of this range: what jumps may be patched
 * not to, then. */
static int add_diverted(struct code *code, const struct image *image,
			const struct code_span *span, struct lay_error *err)
{
	size_t nr, first = image_edges_of(image, span->low, span->high, &nr);
	int rc = 0;

	for (size_t i = first; i < first + nr && rc == 0; i++) {
		uint32_t from = code_at(code, image->edges[i].from);

		if (from == CODE_NONE)
			continue;
		rc = add_edge(code, from, code_at(code, image->edges[i].to),
			      err);
		if (rc == 0 && code->insns[from].op == INSN_JUMP)
			rc = add_edge(code, from,
				      code_at(code, code->insns[from].addr +
					      code->insns[from].len), err);
	}
	return rc;
}

/*
 * A jump out of the function to where code stands that the kernel needs only
 * until it has patched the jump (static_cpu_has()): it tests something, and
 * comes back to either of two places.
 */
static int add_detour(struct code *code, const struct image *image,
		      struct insn_decoder *decoder, uint32_t from,
		      struct lay_error *err)
{
	uint64_t at = (uint64_t)code->insns[from].arg[0].imm;
	const struct image_section *s = image_section_of(image, at, false);
	struct insn insn = { .op = INSN_OTHER };

	if (!s || strcmp(s->name, ".altinstr_aux") != 0)
		return 0;
	for (unsigned int i = 0; i < DETOUR_MAX && goes_on(&insn); i++) {
		size_t left;
		const uint8_t *bytes = image_bytes(image, at, &left);
		int rc = 0;

		if (!bytes || !insn_decode(decoder, bytes, left, at, &insn))
			return 0;
		if ((insn.op == INSN_BRANCH || insn.op == INSN_JUMP) &&
		    insn.arg[0].kind == INSN_IMM)
			rc = add_edge(code, from, code_at(code, (uint64_t)
							insn.arg[0].imm), err);
		if (rc < 0)
			return rc;
		at += insn.len;
	}
	return 0;
}

static int find_edges(struct code *code, const struct image *image,
		      struct insn_decoder *decoder, struct lay_error *err)
{
	int rc = 0;

	for (uint32_t i = 0; i < code->nr_insns && rc == 0; i++) {
		const struct insn *insn = &code->insns[i];

		if (insn->op != INSN_JUMP && insn->op != INSN_BRANCH)
			continue;
		if (insn->arg[0].kind == INSN_IMM) {
			uint32_t to = code_at(code,
					      (uint64_t)insn->arg[0].imm);

			rc = to == CODE_NONE ?
				add_detour(code, image, decoder, i, err) :
				add_edge(code, i, to, err);
		} else {
			rc = add_table(code, image, i, err);
		}
	}
	for (size_t i = 0; i < code->nr_spans && rc == 0; i++)
		rc = add_diverted(code, image, &code->spans[i], err);
	return rc;
}

/* block_of holds 1 for each instruction that begins a block, then the block. */
static int make_blocks(struct code *code, struct lay_error *err)
{
	uint32_t *mark;

	if (VEC_RESERVE(code->block_of, 0, code->cap_block_of,
			code->nr_insns + 1) < 0)
		return no_memory(err);
	mark = code->block_of;
	memset(mark, 0, (code->nr_insns + 1) * sizeof(*mark));
	for (size_t i = 0; i < code->nr_spans; i++)
		mark[code->spans[i].first] = 1;
	for (size_t i = 0; i < code->nr_edges; i++) {
		mark[code->edges[i].to] = 1;
		mark[code->edges[i].from + 1] = 1;
	}
	code->nr_blocks = 0;
	for (uint32_t i = 0; i < code->nr_insns; i++) {
		if (mark[i] || (i && ends_block(&code->insns[i - 1]))) {
			if (VEC_RESERVE(code->blocks, code->nr_blocks,
					code->cap_blocks, 1) < 0)
				return no_memory(err);
			code->blocks[code->nr_blocks++] =
				(struct code_block){ .first = i };
		}
		code->blocks[code->nr_blocks - 1].end = i + 1;
		mark[i] = (uint32_t)code->nr_blocks - 1;
	}
	return 0;
}

/* Nops behind what does not go on, to which nothing leads: they align what
 * follows. */
static bool is_padding(const struct code *code, const struct code_block *b)
{
	for (size_t i = 0; i < code->nr_spans; i++)
		if (code->spans[i].first == b->first)
			return false;
	if (b->nr_preds)
		return false;
	for (uint32_t i = b->first; i < b->end; i++)
		if (code->insns[i].op != INSN_NOP)
			return false;
	return true;
}

/* Edges between instructions to edges between blocks, with those from a block
 * to the next. */
static int link_blocks(struct code *code, struct lay_error *err)
{
	for (size_t i = 0; i < code->nr_edges; i++) {
		code->edges[i].from = code->block_of[code->edges[i].from];
		code->edges[i].to = code->block_of[code->edges[i].to];
		code->blocks[code->edges[i].to].nr_preds++;
	}
	for (uint32_t i = 0; i + 1 < code->nr_blocks; i++) {
		const struct insn *last = &code->insns[code->blocks[i].end - 1];
		const struct insn *next =
			&code->insns[code->blocks[i + 1].first];
		int rc = 0;

		if (!goes_on(last) || last->addr + last->len != next->addr ||
		    is_padding(code, &code->blocks[i]))
			continue;
		code->blocks[i + 1].nr_preds++;
		rc = add_edge(code, i, i + 1, err);
		if (rc < 0)
			return rc;
	}
	for (size_t i = 0; i < code->nr_blocks; i++)
		code->blocks[i].nr_preds = 0;
	if (VEC_RESERVE(code->preds, 0, code->cap_preds,
			code->nr_edges + 1) < 0 ||
	    VEC_RESERVE(code->succs, 0, code->cap_succs,
			code->nr_edges + 1) < 0)
		return no_memory(err);
	for (size_t i = 0; i < code->nr_edges; i++) {
		code->blocks[code->edges[i].from].nr_succs++;
		code->blocks[code->edges[i].to].nr_preds++;
	}
	return 0;
}

static void fill_links(struct code *code)
{
	uint32_t preds = 0, succs = 0;

	for (size_t i = 0; i < code->nr_blocks; i++) {
		struct code_block *b = &code->blocks[i];

		b->preds = preds;
		b->succs = succs;
		preds += b->nr_preds;
		succs += b->nr_succs;
		b->nr_preds = b->nr_succs = 0;
	}
	for (size_t i = 0; i < code->nr_edges; i++) {
		struct code_block *from = &code->blocks[code->edges[i].from];
		struct code_block *to = &code->blocks[code->edges[i].to];

		code->succs[from->succs + from->nr_succs++] =
			code->edges[i].to;
		code->preds[to->preds + to->nr_preds++] = code->edges[i].from;
	}
}

int code_read(struct code *code, const struct image *image,
	      struct insn_decoder *decoder, const struct code_range *ranges,
	      size_t nr_ranges, uint64_t entry, struct lay_error *err)
{
	size_t nr_bytes = 0;
	uint32_t first;
	int rc = 0;

	code->nr_insns = code->nr_spans = code->nr_edges = code->nr_blocks = 0;
	code->nr_refused = 0;
	for (size_t i = 0; i < nr_ranges && rc == 0; i++)
		rc = add_span(code, image, decoder, &ranges[i], &nr_bytes, err);
	if (rc == 0)
		rc = find_edges(code, image, decoder, err);
	if (rc == 0)
		rc = make_blocks(code, err);
	if (rc == 0)
		rc = link_blocks(code, err);
	if (rc < 0)
		return rc;
	fill_links(code);
	first = code_at(code, entry);
	code->entry = first == CODE_NONE ? CODE_NONE : code->block_of[first];
	return 0;
}

void code_free(struct code *code)
{
	free(code->insns);
	free(code->blocks);
	free(code->block_of);
	free(code->preds);
	free(code->succs);
	free(code->edges);
	free(code->index);
	free(code->spans);
	*code = (struct code){ .insns = NULL };
}
