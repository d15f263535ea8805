// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "diff/units.h"
#include "base/poison.h"

size_t units_common_directory(const char *(*unit)(const void *ctx, size_t i),
			      const void *ctx, size_t nr)
{
	const char *first = NULL;
	size_t len = 0, same;

	for (size_t i = 0; i < nr; i++) {
		const char *name = unit(ctx, i);

		if (!name || name[0] != '/')
			continue;
		if (!first) {
			first = name;
			len = strlen(name);
		}
		for (same = 0; same < len && name[same] == first[same]; same++)
			;
		len = same;
	}
	while (len && first[len - 1] != '/')
		len--;
	return len;
}
