// SPDX-License-Identifier: GPL-2.0-only
/* Opening, mapping and closing the file itself. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stdin.h"
#include "elf/elf-file.h"
#include "base/poison.h"

static const char *kind_of_file(mode_t mode)
{
	if (S_ISFIFO(mode))
		return "a pipe";
	if (S_ISSOCK(mode))
		return "a socket";
	if (S_ISCHR(mode) || S_ISBLK(mode))
		return "a device";
	return "not a regular file";
}

static int check_kind(const struct elf_file *file, const struct stat *st,
		      struct lay_error *err)
{
	if (S_ISDIR(st->st_mode))
		return lay_error_set(err, LAY_E_IO,
				     "%s: is a directory; name the vmlinux, module or object file in it",
				     file->path);
	if (!S_ISREG(st->st_mode))
		return lay_error_set(err, LAY_E_IO,
				     "%s: is %s, which cannot be mapped; copy it to a file first",
				     file->path, kind_of_file(st->st_mode));
	if (!st->st_size)
		return lay_error_set(err, LAY_E_FORMAT, "%s: is empty",
				     file->path);
	return 0;
}

/*
 * Map the file in front of at least one byte of zero. The anonymous mapping
 * comes first and gives the room; the file goes over its start.
 */
static int map_file(struct elf_file *file, uint64_t size, struct lay_error *err)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	void *map;

	if (size > SIZE_MAX / 2 - page)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%s: %llu bytes are more than can be mapped",
				     file->path, (unsigned long long)size);
	file->map_size = (size_t)((size + page) & ~(page - 1));
	map = mmap(NULL, file->map_size, PROT_READ,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map == MAP_FAILED)
		goto failed;
	file->map = map;
	file->size = file->disk_size = (size_t)size;
	if (mmap(map, file->size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file->fd,
		 0) == MAP_FAILED)
		goto failed;
	file->guard = guard_add(map, file->map_size);
	if (!file->guard)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%s: too many files are open", file->path);
	return 0;
failed:
	return lay_error_set(err, LAY_E_IO, "%s: cannot map: %s", file->path,
			     strerror(errno));
}

/* Returns a descriptor, or -code. */
static int open_path(const char *path, struct lay_error *err)
{
	int fd;

	if (path_is_stdin(path))
		return stdin_open(err);
	/* Without O_NONBLOCK a pipe that nobody writes to would not open. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd >= 0)
		return fd;
	if (errno == ENXIO)
		return lay_error_set(err, LAY_E_IO,
				     "%s: is no regular file, and cannot be opened",
				     path);
	return lay_error_set(err, errno == ENOENT ? LAY_E_NOT_FOUND : LAY_E_IO,
			     "%s: cannot open: %s", path, strerror(errno));
}

static int open_and_map(struct elf_file *file, struct lay_error *err)
{
	struct stat st;
	int rc;

	rc = open_path(file->path, err);
	if (rc < 0)
		return rc;
	file->fd = rc;
	if (fstat(file->fd, &st) < 0)
		return lay_error_set(err, LAY_E_IO, "%s: cannot stat: %s",
				     file->path, strerror(errno));
	rc = check_kind(file, &st, err);
	if (rc < 0)
		return rc;
	file->mtime = st.st_mtim;
	return map_file(file, (uint64_t)st.st_size, err);
}

int elf_file_map(const char *path, struct elf_file **ret_file,
		 struct lay_error *err)
{
	struct elf_file *file = calloc(1, sizeof(*file));
	int rc;

	if (!file)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     path);
	file->fd = -1;
	file->path = strdup(path);
	if (file->path)
		rc = open_and_map(file, err);
	else
		rc = lay_error_set(err, LAY_E_NOMEM, "%s: out of memory", path);
	if (rc < 0) {
		elf_close(file);
		return rc;
	}
	*ret_file = file;
	return 0;
}

void elf_file_replace(struct elf_file *file, uint8_t *bytes, size_t size,
		      size_t map_size)
{
	guard_remove(file->guard);
	file->guard = NULL;
	munmap((void *)file->map, file->map_size);
	file->map = bytes;
	file->size = size;
	file->map_size = map_size;
}

int elf_open(const char *path, struct elf_file **ret_file,
	     struct lay_error *err)
{
	struct elf_file *file;
	int rc = elf_file_map(path, &file, err);

	if (rc < 0)
		return rc;
	rc = elf_file_unpack(file, err);
	if (rc == 0)
		rc = elf_file_read_headers(file, err);
	if (rc < 0) {
		elf_close(file);
		return rc;
	}
	*ret_file = file;
	return 0;
}

void elf_close(struct elf_file *file)
{
	if (!file)
		return;
	for (size_t i = 0; i < file->nr_scn; i++)
		elf_file_drop_own(&file->scn[i]);
	free(file->scn);
	free(file->symbol_values);
	free(file->symbol_sections);
	guard_remove(file->guard);
	if (file->map)
		munmap((void *)file->map, file->map_size);
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
	free(file);
}

/*
 * The file that was opened is asked, not the one that has its name now: one
 * that was replaced is still whole under the mapping.
 */
int elf_intact(struct elf_file *file, struct lay_error *err)
{
	struct stat st;

	if (guard_was_hit(file->guard))
		return lay_error_set(err, LAY_E_CHANGED,
				     "%s: shrank, or could not be read, while it was in use",
				     file->path);
	if (file->fd < 0) {
		if (stat(file->path, &st) < 0 || st.st_dev != file->dev ||
		    st.st_ino != file->ino)
			return 0;
	} else if (fstat(file->fd, &st) < 0) {
		return lay_error_set(err, LAY_E_IO, "%s: cannot stat: %s",
				     file->path, strerror(errno));
	}
	if ((uint64_t)st.st_size != file->disk_size ||
	    st.st_mtim.tv_sec != file->mtime.tv_sec ||
	    st.st_mtim.tv_nsec != file->mtime.tv_nsec)
		return lay_error_set(err, LAY_E_CHANGED,
				     "%s: changed while it was in use",
				     file->path);
	return 0;
}

const char *elf_path(const struct elf_file *file)
{
	return file->path;
}

uint16_t elf_machine(const struct elf_file *file)
{
	return file->machine;
}

uint16_t elf_type(const struct elf_file *file)
{
	return file->type;
}

bool elf_is_64(const struct elf_file *file)
{
	return file->is_64;
}

bool elf_is_big_endian(const struct elf_file *file)
{
	return file->big_endian;
}
