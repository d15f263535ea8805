// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print what an input holds, one thing a line, fields separated by tabs, '-'
 * for what is absent: for comparing with other readers of the same file.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evidence/evidence.h"
#include "base/poison.h"

static void hex(bool has, uint64_t v)
{
	if (has)
		printf("\t%" PRIx64, v);
	else
		printf("\t-");
}

static void dec(bool has, uint64_t v)
{
	if (has)
		printf("\t%" PRIu64, v);
	else
		printf("\t-");
}

static void text(const char *s)
{
	printf("\t%s", s ? s : "-");
}

static int see_sample(void *ctx, const struct evidence_sample *s,
		      struct lay_error *err)
{
	(void)err;
	printf("sample");
	dec(s->event != UINT32_MAX, s->event);
	dec(s->has & EVIDENCE_HAS_PID, s->pid);
	dec(s->has & EVIDENCE_HAS_TID, s->tid);
	dec(s->has & EVIDENCE_HAS_CPU, s->cpu);
	dec(s->has & EVIDENCE_HAS_TIME, s->time_ns);
	dec(s->has & EVIDENCE_HAS_PERIOD, s->period);
	hex(s->has & EVIDENCE_HAS_IP, s->ip);
	hex(s->has & EVIDENCE_HAS_ADDR, s->addr);
	hex(s->has & EVIDENCE_HAS_SRC, s->src.raw);
	dec(s->has & EVIDENCE_HAS_WEIGHT, s->weight);
	dec(s->has & EVIDENCE_HAS_INS_LAT, s->ins_lat);
	dec(s->has & EVIDENCE_HAS_RETIRE_LAT, s->retire_lat);
	hex(s->has & EVIDENCE_HAS_PHYS_ADDR, s->phys_addr);
	printf("\t%d", s->privilege);
	text(s->comm);
	text(s->symbol);
	hex(s->has & EVIDENCE_HAS_SYMBOL_OFF, s->symbol_off);
	text(s->dso);
	printf("\n");
	(void)ctx;
	return 0;
}

static int see_event(void *ctx, const struct evidence_event *e,
		     struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("event\t%u", e->index);
	text(e->name);
	text(e->pmu);
	dec(e->described, e->type);
	hex(e->described, e->config);
	hex(e->described, e->sample_type);
	dec(e->described, e->period);
	dec(e->described, e->freq);
	dec(e->described, e->precise);
	printf("\t%u\n", e->leader);
	return 0;
}

static void build_id(const uint8_t *id, unsigned int size)
{
	printf("\t%s", size ? "" : "-");
	for (unsigned int i = 0; i < size; i++)
		printf("%02x", id[i]);
}

static int see_map(void *ctx, const struct evidence_map *m,
		   struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("map\t0x%x", m->flags);
	dec(m->pid != UINT32_MAX, m->pid);
	hex(true, m->start);
	hex(true, m->len);
	hex(true, m->file_off);
	dec(m->flags & EVIDENCE_MAP_TIMED, m->time_ns);
	text(m->name);
	text(m->ref_symbol);
	hex(m->ref_symbol, m->ref_addr);
	build_id(m->build_id, m->build_id_size);
	printf("\n");
	return 0;
}

static int see_build_id(void *ctx, const struct evidence_build_id *b,
			struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("build-id");
	build_id(b->id, b->size);
	printf("\t%s", b->kernel ? "kernel" : "user");
	text(b->name);
	printf("\n");
	return 0;
}

