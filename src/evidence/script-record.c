// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records that `perf script --show-mmap-events` and the like print between the
 * samples:
 *
 *	... PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1000000) @
 *	0xffffffff81000000]: x [kernel.kallsyms]_text
 *	... PERF_RECORD_MMAP2 42/42: [0x401000(0x1000) @ 0x1000 08:01 1234 0]:
 *	r-xp /root/prog
 */
#include <config.h>

#include <string.h>

#include "evidence/script.h"
#include "base/poison.h"

/* "0x1000" at *@s, which then is behind it. */
static bool take_0x(const char **s, uint64_t *v)
{
	struct word w = { *s, strspn(*s, "0123456789abcdefx") };

	if (!scan_0x(w, v) && !(word_is(w, "0") && scan_dec(w, v)))
		return false;
	*s += w.len;
	return true;
}

static bool take_literal(const char **s, const char *literal)
{
	size_t n = strlen(literal);

	if (strncmp(*s, literal, n))
		return false;
	*s += n;
	return true;
}

static void take_build_id(const char *s, struct evidence_map *m)
{
	size_t n = strspn(s, "0123456789abcdef");

	if (*s++ != '<' || (n = strspn(s, "0123456789abcdef")) % 2 ||
	    n > 2 * sizeof(m->build_id) || s[n] != '>')
		return;
	for (size_t i = 0; i < n / 2; i++) {
		uint64_t v;

		scan_hex((struct word){ s + 2 * i, 2 }, &v);
		m->build_id[i] = v;
	}
	m->build_id_size = n / 2;
}

/* "[start(len) @ offset ...]: prot name" */
static bool take_range(const char *s, struct evidence_map *m, struct word *name)
{
	const char *end;

	if (!take_literal(&s, "[") || !take_0x(&s, &m->start) ||
	    !take_literal(&s, "(") || !take_0x(&s, &m->len) ||
	    !take_literal(&s, ") @ ") || !take_0x(&s, &m->file_off))
		return false;
	if (*s == ' ')
		take_build_id(s + 1, m);
	end = strstr(s, "]: ");
	if (!end)
		return false;
	s = end + 3;
	/* MMAP has one letter, MMAP2 four */
	if (!memchr(s, 'x', strcspn(s, " ")))
		m->flags |= EVIDENCE_MAP_DATA;
	s += strcspn(s, " ");
	*name = word_trim(word_of(s));
	return name->len;
}

static int map(struct text *t, const char *s, const struct evidence_sample *who,
	       struct lay_error *err)
{
	struct evidence_map m = {
		.at = t->line->nr, .pid = who->pid, .tid = who->tid,
		.time_ns = who->time_ns,
	};
	const char *open = strchr(s, '['), *close;
	struct word name;
	int rc;

	if (!open || !take_range(open, &m, &name))
		return text_refuse(t, EVIDENCE_DAMAGED, err,
				   "a map without range or name");
	if (who->has & EVIDENCE_HAS_TIME)
		m.flags |= EVIDENCE_MAP_TIMED;
	/* perf writes -1 for the kernel's process */
	if (!strncmp(s, "-1/", 3)) {
		m.flags |= EVIDENCE_MAP_KERNEL;
		m.pid = m.tid = UINT32_MAX;
	}
	close = memchr(name.s, ']', name.len);
	if (m.flags & EVIDENCE_MAP_KERNEL && name.s[0] == '[' && close &&
	    close + 1 < name.s + name.len && memmem(name.s, name.len,
						    "kernel.", 7)) {
		struct word ref = { close + 1, name.s + name.len - close - 1 };

		m.ref_symbol = text_string(t, ref, err);
		if (!m.ref_symbol)
			return -LAY_E_NOMEM;
		m.ref_addr = m.file_off;
		m.flags |= EVIDENCE_MAP_REFERENCE;
		name.len -= ref.len;
	}
	m.name = text_string(t, name, err);
	if (!m.name)
		return -LAY_E_NOMEM;
	rc = input_show_map(t->in, &m, err);
	return rc < 0 ? rc : text_claim(t, EVIDENCE_USED);
}

int script_record(struct text *t, const struct script_line *sl,
		  struct lay_error *err)
{
	struct script_texts x = { .comm = { NULL, 0 } };
	struct evidence_sample who = { .has = 0 };
	struct script_line head = *sl;
	size_t i;
	uint64_t v;

	for (i = 0; i < sl->nr; i++) {
		if (word_starts(sl->word[i].w, "PERF_RECORD_"))
			break;
	}
	if (i == sl->nr)
		return 0;
	head.nr = i;	/* what is before it, as of a sample */
	if (head.time > i)
		head.time = i;
	head.event = i;
	head.data = i;
	head.has_period = false;
	script_head(&head, &who, &x);
	if (i + 1 < sl->nr && word_starts(sl->word[i].w, "PERF_RECORD_MMAP"))
		return map(t, sl->word[i + 1].w.s, &who, err);
	if (word_is(sl->word[i].w, "PERF_RECORD_LOST") && i + 2 < sl->nr) {
		if (scan_dec(sl->word[i + 2].w, &v))
			t->in->ev.nr_lost_events += v;
		return text_claim(t, EVIDENCE_LOSS);
	}
	return text_claim(t, EVIDENCE_ASIDE);
}
