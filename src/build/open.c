// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/stdin.h"
#include "build/btf-base.h"
#include "build/btf-open.h"
#include "build/debuginfod.h"
#include "build/debuglink.h"
#include "build/open.h"
#include "build/split.h"
#include "build/tree.h"
#include "elf/links.h"
#include "snapshot/file.h"
#include "snapshot/reader.h"
#include "base/poison.h"

/* Is section @name there, with bytes? */
static bool has_bytes(const struct elf_file *elf, const char *name)
{
	const struct elf_section *section = elf_find_section(elf, name);

	return section && section->type != SHT_NOBITS &&
	       (section->size || section->compressed);
}

/* What the file says of where its debug information is: text for the error. */
static void say_link(struct elf_file *elf, char *text, size_t size)
{
	struct elf_debuglink link;

	if (elf_read_debuglink(elf, &link, NULL) == 1)
		snprintf(text, size,
			 "; it was moved to '%s', which is not there: name its folder by --debug-dir",
			 link.name);
	else if (elf_find_section(elf, ".gnu.debuglto_.debug_info"))
		snprintf(text, size,
			 ": was compiled with -flto, and has it when it is linked: name what it is linked into");
	else
		snprintf(text, size,
			 ": build with CONFIG_DEBUG_INFO_DWARF5=y or -g, or name the vmlinux or module in the distribution's debug package (linux-image-...-dbg, kernel-debuginfo)");
}

/* Nothing to read: say why, and what would help. */
static int no_debug(struct elf_file *elf, const struct lay_open_opts *opts,
		    const struct refusals *refusals, struct lay_error *err)
{
	const char *path = elf_path(elf), *off = NULL;
	char help[512];
	int ret = elf_check_names(elf, err);

	if (ret < 0)
		return ret;
	if (opts->from == LAY_FROM_BTF)
		return lay_error_set(err, LAY_E_NO_DEBUG,
				     "%s: no BTF: build the kernel with CONFIG_DEBUG_INFO_BTF=y",
				     path);
	if (refusals->nr)
		return lay_error_set(err, refusals->wrong ? LAY_E_FORMAT :
							    LAY_E_NO_DEBUG,
				     "%s: no debug information here, and none found elsewhere: %s",
				     path, refusals->text[0]);
	if (has_bytes(elf, ".BTF"))
		return lay_error_set(err, LAY_E_NO_DEBUG,
				     "%s: no DWARF, but there is BTF: leave out '--from dwarf' or '--from both'; for DWARF build with CONFIG_DEBUG_INFO_DWARF5=y, or name the vmlinux or module in the distribution's debug package",
				     path);
	say_link(elf, help, sizeof(help));
	if (elf_build_id(elf) && !opts->offline)
		off = debuginfod_off(opts);
	return lay_error_set(err, LAY_E_NO_DEBUG,
			     "%s: no debug information (%s)%s%s%s", path,
			     elf_find_section(elf, ".debug_info")
			     ? ".debug_info has no bytes"
			     : "neither .debug_info nor .BTF", help,
			     off ? "; " : "", off ? off : "");
}

/* From a server: 1, or 0 if there is none to ask, or none that has it. */
static int fetch_for(struct elf_file *elf, const struct lay_open_opts *opts,
		     struct refusals *refusals, struct elf_file **debug)
{
	const char *id = elf_build_id(elf);
	struct lay_error why;

	if (!id || debuginfod_off(opts))
		return 0;
	if (debuginfod_fetch(id, opts, debug, &why) == 0)
		return 1;
	refuse(refusals, "%s", why.text);
	return 0;
}

/* A reader of the debug information that @elf has in a file of its own: 1; 0 if
 * there is none. */
static int open_linked(const char *path, const struct lay_open_opts *opts,
		       struct elf_file *elf, bool fetch,
		       struct refusals *refusals, struct reader **reader,
		       struct lay_error *err)
{
	struct reader *inner = NULL;
	struct elf_file *debug;
	int ret = debuglink_find(path, elf, opts, refusals, &debug, err);

	if (ret == 0 && fetch)
		ret = fetch_for(elf, opts, refusals, &debug);
	if (ret <= 0)
		return ret;
	ret = split_reader_open(debug, opts, &inner, err);
	if (ret == 0)
		ret = linked_reader_create(inner, debug, refusals, reader, err);
	if (ret == 0)
		return 1;
	if (inner)
		inner->ops->close(inner);
	elf_close(debug);
	return ret;
}

