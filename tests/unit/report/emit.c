// SPDX-License-Identifier: GPL-2.0-only
/* Documents made by hand, and what people and programs see of them. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/emit.h"
#include "base/poison.h"

enum { NUMBER, NAME, REMARK, HIDDEN, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[NUMBER] = { "number", "no", DOC_ALL, DOC_COLUMN_RIGHT },
	[NAME] = { "name", "name", DOC_ALL, DOC_COLUMN_INDENT |
		   DOC_COLUMN_WRAP },
	[REMARK] = { NULL, "", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[HIDDEN] = { "hidden", "", DOC_MACHINES, 0 },
};

typedef int (*emit_fn)(const struct doc *doc, FILE *out,
		       const struct lay_style *style, struct lay_error *err);

/* What @emit writes, for the caller to free. */
static char *emitted(emit_fn emit, const struct doc *doc, unsigned int width,
		     bool color)
{
	struct lay_style style = { .width = width, .color = color };
	struct lay_error err;
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(emit(doc, out, &style, &err), 0);
	fclose(out);
	return text;
}

static void assert_emitted(emit_fn emit, const struct doc *doc,
			   unsigned int width, const char *expected)
{
	char *text = emitted(emit, doc, width, false);

	assert_string_equal(text, expected);
	free(text);
}

static struct doc_table *add_table(struct doc *doc)
{
	return doc_add_table(doc, &doc->root, "rows", DOC_ALL, columns,
			     NR_COLUMNS);
}

static struct doc_row *add_row(struct doc *doc, struct doc_table *table,
			       uint64_t number, const char *name,
			       const char *remark)
{
	struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

	row->cell[NUMBER] = doc_uint(number);
	row->cell[NAME] = doc_string(name);
	row->cell[REMARK] = doc_string(remark);
	return row;
}

static void aligns_columns_to_their_widest_cell(void **state)
{
	struct doc doc;
	struct doc_table *table;

	(void)state;
	doc_init(&doc);
	table = add_table(&doc);
	add_row(&doc, table, 8, "a", "first");
	add_row(&doc, table, 1024, "longer", "second")->depth = 1;
	assert_emitted(emit_text, &doc, 0,
		       "    no  name\n"
		       "     8  a         first\n"
		       "  1024    longer  second\n");
	doc_deinit(&doc);
}

static void leaves_out_columns_without_content(void **state)
{
	struct doc doc;
	struct doc_table *table;

	(void)state;
	doc_init(&doc);
	table = add_table(&doc);
	add_row(&doc, table, 8, "a", NULL);
	add_row(&doc, table, 9, "b", "");
	assert_emitted(emit_text, &doc, 0,
		       "  no  name\n"
		       "   8  a\n"
		       "   9  b\n");
	doc_deinit(&doc);
}

static void tells_people_and_programs_apart(void **state)
{
	struct doc doc;
	struct doc_table *table;
	struct doc_row *row;

	(void)state;
	doc_init(&doc);
	table = add_table(&doc);
	row = add_row(&doc, table, 8, "for both", NULL);
	row->cell[HIDDEN] = doc_bool(true);
	add_row(&doc, table, 9, "for people", NULL)->audience = DOC_PEOPLE;
	add_row(&doc, table, 10, "for programs", NULL)->audience =
		DOC_MACHINES;
	assert_emitted(emit_text, &doc, 0,
		       "  no  name\n"
		       "   8  for both\n"
		       "   9  for people\n");
	assert_emitted(emit_json, &doc, 0,
		       "{\n"
		       "  \"rows\": [\n"
		       "    {\n"
		       "      \"number\": 8,\n"
		       "      \"name\": \"for both\",\n"
		       "      \"hidden\": true\n"
		       "    },\n"
		       "    {\n"
		       "      \"number\": 10,\n"
		       "      \"name\": \"for programs\"\n"
		       "    }\n"
		       "  ]\n"
		       "}\n");
	doc_deinit(&doc);
}

static void pushes_a_remark_down_rather_than_tear_a_name(void **state)
{
	struct doc doc;
	struct doc_table *table;

	(void)state;
	doc_init(&doc);
	table = add_table(&doc);
	add_row(&doc, table, 1, "a_name_that_is_longer_than_its_share",
		"and a remark that does not fit in the rest");
	assert_emitted(emit_text, &doc, 50,
		       "  no  name\n"
		       "   1  a_name_that_is_longer_than_its_share\n"
		       "                                 and a remark that\n"
		       "                                 does not fit in\n"
		       "                                 the rest\n");
	doc_deinit(&doc);
}

