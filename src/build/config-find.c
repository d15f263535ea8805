// SPDX-License-Identifier: GPL-2.0-only
/* Where the text of a configuration is. */
#include <config.h>

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/file.h"
#include "build/kconfig.h"
#include "base/poison.h"

/* Packed or not. The largest kernels' have 300 KB. */
#define CONFIG_MAX ((size_t)8 << 20)

/* kernel/configs.c puts the gzip data between these, in .rodata. The head of
 * gzip tells it from the code that looks for it. */
static const char before[] = "IKCFG_ST\x1f\x8b\x08";
static const char behind[] = "IKCFG_ED";
#define MARK_LEN (sizeof(behind) - 1)

/* By the first bytes; -1: not packed. */
static int codec_of(const char *data, size_t len)
{
	if (codec_has_magic(CODEC_GZIP, data, len))
		return CODEC_GZIP;
	if (codec_has_magic(CODEC_ZSTD, data, len))
		return CODEC_ZSTD;
	if (codec_has_magic(CODEC_XZ, data, len))
		return CODEC_XZ;
	return -1;
}

/* All of one stream, into the CONFIG_MAX bytes at @text. */
static int run(struct codec_stream *stream, const char *data, size_t data_len,
	       char *text, size_t *len, struct lay_error *err)
{
	size_t used, made;
	int ret = 0;

	*len = 0;
	while (ret == 0) {
		ret = codec_stream_run(stream, data, data_len, &used,
				       text + *len, CONFIG_MAX - *len, &made,
				       err);
		if (ret < 0)
			return ret;
		data += used;
		data_len -= used;
		*len += made;
		if (ret == 0 && *len == CONFIG_MAX)
			return lay_error_set(err, LAY_E_LIMIT,
					     "unpacks to more than %zu bytes",
					     CONFIG_MAX);
		if (ret == 0 && !used && !made)
			return lay_error_set(err, LAY_E_FORMAT,
					     "its packed data ends early");
	}
	return 0;
}

static int parse_packed(enum codec codec, const char *data, size_t data_len,
			const char *source, struct arena *arena,
			const struct lay_config **config,
			struct lay_error *err)
{
	struct codec_stream *stream = NULL;
	char *text = malloc(CONFIG_MAX);
	size_t len;
	int ret;

	if (!text)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for a configuration");
	ret = codec_stream_open(codec, &stream, err);
	if (ret == 0)
		ret = run(stream, data, data_len, text, &len, err);
	if (ret == 0)
		ret = config_parse(text, len, source, arena, config, err);
	codec_stream_close(stream);
	free(text);
	return ret;
}

int config_read(const char *path, struct arena *arena,
		const struct lay_config **config, struct lay_error *err)
{
	char *data;
	size_t len;
	int ret = file_read(path, CONFIG_MAX, &data, &len, err);
	int codec;

	if (ret == 0) {
		codec = codec_of(data, len);
		ret = codec < 0 ? config_parse(data, len, path, arena, config,
					       err) :
				  parse_packed((enum codec)codec, data, len,
					       path, arena, config, err);
		free(data);
	}
	if (ret < 0)
		lay_error_prefix(err, "%s: ", path);
	return ret;
}

int config_find(struct elf_file *elf, struct arena *arena,
		const struct lay_config **config, struct lay_error *err)
{
	const struct elf_section *section = elf_find_section(elf, ".rodata");
	const uint8_t *begin, *end;
	struct elf_data data;
	int ret;

	if (!section || section->type == SHT_NOBITS ||
	    elf_section_data(elf, section, &data, NULL) < 0 || !data.size)
		return 0;
	begin = memmem(data.data, data.size, before, sizeof(before) - 1);
	if (!begin)
		return 0;
	begin += MARK_LEN;
	end = memmem(begin, data.size - (size_t)(begin - data.data), behind,
		     MARK_LEN);
	if (!end)
		ret = lay_error_set(err, LAY_E_FORMAT, "has no end");
	else
		ret = parse_packed(CODEC_GZIP, (const char *)begin,
				   (size_t)(end - begin), "IKCONFIG", arena,
				   config, err);
	if (ret < 0)
		lay_error_prefix(err, "%s: .rodata+0x%tx: configuration: ",
				 elf_path(elf), begin - data.data);
	return ret < 0 ? ret : 1;
}
