// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "fuzz/fuzz.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

/* Most damage goes to what is parsed most. Sections of code are left out. */
static const struct {
	const char *prefix;
	unsigned int weight;
} weights[] = {
	{ ".debug_info", 45 },
	{ ".debug_types", 30 },
	{ ".debug_abbrev", 25 },
	{ ".debug_line", 6 },
	{ ".debug_loc", 20 },
	{ ".debug_ranges", 4 },
	{ ".debug_rnglists", 4 },
	{ ".debug_str", 6 },
	{ ".debug_sup", 8 },
	{ ".debug_cu_index", 25 },
	{ ".debug_tu_index", 25 },
	{ ".debug_", 1 },
	{ ".zdebug_", 20 },
	{ ".BTF", 45 },
	{ ".gnu_debug", 8 },
	{ ".symtab", 2 },
	{ ".strtab", 1 },
	{ ".note", 2 },
	{ ".rodata", 1 },
	{ ".modinfo", 1 },
};

static unsigned int weight_of(const char *name)
{
	for (size_t i = 0; i < sizeof(weights) / sizeof(weights[0]); i++)
		if (!strncmp(name, weights[i].prefix,
			     strlen(weights[i].prefix)))
			return weights[i].weight;
	return 0;
}

static void add_section(struct fuzz_object *object, struct elf_file *file,
			const struct elf_section *head)
{
	struct fuzz_section s = {
		.name = strdup(head->name),
		.head = *head,
		.weight = weight_of(head->name),
	};
	struct elf_data data;

	if (!s.name)
		abort();
	/* A section that is not damaged is kept without its bytes: as itself
	 * in number and name, so that links stay right. */
	if (s.weight && head->type != SHT_NOBITS &&
	    elf_section_data(file, head, &data, NULL) >= 0 && data.size) {
		s.len = data.size;
		s.data = malloc(data.size);
		if (!s.data)
			abort();
		memcpy(s.data, data.data, data.size);
	}
	if (!s.len)
		s.weight = 0;
	if (VEC_RESERVE(object->sections, object->nr, object->cap, 1) < 0)
		abort();
	object->sections[object->nr++] = s;
	object->weight += s.weight;
}

static void read_original(struct fuzz_object *object)
{
	FILE *f = fopen(object->path, "r");
	uint8_t buf[4096];
	size_t n;

	byte_buf_init(&object->original, object->big_endian);
	while (f && (n = fread(buf, 1, sizeof(buf), f)) > 0)
		byte_buf_bytes(&object->original, buf, n);
	if (!f || fclose(f) == EOF || !object->original.len)
		abort();
}

int fuzz_object_read(struct fuzz_object *object, const char *path)
{
	struct lay_error err;
	struct elf_file *file;

	*object = (struct fuzz_object){ .path = strdup(path) };
	if (!object->path)
		abort();
	/* an archive, of which nothing is known here */
	if (elf_is_archive(path)) {
		object->raw = true;
		read_original(object);
		return 0;
	}
	if (elf_open(path, &file, &err) < 0) {
		fprintf(stderr, "%s\n", err.text);
		free(object->path);
		return -1;
	}
	/* relocations are applied to sections when they are read, and so is
	 * the unpacking */
	object->raw = elf_type(file) == ET_REL || elf_is_packed(path);
	object->is_64 = elf_is_64(file);
	object->big_endian = elf_is_big_endian(file);
	object->machine = elf_machine(file);
	object->type = elf_type(file);
	for (size_t i = 1; i < elf_nr_sections(file); i++)
		if (strcmp(elf_section_at(file, i)->name, ".shstrtab"))
			add_section(object, file, elf_section_at(file, i));
	elf_close(file);
	read_original(object);
	return 0;
}

void fuzz_object_free(struct fuzz_object *object)
{
	for (size_t i = 0; i < object->nr; i++) {
		free(object->sections[i].name);
		free(object->sections[i].data);
	}
	free(object->sections);
	byte_buf_free(&object->original);
	free(object->path);
}
