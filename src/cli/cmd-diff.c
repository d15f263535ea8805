// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/diff.h>

#include "cli/both.h"
#include "cli/census.h"
#include "cli/commands.h"
#include "cli/heat.h"
#include "cli/message.h"
#include "cli/session.h"
#include "cli/variables.h"
#include "base/poison.h"

struct diff_args {
	struct common_args common;
	bool decl;
	bool all;
	struct census_args census;
	struct heat_options heat;
	struct option_list vars;
};

#define CENSUS(member) offsetof(struct diff_args, census.member)

static const struct option_def options[] = {
	{ "decl", 0, OPTION_FLAG, NULL,
	  "say in which file and line each member is declared",
	  offsetof(struct diff_args, decl), 0, 0, NULL },
	{ "all", 'a', OPTION_FLAG, NULL,
	  "fold no members that did the same, and cut no list short",
	  offsetof(struct diff_args, all), 0, 0, NULL },
	{ "config", 0, OPTION_PAIR, "OLD NEW",
	  "the configurations of both builds, packed or not; default: what the images carry",
	  offsetof(struct diff_args, common.config), 0, 0, NULL },
	{ "var", 0, OPTION_LIST, "NAME",
	  "say what became of the variable NAME, or all that fit a pattern, and of what shares its lines (may be repeated)",
	  offsetof(struct diff_args, vars), 0, 0, NULL },
	HEAT_OPTIONS(struct diff_args, heat),
	{ "stat", 0, OPTION_FLAG, NULL,
	  "without TYPE: a line for each type that differs", CENSUS(stat), 0,
	  0, NULL },
	{ "summary", 0, OPTION_FLAG, NULL,
	  "without TYPE: only how many types differ", CENSUS(summary), 0, 0,
	  NULL },
	{ "vars", 0, OPTION_FLAG, NULL,
	  "without TYPE: what became of all variables, too", CENSUS(vars), 0, 0,
	  NULL },
	{ "only", 0, OPTION_CHOICE, "WHAT",
	  "without TYPE: only types that are changed, added, removed, have members on other lines, or another size",
	  CENSUS(only), 0, 0, census_only_choices },
	{ "match", 0, OPTION_LIST, "GLOB",
	  "without TYPE: only types whose name matches (may be repeated)",
	  CENSUS(match), 0, 0, NULL },
	{ "ignore", 0, OPTION_LIST, "GLOB",
	  "without TYPE: no types whose name matches (may be repeated)",
	  CENSUS(ignore), 0, 0, NULL },
	{ "limit", 0, OPTION_NUMBER, "N",
	  "without TYPE: tell N types in a line each, all of them for 0; default: 40",
	  CENSUS(limit), 0, UINT32_MAX, NULL },
	{ "prefix-map", 0, OPTION_LIST, "MAP",
	  "without TYPE: MAP is OLD=NEW: what the old build has below OLD is below NEW now (may be repeated)",
	  CENSUS(maps), 0, 0, NULL },
	{ "slab", 0, OPTION_LIST, "CACHE",
	  "without TYPE: CACHE is TYPE=NAME[,hwcache][,typesafe]: TYPE has the slab cache NAME with these flags (may be repeated)",
	  CENSUS(slabs), 0, 0, NULL },
	{ "slabs", 0, OPTION_FLAG, NULL,
	  "without TYPE: find out which slab caches types have, from the code of the new build",
	  CENSUS(find_slabs), 0, 0, NULL },
	{ .name = NULL },
};

struct unit_list {
	const char **unit;
	size_t nr;
	bool known;
};

/* One TYPE in both builds. */
struct question {
	struct session *s;
	const char *spec;
	struct lay_defs defs[2];	/* old, new */
	bool has_member;	/* some definition has the one asked for, where
				 * there are several */
	struct unit_list *units[2];	/* of each definition, on demand */
	struct lay_locals *locals;		/* of each build */
	size_t nr_local[2], nr_in_base[2];	/* of each build: cannot be
						 * compared with the other's */
	bool differs;
};

static void add(struct question *q, int r, const struct lay_error *err)
{
	if (r < 0)
		session_trouble(q->s, err);
	else
		q->s->empty = false;
	if (r > 0)
		q->differs = true;
}

