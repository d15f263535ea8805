// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stdio.h>

#include "base/vec.h"
#include "evidence/input.h"
#include "base/poison.h"

#define MAX_NOTES	8	/* of one fate */
#define MAX_EVENTS	8192

const char *input_string(struct input *in, const char *s, size_t len,
			 struct lay_error *err)
{
	/* a field that is empty may be nowhere */
	const char *copy = strset_add(&in->strings, len ? s : "", len);

	if (!copy)
		lay_error_set(err, LAY_E_NOMEM, "out of memory for names");
	return copy;
}

int input_note(struct input *in, enum evidence_fate fate, uint64_t at,
	       bool is_line, struct lay_error *err, const char *fmt, ...)
{
	struct evidence_note note = {
		.fate = fate, .at = at, .is_line = is_line,
	};
	char text[256];
	va_list ap;

	if (!in->visitor->note || in->nr_notes[fate] >= MAX_NOTES)
		return 0;
	in->nr_notes[fate]++;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (char *p = text; *p; p++) {
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = ' ';
	}
	note.text = text;
	return in->visitor->note(in->visitor->ctx, &note, err);
}

int input_add_event(struct input *in, uint32_t *index, struct lay_error *err)
{
	uint32_t nr = in->ev.nr_events;

	if (nr >= MAX_EVENTS)
		return lay_error_set(err, LAY_E_LIMIT, "more than %d events",
				     MAX_EVENTS);
	if (VEC_RESERVE(in->events, nr, in->cap_events, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	in->events[nr] = (struct evidence_event){ .index = nr, .leader = nr };
	in->ev.events = in->events;
	in->ev.nr_events = nr + 1;
	*index = nr;
	return 0;
}

int input_show_event(struct input *in, uint32_t index, struct lay_error *err)
{
	const struct evidence_visitor *v = in->visitor;

	return v->event ? v->event(v->ctx, &in->events[index], err) : 0;
}

int input_named_event(struct input *in, const char *name, uint32_t *index,
		      struct lay_error *err)
{
	int rc;

	for (uint32_t i = 0; i < in->ev.nr_events; i++) {
		if (in->events[i].name == name) {
			*index = i;
			return 0;
		}
	}
	rc = input_add_event(in, index, err);
	if (rc < 0)
		return rc;
	in->events[*index].name = name;
	return input_show_event(in, *index, err);
}

/* The same few lines for each kind: count, and call who wants it. */
#define DEFINE_SHOW(what, counter)					\
int input_show_##what(struct input *in, const struct evidence_##what *x, \
		      struct lay_error *err)				\
{									\
	const struct evidence_visitor *v = in->visitor;			\
									\
	in->ev.shown.counter++;						\
	return v->what ? v->what(v->ctx, x, err) : 0;			\
}

DEFINE_SHOW(sample, samples)
DEFINE_SHOW(map, maps)
DEFINE_SHOW(build_id, build_ids)
DEFINE_SHOW(c2c_line, c2c_lines)
DEFINE_SHOW(c2c_access, c2c_accesses)
DEFINE_SHOW(fact, facts)
DEFINE_SHOW(lock, locks)
DEFINE_SHOW(lock_point, lock_points)
DEFINE_SHOW(function, functions)
DEFINE_SHOW(type, types)
