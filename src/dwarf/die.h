/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DIEs one at a time: what the attributes say that names and layouts depend on.
 * Reading is by DIE offset, checked; a thread has its own views.
 */
#ifndef DWARF_DIE_H
#define DWARF_DIE_H

#include "dwarf/abbrev.h"
#include "dwarf/form.h"

/* The attributes that are kept. */
enum dw_fact {
	DW_FACT_NAME,
	DW_FACT_TYPE,
	DW_FACT_BYTE_SIZE,
	DW_FACT_BIT_SIZE,
	DW_FACT_MEMBER_LOCATION,
	DW_FACT_DATA_BIT_OFFSET,
	DW_FACT_BIT_OFFSET,
	DW_FACT_DECLARATION,
	DW_FACT_EXTERNAL,
	DW_FACT_ENCODING,
	DW_FACT_COUNT,
	DW_FACT_UPPER_BOUND,
	DW_FACT_LOWER_BOUND,
	DW_FACT_CONST_VALUE,
	DW_FACT_DISCR_VALUE,
	DW_FACT_ALIGNMENT,
	DW_FACT_SIBLING,
	DW_FACT_ORIGIN,		/* DW_AT_specification, DW_AT_abstract_origin */
	DW_FACT_SIGNATURE,
	DW_FACT_VECTOR,
	DW_FACT_LANGUAGE,
	DW_FACT_PRODUCER,
	DW_FACT_STR_OFFSETS_BASE,
	/* what only the loader asks for; dw_die_read() leaves these out */
	DW_FACT_ARTIFICIAL,
	DW_FACT_BIT_STRIDE,
	DW_FACT_BYTE_STRIDE,
	DW_FACT_CONTAINING_TYPE,
	DW_FACT_DECL_FILE,
	DW_FACT_DECL_LINE,
	DW_FACT_PROTOTYPED,
	DW_FACT_STMT_LIST,
	DW_FACT_VIRTUALITY,
	DW_NR_FACTS,
	DW_NR_READ_FACTS = DW_FACT_ARTIFICIAL,
};
_Static_assert(DW_NR_FACTS <= 32, "dw_die.has has a bit for each");

struct dw_die {
	uint64_t off;		/* DIE offset */
	uint64_t next;		/* behind its attributes: of its first child,
				 * if it has any */
	uint16_t tag;		/* 0: the end of a list of children */
	uint8_t kind;		/* enum lay_kind, as of dw_plan */
	uint8_t flags;		/* DW_PLAN_*, as of dw_plan */
	uint32_t has;		/* 1 << DW_FACT_*: what @fact holds */
	struct dw_value fact[DW_NR_FACTS];
};

static inline bool dw_die_has(const struct dw_die *die, enum dw_fact fact)
{
	return die->has >> fact & 1;
}

static inline bool dw_die_opens(const struct dw_die *die)
{
	return die->flags & DW_PLAN_CHILDREN;
}

/* Which fact the attribute DW_AT_* @at is; DW_NR_FACTS: none that is kept. */
enum dw_fact dw_fact_of(uint64_t at);

/* A string section; what stands behind its last NUL is cut off, so that every
 * offset inside is a string. */
struct dw_strings {
	bool loaded;
	const char *data;
	size_t size;
};

/* A unit opened for reading. */
struct dw_view {
	struct dw_file *file;
	struct dw_part *part;		/* of which it is, or was last */
	const struct dw_unit *unit;	/* NULL: none yet */
	const uint8_t *bytes;		/* at unit->off */
	uint64_t size;			/* from there to the unit's end */
	struct dw_abbrevs abbrevs;
	struct dw_die root;		/* the first DIE; tag 0: there is none */
	uint64_t str_offsets_base;
	struct elf_data str_offsets;
	struct dw_strings str, line_str, sup_str;
};

void dw_view_init(struct dw_view *view, struct dw_file *file);
void dw_view_deinit(struct dw_view *view);
int dw_view_open(struct dw_view *view, const struct dw_unit *unit,
		 struct lay_error *err);

