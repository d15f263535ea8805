/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where every bit of a record lies. A layout is the record's members, embedded
 * records opened, with what lies between them, as one array of slots in
 * preorder: a parent stands before its children, siblings in the order of their
 * places (which in C is the order of declaration; Rust declares in another),
 * those at one place as declared, those without a place last.
 *
 * The invariant of every record in it, asserted when it is made:
 *
 *	8 * size = member bits + hole bits + bit-hole bits + padding bits
 *		   + bit-padding bits + unknown bits
 *
 * Bits that several members claim count once. In a union that is the rule; in
 * a struct it is told in lay_totals.overlap_bits.
 *
 * What lies between members has one name for each bit. Let the mark be the end
 * of what the members so far reach. A bit-field opens its storage unit: the
 * multiple of its declared type's size that it starts in, with the next one
 * where it runs over (packed records). Units of bit-fields that follow each
 * other are open together, as far as the one that ends last; any other member
 * that reaches the mark closes them. Then, from the mark to the next member:
 *
 *	bit hole	what is left of the open units
 *	hole		then whole bytes, up to the member; up to its storage
 *			unit, when it is a bit-field
 *	bit hole	what of the member's own storage unit is in front of it
 *
 * and from the mark to the end of the record, bit padding for what is left of
 * the open units and padding for the rest. These are the numbers that pahole
 * prints, for structs; of unions it says nothing.
 */
#ifndef LAYOUTDIFF_LAYOUT_H
#define LAYOUTDIFF_LAYOUT_H

#include <layoutdiff/model.h>

enum lay_slot_kind {
	LAY_SLOT_MEMBER,
	LAY_SLOT_HOLE,		/* whole bytes between two members */
	LAY_SLOT_BIT_HOLE,	/* bits between, behind or before bit-fields,
				 * within their storage units */
	LAY_SLOT_PADDING,	/* bytes behind the last member */
	LAY_SLOT_BIT_PADDING,	/* bits behind a last bit-field, within its
				 * storage unit */
	LAY_SLOT_UNKNOWN,	/* no member that was read lies here, but some
				 * could not be read or have no known size */
};

/* lay_slot.flags */
#define LAY_SLOT_STRADDLES	0x001	/* a member that would fit in a line and
					 * lies in two; anonymous ones do not
					 * straddle, what is in them may */
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
#define LAY_SLOT_OVERLAPS	0x400	/* starts before its predecessors end,
				 * though not in a union */
#define LAY_SLOT_IN_UNION	0x800	/* its parent is a union */
#define LAY_SLOT_SPACER		0x1000	/* takes no bits, is there to align what
				 * follows: __cacheline_group_pad__NAME,
				 * CACHELINE_PADDING(), ZONE_PADDING() */
#define LAY_SLOT_OUTSIDE	0x2000	/* ends behind the end of its record:
				 * damaged input; what is outside is in no
				 * total */
#define LAY_SLOT_INCOMPLETE	0x4000	/* of its record the size is known alone
				 * (.BTF.base of a module) */

/* Slots that stand for no data: excluded where fields are compared. */
#define LAY_SLOT_MARKER		(LAY_SLOT_GROUP_BEGIN | LAY_SLOT_GROUP_END | \
				 LAY_SLOT_SPACER)

#define LAY_NO_SLOT		UINT32_MAX

