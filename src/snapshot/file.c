// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/file.h"
#include "snapshot/file.h"
#include "base/poison.h"

/* Enough of a packed file for its first block: zstd's are 128 KB at most. */
#define HEAD_SIZE ((size_t)132 << 10)

static const enum codec codecs[] = { CODEC_ZSTD, CODEC_GZIP };
#define NR_CODECS (sizeof(codecs) / sizeof(codecs[0]))

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
	char *head = malloc(HEAD_SIZE);
	ssize_t len = head ? file_peek(path, head, HEAD_SIZE) : -1;
	bool is = len > 0 && head_is_json(head, (size_t)len);

	free(head);
	return is;
}

int snapshot_file_read(const char *path, char **text, size_t *len,
		       struct lay_error *err)
{
	char *data;
	void *out;
	int ret = file_read(path, SNAPSHOT_MAX, &data, len, err);

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