/* Is @off that of a DIE in the view's unit? */
static inline bool dw_view_holds(const struct dw_view *view, uint64_t off)
{
	return view->unit && off >= view->unit->die_off &&
	       off < view->unit->end;
}

/* The same, when nothing but the first DIE is to be read. */
int dw_view_open_root(struct dw_view *view, const struct dw_unit *unit,
		      struct lay_error *err);

/* The attributes of a DIE, all of them, one after the other. */
struct dw_attrs {
	struct dw_cursor values, specs;
	uint64_t at, form;	/* of the one read last */
	int64_t implicit;
};

/* Of the DIE at @off, which is in the view's unit. The plan of the end of a
 * list of children has the step DW_STEP_END: there is nothing to read. */
int dw_attrs_begin(const struct dw_view *view, uint64_t off,
		   struct dw_attrs *it, const struct dw_plan **plan,
		   struct lay_error *err);
/* 1: @value is that of @it->at, 0: there are no more. */
int dw_attrs_next(const struct dw_view *view, uint64_t off,
		  struct dw_attrs *it, struct dw_value *value,
		  struct lay_error *err);
/* The DIE offset behind what was read. */
uint64_t dw_attrs_end(const struct dw_view *view, const struct dw_attrs *it);

/* Where a reference of @u bytes from the start of the unit leads; one too large
 * must not wrap into some other unit. */
static inline uint64_t dw_view_reference(const struct dw_view *view, uint64_t u)
{
	return u < view->size ? view->unit->off + u : UINT64_MAX;
}

/* The DIE at @off, which is in the view's unit, without its children. */
int dw_die_read(struct dw_view *view, uint64_t off, struct dw_die *die,
		struct lay_error *err);

/* Where the DIE behind @die and all that it holds begins. */
int dw_die_after(struct dw_view *view, const struct dw_die *die,
		 uint64_t *off, struct lay_error *err);

/* The text of a string value; @off is where to say that it is damaged. */
int dw_view_string(struct dw_view *view, uint64_t off,
		   const struct dw_value *value, const char **s,
		   struct lay_error *err);

/*
 * DW_AT_data_member_location in bytes: 0 when absent; a constant, or an
 * expression that adds one. False: it is neither.
 */
bool dw_die_location(const struct dw_die *die, uint64_t *bytes);

/* A constant of whatever form; false if absent or not a constant. */
bool dw_die_constant(const struct dw_die *die, enum dw_fact fact,
		     uint64_t *value);

/*
 * The views of a thread: of the unit it works on, and of some that references
 * led to last. A view is good until the next call with an offset in another
 * unit.
 */
#define DW_NR_VIEWS 8

struct dw_views {
	struct dw_view own;
	struct dw_view others[DW_NR_VIEWS];
	unsigned int next;	/* of the others, to be used again */
};

void dw_views_init(struct dw_views *views, struct dw_file *file);
void dw_views_deinit(struct dw_views *views);

int dw_views_at_other(struct dw_views *views, uint64_t off, uint64_t from,
		      struct dw_view **view, struct lay_error *err);

/* The view of the unit in which the DIE @off lies. @from: the DIE that refers
 * to it, for the error. */
static inline int dw_views_at(struct dw_views *views, uint64_t off,
			      uint64_t from, struct dw_view **view,
			      struct lay_error *err)
{
	if (!dw_view_holds(&views->own, off))
		return dw_views_at_other(views, off, from, view, err);
	*view = &views->own;
	return 0;
}

/*
 * The name of @die, or of the DIE that it specifies or is an instance of; NULL
 * if it has none.
 */
int dw_views_name(struct dw_views *views, const struct dw_die *die,
		  const char **name, struct lay_error *err);

/* Follow the reference @value of the DIE @from to the offset of a DIE. */
int dw_views_follow(struct dw_views *views, const struct dw_value *value,
		    uint64_t from, uint64_t *off, struct lay_error *err);

#endif /* DWARF_DIE_H */
