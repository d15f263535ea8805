// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

/* So much of a layout and of a diff is looked into. */
#define MAX_SLOTS 100
#define MAX_ROWS 50

static void check_type(const struct lay_type *type)
{
	char text[200];
	uint64_t size;

	lay_type_format(type, "x", text, sizeof(text));
	CHECK(strlen(text) < sizeof(text));
	lay_type_size(type, &size);
	lay_type_align(type, 16);
	touch_string(type->unit);
	touch_string(type->why);
	touch_string(type->decl.file);
	for (size_t i = 0; i < type->nr_members; i++) {
		const struct lay_member *m = &type->members[i];

		CHECK(m->type);
		lay_type_format(m->type, m->name, text, sizeof(text));
		lay_type_size(m->type, &size);
		touch_string(m->decl.file);
	}
	for (size_t i = 0; i < type->nr_enumerators; i++)
		touch_string(type->enumerators[i].name);
	for (size_t i = 0; i < type->nr_params; i++)
		CHECK(type->params[i]);
}

/* Nothing that is written controls a terminal; JSON may have DEL in strings. */
static void write_report(struct lay_report *report, enum lay_format format)
{
	const struct lay_style style = { .format = format };
	struct lay_error err = { .text = "" };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	CHECK(f);
	CHECK(lay_report_write(report, f, &style, &err) == 0);
	CHECK(!fclose(f));
	for (size_t i = 0; i < len; i++)
		CHECK(text[i] == '\n' || ((unsigned char)text[i] >= ' ' &&
					  (text[i] != 0x7f ||
					   format == LAY_FORMAT_JSON)));
	free(text);
}

/* The causes of a move add up to it. */
static void exercise_rows(const struct lay_diff *diff)
{
	struct lay_error err = { .text = "" };

	for (uint32_t i = 0; i < diff->nr_rows && i < MAX_ROWS; i++) {
		struct lay_cause *causes;
		struct lay_mates mates;
		uint64_t sum = 0;
		size_t nr;

		CHECK(lay_diff_causes(diff, i, &causes, &nr, &err) >= 0);
		for (size_t k = 0; k < nr; k++)
			sum += (uint64_t)causes[k].shift_bits;
		CHECK(sum == (uint64_t)diff->rows[i].move_bits);
		free(causes);
		CHECK(lay_diff_mates(diff, i, &mates, &err) >= 0);
		lay_mates_free(&mates);
	}
}

void exercise_diff(const struct lay_def *old_def,
		   const struct lay_layout *old_layout,
		   const struct lay_def *new_def,
		   const struct lay_layout *new_layout)
{
	const struct lay_shown before = { old_def, 1, 1 };
	const struct lay_shown after = { new_def, 1, 1 };
	struct lay_error err = { .text = "" };
	struct lay_report *report;
	struct lay_diff *diff;
	int rc;

	rc = lay_diff_records(old_layout, new_layout, &diff, &err);
	if (rc < 0) {
		check_error(&err, rc, NULL);
		return;
	}
	exercise_rows(diff);
	CHECK(lay_report_create("diff", NULL, &report, &err) == 0);
	CHECK(lay_report_add_diff(report, &before, &after, diff, LAY_NO_ROW,
				  &err) >= 0);
	write_report(report, LAY_FORMAT_TEXT);
	lay_report_destroy(report);
	lay_diff_free(diff);
}

/* A layout does not differ from itself. */
static void exercise_sameness(const struct lay_layout *layout)
{
	struct lay_error err = { .text = "" };
	struct lay_diff *diff;
	int rc;

	rc = lay_diff_records(layout, layout, &diff, &err);
	if (rc < 0) {
		check_error(&err, rc, NULL);
		return;
	}
	CHECK(diff->same);
	lay_diff_free(diff);
}

static void exercise_layout(const struct lay_def *def,
			    const struct lay_layout *layout,
			    struct fuzz_rng *rng)
{
	const struct lay_shown shown = { def, 1, 1 };
	struct lay_error err = { .text = "" };
	struct lay_report *report;

	for (uint32_t i = 0; i < layout->nr_slots && i < MAX_SLOTS; i++) {
		touch_string(layout->slots[i].path);
		lay_layout_phases_straddled(layout, i);
	}
	CHECK(lay_report_create("show", NULL, &report, &err) == 0);
	CHECK(lay_report_add_layout(report, &shown, layout, LAY_NO_SLOT,
				    &err) >= 0);
	write_report(report, fuzz_below(rng, 2) ? LAY_FORMAT_TEXT :
						  LAY_FORMAT_JSON);
	lay_report_destroy(report);
}

struct lay_layout *exercise_type(const struct lay_def *def,
				 const struct lay_type *type,
				 struct fuzz_rng *rng)
{
	struct lay_error err = { .text = "" };
	struct lay_layout *layout;
	int rc;

	CHECK(def->name);
	touch_string(def->unit);
	check_type(type);
	if (!lay_type_is_record(type))
		return NULL;
	rc = lay_layout_make(type, NULL, &layout, &err);
	if (rc < 0) {
		check_error(&err, rc, NULL);
		return NULL;
	}
	exercise_sameness(layout);
	exercise_layout(def, layout, rng);
	return layout;
}
