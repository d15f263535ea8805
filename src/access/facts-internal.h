/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of facts.h share. */
#ifndef ACCESS_FACTS_INTERNAL_H
#define ACCESS_FACTS_INTERNAL_H

#include "access/facts.h"

/* Values that an address is computed from are looked at to this depth. */
#define ANSWER_DEPTH 4

/* Value @id, with off 0, points @off bytes into a @type. @origin: range and
 * block of the variable that says so, or NULL. */
struct fact_origin {
	struct dw_range range;
	uint32_t block;
	bool alone;
};

void facts_add(struct facts *facts, uint32_t id, const struct lay_type *type,
	       int64_t off, enum fact_source source,
	       const struct fact_origin *origin);

static inline uint32_t facts_first(const struct facts *facts, uint32_t id)
{
	return id < facts->flow->nr_defs ? facts->heads[id] : CODE_NONE;
}

/* A record that the function deals with. */
void facts_add_record(struct facts *facts, const struct lay_type *type);

/* facts-seed.c: what the variables of the function say. */
void facts_seed(struct facts *facts);

/* Is @pc in block @block of the function? */
bool facts_in_block(const struct facts *facts, uint32_t block, uint64_t pc);

/* answer.c: the place that @addr, accessed as @hint says by @insn, is. */
void facts_resolve(struct facts *facts, uint32_t insn, struct flow_addr addr,
		   const struct place_hint *hint, struct answer *answer);

/* copy.c: let @place, of @insn, be the record that is copied there as a whole,
 * if one is. */
void facts_name_copy(struct facts *facts, uint32_t insn, struct place *place);

/* hint.c: what instruction @insn says of its access to @arg. */
struct hint_context {
	struct facts *facts;
	uint32_t id;		/* of the value loaded or stored */
	int64_t off;
};
void facts_hint(struct facts *facts, uint32_t insn, const struct insn_arg *arg,
		struct place_hint *hint, struct hint_context *context);

#endif /* ACCESS_FACTS_INTERNAL_H */
