// SPDX-License-Identifier: GPL-2.0-only
/*
 * The name of a class of locks is the text of what its initialiser was given,
 * or a text that some code gives it.
 */
#include <config.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heat/locks.h"
#include "base/poison.h"

/*
 * Texts that code gives: of the locks of a socket with the name of its family
 * behind them, in net/core/sock.c; keys in struct file_system_type, in fs/super.c
 * and fs/inode.c, for the locks of its superblocks and inodes, and the names of
 * the levels that a superblock is frozen at; a macro of include/linux/dcache.h; and the function that leads to the lock of a page of
 * page tables, in include/linux/mm.h. As of Linux 6.12; most are much older.
 */
static const struct {
	const char *text, *type, *path;
} known[] = {
	{ "slock-", "struct sock", "sk_lock.slock" },
	{ "sk_lock-", "struct sock", "sk_lock" },
	{ "rlock-", "struct sock", "sk_receive_queue.lock" },
	{ "wlock-", "struct sock", "sk_write_queue.lock" },
	{ "elock-", "struct sock", "sk_error_queue.lock" },
	{ "clock-", "struct sock", "sk_callback_lock" },
	{ "type->i_lock_key", "struct inode", "i_lock" },
	{ "type->i_mutex_key", "struct inode", "i_rwsem" },
	{ "type->i_mutex_dir_key", "struct inode", "i_rwsem" },
	{ "type->s_umount_key", "struct super_block", "s_umount" },
	{ "type->s_vfs_rename_key", "struct super_block",
	  "s_vfs_rename_mutex" },
	{ "type->invalidate_lock_key", "struct address_space",
	  "invalidate_lock" },
	{ "mapping.invalidate_lock", "struct address_space",
	  "invalidate_lock" },
	{ "sb_writers", "struct super_block", "s_writers.rw_sem[0]" },
	{ "sb_pagefaults", "struct super_block", "s_writers.rw_sem[1]" },
	{ "sb_internal", "struct super_block", "s_writers.rw_sem[2]" },
	{ "dentry->d_lock", "struct dentry", "d_lockref.lock" },
	{ "ptlock_ptr(page)", "struct page", "ptl" },
	{ "ptlock_ptr(ptdesc)", "struct ptdesc", "ptl" },
};

static void take(struct lock_name *name, const char *type, const char *path)
{
	name->type = type;
	snprintf(name->path, sizeof(name->path), "%s", path);
}

/* Where the bracket that @s begins with is closed; NULL: nowhere. */
static char *closing(char *s)
{
	int depth = 0;

	for (; *s; s++) {
		depth += (*s == '(') - (*s == ')');
		if (!depth)
			return s;
	}
	return NULL;
}

/* What a spinlock has inside, by the name that this was initialised with. */
static bool is_inside(const char *s)
{
	return !strcmp(s, "->rlock") || !strcmp(s, ".rlock") ||
	       !strcmp(s, ".lock") || !strcmp(s, "->wait_lock");
}

/* Without '&', brackets around it, and "->rlock" behind them. */
static char *peel(char *s)
{
	char *end;

	for (;;) {
		if (*s == '&') {
			s++;
			continue;
		}
		end = *s == '(' ? closing(s) : NULL;
		if (!end || (end[1] && !is_inside(end + 1)))
			return s;
		*end = '\0';
		s++;
	}
}

/* "locks[i]" becomes "locks", and blanks go. */
static void simplify(char *s)
{
	char *to = s;
	int depth = 0;

	for (; *s; s++) {
		depth += *s == '[';
		if (!depth && *s != ' ')
			*to++ = *s;
		depth -= *s == ']';
	}
	*to = '\0';
}

static bool is_expression(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("_.->", *s))
			return false;
	return true;
}

static bool find_known(const char *s, struct lock_name *name)
{
	if (!strncmp(s, "k-", 2))	/* a socket of the kernel's own */
		s += 2;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const char *text = known[i].text;
		const char *at = strstr(text, "->") ? strstr(s, text) : s;

		if (!at || strncmp(at, text, strlen(text)) ||
		    (*(text + strlen(text) - 1) != '-' && at[strlen(text)]))
			continue;
		take(name, known[i].type, known[i].path);
		return true;
	}
	return false;
}

