// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "access/image-internal.h"
#include "base/vec.h"
#include "base/poison.h"

/* BUGFLAG_WARNING */
#define BUG_WARNING	1

/* In front of a function. */
#define ENTRY_NOPS_MAX	16

static int compare_sections(const void *a, const void *b)
{
	const struct image_section *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->size < y->size ? -1 : x->size > y->size;
}

static int read_sections(struct image *image, struct lay_error *err)
{
	size_t nr = elf_nr_sections(image->elf);
	bool code = false, no_code = false;
	int rc;

	/* one more for what other files define */
	image->sections = calloc(nr + 1, sizeof(*image->sections));
	if (!image->sections)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < nr; i++) {
		const struct elf_section *s = elf_section_at(image->elf, i);
		struct image_section *own = &image->sections[image->nr_sections];
		struct elf_data data = { NULL, 0, 0 };

		if (!(s->flags & SHF_ALLOC) || !s->size ||
		    s->flags & SHF_TLS || s->size > UINT64_MAX - s->addr)
			continue;
		rc = s->type == SHT_NOBITS ? 0 :
		     elf_section_linked(image->elf, s, &data, err);
		if (rc < 0)
			return rc;
		no_code |= s->flags & SHF_EXECINSTR && s->type == SHT_NOBITS;
		code |= s->flags & SHF_EXECINSTR && data.data;
		own->name = s->name;
		own->addr = s->addr;
		own->size = data.data ? data.size : s->size;
		own->data = data.data;
		own->exec = s->flags & SHF_EXECINSTR;
		own->percpu = !strcmp(s->name, ".data..percpu");
		image->nr_sections++;
	}
	if (no_code && !code)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: has no bytes of code, which was split off: name a file that has both code and DWARF",
				     elf_path(image->elf));
	rc = image_add_undefined(image, err);
	if (rc < 0)
		return rc;
	qsort(image->sections, image->nr_sections, sizeof(*image->sections),
	      compare_sections);
	image->percpu = UINT32_MAX;
	for (size_t i = 0; i < image->nr_sections; i++)
		if (image->sections[i].percpu)
			image->percpu = (uint32_t)i;
	return 0;
}

const struct image_section *image_section_of(const struct image *image,
					     uint64_t addr, bool percpu)
{
	size_t low = 0, high = image->nr_sections;

	if (percpu) {
		const struct image_section *s;

		if (image->percpu == UINT32_MAX)
			return NULL;
		s = &image->sections[image->percpu];
		return addr - s->addr < s->size ? s : NULL;
	}
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (image->sections[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	while (low-- > 0) {
		const struct image_section *s = &image->sections[low];

		if (s->percpu && !s->addr)
			continue;
		return addr - s->addr < s->size ? s : NULL;
	}
	return NULL;
}

const uint8_t *image_bytes(const struct image *image, uint64_t addr,
			   size_t *left)
{
	const struct image_section *s = image_section_of(image, addr, false);

	if (!s || !s->data)
		return NULL;
	*left = (size_t)(s->size - (addr - s->addr));
	return s->data + (addr - s->addr);
}

static int add_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct image *image = ctx;
	const struct elf_section *s;
	struct image_symbol own = { .addr = symbol->value,
		.size = symbol->size, .name = symbol->name,
		.function = symbol->type == STT_FUNC, };

	if (symbol->type != STT_FUNC && symbol->type != STT_OBJECT &&
	    symbol->type != STT_NOTYPE)
		return 0;
	s = elf_section_at(image->elf, symbol->section);
	if (!s || !symbol->name[0])
		return 0;
	own.section = UINT32_MAX;
	for (size_t i = 0; i < image->nr_sections; i++)
		if (image->sections[i].addr == s->addr &&
		    image->sections[i].name == s->name)
			own.section = (uint32_t)i;
	if (own.section == UINT32_MAX)
		return 0;
	if (VEC_RESERVE(image->symbols, image->nr_symbols, image->cap_symbols,
			1) < 0)
		return -1;
	image->symbols[image->nr_symbols++] = own;
	return 0;
}

/* Of symbols at one address those with a size come last: they are what
 * image_symbol_of() finds. */
static int compare_symbols(const void *a, const void *b)
{
	const struct image_symbol *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return strcmp(y->name, x->name);
}

static int read_symbols(struct image *image, struct lay_error *err)
{
	int rc = elf_each_symbol(image->elf, add_symbol, image, err);

	if (rc == -1)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	if (rc == 0)
		rc = image_read_undefined(image, err);
	if (rc < 0)
		return rc;
	if (image->nr_symbols)
		qsort(image->symbols, image->nr_symbols,
		      sizeof(*image->symbols), compare_symbols);
	return image->machine->marks_data ? image_read_data(image, err) : 0;
}

const struct image_symbol *image_symbol_of(const struct image *image,
					   uint64_t addr, bool percpu)
{
	const struct image_section *s = image_section_of(image, addr, percpu);
	size_t low = 0, high = image->nr_symbols;
	uint32_t section;

	if (!s)
		return NULL;
	section = (uint32_t)(s - image->sections);
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct image_symbol *m = &image->symbols[mid];

		if (m->section < section ||
		    (m->section == section && m->addr <= addr))
			low = mid + 1;
		else
			high = mid;
	}
	/* a label without size may stand between a symbol and @addr */
	for (unsigned int i = 0; i < 16 && low-- > 0; i++) {
		const struct image_symbol *m = &image->symbols[low];

		if (m->section != section)
			break;
		if (m->addr == addr || addr - m->addr < m->size)
			return m;
	}
	return NULL;
}

