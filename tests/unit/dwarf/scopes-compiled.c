// SPDX-License-Identifier: GPL-2.0-only
/*
 * What compilers say of scopes-code.c, optimized, in DWARF 4 and 5: compared
 * with what the source says, with the symbols, and with the ABI of x86-64.
 */
#include <config.h>

#include "dwarf/constants.h"
#include "unit/dwarf/scopes-build.h"
#include "base/poison.h"

/* DWARF's numbers of the registers that parameters are passed in. */
#define RDI 5
#define RSI 4

static const struct dw_function *function_of(struct build *b,
					     const struct dw_scope_unit *unit,
					     const char *name)
{
	const struct dw_function *f = scopes_test_function(unit, name);

	if (!f)
		fail_msg("%s %s: no function %s", b->compiler, b->flags, name);
	return f;
}

static uint64_t symbol_of(struct build *b, const char *name)
{
	struct lay_error err = { .text = "" };
	uint64_t value, size;

	if (elf_find_symbol(b->t.d.elf, name, &value, &size, &err) != 1)
		fail_msg("%s %s: no symbol %s", b->compiler, b->flags, name);
	return value;
}

/* The line of the source on which @mark stands. */
static uint32_t line_of(const char *mark)
{
	const char *top = getenv("top_srcdir");
	char path[512], text[256];
	uint32_t line = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/" SOURCE, top ? top : ".");
	f = fopen(path, "r");
	assert_non_null(f);
	do {
		assert_non_null(fgets(text, sizeof(text), f));
		line++;
	} while (!strstr(text, mark));
	fclose(f);
	return line;
}

static void check_functions(struct build *b)
{
	static const char *const prototypes[] = {
		"int add(struct node *, int)",
		"int walk(struct node *, int)",
		"int forget(struct node *, int)",
		"int outer_of(struct list *)",
		"int by_pointer(const struct ops *, struct node *)",
		"int count(unsigned int)",
		"int many(const char *, ...)",
		"int rarely(struct node *)",
		"int all(struct node *, const struct ops *)",
	};
	const size_t nr = sizeof(prototypes) / sizeof(prototypes[0]);
	const struct dw_scope_unit *unit = read_code(b);
	char text[128], name[32];

	assert_int_equal(unit->nr_functions, nr);
	for (size_t i = 0; i < nr; i++) {
		const struct dw_function *f;

		assert_int_equal(sscanf(prototypes[i], "int %31[a-z_]", name),
				 1);
		f = function_of(b, unit, name);
		lay_type_format(f->proto->type, name, text, sizeof(text));
		assert_string_equal(text, prototypes[i]);
		assert_int_equal(f->entry, symbol_of(b, name));
		assert_true(f->blocks[0].nr_ranges >= 1);
		assert_true(f->proto->flags & DW_PROTO_EXTERNAL);
		assert_false(f->proto->flags & DW_PROTO_DECLARATION);
	}
}

static void functions_have_their_prototypes_and_addresses(void **state)
{
	(void)state;
	each_build(check_functions);
}

static void assert_in_register(const struct dw_function *f, const char *name,
			       uint64_t pc, unsigned int reg, uint32_t param)
{
	const struct dw_variable *v = scopes_test_variable(f, name);
	const struct dw_loc *loc;

	if (!v || !scopes_test_place(v, pc))
		fail_msg("%s of %s is nowhere", name, f->proto->name);
	assert_true(v->flags & DW_VARIABLE_PARAM);
	assert_int_equal(v->param, param);
	assert_int_equal(v->block, 0);
	loc = scopes_test_place(v, pc);
	assert_int_equal(loc->kind, DW_LOC_REGISTER);
	assert_int_equal(loc->term.base, DW_BASE_REGISTER);
	assert_int_equal(loc->term.reg, reg);
}

static void check_params(struct build *b)
{
	static const char *const names[] = { "add", "walk" };
	const struct dw_scope_unit *unit = read_code(b);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct dw_function *f = function_of(b, unit, names[i]);
		const char *second = !strcmp(names[i], "walk") ? "limit" : "n";

		assert_in_register(f, "node", f->entry, RDI, 0);
		assert_in_register(f, second, f->entry, RSI, 1);
	}
}

static void parameters_begin_in_the_registers_of_the_abi(void **state)
{
	(void)state;
	each_build(check_params);
}

