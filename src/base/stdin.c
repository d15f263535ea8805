// SPDX-License-Identifier: GPL-2.0-only
/*
 * The file on standard input. What is read more than once, or mapped, must be a
 * file, so a pipe is copied to one that has no name, and that becomes standard
 * input: who asks next finds a file.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stdin.h"
#include "base/poison.h"

static int new_file(struct lay_error *err)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd;

	if (!dir || !*dir)
		dir = "/tmp";
	if ((size_t)snprintf(path, sizeof(path), "%s/layoutdiff-XXXXXX", dir) >=
	    sizeof(path))
		return lay_error_set(err, LAY_E_IO,
				     "standard input: TMPDIR is too long");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return lay_error_set(err, LAY_E_IO,
				     "standard input: cannot make a file in %s: %s",
				     dir, strerror(errno));
	unlink(path);
	return fd;
}

static int write_at(int fd, const uint8_t *p, size_t len, off_t at)
{
	while (len) {
		ssize_t n = pwrite(fd, p, len, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		p += n;
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

static int copy(int from, int to)
{
	const size_t size = 1 << 20;
	uint8_t *buf = malloc(size);
	off_t at = 0;
	ssize_t n;

	if (!buf)
		return -1;
	for (;;) {
		n = read(from, buf, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		if (write_at(to, buf, (size_t)n, at) < 0) {
			n = -1;
			break;
		}
		at += n;
	}
	free(buf);
	return n < 0 ? -1 : 0;
}

/* Descriptor @fd, given up, as standard input; and a copy of it. */
static int put_in_place(int fd, struct lay_error *err)
{
	int ret = dup2(fd, STDIN_FILENO);

	if (ret >= 0)
		return fd;
	ret = lay_error_set(err, LAY_E_IO, "standard input: cannot replace: %s",
			    strerror(errno));
	close(fd);
	return ret;
}

int stdin_open(struct lay_error *err)
{
	struct stat st;
	int fd, ret;

	if (fstat(STDIN_FILENO, &st) < 0)
		return lay_error_set(err, LAY_E_IO,
				     "standard input: cannot stat: %s",
				     strerror(errno));
	if (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)) {
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
		return fd >= 0 ? fd :
		       lay_error_set(err, LAY_E_IO,
				     "standard input: cannot open: %s",
				     strerror(errno));
	}
	fd = new_file(err);
	if (fd < 0)
		return fd;
	if (copy(STDIN_FILENO, fd) < 0) {
		ret = lay_error_set(err, LAY_E_IO,
				    "standard input: cannot copy: %s",
				    strerror(errno));
		close(fd);
		return ret;
	}
	return put_in_place(fd, err);
}
