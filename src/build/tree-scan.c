// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which files of a directory are the build. Links to directories are not
 * followed, so that there are no loops and no files of other places (build and
 * source of /lib/modules); links to files are, and a file that has several names
 * is one.
 */
#include <config.h>

#include <elf.h>
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/vec.h"
#include "build/tree.h"
#include "base/poison.h"

enum role { ROLE_NONE, ROLE_VMLINUX, ROLE_MODULE, ROLE_OBJECT };

struct scan {
	struct tree_files vmlinux, modules, objects;
};

void tree_files_deinit(struct tree_files *files)
{
	for (size_t i = 0; i < files->nr; i++) {
		struct tree_file *f = &files->file[i];

		map_free(&f->loaded);
		free(f->build_id);
		free(f->release);
		free(f->why);
		free(f->trouble);
		free(f->path);
	}
	free(files->file);
	*files = (struct tree_files){ .file = NULL };
}

static bool ends_with(const char *s, const char *end)
{
	size_t len = strlen(s), end_len = strlen(end);

	return len > end_len && !strcmp(s + len - end_len, end);
}

/* Linked, or packed: vmlinux.o, vmlinux.lds and vmlinux.map are not. */
static bool is_linked(const char *path)
{
	unsigned char head[EI_NIDENT + 2];

	if (file_peek(path, head, sizeof(head)) != sizeof(head))
		return false;
	if (!memcmp(head, ELFMAG, SELFMAG))
		return head[EI_NIDENT] + head[EI_NIDENT + 1] != ET_REL;
	return !memcmp(head, "\xfd" "7zXZ", 5) ||
	       !memcmp(head, "\x28\xb5\x2f\xfd", 4) ||
	       !memcmp(head, "\x1f\x8b", 2);
}

/* By the name, as a build tree has some ten thousand files. What unpacks to
 * itself at boot is called vmlinux too. */
static enum role role_of(const char *path, const char *name)
{
	static const char *const module_ends[] = {
		".ko", ".ko.xz", ".ko.zst", ".ko.gz", ".ko.debug",
	};

	for (size_t i = 0; i < sizeof(module_ends) / sizeof(module_ends[0]);
	     i++)
		if (ends_with(name, module_ends[i]))
			return ROLE_MODULE;
	if (!strncmp(name, "vmlinux", 7) && !strstr(path, "/boot/compressed/") &&
	    is_linked(path))
		return ROLE_VMLINUX;
	if (ends_with(name, ".o") && !ends_with(name, ".mod.o") &&
	    strncmp(name, "vmlinux", 7) && strncmp(name, ".", 1))
		return ROLE_OBJECT;
	return ROLE_NONE;
}

static int add_file(struct tree_files *files, const char *path,
		    size_t prefix_len, const struct stat *st)
{
	struct tree_file *f;

	if (VEC_RESERVE(files->file, files->nr, files->cap, 1) < 0)
		return -1;
	f = &files->file[files->nr];
	*f = (struct tree_file){ .dev = st->st_dev, .ino = st->st_ino };
	map_init(&f->loaded);
	f->path = strdup(path);
	if (!f->path)
		return -1;
	f->name = f->path + prefix_len;
	files->nr++;
	return 0;
}

/* What is called as the kernel is would have been read, were it one. */
static bool is_no_vmlinux(const char *path, const char *name,
			  struct lay_error *why)
{
	struct elf_file *elf;
	struct stat st;

	if (strcmp(name, "vmlinux") != 0 ||
	    strstr(path, "/boot/compressed/") ||
	    (stat(path, &st) == 0 && S_ISDIR(st.st_mode)))
		return false;
	if (elf_open(path, &elf, why) < 0)
		return true;
	elf_close(elf);
	return false;
}

static int see(struct tree *tree, struct scan *scan, const FTSENT *e,
	       size_t prefix_len)
{
	struct tree_files *files;
	struct lay_error why;
	struct stat st;

	switch (role_of(e->fts_path, e->fts_name)) {
	case ROLE_VMLINUX:
		files = &scan->vmlinux;
		break;
	case ROLE_MODULE:
		files = &scan->modules;
		break;
	case ROLE_OBJECT:
		files = &scan->objects;
		break;
	default:
		if (is_no_vmlinux(e->fts_path, e->fts_name, &why))
			tree_note(tree, true, "%s", why.text);
		return 0;
	}
	if (stat(e->fts_path, &st) < 0) {
		tree_note(tree, true, "%s: cannot read: %s", e->fts_path,
			  strerror(errno));
		return 0;
	}
	if (!S_ISREG(st.st_mode))
		return 0;
	if (add_file(files, e->fts_path, prefix_len, &st) < 0)
		return -1;
	files->file[files->nr - 1].is_link =
		lstat(e->fts_path, &st) == 0 && S_ISLNK(st.st_mode);
	return 0;
}

