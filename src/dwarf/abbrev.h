/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Abbreviation tables, compiled to plans. Most DIEs are met only to be passed
 * over, so a plan holds what that takes, in 16 bytes: how far it is to the next
 * DIE, and where the name stands. Who wants the attributes themselves reads
 * them with the attribute list, which stays where it is (die.h).
 */
#ifndef DWARF_ABBREV_H
#define DWARF_ABBREV_H

#include "dwarf/unit.h"

/* How to get from the first byte of a DIE's attributes to the next DIE: over
 * its children if a sibling is known, else to the first of them. */
enum dw_step {
	DW_STEP_FIXED,		/* @size bytes */
	DW_STEP_SIBLING,	/* a 4-byte reference at @sibling_pos tells */
	DW_STEP_STRING,		/* @size bytes, a string, @after bytes; or a
				 * reference @sibling_pos bytes behind it */
	DW_STEP_BLOCK,		/* the same with a block, its length in front */
	DW_STEP_FORMS,		/* attribute by attribute */
	DW_STEP_END,		/* not a DIE: the end of a list of children */
};

/* Where a DIE's name stands. */
enum dw_name {
	DW_NAME_NONE,
	DW_NAME_STRP,		/* 4 bytes of offset at @name_pos */
	DW_NAME_STRX,		/* an index of @name_size bytes there */
	DW_NAME_SUP,		/* 4 bytes of offset in the strings of the
				 * supplementary file there */
	DW_NAME_TEXT,		/* the text itself there */
	DW_NAME_OTHER,		/* somewhere, somehow */
	DW_NAME_ORIGIN,		/* in the DIE that it specifies */
};

/* dw_plan.flags */
#define DW_PLAN_CHILDREN	0x01
#define DW_PLAN_SIBLING		0x02	/* has DW_AT_sibling */
#define DW_PLAN_NAMESPACE	0x04	/* what it holds is found by name */
#define DW_PLAN_RECORD		0x08	/* struct, class, union */
#define DW_PLAN_FUNCTION	0x10	/* function, or block in one */

/* No position, count or size in here is more than this. */
#define DW_PLAN_MAX		120u

struct dw_plan {
	uint32_t specs;		/* the attribute list, from the table's start */
	uint16_t tag;
	uint8_t kind;		/* enum lay_kind of the types it is asked for
				 * by name; else LAY_KIND_UNKNOWN */
	uint8_t flags;
	uint8_t step;		/* enum dw_step */
	uint8_t size;
	uint8_t after;
	uint8_t sibling_pos;
	uint8_t name;		/* enum dw_name */
	uint8_t name_pos;
	uint8_t name_size;
	int8_t deeper;		/* 1: the next DIE is its child; -1: the end of
				 * a list of children; else 0 */
};
_Static_assert(sizeof(struct dw_plan) == 16, "four plans in a cache line");

struct dw_code {
	uint64_t code;
	uint32_t plan;
};

/* Where a value of a DIE stands, of those that are kept: see fields.h. */
struct dw_field {
	uint8_t fact;		/* enum dw_fact */
	uint8_t class;		/* enum dw_class */
	uint8_t surplus_bits;	/* of eight bytes at its place; 64: it is not a
				 * number there, see @class */
	uint8_t pos;		/* from the first attribute, or from behind
				 * the one value of unknown length */
	bool behind;		/* which of the two */
	uint16_t form;
	int64_t constant;	/* what takes no bytes in the DIE */
};

enum dw_fields_state {
	DW_FIELDS_UNTOLD,	/* nobody asked yet */
	DW_FIELDS_READY,
	DW_FIELDS_NONE,		/* places do not say it all */
};

/* The values of one plan: table->fields[first, + nr). */
struct dw_fields {
	uint32_t first;
	uint32_t has;		/* 1 << fact */
	uint8_t nr;
	uint8_t state;		/* enum dw_fields_state */
};

/* Where in a plain DIE all stands that matters: see plain.h. */
struct dw_shape {
	uint16_t tag;		/* 0: not plain, or not told yet */
	bool told;
	bool opens;		/* it has children */
	bool declared;		/* it says no more than its name */
	bool has_type;
	uint8_t has;		/* DW_SHAPE_*, of its numbers */
	uint8_t name;		/* DW_NAME_NONE, _STRP or _TEXT */
	/* from the first attribute, or where the name is a text from behind it */
	uint8_t name_pos, type_pos, first_pos, second_pos;
	uint8_t size;		/* of all; with a text of what is in front */
	uint8_t after;		/* and behind it */
	/* of a number that is in the DIE all its bits, else 0 */
	uint8_t second_mask;
	uint32_t first_mask;
	uint64_t constant;	/* what is not in the DIE, as dw_plain.number, or
				 * of a member as dw_plain_member() */
};
_Static_assert(sizeof(struct dw_shape) == 32, "two shapes in a cache line");

#define DW_NOT_FIXED 0x80

/* A table, of one thread. Starts as all zeros. */
struct dw_abbrevs {
	const uint8_t *start, *end;	/* the table; of the section */
	/* The codes of every known compiler are 1, 2, 3...: plans[code]. For
	 * other tables nr_dense is 0, and @codes is sorted. */
	struct dw_plan *plans;		/* [0]: DW_STEP_END */
	size_t nr, cap;			/* without and with [0] */
	size_t nr_dense;
	struct dw_code *codes;
	size_t cap_codes;
	/* made when a DIE is read; by plan, and the values of all */
	struct dw_fields *fields_of;
	size_t cap_fields_of;
	struct dw_field *fields;
	size_t nr_fields, cap_fields;
	/* by plan, told when one is asked for */
	struct dw_shape *shapes;
	size_t cap_shapes;
	bool whole;			/* compiled, all of it */
	struct dw_unit unit;		/* for which it was */
	uint8_t form_sizes[256];	/* by form, or DW_NOT_FIXED */
	uint8_t form_classes[256];	/* dw_form_plain_class() */
};

/*
 * Compile the table of @unit; one that is there already is kept, as units that
 * were linked together by the compiler share theirs.
 */
int dw_abbrevs_compile(struct dw_abbrevs *table, struct dw_file *file,
		       const struct dw_unit *unit, struct lay_error *err);
/* Compile nothing but the abbreviation of @code, in a third of the time. */
int dw_abbrevs_compile_one(struct dw_abbrevs *table, struct dw_file *file,
			   const struct dw_unit *unit, uint64_t code,
			   struct lay_error *err);
void dw_abbrevs_deinit(struct dw_abbrevs *table);

/* Sets *@has: is there an abbreviation with @attribute in the table of @unit,
 * whether a DIE uses it or not? Also where that cannot be read to its end. */
int dw_unit_has_attribute(const struct dw_file *file,
			  const struct dw_unit *unit, uint64_t attribute,
			  bool *has, struct lay_error *err);
/* The same of a form that refers to what is in another unit or file. */
int dw_unit_refers_elsewhere(const struct dw_file *file,
			     const struct dw_unit *unit, bool *refers,
			     struct lay_error *err);

/* The plan of @code, or NULL; 0 has one too. */
const struct dw_plan *dw_abbrevs_find(const struct dw_abbrevs *table,
				      uint64_t code);

#endif /* DWARF_ABBREV_H */
