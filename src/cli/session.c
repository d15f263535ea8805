// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/message.h"
#include "cli/output.h"
#include "cli/session.h"
#include "base/poison.h"

/* What build @i is to be read from. */
static enum lay_from read_from(const struct session *s, size_t i)
{
	switch (s->args->from) {
	case FROM_DWARF:
		return LAY_FROM_DWARF;
	case FROM_BTF:
		return LAY_FROM_BTF;
	case FROM_BOTH:
		return i ? LAY_FROM_BTF : LAY_FROM_DWARF;
	default:
		return LAY_FROM_BEST;
	}
}

static int open_build(struct session *s, size_t i, const char *path,
		      struct lay_error *err)
{
	const struct lay_open_opts opts = {
		.jobs = (unsigned int)s->args->jobs,
		.progress = progress_hook(&s->progress),
		.from = read_from(s, i),
		.both = s->args->from == FROM_BOTH,
		.btf_base = s->args->btf_base,
		.no_decl = !s->wants_decl,
		.config = i < 2 ? s->args->config[i] : NULL,
		.debug_dirs = s->args->debug_dirs.item,
		.nr_debug_dirs = s->args->debug_dirs.nr,
	};
	struct opened *opened = &s->build[s->nr_builds];
	const struct lay_identity *id;
	int r;

	r = lay_build_open(path, &opts, &opened->build, err);
	if (r < 0)
		return r;
	s->nr_builds++;
	r = lay_build_identity(opened->build, &id, err);
	if (r < 0)
		return r;
	opened->identity = id;
	opened->layout.line_size = s->args->line_size ? s->args->line_size :
							id->line_size;
	opened->layout.max_scalar = id->max_scalar;
	for (size_t p = 0; p < id->nr_producers; p++)
		opened->layout.bits_unstated |=
			strstr(id->producers[p].text, "clang") != NULL;
	return 0;
}

/* Raw BTF does not say which machine it is for: what a build beside it is for
 * says, if that can be the same. */
static void share_machine(struct session *s)
{
	for (size_t i = 0; i < s->nr_builds; i++) {
		const struct lay_identity *id = s->build[i].identity;

		for (size_t j = 0; id && !id->machine && j < s->nr_builds; j++) {
			const struct lay_identity *other = s->build[j].identity;

			if (!other || !other->machine ||
			    other->word_size != id->word_size ||
			    other->big_endian != id->big_endian)
				continue;
			s->build[i].layout.line_size =
				s->build[j].layout.line_size;
			s->build[i].layout.max_scalar = other->max_scalar;
			break;
		}
	}
}

/* Both files are opened before anything is said to be wrong with one. */
static int open_builds(struct session *s, char **paths, size_t nr_builds)
{
	size_t nr_stdin = 0;
	struct lay_error err;
	int r = 0;

	for (size_t i = 0; i < nr_builds; i++)
		nr_stdin += !strcmp(paths[i], "-");
	if (nr_stdin > 1 && s->args->from != FROM_BOTH) {
		lay_error_set(&err, LAY_E_USAGE,
			      "standard input can be read once: name a file");
		session_trouble(s, &err);
		return -1;
	}
	if (check_output(s->args, paths, nr_builds, &err) < 0) {
		session_trouble(s, &err);
		return -1;
	}
	for (size_t i = 0; i < nr_builds; i++) {
		if (open_build(s, i, paths[i], &err) < 0) {
			session_trouble(s, &err);
			r = -1;
			/* of one build once is enough */
			if (s->args->from == FROM_BOTH)
				break;
		}
	}
	share_machine(s);
	return r;
}

static void init(struct session *s, const struct common_args *args,
		 bool wants_decl)
{
	memset(s, 0, sizeof(*s));
	s->args = args;
	s->empty = true;
	s->wants_decl = wants_decl;
	progress_init(&s->progress, args->quiet);
}

int session_open(struct session *s, const struct common_args *args,
		 char **paths, size_t nr_builds)
{
	init(s, args, true);
	return open_builds(s, paths, nr_builds);
}

/* What build @i is called: NULL, if it is the old or the new one. */
static const char *side_of(const char *command, const struct common_args *args,
			   size_t i)
{
	static const char *const numbers[LAY_MATRIX_MAX_BUILDS] = {
		"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
		"13", "14", "15", "16",
	};

	if (args->from == FROM_BOTH)
		return i ? "BTF" : "DWARF";
	return strcmp(command, "matrix") == 0 ? numbers[i] : NULL;
}

int session_begin(struct session *s, const char *command,
		  const struct common_args *args,
		  const struct lay_report_opts *opts, char **paths,
		  size_t nr_builds)
{
	struct lay_report_build build[LAY_MATRIX_MAX_BUILDS];
	struct lay_error err;

	init(s, args, opts->decl || args->format == FORMAT_JSON);
	if (open_builds(s, paths, nr_builds) < 0)
		return -1;
	for (size_t i = 0; i < nr_builds; i++)
		build[i] = (struct lay_report_build){
			.identity = s->build[i].identity,
			.line_size = s->build[i].layout.line_size,
			.side = side_of(command, args, i),
		};
	if (lay_report_create(command, opts, &s->report, &err) < 0 ||
	    lay_report_add_builds(s->report, build, nr_builds, &err) < 0) {
		session_trouble(s, &err);
		return -1;
	}
	return 0;
}

/* Nothing that rests on bytes which are gone is to be printed. */
static int check_intact(struct session *s)
{
	struct lay_error err;

	for (size_t i = 0; i < s->nr_builds; i++) {
		if (lay_build_intact(s->build[i].build, &err) < 0) {
			session_trouble(s, &err);
			return -1;
		}
	}
	return 0;
}

