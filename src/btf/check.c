// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <byteswap.h>
#include <inttypes.h>
#include <string.h>

#include <bpf/btf.h>

#include "btf/check.h"
#include "base/poison.h"

#define HEADER_SIZE	sizeof(struct btf_header)
/* Bits of btf_type.info that have no meaning yet. */
#define INFO_RESERVED	0x60ff0000u

bool btf_has_magic(const uint8_t *data, size_t size)
{
	return size >= 2 && ((data[0] == 0x9f && data[1] == 0xeb) ||
			     (data[0] == 0xeb && data[1] == 0x9f));
}

/* A word at any address, in the file's byte order. */
static uint32_t word_at(const uint8_t *p, bool big_endian)
{
	uint32_t word;

	memcpy(&word, p, sizeof(word));
	if (big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		word = bswap_32(word);
	return word;
}

/* Magic, version, flags, header size. */
static int check_start(const uint8_t *data, size_t size, uint32_t *header_size,
		       struct lay_error *err)
{
	bool big_endian;

	if (size > BTF_SIZE_MAX)
		return lay_error_set(err, LAY_E_LIMIT,
				     "+0x0: %zu bytes are more BTF than is read",
				     size);
	if (!btf_has_magic(data, size))
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x0: does not begin as BTF does");
	if (size < HEADER_SIZE)
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x0: the header of BTF is cut after %zu bytes",
				     size);
	if (data[2] != BTF_VERSION || data[3])
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "+0x2: BTF of version %u with flags 0x%x",
				     data[2], data[3]);
	big_endian = data[0] == 0xeb;
	*header_size = word_at(data + 4, big_endian);
	if (*header_size < HEADER_SIZE || *header_size % 4 ||
	    *header_size > size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x4: a header of %" PRIu32 " bytes",
				     *header_size);
	/* libbpf could not give back what it does not know how to swap */
	if (*header_size > HEADER_SIZE &&
	    big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "+0x4: a header of %" PRIu32
				     " bytes in foreign byte order",
				     *header_size);
	return 0;
}

/* Where types and strings are; both must lie inside, types first. */
static int check_parts(const uint8_t *data, size_t size, uint32_t header_size,
		       struct btf_extent *extent, struct lay_error *err)
{
	uint32_t field[4];
	uint64_t types, types_end, strings, strings_end;

	for (unsigned int i = 0; i < 4; i++)
		field[i] = word_at(data + 8 + 4 * i, extent->big_endian);
	types = (uint64_t)header_size + field[0];
	types_end = types + field[1];
	strings = (uint64_t)header_size + field[2];
	strings_end = strings + field[3];
	if (types % 4)
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x8: types are not aligned to 4 bytes");
	if (types_end > strings)
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x%" PRIx64 ": types do not end before the strings at +0x%" PRIx64,
				     types, strings);
	if (strings_end > size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x%" PRIx64 ": strings of %" PRIu32
				     " bytes end past the %zu bytes of BTF",
				     strings, field[3], size);
	extent->types_off = (uint32_t)types;
	extent->types_size = field[1];
	extent->strings_off = (uint32_t)strings;
	extent->strings_size = field[3];
	return 0;
}

/*
 * Strings end in NUL. Those of a whole BTF begin with the empty string, which
 * one that is split finds in its base and so does not have: nothing else tells
 * the two apart.
 */
static int check_strings(const uint8_t *data, struct btf_extent *extent,
			 struct lay_error *err)
{
	const uint8_t *strings = data + extent->strings_off;

	extent->split = !extent->strings_size || strings[0];
	if (extent->strings_size && strings[extent->strings_size - 1])
		return lay_error_set(err, LAY_E_FORMAT,
				     "+0x%" PRIx32 ": the last string has no end",
				     extent->strings_off);
	return 0;
}

/* Bytes behind struct btf_type, which end with it what is of @kind; false:
 * there is no such kind. */
static bool kind_size(uint32_t kind, uint32_t vlen, uint32_t *size)
{
	switch (kind) {
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG:
		*size = 0;
		return true;
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		*size = 4;
		return true;
	case BTF_KIND_ARRAY:
		*size = sizeof(struct btf_array);
		return true;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		*size = vlen * sizeof(struct btf_member);
		return true;
	case BTF_KIND_ENUM:
		*size = vlen * sizeof(struct btf_enum);
		return true;
	case BTF_KIND_ENUM64:
		*size = vlen * 12;	/* name, low and high half */
		return true;
	case BTF_KIND_FUNC_PROTO:
		*size = vlen * sizeof(struct btf_param);
		return true;
	case BTF_KIND_DATASEC:
		*size = vlen * sizeof(struct btf_var_secinfo);
		return true;
	default:
		return false;
	}
}

/* Step over all types, counting them. */
static int check_types(const uint8_t *data, struct btf_extent *extent,
		       struct lay_error *err)
{
	uint32_t off = extent->types_off;
	uint32_t end = off + extent->types_size;

	for (; off < end; extent->nr_types++) {
		uint32_t info, size;

		if (end - off < sizeof(struct btf_type))
			return lay_error_set(err, LAY_E_FORMAT,
					     "+0x%" PRIx32 ": a type is cut by the end of the types",
					     off);
		info = word_at(data + off + 4, extent->big_endian);
		if (info & INFO_RESERVED ||
		    !kind_size(BTF_INFO_KIND(info), BTF_INFO_VLEN(info), &size))
			return lay_error_set(err, LAY_E_UNSUPPORTED,
					     "+0x%" PRIx32 ": a type of kind %" PRIu32
					     ", which is not known",
					     off, info >> 24 & 0x7f);
		if (end - off - sizeof(struct btf_type) < size)
			return lay_error_set(err, LAY_E_FORMAT,
					     "+0x%" PRIx32 ": a type with %" PRIu32
					     " entries is cut by the end of the types",
					     off, BTF_INFO_VLEN(info));
		off += sizeof(struct btf_type) + size;
	}
	return 0;
}

int btf_check(const uint8_t *data, size_t size, struct btf_extent *extent,
	      struct lay_error *err)
{
	uint32_t header_size = 0;
	int ret;

	*extent = (struct btf_extent){ 0 };
	ret = check_start(data, size, &header_size, err);
	if (ret < 0)
		return ret;
	extent->big_endian = data[0] == 0xeb;
	ret = check_parts(data, size, header_size, extent, err);
	if (ret == 0)
		ret = check_strings(data, extent, err);
	if (ret == 0)
		ret = check_types(data, extent, err);
	return ret;
}
