// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "build/identity.h"
#include "build/machine.h"
#include "build/modinfo.h"
#include "build/running.h"
#include "base/poison.h"

/* A release is a word of at most __NEW_UTS_LEN letters. */
#define MAX_RELEASE 64

static size_t release_length(const char *s, size_t max)
{
	size_t len = 0;

	while (len < max && len <= MAX_RELEASE &&
	       isgraph((unsigned char)s[len]))
		len++;
	return len <= MAX_RELEASE ? len : 0;
}

/*
 * The release in linux_banner, "Linux version 6.1.0-57-cloud-amd64 (...", which
 * stands in .rodata. It is looked for as text: the section is a few MB and has
 * it near its start, the symbol table is larger and may be stripped.
 */
static const char *find_banner(struct elf_file *file, size_t *len)
{
	static const char banner[] = "Linux version ";
	const struct elf_section *section = elf_find_section(file, ".rodata");
	struct elf_data data;
	const uint8_t *p, *end;

	if (!section || section->type == SHT_NOBITS ||
	    elf_section_data(file, section, &data, NULL) < 0 || !data.data)
		return NULL;
	end = data.data + data.size;
	for (p = data.data; (p = memmem(p, (size_t)(end - p), banner,
					sizeof(banner) - 1)); ) {
		p += sizeof(banner) - 1;
		*len = release_length((const char *)p, (size_t)(end - p));
		if (*len && isdigit(*p))
			return (const char *)p;
	}
	return NULL;
}

int identity_find_release(struct elf_file *file, struct arena *arena,
			  const char **release, struct lay_error *err)
{
	const char *s;
	char *word;
	size_t len;
	int ret;

	ret = modinfo_release(file, &word, err);
	if (ret < 0)
		return ret;
	if (ret == 0) {
		s = find_banner(file, &len);
		if (!s)
			return 0;
		*release = arena_strndup(arena, s, len);
	} else {
		*release = arena_strndup(arena, word, strlen(word));
		free(word);
	}
	if (!*release)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     elf_path(file));
	return 0;
}

int identity_fill(const char *path, struct elf_file *file,
		  struct reader *reader, struct arena *arena,
		  struct lay_identity *id, struct lay_error *err)
{
	char *machine_name;
	int ret;

	*id = (struct lay_identity){
		.path = path,
		.word_size = 8,
		.line_size = 64,
		.source = reader->ops->source(reader),
	};
	if (file) {
		machine_name = arena_alloc(arena, 16);
		if (!machine_name)
			return lay_error_set(err, LAY_E_NOMEM,
					     "%s: out of memory", path);
		machine_identify(file, id, machine_name);
		id->build_id = elf_build_id(file);
		ret = identity_find_release(file, arena, &id->release, err);
		if (ret < 0)
			return ret;
	}
	ret = reader->ops->identify(reader, id, err);
	if (ret < 0 || file)
		return ret;
	if (!id->max_scalar)
		id->max_scalar = 2 * id->word_size;
	return running_shows(path) ? running_identify(arena, id, err) : 0;
}
