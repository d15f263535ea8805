// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/session.h"
#include "base/poison.h"

enum sort_key { BY_NAME, BY_SIZE, BY_LINES, BY_HOLES, BY_PADDING, BY_STRADDLES,
		BY_MEMBERS, BY_UNITS };

static const char *const sort_keys[] = { "name", "size", "lines", "holes",
					 "padding", "straddles", "members",
					 "units", NULL };

struct list_args {
	struct common_args common;
	uint64_t size_ge;
	bool holes;
	bool straddles;
	const char *contains;
	int sort;
};

static const struct option_def options[] = {
	{ "size-ge", 0, OPTION_NUMBER, "N", "only types of N bytes and more",
	  offsetof(struct list_args, size_ge), 0, UINT64_MAX, NULL },
	{ "holes", 0, OPTION_FLAG, NULL,
	  "only types with holes or bit holes, their own or in anonymous members",
	  offsetof(struct list_args, holes), 0, 0, NULL },
	{ "straddles", 0, OPTION_FLAG, NULL,
	  "only types with members, embedded ones too, that would fit in a line and lie in two",
	  offsetof(struct list_args, straddles), 0, 0, NULL },
	{ "contains", 0, OPTION_STRING, "TYPE",
	  "only types that embed TYPE, or what matches it as a pattern, at any depth",
	  offsetof(struct list_args, contains), 0, 0, NULL },
	{ "sort", 's', OPTION_CHOICE, "KEY",
	  "largest first: size, lines, holes (bytes of), padding, straddles, members, units; default: name, from a to z",
	  offsetof(struct list_args, sort), 0, 0, sort_keys },
	CONFIG_OPTION,
	{ .name = NULL },
};

/* A type that is listed: of its layout the sums alone are kept. */
struct item {
	const struct lay_def *def;
	struct lay_layout layout;	/* without slots and groups */
	uint64_t key;
};

struct list {
	struct session *s;
	const struct list_args *args;
	struct lay_defs contained;	/* what is to be embedded, if anything */
	struct lay_defs *found;		/* by each pattern */
	size_t nr_found;
	struct item *item;
	size_t nr;
};

/* Is @type an embedded object of what has a name among @defs? Every typedef on
 * the way counts. */
static bool is_of(const struct lay_type *type, const struct lay_defs *defs)
{
	const struct lay_type *end = lay_type_strip(type);

	for (;; type = type->target) {
		const struct lay_def def = { .name = type->name,
					     .kind = type->kind };
		size_t i = type->name ? first_def(defs, &def) : defs->nr;

		if (i < defs->nr && compare_defs(&defs->def[i], &def) == 0)
			return true;
		if (type == end)
			break;
	}
	return end->kind == LAY_KIND_ARRAY && is_of(end->target, defs);
}

static bool contains(const struct lay_layout *layout,
		     const struct lay_defs *defs)
{
	for (uint32_t i = 0; i < layout->nr_slots; i++) {
		const struct lay_member *m = layout->slots[i].member;

		if (m && is_of(m->type, defs))
			return true;
	}
	return false;
}

static bool wanted(const struct list *l, const struct lay_layout *layout)
{
	const struct list_args *args = l->args;
	const struct lay_totals *t = &layout->totals;

	return layout->size >= args->size_ge &&
	       (!args->holes || t->nr_holes || t->nr_bit_holes ||
		t->nr_anonymous_holes || t->nr_anonymous_bit_holes) &&
	       (!args->straddles || t->nr_straddles) &&
	       (!args->contains || contains(layout, &l->contained));
}

