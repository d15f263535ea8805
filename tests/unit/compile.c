// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

char *test_compile(const char *compiler, const char *flags, const char *source)
{
	const char *top = getenv("top_srcdir");
	char *path = test_file_write("", 0);
	char command[1024];
	int len;

	len = snprintf(command, sizeof(command),
		       "%s %s -nostdlib -static -o '%s' '%s/%s' >'%s.log' 2>&1;"
		       " status=$?; rm -f '%s.log'; exit $status",
		       compiler, flags, path, top ? top : ".", source, path,
		       path);
	if (len < 0 || (size_t)len >= sizeof(command))
		abort();
	if (system(command) == 0)
		return path;
	test_file_remove(path);
	return NULL;
}
