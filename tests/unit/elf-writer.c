// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

void elf_writer_init(struct elf_writer *w, bool is_64, bool big_endian,
		     uint16_t machine)
{
	*w = (struct elf_writer){
		.is_64 = is_64,
		.big_endian = big_endian,
		.machine = machine,
		.type = ET_EXEC,
		.stated_shoff = ELF_WRITER_TRUE,
		.stated_shnum = ELF_WRITER_TRUE,
		.stated_shstrndx = ELF_WRITER_TRUE,
		.stated_shentsize = ELF_WRITER_TRUE,
	};
	elf_writer_add_section(w, "", SHT_NULL, 0, NULL, 0);
}

size_t elf_writer_add_section(struct elf_writer *w, const char *name,
			      uint32_t type, uint64_t flags, const void *data,
			      size_t len)
{
	struct elf_writer_section s = {
		.name = strdup(name),
		.type = type,
		.flags = flags,
		.align = 1,
		.data = malloc(len ? len : 1),
		.len = len,
		.stated_name = ELF_WRITER_TRUE,
		.stated_off = ELF_WRITER_TRUE,
		.stated_size = ELF_WRITER_TRUE,
	};

	if (!s.name || !s.data ||
	    VEC_RESERVE(w->sections, w->nr, w->cap, 1) < 0)
		abort();
	if (len)
		memcpy(s.data, data, len);
	w->sections[w->nr] = s;
	return w->nr++;
}

/* An address, offset or size of the file's class. */
static void put_word(const struct elf_writer *w, struct byte_buf *b, uint64_t v)
{
	byte_buf_uint(b, v, w->is_64 ? 8 : 4);
}

size_t elf_writer_add_packed(struct elf_writer *w, const char *name,
			     uint32_t type, uint64_t size, const void *packed,
			     size_t len)
{
	struct byte_buf b;
	size_t index;

	byte_buf_init(&b, w->big_endian);
	byte_buf_u32(&b, type);
	if (w->is_64)
		byte_buf_u32(&b, 0);
	put_word(w, &b, size);
	put_word(w, &b, 1);
	byte_buf_bytes(&b, packed, len);
	index = elf_writer_add_section(w, name, SHT_PROGBITS, SHF_COMPRESSED,
				       b.data, b.len);
	byte_buf_free(&b);
	return index;
}

static uint64_t stated(uint64_t lie, uint64_t truth)
{
	return lie == ELF_WRITER_TRUE ? truth : lie;
}

static void put_elf_header(const struct elf_writer *w, struct byte_buf *b,
			   uint64_t shoff)
{
	uint64_t shnum = w->extended ? 0 : w->nr;
	uint64_t shstrndx = w->extended ? SHN_XINDEX : w->nr - 1;
	size_t start = byte_buf_bytes(b, ELFMAG, SELFMAG);

	byte_buf_u8(b, w->is_64 ? ELFCLASS64 : ELFCLASS32);
	byte_buf_u8(b, w->big_endian ? ELFDATA2MSB : ELFDATA2LSB);
	byte_buf_u8(b, EV_CURRENT);
	byte_buf_fill(b, 0, start + EI_NIDENT - b->len);
	byte_buf_u16(b, w->type);
	byte_buf_u16(b, w->machine);
	byte_buf_u32(b, EV_CURRENT);
	put_word(w, b, 0);			/* e_entry */
	put_word(w, b, 0);			/* e_phoff */
	put_word(w, b, stated(w->stated_shoff, shoff));
	byte_buf_u32(b, 0);			/* e_flags */
	byte_buf_u16(b, w->is_64 ? 64 : 52);	/* e_ehsize */
	byte_buf_u16(b, 0);			/* e_phentsize */
	byte_buf_u16(b, 0);			/* e_phnum */
	byte_buf_u16(b, (uint16_t)stated(w->stated_shentsize,
					 w->is_64 ? 64 : 40));
	byte_buf_u16(b, (uint16_t)stated(w->stated_shnum, shnum));
	byte_buf_u16(b, (uint16_t)stated(w->stated_shstrndx, shstrndx));
}

