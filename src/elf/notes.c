// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "elf/elf.h"
#include "base/poison.h"

static uint32_t word_at(const uint8_t *p, bool big_endian)
{
	return big_endian ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
			    (uint32_t)p[2] << 8 | p[3]
			  : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 |
			    (uint32_t)p[1] << 8 | p[0];
}

static size_t align_up(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

/*
 * A note is three words (sizes of name and content, type), then both, each
 * padded to 4 bytes. Sections that align contents to 8 hold other notes
 * (.note.gnu.property); read as if to 4 they end the walk or are passed over.
 */
bool elf_notes_build_id(const uint8_t *notes, size_t size, bool big_endian,
			char hex[ELF_BUILD_ID_HEX])
{
	while (size >= 12) {
		size_t name_size = word_at(notes, big_endian);
		size_t id_size = word_at(notes + 4, big_endian);
		uint32_t type = word_at(notes + 8, big_endian);
		const uint8_t *name = notes + 12;
		const uint8_t *id;
		size_t next;

		size -= 12;
		if (align_up(name_size) > size ||
		    id_size > size - align_up(name_size))
			return false;
		id = name + align_up(name_size);
		if (type == NT_GNU_BUILD_ID && name_size == 4 &&
		    !memcmp(name, "GNU", 4) && id_size &&
		    2 * id_size < ELF_BUILD_ID_HEX) {
			for (size_t i = 0; i < id_size; i++)
				snprintf(hex + 2 * i, 3, "%02x", id[i]);
			return true;
		}
		next = align_up(name_size) + align_up(id_size);
		if (next > size)
			return false;
		notes = name + next;
		size -= next;
	}
	return false;
}
