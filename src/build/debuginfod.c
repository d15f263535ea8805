// SPDX-License-Identifier: GPL-2.0-only
/*
 * libdebuginfod is loaded when a server is to be asked: it brings a library for
 * HTTP with two dozen others, which would take as long to load as most questions
 * take to answer.
 */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/debuglink.h"
#include "build/debuginfod.h"

#ifdef HAVE_ELFUTILS_DEBUGINFOD_H
#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#endif

#include "base/poison.h"

static const char id_word[] = "buildid:";

bool debuginfod_is_id(const char *path)
{
	return !strncmp(path, id_word, sizeof(id_word) - 1) &&
	       access(path, F_OK) != 0;
}

char *debuginfod_parse(const char *path)
{
	size_t nr;
	char *hex;

	if (!debuginfod_is_id(path))
		return NULL;
	path += sizeof(id_word) - 1;
	nr = strspn(path, "0123456789abcdefABCDEF");
	if (path[nr] || nr < 8 || nr % 2 || nr >= ELF_BUILD_ID_HEX)
		return NULL;
	hex = strdup(path);
	for (size_t i = 0; hex && i < nr; i++)
		hex[i] = (char)tolower((unsigned char)hex[i]);
	return hex;
}

#ifndef HAVE_ELFUTILS_DEBUGINFOD_H

const char *debuginfod_off(const struct lay_open_opts *opts)
{
	(void)opts;
	return "this program was built without debuginfod";
}

int debuginfod_fetch(const char *hex, const struct lay_open_opts *opts,
		     struct elf_file **debug, struct lay_error *err)
{
	(void)debug;
	return lay_error_set(err, LAY_E_UNSUPPORTED, "buildid:%s: %s", hex,
			     debuginfod_off(opts));
}

#else

const char *debuginfod_off(const struct lay_open_opts *opts)
{
	const char *urls = getenv(DEBUGINFOD_URLS_ENV_VAR);

	if (opts->offline)
		return "no server is asked for the files of a directory";
	if (!urls || !urls[strspn(urls, " \t\n")])
		return "DEBUGINFOD_URLS names no server to ask";
	return NULL;
}

typedef debuginfod_client *(*begin_fn)(void);
typedef void (*end_fn)(debuginfod_client *client);
typedef int (*find_fn)(debuginfod_client *client, const unsigned char *id,
		       int id_size, char **path);
typedef void (*set_progress_fn)(debuginfod_client *client,
				debuginfod_progressfn_t fn);
typedef void (*set_data_fn)(debuginfod_client *client, void *value);
typedef void *(*get_data_fn)(debuginfod_client *client);

/* What is used of the library. */
struct library {
	void *handle;
	begin_fn begin;
	end_fn end;
	find_fn find;
	set_progress_fn set_progress;
	set_data_fn set_data;
	get_data_fn get_data;
};

static bool load(struct library *lib, int flags)
{
	/*
	 * Once there it stays: what it loads in turn (libcurl, the library of
	 * TLS) keeps memory until the program ends, and would lose it.
	 */
	lib->handle = dlopen(DEBUGINFOD_SONAME, RTLD_NOW | RTLD_LOCAL |
						RTLD_NODELETE | flags);
	if (!lib->handle)
		return false;
	lib->begin = (begin_fn)dlsym(lib->handle, "debuginfod_begin");
	lib->end = (end_fn)dlsym(lib->handle, "debuginfod_end");
	lib->find = (find_fn)dlsym(lib->handle, "debuginfod_find_debuginfo");
	lib->set_progress = (set_progress_fn)
		dlsym(lib->handle, "debuginfod_set_progressfn");
	lib->set_data = (set_data_fn)
		dlsym(lib->handle, "debuginfod_set_user_data");
	lib->get_data = (get_data_fn)
		dlsym(lib->handle, "debuginfod_get_user_data");
	return lib->begin && lib->end && lib->find && lib->set_progress &&
	       lib->set_data && lib->get_data;
}

/*
 * Bytes, or before there are any the number of a try and of none. The client is
 * all that one gets here: the library, which is loaded, is asked for its data.
 * Nobody wants it to stop: 0.
 */
static int progress(debuginfod_client *client, long done, long total)
{
	const struct lay_progress *p = NULL;
	struct library lib;

	if (load(&lib, RTLD_NOLOAD))
		p = lib.get_data(client);
	if (p && p->step)
		p->step(p->ctx, "fetching debug information",
			done > 0 ? (uint64_t)done : 0,
			total > 0 ? (uint64_t)total : 0);
	if (lib.handle)
		dlclose(lib.handle);
	return 0;
}

/* Returns a descriptor and the path in the cache, or -errno. */
static int fetch(const struct library *lib, const char *hex,
		 const struct lay_open_opts *opts, char **path)
{
	debuginfod_client *client = lib->begin();
	int fd;

	if (!client)
		return -ENOMEM;
	lib->set_data(client, (void *)&opts->progress);
	lib->set_progress(client, progress);
	fd = lib->find(client, (const unsigned char *)hex, 0, path);
	lib->end(client);
	return fd;
}

/* What is in the cache is what some server sent. */
static int open_fetched(const char *path, const char *hex,
			struct elf_file **debug, struct lay_error *err)
{
	const char *id;
	int ret = elf_open(path, debug, err);

	if (ret < 0)
		return ret;
	id = elf_build_id(*debug);
	if (id && !strcmp(id, hex) && debuglink_has_dwarf(*debug))
		return 0;
	ret = lay_error_set(err, LAY_E_FORMAT,
			    "%s: what a debuginfod server sent for the build-id %s %s",
			    path, hex, id && !strcmp(id, hex)
			    ? "has no debug information" : "is another file");
	elf_close(*debug);
	*debug = NULL;
	return ret;
}

int debuginfod_fetch(const char *hex, const struct lay_open_opts *opts,
		     struct elf_file **debug, struct lay_error *err)
{
	struct library lib;
	char *path = NULL;
	int fd, ret;

	if (!load(&lib, 0)) {
		ret = lay_error_set(err, LAY_E_UNSUPPORTED,
				    "no server can be asked: %s cannot be loaded",
				    DEBUGINFOD_SONAME);
		if (lib.handle)
			dlclose(lib.handle);
		return ret;
	}
	fd = fetch(&lib, hex, opts, &path);
	if (fd < 0 || !path)
		ret = lay_error_set(err, fd == -ENOENT ? LAY_E_NO_DEBUG :
				    LAY_E_IO,
				    "no server of DEBUGINFOD_URLS gave debug information for the build-id %s: %s",
				    hex, strerror(fd < 0 ? -fd : EIO));
	else
		ret = open_fetched(path, hex, debug, err);
	if (fd >= 0)
		close(fd);
	free(path);
	dlclose(lib.handle);
	return ret;
}

#endif
