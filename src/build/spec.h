/* SPDX-License-Identifier: GPL-2.0-only */
/* How users write the name of a type. */
#ifndef BUILD_SPEC_H
#define BUILD_SPEC_H

#include "model/reader.h"

/* "struct dst_entry.__refcnt", taken apart. */
struct spec {
	char *name;		/* "dst_entry", or a glob; owned */
	char *member_path;	/* "__refcnt", or NULL; owned */
	unsigned int kinds;	/* 1 << LAY_KIND_*, any of these */
	bool tagged;		/* "struct" and the like was written */
	bool glob;
};

/*
 * Take @text apart: "[struct|union|enum|typedef] NAME[.MEMBER...]", where NAME
 * may be a glob if no member follows. Errors: nothing there, blanks inside,
 * a member of a glob, an empty member.
 */
int spec_parse(const char *text, struct spec *spec, struct lay_error *err);
void spec_deinit(struct spec *spec);

/* Is @word one that stands in front of a name: "struct"? */
bool spec_is_tag(const char *word);

#endif /* BUILD_SPEC_H */
