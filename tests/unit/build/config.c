// SPDX-License-Identifier: GPL-2.0-only
/* Configurations: what their lines say, and where an image has one. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/codec.h"
#include "build/kconfig.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

/* The options as "A=y B=m", or the error; the caller's to free. */
static char *parsed(const char *text, size_t len)
{
	const struct lay_config *config;
	struct lay_error err;
	struct arena arena;
	char *out = calloc(1, 4096);

	assert_non_null(out);
	arena_init(&arena, 0);
	if (config_parse(text, len, "here", &arena, &config, &err) < 0) {
		snprintf(out, 4096, "%s", err.text);
	} else {
		assert_string_equal(config->source, "here");
		for (size_t i = 0; i < config->nr_options; i++)
			snprintf(out + strlen(out), 4096 - strlen(out),
				 "%s%s=%s", i ? " " : "",
				 config->options[i].name,
				 config->options[i].value);
	}
	arena_free(&arena);
	return out;
}

static void assert_parsed(const char *text, const char *want)
{
	char *got = parsed(text, strlen(text));

	assert_string_equal(got, want);
	free(got);
}

static void options_are_sorted_and_what_is_not_set_is_not_there(void **state)
{
	(void)state;
	assert_parsed("#\n# Automatically generated file; DO NOT EDIT.\n#\n"
		      "CONFIG_XFRM=y\nCONFIG_HZ=250\n\n# Processor\n"
		      "# CONFIG_SMP is not set\nCONFIG_OLD=n\n"
		      "CONFIG_A_B1=\"a = b # \\\"c\\\"\"",
		      "A_B1=\"a = b # \\\"c\\\"\" HZ=250 XFRM=y");
}

static void the_last_line_of_an_option_counts(void **state)
{
	(void)state;
	assert_parsed("CONFIG_A=y\nCONFIG_B=y\nCONFIG_A=m\n"
		      "# CONFIG_B is not set\n# CONFIG_C is not set\n"
		      "CONFIG_C=y\n", "A=m C=y");
}

static void what_is_no_configuration_is_refused(void **state)
{
	static const char zero[] = "CONFIG_A=y\nCONFIG_\0B=y\n";
	char *got;

	(void)state;
	assert_parsed("CONFIG_A=y\nroot:x:0:0\n",
		      "line 2: neither sets an option nor is a comment");
	assert_parsed("CONFIG_A\n", "line 1: an option without a value");
	assert_parsed("CONFIG_A=\n", "line 1: an option without a value");
	assert_parsed("CONFIG_A-B=y\n", "line 1: an option without a value");
	assert_parsed("CONFIG_=y\n",
		      "line 1: an option without a name, or with a very long one");
	assert_parsed("CONFIG_A=\033[2J\n", "line 1: is no text");
	assert_parsed("# CONFIG_A is not set\n",
		      "sets no option: is it a kernel's configuration?");
	assert_parsed("", "sets no option: is it a kernel's configuration?");
	got = parsed(zero, sizeof(zero) - 1);
	assert_string_equal(got, "line 2: is no text");
	free(got);
}

static void names_and_values_have_bounds(void **state)
{
	char *text = malloc(10000);
	char *got;

	(void)state;
	assert_non_null(text);
	memset(text, 'A', 10000);
	memcpy(text, "CONFIG_", 7);
	memcpy(text + 400, "=y\n", 3);
	got = parsed(text, 403);
	assert_string_equal(got, "line 1: an option without a name, or with a very long one");
	free(got);
	memset(text, 'A', 10000);
	memcpy(text, "CONFIG_A=", 9);
	got = parsed(text, 10000);
	assert_string_equal(got, "line 1: a very long value");
	free(got);
	free(text);
}

static const char sample[] = "CONFIG_A=y\nCONFIG_B=m\n";

