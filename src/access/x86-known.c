// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: to decode an instruction takes longer than to follow what it does.
 *
 * Idea: a build has most instructions many times, byte for byte. What one does
 * depends on its bytes alone, but for the addresses that it names by their
 * distance, which are put right. How long it is need not be known to look for
 * it: no instruction begins with another, so each length is tried. Of branches
 * the distance is left out of what is looked for.
 *
 * Invariant: what is found is what decoding would have made.
 *
 * Cost: a look at some 4 of the keys an instruction; three of four of a kernel
 * are found. A place holds what was kept there last.
 */
#include <config.h>

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "access/x86-known.h"
#include "base/hash.h"
#include "base/poison.h"

#define PLACE_BITS	14
#define NR_PLACES	(1u << PLACE_BITS)
#define LEN_MAX		7	/* of a key: its length stands above its bytes */

struct x86_known {
	uint64_t keys[NR_PLACES];	/* 0: nothing is there */
	struct insn insns[NR_PLACES];
};

/* Those that most instructions have first. */
static const uint8_t lengths[LEN_MAX] = { 3, 4, 2, 5, 7, 6, 1 };

struct x86_known *x86_known_new(void)
{
	return calloc(1, sizeof(struct x86_known));
}

void x86_known_free(struct x86_known *known)
{
	free(known);
}

/* The first of @bytes, as many as a key can have. */
static uint64_t first_of(const uint8_t *bytes, size_t size)
{
	uint64_t first = 0;

	memcpy(&first, bytes, size < sizeof(first) ? size : sizeof(first));
	return le64toh(first);
}

static uint64_t key_of(uint64_t first, unsigned int len)
{
	return (first & ((1ull << 8 * len) - 1)) | (uint64_t)len << 56;
}

static size_t place_of(uint64_t key)
{
	return (size_t)(key * HASH_K1 >> (64 - PLACE_BITS));
}

/* Bytes in front of the distance that a branch ends with, and of that; 0: it is
 * none. Intel's manual, volume 2: call, jmp, jcc, loop, jrcxz. */
static unsigned int branch_opcode(const uint8_t *bytes, size_t size,
				  unsigned int *distance)
{
	*distance = 4;
	if (bytes[0] == 0xe8 || bytes[0] == 0xe9)
		return size >= 5 ? 1 : 0;
	if (bytes[0] == 0x0f)
		return size >= 6 && (bytes[1] & 0xf0) == 0x80 ? 2 : 0;
	*distance = 1;
	if ((bytes[0] & 0xf0) == 0x70 || bytes[0] == 0xeb ||
	    (bytes[0] & 0xfc) == 0xe0)
		return size >= 2 ? 1 : 0;
	return 0;
}

static int64_t distance_at(const uint8_t *bytes, unsigned int size)
{
	uint32_t far;

	if (size == 1)
		return (int8_t)bytes[0];
	memcpy(&far, bytes, sizeof(far));
	return (int32_t)le32toh(far);
}

static bool find_branch(const struct x86_known *known, const uint8_t *bytes,
			unsigned int opcode, unsigned int distance,
			uint64_t addr, struct insn *insn)
{
	uint64_t key = key_of(first_of(bytes, opcode), opcode);
	size_t place = place_of(key);

	if (known->keys[place] != key)
		return false;
	*insn = known->insns[place];
	insn->addr = addr;
	insn->arg[0].imm = (int64_t)(addr + insn->len +
		(uint64_t)distance_at(bytes + opcode, distance));
	return true;
}

bool x86_known_find(const struct x86_known *known, const uint8_t *bytes,
		    size_t size, uint64_t addr, struct insn *insn)
{
	unsigned int distance;
	unsigned int opcode = size ? branch_opcode(bytes, size, &distance) : 0;
	uint64_t first = first_of(bytes, size);

	if (opcode)
		return find_branch(known, bytes, opcode, distance, addr, insn);
	for (unsigned int i = 0; i < LEN_MAX; i++) {
		uint64_t key, from;
		size_t place;

		if (lengths[i] > size)
			continue;
		key = key_of(first, lengths[i]);
		place = place_of(key);
		if (known->keys[place] != key)
			continue;
		*insn = known->insns[place];
		from = insn->addr;
		insn->addr = addr;
		for (unsigned int k = 0; k < insn->nr_args; k++)
			if (insn->arg[k].pc_relative)
				insn->arg[k].imm = (int64_t)(addr - from +
					(uint64_t)insn->arg[k].imm);
		return true;
	}
	return false;
}

/* What else names an address by its distance: with prefixes, and xbegin. */
static bool is_branch(const uint8_t *bytes, const struct insn *insn)
{
	return (bytes[0] == 0xc7 && bytes[1] == 0xf8) ||
	       ((insn->op == INSN_CALL || insn->op == INSN_JUMP ||
		 insn->op == INSN_BRANCH) && insn->arg[0].kind == INSN_IMM);
}

void x86_known_keep(struct x86_known *known, const uint8_t *bytes,
		    const struct insn *insn)
{
	unsigned int len = insn->len, distance;
	unsigned int opcode = branch_opcode(bytes, len, &distance);
	uint64_t key;

	if (len > LEN_MAX)
		return;
	if (opcode ? opcode + distance != len || !is_branch(bytes, insn) :
	    is_branch(bytes, insn))
		return;
	key = key_of(first_of(bytes, len), opcode ? opcode : len);
	known->insns[place_of(key)] = *insn;
	known->keys[place_of(key)] = key;
}
