// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "cli/options.h"
#include "base/poison.h"

static const char *const format_choices[] = { "text", "json", NULL };
static const char *const from_choices[] = { "auto", "dwarf", "btf", "both",
					    NULL };
static const char *const color_choices[] = { "auto", "always", "never", NULL };

#define COMMON(member) offsetof(struct common_args, member)

const struct option_def common_options[] = {
	{ "format", 0, OPTION_CHOICE, "FORMAT",
	  "write text (the default) or json", COMMON(format), 0, 0,
	  format_choices },
	{ "output", 'o', OPTION_STRING, "FILE",
	  "write to FILE, in one step when all is read; - is standard output",
	  COMMON(output), 0, 0, NULL },
	{ "from", 0, OPTION_CHOICE, "WHAT",
	  "read dwarf, btf, or both to compare them (diff); auto, the default, reads DWARF where there is any, else BTF",
	  COMMON(from), 0, 0, from_choices },
	{ "btf-base", 0, OPTION_STRING, "FILE",
	  "the vmlinux that a module's BTF was split from; default: looked for",
	  COMMON(btf_base), 0, 0, NULL },
	{ "debug-dir", 0, OPTION_LIST, "DIR",
	  "look for separate debug files, .dwo and .dwz files in DIR first; may be given again",
	  COMMON(debug_dirs), 0, 0, NULL },
	{ "cacheline", 0, OPTION_NUMBER, "N",
	  "cache lines have N bytes; default: what the build's machine has",
	  COMMON(line_size), 8, 65536, NULL },
	{ "jobs", 'j', OPTION_NUMBER, "N",
	  "use N threads; default: as many as there are CPUs", COMMON(jobs),
	  1, 1024, NULL },
	{ "color", 0, OPTION_CHOICE, "WHEN",
	  "color the text: auto (the default: on a terminal), always, never",
	  COMMON(color), 0, 0, color_choices },
	{ "width", 0, OPTION_NUMBER, "N",
	  "make no line of text longer than N; default: 78, as mails are",
	  COMMON(width), 20, 10000, NULL },
	{ "quiet", 'q', OPTION_FLAG, NULL,
	  "only the answer: no word about the builds, no headings, no hints",
	  COMMON(quiet), 0, 0, NULL },
	{ "help", 'h', OPTION_FLAG, NULL, "show this help", COMMON(help), 0,
	  0, NULL },
	{ "version", 'V', OPTION_FLAG, NULL, "show the version",
	  COMMON(version), 0, 0, NULL },
	{ .name = NULL },
};

/* Options have long names in getopt_long()'s table; it returns these. */
#define FIRST_CODE 256
#define MAX_OPTIONS 48

struct parser {
	const struct option_def *def[MAX_OPTIONS];
	size_t nr;
	struct option longs[MAX_OPTIONS + 1];
	char shorts[3 * MAX_OPTIONS];
};

static void add_options(struct parser *p, const struct option_def *d)
{
	size_t len = strlen(p->shorts);

	for (; d->name; d++) {
		assert(p->nr < MAX_OPTIONS);
		p->def[p->nr] = d;
		p->longs[p->nr].name = d->name;
		p->longs[p->nr].has_arg = d->arg ? required_argument :
						   no_argument;
		p->longs[p->nr].val = FIRST_CODE + (int)p->nr;
		p->nr++;
		if (!d->letter)
			continue;
		p->shorts[len++] = d->letter;
		if (d->arg)
			p->shorts[len++] = ':';
		p->shorts[len] = '\0';
	}
}

static const struct option_def *find_def(const struct parser *p, int code)
{
	if (code >= FIRST_CODE)
		return p->def[code - FIRST_CODE];
	for (size_t i = 0; i < p->nr; i++)
		if (p->def[i]->letter == code)
			return p->def[i];
	return NULL;
}

static int set_number(const struct option_def *def, void *field,
		      const char *text)
{
	char *end;
	uint64_t n;

	errno = 0;
	n = strtoull(text, &end, 0);
	/* strtoull() takes a sign and blanks, which no option means */
	if (*text < '0' || *text > '9' || *end || errno || n < def->min ||
	    n > def->max) {
		message("--%s: '%s' is not a number from %" PRIu64 " to %"
			PRIu64, def->name, text, def->min, def->max);
		return -1;
	}
	memcpy(field, &n, sizeof(n));
	return 0;
}

static int set_choice(const struct option_def *def, void *field,
		      const char *text)
{
	for (int i = 0; def->choices[i]; i++) {
		if (strcmp(def->choices[i], text) == 0) {
			memcpy(field, &i, sizeof(i));
			return 0;
		}
	}
	message("--%s: there is no '%s'; see --help", def->name, text);
	return -1;
}

/* The second word is not getopt_long()'s to take: it goes on behind it. */
static int set_pair(const struct option_def *def, void *field,
		    const char *first, int argc, char **argv)
{
	const char *pair[2] = { first };

	if (optind >= argc) {
		message("--%s: wants two values; see --help", def->name);
		return -1;
	}
	pair[1] = argv[optind++];
	memcpy(field, pair, sizeof(pair));
	return 0;
}

