// SPDX-License-Identifier: GPL-2.0-only
/* What is not a snapshot, and why. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "snapshot/reader.h"
#include "snapshot/schema.h"
#include "base/poison.h"

#define IDENTITY \
	"{\"release\":null,\"build_id\":\"ab\",\"machine\":\"m\"," \
	"\"word_size\":8,\"big_endian\":true,\"line_size\":256," \
	"\"max_scalar\":8,\"source\":\"DWARF 4\",\"not_known\":null," \
	"\"nr_units\":3,\"producers\":[[\"cc\",2]]}"
#define STRINGS "[\"s\",\"i\",\"int\",\"local\"]"
/* int; struct s { int i; } */
#define TYPES "[[2,1,3,4,0,0,0,0,0,1,0],[4,1,1,4,0,0,0,0,0,2,1,0,0,0,0,0,7]]"
#define DEFS "[[1,4,0,4,1,2,0,0,0,11,\"18446744073709551615\",2,0]]"

static char *text_of(const char *identity, const char *strings,
		     const char *types, const char *defs)
{
	char *text;

	assert_true(asprintf(&text, "{\"schema\":\"" SNAPSHOT_SCHEMA "\","
			     "\"whole\":true,\"identity\":%s,\"strings\":%s,"
			     "\"types\":%s,\"definitions\":%s}",
			     identity, strings, types, defs) > 0);
	return text;
}

static struct reader *read_ok(const char *types, const char *defs)
{
	char *text = text_of(IDENTITY, STRINGS, types, defs);
	struct lay_error err = { .text = "" };
	struct reader *r;

	if (snapshot_reader_create(text, strlen(text), &r, &err) < 0)
		fail_msg("%s", err.text);
	free(text);
	return r;
}

static void assert_refused(const char *text, const char *why)
{
	struct lay_error err = { .text = "" };
	struct reader *r = NULL;

	assert_true(snapshot_reader_create(text, strlen(text), &r, &err) < 0);
	if (!strstr(err.text, why))
		fail_msg("said '%s', not '%s'", err.text, why);
	assert_null(r);
}

static void what_is_written_down_is_read(void **state)
{
	struct reader *r = read_ok(TYPES, DEFS);
	struct type_query q = { .kinds = ~0u, .name = "s" };
	struct lay_identity id = { .path = "p" };
	struct def_list defs = { .nr = 0 };
	const struct lay_type *type;

	(void)state;
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].nr_units, 2);
	assert_true(defs.def[0].fingerprint.lo == UINT64_MAX);
	assert_int_equal(r->ops->load(r, &defs.def[0], &type, NULL), 0);
	assert_int_equal(type->nr_members, 1);
	assert_string_equal(type->members[0].name, "i");
	assert_string_equal(type->members[0].type->name, "int");
	assert_int_equal(type->members[0].decl.line, 7);
	assert_int_equal(r->ops->identify(r, &id, NULL), 0);
	assert_string_equal(id.path, "p");
	assert_string_equal(id.source, "snapshot of DWARF 4");
	assert_int_equal(id.line_size, 256);
	assert_int_equal(id.max_scalar, 8);
	assert_true(id.big_endian);
	assert_int_equal(id.nr_producers, 1);
	assert_int_equal(id.producers[0].nr_units, 2);
	free(defs.def);
	r->ops->close(r);
}

/* A declaration counts where the definition in a function is not asked for. */
static void definitions_in_functions_hide_declarations_only_there(void **state)
{
	struct reader *r = read_ok(
		"[[4,2,4,0,0,0,0,0,0],[4,1,4,0,0,0,0,0,0]]",
		"[[4,4,1,0,0,1,0,0,0,0,1,1,0],[4,4,2,0,0,1,0,0,0,0,2,2,0]]");
	struct type_query q = { .kinds = ~0u, .name = "lo*", .glob = true };
	struct def_list defs = { .nr = 0 };

	(void)state;
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].flags, LAY_DEF_DECLARATION);
	defs.nr = 0;
	q.local = true;
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].flags, LAY_DEF_LOCAL);
	free(defs.def);
	r->ops->close(r);
}