/* What the answers lack: some of it is trouble. */
static void say_notes(struct session *s)
{
	const struct lay_note *note;
	struct lay_error err;
	size_t nr;

	for (size_t i = 0; i < s->nr_builds; i++) {
		if (lay_build_notes(s->build[i].build, &note, &nr, &err) < 0) {
			session_trouble(s, &err);
			continue;
		}
		for (size_t j = 0; j < nr; j++) {
			if (note[j].trouble)
				session_fail(s, "%s", note[j].text);
			else
				message("%s", note[j].text);
		}
	}
}

int session_end(struct session *s, int status)
{
	struct lay_error err;

	progress_deinit(&s->progress);
	s->asked = NULL;
	say_notes(s);
	if (s->report && !(s->empty && s->trouble) && check_intact(s) == 0 &&
	    !s->no_report && write_report(s->report, s->args, &err) < 0)
		session_trouble(s, &err);
	lay_report_destroy(s->report);
	while (s->nr_builds)
		lay_build_close(s->build[--s->nr_builds].build);
	return s->trouble ? STATUS_TROUBLE : status;
}

void session_fail(struct session *s, const char *fmt, ...)
{
	struct lay_error why, err;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why.text, sizeof(why.text), fmt, ap);
	va_end(ap);
	message("%s", why.text);
	s->trouble = true;
	if (s->report && lay_report_add_failure(s->report, s->asked, why.text,
						&err) < 0)
		complain_of(&err);
}

void session_trouble(struct session *s, const struct lay_error *err)
{
	session_fail(s, "%s", err->text);
}

bool asked_before(char **operands, int first, int i)
{
	for (int j = first; j < i; j++)
		if (strcmp(operands[j], operands[i]) == 0)
			return true;
	return false;
}

bool is_glob(const char *spec)
{
	return strpbrk(spec, "*?[");
}

int compare_defs(const struct lay_def *a, const struct lay_def *b)
{
	int r = strcmp(a->name, b->name);

	return r ? r : (int)a->kind - (int)b->kind;
}

/* The first definition behind all that are less than @def, or not greater. */
static size_t bound(const struct lay_defs *defs, const struct lay_def *def,
		    bool upper)
{
	size_t lo = 0, hi = defs->nr, mid;
	int r;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		r = compare_defs(&defs->def[mid], def);
		if (r < 0 || (upper && r == 0))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

size_t first_def(const struct lay_defs *defs, const struct lay_def *def)
{
	return bound(defs, def, false);
}

struct lay_shown shown_def(const struct lay_defs *defs, size_t i)
{
	const struct lay_def *def = &defs->def[i];
	size_t first = bound(defs, def, false);

	return (struct lay_shown){
		.def = def,
		.nth = i - first + 1,
		.of_n = bound(defs, def, true) - first,
	};
}

int lay_out(struct session *s, const struct opened *opened,
	    const struct lay_def *def, struct laid *laid)
{
	struct lay_error err;

	laid->layout = NULL;
	if (lay_build_load(opened->build, def, &laid->type, &err) < 0) {
		session_trouble(s, &err);
		return -1;
	}
	/* of a typedef of what is only declared the name alone can be told */
	if (!lay_type_is_record(laid->type) ||
	    lay_type_strip(laid->type)->flags & LAY_TYPE_DECLARATION)
		return 0;
	if (lay_layout_make(laid->type, &opened->layout, &laid->layout,
			    &err) < 0) {
		lay_error_prefix(&err, "%s: ", opened->identity->path);
		session_trouble(s, &err);
		return -1;
	}
	return 0;
}

void free_laid(struct laid *laid)
{
	lay_layout_free(laid->layout);
	laid->layout = NULL;
}

void trouble_declared_only(struct session *s, const struct opened *opened,
			   const struct lay_def *def)
{
	if (def->size)
		session_fail(s, "%s: %s %s is incomplete there: it has %" PRIu64 " bytes, and nothing says what is in them",
			     opened->identity->path, lay_kind_name(def->kind),
			     def->name, def->size);
	else
		session_fail(s, "%s: %s %s is only declared there: nothing says what is in it",
			     opened->identity->path, lay_kind_name(def->kind),
			     def->name);
}

void trouble_no_member(struct session *s, const struct opened *opened,
		       const struct lay_def *def,
		       const struct lay_layout *layout, const char *path)
{
	char near[256] = "";

	if (layout)
		lay_layout_near(layout, path, near, sizeof(near));
	session_fail(s, "%s: %s %s has no member '%s'%s",
		     opened->identity->path, lay_kind_name(def->kind),
		     def->name, path, near);
}

void session_each_def(struct session *s, const char *spec,
		      void (*tell)(struct session *s,
				   const struct lay_shown *shown,
				   const char *path, void *arg), void *arg)
{
	struct lay_shown shown;
	struct lay_defs defs;
	struct lay_error err;

	s->asked = spec;
	if (lay_build_find(s->build[0].build, spec, &defs, &err) < 0) {
		session_trouble(s, &err);
		return;
	}
	for (size_t i = 0; i < defs.nr; i++) {
		shown = shown_def(&defs, i);
		if (!(shown.def->flags & LAY_DEF_DECLARATION))
			tell(s, &shown, defs.member_path, arg);
		else if (!is_glob(spec))
			trouble_declared_only(s, &s->build[0], shown.def);
	}
	lay_defs_free(&defs);
}
