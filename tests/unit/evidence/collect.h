/* SPDX-License-Identifier: GPL-2.0-only */
/* A visitor that keeps all it is shown, for tests to look at. */
#ifndef TESTS_EVIDENCE_COLLECT_H
#define TESTS_EVIDENCE_COLLECT_H

#include "evidence/evidence.h"

#define COLLECT_MAX 512	/* of each kind; more fail the test */

struct collected {
	struct evidence *ev;
	struct lay_error err;
	struct evidence_sample sample[COLLECT_MAX];
	struct evidence_map map[COLLECT_MAX];
	struct evidence_build_id build_id[COLLECT_MAX];
	struct evidence_c2c_line line[COLLECT_MAX];
	struct evidence_c2c_access access[COLLECT_MAX];
	struct evidence_fact fact[COLLECT_MAX];
	struct evidence_lock lock[COLLECT_MAX];
	struct evidence_lock_point point[COLLECT_MAX];
	struct evidence_function function[COLLECT_MAX];
	struct evidence_type type[COLLECT_MAX];
	struct evidence_note note[COLLECT_MAX];
	char note_text[COLLECT_MAX][256];
	size_t nr_notes;
};

/* Read @len bytes and fill @c; returns what evidence_read_bytes() did. */
int collect_bytes(struct collected *c, const void *data, size_t len);
/* The same for a text. */
int collect_text(struct collected *c, const char *text);
/* The same for a file. */
int collect_file(struct collected *c, const char *path);
/* @rc is a failure, and @text is in what it says. */
void collect_error(struct collected *c, int rc, const char *text);
/* Frees what @c holds, not @c. */
void collect_free(struct collected *c);

/*
 * Read every beginning of @data and @rounds copies in which bits are turned
 * over, bytes are replaced, pieces removed or doubled. Fails when one of them
 * does not end, by error or not, with its totals balanced; what else can go
 * wrong is for the sanitizers to see.
 */
void collect_mangled(const void *data, size_t len, unsigned int rounds);

/* The directory with shared inputs, or NULL where there is none. */
const char *collect_shared_dir(void);

#endif /* TESTS_EVIDENCE_COLLECT_H */
