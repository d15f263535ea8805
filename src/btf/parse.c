// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "btf/parse.h"
#include "base/poison.h"

#ifdef HAVE_BTF__NEW_SPLIT
static struct btf *parse_split(const void *data, size_t size, struct btf *base)
{
	return btf__new_split(data, (__u32)size, base);
}
#else
/*
 * libbpf declares btf__new_split() but does not export it (Debian 12's 1.1.2);
 * what it does export wants a file's name.
 */
static struct btf *parse_split(const void *data, size_t size, struct btf *base)
{
	int fd = memfd_create("btf", MFD_CLOEXEC);
	void *bytes = MAP_FAILED;
	struct btf *btf = NULL;
	char path[40];

	if (fd < 0)
		return NULL;
	if (ftruncate(fd, (off_t)size) == 0)
		bytes = mmap(NULL, size, PROT_WRITE, MAP_SHARED, fd, 0);
	if (bytes != MAP_FAILED) {
		memcpy(bytes, data, size);
		munmap(bytes, size);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		btf = btf__parse_raw_split(path, base);
	}
	close(fd);
	return btf;
}
#endif

/*
 * How libbpf prints is one setting for the whole process, and by default it
 * goes to stderr. After btf_check() it has hardly a reason left; still it is
 * silenced while it parses. Who finds it silent leaves it so, hence the
 * program's own function is back in the end in whatever order threads come and
 * go.
 */
struct btf *btf_parse(const void *data, size_t size, struct btf *base)
{
	libbpf_print_fn_t print = libbpf_set_print(NULL);
	struct btf *btf = base ? parse_split(data, size, base) :
			  btf__new(data, (__u32)size);
	/* libbpf before 1.0 returned errors as pointers */
	long failed = libbpf_get_error(btf);

	if (print)
		libbpf_set_print(print);
	if (!failed)
		return btf;
	errno = (int)-failed;
	return NULL;
}
