// SPDX-License-Identifier: GPL-2.0-only
/*
 * Archives of object files, as ar(1) makes them: members behind headers of
 * text. Names that are longer than their field stand in a member of their own
 * (GNU) or in front of the member's bytes (BSD). A thin archive has the headers
 * alone, and paths for names.
 */
#include <config.h>

#include <ar.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "elf/elf-file.h"
#include "base/poison.h"

#define THIN_MAGIC "!<thin>\n"

struct archive {
	const struct elf_file *file;
	bool thin;
	uint64_t at;		/* the header at hand */
	uint64_t off, size;	/* the bytes behind it */
	char *name;		/* of the member, as it is written there */
	const char *names;	/* long names, NULL: none yet */
	uint64_t names_size;
	struct elf_member *members;
	size_t nr, cap;
};

bool elf_is_archive(const char *path)
{
	char head[SARMAG];

	return file_peek(path, head, sizeof(head)) == sizeof(head) &&
	       (!memcmp(head, ARMAG, SARMAG) ||
		!memcmp(head, THIN_MAGIC, SARMAG));
}

static int damaged(const struct archive *a, const char *what,
		   struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT,
			     "%s: archive header at 0x%llx: %s", a->file->path,
			     (unsigned long long)a->at, what);
}

/* A decimal number in a field filled up with blanks. */
static bool read_number(const char *field, size_t len, uint64_t *number)
{
	size_t i = 0;

	*number = 0;
	for (; i < len && field[i] >= '0' && field[i] <= '9'; i++)
		*number = *number * 10 + (uint64_t)(field[i] - '0');
	if (i == 0)
		return false;
	while (i < len && field[i] == ' ')
		i++;
	return i == len;
}

/* The name at @off of the long ones, which ends in "/\n". */
static int long_name(struct archive *a, uint64_t off, struct lay_error *err)
{
	const char *end;

	if (!a->names || off >= a->names_size)
		return damaged(a, "its name lies outside of the long names",
			       err);
	end = memchr(a->names + off, '\n', (size_t)(a->names_size - off));
	if (!end || end == a->names + off || end[-1] != '/')
		return damaged(a, "its long name has no end", err);
	a->name = strndup(a->names + off, (size_t)(end - 1 - (a->names + off)));
	return 0;
}

/* BSD: the name is the first @len bytes of the member. */
static int name_in_front(struct archive *a, uint64_t len,
			 struct lay_error *err)
{
	if (a->thin || len > a->size)
		return damaged(a, "its name is longer than the member", err);
	a->name = strndup((const char *)a->file->map + a->off, (size_t)len);
	a->off += len;
	a->size -= len;
	return 0;
}

/* 1: a member of its own, its name in a->name; 0: of the archive. */
static int read_name(struct archive *a, const struct ar_hdr *h,
		     struct lay_error *err)
{
	uint64_t number;
	size_t len = sizeof(h->ar_name);
	int rc;

	if (!memcmp(h->ar_name, "//", 2)) {
		a->names = (const char *)a->file->map + a->off;
		a->names_size = a->size;
		return 0;
	}
	if (!memcmp(h->ar_name, "/ ", 2) || !memcmp(h->ar_name, "/SYM64/", 7) ||
	    !memcmp(h->ar_name, "__.SYMDEF", 9))
		return 0;
	/* binutils can leave a slash at the end of the field */
	if (h->ar_name[0] == '/' &&
	    read_number(h->ar_name + 1,
			len - 1 - (h->ar_name[len - 1] == '/'), &number)) {
		rc = long_name(a, number, err);
	} else if (!memcmp(h->ar_name, "#1/", 3) &&
		   read_number(h->ar_name + 3, len - 3, &number)) {
		rc = name_in_front(a, number, err);
	} else {
		while (len && h->ar_name[len - 1] == ' ')
			len--;
		/* where it ends; one inside is of a path (ar P) */
		len -= len && h->ar_name[len - 1] == '/';
		a->name = strndup(h->ar_name, len);
		rc = 0;
	}
	if (rc == 0 && !a->name)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     a->file->path);
	return rc < 0 ? rc : strncmp(a->name, "__.SYMDEF", 9) != 0;
}

