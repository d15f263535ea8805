// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/heat-cells.h"
#include "base/poison.h"

const char *heat_number(struct doc *doc, uint64_t n)
{
	char digits[24], text[32];
	size_t len = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, n);
	size_t out = 0;

	for (size_t i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			text[out++] = ',';
		text[out++] = digits[i];
	}
	text[out] = '\0';
	return doc_copy(doc, text);
}

const char *heat_share(struct doc *doc, uint64_t part, uint64_t whole)
{
	double percent;

	if (!part || !whole)
		return "0";
	percent = 100.0 * (double)part / (double)whole;
	if (percent < 0.1)
		return "<0.1%";
	return doc_printf(doc, percent < 9.95 ? "%.1f%%" : "%.0f%%", percent);
}

/* A table's column is of one kind: numbers, where there are any. */
static struct doc_value count_cell(uint64_t n)
{
	return n ? doc_uint(n) : doc_none();
}

void heat_cells(struct doc_row *row, const struct lay_heat_counts *n)
{
	row->cell[HEAT_LOADS] = count_cell(n->loads);
	row->cell[HEAT_STORES] = count_cell(n->stores);
	row->cell[HEAT_SAMPLES] = doc_uint(n->samples);
	row->cell[HEAT_ATOMICS] = count_cell(n->atomics);
	row->cell[HEAT_HITM] = count_cell(n->hitm_local + n->hitm_remote);
	row->cell[HEAT_HITM_LOCAL] = doc_uint(n->hitm_local);
	row->cell[HEAT_HITM_REMOTE] = doc_uint(n->hitm_remote);
	row->cell[HEAT_PEERS] = count_cell(n->peer);
	if (n->nr_latency)
		row->cell[HEAT_LATENCY] = doc_uint((n->latency_sum +
						    n->nr_latency / 2) /
						   n->nr_latency);
	row->cell[HEAT_BY_CODE] = doc_uint(n->by_code);
	row->cell[HEAT_BY_OBJECT] = doc_uint(n->by_object);
	row->cell[HEAT_BY_OTHER] = doc_uint(n->by_other);
	row->cell[HEAT_GUESSES] = count_cell(n->guessed);
}

static const char *letter_share(struct doc *doc, char letter, uint64_t part,
				uint64_t whole)
{
	uint64_t percent = whole ? (part * 100 + whole / 2) / whole : 0;

	if (!part)
		return "";
	if (!percent)
		return doc_printf(doc, "%c <1%%", letter);
	return doc_printf(doc, "%c %" PRIu64 "%%", letter, percent);
}

const char *heat_mark(struct doc *doc, uint64_t loads, uint64_t stores,
		      const struct lay_heat_counts *all)
{
	const char *w = letter_share(doc, 'W', stores, all->stores);
	const char *r = letter_share(doc, 'R', loads, all->loads);

	return *w || *r ? doc_printf(doc, "%s%s%s", w, *w && *r ? " " : "", r) :
			  NULL;
}
