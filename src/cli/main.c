// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>

#include <layoutdiff/build.h>

#include "cli/commands.h"
#include "cli/main.h"
#include "cli/message.h"
#include "base/poison.h"

/* A command is one file and one row here. The first is the one that is meant
 * when none is named. */
static const struct command *const commands[] = {
	&diff_command,
	&show_command,
	&access_command,
	&list_command,
	&matrix_command,
	&heat_command,
	&snapshot_command,
	&help_command,
};
#define NR_COMMANDS (sizeof(commands) / sizeof(commands[0]))

const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < NR_COMMANDS; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

void print_overview(FILE *out)
{
	fprintf(out,
		"Usage: layoutdiff [OPTION]... OLD NEW [TYPE]...\n"
		"       layoutdiff COMMAND [OPTION]... ...\n\n"
		"Layouts of kernel types, and what changes did to them: which members moved,\n"
		"which share a cache line now and did not, and which edit caused it.\n\n"
		"  layoutdiff old/vmlinux new/vmlinux                 what became of everything\n"
		"  layoutdiff old/vmlinux new/vmlinux dst_entry       what became of a struct\n"
		"  layoutdiff old/vmlinux new/vmlinux sock.sk_lock    and of one member\n"
		"  layoutdiff show vmlinux 'struct tcp_*'             layouts of one build\n"
		"  layoutdiff list vmlinux --holes --sort holes       find types\n\n"
		"Commands; 'layoutdiff COMMAND --help' lists their options:\n");
	for (size_t i = 0; i < NR_COMMANDS; i++)
		fprintf(out, "  %-9s%s\n", commands[i]->name,
			commands[i]->about);
	print_common_options(out);
	fprintf(out,
		"\nA file that is called like a command is written with a folder in front:\n"
		"./show. Exit status: 0 no difference, 1 differences, 2 trouble.\n");
}

/* How many words behind @word are its value, for the command that takes most. */
static int takes_next(const char *word)
{
	int most = 0, n;

	for (size_t i = 0; i < NR_COMMANDS; i++) {
		n = option_takes_next(commands[i], word);
		most = n > most ? n : most;
	}
	return most;
}

/* The first word that is neither an option nor one's value; argc if none. */
static int first_operand(int argc, char **argv)
{
	int n;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") == 0)
			return argc;
		if (argv[i][0] != '-' || !argv[i][1])
			return i;
		n = takes_next(argv[i]);
		/* two are taken by one command and one by another, whose name
		 * may be what follows */
		i += n == 2 && i + 2 < argc && find_command(argv[i + 2]) ? 1 :
									   n;
	}
	return argc;
}

static bool has_option(int argc, char **argv, const char *name, char letter)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0 ||
		    (argv[i][0] == '-' && argv[i][1] == letter &&
		     !argv[i][2]))
			return true;
	return false;
}

static int run(int argc, char **argv)
{
	int i = first_operand(argc, argv);
	const struct command *command;

	if (i == argc && has_option(argc, argv, "--help", 'h')) {
		print_overview(stdout);
		return STATUS_SAME;
	}
	if (argc == 1) {
		print_overview(stderr);
		return STATUS_TROUBLE;
	}
	command = i < argc ? find_command(argv[i]) : NULL;
	if (!command)
		return commands[0]->run(commands[0], argc, argv);
	/* options may stand in front of the command */
	memmove(&argv[1], &argv[0], (size_t)i * sizeof(argv[0]));
	return command->run(command, argc - 1, argv + 1);
}

/* From here on, memory is the system's again as soon as it is freed. */
#define LARGE_BYTES (1 << 20)

/*
 * Modules of a tree are opened and closed by the thousand, each with a section
 * of some megabytes that is relocated. Left to itself glibc takes the second
 * such from its heap, for each thread, where small things that stay end up
 * behind it and keep the hole from being returned.
 */
static void return_memory_early(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
}

int main(int argc, char **argv)
{
	struct lay_error err;
	int status;

	return_memory_early();
	/* a reader that has seen enough, as head(1), ends this too without a
	 * word, even where the caller had the signal ignored */
	signal(SIGPIPE, SIG_DFL);
	if (lay_guard_mappings(&err) < 0) {
		complain_of(&err);
		return STATUS_TROUBLE;
	}
	status = run(argc, argv);
	/* --help may be written to a full disk as well */
	if (fflush(stdout) != 0) {
		message("standard output: %s", strerror(errno));
		return STATUS_TROUBLE;
	}
	return status;
}
