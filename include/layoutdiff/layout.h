/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where every bit of a record lies. A layout is the record's members, embedded
 * records opened, with what lies between them, as one array of slots in
 * preorder: a parent stands before its children, siblings in declaration order.
 *
 * The invariant of every record in it, asserted when it is made:
 *
 *	struct:	8 * size = member bits + hole bits + bit-hole bits + padding bits
 *	union:	8 * size = bits of its largest member + padding bits
 *
 * where bits that several members of a struct claim (overlap) count once and
 * are told in lay_totals.overlap_bits.
 */
#ifndef LAYOUTDIFF_LAYOUT_H
#define LAYOUTDIFF_LAYOUT_H

#include <layoutdiff/model.h>

enum lay_slot_kind {
	LAY_SLOT_MEMBER,
	LAY_SLOT_HOLE,		/* whole bytes between two members */
	LAY_SLOT_BIT_HOLE,	/* bits between or behind bit-fields, within
				 * their storage unit */
	LAY_SLOT_PADDING,	/* bytes behind the last member */
	LAY_SLOT_BIT_PADDING,	/* bits behind a last bit-field, within its
				 * storage unit */
};

/* lay_slot.flags */
#define LAY_SLOT_STRADDLES	0x001	/* fits in a line, lies in two */
#define LAY_SLOT_BITFIELD	0x002
#define LAY_SLOT_ANONYMOUS	0x004
#define LAY_SLOT_FLEXIBLE	0x008	/* ends in x[]: size is what is fixed */
#define LAY_SLOT_EMPTY		0x010	/* takes no bits: x[0], empty struct */
#define LAY_SLOT_GROUP_BEGIN	0x020	/* __cacheline_group_begin__NAME[0] */
#define LAY_SLOT_GROUP_END	0x040	/* __cacheline_group_end__NAME[0] */
#define LAY_SLOT_RECORD		0x080	/* has children: an embedded record, or
				 * an array of records: its first element */
#define LAY_SLOT_ARRAY		0x100	/* the type is an array */
#define LAY_SLOT_UNPLACED	0x200	/* offset or size not known: in no total */
#define LAY_SLOT_OVERLAPS	0x400	/* starts before its predecessor ends,
				 * though not in a union */
#define LAY_SLOT_IN_UNION	0x800	/* its parent is a union */

#define LAY_NO_SLOT		UINT32_MAX

struct lay_slot {
	enum lay_slot_kind kind;
	unsigned int flags;
	const struct lay_member *member;	/* NULL but for MEMBER */
	/* C path from the outermost record, without anonymous steps:
	 * "u.ip.port", "lru[].next"; of an anonymous member that of its parent
	 * plus what tells it apart: "{union}", "{struct#2}". NULL but for
	 * MEMBER. */
	const char *path;
	uint64_t bit_off;	/* from the start of the outermost record */
	uint64_t bit_size;	/* 0: empty, or not known (UNPLACED) */
	uint64_t storage_off;	/* bit-field: byte offset and size of the unit */
	uint64_t storage_size;	/* of its declared type that holds it */
	uint32_t parent;	/* LAY_NO_SLOT: a member of the outermost */
	uint32_t nr_below;	/* slots of the subtree behind this one */
	uint32_t depth;		/* 0: a member of the outermost record */
	uint64_t first_line;	/* lines of its first and last bit, counted */
	uint64_t last_line;	/* from the object's start; equal when empty */
};

/* Sums of one record; of the outermost in lay_layout.totals. */
struct lay_totals {
	uint64_t nr_members;	/* anonymous ones count as one */
	uint64_t nr_bitfields;
	uint64_t member_bits;	/* covered by at least one member */
	uint64_t overlap_bits;	/* covered again */
	uint64_t nr_holes, hole_bytes;
	uint64_t nr_bit_holes, bit_hole_bits;
	uint64_t padding_bytes;
	uint64_t bit_padding_bits;
	uint64_t nr_straddles;	/* leaves that straddle, embedded ones too */
	uint64_t nr_unplaced;	/* members whose place or size is not known */
};

/* A pair of cache-line group markers (Linux kernel commit aa2b2eb39348
 * ("cacheline: add __cacheline_group_{begin,end}")). */
struct lay_group {
	const char *name;	/* "sock_write_tx" */
	uint32_t begin;		/* slot of its begin marker */
	uint32_t end;		/* slot of its end marker, or LAY_NO_SLOT */
	uint64_t first_byte;	/* [first_byte, end_byte) */
	uint64_t end_byte;
	uint64_t nr_members;
};

struct lay_layout {
	const struct lay_type *type;	/* borrowed from its build */
	uint64_t size;			/* bytes */
	bool size_known;		/* false: declared only, incomplete */
	uint64_t line_size;		/* bytes */
	uint64_t nr_lines;		/* lines of an object that starts on one */
	/* what an object is aligned to for certain, and where that comes from:
	 * stated (DW_AT_alignment) or natural */
	uint64_t align;
	bool align_stated;
	struct lay_totals totals;
	const struct lay_slot *slots;
	uint32_t nr_slots;
	const struct lay_group *groups;
	size_t nr_groups;
	bool cut;	/* opening embedded records stopped at a bound; each
			 * record that was not opened lacks LAY_SLOT_RECORD */
};

struct lay_layout_opts {
	uint64_t line_size;	/* bytes, a power of two; 0: 64 */
	uint64_t max_scalar;	/* see lay_type_align(); 0: 16 */
	bool big_endian;
};

/*
 * Lay out @type, a struct, union, or typedef of one. @layout is owned by the
 * caller (lay_layout_free()) and borrows from the type's build. Errors: not a
 * record, declared only, sizes that overflow, more slots than the bound.
 */
LAY_API int lay_layout_make(const struct lay_type *type,
			    const struct lay_layout_opts *opts,
			    struct lay_layout **layout, struct lay_error *err);
LAY_API void lay_layout_free(struct lay_layout *layout);

/*
 * Totals of the record behind slot @slot (LAY_SLOT_RECORD) by itself, as
 * lay_layout.totals is of the outermost.
 */
LAY_API void lay_layout_totals(const struct lay_layout *layout, uint32_t slot,
			       struct lay_totals *totals);

/*
 * Find a member by its path ("u.ip.port", array indices optional). Steps
 * through anonymous members need not be written. LAY_NO_SLOT if there is none.
 */
LAY_API uint32_t lay_layout_find(const struct lay_layout *layout,
				 const char *path);

/*
 * An object that is aligned to less than a line can start at several places
 * ("phases") of one: line_size / align of them, 1 when aligned to a line or
 * more. @byte's line is certain only when this is 1.
 */
LAY_API uint64_t lay_layout_nr_phases(const struct lay_layout *layout);

/*
 * In how many of the phases do the bytes of slots @a and @b share a line?
 * Slots without bytes share none.
 */
LAY_API uint64_t lay_layout_phases_shared(const struct lay_layout *layout,
					  uint32_t a, uint32_t b);

/* In how many of the phases does @slot lie in two or more lines? */
LAY_API uint64_t lay_layout_phases_straddled(const struct lay_layout *layout,
					     uint32_t slot);

#endif /* LAYOUTDIFF_LAYOUT_H */
