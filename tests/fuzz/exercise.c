// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/build.h>

#include "elf/elf.h"
#include "fuzz/fuzz.h"
#include "base/poison.h"

/* What failed says so: a code, and a text that can be shown in a line. */
static void check_error(const struct lay_error *err, int rc, const char *path)
{
	if (rc != -(int)err->code || !err->text[0] ||
	    strchr(err->text, '\n') || strncmp(err->text, path, strlen(path))) {
		fprintf(stderr, "returned %d with code %d: '%s'\n", rc,
			(int)err->code, err->text);
		abort();
	}
}

/* Every byte that was given out can be read. */
static uint64_t touch(const void *data, size_t len)
{
	const uint8_t *p = data;
	uint64_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += p[i];
	return sum;
}

static void exercise_elf(const char *path)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file;
	uint64_t value, size;
	char buf[64];
	int rc;

	rc = elf_open(path, &file, &err);
	if (rc < 0) {
		check_error(&err, rc, path);
		return;
	}
	for (size_t i = 0; i < elf_nr_sections(file); i++) {
		const struct elf_section *s = elf_section_at(file, i);
		struct elf_data data;

		touch(s->name, strlen(s->name));
		rc = elf_section_data(file, s, &data, &err);
		if (rc < 0)
			check_error(&err, rc, path);
		else
			touch(data.data, data.size);
		if (!(i % 4))
			elf_read_addr(file, s->addr + i, buf, sizeof(buf));
	}
	rc = elf_check_names(file, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	rc = elf_find_symbol(file, "linux_banner", &value, &size, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	if (elf_build_id(file))
		touch(elf_build_id(file), strlen(elf_build_id(file)));
	rc = elf_intact(file, &err);
	if (rc < 0)
		check_error(&err, rc, path);
	elf_close(file);
}

struct fuzz_intact *fuzz_intact_open(const char *path)
{
	(void)path;
	return NULL;
}

void fuzz_intact_close(struct fuzz_intact *intact)
{
	(void)intact;
}

void fuzz_exercise(const char *path, const struct fuzz_intact *intact,
		   struct fuzz_rng *rng)
{
	(void)intact;
	(void)rng;
	exercise_elf(path);
}
