// SPDX-License-Identifier: GPL-2.0-only
/* Everything that scopes say of a file's code. */
#include <config.h>

#include "dwarf/scopes.h"
#include "fuzz/exercise.h"
#include "base/poison.h"

/* Units that are read, and types of them that are followed. */
#define MAX_UNITS 100
#define MAX_TYPES 2000

struct walk {
	struct dw_scope_reader *reader;
	size_t nr_types;
};

static void exercise_loc(const struct dw_loc *loc)
{
	CHECK(loc->kind <= DW_LOC_OTHER);
	CHECK(loc->term.base <= DW_BASE_TLS && loc->term.load_size <= 8);
	if (loc->kind == DW_LOC_OTHER)
		touch_string(loc->why);
	if (loc->kind == DW_LOC_BYTES)
		touch(loc->bytes, loc->nr_bytes);
}

static void exercise_ranges(const struct dw_range *ranges, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		CHECK(ranges[i].low < ranges[i].high);
}

/* What @type leads to is known by one pointer each. */
static void exercise_types(struct walk *w, const struct lay_type *type)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *same, *again;
	char text[64];

	CHECK(type);
	if (w->nr_types++ > MAX_TYPES)
		return;
	lay_type_format(type, "x", text, sizeof(text));
	if (dw_scope_type(w->reader, type, &same, &err) < 0) {
		check_error(&err, -(int)err.code, NULL);
		return;
	}
	CHECK(dw_scope_type(w->reader, same, &again, &err) == 0);
	CHECK(same == again);
	for (size_t i = 0; i < same->nr_members && i < 20; i++)
		CHECK(dw_scope_type(w->reader, same->members[i].type, &again,
				    &err) == 0);
	if (same->target && same->target != type)
		exercise_types(w, same->target);
}

static void exercise_proto(struct walk *w, const struct dw_proto *proto)
{
	if (!proto)
		return;
	touch_string(proto->name);
	touch_string(dw_scope_file(w->reader, proto->decl_file));
	exercise_types(w, proto->type);
	for (size_t i = 0; i < proto->type->nr_params; i++)
		exercise_types(w, proto->type->params[i]);
}

static void exercise_variable(struct walk *w, const struct dw_function *f,
			      const struct dw_variable *v)
{
	touch_string(v->name);
	exercise_types(w, v->type);
	CHECK(v->block < f->nr_blocks);
	for (size_t i = 0; i < v->nr_places; i++) {
		const struct dw_place_at *p = &v->places[i];

		CHECK(p->nr_pieces > 0);
		CHECK(p->all || p->otherwise || p->range.low < p->range.high);
		for (uint32_t j = 0; j < p->nr_pieces; j++)
			exercise_loc(&p->pieces[j]);
	}
}

static void exercise_call(struct walk *w, const struct dw_function *f,
			  const struct dw_call *call)
{
	struct lay_error err = { .text = "" };
	struct lay_decl line;

	CHECK(call->block < f->nr_blocks);
	exercise_proto(w, call->callee);
	exercise_loc(&call->target);
	for (size_t i = 0; i < call->nr_params; i++) {
		exercise_loc(&call->params[i].where);
		exercise_loc(&call->params[i].value);
		exercise_loc(&call->params[i].pointed);
	}
	if (dw_scope_line(w->reader, call->return_pc, &line, &err) > 0)
		touch_string(line.file);
}

static void exercise_function(struct walk *w, const struct dw_function *f)
{
	CHECK(f->nr_blocks > 0 && f->proto == f->blocks[0].proto);
	exercise_loc(&f->frame_base);
	for (size_t i = 0; i < f->nr_blocks; i++) {
		const struct dw_block *b = &f->blocks[i];

		CHECK(i == 0 ? b->parent == 0 && b->depth == 0
			     : b->parent < i &&
				       b->depth ==
					       f->blocks[b->parent].depth + 1);
		CHECK(!b->proto == (b->kind == DW_BLOCK_LEXICAL));
		exercise_ranges(b->ranges, b->nr_ranges);
		exercise_proto(w, b->proto);
		touch_string(dw_scope_file(w->reader, b->call_file));
	}
	for (size_t i = 0; i < f->nr_variables; i++)
		exercise_variable(w, f, &f->variables[i]);
	for (size_t i = 0; i < f->nr_calls; i++)
		exercise_call(w, f, &f->calls[i]);
}

static void exercise_unit(struct walk *w, size_t index)
{
	struct lay_error err = { .text = "" };
	const struct dw_scope_unit *unit;

	if (dw_scope_reader_read(w->reader, index, &unit, &err) < 0) {
		check_error(&err, -(int)err.code, NULL);
		return;
	}
	CHECK(!unit->nr_damaged == !unit->damage);
	touch_string(unit->damage);
	touch_string(unit->name);
	touch_string(unit->dir);
	for (size_t i = 0; i < unit->nr_functions; i++)
		exercise_function(w, &unit->functions[i]);
	for (size_t i = 0; i < unit->nr_globals; i++) {
		touch_string(unit->globals[i].name);
		exercise_types(w, unit->globals[i].type);
	}
}

static void exercise_index(struct dw_scopes *scopes)
{
	struct lay_error err = { .text = "" };
	const struct dw_entry_range *ranges;
	const struct dw_entry *entries;
	const struct dw_global *globals;
	size_t nr, nr_entries;

	if (dw_scopes_index(scopes, 2, &err) < 0) {
		check_error(&err, -(int)err.code, NULL);
		return;
	}
	entries = dw_scopes_entries(scopes, &nr_entries);
	for (size_t i = 0; i < nr_entries; i++) {
		CHECK(entries[i].proto.type);
		CHECK(dw_scopes_entry_at(scopes, entries[i].addr));
		if (entries[i].proto.symbol)
			CHECK(dw_scopes_proto_named(scopes,
						    entries[i].proto.symbol));
	}
	ranges = dw_scopes_ranges(scopes, &nr);
	for (size_t i = 0; i < nr; i++) {
		CHECK(ranges[i].entry < nr_entries);
		CHECK(dw_scopes_entry_of(scopes, ranges[i].range.high - 1) ==
		      &entries[ranges[i].entry]);
	}
	globals = dw_scopes_globals(scopes, &nr);
	for (size_t i = 0; i < nr; i++)
		CHECK(dw_scopes_global_at(scopes, globals[i].addr,
					  globals[i].flags & DW_GLOBAL_TLS));
}

static void exercise_file(struct dw_file *file)
{
	struct lay_error err = { .text = "" };
	struct walk w = { .reader = NULL };
	struct dw_scopes *scopes;

	if (dw_scopes_open(file, &scopes, &err) < 0) {
		check_error(&err, -(int)err.code, NULL);
		return;
	}
	exercise_index(scopes);
	if (dw_scope_reader_new(scopes, &w.reader, &err) == 0)
		for (size_t i = 0;
		     i < dw_scopes_nr_units(scopes) && i < MAX_UNITS; i++)
			exercise_unit(&w, i);
	dw_scope_reader_free(w.reader);
	dw_scopes_close(scopes);
}

void exercise_scopes(const char *path)
{
	struct lay_error err = { .text = "" };
	struct dw_file *file;
	struct elf_file *elf;

	if (elf_open(path, &elf, &err) < 0)
		return;
	if (dw_file_open(elf, &file, &err) == 0) {
		exercise_file(file);
		dw_file_close(file);
	}
	elf_close(elf);
}
