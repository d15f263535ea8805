// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of shared cache lines. Behind index and address come, by version:
 *
 *	4.10		records, percent, 15 counts
 *	4.19		node, PA count, records, percent, 15 counts
 *	5.10		node, PA count, percent, 17 counts in another order
 *	5.19		the same, with stores of no known level: 18 counts
 *
 * so that the place of the percent and the number of words tell which it is.
 */
#include <config.h>

#include <string.h>

#include "evidence/c2c.h"
#include "base/poison.h"

/* of the longest row, and one more so that too many are seen */
#define MAX_WORDS	24

/* "0-1", "0,2": nodes, where no number alone says it */
static bool is_nodes(struct word w)
{
	if (word_is(w, "N/A"))
		return true;
	for (size_t i = 0; i < w.len; i++) {
		if (!scan_is_digit(w.s[i]) && !strchr("-,", w.s[i]))
			return false;
	}
	return w.len && scan_is_digit(w.s[0]);
}

bool c2c_is_table_row(const char *s)
{
	struct word w[8];
	uint64_t v;
	uint32_t percent;
	size_t nr = scan_words(s, w, 8);

	if (nr < 4 || !scan_dec(w[0], &v) || !scan_0x(w[1], &v))
		return false;
	/* a percent among the next: else it is no table of c2c */
	for (size_t i = 2; i < nr && i < 6; i++) {
		if (scan_percent(w[i], &percent))
			return true;
		if (!is_nodes(w[i]))
			return false;
	}
	return false;
}

bool c2c_is_table_rest(const char *s)
{
	struct word w[MAX_WORDS];
	size_t nr = scan_words(s, w, MAX_WORDS);
	uint32_t percent;

	if (c2c_is_table_row(s))
		return false;
	for (size_t i = 0; i < nr; i++) {
		if (!is_nodes(w[i]) && !scan_percent(w[i], &percent))
			return false;
	}
	return nr;
}

/* Take the next @n numbers, if there are as many. */
static bool take(const uint64_t *v, size_t nr, size_t *at, size_t n,
		 uint64_t *out[])
{
	if (nr - *at < n)
		return false;
	for (size_t i = 0; i < n; i++)
		*out[i] = v[*at + i];
	*at += n;
	return true;
}

/* Columns from "Tot Hitm" on, as they are since 5.10. */
static bool columns_5_10(struct evidence_c2c_line *l, const uint64_t *v,
			 size_t nr, bool peers)
{
	uint64_t unused;
	uint64_t *hitm[] = { &l->hitm, &l->hitm_local, &l->hitm_remote };
	uint64_t *peer[] = { &l->peer, &l->peer_local, &l->peer_remote };
	uint64_t *counts[] = { &l->records, &l->loads };
	uint64_t *stores[] = { &l->stores, &l->store_hit, &l->store_miss };
	uint64_t *na[] = { &l->store_na };
	uint64_t *levels[] = {
		&l->fb_hit, &l->l1_hit, &l->l2_hit, &l->llc_hit, &unused,
		&l->remote_hit, &unused, &l->dram_local, &l->dram_remote,
	};
	size_t at = 0;

	if (!take(v, nr, &at, 3, peers ? peer : hitm))
		return false;
	l->has |= peers ? EVIDENCE_C2C_PEER : EVIDENCE_C2C_HITM;
	if (!take(v, nr, &at, 2, counts))
		return true;
	l->has |= EVIDENCE_C2C_RECORDS | EVIDENCE_C2C_LOADS;
	if (!take(v, nr, &at, 3, stores))
		return true;
	l->has |= EVIDENCE_C2C_STORES;
	if (nr == 18 && take(v, nr, &at, 1, na))
		l->has |= EVIDENCE_C2C_STORE_NA;
	if (nr >= 17 && take(v, nr, &at, 9, levels))
		l->has |= EVIDENCE_C2C_LEVELS;
	return true;
}

