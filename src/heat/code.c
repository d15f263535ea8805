// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "heat/code.h"
#include "base/poison.h"

void heat_code_init(struct heat_code *code)
{
	*code = (struct heat_code){ .access = NULL };
	map_init(&code->asked);
}

void heat_code_deinit(struct heat_code *code)
{
	lay_access_free(code->access);
	map_free(&code->asked);
	free(code->addrs);
	heat_code_init(code);
}

bool heat_code_open(struct heat_code *code, struct lay_build *build,
		    unsigned int jobs, struct lay_error *why)
{
	const struct lay_access_opts opts = { .jobs = jobs };

	if (!code->tried && access_open(build, &opts, &code->access, why) < 0)
		code->access = NULL;
	code->tried = true;
	return code->access;
}

int heat_code_ask(struct heat_code *code, uint64_t addr, struct lay_error *err)
{
	if (map_get(&code->asked, addr))
		return 0;
	if (VEC_RESERVE(code->addrs, code->nr_addrs, code->cap_addrs, 1) < 0 ||
	    map_put(&code->asked, addr, code) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for instructions");
	code->addrs[code->nr_addrs++] = addr;
	return 0;
}

int heat_code_answer(struct heat_code *code, struct heat_map *map,
		     struct heat_types *types, struct lay_error *err)
{
	const struct lay_operand *op;
	size_t nr = code->nr_addrs;
	int rc;

	if (!nr)
		return 0;
	code->nr_addrs = 0;
	rc = access_follow_at(code->access, code->addrs, nr, err);
	if (rc < 0)
		return rc;
	op = lay_access_operands(code->access, &nr);
	return heat_map_add(map, op, nr, types, err);
}