/* BTF, because there was no DWARF; the files that were refused are told. */
static int open_btf(const char *path, const struct lay_open_opts *opts,
		    struct typeset *base, struct elf_file *elf,
		    struct refusals *refusals, struct reader **reader,
		    struct lay_error *err)
{
	struct reader *btf;
	int ret = base ? btf_open_beside(elf, base, &btf, err) :
		  btf_open(path, elf, opts->btf_base, &btf, err);

	if (ret < 0 && refusals->nr)
		lay_error_append(err, "; its DWARF: %s", refusals->text[0]);
	if (ret == 0 && refusals->nr) {
		ret = linked_reader_create(btf, NULL, refusals, reader, err);
		if (ret < 0)
			btf->ops->close(btf);
	} else if (ret == 0) {
		*reader = btf;
	}
	return ret;
}

int open_elf_reader(const char *path, const struct lay_open_opts *opts,
		    struct typeset *base, struct elf_file *elf,
		    struct reader **reader, struct lay_error *err)
{
	bool dwarf = opts->from != LAY_FROM_BTF;
	bool btf = opts->from != LAY_FROM_DWARF && has_bytes(elf, ".BTF");
	struct refusals refusals = { .nr = 0 };
	int ret = 0;

	if (dwarf && debuglink_has_dwarf(elf))
		return split_reader_open(elf, opts, reader, err);
	if (dwarf)
		ret = open_linked(path, opts, elf, !btf, &refusals, reader,
				  err);
	if (ret == 0 && btf)
		ret = open_btf(path, opts, base, elf, &refusals, reader, err);
	else if (ret == 0)
		ret = no_debug(elf, opts, &refusals, err);
	refusals_deinit(&refusals);
	return ret < 0 ? ret : 0;
}

static int open_snapshot(const char *path, const struct lay_open_opts *opts,
			 struct reader **reader, struct lay_error *err)
{
	if (opts->from != LAY_FROM_BEST)
		return lay_error_set(err, LAY_E_NO_DEBUG,
				     "%s: is a snapshot, read from what it was made of: leave out '--from'",
				     path);
	return snapshot_reader_open(path, reader, err);
}

/* Debug information that nothing but its build-id is known of. */
static int open_build_id(const char *path, const char *hex,
			 const struct lay_open_opts *opts,
			 struct elf_file **elf, struct reader **reader,
			 struct lay_error *err)
{
	struct refusals refusals = { .nr = 0 };
	const char *off = debuginfod_off(opts);
	int ret = debuglink_find_id(hex, opts, &refusals, elf, err);

	if (ret == 0 && off) {
		ret = lay_error_set(err, LAY_E_NOT_FOUND,
				    "%s: not in .build-id of /usr/lib/debug or a --debug-dir, and %s%s%s",
				    path, off, refusals.nr ? "; " : "",
				    refusals.nr ? refusals.text[0] : "");
	} else if (ret == 0) {
		ret = debuginfod_fetch(hex, opts, elf, err);
		if (ret < 0)
			lay_error_prefix(err, "%s: ", path);
	}
	refusals_deinit(&refusals);
	if (ret < 0)
		return ret;
	return open_elf_reader(elf_path(*elf), opts, NULL, *elf, reader, err);
}

int open_reader(const char *path, const struct lay_open_opts *opts,
		struct elf_file **elf, struct reader **reader,
		struct lay_error *err)
{
	struct stat st;
	int ret;

	char *hex = debuginfod_parse(path);

	*elf = NULL;
	*reader = NULL;
	if (hex) {
		ret = open_build_id(path, hex, opts, elf, reader, err);
		free(hex);
		return ret;
	}
	if (debuginfod_is_id(path))
		return lay_error_set(err, LAY_E_USAGE,
				     "%s: is no build-id: that is an even number of hexadecimal digits, 8 at least and %d at most",
				     path, ELF_BUILD_ID_HEX - 1);
	if ((!path_is_stdin(path) && stat(path, &st) == 0 &&
	     S_ISDIR(st.st_mode)) ||
	    elf_is_archive(path))
		return tree_open(path, opts, elf, reader, err);
	if (btf_file_is_raw(path)) {
		if (opts->from == LAY_FROM_DWARF)
			return lay_error_set(err, LAY_E_NO_DEBUG,
					     "%s: is BTF and has no DWARF: leave out '--from dwarf' or '--from both'",
					     path);
		return btf_open(path, NULL, opts->btf_base, reader, err);
	}
	if (snapshot_file_is(path))
		return open_snapshot(path, opts, reader, err);
	ret = elf_open(path, elf, err);
	if (ret < 0)
		return ret;
	return open_elf_reader(path, opts, NULL, *elf, reader, err);
}
