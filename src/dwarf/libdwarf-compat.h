/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libdwarf as session.c uses it. Between 20210528 (Debian 12) and 0.x the
 * object access interface got other names, closing lost its error parameter,
 * and later section indices became 64 bits wide.
 */
#ifndef DWARF_LIBDWARF_COMPAT_H
#define DWARF_LIBDWARF_COMPAT_H

#include "dwarf/constants.h"

#if defined(HAVE_LIBDWARF_LIBDWARF_H)
#include <libdwarf/libdwarf.h>
#elif defined(HAVE_LIBDWARF_0_LIBDWARF_H)
#include <libdwarf-0/libdwarf.h>
#else
#include <libdwarf.h>
#endif

#ifdef HAVE_DWARF_OBJ_ACCESS_INTERFACE_A

#define OBJ_INTERFACE		Dwarf_Obj_Access_Interface_a
#define OBJ_METHODS		Dwarf_Obj_Access_Methods_a
#define OBJ_SECTION		Dwarf_Obj_Access_Section_a
#define OBJ_MEMBER(name)	ai_##name
#define OBJ_METHOD(name)	om_##name
#define OBJ_FIELD(name)		as_##name
#define OBJ_BYTE_ORDER		Dwarf_Small
#define OBJ_BIG_ENDIAN		DW_END_big
#define OBJ_LITTLE_ENDIAN	DW_END_little

/* As wide as the methods of this libdwarf take a section's index. */
#define OBJ_INDEX							\
	__typeof__(_Generic(((OBJ_METHODS *)0)->om_load_section,	\
		int (*)(void *, Dwarf_Half, Dwarf_Small **, int *):	\
			(Dwarf_Half)0,					\
		default: (Dwarf_Unsigned)0))

static inline void obj_finish(Dwarf_Debug debug)
{
	dwarf_object_finish(debug);
}

#else /* 20210528 and before */

#define OBJ_INTERFACE		Dwarf_Obj_Access_Interface
#define OBJ_METHODS		Dwarf_Obj_Access_Methods
#define OBJ_SECTION		Dwarf_Obj_Access_Section
#define OBJ_MEMBER(name)	name
#define OBJ_METHOD(name)	name
#define OBJ_FIELD(name)		name
#define OBJ_BYTE_ORDER		Dwarf_Endianness
#define OBJ_BIG_ENDIAN		DW_OBJECT_MSB
#define OBJ_LITTLE_ENDIAN	DW_OBJECT_LSB
#define OBJ_INDEX		Dwarf_Half

static inline void obj_finish(Dwarf_Debug debug)
{
	Dwarf_Error error = NULL;

	dwarf_object_finish(debug, &error);
}

#endif

#endif /* DWARF_LIBDWARF_COMPAT_H */
