/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One type in any number of builds, its members side by side: configurations,
 * architectures, releases.
 */
#ifndef LAYOUTDIFF_MATRIX_H
#define LAYOUTDIFF_MATRIX_H

#include <layoutdiff/layout.h>

/* lay_matrix_row.differs, between those builds that have the member */
#define LAY_MATRIX_OFFSET	0x1
#define LAY_MATRIX_LINE		0x2	/* the first or the last */
#define LAY_MATRIX_SIZE		0x4
#define LAY_MATRIX_ABSENT	0x8	/* a build has the type, and not this */

struct lay_matrix_row {
	const char *path;	/* as of lay_slot */
	unsigned int differs;
	const struct lay_slot *const *slots;	/* of each build; NULL: none */
};

struct lay_matrix {
	size_t nr_builds;
	const struct lay_layout *const *layouts;	/* borrowed; NULL: the
							 * build has no such type */
	bool size_differs, lines_differ;
	const struct lay_matrix_row *rows;
	size_t nr_rows;
};

/*
 * The members of the type that @layouts are of, in an order that all builds'
 * members have as far as they agree: its own and those of anonymous members in
 * it, or if @path is not NULL the one at @path. *@matrix is the caller's
 * (lay_matrix_free()), and borrows from the layouts.
 */
LAY_API int lay_matrix_make(const struct lay_layout *const *layouts,
			    size_t nr_builds, const char *path,
			    struct lay_matrix **matrix, struct lay_error *err);
LAY_API void lay_matrix_free(struct lay_matrix *matrix);

#endif /* LAYOUTDIFF_MATRIX_H */