static int add_to_list(const struct option_def *def, struct option_list *list,
		       const char *text)
{
	if (list->nr == OPTION_LIST_MAX) {
		message("--%s: more than %d", def->name, OPTION_LIST_MAX);
		return -1;
	}
	list->item[list->nr++] = text;
	return 0;
}

static int set_option(const struct option_def *def, void *args,
		      const char *text, int argc, char **argv)
{
	void *field = (char *)args + def->field;
	const bool yes = true;

	switch (def->kind) {
	case OPTION_FLAG:
		memcpy(field, &yes, sizeof(yes));
		return 0;
	case OPTION_NUMBER:
		return set_number(def, field, text);
	case OPTION_STRING:
		memcpy(field, &text, sizeof(text));
		return 0;
	case OPTION_PAIR:
		return set_pair(def, field, text, argc, argv);
	case OPTION_LIST:
		return add_to_list(def, field, text);
	case OPTION_CHOICE:
		return set_choice(def, field, text);
	}
	return -1;
}

/* What getopt_long() did not like; it keeps quiet with ':' in front. */
static void complain(const struct command *command, int code, char **argv)
{
	const char *word = argv[optind - 1];

	if (optopt && optopt < FIRST_CODE)
		message("%s: -%c %s; see --help", command->name, optopt,
			code == ':' ? "wants a value" : "is no option");
	else
		message("%s: %s %s; see --help", command->name, word,
			code == ':' ? "wants a value" :
			optopt ? "takes no value" : "is no option");
}

static int parse(const struct command *command, void *args, int argc,
		 char **argv)
{
	struct parser p = { .nr = 0 };
	int code;

	p.shorts[0] = ':';
	add_options(&p, command->options);
	add_options(&p, common_options);
	optind = 0;	/* start anew: GNU's and musl's way */
	while ((code = getopt_long(argc, argv, p.shorts, p.longs, NULL)) !=
	       -1) {
		if (code == '?' || code == ':') {
			complain(command, code, argv);
			return -1;
		}
		if (set_option(find_def(&p, code), args, optarg, argc,
			       argv) < 0)
			return -1;
	}
	return optind;
}

bool is_both(const struct command *command, const struct common_args *args)
{
	if (args->from != FROM_BOTH)
		return false;
	message("%s: --from both compares two readings: layoutdiff diff --from both BUILD TYPE...",
		command->name);
	return true;
}

int parse_options(const struct command *command, void *args, int argc,
		  char **argv, bool *done)
{
	struct common_args *common = args;
	int r = parse(command, args, argc, argv);

	*done = false;
	if (r < 0)
		return r;
	if (common->line_size & (common->line_size - 1)) {
		message("--cacheline: %" PRIu64 " is not a power of two",
			common->line_size);
		return -1;
	}
	if (common->output && !strcmp(common->output, "-"))
		common->output = NULL;
	*done = common->help || common->version;
	if (common->help)
		print_help(command);
	else if (common->version)
		puts(PACKAGE_STRING);
	return r;
}

static int takes_next(const struct option_def *d, const char *word)
{
	for (; d->name; d++) {
		if (!d->arg)
			continue;
		if (word[1] == '-' ? strcmp(d->name, word + 2) == 0 :
				     word[1] == d->letter && !word[2])
			return d->kind == OPTION_PAIR ? 2 : 1;
	}
	return 0;
}

int option_takes_next(const struct command *command, const char *word)
{
	int n = 0;

	if (word[0] == '-' && word[1])
		n = takes_next(command->options, word);
	return n || word[0] != '-' || !word[1] ? n :
	       takes_next(common_options, word);
}

/* Where the explanations begin, and where a line ends. */
#define HELP_COLUMN 24
#define HELP_WIDTH 78

static void print_wrapped(FILE *out, const char *text, int column)
{
	int len;

	for (; *text; text += len + strspn(text + len, " ")) {
		len = (int)strcspn(text, " ");
		if (column + 1 + len > HELP_WIDTH)
			column = fprintf(out, "\n%*s", HELP_COLUMN, "") - 1;
		column += fprintf(out, "%s%.*s",
				  column == HELP_COLUMN ? "" : " ", len, text);
	}
	putc('\n', out);
}

static void print_options(FILE *out, const struct option_def *d)
{
	int column;

	for (; d->name; d++) {
		if (d->letter)
			column = fprintf(out, "  -%c, --%s", d->letter,
					 d->name);
		else
			column = fprintf(out, "      --%s", d->name);
		if (d->arg)
			column += fprintf(out, " %s", d->arg);
		if (column >= HELP_COLUMN - 1)
			column = fprintf(out, "\n") - 1;
		fprintf(out, "%*s", HELP_COLUMN - column, "");
		print_wrapped(out, d->help, HELP_COLUMN);
	}
}

void print_common_options(FILE *out)
{
	fprintf(out, "\nOptions of every command:\n");
	print_options(out, common_options);
}

void print_help(const struct command *command)
{
	printf("Usage: layoutdiff %s [OPTION]... %s\n\n%s.\n%s",
	       command->name, command->operands, command->about,
	       command->more);
	if (command->options->name) {
		printf("\nOptions of %s:\n", command->name);
		print_options(stdout, command->options);
	}
	print_common_options(stdout);
	if (command->exit_status)
		printf("\nExit status: %s.\n", command->exit_status);
}
