/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel that runs here says of itself, for the BTF that it shows. */
#ifndef BUILD_RUNNING_H
#define BUILD_RUNNING_H

#include <layoutdiff/build.h>

#include "base/arena.h"

/* Is the file at @path one in which the running kernel shows its own types? */
bool running_shows(const char *path);

/* Fill release, build_id and what follows from the machine in @id; strings go
 * into @arena. What cannot be found out is left as it is. */
int running_identify(struct arena *arena, struct lay_identity *id,
		     struct lay_error *err);

#endif /* BUILD_RUNNING_H */
