/* SPDX-License-Identifier: GPL-2.0-only */
/* scopes-code.c and scopes-other.c, compiled for x86-64 in as many ways as there
 * are compilers here. */
#ifndef UNIT_SCOPES_BUILD_H
#define UNIT_SCOPES_BUILD_H

#include <elf.h>

#include "unit/compile.h"
#include "unit/dwarf/scopes-test.h"

#define FOLDER	"tests/unit/dwarf/"
#define SOURCE	FOLDER "scopes-code.c"

struct build {
	const char *compiler, *flags;
	struct scopes_test t;
	size_t code, other;	/* units */
};

static const struct {
	const char *compiler, *flags;
} variants[] = {
	{ "cc", "-gdwarf-5" },		{ "cc", "-gdwarf-4" },
	{ "gcc-12", "-gdwarf-5" },	{ "cc", "-gdwarf-5 -gdwarf64" },
	{ "clang-14", "-gdwarf-4" },	{ "clang-19", "-gdwarf-5" },
	{ "clang-14", "-gdwarf-5" },	{ "clang-19", "-gdwarf-4" },
};

#define NR_VARIANTS (sizeof(variants) / sizeof(variants[0]))

/* The units of both files, whatever others there are. */
static inline void find_units(struct build *b)
{
	b->code = b->other = SIZE_MAX;
	for (size_t i = 0; i < dw_scopes_nr_units(b->t.scopes); i++) {
		const struct dw_scope_unit *u = scopes_test_read(&b->t, i);

		if (u->name && strstr(u->name, "scopes-code.c"))
			b->code = i;
		if (u->name && strstr(u->name, "scopes-other.c"))
			b->other = i;
	}
	assert_true(b->code != SIZE_MAX && b->other != SIZE_MAX);
}

/* False: there is no such compiler, or it is for another machine. */
static inline bool open_build(struct build *b, size_t variant)
{
	struct lay_error err = { .text = "" };
	const char *top = getenv("top_srcdir");
	char flags[512];

	*b = (struct build){
		.compiler = variants[variant].compiler,
		.flags = variants[variant].flags,
	};
	snprintf(flags, sizeof(flags),
		 "%s -O2 -fno-pie -no-pie -fno-asynchronous-unwind-tables "
		 "'%s/" FOLDER "scopes-other.c'", b->flags, top ? top : ".");
	b->t.d.path = test_compile(b->compiler, flags, SOURCE);
	if (!b->t.d.path)
		return false;
	assert_ok(elf_open(b->t.d.path, &b->t.d.elf, &err), &err);
	if (elf_machine(b->t.d.elf) != EM_X86_64) {
		elf_close(b->t.d.elf);
		test_file_remove(b->t.d.path);
		return false;
	}
	assert_ok(dw_file_open(b->t.d.elf, &b->t.d.file, &err), &err);
	scopes_test_begin(&b->t);
	find_units(b);
	return true;
}

/* Call @check with each build there can be; none is no test. */
static inline void each_build(void (*check)(struct build *b))
{
	struct build b;
	int nr = 0;

	for (size_t i = 0; i < NR_VARIANTS; i++) {
		if (!open_build(&b, i))
			continue;
		check(&b);
		scopes_test_close(&b.t);
		nr++;
	}
	if (!nr)
		skip();
}

static inline const struct dw_scope_unit *read_code(struct build *b)
{
	const struct dw_scope_unit *unit = scopes_test_read(&b->t, b->code);

	if (unit->nr_damaged)
		fail_msg("%s %s: %s", b->compiler, b->flags, unit->damage);
	return unit;
}

#endif /* UNIT_SCOPES_BUILD_H */