static void put_section_header(const struct elf_writer *w, struct byte_buf *b,
			       const struct elf_writer_section *s,
			       uint64_t name_off, uint64_t off)
{
	byte_buf_u32(b, (uint32_t)stated(s->stated_name, name_off));
	byte_buf_u32(b, s->type);
	put_word(w, b, s->flags);
	put_word(w, b, s->addr);
	put_word(w, b, stated(s->stated_off, off));
	put_word(w, b, stated(s->stated_size, s->len));
	byte_buf_u32(b, s->link);
	byte_buf_u32(b, s->info);
	put_word(w, b, s->align);
	put_word(w, b, s->entry_size);
}

/* All names into a section of their own; @name_offs[i] is where the i-th is. */
static void add_names(struct elf_writer *w, uint64_t *name_offs)
{
	struct byte_buf names;
	size_t own;

	byte_buf_init(&names, w->big_endian);
	for (size_t i = 0; i < w->nr; i++)
		name_offs[i] = byte_buf_string(&names, w->sections[i].name);
	name_offs[w->nr] = byte_buf_string(&names, ".shstrtab");
	own = elf_writer_add_section(w, ".shstrtab", SHT_STRTAB, 0, names.data,
				     names.len);
	if (w->extended) {
		w->sections[0].stated_size = w->nr;
		w->sections[0].link = (uint32_t)own;
	}
	byte_buf_free(&names);
}

static void free_sections(struct elf_writer *w)
{
	for (size_t i = 0; i < w->nr; i++) {
		free(w->sections[i].name);
		free(w->sections[i].data);
	}
	free(w->sections);
	w->sections = NULL;
	w->nr = w->cap = 0;
}

void elf_writer_image(struct elf_writer *w, struct byte_buf *image)
{
	uint64_t *name_offs = calloc(w->nr + 1, sizeof(*name_offs));
	uint64_t *offs = calloc(w->nr + 1, sizeof(*offs));
	struct byte_buf body;
	size_t head_size = w->is_64 ? 64 : 52;

	if (!name_offs || !offs)
		abort();
	add_names(w, name_offs);
	/* Section 0 has no bytes, and offset 0. */
	byte_buf_init(&body, w->big_endian);
	for (size_t i = 1; i < w->nr; i++) {
		byte_buf_align(&body, 8);
		offs[i] = head_size + body.len;
		byte_buf_bytes(&body, w->sections[i].data, w->sections[i].len);
	}
	byte_buf_align(&body, 8);

	byte_buf_init(image, w->big_endian);
	put_elf_header(w, image, head_size + body.len);
	byte_buf_bytes(image, body.data, body.len);
	for (size_t i = 0; i < w->nr; i++)
		put_section_header(w, image, &w->sections[i], name_offs[i],
				   offs[i]);
	byte_buf_free(&body);
	free(name_offs);
	free(offs);
	free_sections(w);
}

char *elf_writer_finish(struct elf_writer *w)
{
	struct byte_buf image;
	char *path;

	elf_writer_image(w, &image);
	path = test_file_write(image.data, image.len);
	byte_buf_free(&image);
	return path;
}

char *test_file_write(const void *data, size_t len)
{
	const char *dir = getenv("TMPDIR");
	char *path;
	FILE *f;
	int fd;

	if (asprintf(&path, "%s/layoutdiff-test-XXXXXX", dir ? dir : "/tmp") <
	    0)
		abort();
	fd = mkstemp(path);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f || (len && fwrite(data, len, 1, f) != 1) || fclose(f) == EOF) {
		perror(path);
		abort();
	}
	return path;
}

void test_file_remove(char *path)
{
	unlink(path);
	free(path);
}
