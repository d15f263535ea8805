/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands, one a file; main.c has the table. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

extern const struct command diff_command;
extern const struct command show_command;
extern const struct command list_command;
extern const struct command heat_command;
extern const struct command snapshot_command;
extern const struct command help_command;

/* For --help: what every command takes as a type. */
#define TYPE_HELP "\n\
BUILD is a vmlinux, module or object file with DWARF or BTF, a directory or\n\
archive of them, a file of BTF such as /sys/kernel/btf/vmlinux, or a snapshot.\n\
TYPE is one of\n\
  dst_entry, 'struct dst_entry', 'union x', 'enum y', a typedef's name\n\
  'tcp_*'                every type whose name matches the pattern\n\
  dst_entry.__refcnt     a member: what it is, or what became of it\n"

#endif /* CLI_COMMANDS_H */
