// SPDX-License-Identifier: GPL-2.0-only
/* What is remembered and told of single files of a tree. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "build/tree.h"
#include "dwarf/dwo.h"
#include "base/poison.h"

struct lay_note *tree_note(struct tree *tree, bool trouble, const char *fmt,
			   ...)
{
	char text[1024];
	struct lay_note *note;
	const char *copy;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	copy = strset_adds(&tree->strings, text);
	if (!copy || VEC_RESERVE(tree->notes, tree->nr_notes, tree->cap_notes,
				 1) < 0)
		return NULL;
	note = &tree->notes[tree->nr_notes++];
	*note = (struct lay_note){ .text = copy, .trouble = trouble };
	return note;
}

int tree_file_open(const struct tree_file *file, struct elf_file **elf,
		   struct lay_error *err)
{
	int ret;

	if (file->archive)
		return elf_open_member(file->archive, file->name, file->off,
				       file->size, elf, err);
	ret = elf_open(file->path, elf, err);
	if (ret < 0 && file->listed_in)
		lay_error_prefix(err, "%s: ", file->listed_in);
	return ret;
}

void tree_file_fail(struct tree_file *file, const struct lay_error *err)
{
	file->state = err->code == LAY_E_NO_DEBUG ? TREE_FILE_NO_DEBUG :
						    TREE_FILE_BROKEN;
	file->code = err->code;
	free(file->why);
	file->why = strdup(err->text);
}

void tree_file_notes(struct tree_file *file, struct reader *reader)
{
	const struct lay_note *note;
	size_t nr;

	if (file->trouble || !reader->ops->notes ||
	    reader->ops->notes(reader, &note, &nr, NULL) < 0)
		return;
	for (size_t i = 0; i < nr && !file->trouble; i++)
		if (note[i].trouble)
			file->trouble = strdup(note[i].text);
}

/* Do the section's bytes hold @name with its end? */
static bool has_name(const struct elf_data *data, const char *name)
{
	return data->size && memmem(data->data, data->size, name,
				    strlen(name) + 1);
}

/*
 * A name stands in .debug_str, or where a compiler found that shorter, in the
 * DIE itself: in both it ends in a zero byte. A longer string may end in it too,
 * which is no harm. Neither is relocated to look.
 */
bool tree_file_may_have(struct elf_file *elf, const char *name)
{
	static const char *const names[] = { ".debug_str", ".debug_info",
					     ".debug_types" };
	const char *last = strrchr(name, ':');

	name = last ? last + 1 : name;
	/* what was split from a base may use its strings; names may be in
	 * other files */
	if (!*name || !elf_find_section(elf, ".debug_info") ||
	    dw_may_be_elsewhere(elf))
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct elf_section *s = elf_find_section(elf, names[i]);
		struct elf_data data;

		if (!s)
			continue;
		if (s->compressed && i > 0)
			return true;
		if (s->compressed ? elf_section_data(elf, s, &data, NULL) :
				    elf_section_raw(elf, s, &data, NULL))
			return true;
		if (has_name(&data, name))
			return true;
	}
	return false;
}
