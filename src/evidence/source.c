// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/codec.h"
#include "evidence/source.h"
#include "base/poison.h"

#define WINDOW_SIZE	((size_t)256 << 10)
/* The largest piece that anybody may ask for: a feature section that lists
 * every event of a large machine is a few megabytes. */
#define MAX_PIECE	((size_t)64 << 20)

struct source {
	int fd;			/* -1: memory */
	bool own_fd;
	bool seekable;
	uint64_t size;		/* if seekable */
	const uint8_t *bytes;	/* memory */
	uint64_t raw_off;	/* of the next byte to read of fd or memory */
	/* the window: @len bytes at @off of what is read (unpacked) */
	uint8_t *window;
	size_t cap, len;
	uint64_t off;
	/* packed input, between fd and window */
	struct codec_stream *stream;
	uint8_t *packed;
	size_t packed_len, packed_used;
	bool packed_end, frame_done;
};

/* Bytes as they are in the file, from where we are. 0 at the end. */
static int read_raw(struct source *src, uint8_t *buf, size_t len, size_t *got,
		    struct lay_error *err)
{
	ssize_t n;

	*got = 0;
	if (src->fd < 0) {
		n = src->size - src->raw_off < len ? src->size - src->raw_off :
						     len;
		if (n)
			memcpy(buf, src->bytes + src->raw_off, n);
	} else {
		do {
			n = read(src->fd, buf, len);
		} while (n < 0 && errno == EINTR);
		if (n < 0)
			return lay_error_set(err, LAY_E_IO, "cannot read: %s",
					     strerror(errno));
	}
	*got = n;
	src->raw_off += n;
	return 0;
}

static int read_packed(struct source *src, uint8_t *buf, size_t len,
		       size_t *got, struct lay_error *err)
{
	size_t used;
	int rc;

	*got = 0;
	for (;;) {
		if (src->packed_used == src->packed_len && !src->packed_end) {
			src->packed_used = 0;
			rc = read_raw(src, src->packed, WINDOW_SIZE,
				      &src->packed_len, err);
			if (rc < 0)
				return rc;
			src->packed_end = !src->packed_len;
		}
		if (src->packed_end && src->frame_done)
			return 0;
		rc = codec_stream_run(src->stream,
				      src->packed + src->packed_used,
				      src->packed_len - src->packed_used, &used,
				      buf, len, got, err);
		if (rc < 0)
			return rc;
		src->packed_used += used;
		src->frame_done = rc;
		if (*got)
			return 0;
		if (!src->frame_done && (src->packed_end || !used))
			return lay_error_set(err, LAY_E_FORMAT,
					     "the zstd frame is cut off");
	}
}

static int read_some(struct source *src, uint8_t *buf, size_t len, size_t *got,
		     struct lay_error *err)
{
	return src->stream ? read_packed(src, buf, len, got, err) :
			     read_raw(src, buf, len, got, err);
}

/* Have at least @want bytes in the window, if there are that many. */
static int fill(struct source *src, size_t want, struct lay_error *err)
{
	size_t got;
	int rc;

	if (want > src->cap) {
		size_t cap = want > WINDOW_SIZE ? want : WINDOW_SIZE;
		uint8_t *p = realloc(src->window, cap);

		if (!p)
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		src->window = p;
		src->cap = cap;
	}
	while (src->len < want) {
		rc = read_some(src, src->window + src->len,
			       src->cap - src->len, &got, err);
		if (rc < 0)
			return rc;
		if (!got)
			break;
		src->len += got;
	}
	return 0;
}

/* Drop what is before @off; jump there where one can. */
static int advance(struct source *src, uint64_t off, struct lay_error *err)
{
	uint64_t skip = off - src->off;

	if (off >= src->off && skip <= src->len) {
		memmove(src->window, src->window + skip, src->len - skip);
		src->len -= skip;
		src->off = off;
		return 0;
	}
	if (src->seekable) {
		if (off > src->size)
			off = src->size;
		if (src->fd >= 0 && lseek(src->fd, off, SEEK_SET) < 0)
			return lay_error_set(err, LAY_E_IO, "cannot seek: %s",
					     strerror(errno));
		src->raw_off = off;
		src->off = off;
		src->len = 0;
		return 0;
	}
	if (off < src->off)
		return lay_error_set(err, LAY_E_IO, "cannot go back in a pipe");
	while (src->off < off) {
		uint64_t left = off - src->off;
		int rc;

		if (!src->len) {
			rc = fill(src, 1, err);
			if (rc < 0 || !src->len)
				return rc;
		}
		if (left > src->len)
			left = src->len;
		memmove(src->window, src->window + left, src->len - left);
		src->len -= left;
		src->off += left;
	}
	return 0;
}

