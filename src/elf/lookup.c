// SPDX-License-Identifier: GPL-2.0-only
/* What a file says beside its debug information: build-id, bytes. */
#include <config.h>

#include <string.h>

#include <libelf.h>

#include "elf/elf-file.h"
#include "base/poison.h"

const char *elf_build_id(struct elf_file *file)
{
	for (size_t i = 0; i < file->nr_scn && !file->build_id_read; i++) {
		const struct elf_section *section = &file->scn[i].pub;
		struct elf_data notes;

		if (section->type == SHT_NOTE &&
		    !elf_section_data(file, section, &notes, NULL) &&
		    elf_notes_build_id(notes.data, notes.size,
				       elf_is_big_endian(file),
				       file->build_id))
			break;
	}
	file->build_id_read = true;
	return file->build_id[0] ? file->build_id : NULL;
}

size_t elf_read_addr(struct elf_file *file, uint64_t addr, void *buf,
		     size_t len)
{
	for (size_t i = 0; i < file->nr_scn; i++) {
		const struct elf_section *section = &file->scn[i].pub;
		struct elf_data data;
		uint64_t off = addr - section->addr;

		if (!(section->flags & SHF_ALLOC) || addr < section->addr ||
		    elf_section_data(file, section, &data, NULL) < 0 ||
		    off >= data.size)
			continue;
		if (len > data.size - off)
			len = (size_t)(data.size - off);
		memcpy(buf, data.data + off, len);
		return len;
	}
	return 0;
}
