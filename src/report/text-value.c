// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/text-value.h"
#include "base/poison.h"

/* "(+24)" behind two numbers that differ. */
static void put_delta(const struct doc_change *c, char *buf, size_t len)
{
	uint64_t a = c->before.uint, b = c->after.uint;

	buf[0] = '\0';
	if (c->before.kind != DOC_UINT || c->after.kind != DOC_UINT)
		return;
	if (b > a)
		snprintf(buf, len, " (+%" PRIu64 ")", b - a);
	else
		snprintf(buf, len, " (-%" PRIu64 ")", a - b);
}

static void side(const struct doc_value *v, char *buf, size_t len)
{
	if (v->kind == DOC_NONE)
		snprintf(buf, len, "?");
	else
		text_value(v, buf, len);
}

static void change(const struct doc_change *c, char *buf, size_t len)
{
	char before[TEXT_VALUE_SIZE / 3], after[TEXT_VALUE_SIZE / 3], delta[32];

	side(&c->before, before, sizeof(before));
	side(&c->after, after, sizeof(after));
	if (strcmp(before, after) == 0) {
		snprintf(buf, len, "%s", after);
		return;
	}
	put_delta(c, delta, sizeof(delta));
	snprintf(buf, len, "%s -> %s%s", before, after, delta);
}

void text_value(const struct doc_value *v, char *buf, size_t len)
{
	buf[0] = '\0';
	switch (v->kind) {
	case DOC_BOOL:
		snprintf(buf, len, "%s", v->truth ? "yes" : "no");
		break;
	case DOC_UINT:
		snprintf(buf, len, "%" PRIu64, v->uint);
		break;
	case DOC_INT:
		snprintf(buf, len, "%" PRId64, v->sint);
		break;
	case DOC_STRING:
		snprintf(buf, len, "%s", v->string);
		break;
	case DOC_CHANGE:
		change(v->change, buf, len);
		break;
	case DOC_NONE:
	case DOC_LIST:
	case DOC_OBJECT:
		break;
	}
}

/* "a, b, c and 5 more" */
static void wrap_list(struct text_out *t, const struct doc_list *list,
		      unsigned int left)
{
	const struct doc_item *i = list->first;
	char more[48], name[TEXT_VALUE_SIZE], word[TEXT_VALUE_SIZE + 1];
	uint64_t nr = list->nr;

	/* never hide a single one behind words that are as long */
	if (list->nr_shown && nr > list->nr_shown + 1)
		nr = list->nr_shown;
	for (uint64_t n = 0; i && n < nr; n++, i = i->next) {
		text_value(&i->value, name, sizeof(name));
		snprintf(word, sizeof(word), "%s%s", name,
			 n + 1 < nr ? "," : "");
		if (n)
			t->blanks++;
		text_wrap(t, word, left);
	}
	if (i) {
		snprintf(more, sizeof(more), "and %" PRIu64 " more",
			 list->nr - nr);
		t->blanks++;
		text_wrap(t, more, left);
	}
}

void text_wrap_value(struct text_out *t, const struct doc_value *v,
		     unsigned int left)
{
	char buf[TEXT_VALUE_SIZE];

	if (v->kind == DOC_STRING) {
		text_wrap(t, v->string, left);
	} else if (v->kind == DOC_LIST) {
		wrap_list(t, v->list, left);
	} else {
		text_value(v, buf, sizeof(buf));
		text_wrap(t, buf, left);
	}
}
