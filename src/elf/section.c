// SPDX-License-Identifier: GPL-2.0-only
/* Finding sections, and their bytes. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libelf.h>

#include "base/codec.h"
#include "elf/reloc.h"
#include "base/poison.h"

/*
 * Under the address sanitizer sections up to this size are given out as copies
 * that end where the section ends: a read past the end is then caught, which in
 * the mapping would find the next section.
 */
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define COPY_MAX_SIZE ((uint64_t)1 << 20)
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define COPY_MAX_SIZE ((uint64_t)0)
#endif

/* A name with its dot, and 'z' behind the dot if it is of .zdebug_*. */
static bool has_name(const struct elf_section *section, const char *name)
{
	const char *have = section->name;

	if (!strcmp(have, name))
		return true;
	return !strncmp(have, ".zdebug_", strlen(".zdebug_")) &&
	       name[0] == '.' && !strcmp(have + 2, name + 1);
}

const struct elf_section *elf_find_section(const struct elf_file *file,
					   const char *name)
{
	for (size_t i = 0; i < file->nr_scn; i++)
		if (has_name(&file->scn[i].pub, name))
			return &file->scn[i].pub;
	return NULL;
}

size_t elf_nr_sections(const struct elf_file *file)
{
	return file->nr_scn;
}

const struct elf_section *elf_section_at(const struct elf_file *file, size_t i)
{
	return i < file->nr_scn ? &file->scn[i].pub : NULL;
}

/* The section's bytes as they stand in the file. */
static int file_bytes(const struct elf_file *file, const struct elf_scn *scn,
		      const uint8_t **ret_bytes, struct lay_error *err)
{
	const uint8_t *p;

	if (scn->pub.type == SHT_NOBITS)
		return lay_error_set(err, LAY_E_NO_DEBUG,
				     "%s: %s: the section has no bytes in this file (SHT_NOBITS)",
				     file->path, scn->pub.name);
	p = elf_file_bytes(file, scn->pub.file_off, scn->file_size);
	if (!p)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: 0x%" PRIx64 " bytes at file offset 0x%" PRIx64 " lie past the end of the file at 0x%zx: is it truncated?",
				     file->path, scn->pub.name, scn->file_size,
				     scn->pub.file_off, file->size);
	*ret_bytes = p;
	return 0;
}

/*
 * The largest size that @packed bytes can unpack to.
 *
 * Deflate: a match is 258 bytes long at most and takes 2 bits at least (a code
 * of one bit for its length, one for its distance): 1032 bytes from one.
 *
 * Zstandard (RFC 8878, 3.1.1.2): a block makes 128 KiB at most and takes 4
 * bytes at least: 32768 from one. That is for long runs of one byte; debug
 * information packs ten to one. So that a lie of a few bytes does not reserve
 * gigabytes, where the result is over 64 MiB the bound of deflate holds.
 */
static uint64_t max_unpacked(int codec, uint64_t packed)
{
	const uint64_t zstd_free = (uint64_t)64 << 20;
	uint64_t bound, wide;

	if (__builtin_mul_overflow(packed, 1032, &bound))
		bound = UINT64_MAX;
	if (codec != CODEC_ZSTD || bound >= zstd_free)
		return bound;
	wide = packed * 32768;
	return wide < zstd_free ? wide : zstd_free;
}

/* GNU's older form: "ZLIB", then the unpacked size, big-endian. */
static int read_zdebug(const struct elf_file *file, const struct elf_scn *scn,
		       const uint8_t *p, struct elf_packing *pack,
		       struct lay_error *err)
{
	pack->codec = CODEC_ZLIB;
	pack->head_size = 12;
	pack->size = 0;
	if (scn->file_size < pack->head_size || memcmp(p, "ZLIB", 4))
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: does not start with ZLIB and a size",
				     file->path, scn->pub.name);
	for (size_t i = 4; i < pack->head_size; i++)
		pack->size = pack->size << 8 | p[i];
	return 0;
}

