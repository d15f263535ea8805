// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "btf/find.h"
#include "btf/reader.h"
#include "base/poison.h"

struct btf_reader {
	struct reader reader;
	struct typeset *set;
	bool alone;
	struct btf_loader loader;
	struct btf_prints prints;
};

static struct btf_reader *of(struct reader *r)
{
	return (struct btf_reader *)r;
}

static const char *source(struct reader *r)
{
	const struct typeset *set = of(r)->set;

	if (!set->base)
		return "BTF";
	return set->base->distilled ? "split BTF over .BTF.base" : "split BTF";
}

static int find(struct reader *r, const struct type_query *q,
		struct def_list *out, struct lay_error *err)
{
	int ret = btf_find(&of(r)->loader, &of(r)->prints, q, of(r)->alone,
			   out, err);

	if (ret < 0)
		lay_error_prefix(err, "%s: ", of(r)->set->where);
	return ret;
}

static int load(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	int ret = btf_loader_load(&of(r)->loader, (uint32_t)def->source_off,
				  type, err);

	if (ret < 0)
		lay_error_prefix(err, "%s: ", of(r)->set->where);
	return ret;
}

static int identify(struct reader *r, struct lay_identity *id,
		    struct lay_error *err)
{
	const struct typeset *set = of(r)->set;

	(void)err;
	id->big_endian = set->big_endian;
	if (set->pointer_size)
		id->word_size = set->pointer_size;
	id->producers = NULL;
	id->nr_producers = 0;
	id->nr_units = 0;
	id->not_known = "compilers, units, source lines and requested alignment";
	return 0;
}

static int names(struct reader *r, void (*see)(void *ctx, const char *name),
		 void *ctx, struct lay_error *err)
{
	(void)err;
	btf_see_names(of(r)->set, see, ctx);
	return 0;
}

static void close(struct reader *r)
{
	btf_prints_deinit(&of(r)->prints);
	btf_loader_deinit(&of(r)->loader);
	typeset_unref(of(r)->set);
	free(r);
}

static const struct reader_ops ops = {
	.source = source,
	.find = find,
	.load = load,
	.identify = identify,
	.names = names,
	.close = close,
};

struct typeset *btf_reader_set(struct reader *reader)
{
	return reader->ops == &ops ? of(reader)->set : NULL;
}

void btf_reader_leave_base(struct reader *reader)
{
	of(reader)->alone = true;
}

const char *btf_reader_base_of(struct reader *reader,
			       const struct lay_def *def)
{
	const struct typeset *set = btf_reader_set(reader);

	if (!set || !set->base || set->base->distilled ||
	    def->source_off >= set->first_id)
		return NULL;
	return set->base->path;
}

int btf_reader_create(struct typeset *set, bool alone,
		      struct reader **ret_reader, struct lay_error *err)
{
	struct btf_reader *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     set->where);
	r->reader.ops = &ops;
	r->set = typeset_ref(set);
	r->alone = alone;
	ret = btf_loader_init(&r->loader, set, err);
	if (ret == 0)
		ret = btf_prints_init(&r->prints, set->end_id, err);
	if (ret < 0) {
		lay_error_prefix(err, "%s: ", set->where);
		close(&r->reader);
		return ret;
	}
	*ret_reader = &r->reader;
	return 0;
}
