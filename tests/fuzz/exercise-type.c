// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "fuzz/exercise.h"
#include "base/poison.h"

/* Slots of a layout that are looked into. */
#define MAX_SLOTS 100

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
void exercise_report(struct lay_report *report, enum lay_format format)
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
	exercise_report(report, fuzz_below(rng, 2) ? LAY_FORMAT_TEXT :
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
	exercise_layout(def, layout, rng);
	return layout;
}
