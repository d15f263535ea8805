// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* Who touches the members of a type: a line for each place of the source. */

enum { PLACE, LINE, PATH, ACCESS, FUNCTION, WHERE, INLINED, GRADE, OFFSET, CACHE_LINE,
       SIZE, SOURCE_FILE, SOURCE_LINE, GRADE_NAME, OTHERS, ALSO, ADDRS, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[PLACE] = { NULL, "offset", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[LINE] = { NULL, "line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[PATH] = { "path", "member", DOC_ALL, 0 },
	[ACCESS] = { "access", "access", DOC_ALL, 0 },
	[FUNCTION] = { "function", "function", DOC_ALL, 0 },
	[WHERE] = { NULL, "where", DOC_PEOPLE, 0 },
	[INLINED] = { "inlined", "by", DOC_ALL, 0 },
	[GRADE] = { NULL, "how sure", DOC_PEOPLE, 0 },
	[OFFSET] = { "offset", "", DOC_MACHINES, 0 },
	[CACHE_LINE] = { "line", "", DOC_MACHINES, 0 },
	[SIZE] = { "size", "", DOC_MACHINES, 0 },
	[SOURCE_FILE] = { "file", "", DOC_MACHINES, 0 },
	[SOURCE_LINE] = { "file_line", "", DOC_MACHINES, 0 },
	[GRADE_NAME] = { "grade", "", DOC_MACHINES, 0 },
	[OTHERS] = { "alternatives", "", DOC_MACHINES, 0 },
	[ALSO] = { "also", "", DOC_MACHINES, 0 },
	[ADDRS] = { "addrs", "", DOC_MACHINES, 0 },
};

/* Does the path @full begin with @wanted, whatever elements of arrays they
 * name? */
static bool is_below(const char *full, size_t full_len, const char *wanted)
{
	const char *end = full + full_len;

	for (; *wanted; full++, wanted++) {
		while (*wanted == '[')
			wanted = strchrnul(wanted, ']') +
				 (*strchrnul(wanted, ']') != '\0');
		while (full < end && *full == '[') {
			while (full < end && *full != ']')
				full++;
			full += full < end;
		}
		if (!*wanted)
			break;
		if (full == end || *full != *wanted)
			return false;
	}
	return full == end || *full == '.' || *full == '[';
}

/* Is one of @list, "a.b, c.d", below @path? */
static bool is_in_list(const char *list, const char *path)
{
	while (list && *list) {
		size_t len = strcspn(list, ",");

		if (is_below(list, len, path))
			return true;
		list += len;
		list += strspn(list, ", ");
	}
	return false;
}

static bool is_wanted(const struct lay_operand *op, const char *type,
		      const char *path)
{
	if (!op->type || strcmp(op->type, type) != 0)
		return false;
	if (!path)
		return true;
	if (op->path && is_below(op->path, strlen(op->path), path))
		return true;
	return op->flags & LAY_ACCESS_WHOLE || is_in_list(op->others, path) ||
	       is_in_list(op->also, path);
}

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

/* By place, the heaviest access first, then by name. */
static int compare(const void *pa, const void *pb)
{
	const struct lay_operand *a = *(const struct lay_operand *const *)pa;
	const struct lay_operand *b = *(const struct lay_operand *const *)pb;
	int c;

	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	c = compare_text(a->path, b->path);
	if (c == 0)
		c = (int)b->flags - (int)a->flags;
	if (c == 0)
		c = compare_text(a->function, b->function);
	if (c == 0)
		c = compare_text(a->file, b->file);
	if (c == 0)
		c = a->line < b->line ? -1 : a->line > b->line;
	if (c == 0)
		c = compare_text(a->inlined, b->inlined);
	if (c == 0)
		c = (int)b->grade - (int)a->grade;
	if (c == 0)
		c = compare_text(a->others, b->others);
	if (c == 0)
		c = compare_text(a->also, b->also);
	if (c == 0)
		c = (int)a->size - (int)b->size;
	if (c == 0)
		c = a->addr < b->addr ? -1 : a->addr > b->addr;
	return c;
}

/* Is it the same line of the source that says the same? */
static bool is_same_row(const struct lay_operand *a,
			const struct lay_operand *b)
{
	return a->off == b->off && !compare_text(a->path, b->path) &&
	       a->flags == b->flags && a->line == b->line &&
	       a->grade == b->grade && !compare_text(a->file, b->file) &&
	       !compare_text(a->others, b->others) &&
	       !compare_text(a->also, b->also) &&
	       !compare_text(a->inlined, b->inlined) &&
	       !compare_text(a->function, b->function);
}

static void add_row(struct lay_report *report, struct doc_table *table,
		    unsigned int audience,
		    const struct lay_operand *const *list, size_t nr,
		    uint64_t line_size)
{
	struct doc *doc = &report->doc;
	const struct lay_operand *op = list[0];
	struct doc_row *row = doc_add_row(doc, table, audience);
	struct doc_list *addrs = doc_new_list(doc, 0);
	struct lay_decl decl = { op->file, op->line };

	row->cell[PLACE] = doc_int(op->off);
	row->cell[LINE] = doc_int(op->off / (int64_t)line_size);
	row->cell[PATH] = doc_string(op->path ? doc_copy(doc, op->path) :
				   op->flags & LAY_ACCESS_WHOLE ? "*" : "?");
	row->cell[ACCESS] = doc_string(lay_access_flags_name(op->flags));
	row->cell[FUNCTION] = doc_string(doc_copy(doc, op->function));
	row->cell[WHERE] = doc_string(phrase_decl(doc, &decl));
	if (op->others)
		row->cell[GRADE] = doc_string(doc_printf(doc, "or %s",
							 op->others));
	else if (op->also)
		row->cell[GRADE] = doc_string(doc_printf(doc, "with %s",
							 op->also));
	else if (op->grade != LAY_ACCESS_EXACT)
		row->cell[GRADE] = doc_string(lay_access_grade_name(op->grade));
	if (op->inlined)
		row->cell[INLINED] = doc_string(doc_copy(doc, op->inlined));
	row->cell[OFFSET] = doc_int(op->off);
	row->cell[CACHE_LINE] = doc_int(op->off / (int64_t)line_size);
	row->cell[SIZE] = doc_uint(op->size);
	if (op->file)
		row->cell[SOURCE_FILE] = doc_string(doc_copy(doc, op->file));
	if (op->line)
		row->cell[SOURCE_LINE] = doc_uint(op->line);
	row->cell[GRADE_NAME] = doc_string(lay_access_grade_name(op->grade));
	if (op->others)
		row->cell[OTHERS] = doc_string(doc_copy(doc, op->others));
	if (op->also)
		row->cell[ALSO] = doc_string(doc_copy(doc, op->also));
	for (size_t i = 0; i < nr; i++)
		doc_add_item(doc, addrs,
			     doc_string(doc_printf(doc, "0x%" PRIx64,
						   list[i]->addr)));
	row->cell[ADDRS] = doc_list(addrs);
}

static void add_rows(struct lay_report *report, struct doc_section *s,
		     const struct lay_operand *const *list, size_t nr,
		     uint64_t line_size)
{
	struct doc_table *table = doc_add_table(&report->doc, s, "accesses",
						DOC_ALL, columns, NR_COLUMNS);

	table->whole_rows = true;
	for (size_t i = 0, end, same; i < nr; i = end) {
		bool one_size;

		for (end = i + 1; end < nr &&
		     is_same_row(list[i], list[end]); end++)
			;
		/* people are not told how many bytes it is */
		one_size = list[i]->size == list[end - 1]->size;
		add_row(report, table, one_size ? DOC_ALL : DOC_PEOPLE,
			list + i, end - i, line_size);
		for (; !one_size && i < end; i = same) {
			for (same = i + 1; same < end &&
			     list[i]->size == list[same]->size; same++)
				;
			add_row(report, table, DOC_MACHINES, list + i,
				same - i, line_size);
		}
	}
}

static uint64_t nr_with(const struct lay_operand *const *list, size_t nr,
			unsigned int flags, unsigned int mask)
{
	uint64_t found = 0;

	for (size_t i = 0; i < nr; i++)
		found += (list[i]->flags & mask) == flags;
	return found;
}

static void add_sums(struct lay_report *report, struct doc_section *s,
		     const struct lay_access *map,
		     const struct lay_operand *const *list, size_t nr)
{
	const unsigned int all = LAY_ACCESS_READ | LAY_ACCESS_WRITE |
				 LAY_ACCESS_ATOMIC;
	const struct lay_access_totals *t = lay_access_totals(map);
	struct doc *doc = &report->doc;
	struct doc_record *r = doc_add_record(doc, s, DOC_ALL);

	doc_add_field(doc, r, DOC_ALL, "nr_operands", "operands",
		      doc_uint(nr));
	doc_add_field(doc, r, DOC_ALL, "nr_atomic", "atomic", doc_uint(
		      nr - nr_with(list, nr, 0, LAY_ACCESS_ATOMIC)));
	doc_add_field(doc, r, DOC_ALL, "nr_written", "written", doc_uint(
		      nr_with(list, nr, LAY_ACCESS_WRITE, all) +
		      nr_with(list, nr, LAY_ACCESS_READ | LAY_ACCESS_WRITE,
			      all)));
	doc_add_field(doc, r, DOC_ALL, "nr_read", "read", doc_uint(
		      nr_with(list, nr, LAY_ACCESS_READ, all)));
	doc_add_field(doc, r, DOC_MACHINES, "nr_operands_followed", "",
		      doc_uint(t->nr_operands));
}

int lay_report_add_access(struct lay_report *report,
			  const struct lay_shown *shown,
			  const struct lay_access *map, const char *type,
			  const char *path, uint64_t line_size,
			  struct lay_error *err)
{
	struct doc_section *s = report_add_type(report, shown);
	const struct lay_operand **list = NULL;
	size_t nr = 0, cap = 0, nr_operands;
	const struct lay_operand *ops = lay_access_operands(map, &nr_operands);

	for (size_t i = 0; i < nr_operands; i++) {
		if (!is_wanted(&ops[i], type, path))
			continue;
		if (VEC_RESERVE(list, nr, cap, 1) < 0) {
			free(list);
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory");
		}
		list[nr++] = &ops[i];
	}
	if (nr)
		qsort(list, nr, sizeof(*list), compare);
	add_sums(report, s, map, list, nr);
	if (nr)
		add_rows(report, s, list, nr, line_size);
	free(list);
	return doc_status(&report->doc, err);
}
