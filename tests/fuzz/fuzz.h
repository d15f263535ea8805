/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The pieces of the fuzzer: objects taken apart, damaged by a reproducible
 * stream of numbers, put together, and given to the whole library.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "elf/elf.h"
#include "model/reader.h"
#include "unit/byte-buf.h"

/* Numbers that follow from a seed alone. */
struct fuzz_rng {
	uint64_t state;
};

uint64_t fuzz_next(struct fuzz_rng *rng);
/* 0 to @n - 1; @n is not 0. */
uint64_t fuzz_below(struct fuzz_rng *rng, uint64_t n);

/* An object, in sections that can be changed one by one. */
struct fuzz_section {
	char *name;
	struct elf_section head;
	uint8_t *data;
	size_t len;
	unsigned int weight;	/* how often it is damaged */
};

struct fuzz_object {
	char *path;
	bool is_64, big_endian;
	uint16_t machine, type;
	bool raw;			/* what matters is not in its sections:
					 * damaged as it is, mostly */
	struct byte_buf original;	/* the file as it is */
	struct fuzz_section *sections;
	size_t nr, cap;
	unsigned int weight;	/* of all sections */
};

/* Read @path, which may be no ELF file. Prints why and returns -1 when it
 * cannot. */
int fuzz_object_read(struct fuzz_object *object, const char *path);
void fuzz_object_free(struct fuzz_object *object);

/* Write to @image a copy of @object damaged as @rng has it. */
void fuzz_damage(const struct fuzz_object *object, struct fuzz_rng *rng,
		 struct byte_buf *image);

/* What the damaged copy is compared with: the object itself, opened. */
struct fuzz_intact;
struct fuzz_intact *fuzz_intact_open(const char *path);
void fuzz_intact_close(struct fuzz_intact *intact);

/*
 * Ask the file at @path everything there is to ask; aborts when an answer
 * breaks a promise of the library. @rng chooses what is left to choice and, if
 * there is something to compare with, whether the file shrinks in between.
 */
void fuzz_exercise(const char *path, const struct fuzz_intact *intact,
		   struct fuzz_rng *rng);

/* LAY_FUZZ_CASES, or what is done when that is not set. */
unsigned long fuzz_nr_cases(unsigned long otherwise);

/* Find and load all that @reader has, and lay it out; returns how many types
 * were. @sound: what is found can be loaded. */
uint64_t fuzz_exercise_reader(struct reader *reader, bool sound);

#endif /* FUZZ_FUZZ_H */