/* Does definition @at of build @i have the member that was asked for? */
static bool has_member(const struct question *q, int i, size_t at)
{
	const struct opened *opened = &q->s->build[i];
	const struct lay_type *type;
	struct lay_layout *layout;
	bool has;

	if (lay_build_load(opened->build, &q->defs[i].def[at], &type, NULL) < 0 ||
	    lay_layout_make(type, &opened->layout, &layout, NULL) < 0)
		return false;
	has = lay_layout_find(layout, q->defs[i].member_path) != LAY_NO_SLOT;
	lay_layout_free(layout);
	return has;
}

static bool any_has_member(const struct question *q)
{
	if (!q->defs[1].member_path || q->defs[0].nr + q->defs[1].nr <= 2)
		return false;
	for (int i = 0; i < 2; i++)
		for (size_t at = 0; at < q->defs[i].nr; at++)
			if (has_member(q, i, at))
				return true;
	return false;
}

/* Has the other side @def from BTF? There what one unit declares is what another
 * one defines. */
static bool has_terse(const struct question *q, int side,
		      const struct lay_def *def)
{
	const struct lay_defs *defs = &q->defs[side];
	const struct lay_type *type;

	for (size_t k = first_def(defs, def); k < defs->nr &&
	     compare_defs(&defs->def[k], def) == 0; k++)
		if (lay_build_load(q->s->build[side].build, &defs->def[k],
				   &type, NULL) >= 0 &&
		    type->flags & LAY_TYPE_TERSE)
			return true;
	return false;
}

/* Is it only seemingly that @side alone has @def: may a function of the other
 * build declare it, or is it a typedef of what is only declared? */
static bool is_not_lone(struct question *q, int side,
			const struct lay_def *def)
{
	const struct lay_type *type;
	struct lay_error err;
	int r;

	if (lay_build_load(q->s->build[side].build, def, &type, NULL) < 0)
		return false;
	if (lay_type_strip(type)->flags & LAY_TYPE_DECLARATION &&
	    has_terse(q, !side, def))
		return true;
	r = lay_locals_find(&q->locals[!side], def, type, &err);
	if (r < 0)
		session_trouble(q->s, &err);
	q->nr_local[side] += r == LAY_ELSEWHERE_FUNCTIONS;
	q->nr_in_base[side] += r == LAY_ELSEWHERE_BASE;
	return r != LAY_ELSEWHERE_NOT;
}

static void say_elsewhere(const struct question *q)
{
	for (int i = 0; i < 2; i++) {
		const char *path = q->s->build[i].identity->path;
		const char *other = q->s->build[!i].identity->path;
		size_t nr = q->nr_local[i];

		if (nr)
			message("%s: %zu %s not compared: BTF tells no scopes, and functions of %s declare what is called so",
				path, nr, nr == 1 ? "type is" : "types are",
				other);
		nr = q->nr_in_base[i];
		if (nr)
			message("%s: %zu %s not compared: the BTF of %s has them in its base",
				path, nr, nr == 1 ? "type is" : "types are",
				other);
	}
}

static void add_lone(struct question *q, size_t i, bool in_old)
{
	struct lay_shown shown = shown_def(&q->defs[!in_old], i);
	const char *path = q->defs[1].member_path;
	struct lay_error err;

	if (shown.def->flags & LAY_DEF_DECLARATION ||
	    (path && q->has_member && !has_member(q, !in_old, i)) ||
	    is_not_lone(q, !in_old, shown.def))
		return;
	add(q, lay_report_add_lone(q->s->report, &shown,
				   q->has_member ? path : NULL, in_old, &err),
	    &err);
	q->differs = true;
}

/* A member that neither has. */
static void no_member(struct question *q, const struct lay_shown *shown,
		      const struct lay_layout *before,
		      const struct lay_layout *after)
{
	const struct lay_layout *const layout[2] = { before, after };
	struct lay_error err;

	if (q->has_member) {
		add(q, lay_report_add_without(q->s->report, &shown[0],
					      &shown[1],
					      q->defs[1].member_path, &err),
		    &err);
		return;
	}
	for (int i = 0; i < 2; i++)
		trouble_no_member(q->s, &q->s->build[i], shown[i].def,
				  layout[i], q->defs[i].member_path);
}