/* typedef struct s s; */
static void a_typedef_of_its_own_tag_is_found_when_tags_are_not_asked_for(
	void **state)
{
	struct reader *r = read_ok(
		"[[4,1,1,0,0,0,0,0,0],[7,0,1,0,0,0,0,0,1]]",
		"[[1,4,0,0,0,1,0,0,0,0,1,1,0],[1,7,0,0,0,1,0,0,0,0,2,2,0]]");
	struct type_query q = { .kinds = ~0u, .name = "s" };
	struct def_list defs = { .nr = 0 };

	(void)state;
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].kind, LAY_KIND_STRUCT);
	defs.nr = 0;
	q.kinds = 1u << LAY_KIND_TYPEDEF;
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	assert_int_equal(defs.def[0].kind, LAY_KIND_TYPEDEF);
	free(defs.def);
	r->ops->close(r);
}

static void a_type_that_could_not_be_read_says_why_again(void **state)
{
	struct reader *r = read_ok("[]", "[[1,4,0,0,0,1,0,0,0,0,0,0,4]]");
	struct type_query q = { .kinds = ~0u, .name = "s" };
	struct def_list defs = { .nr = 0 };
	const struct lay_type *type = NULL;
	struct lay_error err;

	(void)state;
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(r->ops->load(r, &defs.def[0], &type, &err),
			 -LAY_E_FORMAT);
	assert_string_equal(err.text, "local");
	assert_null(type);
	free(defs.def);
	r->ops->close(r);
}

