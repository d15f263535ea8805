// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/codec.h"
#include "elf/elf-file.h"
#include "elf/links.h"
#include "base/poison.h"

/* The bytes of section @name: 1; 0 where there are none. */
static int read_section(struct elf_file *file, const char *name,
			struct elf_data *data, struct lay_error *err)
{
	const struct elf_section *s = elf_find_section(file, name);
	int ret;

	if (!s || s->type == SHT_NOBITS)
		return 0;
	ret = elf_section_data(file, s, data, err);
	return ret < 0 ? ret : data->size > 0;
}

static int damaged(const struct elf_file *file, const char *section,
		   const char *what, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT, "%s: %s: %s", file->path,
			     section, what);
}

static bool to_hex(const uint8_t *bytes, uint64_t size,
		   char hex[ELF_BUILD_ID_HEX])
{
	if (!size || size > (ELF_BUILD_ID_HEX - 1) / 2)
		return false;
	for (size_t i = 0; i < size; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	return true;
}

/* A name, zeros up to a multiple of four, and the CRC in the file's order. */
int elf_read_debuglink(struct elf_file *file, struct elf_debuglink *link,
		       struct lay_error *err)
{
	static const char section[] = ".gnu_debuglink";
	const uint8_t *nul, *crc;
	struct elf_data d;
	size_t at;
	int ret = read_section(file, section, &d, err);

	if (ret <= 0)
		return ret;
	nul = memchr(d.data, 0, d.size);
	if (!nul)
		return damaged(file, section, "a name without end", err);
	at = ((size_t)(nul - d.data) + 4) & ~(size_t)3;
	if (at > d.size || d.size - at < 4)
		return damaged(file, section, "no CRC behind the name", err);
	link->name = (const char *)d.data;
	if (!*link->name || strchr(link->name, '/') ||
	    !strcmp(link->name, ".") || !strcmp(link->name, ".."))
		return damaged(file, section, "not the name of a file", err);
	crc = d.data + at;
	link->crc = file->big_endian
		? (uint32_t)crc[0] << 24 | (uint32_t)crc[1] << 16 |
		  (uint32_t)crc[2] << 8 | crc[3]
		: (uint32_t)crc[3] << 24 | (uint32_t)crc[2] << 16 |
		  (uint32_t)crc[1] << 8 | crc[0];
	return 1;
}

static int read_altlink(struct elf_file *file, struct elf_suplink *link,
			struct lay_error *err)
{
	static const char section[] = ".gnu_debugaltlink";
	const uint8_t *nul;
	struct elf_data d;
	int ret = read_section(file, section, &d, err);

	if (ret <= 0)
		return ret;
	nul = memchr(d.data, 0, d.size);
	if (!nul || nul == d.data)
		return damaged(file, section, "not a name", err);
	if (!to_hex(nul + 1, d.size - (size_t)(nul + 1 - d.data), link->id))
		return damaged(file, section, "no build-id behind the name",
			       err);
	link->name = (const char *)d.data;
	link->is_build_id = true;
	return 1;
}

/* DWARF 5 section 7.3.6: version, which of the two files it is, the name of the
 * supplementary one, length and bytes of its checksum. */
static int read_sup(struct elf_file *file, bool *is_sup,
		    struct elf_suplink *link, struct lay_error *err)
{
	static const char section[] = ".debug_sup";
	const uint8_t *nul, *p;
	struct elf_data d;
	uint64_t size = 0;
	int ret = read_section(file, section, &d, err);

	if (ret <= 0)
		return ret;
	nul = d.size > 3 ? memchr(d.data + 3, 0, d.size - 3) : NULL;
	if (!nul)
		return damaged(file, section, "not a name", err);
	if (d.data[file->big_endian] != 5 || d.data[!file->big_endian])
		return damaged(file, section, "a version that is not known",
			       err);
	*is_sup = d.data[2];
	link->name = (const char *)d.data + 3;
	link->is_build_id = false;
	p = nul + 1;
	/* a length of one byte: more than 127 is no checksum */
	if (p < d.data + d.size)
		size = *p++;
	if (size > (size_t)(d.data + d.size - p) || !to_hex(p, size, link->id))
		return damaged(file, section, "no checksum behind the name",
			       err);
	return 1;
}

int elf_read_suplink(struct elf_file *file, struct elf_suplink *link,
		     struct lay_error *err)
{
	bool is_sup = false;
	int ret = read_altlink(file, link, err);

	if (ret != 0)
		return ret;
	ret = read_sup(file, &is_sup, link, err);
	if (ret == 1 && !is_sup && !*link->name)
		return damaged(file, ".debug_sup", "not a name", err);
	return ret == 1 ? !is_sup : ret;
}

const char *elf_sup_id(struct elf_file *file, char id[ELF_BUILD_ID_HEX])
{
	struct elf_suplink link;
	bool is_sup = false;

	if (read_sup(file, &is_sup, &link, NULL) != 1 || !is_sup)
		return NULL;
	memcpy(id, link.id, ELF_BUILD_ID_HEX);
	return id;
}

uint32_t elf_crc(const struct elf_file *file)
{
	return codec_crc32(file->map, file->size);
}

void elf_release(struct elf_file *file)
{
	struct stat st;

	if (file->fd < 0 || fstat(file->fd, &st) < 0)
		return;
	file->dev = st.st_dev;
	file->ino = st.st_ino;
	close(file->fd);
	file->fd = -1;
}