/* Behind the call, forget()'s node is its entry value and no register. */
static void check_entry_value(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b), "forget");
	const struct dw_variable *v = scopes_test_variable(f, "node");
	const struct dw_loc *loc;

	assert_int_equal(f->nr_calls, 1);
	loc = scopes_test_place(v, f->calls[0].return_pc + 1);
	/* clang says nothing of what is not used */
	if (!loc && !strncmp(b->compiler, "clang", 5))
		return;
	assert_non_null(loc);
	assert_int_equal(loc->kind, DW_LOC_VALUE);
	assert_int_equal(loc->term.base, DW_BASE_ENTRY);
	assert_int_equal(loc->term.reg, RDI);
	assert_int_equal(loc->term.off, 0);
}

static void what_is_gone_is_known_by_its_value_at_entry(void **state)
{
	(void)state;
	each_build(check_entry_value);
}

/* outer_of()'s node is its parameter and a constant; clang's is only known once
 * it is calculated. */
static void check_container(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b), "outer_of");
	const struct dw_variable *v = scopes_test_variable(f, "node");
	const struct lay_type *node;
	const struct dw_loc *loc;

	assert_non_null(v);
	node = lay_type_strip(lay_type_strip(v->type)->target);
	assert_string_equal(node->name, "node");
	loc = scopes_test_place(v, f->entry);
	if (!loc && !strncmp(b->compiler, "clang", 5))
		return;
	assert_non_null(loc);
	assert_int_equal(loc->kind, DW_LOC_VALUE);
	assert_int_equal(loc->term.base, DW_BASE_REGISTER);
	assert_int_equal(loc->term.reg, RDI);
	assert_string_equal(node->members[3].name, "link");
	assert_int_equal(-8 * loc->term.off,
			 (int64_t)node->members[3].bit_off);
}

static void a_pointer_calculated_from_another_is_followed(void **state)
{
	(void)state;
	each_build(check_container);
}

static void check_inlined(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b), "walk");
	const struct dw_block *inlined = NULL;
	const struct dw_variable *v;
	size_t index = 0;

	for (size_t i = 0; i < f->nr_blocks; i++) {
		assert_true(i == 0 || f->blocks[i].parent < i);
		if (f->blocks[i].kind == DW_BLOCK_INLINED && !inlined)
			inlined = &f->blocks[index = i];
	}
	assert_non_null(inlined);
	assert_string_equal(inlined->proto->name, "twice");
	assert_true(inlined->nr_ranges > 0);
	assert_int_equal(inlined->call_line, line_of("mark: twice in walk"));
	assert_non_null(strstr(dw_scope_file(b->t.reader, inlined->call_file),
			       "scopes-code.c"));
	v = scopes_test_variable(f, "step");
	assert_non_null(v);
	assert_int_equal(v->block, index);
	assert_int_equal(v->param, 1);
	assert_true(v->origin_off != v->die_off);
	assert_int_equal(v->places[0].pieces[0].kind, DW_LOC_VALUE);
	assert_int_equal(v->places[0].pieces[0].term.base, DW_BASE_CONSTANT);
	assert_int_equal(v->places[0].pieces[0].term.off, 7);
}

static void what_is_inlined_is_a_block_with_its_variables(void **state)
{
	(void)state;
	each_build(check_inlined);
}

static const struct dw_call_param *param_in(const struct dw_call *call,
					    unsigned int reg)
{
	for (size_t i = 0; i < call->nr_params; i++)
		if (call->params[i].where.kind == DW_LOC_REGISTER &&
		    call->params[i].where.term.reg == reg)
			return &call->params[i];
	return NULL;
}

static void check_calls(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b), "walk");
	struct lay_error err = { .text = "" };
	const struct dw_call_param *param;
	struct lay_decl line;

	assert_int_equal(f->nr_calls, 1);
	assert_true(f->calls[0].flags & DW_CALL_RETURN_PC);
	assert_false(f->calls[0].flags & DW_CALL_TAIL);
	assert_string_equal(f->calls[0].callee->name, "sink");
	assert_true(f->calls[0].return_pc > f->entry);
	param = param_in(&f->calls[0], RSI);
	assert_non_null(param);
	assert_int_equal(param->value.kind, DW_LOC_VALUE);
	assert_int_equal(param->value.term.base, DW_BASE_CONSTANT);
	assert_int_equal(param->value.term.off, 14);
	assert_int_equal(dw_scope_line(b->t.reader, f->calls[0].return_pc - 1,
				       &line, &err), 1);
	assert_int_equal(line.line, line_of("mark: call in twice"));
	assert_non_null(strstr(line.file, "scopes-code.c"));
	f = function_of(b, scopes_test_read(&b->t, b->code), "outer_of");
	assert_int_equal(f->nr_calls, 1);
	assert_true(f->calls[0].flags & DW_CALL_TAIL);
	assert_string_equal(f->calls[0].callee->name, "sink");
}

