/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A directory as a build: a kernel build tree, modules that are installed, the
 * folder of a debug package. What it is made of are its files; what they define
 * alike is one definition.
 */
#ifndef BUILD_TREE_H
#define BUILD_TREE_H

#include <pthread.h>
#include <sys/types.h>

#include "base/map.h"
#include "base/strset.h"
#include "btf/typeset.h"
#include "build/tree-fold.h"
#include "elf/elf.h"
#include "model/copy.h"
#include "model/reader.h"

enum tree_state {
	TREE_FILE_GOOD,		/* as far as is known */
	TREE_FILE_NO_DEBUG,
	TREE_FILE_BROKEN,	/* see why */
	TREE_FILE_AGAIN,	/* one before has the same build-id */
	TREE_FILE_FOREIGN,	/* is for another machine: why has its name */
};

struct tree_file {
	char *path;
	const char *name;	/* the part of @path below the directory */
	const char *archive;	/* the path of what it is a member of, or NULL;
				 * borrowed */
	const char *listed_in;	/* the same of a thin one, which names it */
	uint64_t off, size;	/* where it is in the archive */
	dev_t dev;
	ino_t ino;
	bool is_vmlinux;
	bool is_link;
	bool looked_at;		/* it was open once: the machine is known */
	enum tree_state state;
	char *why;
	enum lay_error_code code;	/* the same */
	char *trouble;		/* of a good one: why its debug information was
				 * not used, or not all of it; or NULL */
	char *build_id;		/* once it was open; NULL: has none */
	bool has_types;		/* the same: of what is read, DWARF or BTF */
	bool misfit;		/* its BTF is not over the base of the others */
	bool btf_alone;		/* BTF was read, as it has no DWARF */
	bool stands;		/* for the tree */
	char *release;		/* the same, of a module */
	struct map loaded;	/* its types that are in the model, by place */
};

struct tree_files {
	struct tree_file *file;
	size_t nr, cap;
};

struct tree {
	struct reader reader;
	char *path;
	struct lay_open_opts opts;	/* for files: one thread each */
	unsigned int threads;
	struct tree_files files;	/* vmlinux first, then by name */
	/* the file that stands for the tree; stays open */
	size_t main;
	struct reader *main_reader;
	uint16_t machine;	/* what the tree is for: that one's */
	bool is_64, big_endian;
	const char *release;	/* or NULL; in the model */
	struct typeset *btf_base;	/* see tree-base.c; or NULL; a
					 * reference */
	struct elf_file *base_elf;	/* what has that, not read yet; or NULL */
	struct tree_file **by_id;	/* by build-id, those that have one */
	size_t nr_by_id;
	/* others that types were read from last */
	struct tree_open *open;
	struct model model;		/* copies of what they have */
	struct model_copies copies;
	pthread_mutex_t lock;		/* the strings, while threads work */
	/* held while a file is read that takes much memory: one at a time */
	pthread_mutex_t large;
	struct strset strings;
	struct lay_note *notes;
	size_t nr_notes, cap_notes;
	size_t nr_scan_notes;		/* of them, those from the start */
	char source[640];
};

/*
 * The files of the tree at tree->path that matter, in order: vmlinux and
 * modules; where there is neither, object files. None is -LAY_E_NOT_FOUND.
 */
int tree_scan(struct tree *tree, struct lay_error *err);
void tree_files_deinit(struct tree_files *files);

/* Keep a formatted note, which is returned until there is another; of no memory
 * for it (NULL) is said nothing. */
struct lay_note *tree_note(struct tree *tree, bool trouble, const char *fmt,
			   ...) LAY_PRINTF(3, 4);

/* The same of the archive at tree->path: its members. */
int tree_scan_archive(struct tree *tree, struct lay_error *err);

/* Open @file. */
int tree_file_open(const struct tree_file *file, struct elf_file **elf,
		   struct lay_error *err);

/* Remember what the reader of @file has to say: some of it is trouble. */
void tree_file_notes(struct tree_file *file, struct reader *reader);

/* Remember that @file cannot be read, and why. */
void tree_file_fail(struct tree_file *file, const struct lay_error *err);

/*
 * Look at @file, open as @elf, for the first time: fills its release. Is it for
 * the machine of the tree? One that is not does not belong to it.
 */
bool tree_file_belongs(const struct tree *tree, struct tree_file *file,
		       struct elf_file *elf);

/* Find out what the BTF of modules is read over, once the tree has @main. */
int tree_base_init(struct tree *tree, struct elf_file *main,
		   struct lay_error *err);

/* Has a file of the tree the build-id of @file, open as @elf? One that is packed
 * is known no earlier than it is asked. */
bool tree_file_is_again(const struct tree *tree, struct tree_file *file,
			struct elf_file *elf);

/* The types in @elf, which is @file. */
int tree_file_reader(struct tree *tree, struct tree_file *file,
		     const struct lay_open_opts *opts, struct elf_file *elf,
		     struct reader **reader, struct lay_error *err);

/* Look at all files that need not be unpacked for it; @main stands for the
 * tree. */
int tree_look(struct tree *tree, struct elf_file *main, struct lay_error *err);

/* struct reader_ops of a tree: questions to all files (tree-ask.c), to those that
 * are left out (tree-left-out.c), and what there is to say of files
 * (tree-look.c). */
int tree_find(struct reader *r, const struct type_query *query,
	      struct def_list *out, struct lay_error *err);
int tree_units(struct reader *r, const struct lay_def *def,
	       const char ***units, size_t *nr, struct lay_error *err);
int tree_names(struct reader *r, void (*see)(void *ctx, const char *name),
	       void *ctx, struct lay_error *err);
int tree_left_out(struct reader *r, const struct type_query *q, char *buf,
		  size_t len, struct lay_error *err);
int tree_notes(struct reader *r, const struct lay_note **list, size_t *nr,
	       struct lay_error *err);

/* What the BTF of a file of the tree @r is split from, if that has @def; else
 * NULL, as of what is no tree. */
const char *tree_base_of(struct reader *r, const struct lay_def *def);

/* Could the file have a type called @name? For what cannot be told, yes. */
bool tree_file_may_have(struct elf_file *elf, const char *name);

/* Open the directory or archive at @path, as open_reader() opens a file. */
int tree_open(const char *path, const struct lay_open_opts *opts,
	      struct elf_file **elf, struct reader **reader,
	      struct lay_error *err);

#endif /* BUILD_TREE_H */