static int read_chdr(const struct elf_file *file, const struct elf_scn *scn,
		     const uint8_t *p, struct elf_packing *pack,
		     struct lay_error *err)
{
	union {
		Elf32_Chdr c32;
		Elf64_Chdr c64;
	} c;
	uint32_t type;

	pack->head_size = file->is_64 ? sizeof(c.c64) : sizeof(c.c32);
	if (scn->file_size < pack->head_size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: 0x%" PRIx64 " bytes are too few for a compression header",
				     file->path, scn->pub.name, scn->file_size);
	elf_file_translate(file, ELF_T_CHDR, p, &c, (size_t)pack->head_size);
	type = file->is_64 ? c.c64.ch_type : c.c32.ch_type;
	pack->size = file->is_64 ? c.c64.ch_size : c.c32.ch_size;
	if (type == 1)		/* ELFCOMPRESS_ZLIB */
		pack->codec = CODEC_ZLIB;
	else if (type == 2)	/* ELFCOMPRESS_ZSTD, not in every <elf.h> */
		pack->codec = CODEC_ZSTD;
	else
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: %s: compressed by method %" PRIu32 ", known are 1 (zlib) and 2 (zstd)",
				     file->path, scn->pub.name, type);
	return 0;
}

int elf_file_read_packing(const struct elf_file *file,
			  const struct elf_scn *scn, struct elf_packing *pack,
			  struct lay_error *err)
{
	const uint8_t *p;
	uint64_t most;
	int rc;

	rc = file_bytes(file, scn, &p, err);
	if (rc < 0)
		return rc;
	if (scn->pub.flags & SHF_COMPRESSED)
		rc = read_chdr(file, scn, p, pack, err);
	else
		rc = read_zdebug(file, scn, p, pack, err);
	if (rc < 0)
		return rc;
	most = max_unpacked(pack->codec, scn->file_size - pack->head_size);
	if (pack->size > most)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: 0x%" PRIx64 " bytes cannot unpack to 0x%" PRIx64,
				     file->path, scn->pub.name, scn->file_size,
				     pack->size);
	return 0;
}