/* Longest line of @text. */
static size_t widest(const char *text)
{
	size_t len, max = 0;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		if (len > max)
			max = len;
	}
	return max;
}

static void no_line_is_wider_than_the_width(void **state)
{
	static const unsigned int widths[] = { 20, 21, 39, 40, 78, 200 };
	struct doc doc;
	struct doc_table *table;
	struct doc_section *s;
	struct doc_note *note;
	struct doc_record *r;
	struct doc_list *list;
	char name[300];

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	doc_init(&doc);
	s = doc_add_section(&doc, &doc.root, "s", false);
	s->title = name;
	s->aside = "at the right, or below when it does not fit there";
	r = doc_add_record(&doc, s, DOC_ALL);
	doc_add_field(&doc, r, DOC_ALL, "n", "number of things",
		      doc_uint(UINT64_MAX));
	doc_add_field(&doc, r, DOC_ALL, "s", "a string", doc_string(name));
	doc_add_field(&doc, r, DOC_ALL, "c", "it changed",
		      doc_change(&doc, doc_uint(1), doc_uint(UINT64_MAX)));
	table = doc_add_table(&doc, s, "rows", DOC_ALL, columns, NR_COLUMNS);
	add_row(&doc, table, 1, name, name)->depth = 1000;
	add_row(&doc, table, 1000, "short one", name);
	note = doc_add_note(&doc, s, "notes", DOC_ALL, name);
	list = doc_new_list(&doc, 0);
	doc_add_item(&doc, list, doc_string(name));
	doc_add_item(&doc, list, doc_string("b c d"));
	doc_add_field(&doc, &note->details, DOC_ALL, "l", "names",
		      doc_list(list));
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		char *text = emitted(emit_text, &doc, widths[i], false);

		assert_true(widest(text) <= widths[i]);
		assert_null(strstr(text, " \n"));
		free(text);
	}
	doc_deinit(&doc);
}

static void a_name_cannot_reach_the_terminal_with_escapes(void **state)
{
	struct doc doc;

	(void)state;
	doc_init(&doc);
	add_row(&doc, add_table(&doc), 1, "a\033[2Jb\nc\xc3\xa4", NULL);
	assert_emitted(emit_text, &doc, 0,
		       "  no  name\n"
		       "   1  a?[2Jb?c??\n");
	doc_deinit(&doc);
}

static void colour_adds_escapes_and_nothing_else(void **state)
{
	struct doc doc;
	struct doc_table *table;
	char *text;

	(void)state;
	doc_init(&doc);
	table = add_table(&doc);
	add_row(&doc, table, 1, "a", "b")->tone = DOC_ADDED;
	text = emitted(emit_text, &doc, 0, true);
	assert_string_equal(text,
			    "  no  name\n"
			    "\033[32m   1  a     b\033[0m\n");
	free(text);
	doc_deinit(&doc);
}

static void a_change_is_told_with_its_difference(void **state)
{
	struct doc doc;
	struct doc_record *r;

	(void)state;
	doc_init(&doc);
	r = doc_add_record(&doc, &doc.root, DOC_ALL);
	doc_add_field(&doc, r, DOC_ALL, "size", "size",
		      doc_change(&doc, doc_uint(208), doc_uint(200)));
	doc_add_field(&doc, r, DOC_ALL, "lines", "lines",
		      doc_change(&doc, doc_uint(4), doc_uint(4)));
	doc_add_field(&doc, r, DOC_ALL, "type", "type",
		      doc_change(&doc, doc_string("int"), doc_string("u8")));
	assert_emitted(emit_text, &doc, 0,
		       "  size 208 -> 200 (-8)   lines 4   type int -> u8\n");
	assert_emitted(emit_json, &doc, 0,
		       "{\n"
		       "  \"size\": {\n"
		       "    \"old\": 208,\n"
		       "    \"new\": 200\n"
		       "  },\n"
		       "  \"lines\": {\n"
		       "    \"old\": 4,\n"
		       "    \"new\": 4\n"
		       "  },\n"
		       "  \"type\": {\n"
		       "    \"old\": \"int\",\n"
		       "    \"new\": \"u8\"\n"
		       "  }\n"
		       "}\n");
	doc_deinit(&doc);
}

