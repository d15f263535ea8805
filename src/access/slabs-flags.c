// SPDX-License-Identifier: GPL-2.0-only
/* Names of SLAB_* flags. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "access/slabs.h"
#include "base/poison.h"

/*
 * Before Linux 6.9 the flags are macros with fixed values, which debug
 * information does not have: include/linux/slab.h of 6.1. From then on they are
 * numbered by an enumeration, whose values depend on the configuration.
 */
static const struct {
	const char *name;
	uint32_t bits;
} fixed[] = {
	{ "CONSISTENCY_CHECKS", 0x00000100 },
	{ "RED_ZONE", 0x00000400 },
	{ "POISON", 0x00000800 },
	{ "KMALLOC", 0x00001000 },
	{ "HWCACHE_ALIGN", 0x00002000 },
	{ "CACHE_DMA", 0x00004000 },
	{ "CACHE_DMA32", 0x00008000 },
	{ "STORE_USER", 0x00010000 },
	{ "RECLAIM_ACCOUNT", 0x00020000 },
	{ "PANIC", 0x00040000 },
	{ "TYPESAFE_BY_RCU", 0x00080000 },
	{ "MEM_SPREAD", 0x00100000 },
	{ "TRACE", 0x00200000 },
	{ "DEBUG_OBJECTS", 0x00400000 },
	{ "NOLEAKTRACE", 0x00800000 },
	{ "FAILSLAB", 0x02000000 },
	{ "ACCOUNT", 0x04000000 },
	{ "KASAN", 0x08000000 },
	{ "NO_USER_FLAGS", 0x10000000 },
	{ "SKIP_KFENCE", 0x20000000 },
};

#define ENUM_NAME "_slab_flag_bits"
#define PREFIX "_SLAB_"
#define LAST "FLAGS_LAST_BIT"

static void take_fixed(struct slab_flags *flags)
{
	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		flags->name[__builtin_ctz(fixed[i].bits)] = fixed[i].name;
}

static void take_enum(struct slab_flags *flags, const struct lay_type *type)
{
	for (size_t i = 0; i < type->nr_enumerators; i++) {
		const struct lay_enumerator *e = &type->enumerators[i];

		if (strncmp(e->name, PREFIX, sizeof(PREFIX) - 1) != 0 ||
		    e->value < 0 || e->value >= SLAB_FLAGS_MAX ||
		    !strcmp(e->name + sizeof(PREFIX) - 1, LAST))
			continue;
		flags->name[e->value] = e->name + sizeof(PREFIX) - 1;
	}
}

int slab_flags_read(struct lay_build *build, struct slab_flags *flags,
		    struct lay_error *err)
{
	const struct lay_type *type;
	struct lay_defs defs;
	int rc;

	memset(flags, 0, sizeof(*flags));
	rc = lay_build_find(build, "enum " ENUM_NAME, &defs, err);
	if (rc == -(int)LAY_E_NOT_FOUND) {
		take_fixed(flags);
		return 0;
	}
	if (rc < 0)
		return rc;
	rc = lay_build_load(build, &defs.def[0], &type, err);
	lay_defs_free(&defs);
	if (rc < 0)
		return rc;
	take_enum(flags, type);
	return 0;
}

const char *slab_flags_text(const struct slab_flags *flags, uint64_t bits,
			    struct strset *strings)
{
	char buf[512];
	size_t at = 0;
	uint64_t rest = bits;

	buf[0] = '\0';
	for (unsigned int i = 0; i < SLAB_FLAGS_MAX; i++) {
		if (!(bits >> i & 1) || !flags->name[i])
			continue;
		rest &= ~(UINT64_C(1) << i);
		if (at < sizeof(buf))
			at += (size_t)snprintf(buf + at, sizeof(buf) - at,
					       "%s%s", at ? "|" : "",
					       flags->name[i]);
	}
	if (rest && at < sizeof(buf))
		snprintf(buf + at, sizeof(buf) - at, "%s0x%" PRIx64,
			 at ? "|" : "", rest);
	return strset_adds(strings, buf);
}
