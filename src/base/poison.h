/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that nothing here may use: no bound on what they write, or no way
 * to tell failure. Every source file includes this last.
 */
#ifndef BASE_POISON_H
#define BASE_POISON_H

/* <stdlib.h> makes this one a macro. */
#undef alloca

#pragma GCC poison sprintf vsprintf strcpy strcat strtok atoi atol gets alloca

#endif /* BASE_POISON_H */
