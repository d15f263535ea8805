# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/elf/archive.c \
	src/elf/elf-file.h \
	src/elf/elf.h \
	src/elf/guard.c \
	src/elf/guard.h \
	src/elf/headers.c \
	src/elf/links.c \
	src/elf/links.h \
	src/elf/lookup.c \
	src/elf/not-elf.c \
	src/elf/notes.c \
	src/elf/open.c \
	src/elf/packed.c \
	src/elf/place.c \
	src/elf/reloc-arm64.c \
	src/elf/reloc-types.c \
	src/elf/reloc.c \
	src/elf/reloc.h \
	src/elf/reloc-width.c \
	src/elf/section.c \
	src/elf/symbols.c
