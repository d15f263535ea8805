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
};

struct tree_file {
	char *path;
	const char *name;	/* the part of @path below the directory */
	const char *archive;	/* the path of what it is a member of, or NULL;
				 * borrowed */
	uint64_t off, size;	/* where it is in the archive */
	dev_t dev;
	ino_t ino;
	bool is_vmlinux;
	bool is_link;
	enum tree_state state;
	char *why;
	char *build_id;		/* once it was open; NULL: has none */
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
	struct typeset *btf_base;	/* that of vmlinux, for its modules; or
					 * NULL; borrowed from its reader */
	/* others that types were read from last */
	struct tree_open *open;
	struct model model;		/* copies of what they have */
	struct model_copies copies;
	pthread_mutex_t lock;		/* the strings, while threads work */
	struct strset strings;
	struct lay_note *notes;
	size_t nr_notes, cap_notes;
	size_t nr_scan_notes;		/* of them, those from the start */
	char source[64];
};

/*
 * The files of the tree at tree->path that matter, in order: vmlinux and
 * modules; where there is neither, object files. None is -LAY_E_NOT_FOUND.
 */
int tree_scan(struct tree *tree, struct lay_error *err);
void tree_files_deinit(struct tree_files *files);

/* Keep a formatted note; of no memory for it is said nothing. */
void tree_note(struct tree *tree, bool trouble, const char *fmt, ...)
	LAY_PRINTF(3, 4);

/* The same of the archive at tree->path: its members. */
int tree_scan_archive(struct tree *tree, struct lay_error *err);

/* Open @file. */
int tree_file_open(const struct tree_file *file, struct elf_file **elf,
		   struct lay_error *err);

/* Remember that @file cannot be read, and why. */
void tree_file_fail(struct tree_file *file, const struct lay_error *err);

/* Could the file have a type called @name? For what cannot be told, yes. */
bool tree_file_may_have(struct elf_file *elf, const char *name);

/* Open the directory or archive at @path, as open_reader() opens a file. */
int tree_open(const char *path, const struct lay_open_opts *opts,
	      struct elf_file **elf, struct reader **reader,
	      struct lay_error *err);

#endif /* BUILD_TREE_H */
