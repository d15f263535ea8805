// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz/hostile.h"
#include "base/poison.h"

/* Of the processor, for all that a test asks of its file, and at most so much
 * memory at any time. Most of that takes a report, in JSON, of as many members
 * as are ever opened (LAY_LAYOUT_MAX_OPENED). */
#if defined(__SANITIZE_ADDRESS__)
#define TEST_SECONDS 60
#define TEST_MEGABYTES 4000
#else
#define TEST_SECONDS 10
#define TEST_MEGABYTES 700
#endif

void hostile_begin(struct hostile *h, unsigned int version)
{
	dwarf_writer_init(&h->w, version);
	dwarf_writer_unit(&h->w, DW_UT_compile);
	DIE_OPEN(&h->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"),
		 NUM_IN(DW_AT_language, DW_FORM_data1, DW_LANG_C99));
	h->int_off = DIE(&h->w, DW_TAG_base_type, STR(DW_AT_name, "int"),
			 NUM_IN(DW_AT_encoding, DW_FORM_data1, DW_ATE_signed),
			 NUM_IN(DW_AT_byte_size, DW_FORM_data1, 4));
}

char *hostile_finish(struct hostile *h)
{
	dwarf_writer_close(&h->w);
	dwarf_writer_unit_end(&h->w);
	return dwarf_writer_finish(&h->w);
}

size_t hostile_again(struct hostile *h, size_t off, size_t len)
{
	uint8_t copy[256];

	assert_true(len <= sizeof(copy));
	memcpy(copy, h->w.info.data + off, len);
	return byte_buf_bytes(&h->w.info, copy, len);
}

void hostile_repeat(struct hostile *h, size_t off, size_t len, size_t times)
{
	size_t at = h->w.info.len;

	byte_buf_fill(&h->w.info, 0, len * times);
	for (; times; times--, at += len)
		memcpy(h->w.info.data + at, h->w.info.data + off, len);
}

void hostile_ask(struct hostile_answer *a, const char *path, const char *spec)
{
	*a = (struct hostile_answer){ .build = NULL };
	a->rc = lay_build_open(path, NULL, &a->build, &a->err);
	if (a->rc < 0)
		return;
	a->rc = lay_build_find(a->build, spec, &a->defs, &a->err);
	if (a->rc < 0)
		return;
	a->rc = lay_build_load(a->build, &a->defs.def[0], &a->type, &a->err);
	if (a->rc < 0 || !lay_type_is_record(a->type))
		return;
	a->rc = lay_layout_make(a->type, NULL, &a->layout, &a->err);
}

void hostile_answer_free(struct hostile_answer *a)
{
	lay_layout_free(a->layout);
	lay_defs_free(&a->defs);
	lay_build_close(a->build);
}

/* LAY_FUZZ_KEEP=DIR: for those who want to look at a case by other means. */
static void keep(const char *path, const char *spec)
{
	static unsigned int number;
	const char *dir = getenv("LAY_FUZZ_KEEP");
	char kept[4096];

	if (!dir)
		return;
	snprintf(kept, sizeof(kept), "%s/hostile-%s-%u-%s", dir,
		 program_invocation_short_name, number++,
		 strcmp(spec, "s*") ? spec : "s");
	if (link(path, kept) < 0)
		perror(kept);
}

void hostile_run(struct hostile_answer *a, char *path, const char *spec)
{
	struct fuzz_rng rng = { 1 };

	keep(path, spec);
	hostile_ask(a, path, spec);
	fuzz_exercise(path, NULL, &rng);
	test_file_remove(path);
}

void hostile_run_huge(struct hostile_answer *a, char *path, const char *spec)
{
	keep(path, spec);
	hostile_ask(a, path, spec);
	test_file_remove(path);
}

void hostile_says(struct hostile_answer *a, const char *part1,
		  const char *part2)
{
	if (a->rc >= 0)
		fail_msg("no error, but one with '%s' and '%s' is due", part1,
			 part2);
	if (!strstr(a->err.text, part1) || !strstr(a->err.text, part2))
		fail_msg("'%s' does not say '%s' and '%s'", a->err.text, part1,
			 part2);
	hostile_answer_free(a);
}

void hostile_fails(char *path, const char *spec, const char *part1,
		   const char *part2)
{
	struct hostile_answer a;

	hostile_run(&a, path, spec);
	hostile_says(&a, part1, part2);
}

int hostile_setup(void **state)
{
	const struct itimerval limit = { .it_value.tv_sec = TEST_SECONDS };

	(void)state;
	return setitimer(ITIMER_PROF, &limit, NULL);
}

int hostile_teardown(void **state)
{
	const struct itimerval none = { .it_value.tv_sec = 0 };
	struct rusage usage;

	(void)state;
	getrusage(RUSAGE_SELF, &usage);
	if (usage.ru_maxrss / 1024 > TEST_MEGABYTES) {
		print_error("%ld MB were used\n", usage.ru_maxrss / 1024);
		return -1;
	}
	return setitimer(ITIMER_PROF, &none, NULL);
}