void lock_name_parse(const char *text, struct lock_name *name)
{
	char buf[sizeof(name->path)], *s, *arrow, *next;

	*name = (struct lock_name){ .type = NULL };
	if (snprintf(buf, sizeof(buf), "%s", text) >= (int)sizeof(buf)) {
		name->why = "too long a name";
		return;
	}
	simplify(buf);
	s = peel(buf);
	if (find_known(s, name))
		return;
	if (!is_expression(s)) {
		name->why = "its name is no variable or member";
		return;
	}
	arrow = strstr(s, "->");
	while (arrow && (next = strstr(arrow + 2, "->")) != NULL)
		arrow = next;
	name->pointer = arrow;
	if (!arrow)
		arrow = strchr(s, '.');
	if (!arrow) {
		snprintf(name->var, sizeof(name->var), "%s", s);
		return;
	}
	snprintf(name->path, sizeof(name->path), "%s",
		 arrow + (*arrow == '.' ? 1 : 2));
	*arrow = '\0';
	if (!strpbrk(s, ".-"))
		snprintf(name->var, sizeof(name->var), "%s", s);
}

static bool is_lock_name(const char *name)
{
	static const char *const names[] = {
		"spinlock", "raw_spinlock", "rwlock", "qrwlock", "mutex",
		"rw_semaphore", "percpu_rw_semaphore", "semaphore", "seqlock",
		"seqcount", "seqcount_spinlock", "local_lock", "rt_mutex",
		"rt_mutex_base", "ww_mutex", "qspinlock", "arch_spinlock",
		"socket_lock",
	};
	size_t len = name ? strlen(name) : 0;

	if (len > 2 && !strcmp(name + len - 2, "_t"))
		len -= 2;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (len && strlen(names[i]) == len &&
		    !strncmp(names[i], name, len))
			return true;
	return false;
}

/* By any of its names. */
static bool is_lock(const struct lay_type *type)
{
	for (int depth = 0; type && depth < 32; depth++) {
		if (is_lock_name(type->name))
			return true;
		if (lay_type_is_record(type) &&
		    (type->kind == LAY_KIND_STRUCT ||
		     type->kind == LAY_KIND_UNION))
			return false;
		type = type->kind == LAY_KIND_POINTER ? NULL : type->target;
	}
	return false;
}

/* The member with the first @len bytes of @name, those of anonymous members
 * among them. */
static const struct lay_member *member_called(const struct lay_type *type,
					      const char *name, size_t len,
					      uint64_t *bit_off, int depth)
{
	const struct lay_type *record = lay_type_strip(type);

	if (!lay_type_is_record(record) || depth > 16)
		return NULL;
	for (size_t i = 0; i < record->nr_members; i++) {
		const struct lay_member *m = &record->members[i], *found;
		uint64_t inner = 0;

		if (m->name && strlen(m->name) == len &&
		    !strncmp(m->name, name, len)) {
			*bit_off = m->bit_off;
			return m;
		}
		found = m->name ? NULL :
			member_called(m->type, name, len, &inner, depth + 1);
		if (found) {
			*bit_off = m->bit_off + inner;
			return found;
		}
	}
	return NULL;
}

/* What the element is of, of an array or not, of which @index says "[1]"; NULL:
 * it has no such. Adds its bits. */
static const struct lay_type *element(const struct lay_type *type,
				      const char *index, uint64_t *bits)
{
	const struct lay_type *array = lay_type_strip(type);
	unsigned long n = *index == '[' ? strtoul(index + 1, NULL, 10) : 0;

	if (array->kind != LAY_KIND_ARRAY)
		return *index == '[' ? NULL : type;
	while (array->kind == LAY_KIND_ARRAY) {
		type = array->target;
		if (n && (array->nr_dims != 1 || n >= array->dims[0].count))
			return NULL;
		*bits += n * lay_type_strip(type)->size * 8;
		array = lay_type_strip(type);
		n = 0;
	}
	return type;
}

/* The type of @path in @record, and its bit offset; NULL: there is none. */
static const struct lay_type *follow(const struct lay_type *record,
				     const char *path, uint64_t *bits)
{
	const struct lay_type *type = record;
	uint64_t at;

	*bits = 0;
	while (*path) {
		size_t len = strcspn(path, "."), name = strcspn(path, ".[");
		const struct lay_member *m = member_called(type, path, name,
							   &at, 0);

		if (!m)
			return NULL;
		*bits += at;
		type = element(m->type, path + name, bits);
		if (!type)
			return NULL;
		path += len + (path[len] == '.');
	}
	return type;
}

bool lock_member(const struct lay_type *record, const char *path,
		 uint64_t *off)
{
	uint64_t bits;
	const struct lay_type *type = follow(record, path, &bits);

	*off = bits / 8;
	return type && is_lock(type);
}

bool lock_is_elsewhere(const struct lay_type *record, const char *path)
{
	uint64_t bits;
	const struct lay_type *type = follow(record, path, &bits);

	type = type ? lay_type_strip(type) : NULL;
	return type && type->kind == LAY_KIND_POINTER && type->target &&
	       is_lock(type->target);
}