/* Open an image with @len bytes in .rodata and look into it. */
static int find_in(const void *bytes, size_t len, size_t *nr_options,
		   struct lay_error *err)
{
	const struct lay_config *config = NULL;
	struct elf_writer w;
	struct elf_file *elf;
	struct arena arena;
	char *path;
	int ret;

	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".rodata", SHT_PROGBITS, SHF_ALLOC, bytes,
			       len);
	path = elf_writer_finish(&w);
	assert_int_equal(elf_open(path, &elf, NULL), 0);
	arena_init(&arena, 0);
	ret = config_find(elf, &arena, &config, err);
	*nr_options = ret > 0 ? config->nr_options : 0;
	if (ret > 0)
		assert_string_equal(config->source, "IKCONFIG");
	arena_free(&arena);
	elf_close(elf);
	test_file_remove(path);
	return ret;
}

/* As kernel/configs.c has it, behind the code that looks for it. */
static size_t image_of(const char *text, const char *end, char image[4096])
{
	static const char front[] = "IKCFG_ST%s\0IKCFG_ST";
	size_t len = sizeof(front) - 1, packed_len;
	void *packed;

	memcpy(image, front, len);
	assert_int_equal(codec_pack(CODEC_GZIP, text, strlen(text), &packed,
				    &packed_len, NULL), 0);
	memcpy(image + len, packed, packed_len);
	free(packed);
	len += packed_len;
	memcpy(image + len, end, strlen(end));
	return len + strlen(end);
}

static void an_image_has_it_between_two_marks(void **state)
{
	char image[4096];
	struct lay_error err = { .text = "" };
	size_t nr;

	(void)state;
	assert_int_equal(find_in(image, image_of(sample, "IKCFG_ED", image),
				 &nr, &err), 1);
	assert_int_equal(nr, 2);
	assert_int_equal(find_in("IKCFG_ST%s\0IKCFG_ED", 19, &nr, &err), 0);
}

static void one_that_is_damaged_is_told(void **state)
{
	char image[4096];
	struct lay_error err = { .text = "" };
	size_t nr, len;

	(void)state;
	assert_int_equal(find_in(image, image_of(sample, "IKCFG_", image),
				 &nr, &err), -LAY_E_FORMAT);
	assert_non_null(strstr(err.text, ".rodata+0x13: configuration: has no end"));
	assert_int_equal(find_in(image, image_of("rubbish", "IKCFG_ED", image),
				 &nr, &err), -LAY_E_FORMAT);
	assert_non_null(strstr(err.text, "line 1: neither"));
	len = image_of(sample, "", image);
	memcpy(image + len - 12, "IKCFG_ED", 8);
	assert_int_equal(find_in(image, len, &nr, &err), -LAY_E_FORMAT);
	assert_non_null(strstr(err.text, "ends early"));
}

static void a_configuration_that_unpacks_without_end_is_refused(void **state)
{
	const size_t len = (size_t)9 << 20;
	struct lay_error err = { .text = "" };
	const struct lay_config *config;
	char *text = malloc(len), *path;
	struct arena arena;
	void *packed;
	size_t packed_len;

	(void)state;
	assert_non_null(text);
	memset(text, '\n', len);
	arena_init(&arena, 0);
	for (int gzip = 0; gzip < 2; gzip++) {
		assert_int_equal(codec_pack(gzip ? CODEC_GZIP : CODEC_ZSTD,
					    text, len, &packed, &packed_len,
					    NULL), 0);
		path = test_file_write(packed, packed_len);
		assert_int_equal(config_read(path, &arena, &config, &err),
				 -LAY_E_LIMIT);
		test_file_remove(path);
		free(packed);
	}
	path = test_file_write(text, len);
	assert_int_equal(config_read(path, &arena, &config, &err),
			 -LAY_E_LIMIT);
	test_file_remove(path);
	arena_free(&arena);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_are_sorted_and_what_is_not_set_is_not_there),
		cmocka_unit_test(the_last_line_of_an_option_counts),
		cmocka_unit_test(what_is_no_configuration_is_refused),
		cmocka_unit_test(names_and_values_have_bounds),
		cmocka_unit_test(an_image_has_it_between_two_marks),
		cmocka_unit_test(one_that_is_damaged_is_told),
		cmocka_unit_test(a_configuration_that_unpacks_without_end_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
