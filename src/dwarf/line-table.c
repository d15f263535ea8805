// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/bytes.h"
#include "dwarf/constants.h"
#include "dwarf/line-table.h"
#include "base/poison.h"

/* A line program being run. */
struct program {
	struct dw_file *file;
	const struct dw_unit *unit;
	uint64_t off;
	struct dw_cursor c;
	struct dw_line_table *table;
	struct lay_error *err;
	/* what the header says */
	uint64_t version, min_length, max_ops, line_range, opcode_base;
	int64_t line_base;
	const uint8_t *lengths;		/* of standard opcodes, from 1 */
	/* registers */
	uint64_t addr, op_index, line_file, line;
};

static int damaged(const struct program *p, const char *what)
{
	return dw_error_at(p->file, p->unit->die_off, LAY_E_FORMAT, p->err,
			   "its line table at .debug_line+0x%" PRIx64 ": %s",
			   p->off, what);
}

static void reset(struct program *p)
{
	p->addr = 0;
	p->op_index = 0;
	p->line_file = 1;
	p->line = 1;
}

/* The length and version; the cursor ends with the table afterwards. */
static bool read_start(struct program *p, unsigned int *offset_size)
{
	uint64_t length;

	*offset_size = 4;
	if (!dw_read(&p->c, 4, &length))
		return false;
	if (length == 0xffffffff) {
		*offset_size = 8;
		if (!dw_read(&p->c, 8, &length))
			return false;
	}
	if (length > dw_left(&p->c))
		return false;
	p->c.end = p->c.p + length;
	return dw_read(&p->c, 2, &p->version) &&
	       (p->version < 5 || dw_skip(&p->c, 2));
}

/* The header, up to the first opcode. */
static bool read_header(struct program *p)
{
	uint64_t header_length, line_base, skipped;
	unsigned int offset_size;
	const uint8_t *start;

	if (!read_start(p, &offset_size) ||
	    !dw_read(&p->c, offset_size, &header_length) ||
	    header_length > dw_left(&p->c))
		return false;
	start = p->c.p + header_length;
	p->max_ops = 1;
	if (!dw_read(&p->c, 1, &p->min_length) ||
	    (p->version >= 4 && !dw_read(&p->c, 1, &p->max_ops)) ||
	    !dw_read(&p->c, 1, &skipped) || !dw_read(&p->c, 1, &line_base) ||
	    !dw_read(&p->c, 1, &p->line_range) ||
	    !dw_read(&p->c, 1, &p->opcode_base))
		return false;
	p->line_base = (int8_t)line_base;
	p->lengths = p->c.p;
	if (p->max_ops == 0 || p->opcode_base == 0 ||
	    !dw_skip(&p->c, p->opcode_base - 1))
		return false;
	p->c.p = start;
	return true;
}

static void advance(struct program *p, uint64_t ops)
{
	ops += p->op_index;
	p->addr += p->min_length * (ops / p->max_ops);
	p->op_index = ops % p->max_ops;
}

static bool emit(struct program *p, bool end)
{
	struct dw_line_table *t = p->table;
	bool known = !end && p->line <= UINT32_MAX &&
		     p->line_file <= UINT32_MAX;

	if (VEC_RESERVE(t->rows, t->nr, t->cap, 1) < 0)
		return false;
	t->rows[t->nr++] = (struct dw_line_row){
		.addr = p->addr,
		.file = known ? (uint32_t)p->line_file : 0,
		.line = known ? (uint32_t)p->line : 0,
	};
	return true;
}

/* Each of these returns NULL, or what is wrong. */

static const char no_memory[] = "no memory for its rows";

static const char *extended(struct program *p)
{
	uint64_t length, code;
	struct dw_cursor c;
	size_t size;

	if (!dw_read_uleb(&p->c, &length) || length > dw_left(&p->c))
		return "an opcode cut off";
	c = p->c;
	c.end = c.p + length;
	p->c.p = c.end;
	if (!dw_read(&c, 1, &code))
		return NULL;
	switch (code) {
	case DW_LNE_end_sequence:
		if (!emit(p, true))
			return no_memory;
		reset(p);
		break;
	case DW_LNE_set_address:
		p->op_index = 0;
		size = dw_left(&c);
		if ((size != 2 && size != 4 && size != 8) ||
		    !dw_read(&c, (unsigned int)size, &p->addr))
			return "an address of a size that is not known";
		break;
	}
	return NULL;
}

static const char *special(struct program *p, uint64_t opcode)
{
	if (p->line_range == 0)
		return "an opcode in a table that has none";
	opcode -= p->opcode_base;
	advance(p, opcode / p->line_range);
	p->line += (uint64_t)p->line_base + opcode % p->line_range;
	return emit(p, false) ? NULL : no_memory;
}

/* Opcodes that only flags depend on, or that came later, are passed over by
 * their number of operands. */
