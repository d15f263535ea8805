/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What DWARF says about code: functions, what is inlined into them, where their
 * variables are at which address, what they call and with which values; global
 * variables by address; prototypes; lines.
 *
 *	dw_scopes		of a file, shared by all threads: the types, and
 *				once dw_scopes_index() was called the tables by
 *				address and name
 *	dw_scope_reader		of a thread: reads one unit at a time
 *	dw_scope_unit		what it read; gone when it reads the next one
 *
 *	dw_scopes_open(file, &scopes, err);
 *	dw_scopes_index(scopes, jobs, err);
 *	each thread:
 *		dw_scope_reader_new(scopes, &reader, err);
 *		for each unit i it takes:
 *			dw_scope_reader_read(reader, i, &unit, err);
 *			...
 *		dw_scope_reader_free(reader);
 *
 * Types. Every lay_type met here, and all that it leads to, belongs to the
 * dw_scopes and lives as long, whichever unit it was read in. Types are folded
 * over all units by what they are: two records are the same (fingerprint.h) if
 * and only if their pointers are equal, and so are pointers, arrays, typedefs
 * and functions of equal types. A pointer to a record leads to its definition
 * where the unit has one. So a unit costs a hash of each type that its
 * functions name; a type is read into the model once in a build.
 *
 * The members of a record are as the loader reads them (load.h): what they
 * point to is LAY_TYPE_SHALLOW, and what they embed is not the pointer by which
 * a variable of that type is known. Give any type that was found in another to
 * dw_scope_type(), which knows the one that stands for it: the whole definition,
 * where all of the name have one size and their first members, by name, at the
 * same places; else that of the unit at hand. Where that has none the name is all
 * that is known of what another type only names.
 *
 * What of lay_type says where it was read (unit, source_off) is from any of the
 * units that have it: not the same in each run. Where things are declared is
 * not read.
 *
 * Damage never fails a read: what could be read stands, and the unit says that
 * the rest could not.
 */
#ifndef DWARF_SCOPES_H
#define DWARF_SCOPES_H

#include <layoutdiff/model.h>

#include "dwarf/expr.h"

struct dw_scopes;
struct dw_scope_reader;

/* Addresses, as linked: low <= pc < high. Never empty. */
struct dw_range {
	uint64_t low, high;
};

/* dw_proto.flags */
#define DW_PROTO_EXTERNAL	0x01
#define DW_PROTO_DECLARATION	0x02	/* not defined in this unit */
#define DW_PROTO_NORETURN	0x04
#define DW_PROTO_INLINE		0x08	/* inlined, or declared inline */

/* A function as the source declares it. */
struct dw_proto {
	const char *name;		/* NULL: none; lives with the file */
	const char *symbol;		/* what the linker knows it by: the name,
					 * or what that stands for, as "memcpy"
					 * for "__builtin_memcpy" */
	/* LAY_KIND_FUNCTION: target is what it returns, params their types in
	 * order; LAY_TYPE_PROTOTYPED, LAY_TYPE_VARIADIC */
	const struct lay_type *type;
	uint64_t die_off;		/* of the DIE without addresses, if there
					 * is one: what all copies share */
	uint32_t decl_file;		/* see dw_scope_file() */
	uint32_t decl_line;		/* 0: not said */
	unsigned int flags;		/* DW_PROTO_* */
};

enum dw_block_kind {
	DW_BLOCK_FUNCTION,	/* the first of a function's blocks */
	DW_BLOCK_LEXICAL,
	DW_BLOCK_INLINED,
};

/* A function, a block in it, or another function inlined there. */
struct dw_block {
	enum dw_block_kind kind;
	uint32_t parent;		/* index of the block around it, which is
					 * lower; of the first one 0 */
	uint32_t depth;			/* blocks around it */
	uint32_t nr_ranges;		/* 0: nothing is left of it */
	const struct dw_range *ranges;	/* as the file has them: the first is
					 * not always the lowest */
	uint64_t entry;			/* where it is entered; if not said where
					 * its first range begins */
	uint64_t die_off;
	const struct dw_proto *proto;	/* NULL for lexical blocks */
	uint32_t call_file;		/* inlined: see dw_scope_file() */
	uint32_t call_line;		/* 0: not said */
};