static int see_c2c_line(void *ctx, const struct evidence_c2c_line *l,
			struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("line\t%u\t%u\t%" PRIx64, l->report, l->index, l->addr);
	text(l->node);
	dec(l->has & EVIDENCE_C2C_PLACE, l->pa_count);
	printf("\t%u", l->percent_x100);
	dec(l->has & EVIDENCE_C2C_HITM, l->hitm);
	dec(l->has & EVIDENCE_C2C_HITM, l->hitm_local);
	dec(l->has & EVIDENCE_C2C_HITM, l->hitm_remote);
	dec(l->has & EVIDENCE_C2C_PEER, l->peer);
	dec(l->has & EVIDENCE_C2C_PEER, l->peer_local);
	dec(l->has & EVIDENCE_C2C_PEER, l->peer_remote);
	dec(l->has & EVIDENCE_C2C_RECORDS, l->records);
	dec(l->has & EVIDENCE_C2C_LOADS, l->loads);
	dec(l->has & EVIDENCE_C2C_STORES, l->stores);
	dec(l->has & EVIDENCE_C2C_STORES, l->store_hit);
	dec(l->has & EVIDENCE_C2C_STORES, l->store_miss);
	dec(l->has & EVIDENCE_C2C_STORE_NA, l->store_na);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->fb_hit);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->l1_hit);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->l2_hit);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->llc_hit);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->remote_hit);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->dram_local);
	dec(l->has & EVIDENCE_C2C_LEVELS, l->dram_remote);
	printf("\n");
	return 0;
}

static int see_c2c_access(void *ctx, const struct evidence_c2c_access *a,
			  struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("access\t%u\t%u\t%" PRIx64 "\t%x", a->report, a->line_index,
	       a->line_addr, a->line_off);
	hex(a->has & EVIDENCE_C2C_IADDR, a->iaddr);
	dec(a->has & EVIDENCE_C2C_PID, a->pid);
	dec(a->has & EVIDENCE_C2C_TID, a->tid);
	printf("\t%s", a->has & EVIDENCE_C2C_PEERS ? "peer" : "hitm");
	dec(true, a->remote);
	dec(true, a->local);
	dec(true, a->store_hit);
	dec(true, a->store_miss);
	dec(a->has & EVIDENCE_C2C_NA, a->store_na);
	dec(true, a->remote_cycles);
	dec(true, a->local_cycles);
	dec(true, a->load_cycles);
	dec(a->has & EVIDENCE_C2C_ROWS, a->records);
	dec(true, a->nr_cpus);
	printf("\t%c", a->mode ? a->mode : '-');
	text(a->symbol);
	text(a->dso);
	text(a->source);
	text(a->cpus);
	printf("\n");
	return 0;
}

static int see_fact(void *ctx, const struct evidence_fact *f,
		    struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("fact\t%u", f->report);
	text(f->section);
	text(f->key);
	text(f->text);
	dec(f->number, f->value);
	printf("\n");
	return 0;
}

static void times(const struct evidence_lock_times *t, bool has_avg)
{
	dec(true, t->min_ns);
	dec(true, t->max_ns);
	dec(true, t->total_ns);
	dec(has_avg, t->avg_ns);
}

static int see_lock(void *ctx, const struct evidence_lock *l,
		    struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("lock\t%u", l->table);
	text(l->name);
	printf("\t%u\t%u\t%c%s", l->version, l->subclass,
	       l->mode ? l->mode : '-', l->cut ? "cut" : "");
	dec(true, l->bounced_contentions);
	dec(true, l->contentions);
	times(&l->wait, l->has_avg);
	dec(true, l->bounced_acquisitions);
	dec(true, l->acquisitions);
	times(&l->hold, l->has_avg);
	text(l->table_title);
	printf("\n");
	return 0;
}

static int see_lock_point(void *ctx, const struct evidence_lock_point *p,
			  struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("point\t%u", p->table);
	text(p->name);
	printf("\t%s\t%" PRIu64 "\t%" PRIx64, p->holder ? "holder" : "waiter",
	       p->count, p->ip);
	text(p->symbol);
	printf("\t%" PRIx64 "\t%" PRIx64, p->symbol_off, p->symbol_size);
	text(p->module);
	printf("\n");
	return 0;
}

