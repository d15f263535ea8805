// SPDX-License-Identifier: GPL-2.0-only
/* What is read of compiled code, compared with what readelf and gdb say of it. */
#include <config.h>

#include "dwarf/constants.h"
#include "unit/dwarf/scopes-build.h"
#include "base/poison.h"

/* How many DIEs with @tag readelf counts; -1: it is not there. */
static long count_tag(struct build *b, const char *tag)
{
	char command[512], text[32];
	long nr = -1;
	FILE *f;

	snprintf(command, sizeof(command),
		 "readelf --debug-dump=info '%s' 2>/dev/null | grep -c '(%s)'",
		 b->t.d.path, tag);
	f = popen(command, "r");
	if (f && fgets(text, sizeof(text), f))
		nr = strtol(text, NULL, 10);
	if (f)
		pclose(f);
	return nr;
}

static void check_counts(struct build *b)
{
	long inlined = count_tag(b, "DW_TAG_inlined_subroutine");
	long calls = count_tag(b, "DW_TAG_call_site") +
		     count_tag(b, "DW_TAG_GNU_call_site");
	long params = count_tag(b, "DW_TAG_call_site_parameter") +
		      count_tag(b, "DW_TAG_GNU_call_site_parameter");
	long blocks = count_tag(b, "DW_TAG_lexical_block");
	long nr[4] = { 0 };

	if (inlined < 0)
		skip();
	for (size_t i = 0; i < dw_scopes_nr_units(b->t.scopes); i++) {
		const struct dw_scope_unit *u = scopes_test_read(&b->t, i);

		for (size_t j = 0; j < u->nr_functions; j++) {
			const struct dw_function *f = &u->functions[j];

			for (size_t k = 0; k < f->nr_blocks; k++)
				nr[f->blocks[k].kind]++;
			for (size_t k = 0; k < f->nr_calls; k++)
				nr[3] += (long)f->calls[k].nr_params;
			calls -= (long)f->nr_calls;
		}
	}
	assert_int_equal(nr[DW_BLOCK_INLINED], inlined);
	assert_int_equal(nr[DW_BLOCK_LEXICAL], blocks);
	assert_int_equal(nr[3], params);
	assert_int_equal(calls, 0);
}

static void as_much_is_read_as_readelf_counts(void **state)
{
	(void)state;
	each_build(check_counts);
}

/* gdb's names of the registers, by DWARF's numbers (x86-64 ABI 3.6.2). */
static const char *const registers[] = {
	"rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9",
	"r10", "r11", "r12", "r13", "r14", "r15",
};

#define NR_REGISTERS (sizeof(registers) / sizeof(registers[0]))

/* What gdb says of the variables of a function. */
struct gdb {
	FILE *f;
	char line[256];
	const struct dw_function *function;
	const struct dw_variable *v;	/* of the last "Symbol" line */
	size_t nr_ranges, nr_checked;
};

/* The place of @g->v for @low to @high; NULL: none. */
static const struct dw_place_at *place_of(const struct gdb *g, uint64_t low,
					  uint64_t high)
{
	for (size_t i = 0; i < g->v->nr_places; i++) {
		const struct dw_place_at *p = &g->v->places[i];

		if (p->range.low == low && p->range.high == high)
			return p;
	}
	return NULL;
}

/* "a variable in $rdi" at the end of @text: that is where @loc is. */
static void check_register(struct gdb *g, const char *text,
			   const struct dw_loc *loc)
{
	const char *name = strstr(text, "a variable in $");

	if (!name)
		return;
	name += strlen("a variable in $");
	assert_int_equal(loc->kind, DW_LOC_REGISTER);
	assert_true(loc->term.reg < NR_REGISTERS);
	if (strncmp(name, registers[loc->term.reg],
		    strlen(registers[loc->term.reg])))
		fail_msg("%s is in %s, not in %s", g->v->name,
			 registers[loc->term.reg], name);
	g->nr_checked++;
}

/* "static storage at address 0x402034" */
static void check_static(const struct gdb *g, const char *text)
{
	const char *addr = strstr(text, "storage at address 0x");
	const struct dw_loc *loc = &g->v->places[0].pieces[0];

	if (!addr)
		return;
	assert_int_equal(loc->kind, DW_LOC_MEMORY);
	assert_int_equal(loc->term.base, DW_BASE_ADDRESS);
	assert_int_equal(loc->term.off,
			 strtoull(strstr(addr, "0x"), NULL, 16));
}

/* All ranges of a variable were seen. */
static void end_symbol(struct gdb *g)
{
	if (g->v && g->nr_ranges)
		assert_int_equal(g->v->nr_places, g->nr_ranges);
	g->v = NULL;
	g->nr_ranges = 0;
}

static void check_line(struct gdb *g)
{
	unsigned long long low, high;
	const char *range = strstr(g->line, "Range 0x");
	const struct dw_place_at *place;
	char name[64];

	if (sscanf(g->line, "Symbol %63s is", name) == 1) {
		end_symbol(g);
		g->v = scopes_test_variable(g->function, name);
		assert_non_null(g->v);
		if (!strstr(g->line, "multi-location") && g->v->nr_places) {
			check_register(g, g->line, &g->v->places[0].pieces[0]);
			check_static(g, g->line);
		}
	}
	if (!g->v || !range ||
	    sscanf(range, "Range 0x%llx-0x%llx", &low, &high) != 2 ||
	    low == high)
		return;
	g->nr_ranges++;
	place = place_of(g, low, high);
	if (!place)
		fail_msg("%s is nowhere from %#llx to %#llx", g->v->name, low,
			 high);
	check_register(g, range, &place->pieces[0]);
}

static void check_with_gdb(struct build *b, const char *name, struct gdb *g)
{
	char command[512];

	g->function = scopes_test_function(read_code(b), name);
	assert_non_null(g->function);
	snprintf(command, sizeof(command),
		 "gdb -batch -nx -ex 'info scope %s' '%s' 2>/dev/null", name,
		 b->t.d.path);
	g->f = popen(command, "r");
	assert_non_null(g->f);
	while (fgets(g->line, sizeof(g->line), g->f))
		check_line(g);
	end_symbol(g);
	pclose(g->f);
}

static void check_scopes(struct build *b)
{
	static const char *const names[] = { "add", "walk", "outer_of",
					     "rarely", "forget" };
	struct gdb g = { .f = NULL };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		check_with_gdb(b, names[i], &g);
	assert_true(g.nr_checked >= 8);
}

static void variables_are_where_gdb_says(void **state)
{
	(void)state;
	if (system("gdb --version >/dev/null 2>&1") != 0)
		skip();
	each_build(check_scopes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_much_is_read_as_readelf_counts),
		cmocka_unit_test(variables_are_where_gdb_says),
	};

	return cmocka_run_group_tests_name("dwarf/scopes-compared", tests, NULL,
					   NULL);
}