/* Where a variable is while the pc is in @range. */
struct dw_place_at {
	struct dw_range range;		/* all: as long as its block lasts */
	bool all;
	bool otherwise;			/* where no other entry says anything
					 * (DW_LLE_default_location) */
	uint32_t nr_pieces;		/* at least 1 */
	const struct dw_loc *pieces;
};

/* dw_variable.flags */
#define DW_VARIABLE_PARAM	0x01	/* formal parameter of its block */
#define DW_VARIABLE_STATIC	0x02	/* at an address of the image: also among
					 * the unit's globals */
#define DW_VARIABLE_ARTIFICIAL	0x04
#define DW_VARIABLE_DECLARATION	0x08	/* extern */

#define DW_PARAM_UNKNOWN	UINT32_MAX

struct dw_variable {
	const char *name;		/* NULL: none */
	const struct lay_type *type;	/* never NULL */
	uint32_t block;			/* index in dw_function.blocks */
	uint32_t param;			/* parameters: which of the prototype,
					 * from 0; they can stand in any order,
					 * and some be missing */
	unsigned int flags;		/* DW_VARIABLE_* */
	uint32_t decl_line;		/* 0: not said */
	uint64_t die_off;
	uint64_t origin_off;		/* the DIE it is an instance of: the same
					 * in all copies; else die_off */
	/* None: it is nowhere, as far as is said. Ranges may overlap. */
	const struct dw_place_at *places;
	size_t nr_places;
};

/* What a call passes. */
struct dw_call_param {
	struct dw_loc where;		/* REGISTER or MEMORY, at the callee's
					 * entry */
	struct dw_loc value;		/* VALUE, POINTER, OTHER: in terms of the
					 * caller; GONE: not said */
	struct dw_loc pointed;		/* what lies where @value points; GONE:
					 * not said */
};

/* dw_call.flags */
#define DW_CALL_TAIL		0x01	/* it is a jump */
#define DW_CALL_RETURN_PC	0x02
#define DW_CALL_PC		0x04

struct dw_call {
	uint64_t return_pc;		/* behind the call, DW_CALL_RETURN_PC */
	uint64_t pc;			/* of the call itself, DW_CALL_PC */
	uint64_t die_off;
	uint32_t block;
	unsigned int flags;		/* DW_CALL_* */
	const struct dw_proto *callee;	/* NULL: not said */
	struct dw_loc target;		/* the value called; GONE: not said */
	const struct dw_call_param *params;
	size_t nr_params;
};

/* A function that has code, with all of it: .cold parts are further ranges of
 * blocks[0]. */
struct dw_function {
	const struct dw_proto *proto;
	uint64_t entry;
	uint64_t die_off;
	struct dw_loc frame_base;	/* VALUE or REGISTER: what DW_OP_fbreg
					 * adds to; GONE: none */
	bool all_calls;			/* every call and tail call is listed */
	const struct dw_block *blocks;	/* outer before inner */
	const struct dw_variable *variables;	/* of all blocks, in order */
	const struct dw_call *calls;	/* by return_pc, those without first */
	size_t nr_blocks;		/* at least 1 */
	size_t nr_variables;
	size_t nr_calls;
};

/* dw_global.flags */
#define DW_GLOBAL_EXTERNAL	0x01
#define DW_GLOBAL_LOCAL		0x02	/* static, in a function */
#define DW_GLOBAL_TLS		0x04	/* @addr is an offset in each thread's
					 * storage */
#define DW_GLOBAL_PERCPU	0x08	/* @addr is in the per-CPU section: a
					 * space of its own where that is linked
					 * at 0 */

/* A variable at a fixed address. */
struct dw_global {
	uint64_t addr;
	uint64_t size;			/* 0: its type has none */
	uint64_t align;			/* asked for, bytes; 0: not stated */
	const char *name;
	const struct lay_type *type;
	uint64_t die_off;
	uint32_t unit;
	unsigned int flags;		/* DW_GLOBAL_* */
};

struct dw_scope_unit {
	const char *name;		/* NULL: none */
	const char *dir;		/* where the compiler ran; or NULL */
	uint32_t index;
	uint64_t language;		/* DW_LANG_*; 0: not said */
	const struct dw_function *functions;
	size_t nr_functions;
	const struct dw_global *globals;	/* of functions too */
	size_t nr_globals;
	/* what could not be read, and the first of it */
	size_t nr_damaged;
	const char *damage;
};

