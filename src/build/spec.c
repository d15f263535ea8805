// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "build/spec.h"
#include "base/poison.h"

#define ANY_KIND (1u << LAY_KIND_STRUCT | 1u << LAY_KIND_UNION | \
		  1u << LAY_KIND_ENUM | 1u << LAY_KIND_TYPEDEF)

static const struct tag {
	const char *word;
	unsigned int kinds;
} tags[] = {
	{ "struct", 1u << LAY_KIND_STRUCT },
	{ "class", 1u << LAY_KIND_STRUCT },
	{ "union", 1u << LAY_KIND_UNION },
	{ "enum", 1u << LAY_KIND_ENUM },
	{ "typedef", 1u << LAY_KIND_TYPEDEF },
};

static const char blanks[] = " \t\n";

bool spec_is_tag(const char *word)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (!strcmp(tags[i].word, word))
			return true;
	return false;
}

/* Pass the tag in front of a name, if there is one. */
static const char *take_tag(const char *text, struct spec *spec)
{
	size_t len = strcspn(text, blanks);

	if (!text[len])
		return text;	/* a type may be called "struct"; in C++ not */
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (strlen(tags[i].word) != len ||
		    strncmp(tags[i].word, text, len))
			continue;
		spec->kinds = tags[i].kinds;
		spec->tagged = true;
		text += len;
		return text + strspn(text, blanks);
	}
	return text;
}

/* Layouts have the first element of an array alone: another would be told at
 * the place of that one. */
static int check_indices(const char *text, const char *path,
			 struct lay_error *err)
{
	for (; (path = strchr(path, '[')); path++)
		if (path[1] >= '0' && path[1] <= '9' &&
		    strtoull(path + 1, NULL, 10))
			return lay_error_set(err, LAY_E_USAGE,
					     "'%s': of arrays the first element is told: write [0]",
					     text);
	return 0;
}

static int check(const char *text, const char *name, size_t name_len,
		 const char *path, struct lay_error *err)
{
	if (!name_len)
		return lay_error_set(err, LAY_E_USAGE,
				     "'%s' has no name of a type", text);
	if (strcspn(name, blanks) < strlen(name))
		return lay_error_set(err, LAY_E_USAGE,
				     "'%s' is not a name of a type: a blank is in it",
				     text);
	if (!path)
		return 0;
	if (strcspn(name, "*?[") < name_len)
		return lay_error_set(err, LAY_E_USAGE,
				     "'%s': a pattern for types has no members",
				     text);
	if (!*path || path[strlen(path) - 1] == '.' || *path == '.' ||
	    strstr(path, ".."))
		return lay_error_set(err, LAY_E_USAGE,
				     "'%s': a member without name", text);
	return check_indices(text, path, err);
}

int spec_parse(const char *text, struct spec *spec, struct lay_error *err)
{
	const char *name, *path = NULL;
	size_t name_len;
	int ret;

	*spec = (struct spec){ .kinds = ANY_KIND };
	name = take_tag(text + strspn(text, blanks), spec);
	name_len = strcspn(name, ".");
	if (name[name_len])
		path = name + name_len + 1;
	ret = check(text, name, name_len, path, err);
	if (ret < 0)
		return ret;
	spec->name = strndup(name, name_len);
	spec->member_path = path ? strdup(path) : NULL;
	if (!spec->name || (path && !spec->member_path)) {
		spec_deinit(spec);
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	spec->glob = spec->name[strcspn(spec->name, "*?[")] != '\0';
	return 0;
}

void spec_deinit(struct spec *spec)
{
	free(spec->name);
	free(spec->member_path);
	*spec = (struct spec){ 0 };
}
