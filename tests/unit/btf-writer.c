// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/btf-writer.h"
#include "base/poison.h"

void btf_writer_init(struct btf_writer *w, bool big_endian,
		     const struct btf_writer *base)
{
	byte_buf_init(&w->types, big_endian);
	byte_buf_init(&w->strings, big_endian);
	w->next_id = 1;
	w->first_name = 0;
	if (base) {
		w->next_id = base->next_id;
		w->first_name = base->first_name +
				(uint32_t)base->strings.len;
	} else {
		byte_buf_u8(&w->strings, 0);
	}
}

void btf_writer_finish(struct btf_writer *w, struct byte_buf *bytes)
{
	byte_buf_init(bytes, w->types.big_endian);
	byte_buf_u16(bytes, BTF_MAGIC);
	byte_buf_u8(bytes, BTF_VERSION);
	byte_buf_u8(bytes, 0);
	byte_buf_u32(bytes, 24);
	byte_buf_u32(bytes, 0);
	byte_buf_u32(bytes, (uint32_t)w->types.len);
	byte_buf_u32(bytes, (uint32_t)w->types.len);
	byte_buf_u32(bytes, (uint32_t)w->strings.len);
	byte_buf_bytes(bytes, w->types.data, w->types.len);
	byte_buf_bytes(bytes, w->strings.data, w->strings.len);
	byte_buf_free(&w->types);
	byte_buf_free(&w->strings);
}

uint32_t btf_writer_name(struct btf_writer *w, const char *name)
{
	if (!name)
		return 0;
	return w->first_name + (uint32_t)byte_buf_string(&w->strings, name);
}

uint32_t btf_writer_raw(struct btf_writer *w, uint32_t name, uint32_t info,
			uint32_t size_or_type)
{
	byte_buf_u32(&w->types, name);
	byte_buf_u32(&w->types, info);
	byte_buf_u32(&w->types, size_or_type);
	return w->next_id++;
}

void btf_writer_word(struct btf_writer *w, uint32_t word)
{
	byte_buf_u32(&w->types, word);
}

uint32_t btf_writer_int(struct btf_writer *w, const char *name, uint32_t size,
			uint32_t encoding, uint32_t bit_off, uint32_t bits)
{
	uint32_t id = btf_writer_raw(w, btf_writer_name(w, name),
				     btf_writer_info(BTF_KIND_INT, false, 0),
				     size);

	btf_writer_word(w, encoding << 24 | bit_off << 16 | bits);
	return id;
}

uint32_t btf_writer_of(struct btf_writer *w, uint32_t kind, const char *name,
		       uint32_t to)
{
	return btf_writer_raw(w, btf_writer_name(w, name),
			      btf_writer_info(kind, false, 0), to);
}

uint32_t btf_writer_array(struct btf_writer *w, uint32_t of, uint32_t nr)
{
	uint32_t id = btf_writer_raw(w, 0,
				     btf_writer_info(BTF_KIND_ARRAY, false, 0),
				     0);

	btf_writer_word(w, of);
	btf_writer_word(w, of);
	btf_writer_word(w, nr);
	return id;
}

uint32_t btf_writer_record(struct btf_writer *w, uint32_t kind, bool kflag,
			   const char *name, uint32_t size, uint32_t nr)
{
	return btf_writer_raw(w, btf_writer_name(w, name),
			      btf_writer_info(kind, kflag, nr), size);
}

uint32_t btf_writer_struct(struct btf_writer *w, const char *name,
			   uint32_t size, uint32_t nr)
{
	return btf_writer_record(w, BTF_KIND_STRUCT, false, name, size, nr);
}

void btf_writer_member(struct btf_writer *w, const char *name, uint32_t type,
		       uint32_t offset)
{
	uint32_t at = btf_writer_name(w, name);

	btf_writer_word(w, at);
	btf_writer_word(w, type);
	btf_writer_word(w, offset);
}

uint32_t btf_writer_fwd(struct btf_writer *w, const char *name, bool is_union)
{
	return btf_writer_raw(w, btf_writer_name(w, name),
			      btf_writer_info(BTF_KIND_FWD, is_union, 0), 0);
}
