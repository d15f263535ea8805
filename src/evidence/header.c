// SPDX-License-Identifier: GPL-2.0-only
/*
 * "# os release : 6.1.0": what --header makes perf put over its other texts, of
 * the machine and the command that recorded.
 */
#include <config.h>

#include <string.h>

#include "evidence/text.h"
#include "base/poison.h"

static const char **field_of(struct evidence *ev, struct word key)
{
	const struct {
		const char *key;
		const char **field;
	} fields[] = {
		{ "hostname", &ev->hostname },
		{ "os release", &ev->release },
		{ "perf version", &ev->perf_version },
		{ "arch", &ev->arch },
		{ "cpudesc", &ev->cpu },
		{ "cpuid", &ev->cpuid },
		{ "cmdline", &ev->command },
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (word_is(key, fields[i].key))
			return fields[i].field;
	}
	return NULL;
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	const char *s = t->line->s, *colon = strstr(s, " : ");
	struct word key, value;
	const char **field;
	uint64_t v;

	(void)state;
	if (*s != '#' || !colon)
		return 0;
	key = word_trim((struct word){ s + 1, colon - s - 1 });
	value = word_trim(word_of(colon + 3));
	if (word_is(key, "nrcpus online")) {
		if (scan_dec(value, &v) && v <= UINT32_MAX)
			t->in->ev.nr_cpus = v;
		return text_claim(t, EVIDENCE_HEADING);
	}
	field = field_of(&t->in->ev, key);
	if (!field)	/* "# total memory : 131924544 kB" */
		return text_claim(t, EVIDENCE_HEADING);
	*field = text_string(t, value, err);
	return *field ? text_claim(t, EVIDENCE_HEADING) : -LAY_E_NOMEM;
}

const struct text_reader header_reader = {
	.format = EVIDENCE_FORMAT_NR_,	/* none: it is over all of them */
	.state_size = 1,
	.line = line,
};