static void types_that_contradict_themselves_are_refused(void **state)
{
	static const struct { const char *types, *why; } cases[] = {
		{ "[7]", "types[1]: is no list of numbers" },
		{ "[[1,0,0,0,0,0,0,0]]", "types[1]: 8 numbers, and a type has" },
		{ "[[14,0,0,0,0,0,0,0,0]]", "number 0 is 14, and can be 13" },
		{ "[[1,2048,0,0,0,0,0,0,0]]", "number 1 is 2048" },
		{ "[[1,0,5,0,0,0,0,0,0]]", "number 2 is 5, and can be 4" },
		{ "[[1,0,0,-1,0,0,0,0,0]]", "number 3 is none" },
		{ "[[1,0,0,1.5,0,0,0,0,0]]", "number 3 is none" },
		{ "[[1,0,0,\"18446744073709551616\",0,0,0,0,0]]",
		  "number 3 is none" },
		{ "[[1,0,0,\"0x1\",0,0,0,0,0]]", "number 3 is none" },
		{ "[[1,0,0,99999999999999999999,0,0,0,0,0]]",
		  "too big integer" },
		{ "[[1,0,0,9223372036854775808,0,0,0,0,0]]",
		  "too big integer" },
		{ "[[1,0,0,00,0,0,0,0,0]]", "invalid token near '0'" },
		{ "[[1,0,0 0,0,0,0,0,0,0]]", "',' or ']' expected" },
		{ "[[1,0,0,0,0,0,0,0,0,]]", "unexpected token near ']'" },
		{ "[[1,0,0,[],0,0,0,0,0]]", "number 3 is none" },
		{ "[[1,0,0,0,0,0,0,0,0] []]", "',' or ']' expected" },
		{ "[[1,0,0,0,0,0,0,0,0],]", "unexpected token near ']'" },
		{ "[[1,0,0,0,0,0,0,4294967296,0]]", "number 7 is 4294967296" },
		/* of itself, of what comes behind */
		{ "[[3,0,0,0,0,0,0,0,1]]", "number 8 is 1, and can be 0" },
		{ "[[3,0,0,0,0,0,0,0,2],[1,0,0,0,0,0,0,0,0]]", "number 8 is 2" },
		{ "[[1,0,0,0,0,0,0,0,0,1]]", "10 numbers are none of a void" },
		{ "[[2,0,0,0,0,0,0,0,0]]", "a base type has 11 numbers" },
		{ "[[2,0,0,0,0,0,0,0,0,7,0]]", "number 9 is 7" },
		{ "[[4,0,0,0,0,0,0,0,0,1]]", "10 numbers are none of a struct" },
		{ "[[4,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0]]",
		  "number 10 is of a type, and 0" },
		{ "[[4,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0]]", "number 10 is 1" },
		{ "[[9,0,0,0,0,0,0,0,0,0]]", "number 9 is of a type, and 0" },
		{ "[[8,0,0,0,0,0,0,0,0,1,4]]", "number 10 is 4" },
		{ "[[6,0,0,0,0,0,0,0,0,1,2,0]]", "number 10 is 2" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = text_of(IDENTITY, STRINGS, cases[i].types, "[]");

		assert_refused(text, cases[i].why);
		free(text);
	}
}

static void definitions_that_contradict_their_types_are_refused(void **state)
{
	static const struct { const char *defs, *why; } cases[] = {
		{ "[[1,4,0,4,1,2,0,0,0,1,1,2]]",
		  "definitions[1]: is of another length" },
		{ "[[0,4,0,4,1,2,0,0,0,1,1,2,0]]", "has no name" },
		{ "[[1,5,0,4,1,2,0,0,0,1,1,2,0]]", "is of another kind" },
		{ "[[1,4,0,4,1,2,0,0,0,1,1,3,0]]", "number 11 is 3" },
		{ "[[1,4,16,4,1,2,0,0,0,1,1,2,0]]", "number 2 is 16" },
		{ "[[1,4,0,4,1,2,0,0,0,1,1,0,0]]", "neither type nor reason" },
		{ "[[1,4,0,4,1,2,9,0,0,1,1,2,0]]", "number 6 is 9" },
		{ "[{}]", "is no list of numbers" },
		{ "{}", "definitions: is no list" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = text_of(IDENTITY, STRINGS, TYPES, cases[i].defs);

		assert_refused(text, cases[i].why);
		free(text);
	}
}

static void an_identity_that_no_machine_has_is_refused(void **state)
{
	static const struct { const char *key, *bad, *why; } cases[] = {
		{ "\"word_size\":8", "\"word_size\":3", "identity.word_size" },
		{ "\"line_size\":256", "\"line_size\":0", "identity.line_size" },
		{ "\"line_size\":256", "\"line_size\":131072",
		  "identity.line_size" },
		{ "\"max_scalar\":8", "\"max_scalar\":\"x\"",
		  "identity.max_scalar" },
		{ "\"big_endian\":true", "\"big_endian\":1",
		  "identity.big_endian" },
		{ "\"source\":\"DWARF 4\"", "\"source\":null",
		  "identity.source" },
		{ "\"machine\":\"m\"", "\"machine\":4", "identity.machine" },
		{ "\"build_id\":\"ab\",", "", "identity.build_id" },
		{ "[[\"cc\",2]]", "[[\"cc\"]]", "identity.producers" },
		{ "[[\"cc\",2]]", "7", "identity.producers" },
		{ "\"nr_units\":3", "\"nr_units\":3,\"nr_files\":-1",
		  "identity.nr_files" },
	};
	char identity[1024];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *at = strstr(IDENTITY, cases[i].key);
		char *text;

		assert_non_null(at);
		snprintf(identity, sizeof(identity), "%.*s%s%s",
			 (int)(at - IDENTITY), IDENTITY, cases[i].bad,
			 at + strlen(cases[i].key));
		text = text_of(identity, STRINGS, TYPES, DEFS);
		assert_refused(text, cases[i].why);
		free(text);
	}
}

static void other_json_is_no_snapshot(void **state)
{
	char *text = text_of(IDENTITY, "[\"s\",3]", TYPES, DEFS);

	(void)state;
	assert_refused(text, "strings[2]: is none");
	free(text);
	assert_refused("{}", "its \"schema\" is missing");
	assert_refused("[]", "byte 0: an object expected");
	assert_refused("{\"schema\":\"layoutdiff.report/1\"}",
		       "its schema is 'layoutdiff.report/1'");
	assert_refused("{\"schema\":\"layoutdiff.snapshot/9\"}",
		       "of another version, 'layoutdiff.snapshot/9'");
	assert_refused("{\"schema\":\"" SNAPSHOT_SCHEMA "\"}", "whole:");
	assert_refused("{\"schema\":\"" SNAPSHOT_SCHEMA "\",\"whole\":true}",
		       "strings: is no list, or missing");
	assert_refused("", "byte 0");
	assert_refused("{\"schema\":", "byte 10");
	assert_refused("{\"schema\":\"" SNAPSHOT_SCHEMA "\",\"schema\":1}",
		       "schema: is there twice");
	assert_refused("{\"schema\":\"" SNAPSHOT_SCHEMA "\"} {",
		       "byte 35: the end of the text expected");
	/* of its own form behind that */
	assert_refused("{\"schema\":\"layoutdiff.snapshot/9\"}\n[1]\n",
		       "of another version, 'layoutdiff.snapshot/9'");
}

/* It was asked whether it has its tag's name. */
static void a_typedef_without_a_name_is_refused(void **state)
{
	char *text = text_of(IDENTITY, STRINGS,
			     "[[4,1,1,0,0,0,0,0,0],[7,0,0,0,0,0,0,0,1]]",
			     "[[1,7,0,0,0,1,0,0,0,0,2,2,0]]");

	(void)state;
	assert_refused(text, "definitions[1]: is a typedef, and its type has no name");
	free(text);
}

/* What is read may be in any order, and what is not known there. */
static void the_order_of_the_parts_is_free(void **state)
{
	struct type_query q = { .kinds = ~0u, .name = "s" };
	struct lay_error err = { .text = "" };
	struct def_list defs = { .nr = 0 };
	struct reader *r;
	char *text;

	(void)state;
	assert_true(asprintf(&text, " {\n\"definitions\" : %s , \"types\":\n%s,"
			     "\"other\":{\"types\":[\"]}\\\"\"]},\"strings\":%s,"
			     "\"identity\":%s,\"whole\":false,\"schema\":\""
			     SNAPSHOT_SCHEMA "\" }\n", DEFS, TYPES, STRINGS,
			     IDENTITY) > 0);
	if (snapshot_reader_create(text, strlen(text), &r, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(r->ops->find(r, &q, &defs, NULL), 0);
	assert_int_equal(defs.nr, 1);
	free(defs.def);
	free(text);
	r->ops->close(r);
}

static size_t append(char *text, size_t len, const char *more)
{
	memcpy(text + len, more, strlen(more) + 1);
	return len + strlen(more);
}

#define NR_VALUES 1000000
#define MEMORY_MAX_KB ((long)128 << 10)

/* An enumeration of a million values: 3 million numbers, which as a tree of JSON
 * take more memory than the types of a kernel. */
static void a_large_snapshot_takes_memory_for_what_it_holds(void **state)
{
	struct lay_error err = { .text = "" };
	struct rusage usage;
	struct reader *r;
	char *types, *text;
	size_t len;
	int status;

	(void)state;
#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
	types = malloc(NR_VALUES * 6 + 64);
	assert_non_null(types);
	len = append(types, 0, "[[6,1,1,4,0,0,0,0,0");
	for (size_t i = 0; i < NR_VALUES; i++)
		len = append(types, len, ",2,0,7");
	append(types, len, "]]");
	text = text_of(IDENTITY, STRINGS, types, "[]");
	free(types);
	if (fork() == 0)
		_exit(snapshot_reader_create(text, strlen(text), &r, &err) < 0);
	assert_true(wait4(-1, &status, 0, &usage) > 0);
	assert_int_equal(status, 0);
	assert_true(usage.ru_maxrss < MEMORY_MAX_KB);
	free(text);
}

/* A typedef of a typedef of ... */
static void depth_is_bounded(void **state)
{
	char types[16384] = "[[1,0,0,0,0,0,0,0,0]";
	size_t len = strlen(types);
	struct reader *r;
	char *text;

	(void)state;
	for (int i = 1; i < SNAP_DEPTH_MAX; i++)
		len += (size_t)snprintf(types + len, sizeof(types) - len,
					",[7,0,0,0,0,0,0,0,%d]", i);
	snprintf(types + len, sizeof(types) - len, "]");
	r = read_ok(types, "[]");
	r->ops->close(r);
	snprintf(types + len, sizeof(types) - len, ",[7,0,0,0,0,0,0,0,%d]]",
		 SNAP_DEPTH_MAX);
	text = text_of(IDENTITY, STRINGS, types, "[]");
	assert_refused(text, "types more than 202 deep in one another");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_down_is_read),
		cmocka_unit_test(
			definitions_in_functions_hide_declarations_only_there),
		cmocka_unit_test(
			a_typedef_of_its_own_tag_is_found_when_tags_are_not_asked_for),
		cmocka_unit_test(a_type_that_could_not_be_read_says_why_again),
		cmocka_unit_test(types_that_contradict_themselves_are_refused),
		cmocka_unit_test(
			definitions_that_contradict_their_types_are_refused),
		cmocka_unit_test(an_identity_that_no_machine_has_is_refused),
		cmocka_unit_test(other_json_is_no_snapshot),
		cmocka_unit_test(a_typedef_without_a_name_is_refused),
		cmocka_unit_test(the_order_of_the_parts_is_free),
		cmocka_unit_test(
			a_large_snapshot_takes_memory_for_what_it_holds),
		cmocka_unit_test(depth_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