struct lay_slot {
	enum lay_slot_kind kind;
	unsigned int flags;
	const struct lay_member *member;	/* NULL but for MEMBER */
	/* C path from the outermost record, without anonymous steps:
	 * "u.ip.port", "lru[].next"; of an anonymous member that of its parent
	 * plus what tells it apart: "{union}", "u.{struct#2}.{union}",
	 * "{base}" of what C++ inherits. NULL but for MEMBER. */
	const char *path;
	uint64_t bit_off;	/* from the start of the outermost record */
	uint64_t bit_size;	/* 0: empty, or not known (UNPLACED) */
	uint64_t storage_off;	/* bit-field: byte offset and size of the unit */
	uint64_t storage_size;	/* of its declared type that it starts in; the
				 * offset is from the outermost record */
	uint64_t nr_elements;	/* ARRAY: in all dimensions; 0: x[0], x[] */
	uint64_t stride;	/* ARRAY: bytes of an element; 0: not known */
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
	uint64_t nr_bit_holes, bit_hole_bits;	/* bits on both sides of a hole
						 * are one bit hole */
	uint64_t padding_bytes;
	uint64_t bit_padding_bits;
	uint64_t unknown_bits;	/* see LAY_SLOT_UNKNOWN */
	uint64_t nr_straddles;	/* LAY_SLOT_STRADDLES, at any depth; of these
				 * those in members that have a name: */
	uint64_t nr_embedded_straddles;
	/* of its anonymous members and theirs, in none of the sums above */
	uint64_t nr_anonymous_holes, anonymous_hole_bytes;
	uint64_t nr_anonymous_bit_holes, anonymous_bit_hole_bits;
	uint64_t anonymous_padding_bits;
	uint64_t nr_unplaced;	/* members whose place or size is not known */
};

/* What a member asks for as alignment; see layout/align.c. */
struct lay_slot_align {
	uint64_t asked;		/* bytes, 0: not known */
	bool stated;		/* it, or its type, says so */
	bool uneven;		/* it does not stand on a multiple of that */
	bool unsure;		/* of a record: what members that state nothing
				 * ask for is not known */
	bool unpacked;		/* of a record: a hole shows that it is not */
	bool shown;		/* of a record: that it asks for no less shows */
};

/* A pair of cache-line group markers (Linux kernel commit aa2b2eb39348
 * ("cacheline: add __cacheline_group_{begin,end}")). */
struct lay_group {
	const char *name;	/* "sock_write_tx" */
	uint32_t begin;		/* slot of its begin marker */
	uint32_t end;		/* slot of its end marker, or LAY_NO_SLOT */
	uint32_t pad;		/* slot of its spacer, or LAY_NO_SLOT */
	uint64_t first_byte;	/* [first_byte, end_byte) */
	uint64_t end_byte;	/* without end marker: where the next group
				 * begins or the record ends */
	uint64_t nr_members;	/* between the markers; anonymous count as one */
};

struct lay_layout {
	const struct lay_type *type;	/* borrowed from its build */
	uint64_t size;			/* bytes */
	bool size_known;		/* false: declared only, incomplete */
	uint64_t line_size;		/* bytes */
	uint64_t max_scalar;
	bool terse;			/* the source has no word for alignment
					 * that was asked for */
	bool bits_unstated;		/* see lay_layout_opts */
	uint64_t nr_lines;		/* lines of an object that starts on one */
	/* what an object is aligned to for certain, if it is not packed unseen,
	 * and where that comes from: stated (DW_AT_alignment) or natural */
	uint64_t align;
	bool align_stated;
	bool align_shown;	/* stated, or a hole shows that it is not packed */
	bool shows_packed;	/* its size, or where a member of its own stands,
				 * shows that it is */
	/* the most that it can be aligned to: more than align where members
	 * show that it is packed, and where the source has no word for what was
	 * asked for; 0: there is no such bound */
	uint64_t align_most;
	struct lay_totals totals;
	const struct lay_slot *slots;
	uint32_t nr_slots;
	const struct lay_slot_align *aligns;	/* of each slot */
	struct lay_slot_align outermost;	/* of what is around them */
	const struct lay_group *groups;
	size_t nr_groups;
	bool cut;	/* opening embedded records stopped at a bound; each
			 * record that was not opened lacks LAY_SLOT_RECORD */
};

