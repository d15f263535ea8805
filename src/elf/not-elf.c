// SPDX-License-Identifier: GPL-2.0-only
/* What was given instead of an ELF file. */
#include <config.h>

#include <string.h>

#include "elf/elf-file.h"
#include "base/poison.h"

/* Bytes at a place by which a format is known. */
struct magic {
	size_t off;
	size_t len;
	const char *bytes;
	const char *what;
};

/* The first that fits counts: x86's bzImage starts with "MZ" too. */
static const struct magic magics[] = {
	{ 0x202, 4, "HdrS",
	  "a compressed kernel image (bzImage); name the vmlinux of that build, or its debug package's" },
	{ 0, 2, "MZ",
	  "a bootable kernel image; name the vmlinux of that build, or its debug package's" },
	{ 0, 3, "BZh", "compressed by bzip2; unpack it first (bunzip2)" },
	{ 0, 8, "!<arch>\n",
	  "an archive in an archive, or a .deb; unpack it and name a file of it" },
	{ 0, 4, "\xed\xab\xee\xdb",
	  "an RPM package; unpack it and name a file of it" },
	{ 0, 4, "BC\xc0\xde",
	  "LLVM bitcode (built with -flto); name the linked vmlinux" },
	{ 0, 2, "\x9f\xeb", "raw BTF, not an ELF file" },
	{ 0, 2, "\xeb\x9f", "raw BTF, not an ELF file" },
	{ 0, 8, "PERFILE2", "a perf.data file, not a build" },
};

int elf_file_not_elf(const struct elf_file *file, struct lay_error *err)
{
	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++) {
		const struct magic *m = &magics[i];
		const uint8_t *p = elf_file_bytes(file, m->off, m->len);

		if (p && !memcmp(p, m->bytes, m->len))
			return lay_error_set(err, LAY_E_FORMAT, "%s: is %s",
					     file->path, m->what);
	}
	return lay_error_set(err, LAY_E_FORMAT, "%s: is not an ELF file",
			     file->path);
}
