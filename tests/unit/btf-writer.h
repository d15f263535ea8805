/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * BTF for tests, type by type. Every function returns the id of what it wrote;
 * ids may be used before the type they name is written. A test that runs out of
 * memory aborts.
 *
 *	struct btf_writer w;
 *	uint32_t u32;
 *
 *	btf_writer_init(&w, false, NULL);
 *	u32 = btf_writer_int(&w, "u32", 4, 0, 0, 32);
 *	btf_writer_struct(&w, "s", 8, 2);
 *	btf_writer_member(&w, "a", u32, 0);
 *	btf_writer_member(&w, "b", u32, 32);
 *	btf_writer_finish(&w, &bytes);
 *
 * To lie, write raw types, words behind them, or over @bytes.
 */
#ifndef UNIT_BTF_WRITER_H
#define UNIT_BTF_WRITER_H

#include <linux/btf.h>

#include "unit/byte-buf.h"

/* these are newer than some <linux/btf.h> */
#define BTF_WRITER_TYPE_TAG	18
#define BTF_WRITER_ENUM64	19

struct btf_writer {
	struct byte_buf types, strings;
	uint32_t next_id;
	uint32_t first_name;	/* of the own strings */
};

/* @base: what to split from, not yet finished, or NULL. */
void btf_writer_init(struct btf_writer *w, bool big_endian,
		     const struct btf_writer *base);
/* Write all to @bytes and free what @w holds. */
void btf_writer_finish(struct btf_writer *w, struct byte_buf *bytes);

/* The offset of a string that is written now; NULL gives 0. */
uint32_t btf_writer_name(struct btf_writer *w, const char *name);
/* A struct btf_type alone. */
uint32_t btf_writer_raw(struct btf_writer *w, uint32_t name, uint32_t info,
			uint32_t size_or_type);
/* A word of what follows one. */
void btf_writer_word(struct btf_writer *w, uint32_t word);

static inline uint32_t btf_writer_info(uint32_t kind, bool kflag, uint32_t vlen)
{
	return (uint32_t)kflag << 31 | kind << 24 | vlen;
}

uint32_t btf_writer_int(struct btf_writer *w, const char *name, uint32_t size,
			uint32_t encoding, uint32_t bit_off, uint32_t bits);
/* What is of @to: PTR, CONST, VOLATILE, RESTRICT, TYPEDEF, a tag; a function. */
uint32_t btf_writer_of(struct btf_writer *w, uint32_t kind, const char *name,
		       uint32_t to);
uint32_t btf_writer_array(struct btf_writer *w, uint32_t of, uint32_t nr);
/* STRUCT or UNION; @nr members follow. With @kflag give them
 * width << 24 | bit offset. */
uint32_t btf_writer_record(struct btf_writer *w, uint32_t kind, bool kflag,
			   const char *name, uint32_t size, uint32_t nr);
uint32_t btf_writer_struct(struct btf_writer *w, const char *name,
			   uint32_t size, uint32_t nr);
void btf_writer_member(struct btf_writer *w, const char *name, uint32_t type,
		       uint32_t offset);
uint32_t btf_writer_fwd(struct btf_writer *w, const char *name, bool is_union);

#endif /* UNIT_BTF_WRITER_H */
