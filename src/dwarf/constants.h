/* SPDX-License-Identifier: GPL-2.0-only */
/* DW_TAG_*, DW_AT_*, DW_FORM_* ...: libdwarf's list, wherever it lies. */
#ifndef DWARF_CONSTANTS_H
#define DWARF_CONSTANTS_H

#if defined(HAVE_LIBDWARF_LIBDWARF_H)
#include <libdwarf/dwarf.h>
#elif defined(HAVE_LIBDWARF_0_LIBDWARF_H)
#include <libdwarf-0/dwarf.h>
#else
#include <dwarf.h>
#endif

#endif /* DWARF_CONSTANTS_H */
