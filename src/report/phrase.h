/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The words for numbers, places and types, so that every report says the same
 * thing in the same way. All return strings of the document.
 */
#ifndef REPORT_PHRASE_H
#define REPORT_PHRASE_H

#include <layoutdiff/build.h>
#include <layoutdiff/layout.h>

#include "report/doc.h"

/* "1 hole", "3 holes" */
const char *phrase_count(struct doc *doc, uint64_t n, const char *noun);
/* "4 bytes", "1 byte", "3 bits", "67 bits" */
const char *phrase_size(struct doc *doc, uint64_t bits);
/* For narrow columns, bytes when whole: "4", "3b" */
const char *phrase_short_size(struct doc *doc, uint64_t bits);
/* "4 -> 8", and where one of both is no whole bytes "32b -> 29b" */
const char *phrase_sizes(struct doc *doc, uint64_t old_bits,
			 uint64_t new_bits);
/* "+24", "-8", "+3b", "=" */
const char *phrase_move(struct doc *doc, int64_t bits);
/* The same of what adds up: "+24", "-8", "+3b", "0" */
const char *phrase_shift(struct doc *doc, int64_t bits);
/* A place that need not be at a byte: "12"; "12:4", four bits behind it */
const char *phrase_bit_place(struct doc *doc, uint64_t bit_off);
/* "16", of a bit-field "16:3"; "?" where it is not known */
const char *phrase_place(struct doc *doc, const struct lay_slot *slot);
/* "1", "1-2" */
const char *phrase_lines(struct doc *doc, const struct lay_slot *slot);
/* "2 (6 bytes)", "0" */
const char *phrase_holes(struct doc *doc, uint64_t nr, uint64_t bits);
/* "struct dst_entry" */
const char *phrase_def(struct doc *doc, const struct lay_def *def);
/* The C spelling of @type around @declarator (NULL: none), whole. */
const char *phrase_type(struct doc *doc, const struct lay_type *type,
			const char *declarator);
/* A member's declaration without the semicolon: "unsigned int flags:5" */
const char *phrase_member(struct doc *doc, const struct lay_member *member);
/* What an array is of, through all its dimensions; of others the type itself. */
const struct lay_type *phrase_element(const struct lay_type *type);
/* "include/net/dst.h:25", or NULL when it is not known */
const char *phrase_decl(struct doc *doc, const struct lay_decl *decl);

/* A number of units; none is that the source does not say them. */
struct doc_value phrase_nr_units(uint32_t nr_units);

/* Names of the bits of @flags, for programs. */
struct phrase_flag {
	unsigned int flag;
	const char *name;
};
struct doc_value phrase_flags(struct doc *doc, unsigned int flags,
			      const struct phrase_flag *names, size_t nr_names);

#endif /* REPORT_PHRASE_H */