static void add_diff(struct question *q, const struct lay_shown *shown,
		     struct lay_diff *diff)
{
	const char *path = q->defs[1].member_path;
	uint32_t row = LAY_NO_ROW;
	struct lay_error err;

	if (path) {
		row = diff->before ? lay_diff_find(diff, path) : LAY_NO_ROW;
		if (row == LAY_NO_ROW) {
			no_member(q, shown, diff->before, diff->after);
			return;
		}
	}
	add(q, lay_report_add_diff(q->s->report, &shown[0], &shown[1], diff,
				   row, &err), &err);
}

/*
 * The side of which only a declaration is there, behind a typedef, when the
 * other has what is in it; -1: neither.
 */
static int declared_side(const struct laid *laid)
{
	for (int i = 0; i < 2; i++)
		if (laid[1 - i].layout && lay_type_is_record(laid[i].type) &&
		    lay_type_strip(laid[i].type)->flags & LAY_TYPE_DECLARATION)
			return i;
	return -1;
}

static void diff_laid(struct question *q, const struct lay_shown *shown,
		      const struct laid *laid)
{
	int declared = declared_side(laid), r = 0;
	struct lay_diff *diff = NULL;
	struct lay_error err;

	if (declared >= 0) {
		if (!is_glob(q->spec))
			trouble_declared_only(q->s, &q->s->build[declared],
					      shown[declared].def);
		return;
	}
	if (laid[0].layout && laid[1].layout)
		r = lay_diff_records(laid[0].layout, laid[1].layout, &diff,
				     &err);
	else if (lay_type_strip(laid[0].type)->kind == LAY_KIND_ENUM &&
		 lay_type_strip(laid[1].type)->kind == LAY_KIND_ENUM)
		r = lay_diff_enums(laid[0].type, laid[1].type, &diff, &err);
	if (r < 0)
		session_trouble(q->s, &err);
	else if (diff)
		add_diff(q, shown, diff);
	else if (q->defs[1].member_path)
		no_member(q, shown, NULL, NULL);
	else
		add(q, lay_report_add_plain_diff(q->s->report, &shown[0],
						 &shown[1], laid[0].type,
						 laid[1].type, &err), &err);
	lay_diff_free(diff);
}

/* Equal fingerprints mean equal layouts, where lines are equally long. */
static bool surely_same(const struct question *q, const struct lay_def *a,
			const struct lay_def *b)
{
	return !((a->flags | b->flags) & LAY_DEF_UNSURE) &&
	       a->fingerprint.hi == b->fingerprint.hi &&
	       a->fingerprint.lo == b->fingerprint.lo &&
	       q->s->build[0].layout.line_size ==
	       q->s->build[1].layout.line_size &&
	       is_glob(q->spec);
}

static void diff_pair(struct question *q, size_t old, size_t new)
{
	const struct lay_shown shown[2] = { shown_def(&q->defs[0], old),
					    shown_def(&q->defs[1], new) };
	struct session *s = q->s;
	struct lay_error err;
	struct laid laid[2] = { { .layout = NULL } };
	bool declared = false;

	for (int i = 0; i < 2; i++) {
		if (!(shown[i].def->flags & LAY_DEF_DECLARATION))
			continue;
		declared = true;
		if (!is_glob(q->spec))
			trouble_declared_only(s, &s->build[i], shown[i].def);
	}
	if (declared)
		return;
	if (surely_same(q, shown[0].def, shown[1].def)) {
		add(q, lay_report_add_same(s->report, &shown[0], &shown[1],
					   &err), &err);
		return;
	}
	if (lay_out(s, &s->build[0], shown[0].def, &laid[0]) == 0 &&
	    lay_out(s, &s->build[1], shown[1].def, &laid[1]) == 0)
		diff_laid(q, shown, laid);
	free_laid(&laid[0]);
	free_laid(&laid[1]);
}

/* The units of definition @at of build @i, read once; NULL: not known. */
static const struct unit_list *units_of(struct question *q, int i, size_t at)
{
	struct unit_list *list;

	if (!q->units[i])
		q->units[i] = calloc(q->defs[i].nr, sizeof(*q->units[i]));
	if (!q->units[i])
		return NULL;
	list = &q->units[i][at];
	if (!list->known &&
	    lay_build_units(q->s->build[i].build, &q->defs[i].def[at],
			    &list->unit, &list->nr, NULL) < 0)
		*list = (struct unit_list){ .unit = NULL };
	list->known = true;
	return list;
}

