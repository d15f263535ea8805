// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: two kernels' configurations differ in a thousand options, and of
 * these the reviewer of a struct wants the two that it was compiled with.
 *
 * Debug information does not say what was conditional. So names are all there
 * is to go by: an option is near a type if a word of its name is in the type's
 * name, or in that of a member that was edited or of its type. XFRM is near
 * dst_entry that lost "xfrm", IP_ROUTE_CLASSID near one that got "tclassid".
 * The more of an option's letters are in such words, the nearer it is.
 *
 * Words of a letter say nothing, nor do numbers, nor words that one option in
 * fifty has, as NET and HAVE. A word of up to three letters must be one in the
 * name too, one of four must begin one, longer ones may be anywhere.
 */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/diff.h>

#include "base/map.h"
#include "base/strset.h"
#include "base/vec.h"
#include "base/poison.h"

/* A word that more options have than one in so many, and this many at least,
 * says nothing. */
#define COMMON_SHARE	50
#define COMMON_MIN	8

/* Words of so many letters are found where others begin, or inside of them. */
#define LONG_WORD	4
#define LONGER_WORD	5

/* More types that differ have words of everything. */
#define MAX_TYPES	100

/* What makes a member of the one kernel another one's. */
#define EDITED (LAY_ROW_ADDED | LAY_ROW_REMOVED | LAY_ROW_RESIZED | \
		LAY_ROW_RETYPED | LAY_ROW_RENAMED | LAY_ROW_RESERVE_USED | \
		LAY_ROW_ARRAY_LEN | LAY_ROW_BITFIELD)

/* A word of the name of an option that differs, in lower case. */
struct word {
	const char *text;
	size_t len;
	size_t change;		/* whose */
	enum lay_near near;	/* to what it is in */
};

struct lay_config_work {
	struct strset strings;
	struct map counts;	/* of options that have a word, by its address */
	struct word *words;
	size_t nr, cap;
	size_t nr_types;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM,
			     "out of memory for configurations");
}

/* The next word of *@name in lower case, once for all; NULL: that was it, or
 * no memory. */
static const char *next_word(struct strset *strings, const char **name,
			     size_t *len)
{
	char lower[256];

	*name += strspn(*name, "_");
	*len = strcspn(*name, "_");
	if (!*len || *len > sizeof(lower))
		return NULL;
	for (size_t i = 0; i < *len; i++)
		lower[i] = (char)tolower((unsigned char)(*name)[i]);
	*name += *len;
	return strset_add(strings, lower, *len);
}

static size_t count_of(const struct map *counts, const char *word)
{
	return (size_t)(uintptr_t)map_get(counts, (uintptr_t)word);
}

static int count_words(struct lay_config_work *w,
		       const struct lay_config *config)
{
	const char *name, *word;
	size_t len;

	for (size_t i = 0; i < config->nr_options; i++) {
		name = config->options[i].name;
		while ((word = next_word(&w->strings, &name, &len))) {
			uintptr_t n = count_of(&w->counts, word) + 1;

			if (map_put(&w->counts, (uintptr_t)word,
				    (const void *)n) < 0)
				return -1;
		}
	}
	return 0;
}

static bool says_something(const struct lay_config_work *w, const char *word,
			   size_t len, size_t common)
{
	return len > 1 && strspn(word, "0123456789") < len &&
	       count_of(&w->counts, word) <= common;
}

/* Keep the words that an option can be near by. */
static int keep_words(struct lay_config_work *w, const char *name,
		      size_t change, size_t common)
{
	const char *word;
	size_t len;

	while ((word = next_word(&w->strings, &name, &len))) {
		if (!says_something(w, word, len, common))
			continue;
		if (VEC_RESERVE(w->words, w->nr, w->cap, 1) < 0)
			return -1;
		w->words[w->nr++] = (struct word){
			.text = word, .len = len, .change = change,
		};
	}
	return 0;
}

/* Words are counted in both: one that common in either is common. */
static int make_words(struct lay_config_diff *diff,
		      const struct lay_config *before,
		      const struct lay_config *after)
{
	struct lay_config_work *w = diff->work;
	size_t common = (before->nr_options + after->nr_options) /
			COMMON_SHARE;

	if (common < 2 * COMMON_MIN)
		common = 2 * COMMON_MIN;
	if (count_words(w, before) < 0 || count_words(w, after) < 0)
		return -1;
	for (size_t i = 0; i < diff->nr_changes; i++)
		if (keep_words(w, diff->changes[i].name, i, common) < 0)
			return -1;
	return 0;
}