static int walk(struct tree *tree, struct scan *scan, struct lay_error *err)
{
	char *const roots[] = { tree->path, NULL };
	size_t prefix_len = strlen(tree->path);
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR |
			    FTS_NOSTAT, NULL);
	int ret = 0;
	FTSENT *e;

	if (!fts)
		return lay_error_set(err, LAY_E_IO, "%s: cannot read: %s",
				     tree->path, strerror(errno));
	prefix_len += tree->path[prefix_len - 1] != '/';
	while (ret == 0 && (e = fts_read(fts))) {
		if (e->fts_info == FTS_DNR && e->fts_level == 0)
			ret = lay_error_set(err, LAY_E_IO,
					    "%s: cannot read: %s", tree->path,
					    strerror(e->fts_errno));
		else if (e->fts_info == FTS_DNR)
			tree_note(tree, true, "%s: cannot read: %s",
				  e->fts_path, strerror(e->fts_errno));
		else if (e->fts_info == FTS_D && !strcmp(e->fts_name, ".git"))
			fts_set(fts, e, FTS_SKIP);
		else if (e->fts_info != FTS_D && e->fts_info != FTS_DP &&
			 see(tree, scan, e, prefix_len) < 0)
			ret = lay_error_set(err, LAY_E_NOMEM,
					    "%s: out of memory", tree->path);
	}
	fts_close(fts);
	return ret;
}

static int by_name(const void *pa, const void *pb)
{
	const struct tree_file *a = pa, *b = pb;

	return strcmp(a->name, b->name);
}

static int depth_of(const char *name)
{
	int depth = 0;

	for (; *name; name++)
		depth += *name == '/';
	return depth;
}

/* The one at the top of the tree is what the tree is named for. */
static int by_depth(const void *pa, const void *pb)
{
	const struct tree_file *a = pa, *b = pb;
	int order = depth_of(a->name) - depth_of(b->name);

	return order ? order : strcmp(a->name, b->name);
}

static void sort(struct tree_files *files,
		 int (*order)(const void *, const void *))
{
	if (files->nr)
		qsort(files->file, files->nr, sizeof(*files->file), order);
}

static bool same_inode(const struct tree_file *a, const struct tree_file *b)
{
	return a->dev == b->dev && a->ino == b->ino;
}

/* By inode, links behind what they lead to, then as they stand in @files. */
static int by_inode(const void *pa, const void *pb)
{
	const struct tree_file *a = *(struct tree_file *const *)pa;
	const struct tree_file *b = *(struct tree_file *const *)pb;

	if (a->dev != b->dev)
		return a->dev < b->dev ? -1 : 1;
	if (a->ino != b->ino)
		return a->ino < b->ino ? -1 : 1;
	if (a->is_link != b->is_link)
		return a->is_link ? 1 : -1;
	return a < b ? -1 : a > b;
}

/* Of names of one file the first stays, or the first that is no link: as
 * packages of debug information have the file in boot and links elsewhere. */
static int drop_links(struct tree *tree, struct tree_files *files,
		      struct lay_error *err)
{
	struct tree_file **sorted = calloc(files->nr + 1, sizeof(*sorted));
	size_t kept = 0;

	if (!sorted)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     tree->path);
	for (size_t i = 0; i < files->nr; i++)
		sorted[i] = &files->file[i];
	qsort(sorted, files->nr, sizeof(*sorted), by_inode);
	for (size_t i = 1; i < files->nr; i++)
		if (same_inode(sorted[i - 1], sorted[i]))
			sorted[i]->state = TREE_FILE_AGAIN;
	free(sorted);
	for (size_t i = 0; i < files->nr; i++) {
		if (files->file[i].state == TREE_FILE_AGAIN)
			free(files->file[i].path);
		else
			files->file[kept++] = files->file[i];
	}
	files->nr = kept;
	return 0;
}

/* What there is to know of a vmlinux before one is chosen. */
struct candidate {
	char *build_id;		/* NULL: has none, or cannot be read */
	unsigned int says;	/* 0 nothing, 1 BTF, 2 DWARF */
};

static struct candidate look_at(const char *path)
{
	static const char *const names[] = { ".BTF", ".debug_info" };
	struct candidate c = { .build_id = NULL };
	struct elf_file *elf;
	const char *id;

