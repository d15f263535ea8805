/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands, one a file; main.c has the table. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

extern const struct command diff_command;
extern const struct command show_command;
extern const struct command access_command;
extern const struct command list_command;
extern const struct command matrix_command;
extern const struct command heat_command;
extern const struct command snapshot_command;
extern const struct command help_command;

/* For --help: what every command takes as a build and as a type. */
#define BUILD_HELP "\n\
BUILD is a vmlinux, module or object file with DWARF or BTF, a directory or\n\
archive of them, a file of BTF such as /sys/kernel/btf/vmlinux, a snapshot, or\n\
- for the file on standard input.\n"
#define TYPE_HELP "\
TYPE is one of\n\
  dst_entry, 'struct dst_entry', 'union x', 'enum y', a typedef's name\n\
  'tcp_*'                every type whose name matches the pattern\n\
  dst_entry.__refcnt     a member: what it is, or what became of it\n"

#define EXIT_STATUS_OF_OTHERS "0 all went well, 2 trouble"

#endif /* CLI_COMMANDS_H */
