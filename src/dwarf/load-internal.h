/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the loader share; nobody else includes this. */
#ifndef DWARF_LOAD_INTERNAL_H
#define DWARF_LOAD_INTERNAL_H

#include "base/map.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/line.h"
#include "dwarf/load.h"
#include "dwarf/session.h"
#include "model/builder.h"

/*
 * Bounds against hostile input; real code stays far below. Depth is types in
 * types: records, arrays, typedefs, parameters. A record of 2^20 members takes
 * 72 MB of model.
 */
#define LOAD_DEPTH_MAX		200
#define LOAD_LIST_MAX		(1u << 20)
#define LOAD_MODEL_MAX		((size_t)4 << 30)

/* Units open at a time: the one that is read, and what it refers to where
 * whole programs or dwz spread types over units. */
#define LOAD_NR_UNITS		8

struct load_unit {
	const struct dw_unit *unit;	/* NULL: free */
	struct dw_session *session;
	const char *name;		/* the model's; or NULL */
	uint64_t language;		/* DW_LANG_*, 0 if not said */
	bool has_lines;
	uint64_t lines_off;
	const struct dw_unit *lines_of;	/* whose table it is */
	struct dw_lines lines;
	const char **paths;		/* the model's, of lines.files as they
					 * are asked for; NULL: not yet read */
	uint64_t used;			/* loader.clock of the last use */
};

struct dw_loader {
	struct dw_file *file;
	struct model model;
	bool decl;		/* names of files are wanted */
	/* by DIE offset: types, or &loading while they are being made */
	struct map deep, shallow;
	struct load_unit units[LOAD_NR_UNITS];
	uint64_t clock;
	unsigned int depth;
};

/*
 * How much of a type is wanted: what an object consists of, or what it takes to
 * name it.
 */
enum load_mode { LOAD_DEEP, LOAD_SHALLOW };

static inline bool load_flag(const struct dw_die *die, enum dw_fact attr)
{
	return dw_die_has(die, attr) && die->fact[attr].u != 0;
}

/* load.c */

int load_type(struct dw_loader *loader, uint64_t off, enum load_mode mode,
	      const struct lay_type **type, struct lay_error *err);
/* The type that @attr of @die refers to; void where there is none. */
int load_ref(struct dw_loader *loader, const struct dw_die *die,
	     enum dw_fact attr, enum load_mode mode,
	     const struct lay_type **type, struct lay_error *err);
/* A type that cannot be had; @off is where, and @why a constant. */
int load_unknown(struct dw_loader *loader, uint64_t off, const char *why,
		 const struct lay_type **type, struct lay_error *err);

/* load-unit.c */

/* The unit in which @off lies, opened; good until the next call. */
int load_unit_at(struct dw_loader *loader, uint64_t off,
		 struct load_unit **unit, struct lay_error *err);
void load_units_close(struct dw_loader *loader);
int load_die(struct dw_loader *loader, uint64_t off, struct dw_die *die,
	     struct lay_error *err);
/* Go through the children of @parent: with child->tag 0 to the first, then to
 * the next one; 1, or 0 if there is none. */
int load_child(struct dw_loader *loader, const struct dw_die *parent,
	       struct dw_die *child, struct lay_error *err);
/* The name of @die, or of what it completes; NULL if it has none. */
int load_name(struct dw_loader *loader, const struct dw_die *die,
	      const char **name, struct lay_error *err);
int load_decl(struct dw_loader *loader, const struct dw_die *die,
	      struct lay_decl *decl, struct lay_error *err);
/* The DIE offset that @attr refers to: 1; 0 when the file does not hold it. */
int load_follow(struct dw_loader *loader, const struct dw_die *die,
		enum dw_fact attr, uint64_t *off, struct lay_error *err);

/* Fill in what is particular to a kind of type: one file each. */

int load_base(struct dw_loader *loader, const struct dw_die *die,
	      enum load_mode mode, struct lay_type *type,
	      struct lay_error *err);
int load_pointer(struct dw_loader *loader, const struct dw_die *die,
		 enum load_mode mode, struct lay_type *type,
		 struct lay_error *err);
int load_target(struct dw_loader *loader, const struct dw_die *die,
		enum load_mode mode, struct lay_type *type,
		struct lay_error *err);
int load_function(struct dw_loader *loader, const struct dw_die *die,
		  enum load_mode mode, struct lay_type *type,
		  struct lay_error *err);
int load_array(struct dw_loader *loader, const struct dw_die *die,
	       enum load_mode mode, struct lay_type *type,
	       struct lay_error *err);
int load_enum(struct dw_loader *loader, const struct dw_die *die,
	      enum load_mode mode, struct lay_type *type,
	      struct lay_error *err);
int load_record(struct dw_loader *loader, const struct dw_die *die,
		enum load_mode mode, struct lay_type *type,
		struct lay_error *err);

#endif /* DWARF_LOAD_INTERNAL_H */
