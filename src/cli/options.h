/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options of the command line, by table. A command has a struct of its
 * arguments that begins with struct common_args, and a table that says which
 * option fills which of its fields; the parser, --help and the tests of man
 * page and completion read the same tables.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_kind {
	OPTION_FLAG,	/* bool */
	OPTION_NUMBER,	/* uint64_t, from min to max */
	OPTION_STRING,	/* const char * */
	OPTION_PAIR,	/* const char *[2]: this word and the next */
	OPTION_CHOICE,	/* int: index into choices */
	OPTION_LIST,	/* struct option_list: each time one more */
};

#define OPTION_LIST_MAX 64

struct option_list {
	const char *item[OPTION_LIST_MAX];
	size_t nr;
};

struct option_def {
	const char *name;		/* NULL ends a table */
	char letter;			/* 0: none */
	enum option_kind kind;
	const char *arg;		/* what --help calls it; NULL: a flag */
	const char *help;
	size_t field;			/* offsetof() in the arguments */
	uint64_t min, max;
	const char *const *choices;	/* ends with NULL */
};

enum format_choice { FORMAT_TEXT, FORMAT_JSON };
enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum from_choice { FROM_AUTO, FROM_DWARF, FROM_BTF, FROM_BOTH };

/* What every command understands. */
struct common_args {
	int format;
	const char *output;		/* NULL: standard output */
	int from;
	const char *btf_base;		/* NULL: looked for */
	const char *config[2];		/* of each build; NULL: its own */
	struct option_list debug_dirs;
	uint64_t line_size;		/* 0: the machine's */
	uint64_t jobs;			/* 0: as many as CPUs */
	int color;
	uint64_t width;			/* 0: that of a mail */
	bool quiet;
	bool help;
	bool version;
};

struct command {
	const char *name;
	const char *operands;		/* "BUILD TYPE..." */
	const char *about;		/* one line */
	const char *more;		/* --help: what the operands mean */
	const char *exit_status;	/* --help: the last line */
	const struct option_def *options;	/* ends without a name */
	/* Runs it; argv[0] is its name. Returns the exit status. */
	int (*run)(const struct command *command, int argc, char **argv);
};

extern const struct option_def common_options[];

/* The row of commands that read one build. */
#define CONFIG_OPTION \
	{ "config", 0, OPTION_STRING, "FILE", \
	  "the build's configuration, packed or not; default: what the image carries", \
	  offsetof(struct common_args, config), 0, 0, NULL }

/*
 * Fill @args from @argv and put the operands behind it: returns the index of
 * the first, or -1 when something was wrong and was said. --help and --version
 * are answered here: *@done is then set.
 */
int parse_options(const struct command *command, void *args, int argc,
		  char **argv, bool *done);

/* Say that @command reads a build once, where --from both was given. */
bool is_both(const struct command *command, const struct common_args *args);

/* How many words behind the option @word ("--format", "-o") of @command are its
 * value. */
int option_takes_next(const struct command *command, const char *word);

void print_help(const struct command *command);
void print_common_options(FILE *out);

#endif /* CLI_OPTIONS_H */
