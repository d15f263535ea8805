/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ELF files for tests: named sections, of either class and byte order, true or
 * lying. A test that runs out of memory aborts.
 *
 *	struct elf_writer w;
 *	char *path;
 *
 *	elf_writer_init(&w, true, false, EM_X86_64);
 *	elf_writer_add_section(&w, ".debug_info", SHT_PROGBITS, 0, data, len);
 *	path = elf_writer_finish(&w);
 *	...
 *	test_file_remove(path);
 *
 * Section 0 is there from the start, .shstrtab comes last. To lie, set what a
 * header states before finishing:
 *
 *	w.sections[index].stated_size = UINT64_MAX;
 */
#ifndef UNIT_ELF_WRITER_H
#define UNIT_ELF_WRITER_H

#include <elf.h>

#include "unit/byte-buf.h"

/* Any "stated" field: the truth is written. */
#define ELF_WRITER_TRUE 0x7e57ab1e7e57ab1eull

struct elf_writer_section {
	char *name;
	uint32_t type;
	uint64_t flags, addr, align, entry_size;
	uint32_t link, info;
	uint8_t *data;
	size_t len;
	uint64_t stated_name;	/* offset in .shstrtab */
	uint64_t stated_off;
	uint64_t stated_size;
};

struct elf_writer {
	bool is_64;
	bool big_endian;
	uint16_t machine;
	uint16_t type;		/* ET_EXEC unless set */
	bool extended;		/* number of sections and index of .shstrtab
				 * are written to section 0 */
	struct elf_writer_section *sections;
	size_t nr, cap;
	uint64_t stated_shoff, stated_shnum, stated_shstrndx, stated_shentsize;
};

void elf_writer_init(struct elf_writer *w, bool is_64, bool big_endian,
		     uint16_t machine);

/* The data is copied, and may be NULL if @len is 0. Returns the index. */
size_t elf_writer_add_section(struct elf_writer *w, const char *name,
			      uint32_t type, uint64_t flags, const void *data,
			      size_t len);
/* The same for a section of zlib (@type ELFCOMPRESS_ZLIB) or zstd data (2) in
 * front of which a compression header that states @size is written. */
size_t elf_writer_add_packed(struct elf_writer *w, const char *name,
			     uint32_t type, uint64_t size, const void *packed,
			     size_t len);

/* Write the image to @image and free what @w holds. */
void elf_writer_image(struct elf_writer *w, struct byte_buf *image);
/* The same to a new temporary file; the path is for test_file_remove(). */
char *elf_writer_finish(struct elf_writer *w);

/* A new temporary file with these bytes. */
char *test_file_write(const void *data, size_t len);
/* Remove the file and free @path. */
void test_file_remove(char *path);

#endif /* UNIT_ELF_WRITER_H */
