// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/report/pair.h"
#include "base/poison.h"

void pair_compare(struct pair *p, const char *old, const char *new)
{
	const char *const text[2] = { old, new };
	struct lay_error err;

	for (int i = 0; i < 2; i++) {
		maker_init(&p->maker[i]);
		maker_add(&p->maker[i],
			  "typedef struct { int counter; } atomic_t;"
			  "typedef struct { atomic_t refcnt; } rcuref_t;"
			  "struct lock { long count; long owner; };");
		maker_add(&p->maker[i], text[i]);
		assert_int_equal(lay_layout_make(
			maker_type(&p->maker[i], "struct s"), NULL,
			&p->layout[i], &err), 0);
	}
	assert_int_equal(lay_diff_records(p->layout[0], p->layout[1],
					  &p->diff, &err), 0);
}

void pair_forget(struct pair *p)
{
	lay_diff_free(p->diff);
	for (int i = 0; i < 2; i++) {
		lay_layout_free(p->layout[i]);
		maker_deinit(&p->maker[i]);
	}
}

char *pair_report_in(const struct pair *p, const struct lay_report_opts *opts,
		     const char *path, const struct lay_style *style)
{
	const struct lay_def def = { .name = "s", .kind = LAY_KIND_STRUCT };
	const struct lay_shown shown = { &def, 1, 1 };
	struct lay_report *r;
	struct lay_error err;
	uint32_t row = path ? lay_diff_find(p->diff, path) : LAY_NO_ROW;
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(lay_report_create("diff", opts, &r, &err), 0);
	assert_true(lay_report_add_diff(r, &shown, &shown, p->diff, row,
					&err) >= 0);
	assert_int_equal(lay_report_write(r, out, style, &err), 0);
	lay_report_destroy(r);
	fclose(out);
	return text;
}

char *pair_report(const struct pair *p, const struct lay_report_opts *opts,
		  const char *path)
{
	return pair_report_in(p, opts, path, NULL);
}

void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("not said: \"%s\" in\n%s", what, text);
}

void assert_says_not(const char *text, const char *what)
{
	if (strstr(text, what))
		fail_msg("said: \"%s\" in\n%s", what, text);
}
