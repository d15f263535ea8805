/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mappings that outlive a file which shrinks: who reads a page that the file no
 * longer has is given zeros, and the mapping remembers it, if the process has
 * installed the handler (elf_guard_install()).
 */
#ifndef ELF_GUARD_H
#define ELF_GUARD_H

#include <stdbool.h>
#include <stddef.h>

struct guard_slot;

/* Register @size bytes at @map, whole pages; NULL if too many are. */
struct guard_slot *guard_add(const void *map, size_t size);
/* Call before the memory is unmapped. NULL is allowed. */
void guard_remove(struct guard_slot *slot);
/* Were pages missing? */
bool guard_was_hit(const struct guard_slot *slot);

#endif /* ELF_GUARD_H */