/* Both are sorted by name. */
static int compare(struct lay_config_diff *diff,
		   const struct lay_config *before,
		   const struct lay_config *after)
{
	size_t i = 0, j = 0, cap = 0;

	while (i < before->nr_options || j < after->nr_options) {
		const struct lay_option *a = i < before->nr_options ?
					     &before->options[i] : NULL;
		const struct lay_option *b = j < after->nr_options ?
					     &after->options[j] : NULL;
		int order = !a ? 1 : !b ? -1 : strcmp(a->name, b->name);

		i += order <= 0;
		j += order >= 0;
		if (order == 0 && !strcmp(a->value, b->value))
			continue;
		if (VEC_RESERVE(diff->changes, diff->nr_changes, cap, 1) < 0)
			return -1;
		diff->changes[diff->nr_changes++] = (struct lay_option_change){
			.name = order <= 0 ? a->name : b->name,
			.before = order <= 0 ? a->value : NULL,
			.after = order >= 0 ? b->value : NULL,
		};
	}
	return 0;
}

int lay_config_diff_make(const struct lay_config *before,
			 const struct lay_config *after,
			 struct lay_config_diff **ret_diff,
			 struct lay_error *err)
{
	struct lay_config_diff *diff = calloc(1, sizeof(*diff));

	if (diff)
		diff->work = calloc(1, sizeof(*diff->work));
	if (!diff || !diff->work) {
		free(diff);
		return no_memory(err);
	}
	strset_init(&diff->work->strings);
	map_init(&diff->work->counts);
	if (compare(diff, before, after) < 0 ||
	    make_words(diff, before, after) < 0) {
		lay_config_diff_free(diff);
		return no_memory(err);
	}
	*ret_diff = diff;
	return 0;
}

void lay_config_diff_free(struct lay_config_diff *diff)
{
	if (!diff)
		return;
	strset_free(&diff->work->strings);
	map_free(&diff->work->counts);
	free(diff->work->words);
	free(diff->work);
	free(diff->changes);
	free(diff);
}

static bool is_letter(char c)
{
	return isalnum((unsigned char)c);
}

static bool name_has(const char *name, const struct word *word)
{
	const char *p = name;

	while ((p = strcasestr(p, word->text))) {
		bool begins = p == name || !is_letter(p[-1]);
		bool ends = !is_letter(p[word->len]);

		if (word->len >= LONGER_WORD ||
		    (begins && (ends || word->len >= LONG_WORD)))
			return true;
		p++;
	}
	return false;
}

static void see_name(struct lay_config_diff *diff, const char *name,
		     enum lay_near near)
{
	const struct lay_config_work *w = diff->work;

	for (size_t i = 0; name && i < w->nr; i++)
		if (w->words[i].near < near && name_has(name, &w->words[i]))
			w->words[i].near = near;
}

/* The name that the type of a member goes by, arrays and pointers taken off. */
static const char *type_name(const struct lay_type *type)
{
	for (int i = 0; type && !type->name && i < 16; i++)
		type = type->target;
	return type && type->kind != LAY_KIND_BASE ? type->name : NULL;
}

static void see_member(struct lay_config_diff *diff,
		       const struct lay_layout *layout, uint32_t slot)
{
	const struct lay_member *m;

	if (slot == LAY_NO_SLOT)
		return;
	m = layout->slots[slot].member;
	see_name(diff, m->name, LAY_NEAR_MEMBER);
	see_name(diff, type_name(m->type), LAY_NEAR_MEMBER);
}

void lay_config_diff_see(struct lay_config_diff *config, const char *name,
			 const struct lay_diff *diff)
{
	if (config->work->nr_types++ >= MAX_TYPES)
		return;
	see_name(config, name, LAY_NEAR_TYPE);
	for (uint32_t i = 0; diff && diff->before && i < diff->nr_rows; i++) {
		const struct lay_row *row = &diff->rows[i];

		if (!(row->what & EDITED))
			continue;
		see_member(config, diff->before, row->old_slot);
		see_member(config, diff->after, row->new_slot);
	}
}

static size_t letters_of(const char *name)
{
	size_t n = 0;

	for (; *name; name++)
		n += *name != '_';
	return n;
}

/* Put together what was found of an option's words; those of one option stand
 * together. */
static void judge(struct lay_config_diff *config)
{
	const struct lay_config_work *w = config->work;
	size_t longest = 0, near_letters = 0;

	for (size_t i = 0; i < w->nr; i++) {
		const struct word *word = &w->words[i];
		struct lay_option_change *c = &config->changes[word->change];

		if (!i || word->change != w->words[i - 1].change)
			longest = near_letters = 0;
		if (!word->near)
			continue;
		if (word->near > c->near)
			c->near = word->near;
		if (word->len > longest) {
			longest = word->len;
			c->word = word->text;
		}
		near_letters += word->len;
		c->share = (unsigned int)(100 * near_letters /
					  letters_of(c->name));
	}
}

static int by_nearness(const void *pa, const void *pb)
{
	const struct lay_option_change *a = pa, *b = pb;

	if (a->near != b->near)
		return a->near > b->near ? -1 : 1;
	if (a->share != b->share)
		return a->share > b->share ? -1 : 1;
	return strcmp(a->name, b->name);
}

void lay_config_diff_order(struct lay_config_diff *config)
{
	judge(config);
	if (config->nr_changes)
		qsort(config->changes, config->nr_changes,
		      sizeof(*config->changes), by_nearness);
	/* words go by where options stood */
	config->work->nr = 0;
}
