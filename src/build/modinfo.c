// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <string.h>

#include "build/modinfo.h"
#include "base/poison.h"

int modinfo_find(struct elf_file *file, const char *key, const char **value,
		 struct lay_error *err)
{
	const struct elf_section *section = elf_find_section(file, ".modinfo");
	size_t key_len = strlen(key), off = 0;
	struct elf_data data;
	int ret;

	/* a debug file can have it without its bytes */
	if (!section || section->type == SHT_NOBITS)
		return 0;
	ret = elf_section_data(file, section, &data, err);
	if (ret < 0)
		return ret;
	while (off < data.size) {
		const char *entry = (const char *)data.data + off;
		size_t len = strnlen(entry, data.size - off);

		if (off + len == data.size)
			return lay_error_set(err, LAY_E_FORMAT,
					     "%s: .modinfo+0x%zx: a string without end",
					     elf_path(file), off);
		if (len > key_len && entry[key_len] == '=' &&
		    !memcmp(entry, key, key_len)) {
			*value = entry + key_len + 1;
			return 1;
		}
		off += len + 1;
	}
	return 0;
}

int modinfo_release(struct elf_file *file, char **release,
		    struct lay_error *err)
{
	const char *vermagic;
	int ret = modinfo_find(file, "vermagic", &vermagic, err);

	if (ret <= 0)
		return ret;
	*release = strndup(vermagic, strcspn(vermagic, " "));
	if (!*release)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     elf_path(file));
	return 1;
}
