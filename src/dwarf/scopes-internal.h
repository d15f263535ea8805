/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of scopes share; nobody else includes this. */
#ifndef DWARF_SCOPES_INTERNAL_H
#define DWARF_SCOPES_INTERNAL_H

#include "base/arena.h"
#include "base/map.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/fingerprint.h"
#include "dwarf/line.h"
#include "dwarf/line-table.h"
#include "dwarf/scopes.h"
#include "dwarf/scopes-type.h"

/* The attributes of DIEs in functions that are kept. */
enum scope_attr {
	SCOPE_NONE,
	SCOPE_NAME,
	SCOPE_SYMBOL,		/* DW_AT_linkage_name */
	SCOPE_TYPE,
	SCOPE_ORIGIN,		/* DW_AT_abstract_origin, _specification */
	SCOPE_LOW_PC,
	SCOPE_HIGH_PC,
	SCOPE_RANGES,
	SCOPE_ENTRY_PC,
	SCOPE_LOCATION,
	SCOPE_CONST_VALUE,
	SCOPE_FRAME_BASE,
	SCOPE_DECL_FILE,
	SCOPE_DECL_LINE,
	SCOPE_ALIGNMENT,
	SCOPE_CALL_FILE,
	SCOPE_CALL_LINE,
	SCOPE_RETURN_PC,
	SCOPE_CALL_PC,
	SCOPE_CALL_ORIGIN,
	SCOPE_CALL_TARGET,
	SCOPE_CALL_VALUE,
	SCOPE_CALL_POINTED,
	SCOPE_INLINE,
	SCOPE_SIBLING,
	/* flags */
	SCOPE_EXTERNAL,
	SCOPE_DECLARATION,
	SCOPE_ARTIFICIAL,
	SCOPE_PROTOTYPED,
	SCOPE_NORETURN,
	SCOPE_TAIL_CALL,
	SCOPE_ALL_CALLS,
	/* of a unit */
	SCOPE_STMT_LIST,
	SCOPE_COMP_DIR,
	SCOPE_LANGUAGE,
	SCOPE_ADDR_BASE,
	SCOPE_RNGLISTS_BASE,
	SCOPE_LOCLISTS_BASE,
	SCOPE_NR_ATTRS,
};

struct scope_die {
	uint64_t off;
	uint64_t next;			/* behind its attributes */
	uint16_t tag;			/* 0: the end of a list of children */
	bool opens;			/* has a list of children */
	uint64_t has;			/* 1 << SCOPE_* */
	struct dw_value value[SCOPE_NR_ATTRS];
};
_Static_assert(SCOPE_NR_ATTRS <= 64, "scope_die.has has a bit for each");

static inline bool scope_has(const struct scope_die *die, enum scope_attr attr)
{
	return die->has >> attr & 1;
}

static inline bool scope_flag(const struct scope_die *die, enum scope_attr attr)
{
	return scope_has(die, attr) && die->value[attr].u != 0;
}

struct scope_ranges {
	struct dw_range *list;
	size_t nr, cap;
};

/* What the values of a unit's attributes are relative to. */
struct scope_bases {
	const struct dw_unit *unit;
	uint64_t low_pc;
	struct elf_data addrs;		/* from the unit's part on */
	uint64_t rnglists, loclists;	/* offsets in their sections */
	bool has_lines;
	uint64_t lines_off;
};

struct scope_places {
	struct dw_place_at *list;
	size_t nr, cap;
};

/* Sections in which there is code, or data; and the per-CPU one. */
struct scope_area {
	struct dw_range range;
	bool code, percpu;
};

struct dw_scopes {
	struct dw_file *file;
	bool big_endian;
	bool unplaced;			/* sections have no addresses */
	struct scope_types types;
	struct scope_area *areas;
	size_t nr_areas, cap_areas;
	/* symbols in per-CPU sections that begin at 0: hashes of name and
	 * address */
	struct map percpu_symbols;
	/* dw_scopes_index() */
	struct dw_entry *entries;
	size_t nr_entries, cap_entries;
	struct dw_entry_range *ranges;
	size_t nr_ranges, cap_ranges;
	struct dw_global *globals;
	size_t nr_globals, cap_globals;
	size_t nr_tls;			/* those are the last of @globals */
	struct dw_proto *declared;
	size_t nr_declared;
	struct map by_name;		/* hash of a name: its dw_proto */
	/* dw_scopes_seek(): scope_definition_key() of each, twice, and by
	 * unit: may know one; NULL: all may */
	struct map sought;
	uint64_t *sought_keys;
	size_t nr_sought, cap_sought;
	bool *knows;
};

