// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "report/emit.h"
#include "report/text-table.h"
#include "report/text-value.h"
#include "base/poison.h"

/* What fits in a mail and leaves room for two levels of quoting. */
#define DEFAULT_WIDTH 78
/* Of what stands below a title. */
#define INDENT 2
/* Of what a note rests on. */
#define MAX_LABEL 80
/* Between the fields of a record in one line. */
#define GAP 3

static void emit_section(struct text_out *t, const struct doc_section *section);

/* A field that does not fit goes to the next line whole. */
static void emit_record(struct text_out *t, const struct doc_record *record)
{
	char text[TEXT_VALUE_SIZE];
	unsigned int need;
	bool any = false;

	for (const struct doc_field *f = record->first; f; f = f->next) {
		if (!(f->audience & DOC_PEOPLE) || f->value.kind == DOC_NONE)
			continue;
		text_value(&f->value, text, sizeof(text));
		need = text_columns(text) +
		       (*f->label ? text_columns(f->label) + 1 : 0);
		if (any && t->column + GAP + need > t->width)
			text_newline(t);
		text_pad(t, t->column ? t->column + GAP : INDENT);
		text_wrap(t, f->label, INDENT);
		if (*f->label)
			text_pad(t, t->column + 1);
		text_wrap_value(t, &f->value, INDENT);
		any = true;
	}
	if (any)
		text_newline(t);
}

static void emit_details(struct text_out *t, const struct doc_record *details,
			 unsigned int left)
{
	char label[MAX_LABEL + 1];

	for (const struct doc_field *f = details->first; f; f = f->next) {
		if (!(f->audience & DOC_PEOPLE) || f->value.kind == DOC_NONE)
			continue;
		text_pad(t, left);
		if (*f->label) {
			snprintf(label, sizeof(label), "%s:", f->label);
			text_wrap(t, label, left + INDENT);
			text_pad(t, t->column + 1);
		}
		text_wrap_value(t, &f->value, left + INDENT);
		text_newline(t);
	}
}

static void emit_note(struct text_out *t, const struct doc_note *note)
{
	unsigned int left = INDENT;

	text_tone(t, note->tone);
	text_pad(t, left);
	if (note->marked) {
		text_put(t, "!");
		left += 2;
		text_pad(t, left);
	}
	text_wrap(t, note->text, left);
	text_tone(t, DOC_PLAIN);
	text_newline(t);
	emit_details(t, &note->details, INDENT + 4);
}

static void emit_title(struct text_out *t, const struct doc_section *section)
{
	unsigned int at;

	if (!section->title)
		return;
	text_tone(t, DOC_TITLE);
	text_wrap(t, section->title, INDENT);
	text_tone(t, DOC_PLAIN);
	if (section->aside) {
		at = text_columns(section->aside);
		at = at < t->width ? t->width - at : 0;
		if (at < t->column + GAP) {
			text_newline(t);
			at = INDENT;
		}
		text_pad(t, at);
		text_wrap(t, section->aside, INDENT);
	}
	text_newline(t);
}

/* Blank lines stand between things of different kinds, so that the eye finds
 * the table; and between marked notes, which have a body. */
static bool apart(const struct doc_node *before, const struct doc_node *node)
{
	if (before->kind == DOC_TABLE && node->kind == DOC_NOTE &&
	    ((const struct doc_table *)before)->bare)
		return false;
	if (before->kind != node->kind)
		return before->kind == DOC_TABLE || node->kind == DOC_TABLE ||
		       node->kind == DOC_SECTION ||
		       (node->kind == DOC_NOTE &&
			((const struct doc_note *)node)->marked);
	return node->kind == DOC_SECTION || node->kind == DOC_TABLE;
}

static void emit_node(struct text_out *t, const struct doc_node *node)
{
	switch (node->kind) {
	case DOC_SECTION:
		emit_section(t, (const struct doc_section *)node);
		break;
	case DOC_RECORD:
		emit_record(t, (const struct doc_record *)node);
		break;
	case DOC_TABLE:
		text_table(t, (const struct doc_table *)node, INDENT);
		break;
	case DOC_NOTE:
		emit_note(t, (const struct doc_note *)node);
		break;
	}
}

/* Has the reader anything of @node to see? */
static bool shown(const struct doc_node *node)
{
	const struct doc_section *section;

	if (!(node->audience & DOC_PEOPLE))
		return false;
	if (node->kind == DOC_TABLE)
		return text_table_shown((const struct doc_table *)node);
	if (node->kind == DOC_RECORD) {
		const struct doc_record *r = (const struct doc_record *)node;

		for (const struct doc_field *f = r->first; f; f = f->next)
			if (f->audience & DOC_PEOPLE)
				return true;
		return false;
	}
	if (node->kind != DOC_SECTION)
		return true;
	section = (const struct doc_section *)node;
	if (section->title)
		return true;
	for (const struct doc_node *n = section->first; n; n = n->next)
		if (shown(n))
			return true;
	return false;
}

static void emit_section(struct text_out *t, const struct doc_section *section)
{
	const struct doc_node *before = NULL;

	emit_title(t, section);
	for (const struct doc_node *n = section->first; n; n = n->next) {
		if (!shown(n))
			continue;
		if (before && apart(before, n))
			text_newline(t);
		emit_node(t, n);
		before = n;
	}
}

int emit_text(const struct doc *doc, FILE *out, const struct lay_style *style,
	      struct lay_error *err __attribute__((unused)))
{
	struct text_out t;

	text_out_init(&t, out, style->width ? style->width : DEFAULT_WIDTH,
		      style->color);
	emit_section(&t, &doc->root);
	return 0;
}