static void free_units(struct question *q)
{
	for (int i = 0; i < 2; i++) {
		for (size_t k = 0; q->units[i] && k < q->defs[i].nr; k++)
			free(q->units[i][k].unit);
		free(q->units[i]);
		q->units[i] = NULL;
	}
}

/* Is there a unit that has definition @at of build @i, and @other of the other? */
static bool share_unit(struct question *q, int i, size_t at, size_t other)
{
	const struct unit_list *a = units_of(q, i, at);
	const struct unit_list *b = units_of(q, !i, other);

	for (size_t k = 0; a && b && k < a->nr; k++)
		for (size_t n = 0; n < b->nr; n++)
			if (!strcmp(a->unit[k], b->unit[n]))
				return true;
	return false;
}

/*
 * A definition without a partner. Where a unit of it had another definition of
 * the name, which others have kept or have too now, it is compared with that.
 * Reading the units takes a while, so it is not done for patterns.
 */
static void diff_single(struct question *q, size_t at, bool in_old)
{
	int i = in_old ? 0 : 1;
	const struct lay_def *def = &q->defs[i].def[at];
	const struct lay_defs *others = &q->defs[!i];
	size_t k = first_def(others, def);

	for (; k < others->nr && !is_glob(q->spec) &&
	       compare_defs(&others->def[k], def) == 0; k++) {
		if ((others->def[k].flags | def->flags) & LAY_DEF_DECLARATION ||
		    !share_unit(q, i, at, k))
			continue;
		diff_pair(q, in_old ? at : k, in_old ? k : at);
		return;
	}
	add_lone(q, at, in_old);
}

/* Old definitions with their partners in order, and between them, where their
 * names belong, new ones that have none. */
static void diff_pairs(struct question *q, const long *pairs, bool *taken)
{
	const struct lay_defs *old = &q->defs[0], *new = &q->defs[1];
	size_t j = 0;

	for (size_t i = 0; i < old->nr; i++)
		if (pairs[i] >= 0)
			taken[pairs[i]] = true;
	for (size_t i = 0; i < old->nr; i++) {
		for (; j < new->nr && compare_defs(&new->def[j],
						  &old->def[i]) < 0; j++)
			if (!taken[j])
				diff_single(q, j, false);
		if (pairs[i] >= 0)
			diff_pair(q, i, (size_t)pairs[i]);
		else
			diff_single(q, i, true);
	}
	for (; j < new->nr; j++)
		if (!taken[j])
			diff_single(q, j, false);
}

static void no_memory(struct session *s)
{
	struct lay_error err;

	lay_error_set(&err, LAY_E_NOMEM, "out of memory");
	session_trouble(s, &err);
}

/* What was not found may be in what was not read. */
static void tell_partial(struct question *q)
{
	struct lay_error err;
	bool partial;

	for (int i = 0; i < 2; i++) {
		if (lay_build_partial(q->s->build[i].build, &partial, &err) < 0)
			session_trouble(q->s, &err);
		else if (partial)
			lay_report_tell_partial(q->s->report, i == 0);
	}
}

static void diff_found(struct question *q)
{
	struct lay_error err;
	bool *taken;
	long *pairs;

	tell_partial(q);
	q->has_member = any_has_member(q);
	if (lay_diff_pair(q->s->build[0].build, &q->defs[0],
			  q->s->build[1].build, &q->defs[1], &pairs,
			  &err) < 0) {
		session_trouble(q->s, &err);
		return;
	}
	taken = calloc(q->defs[1].nr + 1, sizeof(*taken));
	if (taken)
		diff_pairs(q, pairs, taken);
	else
		no_memory(q->s);
	say_elsewhere(q);
	free_units(q);
	free(taken);
	free(pairs);
}

/* What q->defs has of build @i; a pattern may find nothing there. */
static int find(struct question *q, int i, struct lay_error *err)
{
	int r = lay_build_find(q->s->build[i].build, q->spec, &q->defs[i],
			       err);

	return r == -LAY_E_NOT_FOUND && is_glob(q->spec) ? 0 : r;
}

