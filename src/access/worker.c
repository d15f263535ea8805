// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "access/worker.h"
#include "base/vec.h"
#include "base/poison.h"

int worker_init(struct worker *w, const struct image *image,
		struct dw_scopes *scopes, struct lay_error *err)
{
	int rc;

	*w = (struct worker){ .image = image, .scopes = scopes };
	types_init(&w->types, NULL);
	rc = insn_decoder_new(image->machine, &w->decoder, err);
	if (rc == 0)
		rc = dw_scope_reader_new(scopes, &w->reader, err);
	if (rc < 0) {
		worker_deinit(w);
		return rc;
	}
	w->types.reader = w->reader;
	return 0;
}

void worker_deinit(struct worker *w)
{
	types_deinit(&w->types);
	dw_scope_reader_free(w->reader);
	insn_decoder_free(w->decoder);
	code_free(&w->code);
	flow_free(&w->flow);
	facts_free(&w->facts);
	free(w->ranges);
}

/* The types that a unit deals with. */
static void see_unit(struct worker *w, const struct dw_scope_unit *unit)
{
	types_forget(&w->types);
	for (size_t i = 0; i < unit->nr_globals; i++)
		types_see(&w->types, unit->globals[i].type);
	for (size_t i = 0; i < unit->nr_functions; i++) {
		const struct dw_function *fn = &unit->functions[i];

		for (size_t k = 0; k < fn->nr_variables; k++) {
			const struct lay_type *type = fn->variables[k].type;
			const struct lay_type *pointee =
				types_pointee(&w->types, type);

			types_add_record(&w->types, pointee ? pointee : type);
		}
	}
}

int worker_read_unit(struct worker *w, size_t index,
		     const struct dw_scope_unit **unit, struct lay_error *err)
{
	int rc = dw_scope_reader_read(w->reader, index, unit, err);

	if (rc == 0)
		see_unit(w, *unit);
	return rc;
}

int worker_decode(struct worker *w, const struct dw_function *function,
		  struct lay_error *err)
{
	const struct dw_block *b = &function->blocks[0];

	if (VEC_RESERVE(w->ranges, 0, w->cap_ranges, b->nr_ranges) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (uint32_t i = 0; i < b->nr_ranges; i++)
		w->ranges[i] = (struct code_range){ b->ranges[i].low,
						    b->ranges[i].high };
	return code_read(&w->code, w->image, w->decoder, w->ranges,
			 b->nr_ranges, function->entry, err);
}

int worker_decode_bare(struct worker *w, const struct code_range *range,
		       struct lay_error *err)
{
	/* no unit has it: not the one that was read last either */
	types_forget(&w->types);
	return code_read(&w->code, w->image, w->decoder, range, 1, range->low,
			 err);
}

int worker_follow(struct worker *w, const struct dw_function *function,
		  struct lay_error *err)
{
	int rc = facts_objects(&w->facts, function, &w->types, err);

	if (rc == 0)
		rc = flow_run(&w->flow, &w->code, w->image, w->facts.objects,
			      w->facts.nr_objects, err);
	if (rc == 0)
		rc = facts_learn(&w->facts, &w->flow, w->scopes, function,
				 &w->types, err);
	return rc;
}
