/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The document: one tree of typed nodes that every report is built as and that
 * every emitter writes. Builders (from-*.c) know layouts and diffs and no
 * format; emitters (emit-*.c) know the kinds of nodes below and no layout. N
 * documents and M formats cost N + M files.
 *
 *	section		a title and children; a machine sees an object
 *	record		fields; a machine sees them in the object of the
 *			section around them
 *	table		rows of cells under keyed columns; an array of objects
 *	note		something said about the section, with its evidence;
 *			an object in the array named by the note's key
 *
 * What people and programs are told differs: people get long runs folded and
 * places in one word ("16:3"), programs get everything in numbers. So fields,
 * columns, rows and notes say for whom they are.
 *
 * Everything belongs to the document's arena, strings as well unless they are
 * literals or of the model. A builder need not check for failed allocations:
 * after one the document hands out scratch nodes, and doc_status() tells.
 */
#ifndef REPORT_DOC_H
#define REPORT_DOC_H

#include <stdbool.h>
#include <stdint.h>

#include <layoutdiff/error.h>

#include "base/arena.h"

enum doc_audience {
	DOC_PEOPLE = 1,
	DOC_MACHINES = 2,
	DOC_ALL = 3,
};

/* What a text means to its reader; colour at most, never content. */
enum doc_tone {
	DOC_PLAIN,
	DOC_TITLE,
	DOC_ADDED,
	DOC_REMOVED,
	DOC_CHANGED,
	DOC_MUTED,	/* context: unchanged, folded, a boundary */
	DOC_WARNING,
	DOC_NR_TONES_,
};

enum doc_value_kind {
	DOC_NONE,	/* nothing to say: an empty cell, no key */
	DOC_BOOL,
	DOC_UINT,
	DOC_INT,
	DOC_STRING,
	DOC_CHANGE,	/* old and new */
	DOC_LIST,
	DOC_OBJECT,	/* a record */
};

struct doc_value {
	enum doc_value_kind kind;
	union {
		bool truth;
		uint64_t uint;
		int64_t sint;
		const char *string;
		const struct doc_change *change;
		const struct doc_list *list;
		const struct doc_record *record;
	};
};

struct doc_change {
	struct doc_value before;
	struct doc_value after;
};

struct doc_item {
	struct doc_item *next;
	struct doc_value value;
};

/* People see the first nr_shown items and how many more there are. */
struct doc_list {
	struct doc_item *first, *last;
	uint64_t nr;
	uint64_t nr_shown;
};

enum doc_node_kind {
	DOC_SECTION,
	DOC_RECORD,
	DOC_TABLE,
	DOC_NOTE,
};

struct doc_node {
	enum doc_node_kind kind;
	unsigned int audience;
	struct doc_node *next;
};

/*
 * People read a record as one line of "label value" with gaps between, or as
 * lines of "label: value" where it belongs to a note.
 */
struct doc_field {
	const char *key;	/* NULL: of no use to a program */
	const char *label;	/* "": the value speaks for itself */
	unsigned int audience;
	struct doc_value value;
	struct doc_field *next;
};

struct doc_record {
	struct doc_node node;
	struct doc_field *first, *last;
};

/* doc_column.flags */
#define DOC_COLUMN_RIGHT	0x1	/* people see it right-aligned */
#define DOC_COLUMN_INDENT	0x2	/* people see rows indented by depth */
#define DOC_COLUMN_WRAP		0x4	/* text: may be broken over lines */
#define DOC_COLUMN_CODE		0x8	/* with WRAP: C, continued further in */

struct doc_column {
	const char *key;	/* NULL: of no use to a program */
	const char *label;	/* the heading */
	unsigned int audience;
	unsigned int flags;
};

#define DOC_MAX_COLUMNS 40

struct doc_row {
	struct doc_row *next;
	unsigned int audience;
	unsigned int depth;
	enum doc_tone tone;
	struct doc_value *cell;	/* as many as the table has columns */
};

/* People are shown no column whose cells are all empty. */
struct doc_table {
	struct doc_node node;
	const char *key;
	const struct doc_column *columns;	/* static const */
	unsigned int nr_columns;
	bool bare;		/* people: no headings, no indentation */
	bool whole_rows;	/* people: a row is a line, however long */
	struct doc_row *first, *last;
};

struct doc_section {
	struct doc_node node;
	const char *key;
	bool repeated;		/* one of several: an element of the array key */
	const char *title;	/* people only; NULL: none */
	const char *aside;	/* at the right of the title; NULL: none */
	struct doc_node *first, *last;
};

/*
 * A note's text is one line or a few; details are what it rests on. Marked
 * notes stand out ("! ").
 */
struct doc_note {
	struct doc_node node;
	const char *key;
	enum doc_tone tone;
	bool marked;
	const char *text;
	struct doc_record details;
};

struct doc {
	struct arena arena;
	bool failed;
	struct doc_section root;
	/* handed out when memory is out, written to, never read */
	struct {
		struct doc_section section;
		struct doc_record record;
		struct doc_table table;
		struct doc_note note;
		struct doc_list list;
		struct doc_row row;
		struct doc_value cell[DOC_MAX_COLUMNS];
	} scratch;
};

void doc_init(struct doc *doc);
void doc_deinit(struct doc *doc);
/* 0, or -LAY_E_NOMEM when an allocation failed since doc_init(). */
int doc_status(const struct doc *doc, struct lay_error *err);

/* Strings of the document. "" when memory is out. */
const char *doc_printf(struct doc *doc, const char *fmt, ...) LAY_PRINTF(2, 3);
const char *doc_copy(struct doc *doc, const char *s);

/* Values. A NULL string is no value. */
struct doc_value doc_none(void);
struct doc_value doc_bool(bool truth);
struct doc_value doc_uint(uint64_t n);
struct doc_value doc_int(int64_t n);
struct doc_value doc_string(const char *s);
struct doc_value doc_change(struct doc *doc, struct doc_value before,
			    struct doc_value after);
struct doc_value doc_object(const struct doc_record *record);
struct doc_value doc_list(const struct doc_list *list);

/* Nodes, put behind the last child of @in. */
struct doc_section *doc_add_section(struct doc *doc, struct doc_section *in,
				    const char *key, bool repeated);
struct doc_record *doc_add_record(struct doc *doc, struct doc_section *in,
				  unsigned int audience);
struct doc_table *doc_add_table(struct doc *doc, struct doc_section *in,
				const char *key, unsigned int audience,
				const struct doc_column *columns,
				unsigned int nr_columns);
struct doc_note *doc_add_note(struct doc *doc, struct doc_section *in,
			      const char *key, unsigned int audience,
			      const char *text);
struct doc_row *doc_add_row(struct doc *doc, struct doc_table *table,
			    unsigned int audience);

/* A record and a list that are values. */
struct doc_record *doc_new_record(struct doc *doc);
struct doc_list *doc_new_list(struct doc *doc, uint64_t nr_shown);

void doc_add_field(struct doc *doc, struct doc_record *record,
		   unsigned int audience, const char *key, const char *label,
		   struct doc_value value);
void doc_add_item(struct doc *doc, struct doc_list *list,
		  struct doc_value value);

#endif /* REPORT_DOC_H */