static void calls_have_callees_parameters_and_lines(void **state)
{
	(void)state;
	each_build(check_calls);
}

/* by_pointer() calls what the member holds; nothing names it. */
static void check_pointer_call(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b),
						  "by_pointer");

	assert_int_equal(f->nr_calls, 1);
	assert_null(f->calls[0].callee);
}

static void a_call_by_pointer_has_no_callee(void **state)
{
	(void)state;
	each_build(check_pointer_call);
}

static void check_globals(struct build *b)
{
	const struct dw_scope_unit *unit = read_code(b);
	size_t nr_found = 0, nr_local = 0;
	uint64_t value, size;

	for (size_t i = 0; i < unit->nr_globals; i++) {
		const struct dw_global *g = &unit->globals[i];

		if (g->flags & DW_GLOBAL_LOCAL) {
			assert_string_equal(g->name, "calls_so_far");
			nr_local++;
			continue;
		}
		/* what clang calls by no name: a literal */
		if (!g->name)
			continue;
		assert_int_equal(elf_find_symbol(b->t.d.elf, g->name, &value,
						 &size, NULL), 1);
		assert_int_equal(g->addr, value);
		assert_int_equal(g->size, size);
		nr_found++;
	}
	assert_int_equal(nr_local, 1);
	assert_int_equal(nr_found, 3);	/* first_node, counts, hits */
}

static void variables_of_the_image_are_where_their_symbols_are(void **state)
{
	(void)state;
	each_build(check_globals);
}

static void check_types(struct build *b)
{
	const struct dw_scope_unit *unit = read_code(b);
	const struct dw_function *f = function_of(b, unit, "add");
	const struct lay_type *pointer = scopes_test_variable(f, "node")->type;
	const struct lay_type *node = lay_type_strip(pointer)->target, *other;

	assert_false(node->flags & (LAY_TYPE_SHALLOW | LAY_TYPE_DECLARATION));
	assert_int_equal(node->nr_members, 5);
	/* what a member points to, from where it is found in the record */
	assert_true(lay_type_strip(node->members[0].type)->target->flags &
		    LAY_TYPE_SHALLOW);
	assert_ptr_equal(scopes_test_type(&b->t, node->members[0].type),
			 pointer);
	assert_ptr_equal(scopes_test_type(&b->t, pointer), pointer);
	/* what it embeds is what a pointer to it leads to */
	f = function_of(b, unit, "outer_of");
	other = scopes_test_variable(f, "link")->type;
	assert_ptr_equal(scopes_test_type(&b->t, node->members[3].type),
			 lay_type_strip(other)->target);
	/* the same in the other unit */
	unit = scopes_test_read(&b->t, b->other);
	f = function_of(b, unit, "reveal");
	assert_ptr_equal(scopes_test_variable(f, "node")->type, pointer);
}

static void types_are_one_whichever_way_they_are_met(void **state)
{
	(void)state;
	each_build(check_types);
}

/* struct hidden is declared in one unit and defined in the other. */
static void check_hidden(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b), "add");
	const struct lay_type *pointer = scopes_test_variable(f, "node")->type;
	const struct lay_type *node = lay_type_strip(pointer)->target;
	const struct lay_type *hidden = node->members[4].type, *whole;

	/* before the index is there, nobody knows where it is defined */
	scopes_test_index(&b->t);
	whole = scopes_test_type(&b->t, hidden);
	assert_int_equal(whole->kind, LAY_KIND_POINTER);
	assert_string_equal(whole->target->name, "hidden");
	assert_int_equal(whole->target->nr_members, 2);
	f = function_of(b, scopes_test_read(&b->t, b->other), "reveal");
	assert_ptr_equal(scopes_test_variable(f, "hidden")->type, whole);
}

