/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The types of a build as C sees them, whatever they were read from. A reader
 * (DWARF, BTF, snapshot) fills the model once; from then on it is const and
 * lives as long as the build that owns it. Everything here is borrowed from
 * that build: nothing is freed by the caller.
 *
 * Positions are kept in bits from the start of the enclosing record, in memory
 * order (the numbering of DW_AT_data_bit_offset, DWARF 5 section 5.7.6): on a
 * little-endian machine bit 0 of a byte is its least significant, on a
 * big-endian one its most significant.
 */
#ifndef LAYOUTDIFF_MODEL_H
#define LAYOUTDIFF_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

enum lay_kind {
	LAY_KIND_UNKNOWN,	/* could not be read: see lay_type.why */
	LAY_KIND_VOID,
	LAY_KIND_BASE,
	LAY_KIND_POINTER,	/* C++ references and member pointers too */
	LAY_KIND_STRUCT,	/* C++ classes too */
	LAY_KIND_UNION,
	LAY_KIND_ENUM,
	LAY_KIND_TYPEDEF,
	LAY_KIND_ARRAY,
	LAY_KIND_FUNCTION,
	LAY_KIND_CONST,
	LAY_KIND_VOLATILE,
	LAY_KIND_RESTRICT,
	LAY_KIND_ATOMIC,
	LAY_NR_KINDS,
};

/*
 * How a base type is to be read (DWARF 5 section 5.1.1). C's character types
 * are numbers of one byte: that "char" differs from "u8" in sign is what counts
 * here, that one of them is meant to be printed as a letter is not.
 */
enum lay_encoding {
	LAY_ENCODING_UNKNOWN,
	LAY_ENCODING_SIGNED,
	LAY_ENCODING_UNSIGNED,
	LAY_ENCODING_BOOL,
	LAY_ENCODING_FLOAT,
	LAY_ENCODING_OTHER,
	LAY_ENCODING_COMPLEX,	/* two numbers of floating point */
};

/* lay_type.flags */
#define LAY_TYPE_SIZED		0x0001	/* size was stated, or follows */
#define LAY_TYPE_DECLARATION	0x0002	/* declared only: members unknown */
#define LAY_TYPE_SHALLOW	0x0004	/* name and kind only: what a pointer
					 * points to is not followed */
#define LAY_TYPE_CLASS		0x0008	/* said "class" */
#define LAY_TYPE_PARTIAL	0x0010	/* some members could not be placed or
					 * read: see why (C++ virtual bases,
					 * Rust variants) */
#define LAY_TYPE_VECTOR		0x0020	/* array that is a vector */
#define LAY_TYPE_PROTOTYPED	0x0040	/* function with a prototype */
#define LAY_TYPE_VARIADIC	0x0080	/* ... follows the parameters */
#define LAY_TYPE_BITS		0x0100	/* bit_width is less than 8 * size,
					 * as a _BitInt's is */
#define LAY_TYPE_NO_ALIGN	0x0200	/* where it was read from there is no word
					 * for alignment that was asked for */
#define LAY_TYPE_TERSE		0x0400	/* it was read from BTF, which leaves out
					 * some more: see lay_type_same() */
/* What is said of the source, not of the type. */
#define LAY_TYPE_UNSAID		(LAY_TYPE_NO_ALIGN | LAY_TYPE_TERSE)

/* Where the source declares something; what is not known is NULL and 0. */
struct lay_decl {
	const char *file;	/* as the line table has it, directory in front */
	uint32_t line;
};

/* One dimension of an array, outermost first. */
struct lay_dim {
	uint64_t count;		/* elements; 0 when not @bounded */
	bool bounded;		/* false: flexible array, x[] */
	bool variable;		/* not a constant, as a VLA's: not known */
};

struct lay_enumerator {
	const char *name;
	int64_t value;		/* bit pattern; see is_unsigned */
	bool is_unsigned;	/* read value as uint64_t */
};

struct lay_type;

/* lay_member.flags */
#define LAY_MEMBER_BITFIELD	0x01	/* bit_size is its width in bits */
#define LAY_MEMBER_NO_OFFSET	0x02	/* position is not a constant: unknown,
					 * bit_off is 0 and means nothing */
#define LAY_MEMBER_BASE_CLASS	0x04	/* C++ base, not a named member */
#define LAY_MEMBER_ARTIFICIAL	0x08	/* made by the compiler (vptr) */

