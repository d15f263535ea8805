// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files that are packed as a whole: modules as distributions install them,
 * vmlinux as it is kept. They are unpacked into anonymous memory, which takes
 * the place of the mapping of the file and goes when the file is closed.
 *
 * What a few MB of input can be made to unpack to has no bound of its own, so
 * it gets one: no file of code and debug information packs to less than a
 * hundredth. And what does not begin as ELF files do is not unpacked further.
 */
#include <config.h>

#include <ar.h>
#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/codec.h"
#include "base/file.h"
#include "elf/elf-file.h"
#include "base/poison.h"

#define MAX_RATIO	100
#define ALWAYS_FREE	((uint64_t)64 << 20)	/* whatever the ratio */
#define MAX_SIZE	((uint64_t)4 << 30)
#define MAGIC_SIZE	6

/* Memory that grows; zero behind what was written. */
struct room {
	uint8_t *bytes;
	size_t size, cap;
	uint64_t max;
};

/* By the first bytes; -1: not packed. */
static int codec_of(const uint8_t *p, size_t size)
{
	static const enum codec codecs[] = {
		CODEC_XZ, CODEC_ZSTD, CODEC_GZIP,
	};

	for (size_t i = 0; i < sizeof(codecs) / sizeof(codecs[0]); i++)
		if (codec_has_magic(codecs[i], p, size))
			return codecs[i];
	return -1;
}

bool elf_is_packed(const char *path)
{
	uint8_t head[MAGIC_SIZE];
	ssize_t n = file_peek(path, head, sizeof(head));

	return n > 0 && codec_of(head, (size_t)n) >= 0;
}

static uint64_t max_size(size_t packed)
{
	uint64_t max;

	if (__builtin_mul_overflow((uint64_t)packed, MAX_RATIO, &max) ||
	    max > MAX_SIZE)
		return MAX_SIZE;
	return max < ALWAYS_FREE ? ALWAYS_FREE : max;
}

/* Pages for at least one byte more than is there now. */
static int grow(struct room *room, size_t first, struct lay_error *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t cap = room->cap ? room->cap * 2 : (first + page) & ~(page - 1);
	size_t max = (room->max + page) & ~(page - 1);
	void *p;

	if (room->size >= room->max || room->cap >= max)
		return lay_error_set(err, LAY_E_LIMIT,
				     "unpacks to more than %llu bytes, which no vmlinux or module of its size does",
				     (unsigned long long)room->max);
	if (cap > max)
		cap = max;
	if (room->cap)
		p = mremap(room->bytes, room->cap, cap, MREMAP_MAYMOVE);
	else
		p = mmap(NULL, cap, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for %zu bytes", cap);
	room->bytes = p;
	room->cap = cap;
	return 0;
}

/* All frames, which pzstd(1) and others write several of. One byte of the room
 * is always kept free. */
static int run(struct codec_stream *stream, enum codec codec,
	       const uint8_t *in, size_t in_len, struct room *room,
	       struct lay_error *err)
{
	size_t used, made, size = in_len;
	bool more = true;
	int rc = 0;

	while (rc == 0 && more) {
		if (room->cap - room->size < 2)
			rc = grow(room, in_len * 4, err);
		if (rc < 0)
			return rc;
		rc = codec_stream_run(stream, in, in_len, &used,
				      room->bytes + room->size,
				      room->cap - room->size - 1, &made, err);
		if (rc < 0)
			return rc;
		if (room->size < SELFMAG && room->size + made >= SELFMAG &&
		    memcmp(room->bytes, ELFMAG, SELFMAG))
			return lay_error_set(err, LAY_E_FORMAT,
					     "what is packed in it is %s",
					     memcmp(room->bytes, ARMAG, SELFMAG) ?
					     "not an ELF file" :
					     "an archive: unpack it first");
		in += used;
		in_len -= used;
		room->size += made;
		if (rc == 0 && !used && !made)
			return lay_error_set(err, LAY_E_FORMAT,
					     "the packed data ends early, after %zu bytes: is it truncated?",
					     room->size);
		if (rc == 1) {
			rc = codec_goes_on(codec, in, in_len, size - in_len,
					   err);
			more = rc == 1;
			rc = rc < 0 ? rc : 0;
		}
	}
	return rc;
}

int elf_file_unpack(struct elf_file *file, struct lay_error *err)
{
	struct room room = { .max = max_size(file->size) };
	struct codec_stream *stream;
	int codec = codec_of(file->map, file->size);
	int rc;

	if (codec < 0)
		return 0;
	rc = codec_stream_open((enum codec)codec, &stream, err);
	if (rc == 0) {
		rc = run(stream, (enum codec)codec, file->map, file->size, &room, err);
		codec_stream_close(stream);
	}
	if (rc == 0)
		rc = elf_intact(file, err);
	if (rc == 0) {
		elf_file_replace(file, room.bytes, room.size, room.cap);
		return 0;
	}
	if (room.bytes)
		munmap(room.bytes, room.cap);
	if (rc != -LAY_E_CHANGED)
		lay_error_prefix(err, "%s: ", file->path);
	return rc;
}
