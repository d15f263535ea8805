// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "access/machine.h"
#include "base/poison.h"

static const struct machine *const machines[] = {
	&machine_x86_64,
	&machine_arm64,
};

const struct machine *machine_find(uint16_t elf_machine)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (machines[i]->elf_machine == elf_machine)
			return machines[i];
	return NULL;
}

struct insn_decoder {
	const struct machine *machine;
	void *state;
};

int insn_decoder_new(const struct machine *machine,
		     struct insn_decoder **ret_decoder, struct lay_error *err)
{
	struct insn_decoder *decoder = calloc(1, sizeof(*decoder));
	int rc;

	if (!decoder)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	decoder->machine = machine;
	rc = machine->open(&decoder->state, err);
	if (rc < 0) {
		free(decoder);
		return rc;
	}
	*ret_decoder = decoder;
	return 0;
}

void insn_decoder_free(struct insn_decoder *decoder)
{
	if (!decoder)
		return;
	decoder->machine->close(decoder->state);
	free(decoder);
}

bool insn_decode(struct insn_decoder *decoder, const uint8_t *bytes,
		 size_t size, uint64_t addr, struct insn *insn)
{
	return decoder->machine->decode(decoder->state, bytes, size, addr,
					insn);
}

const struct insn_arg *insn_memory(const struct insn *insn, unsigned int from)
{
	if (insn->op == INSN_LEA || insn->op == INSN_NOP)
		return NULL;
	for (unsigned int i = from; i < insn->nr_args; i++)
		if (insn->arg[i].kind == INSN_MEM)
			return &insn->arg[i];
	return NULL;
}

const struct insn_arg *insn_loaded(const struct insn *insn, uint8_t reg)
{
	if (insn_nr_moves(insn) == 2 && insn->arg[3].kind == INSN_MEM &&
	    insn->arg[2].reg == reg)
		return &insn->arg[3];
	return insn_memory(insn, 0);
}
