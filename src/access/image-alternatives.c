// SPDX-License-Identifier: GPL-2.0-only
/*
 * Code that the kernel patches when it knows the CPU, as arm64 tells it (struct
 * alt_instr of arch/arm64/include/asm/alternative.h): by other code, whose
 * jumps count as if they were there, or by a function, which may take a jump
 * away.
 */
#include <config.h>

#include <string.h>

#include "access/image-internal.h"
#include "base/poison.h"

#define ENTRY_SIZE	12
/* Of alt_instr.cpucap: a function patches. */
#define BY_FUNCTION	0x8000

struct alternative {
	uint64_t from, to;	/* what is patched, by what */
	uint16_t capability;
	uint8_t from_size, to_size;
};

static struct alternative read_entry(const uint8_t *p, uint64_t addr)
{
	struct alternative alt;
	int32_t distance[2];

	memcpy(distance, p, sizeof(distance));
	memcpy(&alt.capability, p + 8, sizeof(alt.capability));
	alt.from = addr + (uint64_t)(int64_t)distance[0];
	alt.to = addr + 4 + (uint64_t)(int64_t)distance[1];
	alt.from_size = p[10];
	alt.to_size = p[11];
	return alt;
}

/* The jumps of what is put there, from where they are put. */
static int add_jumps(struct image *image, struct insn_decoder *decoder,
		     const struct alternative *alt, struct lay_error *err)
{
	size_t left;
	const uint8_t *p = image_bytes(image, alt->to, &left);
	int rc = 0;

	for (size_t at = 0; p && rc == 0 && at < alt->to_size && at < left;) {
		struct insn insn;

		if (!insn_decode(decoder, p + at, left - at, alt->to + at,
				 &insn))
			break;
		if ((insn.op == INSN_JUMP || insn.op == INSN_BRANCH) &&
		    insn.arg[0].kind == INSN_IMM)
			rc = image_add_edge(image, alt->from + at,
					    (uint64_t)insn.arg[0].imm, err);
		at += insn.len;
	}
	return rc;
}

static int read_all(struct image *image, struct insn_decoder *decoder,
		    struct lay_error *err)
{
	uint64_t from, to;
	const uint8_t *p;
	size_t left;
	int rc = 0;

	if (!image_find_table(image, ".altinstructions", "__alt_instructions",
			      "__alt_instructions_end", &from, &to))
		return 0;
	p = image_bytes(image, from, &left);
	if (!p || left < to - from)
		return 0;
	for (uint64_t at = from; to - at >= ENTRY_SIZE && rc == 0;
	     at += ENTRY_SIZE) {
		struct alternative alt = read_entry(p + (at - from), at);

		if (!(alt.capability & BY_FUNCTION))
			rc = add_jumps(image, decoder, &alt, err);
		else if (alt.from_size == image->machine->align)
			rc = image_add_edge(image, alt.from, alt.from +
					    alt.from_size, err);
	}
	return rc;
}

int image_read_alternatives(struct image *image, struct lay_error *err)
{
	struct insn_decoder *decoder;
	int rc;

	if (!image->machine->alternatives)
		return 0;
	rc = insn_decoder_new(image->machine, &decoder, err);
	if (rc < 0)
		return rc;
	rc = read_all(image, decoder, err);
	insn_decoder_free(decoder);
	return rc;
}