int image_add_edge(struct image *image, uint64_t from, uint64_t to,
		   struct lay_error *err)
{
	if (VEC_RESERVE(image->edges, image->nr_edges, image->cap_edges, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	image->edges[image->nr_edges++] = (struct image_edge){ from, to };
	return 0;
}

/*
 * A table of entries of @entry_size bytes between two symbols, which begin with
 * two 4-byte distances, each from where it stands, to where the flow is
 * diverted and where to: struct jump_entry, struct exception_table_entry.
 */
static int read_table(struct image *image, const char *section,
		      const char *begin, const char *end, size_t entry_size,
		      struct lay_error *err)
{
	uint64_t from, to;
	const uint8_t *p;
	size_t left;

	if (!image_find_table(image, section, begin, end, &from, &to))
		return 0;
	p = image_bytes(image, from, &left);
	if (!p || left < to - from)
		return 0;
	for (uint64_t at = from; to - at >= entry_size; at += entry_size) {
		int32_t d[2];
		int rc;

		memcpy(d, p + (at - from), sizeof(d));
		rc = image_add_edge(image, at + (uint64_t)(int64_t)d[0],
				    at + 4 + (uint64_t)(int64_t)d[1], err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/* WARN() traps and goes on behind the trap (struct bug_entry). */
static int read_warnings(struct image *image, struct lay_error *err)
{
	const uint64_t entry_size = 12;
	uint64_t from, to;
	const uint8_t *p;
	size_t left;

	if (!image_find_table(image, "__bug_table", "__start___bug_table",
			      "__stop___bug_table", &from, &to))
		return 0;
	p = image_bytes(image, from, &left);
	if (!p || left < to - from)
		return 0;
	for (uint64_t at = from; to - at >= entry_size; at += entry_size) {
		uint16_t flags;
		uint64_t trap;
		int32_t d;
		int rc;

		memcpy(&d, p + (at - from), sizeof(d));
		memcpy(&flags, p + (at - from) + 10, sizeof(flags));
		trap = at + (uint64_t)(int64_t)d;
		if (!(flags & BUG_WARNING))
			continue;
		rc = image_add_edge(image, trap,
				    trap + image->machine->trap_size, err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int compare_edges(const void *a, const void *b)
{
	const struct image_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

static int read_edges(struct image *image, struct lay_error *err)
{
	int rc = read_table(image, "__jump_table", "__start___jump_table",
			    "__stop___jump_table", 16, err);

	if (rc == 0)
		rc = read_table(image, "__ex_table", "__start___ex_table",
				"__stop___ex_table", 12, err);
	if (rc == 0)
		rc = read_warnings(image, err);
	if (rc == 0)
		rc = image_read_alternatives(image, err);
	if (rc == 0 && image->nr_edges)
		qsort(image->edges, image->nr_edges, sizeof(*image->edges),
		      compare_edges);
	return rc;
}

size_t image_edges_of(const struct image *image, uint64_t low, uint64_t high,
		      size_t *nr)
{
	size_t from = 0, to = image->nr_edges, end;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (image->edges[mid].from < low)
			from = mid + 1;
		else
			to = mid;
	}
	for (end = from; end < image->nr_edges &&
	     image->edges[end].from < high; end++)
		;
	*nr = end - from;
	return from;
}

/* System V ABI, AMD64 supplement, section 3.4.2: variant II of "ELF handling
 * for thread-local storage". */
static uint64_t tls_size(const struct elf_file *elf)
{
	uint64_t low = UINT64_MAX, high = 0, align = 1;

	for (size_t i = 0; i < elf_nr_sections(elf); i++) {
		const struct elf_section *s = elf_section_at(elf, i);

		if (!(s->flags & SHF_TLS) || s->size > UINT64_MAX - s->addr)
			continue;
		low = s->addr < low ? s->addr : low;
		high = s->addr + s->size > high ? s->addr + s->size : high;
		if (s->align > align && s->align <= 4096)
			align = s->align;
	}
	return high > low ? (high - low + align - 1) / align * align : 0;
}

int image_open(struct elf_file *elf, struct image **ret_image,
	       struct lay_error *err)
{
	const struct machine *machine = machine_find(elf_machine(elf));
	struct image *image;
	int rc;

	if (!machine)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: code of machine %u is not decoded, only x86-64's and arm64's",
				     elf_path(elf), elf_machine(elf));
	if (!elf_is_placed(elf))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: code that is not linked yet, and too much to have addresses",
				     elf_path(elf));
	image = calloc(1, sizeof(*image));
	if (!image)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	image->elf = elf;
	image->machine = machine;
	rc = read_sections(image, err);
	if (rc == 0)
		rc = read_symbols(image, err);
	if (rc == 0)
		rc = read_edges(image, err);
	if (rc < 0) {
		image_close(image);
		return rc;
	}
	image->this_cpu_off = image_symbol_named(image, "this_cpu_off");
	image->per_cpu_offset = image_symbol_named(image, "__per_cpu_offset");
	image->init_task = image_symbol_named(image, "init_task");
	image->tls_size = tls_size(elf);
	*ret_image = image;
	return 0;
}

void image_close(struct image *image)
{
	if (!image)
		return;
	free(image->sections);
	free(image->symbols);
	free(image->edges);
	free(image->data);
	free(image);
}

uint64_t image_entry(const struct image *image, uint64_t addr)
{
	const uint32_t nop = image->machine->entry_nop;
	size_t left;
	const uint8_t *p = image_bytes(image, addr, &left);
	uint32_t word;

	for (size_t at = 0; p && nop && at <= ENTRY_NOPS_MAX * sizeof(word) &&
	     left - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, p + at, sizeof(word));
		if (le32toh(word) != nop)
			return addr + at;
	}
	return addr;
}

enum machine_special image_special_at(const struct image *image, uint64_t addr,
				    uint8_t *reg)
{
	const struct image_section *s = image_section_of(image, addr, false);
	size_t low = 0, high = image->nr_symbols;
	enum machine_special special;
	uint32_t section;

	if (!s)
		return MACHINE_ORDINARY;
	section = (uint32_t)(s - image->sections);
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct image_symbol *m = &image->symbols[mid];

		if (m->section < section ||
		    (m->section == section && m->addr < addr))
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < image->nr_symbols && image->symbols[low].addr == addr &&
	     image->symbols[low].section == section; low++) {
		special = image->machine->special(image->symbols[low].name,
					  reg);
		if (special != MACHINE_ORDINARY)
			return special;
	}
	return MACHINE_ORDINARY;
}