static int see_function(void *ctx, const struct evidence_function *f,
			struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("function\t%u", f->report);
	text(f->event);
	dec(f->has & EVIDENCE_HAS_SELF, f->self_x100);
	dec(f->has & EVIDENCE_HAS_CHILDREN, f->children_x100);
	dec(f->has & EVIDENCE_HAS_SAMPLES, f->samples);
	dec(f->has & EVIDENCE_HAS_EVENTS, f->period);
	text(f->comm);
	text(f->dso);
	printf("\t%c", f->mode ? f->mode : '-');
	text(f->symbol);
	hex(f->has_ip, f->ip);
	printf("\n");
	return 0;
}

static int see_type(void *ctx, const struct evidence_type *t,
		    struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("type\t%s\t%u", evidence_format_name(t->tool), t->report);
	text(t->event);
	dec(t->has & EVIDENCE_HAS_SELF, t->self_x100);
	dec(t->has & EVIDENCE_HAS_SAMPLES, t->samples);
	dec(t->has & EVIDENCE_HAS_EVENTS, t->period);
	text(t->type);
	dec(t->has & EVIDENCE_HAS_OFFSET, t->off);
	dec(t->has & EVIDENCE_HAS_SIZE, t->size);
	text(t->field);
	printf("\t%u\t%s", t->depth, t->leaf ? "leaf" : "sum");
	text(t->dso);
	text(t->symbol);
	printf("\n");
	return 0;
}

static int see_note(void *ctx, const struct evidence_note *n,
		    struct lay_error *err)
{
	(void)ctx;
	(void)err;
	printf("note\t%s\t%s %" PRIu64 "\t%s\n", evidence_fate_name(n->fate),
	       n->is_line ? "line" : "offset", n->at, n->text);
	return 0;
}

static void print_totals(const struct evidence *ev)
{
	printf("origin");
	text(ev->hostname);
	text(ev->release);
	text(ev->arch);
	text(ev->cpuid);
	text(ev->perf_version);
	text(ev->command);
	printf("\t%u\t%u\t%s%s%s\n", ev->nr_cpus, ev->line_size,
	       ev->big_endian ? "big-endian " : "",
	       ev->pipe_mode ? "pipe " : "",
	       ev->unfinished ? "unfinished" : "");
	for (int i = 0; i < EVIDENCE_FORMAT_NR_; i++) {
		if (ev->formats & 1u << i)
			printf("format\t%s\n", evidence_format_name(i));
	}
	printf("units\t%" PRIu64 "\n", ev->units);
	for (int i = 0; i < EVIDENCE_FATE_NR_; i++) {
		if (ev->fate[i])
			printf("fate\t%s\t%" PRIu64 "\n",
			       evidence_fate_name(i), ev->fate[i]);
	}
	printf("lost\t%" PRIu64 "\t%" PRIu64 "\n", ev->nr_lost_events,
	       ev->nr_lost_samples);
}

int main(int argc, char **argv)
{
	static const struct evidence_visitor visitor = {
		.event = see_event, .sample = see_sample, .map = see_map,
		.build_id = see_build_id, .c2c_line = see_c2c_line,
		.c2c_access = see_c2c_access, .fact = see_fact,
		.lock = see_lock, .lock_point = see_lock_point,
		.function = see_function, .type = see_type, .note = see_note,
	};
	struct evidence_visitor totals_only = { .ctx = NULL };
	bool quiet = argc == 3 && !strcmp(argv[1], "--totals");
	struct evidence *ev;
	struct lay_error err;

	if (argc != 2 && !quiet) {
		fprintf(stderr, "usage: dump [--totals] FILE\n");
		return 2;
	}
	if (evidence_read(argv[argc - 1], quiet ? &totals_only : &visitor, &ev,
			  &err) < 0) {
		fflush(stdout);
		fprintf(stderr, "dump: %s\n", err.text);
		return 2;
	}
	print_totals(ev);
	evidence_free(ev);
	return 0;
}