struct dw_scope_reader {
	struct dw_scopes *scopes;
	struct dw_views views;
	struct scope_typist typist;
	/* of the unit at hand */
	struct scope_bases bases;
	struct arena arena;
	struct dw_scope_unit unit;
	struct map protos;		/* by DIE offset */
	struct map params;		/* of those: by DIE offset, which of
					 * them + 1, as a pointer */
	uint64_t steps_left;		/* DIEs that may still be read: what is
					 * read for others, and for others
					 * again, must end */
	uint64_t list_left;		/* the same of bytes of lists */
	struct dw_line_table *lines;	/* when asked for */
	struct dw_lines files;
	bool has_files;
	const char **paths;
	/* what is being gathered */
	struct scope_ranges ranges;
	struct scope_places places;
	struct dw_locs locs;
	struct dw_function *functions;
	size_t nr_functions, cap_functions;
	struct dw_global *globals;
	size_t nr_globals, cap_globals;
	struct dw_block *blocks;
	size_t nr_blocks, cap_blocks;
	struct dw_variable *variables;
	size_t nr_variables, cap_variables;
	struct dw_call *calls;
	size_t nr_calls, cap_calls;
	struct dw_call_param *call_params;
	size_t nr_call_params, cap_call_params;
	uint64_t *nested;		/* functions met in functions */
	size_t nr_nested, cap_nested;
};

/* scopes-die.c */

/* Read the DIE at @off, which @from refers to; in any unit. */
int scope_die_read(struct dw_scope_reader *r, uint64_t off, uint64_t from,
		   struct scope_die *die, struct lay_error *err);
/* Where the DIE behind @die and all that it holds begins. */
int scope_die_after(struct dw_scope_reader *r, const struct scope_die *die,
		    uint64_t *off, struct lay_error *err);
/* The DIE that @attr of @die refers to. */
int scope_die_follow(struct dw_scope_reader *r, const struct scope_die *die,
		     enum scope_attr attr, uint64_t *off,
		     struct lay_error *err);
/* The text of a string attribute; NULL: it has none. */
int scope_die_string(struct dw_scope_reader *r, const struct scope_die *die,
		     enum scope_attr attr, const char **s,
		     struct lay_error *err);
/* A number that fits 32 bits, or 0. */
uint32_t scope_die_number(const struct scope_die *die, enum scope_attr attr);

/* What a DIE says, or the one that it is an instance of. */
struct scope_facts {
	const char *name;
	const char *symbol;		/* or NULL */
	uint64_t type_off;		/* 0: it has no type */
	uint64_t origin_off;
	uint32_t decl_file, decl_line;
	uint32_t align;			/* bytes; 0: not stated */
	bool external;
	bool artificial;
};

int scope_facts_read(struct dw_scope_reader *r, const struct scope_die *die,
		     struct scope_facts *facts, struct lay_error *err);

/* Note that @err kept something from being read, and go on; what is no damage,
 * but memory that is out, is returned. */
int scope_damaged(struct dw_scope_reader *r, int ret, struct lay_error *err);
int scope_no_memory(const struct dw_scope_reader *r, struct lay_error *err);

/* A copy of @nr elements in the unit's arena; NULL: no memory. */
#define SCOPE_KEEP(r, list, nr) \
	arena_memdup(&(r)->arena, (list), (nr) * sizeof(*(list)))

/* scopes-address.c */

int scope_bases_read(struct dw_scope_reader *r, const struct scope_die *root,
		     struct lay_error *err);
bool scope_address(const struct dw_scope_reader *r,
		   const struct dw_value *value, uint64_t *addr);
/* The address number @index of the unit's part of .debug_addr. */
bool scope_address_at(const struct dw_scope_reader *r, uint64_t index,
		      uint64_t *addr);
/* Set r->ranges to those of @die: low and high pc, or a list. */
int scope_ranges_read(struct dw_scope_reader *r, const struct scope_die *die,
		      struct lay_error *err);
/* The area in which @addr is, or NULL. */
const struct scope_area *scope_area_of(const struct dw_scopes *scopes,
				       uint64_t addr);
/* Offset of the list that an attribute says, by whichever form. */
bool scope_list_off(const struct dw_scope_reader *r,
		    const struct dw_value *value, enum dw_section section,
		    uint64_t base, uint64_t *off);

/* scopes-place.c */

/* Set r->places, with r->locs as their pieces, to where @die says it is. */
int scope_places_read(struct dw_scope_reader *r, const struct scope_die *die,
		      const struct dw_term *frame_base, struct lay_error *err);
struct dw_expr_context scope_context(const struct dw_scope_reader *r,
				     const struct dw_term *frame_base);
/* The value of an expression; GONE: @attr is not there. */
void scope_value(const struct dw_scope_reader *r, const struct scope_die *die,
		 enum scope_attr attr, const struct dw_term *frame_base,
		 struct dw_loc *loc);

/* scopes-proto.c */

/* The prototype of the function whose DIE is at @off. */
int scope_proto(struct dw_scope_reader *r, uint64_t off, uint64_t from,
		const struct dw_proto **proto, struct lay_error *err);

/* scopes-function.c */

/* Read the function @die, whose r->ranges are read, and append it; *@next: what
 * stands behind it. */
int scope_function_read(struct dw_scope_reader *r, const struct scope_die *die,
			uint64_t *next, struct lay_error *err);

/* scopes-global.c */

/* Append the variable @die to @list if it is at an address of the image. */
int scope_global_add(struct dw_scope_reader *r, const struct scope_die *die,
		     bool local, bool *is_global, struct lay_error *err);

/* scopes-unit.c */

/* Open the unit with this index: 1; 0: there is no code in it. */
int scope_unit_open(struct dw_scope_reader *r, size_t index,
		    struct scope_die *root, struct lay_error *err);

#endif /* DWARF_SCOPES_INTERNAL_H */
