/* SPDX-License-Identifier: GPL-2.0-only */
/* Files for tests, made by a compiler where there is one. */
#ifndef UNIT_COMPILE_H
#define UNIT_COMPILE_H

/*
 * Compile @source, a file below the top source directory, by "@compiler @flags"
 * and link it alone. Returns the path of the result, for test_file_remove(), or
 * NULL where the compiler is not there or does not take the flags.
 */
char *test_compile(const char *compiler, const char *flags, const char *source);

#endif /* UNIT_COMPILE_H */