struct lay_layout_opts {
	uint64_t line_size;	/* bytes, a power of two, 8 to 65536; 0: 64 */
	uint64_t max_scalar;	/* see lay_type_align(); 0: 16 */
	bool bits_unstated;	/* the source has no word for alignment that was
				 * asked for of bit-fields: clang states no
				 * other's */
};

/*
 * The bounds. The outermost record's own slots must fit, or it is refused;
 * embedded records that would not fit, or lie deeper, are not opened, and none
 * beyond so many slots. (The largest of a Linux 6.12 kernel takes 2,900.)
 */
#define LAY_LAYOUT_MAX_SLOTS	(1u << 20)
#define LAY_LAYOUT_MAX_OPENED	(1u << 17)
#define LAY_LAYOUT_MAX_DEPTH	64
#define LAY_LAYOUT_MAX_SIZE	(UINT64_C(1) << 56)	/* bytes */

/*
 * Lay out @type, a struct, union, or typedef of one. @layout is owned by the
 * caller (lay_layout_free()) and borrows from the type's build. @opts may be
 * NULL. Errors: not a record, declared only, larger than the bounds.
 */
LAY_API int lay_layout_make(const struct lay_type *type,
			    const struct lay_layout_opts *opts,
			    struct lay_layout **layout, struct lay_error *err);
LAY_API void lay_layout_free(struct lay_layout *layout);

/* What objects of a type are aligned to: 0 as least: nothing is known, as most:
 * there is no bound. */
struct lay_align {
	uint64_t least, most;
};

/*
 * What is known of both when they are seen beside each other. What nothing in
 * one shows to be packed or not, and what the other shows to be packed, may be
 * packed: then from 1.
 */
LAY_API void lay_layout_pair_aligns(const struct lay_layout *a,
				    const struct lay_layout *b,
				    struct lay_align ret_align[2]);

/* Can both be aligned alike, for all that is known? */
LAY_API bool lay_layout_same_align(const struct lay_layout *a,
				   const struct lay_layout *b);

/*
 * Totals of the record behind slot @slot (LAY_SLOT_RECORD) by itself, of an
 * array's first element, as lay_layout.totals is of the outermost.
 */
LAY_API void lay_layout_totals(const struct lay_layout *layout, uint32_t slot,
			       struct lay_totals *totals);

/*
 * Find a member by its path ("u.ip.port"). An array's slots are those of its
 * first element: an index may be left out, and is only checked. Steps
 * through anonymous members need not be written. LAY_NO_SLOT if there is none.
 */
LAY_API uint32_t lay_layout_find(const struct lay_layout *layout,
				 const char *path);

/*
 * For a message about a @path that is not there: ": did you mean lastuse?", or
 * nothing where none comes near. Always terminated.
 */
LAY_API void lay_layout_near(const struct lay_layout *layout, const char *path,
			     char *buf, size_t len);

/*
 * An object that is aligned to less than a line can start at several places
 * ("phases") of one: line_size / align of them, 1 when aligned to a line or
 * more. @byte's line is certain only when this is 1.
 */
LAY_API uint64_t lay_layout_nr_phases(const struct lay_layout *layout);
/* Likewise, of objects that are aligned to @align. */
LAY_API uint64_t lay_line_nr_phases(uint64_t line_size, uint64_t align);

/*
 * In how many of the phases do the bytes of slots @a and @b share a line?
 * Slots without bytes share none.
 */
LAY_API uint64_t lay_layout_phases_shared(const struct lay_layout *layout,
					  uint32_t a, uint32_t b);

/* Would the member @slot, which fits in a line, lie in two of an object that
 * starts @start bytes into one? See LAY_SLOT_STRADDLES. */
LAY_API bool lay_layout_straddles_at(const struct lay_layout *layout,
				     uint32_t slot, uint64_t start);

/* In how many of the phases does @slot lie in two or more lines? */
LAY_API uint64_t lay_layout_phases_straddled(const struct lay_layout *layout,
					     uint32_t slot);

#endif /* LAYOUTDIFF_LAYOUT_H */
