/* SPDX-License-Identifier: GPL-2.0-only */
/* Debug information from the servers that DEBUGINFOD_URLS names. */
#ifndef BUILD_DEBUGINFOD_H
#define BUILD_DEBUGINFOD_H

#include "elf/elf.h"
#include "model/reader.h"

/*
 * Why no server can be asked: it was not built in, DEBUGINFOD_URLS is not set,
 * opts->offline. NULL: one can.
 */
const char *debuginfod_off(const struct lay_open_opts *opts);

/*
 * Fetch the debug information with the build-id @hex, lower-case: it is kept
 * where all users of libdebuginfod keep it. Ask debuginfod_off() before.
 * Errors: no server has it (-LAY_E_NO_DEBUG), none can be reached, what came is
 * not it.
 */
int debuginfod_fetch(const char *hex, const struct lay_open_opts *opts,
		     struct elf_file **debug, struct lay_error *err);

/* "buildid:5e1f...": a build-id in lower case, to free(); NULL: @path is not
 * written so, or is a file. */
char *debuginfod_parse(const char *path);

/* Is it written so, whatever follows, and no file? */
bool debuginfod_is_id(const char *path);

#endif /* BUILD_DEBUGINFOD_H */