static uint64_t key_of(const struct item *item, int key)
{
	const struct lay_totals *t = &item->layout.totals;

	switch ((enum sort_key)key) {
	case BY_SIZE:
		return item->layout.size;
	case BY_LINES:
		return item->layout.nr_lines;
	case BY_HOLES:
		return (t->hole_bytes + t->anonymous_hole_bytes) * 8 +
		       t->bit_hole_bits + t->anonymous_bit_hole_bits;
	case BY_PADDING:
		return t->padding_bytes * 8 + t->bit_padding_bits +
		       t->anonymous_padding_bits;
	case BY_STRADDLES:
		return t->nr_straddles;
	case BY_MEMBERS:
		return t->nr_members;
	case BY_UNITS:
		return item->def->nr_units;
	case BY_NAME:
		break;
	}
	return 0;
}

static void add_item(struct list *l, const struct lay_def *def,
		     const struct lay_layout *layout)
{
	struct item *item = &l->item[l->nr++];

	item->def = def;
	item->layout = *layout;
	item->layout.slots = NULL;
	item->layout.nr_slots = 0;
	item->layout.groups = NULL;
	item->layout.nr_groups = 0;
	item->key = key_of(item, l->args->sort);
}

/* A typedef is listed where its record has no name of its own. */
static bool is_listed(const struct lay_def *def, const struct laid *laid)
{
	return laid->layout && (def->kind != LAY_KIND_TYPEDEF ||
				!lay_type_strip(laid->type)->name);
}

static void look_at(struct list *l, const struct lay_def *def)
{
	struct laid laid;

	if (def->flags & LAY_DEF_DECLARATION || def->kind == LAY_KIND_ENUM ||
	    def->kind == LAY_KIND_BASE || (def->kind != LAY_KIND_TYPEDEF &&
					   def->size < l->args->size_ge))
		return;
	if (lay_out(l->s, &l->s->build[0], def, &laid) < 0)
		return;
	if (is_listed(def, &laid) && wanted(l, laid.layout))
		add_item(l, def, laid.layout);
	free_laid(&laid);
}

/* Largest first; equal ones by name, of one name as they were found. */
static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int order = compare_defs(x->def, y->def);

	if (x->key != y->key)
		return x->key < y->key ? 1 : -1;
	return order ? order : x->def < y->def ? -1 : x->def > y->def;
}

/* Did a pattern before number @i find it too? */
static bool was_found(const struct list *l, size_t i, const struct lay_def *def)
{
	while (i-- > 0) {
		const struct lay_defs *defs = &l->found[i];

		for (size_t k = first_def(defs, def); k < defs->nr &&
		     compare_defs(&defs->def[k], def) == 0; k++)
			if (defs->def[k].source_off == def->source_off &&
			    defs->def[k].file_index == def->file_index)
				return true;
	}
	return false;
}

/* By file, then by place in it. */
static int compare_files(const void *a, const void *b)
{
	const struct lay_def *x = *(const struct lay_def *const *)a;
	const struct lay_def *y = *(const struct lay_def *const *)b;

	if (x->file_index != y->file_index)
		return x->file_index < y->file_index ? -1 : 1;
	if (x->source_off != y->source_off)
		return x->source_off < y->source_off ? -1 : 1;
	return compare_defs(x, y);
}

/* At most @nr, file by file: of a directory with thousands, none is opened
 * twice. */
static int look_at_all(struct list *l, size_t nr, struct lay_error *err)
{
	const struct lay_def **order = calloc(nr + 1, sizeof(*order));
	size_t wanted = 0;

	if (!order)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < l->nr_found; i++)
		for (size_t k = 0; k < l->found[i].nr; k++)
			if (!was_found(l, i, &l->found[i].def[k]))
				order[wanted++] = &l->found[i].def[k];
	qsort(order, wanted, sizeof(*order), compare_files);
	for (size_t i = 0; i < wanted; i++)
		look_at(l, order[i]);
	free(order);
	return 0;
}

static int list_found(struct list *l, struct lay_error *err)
{
	size_t nr = 0;
	int r;

	for (size_t i = 0; i < l->nr_found; i++)
		nr += l->found[i].nr;
	l->item = calloc(nr + 1, sizeof(*l->item));
	if (!l->item)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	r = look_at_all(l, nr, err);
	qsort(l->item, l->nr, sizeof(*l->item), compare_items);
	for (size_t i = 0; i < l->nr && r >= 0; i++) {
		l->s->empty = false;
		r = lay_report_add_list_row(l->s->report, l->item[i].def,
					    &l->item[i].layout, err);
	}
	free(l->item);
	return r;
}

