// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/split.h"
#include "base/poison.h"

/* The name of the file that has the types of the unit of @view, or NULL. */
static int read_dwo_name(struct dw_view *view, const char **name,
			 struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	int ret;

	*name = NULL;
	ret = dw_attrs_begin(view, view->root.off, &it, &plan, err);
	while (ret >= 0) {
		ret = dw_attrs_next(view, view->root.off, &it, &value, err);
		if (ret <= 0)
			break;
		if (it.at == DW_AT_dwo_name || it.at == DW_AT_GNU_dwo_name)
			return dw_view_string(view, view->root.off, &value,
					      name, err);
	}
	return ret;
}

int dw_check_split(struct dw_file *file, struct lay_error *err)
{
	const char *name, *first = NULL;
	struct dw_view view;
	bool types = false;
	int ret = 0;

	dw_view_init(&view, file);
	for (size_t i = 0; i < file->nr_units && ret == 0 && !types; i++) {
		if (file->units[i].idle)
			continue;
		ret = dw_view_open(&view, &file->units[i], err);
		if (ret < 0 || !view.root.tag)
			continue;
		types = dw_die_opens(&view.root);
		ret = read_dwo_name(&view, &name, err);
		if (ret == 0 && !first)
			first = name;
	}
	if (ret == 0 && first && !types)
		ret = lay_error_set(err, LAY_E_UNSUPPORTED,
				    "%s: its types are in other files, such as '%s', which %s: name their folder by --debug-dir, or build without CONFIG_DEBUG_INFO_SPLIT (-gsplit-dwarf)%s%s",
				    elf_path(file->elf), first,
				    file->missing.why ? "cannot be used"
						      : "are not there",
				    file->missing.why ? ": " : "",
				    file->missing.why ? file->missing.why : "");
	dw_view_deinit(&view);
	return ret;
}