/* Private memory for @size bytes; pages that nobody writes cost nothing. */
static int reserve_own(const struct elf_file *file, struct elf_scn *scn,
		       uint64_t size, struct lay_error *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *p;

	if (size >= SIZE_MAX / 2)
		goto failed;
	/* At least one byte more than asked for, to have what to poison. */
	scn->own_size = ((size_t)size + page) & ~(page - 1);
	p = mmap(NULL, scn->own_size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		goto failed;
	scn->own = p;
	ASAN_POISON_MEMORY_REGION(scn->own + size, scn->own_size - size);
	return 0;
failed:
	return lay_error_set(err, LAY_E_NOMEM,
			     "%s: %s: out of memory for 0x%" PRIx64 " bytes",
			     file->path, scn->pub.name, size);
}

void elf_file_drop_own(struct elf_scn *scn)
{
	free(scn->unfilled);
	scn->unfilled = NULL;
	scn->nr_unfilled = scn->cap_unfilled = 0;
	if (!scn->own)
		return;
	ASAN_UNPOISON_MEMORY_REGION(scn->own, scn->own_size);
	munmap(scn->own, scn->own_size);
	scn->own = NULL;
}

static int unpack(struct elf_file *file, struct elf_scn *scn,
		  struct lay_error *err)
{
	struct elf_packing pack;
	int rc;

	rc = elf_file_read_packing(file, scn, &pack, err);
	if (rc < 0)
		return rc;
	scn->pub.size = pack.size;
	if (!pack.size)
		return 0;
	rc = reserve_own(file, scn, pack.size, err);
	if (rc < 0)
		return rc;
	rc = codec_unpack(pack.codec,
			  file->map + scn->pub.file_off + pack.head_size,
			  (size_t)(scn->file_size - pack.head_size), scn->own,
			  (size_t)pack.size, err);
	if (rc < 0) {
		elf_file_drop_own(scn);
		lay_error_prefix(err, "%s: %s: ", file->path, scn->pub.name);
	}
	return rc;
}

/* A private copy of @p, the section's bytes in the file. */
static int copy(struct elf_file *file, struct elf_scn *scn, const uint8_t *p,
		struct lay_error *err)
{
	int rc = reserve_own(file, scn, scn->pub.size, err);

	if (rc == 0)
		memcpy(scn->own, p, (size_t)scn->pub.size);
	return rc;
}

/*
 * Where a section is not what its user needs, it is made so here, in private
 * memory: unpacked, and if the file is an ET_REL, relocated, as its sections of
 * debug information are meaningless without that. The relocations of other
 * files are applied already (--emit-relocs only keeps them), and are never
 * looked at.
 */
static int prepare(struct elf_file *file, struct elf_scn *scn,
		   struct lay_error *err)
{
	/* what is loaded at run time is not debug information, and has types
	 * that only make sense in code: elf_section_linked() */
	bool relocate = !(scn->pub.flags & SHF_ALLOC) &&
			reloc_is_needed(file, scn);
	const uint8_t *p;
	int rc;

	if (scn->pub.compressed) {
		rc = unpack(file, scn, err);
	} else {
		rc = file_bytes(file, scn, &p, err);
		if (rc == 0 && scn->pub.size &&
		    (relocate || scn->pub.size <= COPY_MAX_SIZE))
			rc = copy(file, scn, p, err);
	}
	if (rc == 0 && relocate && scn->own)
		rc = reloc_apply(file, scn, scn->own, err);
	if (rc < 0)
		elf_file_drop_own(scn);
	return rc;
}

int elf_section_data(struct elf_file *file, const struct elf_section *section,
		     struct elf_data *data, struct lay_error *err)
{
	struct elf_scn *scn = &file->scn[section->index];
	const uint8_t *p = NULL;
	int rc = 0;

	if (!scn->own)
		rc = prepare(file, scn, err);
	if (rc == 0 && !scn->own && !scn->pub.compressed)
		rc = file_bytes(file, scn, &p, err);
	if (rc < 0)
		return rc;
	data->size = (size_t)scn->pub.size;
	data->addr = scn->pub.addr;
	data->data = scn->own ? scn->own : p;
	if (!data->size)
		data->data = NULL;
	return 0;
}

size_t elf_section_unfilled(const struct elf_file *file,
			    const struct elf_section *section,
			    const uint64_t **offs)
{
	const struct elf_scn *scn = &file->scn[section->index];

	*offs = scn->unfilled;
	return scn->nr_unfilled;
}

int elf_section_linked(struct elf_file *file,
		       const struct elf_section *section, struct elf_data *data,
		       struct lay_error *err)
{
	struct elf_scn *scn = &file->scn[section->index];
	int rc = elf_section_data(file, section, data, err);

	if (rc < 0 || scn->linked || !data->size ||
	    !(scn->pub.flags & SHF_ALLOC) || !reloc_is_needed(file, scn))
		return rc;
	if (!scn->own)
		rc = copy(file, scn, data->data, err);
	if (rc == 0)
		rc = reloc_apply(file, scn, scn->own, err);
	if (rc < 0)
		return rc;
	scn->linked = true;
	return elf_section_data(file, section, data, err);
}

int elf_section_raw(const struct elf_file *file,
		    const struct elf_section *section, struct elf_data *data,
		    struct lay_error *err)
{
	const struct elf_scn *scn = &file->scn[section->index];
	const uint8_t *p = NULL;
	int rc = file_bytes(file, scn, &p, err);

	if (rc < 0)
		return rc;
	data->data = scn->file_size ? p : NULL;
	data->size = (size_t)scn->file_size;
	data->addr = scn->pub.addr;
	return 0;
}