/* In a thin archive: a path from the folder of the archive. */
static int place_name(struct archive *a, struct lay_error *err)
{
	const char *slash = strrchr(a->file->path, '/');
	char *path;

	if (!slash || a->name[0] == '/')
		return 0;
	if (asprintf(&path, "%.*s/%s", (int)(slash - a->file->path),
		     a->file->path, a->name) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     a->file->path);
	free(a->name);
	a->name = path;
	return 0;
}

static int add_member(struct archive *a, struct lay_error *err)
{
	int rc = a->thin ? place_name(a, err) : 0;

	if (rc < 0)
		return rc;
	if (VEC_RESERVE(a->members, a->nr, a->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     a->file->path);
	a->members[a->nr++] = (struct elf_member){
		.name = a->name,
		.off = a->thin ? 0 : a->off,
		.size = a->thin ? 0 : a->size,
	};
	a->name = NULL;
	return 0;
}

/* The header at a->at, and where the next one is. */
static int read_member(struct archive *a, uint64_t *next,
		       struct lay_error *err)
{
	struct ar_hdr h;
	bool own, has_bytes;
	int rc;

	if (!elf_file_bytes(a->file, a->at, sizeof(h)))
		return damaged(a, "cut off", err);
	memcpy(&h, a->file->map + a->at, sizeof(h));
	if (memcmp(h.ar_fmag, ARFMAG, 2) ||
	    !read_number(h.ar_size, sizeof(h.ar_size), &a->size))
		return damaged(a, "is none", err);
	a->off = a->at + sizeof(h);
	own = h.ar_name[0] != '/' || (h.ar_name[1] >= '0' &&
				      h.ar_name[1] <= '9');
	has_bytes = !a->thin || !own;
	if (has_bytes && !elf_file_bytes(a->file, a->off, a->size))
		return damaged(a, "the member ends past the end of the file",
			       err);
	*next = a->off + (has_bytes ? a->size + (a->size & 1) : 0);
	rc = read_name(a, &h, err);
	return rc > 0 ? add_member(a, err) : rc;
}

int elf_archive_list(const char *path, struct elf_member **members, size_t *nr,
		     bool *thin, struct lay_error *err)
{
	struct archive a = { .at = SARMAG };
	struct elf_file *file;
	int rc = elf_file_map(path, &file, err);

	if (rc < 0)
		return rc;
	a.file = file;
	a.thin = file->size >= SARMAG && !memcmp(file->map, THIN_MAGIC, SARMAG);
	while (rc == 0 && a.at < file->size) {
		rc = read_member(&a, &a.at, err);
		free(a.name);
		a.name = NULL;
	}
	elf_close(file);
	if (rc < 0) {
		elf_members_free(a.members, a.nr);
		return rc;
	}
	*members = a.members;
	*nr = a.nr;
	*thin = a.thin;
	return 0;
}

void elf_members_free(struct elf_member *members, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		free(members[i].name);
	free(members);
}

/* Members begin at any even byte, and no zero stands behind them: a copy has
 * what the mapping of a file has. */
static int take_part(struct elf_file *file, uint64_t off, uint64_t size,
		     struct lay_error *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const uint8_t *from = elf_file_bytes(file, off, size);
	size_t map_size;
	void *p;

	if (!from || !size)
		return lay_error_set(err, LAY_E_FORMAT, "%s: %s", file->path,
				     size ? "past the end of the archive" :
				     "is empty");
	map_size = ((size_t)size + page) & ~(page - 1);
	p = mmap(NULL, map_size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     file->path);
	memcpy(p, from, (size_t)size);
	if (guard_was_hit(file->guard)) {
		munmap(p, map_size);
		return elf_intact(file, err);
	}
	elf_file_replace(file, p, (size_t)size, map_size);
	return 0;
}

int elf_open_member(const char *path, const char *name, uint64_t off,
		    uint64_t size, struct elf_file **ret_file,
		    struct lay_error *err)
{
	struct elf_file *file;
	char *full;
	int rc = elf_file_map(path, &file, err);

	if (rc < 0)
		return rc;
	if (asprintf(&full, "%s(%s)", path, name) < 0) {
		rc = lay_error_set(err, LAY_E_NOMEM, "%s: out of memory", path);
	} else {
		free(file->path);
		file->path = full;
		rc = take_part(file, off, size, err);
	}
	if (rc == 0)
		rc = elf_file_read_headers(file, err);
	if (rc < 0) {
		elf_close(file);
		return rc;
	}
	*ret_file = file;
	return 0;
}