/* A misspelt name is not to look like one that nothing contains. */
static int find_contained(struct list *l, struct lay_error *err)
{
	int r;

	if (!l->args->contains)
		return 0;
	r = lay_build_find(l->s->build[0].build, l->args->contains,
			   &l->contained, err);
	return r < 0 ? r : 0;
}

/* Is there anything among @defs that could be listed? Of a pattern that is so
 * if it finds a typedef; others are looked at. */
static bool has_listed(const struct list *l, const struct lay_defs *defs,
		       bool pattern)
{
	for (size_t i = 0; i < defs->nr; i++) {
		const struct lay_def *def = &defs->def[i];
		const struct lay_type *type;

		if (def->kind == LAY_KIND_STRUCT || def->kind == LAY_KIND_UNION)
			return true;
		if (def->kind != LAY_KIND_TYPEDEF)
			continue;
		if (pattern ||
		    lay_build_load(l->s->build[0].build, def, &type, NULL) < 0 ||
		    lay_type_is_record(type))
			return true;
	}
	return false;
}

/* What the @nr patterns find; one that finds nothing is trouble, no more. */
static void find(struct list *l, char **patterns, int nr)
{
	struct lay_error err;

	for (int i = 0; i < nr; i++) {
		if (asked_before(patterns, 0, i))
			continue;
		l->s->asked = patterns[i];
		if (lay_build_find(l->s->build[0].build, patterns[i],
				   &l->found[l->nr_found], &err) < 0)
			session_trouble(l->s, &err);
		else if (has_listed(l, &l->found[l->nr_found++],
				    is_glob(patterns[i])))
			continue;
		else
			session_fail(l->s, "%s is no struct or union, and list tells of no others: show does",
				     patterns[i]);
	}
	l->s->asked = NULL;
}

static void list(struct list *l, char **patterns, int nr)
{
	struct lay_error err;
	int r = find_contained(l, &err);

	l->found = r < 0 ? NULL : calloc((size_t)nr, sizeof(*l->found));
	if (l->found) {
		find(l, patterns, nr);
		r = list_found(l, &err);
	} else if (r == 0) {
		r = lay_error_set(&err, LAY_E_NOMEM, "out of memory");
	}
	if (r < 0)
		session_trouble(l->s, &err);
	while (l->nr_found)
		lay_defs_free(&l->found[--l->nr_found]);
	free(l->found);
	lay_defs_free(&l->contained);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct list_args args = { .size_ge = 0 };
	struct lay_report_opts opts = { .depth = 0 };
	struct session s;
	struct list l = { .s = &s, .args = &args };
	char star[] = "*", *all[] = { star };
	bool done;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (is_both(command, &args.common))
		return STATUS_TROUBLE;
	if (argc - i < 1) {
		message("list: wants a build; see layoutdiff list --help");
		return STATUS_TROUBLE;
	}
	opts.quiet = args.common.quiet;
	if (session_begin(&s, command->name, &args.common, &opts, argv + i,
			  1) == 0)
		list(&l, argc - i > 1 ? argv + i + 1 : all,
		     argc - i > 1 ? argc - i - 1 : 1);
	return session_end(&s, STATUS_SAME);
}

const struct command list_command = {
	.name = "list",
	.operands = "BUILD [GLOB...]",
	.about = "List structs and unions, one a line",
	.more = BUILD_HELP "\
GLOB is a pattern of names, as 'tcp_*' or 'struct tcp_*'; default: every one. A\n\
type that stands in several lines has so many different definitions.\n",
	.exit_status = EXIT_STATUS_OF_OTHERS,
	.options = options,
	.run = run,
};