	if (elf_open(path, &elf, NULL) < 0)
		return c;
	id = elf_build_id(elf);
	c.build_id = id ? strdup(id) : NULL;
	for (unsigned int i = 0; i < 2; i++) {
		const struct elf_section *s = elf_find_section(elf, names[i]);

		if (s && s->type != SHT_NOBITS)
			c.says = i + 1;
	}
	elf_close(elf);
	return c;
}

/*
 * Keep one vmlinux: the first, or of those with its build-id the one that says
 * most. That one of another build is there too is trouble: what was
 * meant is not known.
 */
static void choose_vmlinux(struct tree *tree, struct tree_files *files)
{
	struct candidate first, c;
	struct tree_file swap;

	if (files->nr < 2)
		return;
	first = look_at(files->file[0].path);
	for (size_t i = 1; i < files->nr; i++) {
		struct tree_file *f = &files->file[i];

		c = look_at(f->path);
		if (!c.build_id || !first.build_id ||
		    strcmp(c.build_id, first.build_id)) {
			tree_note(tree, true,
				  "%s: has more than one vmlinux: %s was taken, not %s",
				  tree->path, files->file[0].name, f->name);
		} else if (c.says > first.says) {
			swap = files->file[0];
			files->file[0] = *f;
			*f = swap;
			first.says = c.says;
		}
		free(c.build_id);
	}
	free(first.build_id);
	while (files->nr > 1)
		free(files->file[--files->nr].path);
}

/* Move what @from has behind what @to has. */
static int move_files(struct tree *tree, struct tree_files *to,
		      struct tree_files *from, struct lay_error *err)
{
	if (VEC_RESERVE(to->file, to->nr, to->cap, from->nr + 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     tree->path);
	if (from->nr)
		memcpy(to->file + to->nr, from->file,
		       from->nr * sizeof(*from->file));
	to->nr += from->nr;
	from->nr = 0;
	return 0;
}

static int choose(struct tree *tree, struct scan *scan, struct lay_error *err)
{
	struct tree_files *rest = &scan->modules;
	int ret;

	sort(&scan->vmlinux, by_depth);
	ret = drop_links(tree, &scan->vmlinux, err);
	if (ret < 0)
		return ret;
	choose_vmlinux(tree, &scan->vmlinux);
	if (scan->vmlinux.nr)
		scan->vmlinux.file[0].is_vmlinux = true;
	/* objects have the types of what they were linked into */
	if (!scan->vmlinux.nr && !scan->modules.nr)
		rest = &scan->objects;
	sort(rest, by_name);
	ret = drop_links(tree, rest, err);
	if (ret == 0)
		ret = move_files(tree, &tree->files, &scan->vmlinux, err);
	if (ret == 0)
		ret = move_files(tree, &tree->files, rest, err);
	if (ret == 0 && !tree->files.nr)
		ret = lay_error_set(err, LAY_E_NOT_FOUND,
				    "%s: no vmlinux, module or object file is in this directory",
				    tree->path);
	return ret;
}

/* Members of an archive that holds them are told by their places; a thin one
 * names files, which are what they are anywhere. */
int tree_scan_archive(struct tree *tree, struct lay_error *err)
{
	struct tree_files *files = &tree->files;
	struct elf_member *members;
	struct stat st = { .st_dev = 0 };
	size_t nr;
	bool thin;
	int ret = elf_archive_list(tree->path, &members, &nr, &thin, err);

	if (ret < 0)
		return ret;
	for (size_t i = 0; ret == 0 && i < nr; i++) {
		if (add_file(files, members[i].name, 0, &st) < 0)
			ret = lay_error_set(err, LAY_E_NOMEM,
					    "%s: out of memory", tree->path);
		else if (thin)
			files->file[i].listed_in = tree->path;
		else
			files->file[i].archive = tree->path;
		if (ret == 0) {
			files->file[i].off = members[i].off;
			files->file[i].size = members[i].size;
		}
	}
	elf_members_free(members, nr);
	if (ret == 0 && !nr)
		ret = lay_error_set(err, LAY_E_NO_DEBUG,
				    "%s: an archive without members",
				    tree->path);
	return ret;
}

int tree_scan(struct tree *tree, struct lay_error *err)
{
	struct scan scan = { .vmlinux = { .nr = 0 } };
	int ret = walk(tree, &scan, err);

	if (ret == 0)
		ret = choose(tree, &scan, err);
	tree_files_deinit(&scan.vmlinux);
	tree_files_deinit(&scan.modules);
	tree_files_deinit(&scan.objects);
	return ret;
}
