// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/codec.h"
#include "build/snapshot-make.h"
#include "build/spec.h"
#include "snapshot/collect.h"
#include "snapshot/file.h"
#include "snapshot/write.h"
#include "base/poison.h"

static int collect_named(struct reader *reader, const char *text,
			 struct def_list *defs, struct lay_error *err)
{
	struct spec spec;
	struct type_query q;
	int ret = spec_parse(text, &spec, err);

	if (ret < 0)
		return ret;
	q = (struct type_query){
		.kinds = spec.kinds, .name = spec.name, .glob = spec.glob,
	};
	ret = snapshot_collect(reader, &q, defs, err);
	spec_deinit(&spec);
	return ret;
}

static int collect(struct reader *reader, const char *const *specs,
		   size_t nr_specs, struct def_list *defs,
		   struct lay_error *err)
{
	const struct type_query all = {
		.kinds = ~0u, .name = "*", .glob = true,
	};
	int ret = 0;

	if (!nr_specs)
		ret = snapshot_collect(reader, &all, defs, err);
	for (size_t i = 0; i < nr_specs && ret == 0; i++)
		ret = collect_named(reader, specs[i], defs, err);
	snapshot_order(defs);
	return ret;
}

/* Pack the @len bytes at @text, which are given up. */
static int pack(char *text, size_t len, enum lay_packing packing, void **data,
		size_t *size, struct lay_error *err)
{
	int ret;

	if (packing == LAY_PACKING_NONE) {
		*data = text;
		*size = len;
		return 0;
	}
	ret = codec_pack(packing == LAY_PACKING_ZSTD ? CODEC_ZSTD : CODEC_GZIP,
			 text, len, data, size, err);
	free(text);
	return ret;
}

int snapshot_make(struct reader *reader, const struct lay_identity *id,
		  const char *const *specs, size_t nr_specs,
		  enum lay_packing packing, void **data, size_t *size,
		  struct lay_error *err)
{
	struct def_list defs = { .nr = 0 };
	char *text;
	size_t len;
	int ret = collect(reader, specs, nr_specs, &defs, err);

	if (ret == 0)
		ret = snapshot_write(reader, id, &defs, !nr_specs, &text, &len,
				     err);
	free(defs.def);
	if (ret < 0)
		return ret;
	if (len > SNAPSHOT_MAX) {
		free(text);
		return lay_error_set(err, LAY_E_LIMIT,
				     "%s: too many types for a snapshot: %zu bytes, and it can have %zu",
				     id->path, len, SNAPSHOT_MAX);
	}
	return pack(text, len, packing, data, size, err);
}
