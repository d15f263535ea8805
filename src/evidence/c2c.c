// SPDX-License-Identifier: GPL-2.0-only
/* A c2c report as a whole: its sections, and the named numbers at its head. */
#include <config.h>

#include <string.h>

#include "evidence/c2c.h"
#include "base/poison.h"

static const struct {
	enum c2c_section section;
	const char *title;
} titles[] = {
	{ C2C_TRACE, "Trace Event Information" },
	{ C2C_GLOBAL, "Global Shared Cache Line Event Information" },
	{ C2C_DETAILS, "c2c details" },
	{ C2C_TABLE, "Shared Data Cache Line Table" },
	{ C2C_PARETO, "Shared Cache Line Distribution Pareto" },
};

/* Be done with the row that waits. */
static int flush(struct text *t, struct c2c *c, struct lay_error *err)
{
	int rc = 0;

	if (!text_row_waits(&c->row))
		return 0;
	if (c->kind == C2C_TABLE_ROW)
		rc = c2c_table_row(t, c, err);
	else if (c->kind == C2C_ACCESS_ROW)
		rc = c2c_access_row(t, c, err);
	else if (c2c_line_row(c))
		input_recount(t->in, EVIDENCE_USED, EVIDENCE_HEADING);
	else
		rc = text_row_refuse(t, &c->row, EVIDENCE_DAMAGED,
				     "no line with its totals", err);
	text_row_done(&c->row);
	return rc;
}

static int end(struct text *t, void *state, struct lay_error *err)
{
	struct c2c *c = state;

	return flush(t, c, err);
}

/* A title that is not further on than where we are begins another report. */
static bool enter(struct c2c *c, const char *s)
{
	struct word w = word_trim(word_of(s));

	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
		if (!word_is(w, titles[i].title))
			continue;
		if (c->began && titles[i].section <= c->section) {
			c->report++;
			c->peers = false;
		}
		c->began = true;
		c->section = titles[i].section;
		c->in_line = false;
		c->headed = c->has_pid = c->has_tid = c->has_place = false;
		c->has_records = false;
		c->key = NULL;
		return true;
	}
	return false;
}

/* "  Load Local HITM                   :        141" */
static int fact(struct text *t, struct c2c *c, struct lay_error *err)
{
	const char *s = t->line->s, *colon = strchr(s, ':');
	struct evidence_fact f = {
		.at = t->line->nr, .format = EVIDENCE_C2C,
		.report = c->report,
	};
	struct word key, text;
	int rc;

	if (!colon || c->section > C2C_DETAILS || c->section == C2C_NONE)
		return 0;
	key = word_trim((struct word){ s, colon - s });
	text = word_trim(word_of(colon + 1));
	if (key.len) {
		c->key = text_string(t, key, err);
		if (!c->key)
			return -LAY_E_NOMEM;
	}
	if (!c->key || !text.len)
		return 0;
	f.section = titles[c->section - C2C_TRACE].title;
	f.key = c->key;
	f.text = text_string(t, text, err);
	f.number = scan_dec(text, &f.value);
	if (!f.text)
		return -LAY_E_NOMEM;
	if (!strcmp(f.key, "Cachelines sort on"))
		c->peers = word_starts(text, "Peer");
	rc = input_show_fact(t->in, &f, err);
	return rc < 0 ? rc : text_claim(t, EVIDENCE_USED);
}

/* Headings start with '#', unless a copy has lost it. */
static void heading(struct c2c *c, const char *s)
{
	if (*s == '#')
		s++;
	while (scan_blank(*s))
		s++;
	if (strstr(s, "Peer Snoop") || strstr(s, "Load Peer"))
		c->peers = true;
	if (strstr(s, "Offset") || strstr(s, "Code address"))
		c2c_pareto_heading(c, s);
}

static bool is_heading(const struct c2c *c, const char *s)
{
	if (c->section < C2C_TABLE)
		return false;
	return *s == '#' || strstr(s, "Cacheline -----") ||
	       strstr(s, "----- HITM") || strstr(s, "Peer Snoop") ||
	       !strncmp(s, "Index ", 6) || !strncmp(s, "Num ", 4) ||
	       scan_is_ruler(s, ".", 10);
}

/* Call chains, which -g prints below each row: "|", "---main", names. */
static bool is_graph(struct c2c *c, const char *s)
{
	struct word w[2];

	if (c->section != C2C_PARETO || !c->in_line)
		return false;
	if (*s == '|' || (!strncmp(s, "--", 2) && s[2] != ' '))
		c->in_graph = true;
	return c->in_graph && (*s == '|' || *s == '-' || scan_words(s, w, 2) < 2);
}

/* Rows that stand for themselves or go on in the next line. */
static int row(struct text *t, struct c2c *c, struct lay_error *err)
{
	const char *s = t->line->s;

	if (c2c_is_table_row(s)) {
		if (c->section != C2C_TABLE) {	/* the title was cut away */
			c->report += c->began && c->section > C2C_TABLE;
			c->section = C2C_TABLE;
		}
		c->kind = C2C_TABLE_ROW;
		c->began = true;
		return text_row_begin(t, &c->row);
	}
	if ((c->section == C2C_PARETO || c->saw_ruler) && c2c_is_line_row(s)) {
		c->section = C2C_PARETO;
		c->began = true;
		c->in_line = false;
		c->kind = C2C_LINE_ROW;
		return text_row_begin(t, &c->row);
	}
	if (c2c_is_access_row(s)) {
		if (!c->in_line)
			return text_refuse(t, EVIDENCE_DAMAGED, err,
					   "no row of its cache line stands above it");
		c->kind = C2C_ACCESS_ROW;
		return text_row_begin(t, &c->row);
	}
	return 0;
}

static bool goes_on(const struct c2c *c, const char *s)
{
	if (!text_row_waits(&c->row) || !*s)
		return false;
	if (c->kind == C2C_TABLE_ROW)
		return c2c_is_table_rest(s);
	if (c->kind == C2C_LINE_ROW)
		return c2c_is_line_rest(s) && !strstr(c->row.s, "0x");
	return !c2c_is_access_row(s) && !c2c_is_table_row(s) &&
	       c2c_is_access_rest(c, s);
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	struct c2c *c = state;
	const char *s = t->line->s;
	bool ruled = c->saw_ruler;
	int rc;

	if (goes_on(c, s))
		return text_row_add(t, &c->row);
	rc = flush(t, c, err);
	if (rc < 0)
		return rc;
	c->saw_ruler = scan_is_ruler(s, "-", 20);
	if (!*s || c->saw_ruler) {
		c->in_graph = false;
		return c->section ? text_claim(t, EVIDENCE_HEADING) : 0;
	}
	if (enter(c, s))
		return text_claim(t, EVIDENCE_HEADING);
	c->saw_ruler = ruled;
	rc = row(t, c, err);
	c->saw_ruler = false;
	if (rc)
		return rc;
	if (is_heading(c, s)) {
		heading(c, s);
		return text_claim(t, EVIDENCE_HEADING);
	}
	if (c->section && scan_is_ruler(s, "=", 10))
		return text_claim(t, EVIDENCE_HEADING);
	rc = fact(t, c, err);
	if (rc)
		return rc;
	return is_graph(c, s) ? text_claim(t, EVIDENCE_ASIDE) : 0;
}

const struct text_reader c2c_reader = {
	.format = EVIDENCE_C2C,
	.state_size = sizeof(struct c2c),
	.line = line,
	.end = end,
};
