// SPDX-License-Identifier: GPL-2.0-only
/* Types, lines and variables, hottest first. */
#include <config.h>

#include <inttypes.h>

#include "report/heat-cells.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

enum { SHARE = HEAT_NR_COLUMNS, TYPE_SIZE, OBJECTS, TYPE_LINE, CPUS, READING,
       WRITING, ADDR, PERCPU, VARIABLE, TEXT, TYPE, NR_COLUMNS };

#define COLUMN_DEFS							\
	HEAT_COLUMN_DEFS,						\
	[HEAT_ATOMICS] = { "atomics", "", DOC_MACHINES, 0 },		\
	[SHARE] = { NULL, "share", DOC_PEOPLE, DOC_COLUMN_RIGHT },	\
	[TYPE_SIZE] = { "size", "", DOC_MACHINES, 0 }

static const struct doc_column columns[NR_COLUMNS] = {
	COLUMN_DEFS,
	[OBJECTS] = { "nr_objects", "objects", DOC_ALL, DOC_COLUMN_RIGHT },
	[TYPE_LINE] = { "line", "line", DOC_ALL, DOC_COLUMN_RIGHT },
	[TYPE] = { "type", "type", DOC_ALL, 0 },
};

static const struct doc_column variable_columns[NR_COLUMNS] = {
	COLUMN_DEFS,
	[CPUS] = { NULL, "cpus r/w", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[READING] = { "cpus_reading", "", DOC_MACHINES, 0 },
	[WRITING] = { "cpus_writing", "", DOC_MACHINES, 0 },
	[ADDR] = { "address", "", DOC_MACHINES, 0 },
	[PERCPU] = { "percpu", "", DOC_MACHINES, 0 },
	[VARIABLE] = { "variable", "", DOC_MACHINES, 0 },
	[TEXT] = { NULL, "variable", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[TYPE] = { "type", "", DOC_MACHINES, 0 },
};

#define NR_ROWS 24

static struct doc_table *add_table(struct lay_report *report, const char *key,
				   const char *title,
				   const struct doc_column *shape)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, key, false);

	s->title = title;
	return doc_add_table(doc, s, "ranked", DOC_ALL, shape, NR_COLUMNS);
}

static struct doc_row *add_row(struct lay_report *report,
			       struct doc_table *table, size_t i,
			       const struct lay_heat_counts *n, uint64_t all)
{
	struct doc *doc = &report->doc;
	struct doc_row *row;

	row = doc_add_row(doc, table, i < NR_ROWS || report->opts.all ?
			  DOC_ALL : DOC_MACHINES);
	heat_cells(row, n);
	row->cell[SHARE] = doc_string(heat_share(doc, n->samples, all));
	return row;
}

int lay_report_add_heat_ranking(struct lay_report *report,
				const struct lay_heat_ranked *types,
				size_t nr_types,
				const struct lay_heat_ranked_line *lines,
				size_t nr_lines, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_table *table;
	struct doc_row *row;
	uint64_t all = 0;

	for (size_t i = 0; i < nr_types; i++)
		all += types[i].n.samples;
	table = add_table(report, "hot_types", "hot types, by samples; a hitm counts as 32",
			  columns);
	for (size_t i = 0; i < nr_types; i++) {
		row = add_row(report, table, i, &types[i].n, all);
		row->cell[TYPE] = doc_string(doc_copy(doc, types[i].type));
		row->cell[TYPE_SIZE] = doc_uint(types[i].size);
		row->cell[OBJECTS] = doc_uint(types[i].nr_objects);
	}
	table = add_table(report, "hot_lines", "hot lines, in the same way",
			  columns);
	for (size_t i = 0; i < nr_lines; i++) {
		row = add_row(report, table, i, &lines[i].n, all);
		row->cell[TYPE] = doc_string(doc_copy(doc, lines[i].type));
		row->cell[TYPE_LINE] = doc_uint(lines[i].line);
	}
	return doc_status(doc, err);
}

int lay_report_add_heat_variables(struct lay_report *report,
				  const struct lay_heat_ranked_variable *v,
				  size_t nr, uint64_t samples,
				  struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_table *table;
	struct doc_row *row;

	if (!nr)
		return doc_status(doc, err);
	table = add_table(report, "hot_variables", "hot variables, by the samples at their addresses",
			  variable_columns);
	for (size_t i = 0; i < nr; i++) {
		row = add_row(report, table, i, &v[i].n, samples);
		if (v[i].nr_reading || v[i].nr_writing)
			row->cell[CPUS] = doc_string(
				doc_printf(doc, "%u/%u", v[i].nr_reading,
					   v[i].nr_writing));
		row->cell[READING] = doc_uint(v[i].nr_reading);
		row->cell[WRITING] = doc_uint(v[i].nr_writing);
		row->cell[ADDR] = doc_uint(v[i].addr);
		row->cell[TYPE_SIZE] = doc_uint(v[i].size);
		row->cell[PERCPU] = doc_bool(v[i].percpu);
		row->cell[VARIABLE] = doc_string(doc_copy(doc, v[i].name));
		row->cell[TEXT] = doc_string(
			doc_printf(doc, "%s%s%s%s%s%s", v[i].name,
				   v[i].type || v[i].percpu ? " (" : "",
				   v[i].type ? v[i].type : "",
				   v[i].type && v[i].percpu ? ", " : "",
				   v[i].percpu ? "per CPU" : "",
				   v[i].type || v[i].percpu ? ")" : ""));
		if (v[i].type)
			row->cell[TYPE] = doc_string(doc_copy(doc, v[i].type));
	}
	return doc_status(doc, err);
}
