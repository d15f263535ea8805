// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/stdin.h"
#include "build/machine.h"
#include "build/running.h"
#include "base/poison.h"

#define SHOWN_IN "/sys/kernel/btf/"

bool running_shows(const char *path)
{
	char real[PATH_MAX];

	return !path_is_stdin(path) && realpath(path, real) &&
	       !strncmp(real, SHOWN_IN, strlen(SHOWN_IN));
}

static bool read_build_id(char hex[ELF_BUILD_ID_HEX])
{
	int fd = open("/sys/kernel/notes", O_RDONLY | O_CLOEXEC);
	const bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	uint8_t notes[4096];
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, notes, sizeof(notes));
	close(fd);
	return n > 0 && elf_notes_build_id(notes, (size_t)n, big_endian, hex);
}

int running_identify(struct arena *arena, struct lay_identity *id,
		     struct lay_error *err)
{
	struct utsname name;
	char hex[ELF_BUILD_ID_HEX];
	bool has_id = read_build_id(hex);

	if (uname(&name) < 0)
		return 0;
	machine_by_name(name.machine, id);
	id->release = arena_strndup(arena, name.release,
				    strlen(name.release));
	if (has_id)
		id->build_id = arena_strndup(arena, hex, strlen(hex));
	if (!id->release || (has_id && !id->build_id))
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     id->path);
	return 0;
}