static const char *pass_over(struct program *p, uint64_t opcode)
{
	uint64_t skipped;

	for (unsigned int i = 0; i < p->lengths[opcode - 1]; i++)
		if (!dw_read_uleb(&p->c, &skipped))
			return "an opcode cut off";
	return NULL;
}

static const char *standard(struct program *p, uint64_t opcode)
{
	static const char cut_off[] = "an opcode cut off";
	int64_t distance;
	uint64_t n;

	switch (opcode) {
	case DW_LNS_copy:
		return emit(p, false) ? NULL : no_memory;
	case DW_LNS_advance_pc:
		if (!dw_read_uleb(&p->c, &n))
			return cut_off;
		advance(p, n);
		return NULL;
	case DW_LNS_advance_line:
		if (!dw_read_sleb(&p->c, &distance))
			return cut_off;
		p->line += (uint64_t)distance;
		return NULL;
	case DW_LNS_set_file:
		return dw_read_uleb(&p->c, &p->line_file) ? NULL : cut_off;
	case DW_LNS_const_add_pc:
		if (p->line_range == 0)
			return "an opcode in a table that has none";
		advance(p, (255 - p->opcode_base) / p->line_range);
		return NULL;
	case DW_LNS_fixed_advance_pc:
		if (!dw_read(&p->c, 2, &n))
			return cut_off;
		p->addr += n;
		p->op_index = 0;
		return NULL;
	default:
		return pass_over(p, opcode);
	}
}

static const char *run(struct program *p)
{
	const char *wrong = NULL;
	uint64_t opcode;

	reset(p);
	while (!wrong && dw_read(&p->c, 1, &opcode)) {
		if (opcode >= p->opcode_base)
			wrong = special(p, opcode);
		else if (opcode == 0)
			wrong = extended(p);
		else
			wrong = standard(p, opcode);
	}
	return wrong;
}

/* What comes later holds where rows are at one address; but where one sequence
 * ends and another begins there, the beginning does. */
static int compare(const void *pa, const void *pb)
{
	const struct dw_line_row *a = pa, *b = pb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return (a->line != 0) - (b->line != 0);
}

/* By address, without disturbing the order of rows at one address, which
 * qsort() may do: nearly all rows are in order as they come. */
static int sort(struct dw_line_table *t)
{
	struct dw_line_row *spare;
	bool sorted = true;

	for (size_t i = 1; i < t->nr && sorted; i++)
		sorted = compare(&t->rows[i - 1], &t->rows[i]) <= 0;
	if (sorted)
		return 0;
	spare = malloc(t->nr * sizeof(*spare));
	if (!spare)
		return -1;
	for (size_t width = 1; width < t->nr; width *= 2) {
		struct dw_line_row *swap = t->rows;

		for (size_t low = 0; low < t->nr; low += 2 * width) {
			size_t mid = low + width < t->nr ? low + width : t->nr;
			size_t end = mid + width < t->nr ? mid + width : t->nr;
			size_t i = low, j = mid, k = low;

			while (k < end) {
				bool left = j == end ||
					    (i < mid &&
					     compare(&t->rows[i],
						     &t->rows[j]) <= 0);

				spare[k++] = t->rows[left ? i++ : j++];
			}
		}
		t->rows = spare;
		spare = swap;
	}
	free(spare);
	t->cap = t->nr;
	return 0;
}

static int read_rows(struct program *p, const struct elf_data *d)
{
	const char *wrong;

	p->c = (struct dw_cursor){
		d->data + p->off, d->data + d->size, p->file->big_endian
	};
	if (!read_header(p))
		return damaged(p, "its header is cut off, or makes no sense");
	wrong = run(p);
	if (wrong == no_memory || (!wrong && sort(p->table) < 0))
		return lay_error_set(p->err, LAY_E_NOMEM, "%s: %s",
				     elf_path(p->file->elf), no_memory);
	return wrong ? damaged(p, wrong) : 0;
}

int dw_line_table_read(struct dw_file *file, const struct dw_unit *unit,
		       uint64_t off, struct dw_line_table **ret_table,
		       struct lay_error *err)
{
	struct program p = {
		.file = file, .unit = unit, .off = off, .err = err,
	};
	struct elf_data d;
	int ret = dw_unit_section(file, unit, DW_SECTION_LINE, &d, err);

	if (ret < 0)
		return ret;
	if (d.size && off >= d.size)
		return damaged(&p, "past the end of the section");
	p.table = calloc(1, sizeof(*p.table));
	if (!p.table)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	if (d.size)
		ret = read_rows(&p, &d);
	if (ret < 0) {
		dw_line_table_free(p.table);
		return ret;
	}
	*ret_table = p.table;
	return 0;
}

void dw_line_table_free(struct dw_line_table *table)
{
	if (table)
		free(table->rows);
	free(table);
}

const struct dw_line_row *dw_line_table_find(const struct dw_line_table *table,
					     uint64_t addr)
{
	size_t low = 0, high = table->nr;

	/* the first row behind @addr */
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (table->rows[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low > 0 ? &table->rows[low - 1] : NULL;
}