int source_get(struct source *src, uint64_t off, size_t len,
	       const uint8_t **data, size_t *have, struct lay_error *err)
{
	uint64_t skip = off - src->off;
	int rc;

	if (len > MAX_PIECE)
		return lay_error_set(err, LAY_E_LIMIT,
				     "a piece of %zu bytes at 0x%llx is over the limit of %zu",
				     len, (unsigned long long)off, MAX_PIECE);
	/* Most often it is there already. */
	if (off >= src->off && skip <= src->len && len <= src->len - skip) {
		*data = src->window + skip;
		if (have)
			*have = len;
		return 1;
	}
	rc = advance(src, off, err);
	if (rc == 0)
		rc = fill(src, len, err);
	if (rc < 0)
		return rc;
	if (src->off != off)	/* the input ends before */
		src->len = 0;
	*data = src->window;
	if (have)
		*have = src->len < len ? src->len : len;
	return src->off == off && src->len >= len;
}

/* Packed? Then put the unpacking between. */
static int look_for_zstd(struct source *src, struct lay_error *err)
{
	static const uint8_t magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };
	int rc = fill(src, sizeof(magic), err);

	if (rc < 0)
		return rc;
	if (src->len < sizeof(magic) ||
	    memcmp(src->window, magic, sizeof(magic)))
		return 0;
	rc = codec_stream_open(CODEC_ZSTD, &src->stream, err);
	if (rc < 0)
		return rc;
	src->packed = malloc(src->cap > WINDOW_SIZE ? src->cap : WINDOW_SIZE);
	if (!src->packed)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	memcpy(src->packed, src->window, src->len);
	src->packed_len = src->len;
	src->len = 0;
	src->seekable = false;
	return 0;
}

static int begin(struct source *s, struct source **src, struct lay_error *err)
{
	int rc = look_for_zstd(s, err);

	if (rc < 0) {
		source_close(s);
		return rc;
	}
	*src = s;
	return 0;
}

int source_open(const char *path, struct source **src, struct lay_error *err)
{
	bool is_stdin = !strcmp(path, "-");
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct source *s;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0) {
		int saved = errno;

		if (fd >= 0 && !is_stdin)
			close(fd);
		return lay_error_set(err, LAY_E_IO, "cannot open: %s",
				     strerror(saved));
	}
	s = S_ISDIR(st.st_mode) ? NULL : calloc(1, sizeof(*s));
	if (!s) {
		if (!is_stdin)
			close(fd);
		return S_ISDIR(st.st_mode) ?
		       lay_error_set(err, LAY_E_IO, "is a directory") :
		       lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	s->fd = fd;
	s->own_fd = !is_stdin;
	/* Standard input from a file may not stand at its beginning. */
	s->seekable = S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == 0;
	s->size = st.st_size;
	return begin(s, src, err);
}

int source_open_bytes(const void *data, size_t len, struct source **src,
		      struct lay_error *err)
{
	struct source *s = calloc(1, sizeof(*s));

	if (!s)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	s->fd = -1;
	s->bytes = data;
	s->size = len;
	s->seekable = true;
	return begin(s, src, err);
}

void source_close(struct source *src)
{
	if (!src)
		return;
	if (src->own_fd)
		close(src->fd);
	codec_stream_close(src->stream);
	free(src->packed);
	free(src->window);
	free(src);
}

bool source_is_seekable(const struct source *src)
{
	return src->seekable;
}

uint64_t source_size(const struct source *src)
{
	return src->size;
}

/* Write the window and all that follows to @fd; *@size is how much. */
static int copy_all(struct source *src, int fd, uint64_t *size,
		    struct lay_error *err)
{
	int rc;

	*size = 0;
	do {
		for (size_t done = 0; done < src->len;) {
			ssize_t n = write(fd, src->window + done,
					  src->len - done);

			if (n < 0 && errno == EINTR)
				continue;
			if (n < 0)
				return lay_error_set(err, LAY_E_IO,
						     "cannot keep a copy: %s",
						     strerror(errno));
			done += n;
		}
		*size += src->len;
		src->off += src->len;
		src->len = 0;
		rc = fill(src, 1, err);
	} while (rc == 0 && src->len);
	return rc;
}

int source_spool(struct source *src, struct lay_error *err)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	uint64_t size;
	int fd, rc;

	if (src->seekable)
		return 0;
	if (src->off)
		return lay_error_set(err, LAY_E_IO, "cannot go back in a pipe");
	snprintf(path, sizeof(path), "%s/layoutdiff-XXXXXX",
		 dir && *dir ? dir : "/tmp");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return lay_error_set(err, LAY_E_IO,
				     "cannot make a temporary file: %s",
				     strerror(errno));
	unlink(path);
	rc = copy_all(src, fd, &size, err);
	if (rc == 0 && lseek(fd, 0, SEEK_SET) < 0)
		rc = lay_error_set(err, LAY_E_IO, "cannot seek: %s",
				   strerror(errno));
	if (rc < 0) {
		close(fd);
		return rc;
	}
	if (src->own_fd)
		close(src->fd);
	codec_stream_close(src->stream);
	src->stream = NULL;
	src->fd = fd;
	src->own_fd = true;
	src->seekable = true;
	src->size = size;
	src->off = 0;
	src->raw_off = 0;
	return 0;
}
