/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tests of scopes share: a file whose code is read. */
#ifndef UNIT_SCOPES_TEST_H
#define UNIT_SCOPES_TEST_H

#include "dwarf/scopes.h"
#include "unit/dwarf/dwarf-test.h"

struct scopes_test {
	struct dwarf_test d;
	struct dw_scopes *scopes;
	struct dw_scope_reader *reader;
};

/* @t->d is open. */
static inline void scopes_test_begin(struct scopes_test *t)
{
	struct lay_error err = { .text = "" };

	assert_ok(dw_scopes_open(t->d.file, &t->scopes, &err), &err);
	assert_ok(dw_scope_reader_new(t->scopes, &t->reader, &err), &err);
}

static inline void scopes_test_close(struct scopes_test *t)
{
	dw_scope_reader_free(t->reader);
	dw_scopes_close(t->scopes);
	dwarf_test_close(&t->d);
}

static inline const struct dw_scope_unit *
scopes_test_read(struct scopes_test *t, size_t index)
{
	struct lay_error err = { .text = "" };
	const struct dw_scope_unit *unit;

	assert_ok(dw_scope_reader_read(t->reader, index, &unit, &err), &err);
	return unit;
}

static inline void scopes_test_index(struct scopes_test *t)
{
	struct lay_error err = { .text = "" };

	assert_ok(dw_scopes_index(t->scopes, 2, &err), &err);
}

static inline const struct lay_type *
scopes_test_type(struct scopes_test *t, const struct lay_type *type)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *same;

	assert_ok(dw_scope_type(t->reader, type, &same, &err), &err);
	return same;
}

/* Of a unit; NULL: it has none called so. */
static inline const struct dw_function *
scopes_test_function(const struct dw_scope_unit *unit, const char *name)
{
	for (size_t i = 0; i < unit->nr_functions; i++)
		if (!strcmp(unit->functions[i].proto->name, name))
			return &unit->functions[i];
	return NULL;
}

/* The first variable of a function that is called so; NULL: none. */
static inline const struct dw_variable *
scopes_test_variable(const struct dw_function *f, const char *name)
{
	for (size_t i = 0; i < f->nr_variables; i++)
		if (f->variables[i].name && !strcmp(f->variables[i].name, name))
			return &f->variables[i];
	return NULL;
}

/* Where @v is at @pc, in one piece; NULL: nowhere. */
static inline const struct dw_loc *
scopes_test_place(const struct dw_variable *v, uint64_t pc)
{
	for (size_t i = 0; i < v->nr_places; i++) {
		const struct dw_place_at *p = &v->places[i];

		if (p->nr_pieces == 1 &&
		    (p->all || (pc >= p->range.low && pc < p->range.high)))
			return &p->pieces[0];
	}
	return NULL;
}

#endif /* UNIT_SCOPES_TEST_H */