/*
 * Prepare to read the code of @file, which must outlive the result. All that
 * will be read is got here, so that threads can be started afterwards.
 */
int dw_scopes_open(struct dw_file *file, struct dw_scopes **scopes,
		   struct lay_error *err);
void dw_scopes_close(struct dw_scopes *scopes);

/*
 * Have dw_scopes_index() find out which units can know a record of this kind
 * and name. May be called for several.
 */
int dw_scopes_seek(struct dw_scopes *scopes, enum lay_kind kind,
		   const char *name, struct lay_error *err);

/* Can code of this unit touch members of a record that was sought? Not if it is
 * in C and nothing of the unit defines one. */
bool dw_scopes_may_know(const struct dw_scopes *scopes, size_t unit);

/* Units, counted as in dw_file; type units and empty ones among them. */
size_t dw_scopes_nr_units(const struct dw_scopes *scopes);

/* One thread's; any number of readers can be at work at once. */
int dw_scope_reader_new(struct dw_scopes *scopes,
			struct dw_scope_reader **reader, struct lay_error *err);
void dw_scope_reader_free(struct dw_scope_reader *reader);

/*
 * Read the unit with this index. What @unit leads to, but for types, is good
 * until the reader's next call of this. Errors: no memory.
 */
int dw_scope_reader_read(struct dw_scope_reader *reader, size_t index,
			 const struct dw_scope_unit **unit,
			 struct lay_error *err);

/*
 * The type that stands for @type, which is any that scopes gave, or a member or
 * target of one: see above. Returns @type itself where there is none better,
 * as a record that is nowhere defined. Of the unit that was read last: not the
 * same for each. Errors: no memory.
 */
int dw_scope_type(struct dw_scope_reader *reader, const struct lay_type *type,
		  const struct lay_type **same, struct lay_error *err);

/* The path of a file of the unit that was read, by decl_file or call_file; NULL
 * if it has no such. Good as long as the unit. */
const char *dw_scope_file(struct dw_scope_reader *reader, uint32_t file);

/* The line of @pc by the line table of the unit that was read: 1; 0: it has
 * none. line->file is good as long as the unit. */
int dw_scope_line(struct dw_scope_reader *reader, uint64_t pc,
		  struct lay_decl *line, struct lay_error *err);

/*
 * What all units say, by address and name. Their names and types live as long
 * as the scopes; decl_file counts in the files of their unit.
 */

/* A function that has code. Of one in assembler, the type is that of its first
 * declaration in C; void(), without LAY_TYPE_PROTOTYPED, if there is none. */
struct dw_entry {
	uint64_t addr;			/* where it is entered */
	uint64_t die_off;
	struct dw_proto proto;
	uint32_t unit;
	bool assembler;
};

/* A part of one: its ranges do not overlap, and are in order. */
struct dw_entry_range {
	struct dw_range range;
	uint32_t entry;			/* index of its function */
};

/* Make the tables, with as many threads as @jobs says (pool.h). Not while other
 * threads are reading. Errors: no memory. */
int dw_scopes_index(struct dw_scopes *scopes, unsigned int jobs,
		    struct lay_error *err);

/* All of them, by address; those with equal ones in the order of the file. */
const struct dw_entry *dw_scopes_entries(const struct dw_scopes *scopes,
					 size_t *nr);
const struct dw_entry_range *dw_scopes_ranges(const struct dw_scopes *scopes,
					      size_t *nr);
const struct dw_global *dw_scopes_globals(const struct dw_scopes *scopes,
					  size_t *nr);

/* The function whose code @pc is in, or NULL. */
const struct dw_entry *dw_scopes_entry_of(const struct dw_scopes *scopes,
					  uint64_t pc);
/* The function entered at @addr, or NULL. */
const struct dw_entry *dw_scopes_entry_at(const struct dw_scopes *scopes,
					  uint64_t addr);
/* The variable that @addr is in, or NULL. @tls: of thread-local ones. */
const struct dw_global *dw_scopes_global_at(const struct dw_scopes *scopes,
					    uint64_t addr, bool tls);
/*
 * The function with the symbol @name: of what has code if one does, else a declaration,
 * as C has of functions that are written in assembler. The first of the file
 * where there are several. NULL: none.
 */
const struct dw_proto *dw_scopes_proto_named(const struct dw_scopes *scopes,
					     const char *name);

#endif /* DWARF_SCOPES_H */