struct lay_member {
	const char *name;		/* NULL: anonymous */
	const struct lay_type *type;	/* never NULL */
	uint64_t bit_off;		/* from the start of the record */
	uint64_t bit_size;		/* width of a bit-field, else 0 */
	uint64_t align;			/* DW_AT_alignment, bytes; 0 not stated */
	unsigned int flags;
	struct lay_decl decl;
};

/*
 * A type. Only the fields of its kind are set; the others are 0 or NULL.
 */
struct lay_type {
	enum lay_kind kind;
	unsigned int flags;		/* LAY_TYPE_* */
	const char *name;		/* NULL: anonymous, or derived; of a
					 * pointer what C++ writes instead of
					 * "*": "&", "&&", "cls::*" */
	uint64_t size;			/* bytes, if LAY_TYPE_SIZED */
	uint64_t align;			/* DW_AT_alignment, bytes; 0 not stated */
	const char *why;		/* UNKNOWN, PARTIAL: the reason */

	/* typedef, qualifier, pointer: what it is of; array: its element;
	 * function: what it returns; enum: its underlying type or NULL */
	const struct lay_type *target;

	enum lay_encoding encoding;	/* base */
	uint32_t bit_width;		/* base with LAY_TYPE_BITS */

	const struct lay_member *members;	/* struct, union */
	size_t nr_members;
	const struct lay_dim *dims;		/* array */
	size_t nr_dims;
	const struct lay_enumerator *enumerators;	/* enum */
	size_t nr_enumerators;
	const struct lay_type *const *params;	/* function */
	size_t nr_params;

	struct lay_decl decl;
	const char *unit;		/* name of the unit read, or NULL */
	uint64_t source_off;		/* DIE offset in .debug_info, BTF id */
};

/* @type without typedefs and qualifiers. Never NULL; bounded. */
LAY_API const struct lay_type *lay_type_strip(const struct lay_type *type);

/* Is the stripped @type a struct or union? */
LAY_API bool lay_type_is_record(const struct lay_type *type);

/*
 * Size in bytes through typedefs, qualifiers and arrays. Returns false where it
 * is not known: declarations, void, functions, unknown, overflow. A flexible
 * array has size 0.
 */
LAY_API bool lay_type_size(const struct lay_type *type, uint64_t *size);

/*
 * The alignment that the type asks for, in bytes: DW_AT_alignment where it is
 * stated (the outermost: a typedef can ask for less than its target, as
 * compat_u64 does), else what its members and base types ask for naturally on a
 * machine whose scalars align to their size but at most to @max_scalar (16 on
 * x86-64 and arm64, 4 for i386's eight byte scalars in records). Of a record
 * whose members show that it is packed only what members state is certain. 0
 * when unknown.
 */
LAY_API uint64_t lay_type_align(const struct lay_type *type,
				uint64_t max_scalar);
/* The same, but where that is not certain the most that it can ask for: of a
 * record that is packed, as nothing says by how much (#pragma pack(4)), and of
 * vectors that are larger than any scalar. */
LAY_API uint64_t lay_type_align_most(const struct lay_type *type,
				     uint64_t max_scalar);

/*
 * Do a and b mean the same object, apart from names of typedefs and base types
 * ("u8" and "unsigned char")? A char is a char whether it has a sign or not.
 * Compares kinds, sizes, encodings, tags, and for
 * records the members by place, name and type. What pointers point to counts by
 * tag only, and so do enums with a tag, or with a typedef for one: that their
 * lists differ is their own difference. Bounded in depth; types too deep to
 * compare are not equal. Where one of them is LAY_TYPE_TERSE, what it cannot
 * say does not count: see model/terse.h.
 */
LAY_API bool lay_type_same(const struct lay_type *a, const struct lay_type *b);

/*
 * Write the C spelling of @type around @declarator (NULL for an abstract one)
 * into @buf of @len bytes: "int (*)(struct sock *, int)", "u32 metrics[13]".
 * Always terminates the text; ends in "..." where it had to cut. Returns the
 * length that the whole text has, as snprintf() does.
 */
LAY_API size_t lay_type_format(const struct lay_type *type,
			       const char *declarator, char *buf, size_t len);

/* "struct", "union", "enum", ... for messages and reports. */
LAY_API const char *lay_kind_name(enum lay_kind kind);

#endif /* LAYOUTDIFF_MODEL_H */