/* Columns behind the percent before 5.10. */
static bool columns_4_10(struct evidence_c2c_line *l, const uint64_t *v,
			 size_t nr)
{
	uint64_t unused;
	uint64_t *hitm[] = { &l->hitm, &l->hitm_local, &l->hitm_remote };
	uint64_t *stores[] = { &l->stores, &l->store_hit, &l->store_miss };
	uint64_t *levels[] = {
		&l->dram_local, &l->dram_remote, &unused, &l->loads,
		&l->fb_hit, &l->l1_hit, &l->l2_hit, &l->llc_hit,
		&l->remote_hit,
	};
	size_t at = 0;

	if (!take(v, nr, &at, 3, hitm))
		return false;
	l->has |= EVIDENCE_C2C_HITM;
	if (!take(v, nr, &at, 3, stores))
		return true;
	l->has |= EVIDENCE_C2C_STORES;
	if (take(v, nr, &at, 9, levels))
		l->has |= EVIDENCE_C2C_LEVELS | EVIDENCE_C2C_LOADS;
	return true;
}

/* Does it say the same twice? A column off, and it would not. */
static bool adds_up(const struct evidence_c2c_line *l)
{
	if (l->has & EVIDENCE_C2C_HITM &&
	    l->hitm != l->hitm_local + l->hitm_remote)
		return false;
	if (l->has & EVIDENCE_C2C_PEER &&
	    l->peer != l->peer_local + l->peer_remote)
		return false;
	if (l->has & EVIDENCE_C2C_STORES && l->store_hit + l->store_miss +
	    l->store_na > l->stores)
		return false;
	return !(l->has & EVIDENCE_C2C_RECORDS) ||
	       l->records >= l->loads;
}

/* Everything but the address: numbers, and where the percent stood. */
static bool numbers(struct evidence_c2c_line *l, const struct word *w,
		    size_t nr, uint64_t *v, size_t *percent_at)
{
	bool found = false;

	for (size_t i = 0; i < nr; i++) {
		v[i] = 0;
		if (!found && scan_percent(w[i], &l->percent_x100)) {
			found = true;
			*percent_at = i;
		} else if (!scan_dec(w[i], &v[i]) && !(i == 0 && is_nodes(w[i]))) {
			return false;
		}
	}
	return found;
}

static bool parse(const struct c2c *c, struct evidence_c2c_line *l,
		  struct word *node)
{
	struct word w[MAX_WORDS];
	size_t nr = scan_words(c->row.s, w, MAX_WORDS), percent = 0;
	uint64_t v[MAX_WORDS], index;

	if (nr < 4 || nr == MAX_WORDS || !scan_dec(w[0], &index) ||
	    index > UINT32_MAX || !scan_0x(w[1], &l->addr) ||
	    !numbers(l, w + 2, nr - 2, v, &percent))
		return false;
	l->index = index;
	if (percent == 2 || percent == 3) {
		*node = w[2];
		l->pa_count = v[1];
		l->has |= EVIDENCE_C2C_PLACE;
	}
	nr -= 2 + percent + 1;
	switch (percent) {
	case 1:
	case 3:
		l->records = v[percent - 1];
		l->has |= EVIDENCE_C2C_RECORDS;
		return nr <= 15 && columns_4_10(l, v + percent + 1, nr) &&
		       adds_up(l);
	case 2:
		return nr <= 18 && columns_5_10(l, v + percent + 1, nr,
						c->peers) && adds_up(l);
	default:
		return false;
	}
}

int c2c_table_row(struct text *t, struct c2c *c, struct lay_error *err)
{
	struct evidence_c2c_line l = {
		.at = c->row.at, .report = c->report,
	};
	struct word node = { NULL, 0 };

	if (!c->row.nr_lines || !parse(c, &l, &node))
		return text_row_refuse(t, &c->row, EVIDENCE_DAMAGED,
				       "the columns of this row do not add up",
				       err);
	if (node.len) {
		l.node = text_string(t, node, err);
		if (!l.node)
			return -LAY_E_NOMEM;
	}
	return input_show_c2c_line(t->in, &l, err);
}
