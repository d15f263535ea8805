// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/stdin.h"
#include "base/poison.h"

static int open_file(const char *path, struct stat *st)
{
	int fd = path_is_stdin(path) ? stdin_open(NULL) :
		 open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int error;

	if (fd < 0)
		return -1;
	if (fstat(fd, st) < 0)
		error = errno;
	else if (S_ISREG(st->st_mode))
		return fd;
	else
		error = S_ISDIR(st->st_mode) ? EISDIR : EINVAL;
	close(fd);
	errno = error;
	return -1;
}

/* Read up to @max bytes; how many there were, or -1. */
static ssize_t read_up_to(int fd, char *buf, size_t max)
{
	size_t len = 0;
	ssize_t n;

	while (len < max) {
		n = pread(fd, buf + len, max - len, (off_t)len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		len += (size_t)n;
	}
	return (ssize_t)len;
}

ssize_t file_peek(const char *path, void *buf, size_t max)
{
	struct stat st;
	int fd = open_file(path, &st);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = read_up_to(fd, buf, max);
	close(fd);
	return n;
}

int file_read(const char *path, size_t max, char **data, size_t *len,
	      struct lay_error *err)
{
	struct stat st;
	int fd = open_file(path, &st);
	char *bytes = NULL;
	ssize_t n = -1;

	if (fd >= 0 && (uint64_t)st.st_size > max) {
		close(fd);
		return lay_error_set(err, LAY_E_LIMIT,
				     "is larger than %zu bytes", max);
	}
	if (fd >= 0)
		bytes = malloc((size_t)st.st_size + 1);
	if (bytes)
		n = read_up_to(fd, bytes, (size_t)st.st_size);
	if (n < 0)
		lay_error_set(err, LAY_E_IO, "%s", strerror(errno));
	if (fd >= 0)
		close(fd);
	if (n < 0) {
		free(bytes);
		return -LAY_E_IO;
	}
	*data = bytes;
	*len = (size_t)n;
	return 0;
}