static void a_long_list_says_how_much_it_leaves_out(void **state)
{
	struct doc doc;
	struct doc_note *note;
	struct doc_list *list;

	(void)state;
	doc_init(&doc);
	note = doc_add_note(&doc, &doc.root, "notes", DOC_PEOPLE, "moved");
	note->marked = true;
	list = doc_new_list(&doc, 2);
	for (int i = 0; i < 4; i++)
		doc_add_item(&doc, list, doc_string("x"));
	doc_add_field(&doc, &note->details, DOC_PEOPLE, NULL, "mates",
		      doc_list(list));
	assert_emitted(emit_text, &doc, 0,
		       "  ! moved\n"
		       "      mates: x, x and 2 more\n");
	/* one more is not hidden behind words as long as it is */
	list->nr_shown = 3;
	assert_emitted(emit_text, &doc, 0,
		       "  ! moved\n"
		       "      mates: x, x, x, x\n");
	doc_deinit(&doc);
}

static void repeated_sections_and_notes_become_arrays(void **state)
{
	struct doc doc;
	struct doc_section *s;
	struct doc_record *r;

	(void)state;
	doc_init(&doc);
	for (uint64_t i = 0; i < 2; i++) {
		s = doc_add_section(&doc, &doc.root, "types", true);
		r = doc_add_record(&doc, s, DOC_MACHINES);
		doc_add_field(&doc, r, DOC_ALL, "n", "", doc_uint(i));
		doc_add_field(&doc, r, DOC_PEOPLE, "p", "", doc_uint(i));
		doc_add_note(&doc, &doc.root, "notes", DOC_ALL, "said");
	}
	assert_emitted(emit_json, &doc, 0,
		       "{\n"
		       "  \"types\": [\n"
		       "    {\n"
		       "      \"n\": 0\n"
		       "    },\n"
		       "    {\n"
		       "      \"n\": 1\n"
		       "    }\n"
		       "  ],\n"
		       "  \"notes\": [\n"
		       "    {\n"
		       "      \"text\": \"said\"\n"
		       "    },\n"
		       "    {\n"
		       "      \"text\": \"said\"\n"
		       "    }\n"
		       "  ]\n"
		       "}\n");
	doc_deinit(&doc);
}

/* Whatever allocation fails, building goes on and the status tells. */
static void a_document_out_of_memory_says_so(void **state)
{
	struct lay_error err;

	(void)state;
	for (size_t limit = 1; limit < 4000; limit += 100) {
		struct doc doc;
		struct doc_section *s;
		struct doc_table *table;
		struct doc_note *note;
		struct doc_list *list;

		doc_init(&doc);
		doc.arena.limit = limit;
		for (int i = 0; i < 10; i++) {
			s = doc_add_section(&doc, &doc.root, "types", true);
			s->title = doc_printf(&doc, "%d", i);
			table = doc_add_table(&doc, s, "rows", DOC_ALL,
					      columns, NR_COLUMNS);
			add_row(&doc, table, 1, doc_copy(&doc, "a"), NULL)
				->cell[HIDDEN] = doc_change(&doc, doc_uint(1),
							    doc_uint(2));
			note = doc_add_note(&doc, s, "notes", DOC_ALL, "");
			list = doc_new_list(&doc, 0);
			doc_add_item(&doc, list, doc_uint(1));
			doc_add_field(&doc, &note->details, DOC_ALL, "l", "",
				      doc_list(list));
			doc_add_record(&doc, s, DOC_ALL);
		}
		assert_int_equal(doc_status(&doc, &err), -LAY_E_NOMEM);
		doc_deinit(&doc);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aligns_columns_to_their_widest_cell),
		cmocka_unit_test(leaves_out_columns_without_content),
		cmocka_unit_test(tells_people_and_programs_apart),
		cmocka_unit_test(pushes_a_remark_down_rather_than_tear_a_name),
		cmocka_unit_test(no_line_is_wider_than_the_width),
		cmocka_unit_test(a_name_cannot_reach_the_terminal_with_escapes),
		cmocka_unit_test(colour_adds_escapes_and_nothing_else),
		cmocka_unit_test(a_change_is_told_with_its_difference),
		cmocka_unit_test(a_long_list_says_how_much_it_leaves_out),
		cmocka_unit_test(repeated_sections_and_notes_become_arrays),
		cmocka_unit_test(a_document_out_of_memory_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
