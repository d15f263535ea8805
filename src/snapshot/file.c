// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/codec.h"
#include "snapshot/file.h"
#include "base/poison.h"

/* Enough of a packed file for its first block: zstd's are 128 KB at most. */
#define HEAD_SIZE ((size_t)132 << 10)

static const enum codec codecs[] = { CODEC_ZSTD, CODEC_GZIP };
#define NR_CODECS (sizeof(codecs) / sizeof(codecs[0]))

static int open_file(const char *path, struct stat *st)
{
	/* a FIFO that nobody writes to is not waited for */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd >= 0 && (fstat(fd, st) < 0 || !S_ISREG(st->st_mode))) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

/* Read up to @max bytes; how many there were, or -1. */
static ssize_t read_up_to(int fd, char *buf, size_t max)
{
	size_t len = 0;
	ssize_t n;

	while (len < max) {
		n = read(fd, buf + len, max - len);
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

static bool begins_as_json(const char *text, size_t len)
{
	size_t i = 0;

	while (i < len && strchr(" \t\r\n", text[i]) && text[i])
		i++;
	return i < len && text[i] == '{';
}

static bool head_is_json(const char *head, size_t len)
{
	char start[64];

	for (size_t i = 0; i < NR_CODECS; i++)
		if (codec_has_magic(codecs[i], head, len))
			return begins_as_json(start,
					      codec_peek(codecs[i], head, len,
							 start,
							 sizeof(start)));
	return begins_as_json(head, len);
}

bool snapshot_file_is(const char *path)
{
	struct stat st;
	int fd = open_file(path, &st);
	char *head = fd < 0 ? NULL : malloc(HEAD_SIZE);
	ssize_t len = head ? read_up_to(fd, head, HEAD_SIZE) : -1;
	bool is = len > 0 && head_is_json(head, (size_t)len);

	free(head);
	if (fd >= 0)
		close(fd);
	return is;
}

static int read_file(const char *path, char **data, size_t *len,
		     struct lay_error *err)
{
	struct stat st;
	int fd = open_file(path, &st);
	ssize_t n = -1;

	*data = NULL;
	if (fd >= 0 && (uint64_t)st.st_size > SNAPSHOT_MAX) {
		close(fd);
		return lay_error_set(err, LAY_E_LIMIT,
				     "is larger than snapshots get, %zu bytes",
				     SNAPSHOT_MAX);
	}
	if (fd >= 0)
		*data = malloc((size_t)st.st_size + 1);
	if (*data)
		n = read_up_to(fd, *data, (size_t)st.st_size);
	if (n < 0)
		lay_error_set(err, LAY_E_IO, "%s", strerror(errno));
	if (fd >= 0)
		close(fd);
	if (n < 0) {
		free(*data);
		return -LAY_E_IO;
	}
	*len = (size_t)n;
	return 0;
}

int snapshot_file_read(const char *path, char **text, size_t *len,
		       struct lay_error *err)
{
	char *data;
	void *out;
	int ret = read_file(path, &data, len, err);

	if (ret < 0)
		return ret;
	for (size_t i = 0; i < NR_CODECS; i++) {
		if (!codec_has_magic(codecs[i], data, *len))
			continue;
		ret = codec_unpack_all(codecs[i], data, *len, SNAPSHOT_MAX,
				       &out, len, err);
		free(data);
		*text = out;
		return ret;
	}
	*text = data;
	return 0;
}
