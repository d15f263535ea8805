/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the readers of the formats share: the evidence being filled, and the
 * ways to the visitor. Each input_show_*() counts and calls it.
 */
#ifndef EVIDENCE_INPUT_H
#define EVIDENCE_INPUT_H

#include "base/strset.h"
#include "evidence/evidence.h"
#include "evidence/source.h"

struct input {
	struct evidence ev;	/* first: what evidence_free() is given */
	struct evidence_event *events;
	size_t cap_events;
	struct strset strings;
	struct source *src;
	const struct evidence_visitor *visitor;
	uint32_t nr_notes[EVIDENCE_FATE_NR_];
};

/* The one copy of a text; NULL: out of memory, @err filled. */
const char *input_string(struct input *in, const char *s, size_t len,
			 struct lay_error *err);

/* One more record or line, and what became of it. */
static inline void input_count(struct input *in, enum evidence_fate fate)
{
	in->ev.units++;
	in->ev.fate[fate]++;
}

/* A line that was counted as @from turned out to be @to. */
static inline void input_recount(struct input *in, enum evidence_fate from,
				 enum evidence_fate to)
{
	in->ev.fate[from]--;
	in->ev.fate[to]++;
}

/*
 * Tell the visitor why something was not used; only the first few of each fate,
 * so that a bad file does not flood. Does not count.
 */
int input_note(struct input *in, enum evidence_fate fate, uint64_t at,
	       bool is_line, struct lay_error *err, const char *fmt, ...)
	LAY_PRINTF(6, 7);

/*
 * A new event; the caller fills in->events[*index] and shows it by
 * input_show_event().
 */
int input_add_event(struct input *in, uint32_t *index, struct lay_error *err);
int input_show_event(struct input *in, uint32_t index, struct lay_error *err);

/*
 * The event called @name (an interned string), made when it is new: for text,
 * where a name is all there is.
 */
int input_named_event(struct input *in, const char *name, uint32_t *index,
		      struct lay_error *err);

int input_show_sample(struct input *in, const struct evidence_sample *s,
		      struct lay_error *err);
int input_show_map(struct input *in, const struct evidence_map *m,
		   struct lay_error *err);
int input_show_build_id(struct input *in, const struct evidence_build_id *b,
			struct lay_error *err);
int input_show_c2c_line(struct input *in, const struct evidence_c2c_line *l,
			struct lay_error *err);
int input_show_c2c_access(struct input *in, const struct evidence_c2c_access *a,
			  struct lay_error *err);
int input_show_fact(struct input *in, const struct evidence_fact *f,
		    struct lay_error *err);
int input_show_lock(struct input *in, const struct evidence_lock *l,
		    struct lay_error *err);
int input_show_lock_point(struct input *in, const struct evidence_lock_point *p,
			  struct lay_error *err);
int input_show_function(struct input *in, const struct evidence_function *f,
			struct lay_error *err);
int input_show_type(struct input *in, const struct evidence_type *t,
		    struct lay_error *err);

/* The two readers: of records, and of lines. */
int perfdata_read(struct input *in, struct lay_error *err);
int text_read(struct input *in, struct lay_error *err);

#endif /* EVIDENCE_INPUT_H */