static void trouble_not_found(struct session *s, int i,
			      const struct lay_error *err, bool other_has_it)
{
	if (err->code == LAY_E_NOT_FOUND && other_has_it)
		session_fail(s, "%s (%s has it)", err->text,
			     s->build[!i].identity->path);
	else
		session_trouble(s, err);
}

/*
 * A name that one build does not have is trouble: whether it is gone or was
 * misspelt is not known. What a pattern finds in one build only is a
 * difference.
 */
static void diff_spec(struct question *q)
{
	struct lay_error err[2];
	int nr[2];

	q->s->asked = q->spec;
	for (int i = 0; i < 2; i++) {
		memset(&q->defs[i], 0, sizeof(q->defs[i]));
		nr[i] = find(q, i, &err[i]);
	}
	/* what finds nothing anywhere is no pattern of anything */
	if (nr[0] == 0 && nr[1] == 0)
		nr[0] = nr[1] = -LAY_E_NOT_FOUND;
	/* what is wrong with the words themselves is wrong for both */
	for (int i = 0; i < 2; i++)
		if (nr[i] < 0 && !(i && nr[0] < 0 &&
				   !strcmp(err[0].text, err[1].text)))
			trouble_not_found(q->s, i, &err[i], nr[!i] >= 0);
	if (nr[0] >= 0 && nr[1] >= 0)
		diff_found(q);
	lay_defs_free(&q->defs[0]);
	lay_defs_free(&q->defs[1]);
}

static bool diff_specs(struct session *s, int argc, char **argv, int first)
{
	struct lay_locals locals[2];
	bool differs = false;

	for (int i = 0; i < 2; i++)
		lay_locals_init(&locals[i], s->build[i].build);
	for (int j = first; j < argc; j++) {
		struct question q = {
			.s = s, .spec = argv[j], .locals = locals,
		};

		if (!asked_before(argv, first, j))
			diff_spec(&q);
		differs |= q.differs;
	}
	for (int i = 0; i < 2; i++)
		lay_locals_deinit(&locals[i]);
	return differs;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct diff_args args = { .census.limit = CENSUS_LIMIT };
	struct lay_report_opts opts = { .depth = 0 };
	struct lay_heat *heat = NULL;
	struct session s;
	bool done, differs = false;
	int i;

	i = parse_options(command, &args, argc, argv, &done);
	if (i < 0 || done)
		return i < 0 ? STATUS_TROUBLE : STATUS_SAME;
	if (args.common.from == FROM_BOTH && args.vars.nr) {
		message("diff: --var compares two builds, --from both reads one");
		return STATUS_TROUBLE;
	}
	if (args.common.from == FROM_BOTH)
		return diff_both(command, &args.common, argc - i, argv + i);
	if (argc - i < 2) {
		message("diff: wants two builds; see layoutdiff diff --help");
		return STATUS_TROUBLE;
	}
	if (argc - i == 2 && !args.vars.nr && args.heat.perf.nr) {
		message("diff: --perf wants at least one type; see layoutdiff diff --help");
		return STATUS_TROUBLE;
	}
	if (argc - i == 2 && !args.vars.nr)
		return diff_census(command, &args.common, &args.census,
				   args.all, argv + i);
	if (!heat_options_make_sense(&args.heat))
		return STATUS_TROUBLE;
	opts.decl = args.decl;
	opts.all = args.all;
	opts.quiet = args.common.quiet;
	if (session_begin(&s, command->name, &args.common, &opts, argv + i,
			  2) == 0 &&
	    heat_of_either(&s, &args.heat, &heat) == 0) {
		differs |= diff_specs(&s, argc, argv, i + 2);
		if (args.vars.nr)
			differs |= diff_variables(&s, &args.vars, 0);
	}
	lay_heat_close(heat);
	return session_end(&s, differs ? STATUS_DIFFERENT : STATUS_SAME);
}

const struct command diff_command = {
	.name = "diff",
	.operands = "OLD NEW [TYPE]...",
	.about = "Compare types of two builds, or all of them: what moved, and why",
	.more = "\n\
OLD and NEW are builds, and may be of different kinds:" BUILD_HELP TYPE_HELP,
	.exit_status = "0 no difference, 1 differences, 2 trouble",
	.options = options,
	.run = run,
};