static void a_declared_record_is_found_where_it_is_defined(void **state)
{
	(void)state;
	each_build(check_hidden);
}

static void check_function_pointer(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b),
						  "by_pointer");
	const struct lay_type *ops = scopes_test_variable(f, "ops")->type;
	const struct lay_type *open, *node;

	ops = lay_type_strip(lay_type_strip(ops)->target);
	assert_string_equal(ops->name, "ops");
	open = scopes_test_type(&b->t, ops->members[0].type);
	open = lay_type_strip(open)->target;
	assert_int_equal(open->kind, LAY_KIND_FUNCTION);
	assert_int_equal(open->nr_params, 2);
	node = scopes_test_variable(f, "node")->type;
	assert_ptr_equal(open->params[0], node);
}

static void a_pointer_to_a_function_leads_to_whole_types(void **state)
{
	(void)state;
	each_build(check_function_pointer);
}

static void check_index(struct build *b)
{
	static const char *const names[] = { "add", "walk", "sink", "all" };
	const struct dw_proto *proto;
	const struct dw_global *g;
	uint64_t addr;
	size_t nr;

	scopes_test_index(&b->t);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct dw_entry *e;

		addr = symbol_of(b, names[i]);
		e = dw_scopes_entry_at(b->t.scopes, addr);
		assert_non_null(e);
		assert_string_equal(e->proto.name, names[i]);
		assert_ptr_equal(dw_scopes_entry_of(b->t.scopes, addr + 1), e);
		assert_null(dw_scopes_entry_at(b->t.scopes, addr + 1));
		proto = dw_scopes_proto_named(b->t.scopes, names[i]);
		assert_ptr_equal(proto, &e->proto);
	}
	dw_scopes_entries(b->t.scopes, &nr);
	assert_int_equal(nr, 14);
	assert_null(dw_scopes_entry_of(b->t.scopes, 0));
	addr = symbol_of(b, "first_node");
	g = dw_scopes_global_at(b->t.scopes, addr + 8, false);
	assert_non_null(g);
	assert_string_equal(g->name, "first_node");
	assert_int_equal(g->addr, addr);
	assert_null(dw_scopes_global_at(b->t.scopes, addr + 8, true));
	assert_null(dw_scopes_global_at(b->t.scopes, 8, false));
	assert_null(dw_scopes_proto_named(b->t.scopes, "none such"));
}

static void code_and_data_are_found_by_address_and_name(void **state)
{
	(void)state;
	each_build(check_index);
}

/* GCC moves what is unlikely to another place. */
static void check_cold(struct build *b)
{
	const struct dw_function *f = function_of(b, read_code(b), "rarely");
	const struct dw_block *whole = &f->blocks[0];
	const struct dw_entry *e;

	if (!strncmp(b->compiler, "clang", 5))
		return;
	assert_true(whole->nr_ranges >= 2);
	scopes_test_index(&b->t);
	e = dw_scopes_entry_at(b->t.scopes, f->entry);
	for (uint32_t i = 0; i < whole->nr_ranges; i++)
		assert_ptr_equal(
			dw_scopes_entry_of(b->t.scopes, whole->ranges[i].low),
			e);
}

static void a_function_has_all_its_parts(void **state)
{
	(void)state;
	each_build(check_cold);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_have_their_prototypes_and_addresses),
		cmocka_unit_test(parameters_begin_in_the_registers_of_the_abi),
		cmocka_unit_test(what_is_gone_is_known_by_its_value_at_entry),
		cmocka_unit_test(a_pointer_calculated_from_another_is_followed),
		cmocka_unit_test(what_is_inlined_is_a_block_with_its_variables),
		cmocka_unit_test(calls_have_callees_parameters_and_lines),
		cmocka_unit_test(a_call_by_pointer_has_no_callee),
		cmocka_unit_test(
			variables_of_the_image_are_where_their_symbols_are),
		cmocka_unit_test(types_are_one_whichever_way_they_are_met),
		cmocka_unit_test(
			a_declared_record_is_found_where_it_is_defined),
		cmocka_unit_test(a_pointer_to_a_function_leads_to_whole_types),
		cmocka_unit_test(code_and_data_are_found_by_address_and_name),
		cmocka_unit_test(a_function_has_all_its_parts),
	};

	return cmocka_run_group_tests_name("dwarf/scopes-compiled", tests, NULL,
					   NULL);
}
