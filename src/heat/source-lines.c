// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: `perf report --sort sym,srcline` tells of samples the function and the
 * line of the source, and no address. A line has many instructions.
 *
 * Idea: those of the function that the line table gives to that line, and that
 * touch memory. Where they all touch one member, the samples are of it, if of
 * any: which instruction it was is not known, so that is a guess. Where the
 * line is not known, perf prints how far behind the function's start it was:
 * then it is one instruction.
 *
 * Invariant: a row has one answer, or a reason why there is none.
 *
 * Cost: the units of these functions are read once more, with their lines; each
 * operand is compared with the rows of its function.
 */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "heat/read.h"
#include "base/poison.h"

/* Where in the image a function is that rows are of: @nr, from @first on. */
struct place {
	uint64_t low, high;
	size_t first, nr;
};

struct lines {
	struct lay_heat *heat;
	struct dw_scopes *scopes;	/* NULL: no code that is followed */
	struct dw_scope_reader *reader;
	uint32_t unit;			/* that was read */
	bool has_unit;
	struct place *places;
	size_t nr, cap;
	struct lay_error *err;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a profile");
}

/* "name+25": what perf prints where it has no line. */
static bool is_offset(const char *source, const char *symbol, uint64_t *off)
{
	size_t len = strlen(symbol);
	char *end;

	if (strncmp(source, symbol, len) || source[len] != '+' ||
	    source[len + 1] < '0' || source[len + 1] > '9')
		return false;
	*off = strtoull(source + len + 1, &end, 10);
	return !*end;
}

/* "net/ipv4/tcp.c:2467"; @len: of the file. */
static bool is_line(const char *source, size_t *len, uint32_t *line)
{
	const char *colon = strrchr(source, ':');
	unsigned long n;
	char *end;

	if (!colon || colon == source || colon[1] < '0' || colon[1] > '9')
		return false;
	n = strtoul(colon + 1, &end, 10);
	/* behind the line can be which block of it: "(discriminator 2)" */
	if ((*end && *end != ' ') || !n || n > UINT32_MAX)
		return false;
	*len = (size_t)(colon - source);
	*line = (uint32_t)n;
	return true;
}

int heat_lines_add(struct lay_heat *heat, const struct evidence_function *f,
		   uint64_t count, struct lay_error *err)
{
	struct heat_line_row row = { .count = count, .type = HEAT_NO_TYPE };
	const char *file;
	size_t len = 0;

	if (is_offset(f->source, f->symbol, &row.at))
		row.has_off = true;
	else if (!is_line(f->source, &len, &row.line))
		return 0;
	file = len ? heat_types_string(&heat->types, f->source, len) : "";
	row.function = heat_types_string(&heat->types, f->symbol,
					 strlen(f->symbol));
	if (!file || !row.function ||
	    VEC_RESERVE(heat->lines, heat->nr_lines, heat->cap_lines, 1) < 0)
		return no_memory(err);
	row.file = heat_base_name(file);
	row.user = f->mode == '.' &&
		   (!heat->image.program_high ||
		    (f->dso && strcmp(heat_base_name(f->dso),
				      heat_base_name(heat->identity->path))));
	heat->lines[heat->nr_lines++] = row;
	heat->totals.ip_only += count;
	if (!f->event || !heat_is_precise(f->event))
		heat->totals.skid += count;
	return 1;
}

