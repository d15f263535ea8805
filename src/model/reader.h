/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a reader of types provides: the only thing that build/ knows of DWARF,
 * BTF and snapshots. A reader owns a model (model/builder.h) and everything
 * that it returns lives until close().
 */
#ifndef MODEL_READER_H
#define MODEL_READER_H

#include <layoutdiff/build.h>

struct reader;

/* What else than all that @name fits is wanted; a reader that has none of that
 * need not look. */
enum query_only {
	QUERY_ALL,
	QUERY_FUNCTIONS,	/* what functions declare; others may come too */
	QUERY_BASE,		/* what stands in the base of a module's BTF */
};

/* A name as asked for, already parsed (model/spec.h). */
struct type_query {
	unsigned int kinds;	/* 1 << LAY_KIND_*, any of these */
	const char *name;	/* exact name, or glob */
	bool glob;
	bool local;		/* look into functions too */
	enum query_only only;
	/* find what answers leave out as well: typedefs of their own tag, and
	 * declarations of what functions alone define; for snapshots, which
	 * answer any question later */
	bool all;
	/* no typedefs of what has a tag or is a typedef; numbers have names that
	 * are no such: see model/query.h */
	bool nameless;
};

/* A growing array of lay_def; strings and order are the reader's. */
struct def_list {
	struct lay_def *def;
	size_t nr, cap;
};

struct reader_ops {
	/* What source.c calls it: "DWARF 5", "BTF". */
	const char *(*source)(struct reader *r);
	/* Append each distinct definition that @q names to @out, in any but a
	 * deterministic order. None is not an error. */
	int (*find)(struct reader *r, const struct type_query *q,
		    struct def_list *out, struct lay_error *err);
	/* As lay_build_load(). */
	int (*load)(struct reader *r, const struct lay_def *def,
		    const struct lay_type **type, struct lay_error *err);
	/* The same, but *@type is good only until the next question: what
	 * goes through all types once does not keep them. NULL: load() takes
	 * no more memory than that. */
	int (*peek)(struct reader *r, const struct lay_def *def,
		    const struct lay_type **type, struct lay_error *err);
	/* As lay_build_units(). NULL: the source has no units. */
	int (*units)(struct reader *r, const struct lay_def *def,
		     const char ***units, size_t *nr, struct lay_error *err);
	/* Fill producers, nr_producers, nr_units and not_known of @id; all
	 * else but path where the source says it. */
	int (*identify)(struct reader *r, struct lay_identity *id,
			struct lay_error *err);
	/* Call @see with every name of a type there is (duplicates allowed):
	 * what a misspelt name is compared with. */
	int (*names)(struct reader *r, void (*see)(void *ctx, const char *name),
		     void *ctx, struct lay_error *err);
	/* Where, of what is left out when DWARF and BTF are compared, is what
	 * @q names? "net.ko has it, in BTF only" in @buf; 1, or 0: nowhere.
	 * NULL: nothing is left out. */
	int (*left_out)(struct reader *r, const struct type_query *q,
			char *buf, size_t len, struct lay_error *err);
	/* From now on answer with so many threads; 0: as many as it was opened
	 * for. NULL: they are not asked for. */
	void (*use_threads)(struct reader *r, unsigned int threads);
	/* As lay_build_notes(). NULL: there never are any. */
	int (*notes)(struct reader *r, const struct lay_note **notes,
		     size_t *nr, struct lay_error *err);
	/* As lay_build_intact(), of the files that the reader opened itself.
	 * NULL: there are none. */
	int (*intact)(struct reader *r, struct lay_error *err);
	void (*close)(struct reader *r);
};

/* Readers embed this as their first member. */
struct reader {
	const struct reader_ops *ops;
};

#endif /* MODEL_READER_H */
