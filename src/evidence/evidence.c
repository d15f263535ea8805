// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/input.h"
#include "base/poison.h"

/* Names of functions, files and events; a kernel has 200,000 of them. */
#define MAX_STRINGS	((size_t)512 << 20)

const char *evidence_format_name(enum evidence_format format)
{
	static const char *const names[] = {
		[EVIDENCE_PERF_DATA] = "perf.data",
		[EVIDENCE_PERF_SCRIPT] = "perf script",
		[EVIDENCE_C2C] = "perf c2c report",
		[EVIDENCE_PERF_REPORT] = "perf report",
		[EVIDENCE_PERF_ANNOTATE] = "perf annotate",
		[EVIDENCE_LOCK_STAT] = "lock_stat",
	};
	_Static_assert(sizeof(names) / sizeof(names[0]) == EVIDENCE_FORMAT_NR_,
		       "a name for each format");

	return format < EVIDENCE_FORMAT_NR_ ? names[format] : "unknown format";
}

const char *evidence_fate_name(enum evidence_fate fate)
{
	static const char *const names[] = {
		[EVIDENCE_USED] = "used",
		[EVIDENCE_JOINED] = "joined to the row above",
		[EVIDENCE_HEADING] = "headings",
		[EVIDENCE_ASIDE] = "of no use here",
		[EVIDENCE_CONTAINER] = "held compressed records",
		[EVIDENCE_LOSS] = "told of losses",
		[EVIDENCE_NO_ADDRESS] = "no address at all",
		[EVIDENCE_NO_EVENT] = "no event with that id",
		[EVIDENCE_MISFIT] = "does not fit its event",
		[EVIDENCE_AMBIGUOUS] = "can be read in two ways",
		[EVIDENCE_DAMAGED] = "damaged",
		[EVIDENCE_UNKNOWN] = "unknown",
	};
	_Static_assert(sizeof(names) / sizeof(names[0]) == EVIDENCE_FATE_NR_,
		       "a name for each fate");

	return fate < EVIDENCE_FATE_NR_ ? names[fate] : "unknown";
}

/* Formats that are not ours but that people have at hand, told by their name. */
static int refuse_known_strangers(const uint8_t *p, size_t len,
				  struct lay_error *err)
{
	static const struct {
		const char *magic;
		size_t len;
		const char *what;
	} strangers[] = {
		{ "\177ELF", 4, "an ELF file" },
		{ "\037\213", 2, "packed with gzip; unpack it first" },
		{ "\375" "7zXZ", 5, "packed with xz; unpack it first" },
		{ "BZh", 3, "packed with bzip2; unpack it first" },
	};

	for (size_t i = 0; i < sizeof(strangers) / sizeof(strangers[0]); i++) {
		if (len >= strangers[i].len &&
		    !memcmp(p, strangers[i].magic, strangers[i].len))
			return lay_error_set(err, LAY_E_UNSUPPORTED,
					     "is %s, not samples",
					     strangers[i].what);
	}
	/* NULs in the first bytes: no text. */
	if (memchr(p, 0, len))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "is neither perf.data nor text");
	return 0;
}

static int read_input(struct input *in, struct lay_error *err)
{
	const uint8_t *p;
	size_t have;
	int rc = source_get(in->src, 0, 256, &p, &have, err);

	if (rc < 0)
		return rc;
	if (!have)
		return lay_error_set(err, LAY_E_FORMAT, "is empty");
	if (have >= 8 && (!memcmp(p, "PERFILE", 7) || !memcmp(p, "2ELIFREP", 8) ||
			  !memcmp(p, "PERFFILE", 8)))
		return perfdata_read(in, err);
	rc = refuse_known_strangers(p, have, err);
	return rc < 0 ? rc : text_read(in, err);
}

static void assert_balance(const struct evidence *ev)
{
	uint64_t sum = 0;

	for (int i = 0; i < EVIDENCE_FATE_NR_; i++)
		sum += ev->fate[i];
	assert(sum == ev->units);
	(void)sum;
}

/* Takes over @src. */
static int read_source(const char *name, struct source *src,
		       const struct evidence_visitor *visitor,
		       struct evidence **ev, struct lay_error *err)
{
	struct input *in = calloc(1, sizeof(*in));
	int rc = 0;

	if (!in) {
		source_close(src);
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	strset_init(&in->strings);
	in->strings.arena.limit = MAX_STRINGS;
	in->src = src;
	in->visitor = visitor;
	in->ev.name = input_string(in, name, strlen(name), err);
	rc = in->ev.name ? read_input(in, err) : -LAY_E_NOMEM;
	source_close(src);
	in->src = NULL;
	if (rc < 0) {
		evidence_free(&in->ev);
		return rc;
	}
	assert_balance(&in->ev);
	*ev = &in->ev;
	return 0;
}

int evidence_read(const char *path, const struct evidence_visitor *visitor,
		  struct evidence **ev, struct lay_error *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	struct source *src;
	int rc = source_open(path, &src, err);

	if (rc == 0)
		rc = read_source(name, src, visitor, ev, err);
	if (rc < 0)
		lay_error_prefix(err, "%s: ", name);
	return rc;
}

int evidence_read_bytes(const char *name, const void *data, size_t len,
			const struct evidence_visitor *visitor,
			struct evidence **ev, struct lay_error *err)
{
	struct source *src;
	int rc = source_open_bytes(data, len, &src, err);

	if (rc == 0)
		rc = read_source(name, src, visitor, ev, err);
	if (rc < 0)
		lay_error_prefix(err, "%s: ", name);
	return rc;
}

void evidence_free(struct evidence *ev)
{
	struct input *in = (struct input *)ev;

	if (!in)
		return;
	free(in->events);
	strset_free(&in->strings);
	free(in);
}
