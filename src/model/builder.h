/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model while a reader fills it, and the owner of it afterwards. Everything
 * handed out lives until model_deinit(); what was handed to somebody as const
 * is not changed any more.
 *
 * Types are made one by one. Lists (members, enumerators, dimensions,
 * parameters) are gathered by the reader as they come and copied in whole when
 * their length is known, so that the model holds them without slack.
 *
 * Every function returns NULL when memory is out, or the limit that bounds what
 * a hostile file can make a reader allocate; model_full() makes an error of it.
 */
#ifndef MODEL_BUILDER_H
#define MODEL_BUILDER_H

#include <layoutdiff/model.h>

#include "base/arena.h"
#include "base/strset.h"

struct model {
	struct arena arena;
	struct strset strings;
};

/* @limit: bytes of types and lists, 0 for none. */
void model_init(struct model *model, size_t limit);
void model_deinit(struct model *model);

/* A type of @kind, all else zero, to be filled in. */
struct lay_type *model_add_type(struct model *model, enum lay_kind kind);

/* The one copy of @s. */
const char *model_add_string(struct model *model, const char *s);

/* Copy @nr elements at @list into the model. */
const struct lay_member *model_add_members(struct model *model,
					   const struct lay_member *list,
					   size_t nr);
const struct lay_enumerator *
model_add_enumerators(struct model *model, const struct lay_enumerator *list,
		      size_t nr);
const struct lay_dim *model_add_dims(struct model *model,
				     const struct lay_dim *list, size_t nr);
const struct lay_type *const *
model_add_params(struct model *model, const struct lay_type *const *list,
		 size_t nr);

/* The error after a NULL. */
int model_full(const struct model *model, struct lay_error *err);

#endif /* MODEL_BUILDER_H */