static int by_function(const void *a, const void *b)
{
	const struct heat_line_row *x = a, *y = b;
	int rc = strcmp(x->function, y->function);

	if (rc)
		return rc;
	rc = strcmp(x->file, y->file);
	if (rc)
		return rc;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* The first row of a function, or behind where it would be. */
static size_t bound(const struct lay_heat *heat, const char *function)
{
	size_t lo = 0, hi = heat->nr_lines;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(heat->lines[mid].function, function) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int see_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct lines *l = ctx;
	struct lay_heat *heat = l->heat;
	struct place p = { .low = symbol->value };

	if (symbol->type != STT_FUNC || !symbol->size ||
	    __builtin_add_overflow(symbol->value, symbol->size, &p.high))
		return 0;
	p.first = bound(heat, symbol->name);
	while (p.first + p.nr < heat->nr_lines &&
	       !strcmp(heat->lines[p.first + p.nr].function, symbol->name))
		p.nr++;
	if (!p.nr)
		return 0;
	if (VEC_RESERVE(l->places, l->nr, l->cap, 1) < 0)
		return no_memory(l->err);
	l->places[l->nr++] = p;
	return heat_ask_code(heat, symbol->value, l->err);
}

/* One more operand that a row's samples can be of. */
static void join(struct heat_line_row *row, const struct heat_operand *op)
{
	if (!row->nr_operands++) {
		row->type = op->type;
		row->off = op->off;
		row->operand = op->function;
		row->no_record = op->no_record;
	} else if (row->type != op->type || row->off != op->off ||
		   row->no_record != op->no_record) {
		row->several = true;
	}
	row->unknown |= op->type == HEAT_NO_TYPE && !op->no_record;
	row->access |= op->access;
}

/* The line of @addr, of the unit that has it; false: none is known. */
static bool line_at(struct lines *l, uint64_t addr, struct lay_decl *line)
{
	const struct dw_scope_unit *unit;
	const struct dw_entry *entry;
	struct lay_error why;

	entry = l->reader ? dw_scopes_entry_of(l->scopes, addr) : NULL;
	if (!entry)
		return false;
	if (!l->has_unit || l->unit != entry->unit) {
		l->has_unit = dw_scope_reader_read(l->reader, entry->unit,
						   &unit, &why) == 0;
		l->unit = entry->unit;
	}
	return l->has_unit && dw_scope_line(l->reader, addr, line, &why) > 0 &&
	       line->file;
}

static bool is_of(const struct heat_line_row *row, const struct place *p,
		  const struct heat_operand *op, const struct lay_decl *line)
{
	if (row->has_off)
		return op->addr - p->low == row->at;
	return line->line && row->line == line->line &&
	       !strcmp(row->file, heat_base_name(line->file));
}

static void place(struct lines *l, const struct place *p)
{
	struct lay_heat *heat = l->heat;
	uint64_t addr = 0;
	struct lay_decl line = { NULL, 0 };

	for (size_t k = p->first; k < p->first + p->nr; k++)
		heat->lines[k].found = true;
	for (size_t i = heat_map_bound(&heat->map, p->low);
	     i < heat->map.nr && heat->map.op[i].addr < p->high; i++) {
		const struct heat_operand *op = &heat->map.op[i];

		if (addr != op->addr && !line_at(l, op->addr, &line))
			line.line = 0;
		addr = op->addr;
		for (size_t k = p->first; k < p->first + p->nr; k++)
			if (is_of(&heat->lines[k], p, op, &line))
				join(&heat->lines[k], op);
	}
}

static int tell(struct lay_heat *heat, const struct heat_line_row *row,
		struct lay_error *err)
{
	struct heat_sample s = {
		.type = HEAT_NO_TYPE, .view_type = HEAT_NO_TYPE,
		.count = (uint32_t)row->count,
	};

	if (row->user) {
		s.fate = LAY_HEAT_USER_CODE;
	} else if (!row->nr_operands) {
		s.fate = LAY_HEAT_NO_OPERAND;
		heat->totals.ip_lost += row->found ? row->count : 0;
	} else if (row->unknown) {
		s.fate = LAY_HEAT_NO_TYPE;
	} else if (row->several) {
		s.fate = LAY_HEAT_AMBIGUOUS;
	} else if (row->no_record) {
		s.fate = LAY_HEAT_NO_RECORD;
	} else {
		s.fate = LAY_HEAT_BY_LINE;
		s.grade = LAY_HEAT_GUESSED;
		s.type = row->type;
		s.off = row->off;
		s.what = (row->access & HEAT_READS ? HEAT_LOAD : 0) |
			 (row->access & HEAT_WRITES ? HEAT_STORE : 0) |
			 (row->access & HEAT_ATOMIC ? HEAT_LOCKED : 0);
	}
	return heat_fold_one(heat, &s, row->operand ? row->operand : "", err);
}

/* Where the rows' functions are, and what their code touches. */
static int find(struct lines *l, struct lay_error *err)
{
	struct lay_heat *heat = l->heat;
	int rc = 0;

	if (heat->image.elf)
		rc = elf_each_symbol(heat->image.elf, see_symbol, l, err);
	if (rc == 0)
		rc = heat_code_answer(&heat->code, &heat->map, &heat->types,
				      err);
	heat->totals.has_map = heat->map.nr > 0;
	if (rc == 0 && heat->code.access) {
		l->scopes = access_scopes(heat->code.access);
		rc = dw_scope_reader_new(l->scopes, &l->reader, err);
	}
	return rc;
}

int heat_lines_place(struct lay_heat *heat, struct lay_error *err)
{
	struct lines l = { .heat = heat, .err = err };
	int rc;

	if (!heat->nr_lines)
		return 0;
	qsort(heat->lines, heat->nr_lines, sizeof(*heat->lines), by_function);
	rc = find(&l, err);
	for (size_t i = 0; i < l.nr && rc == 0; i++)
		place(&l, &l.places[i]);
	for (size_t i = 0; i < heat->nr_lines && rc == 0; i++)
		rc = tell(heat, &heat->lines[i], err);
	if (l.reader)
		dw_scope_reader_free(l.reader);
	free(l.places);
	heat->nr_lines = 0;
	return rc;
}
