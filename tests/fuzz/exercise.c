// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every question that the library answers, asked of a file that may be damaged
 * in any way. An answer may be an error, which names the file and says what is
 * wrong in a line; else it keeps what the headers promise.
 */
#include <config.h>

#include <string.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

void check_error(const struct lay_error *err, int rc, const char *path)
{
	/* of a file that the one at @path leads to, its path */
	bool named = !path || !strncmp(err->text, path, strlen(path)) ||
		     err->text[0] == '/';

	if (rc == -(int)err->code && err->text[0] && named &&
	    !strchr(err->text, '\n'))
		return;
	fprintf(stderr, "returned %d with code %d: '%s'\n", rc, (int)err->code,
		err->text);
	abort();
}

void touch(const void *data, size_t len)
{
	const volatile uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		(void)p[i];
}

void touch_string(const char *s)
{
	if (s)
		touch(s, strlen(s));
}

void exercise_elf(const char *path)
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

		touch_string(s->name);
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
	touch_string(elf_build_id(file));
	elf_close(file);
}

void fuzz_exercise(const char *path, const struct fuzz_intact *intact,
		   struct fuzz_rng *rng)
{
	exercise_elf(path);
	exercise_scopes(path);
	exercise_build(path, intact, rng);
}
