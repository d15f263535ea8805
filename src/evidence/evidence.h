/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was measured on a running kernel, read from whatever the user has:
 * perf.data, the text of `perf script`, `perf c2c report`, `perf report`,
 * `perf mem report` and `perf annotate`, /proc/lock_stat. The reader finds out by
 * content which it is. Whatever the format, what comes out has the forms of this
 * header; who uses them need not know the format.
 *
 * Reading is a stream: each thing read is shown once to a visitor, in the order
 * of the input (perf.data is not sorted by time), and nothing but names, event
 * descriptions and counts is kept. A file of many gigabytes needs no more
 * memory than a small one.
 *
 *	static int see(void *ctx, const struct evidence_sample *s,
 *		       struct lay_error *err)
 *	{
 *		...
 *		return 0;
 *	}
 *
 *	struct evidence_visitor v = { .sample = see, .ctx = &mine };
 *
 *	if (evidence_read("perf.data", &v, &ev, &err) < 0)
 *		...
 *	evidence_free(ev);
 *
 * Strings are one copy each (equal text, equal pointer) and live as long as the
 * struct evidence; everything else that a visitor is shown lives as long as the
 * call. Whatever the input does not say is absent: a NULL string, a clear bit
 * in `has`. Nothing is made up.
 *
 * Totals balance: every record or line has one fate (enum evidence_fate), and
 * evidence.units is the sum of evidence.fate[]. This is asserted.
 */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

#include "evidence/memsrc.h"

enum evidence_format {
	EVIDENCE_PERF_DATA,
	EVIDENCE_PERF_SCRIPT,
	EVIDENCE_C2C,		/* perf c2c report --stdio */
	EVIDENCE_PERF_REPORT,	/* perf report, perf mem report --stdio */
	EVIDENCE_PERF_ANNOTATE,	/* perf annotate [--data-type] --stdio */
	EVIDENCE_LOCK_STAT,
	EVIDENCE_FORMAT_NR_
};

/* What became of a record of perf.data or of a line of text. */
enum evidence_fate {
	EVIDENCE_USED,		/* it was shown to the visitor */
	EVIDENCE_JOINED,	/* belongs to the row above: a wrapped line, a
				 * later frame of a call chain */
	EVIDENCE_HEADING,	/* described the input: attributes, features,
				 * headings, captions, rulers, blank lines */
	EVIDENCE_ASIDE,		/* understood, of no use here: threads that
				 * come and go, AUX data, call graphs */
	EVIDENCE_CONTAINER,	/* held compressed records, counted apart */
	EVIDENCE_LOSS,		/* told that something was lost */
	/* and what could not be used, by reason */
	EVIDENCE_NO_ADDRESS,	/* a sample with neither IP nor data address */
	EVIDENCE_NO_EVENT,	/* a sample whose id belongs to no event */
	EVIDENCE_MISFIT,	/* a sample that its event does not describe:
				 * too short, or longer than its fields */
	EVIDENCE_AMBIGUOUS,	/* a text row that can be read in two ways */
	EVIDENCE_DAMAGED,	/* a text row that does not add up, was cut off
				 * or holds no number where one belongs */
	EVIDENCE_UNKNOWN,	/* a record type or a line that nobody knows */
	EVIDENCE_FATE_NR_
};

/* evidence_sample.has */
#define EVIDENCE_HAS_IP		0x0001
#define EVIDENCE_HAS_ADDR	0x0002	/* and it is not 0, which perf writes
					 * where there is none */
#define EVIDENCE_HAS_PID	0x0004
#define EVIDENCE_HAS_TID	0x0008
#define EVIDENCE_HAS_CPU	0x0010
#define EVIDENCE_HAS_TIME	0x0020
#define EVIDENCE_HAS_PERIOD	0x0040
#define EVIDENCE_HAS_WEIGHT	0x0080
#define EVIDENCE_HAS_INS_LAT	0x0100
#define EVIDENCE_HAS_RETIRE_LAT	0x0200
#define EVIDENCE_HAS_SRC	0x0400
#define EVIDENCE_HAS_PHYS_ADDR	0x0800
#define EVIDENCE_HAS_SYMBOL_OFF	0x1000

enum evidence_privilege {
	EVIDENCE_PRIVILEGE_UNKNOWN,
	EVIDENCE_KERNEL,
	EVIDENCE_USER,
	EVIDENCE_HYPERVISOR,
	EVIDENCE_GUEST_KERNEL,
	EVIDENCE_GUEST_USER,
};

/* One event that the input has samples of. */
struct evidence_event {
	uint32_t index;		/* what evidence_sample.event says */
	const char *name;	/* "cpu/mem-loads,ldlat=30/P"; NULL: not said,
				 * and no common name for its type and config */
	const char *pmu;	/* "cpu_core", "ibs_op", "arm_spe_0"; or NULL */
	bool described;		/* by an attribute: what follows is known */
	uint32_t type;		/* PERF_TYPE_* or the PMU's number */
	uint64_t config, config1, config2;
	uint64_t sample_type;	/* PERF_SAMPLE_* */
	uint64_t period;	/* or frequency in Hz, if freq */
	bool freq;
	unsigned int precise;	/* 0..3: how much the IP may skid, 3 none */
	uint32_t leader;	/* index of its group's leader, or its own */
};

/*
 * One sample, shown once: of a group whose leader alone is sampled (":S") the
 * leader's. In a text numbers have no names: latencies are taken in perf's
 * order, from the weight on, and where perf prints one process number only, it
 * is taken for the thread's, as it is by default.
 */
struct evidence_sample {
	uint64_t at;		/* offset in perf.data, or line */
	unsigned int has;	/* EVIDENCE_HAS_* */
	uint32_t event;		/* evidence_event.index; UINT32_MAX: not said */
	enum evidence_privilege privilege;
	uint64_t ip;
	uint64_t addr;		/* data address */
	uint64_t phys_addr;
	uint64_t time_ns;
	uint64_t period;	/* events that this sample stands for */
	uint64_t weight;	/* latency in cycles; what of, the event tells */
	uint32_t ins_lat;	/* cycles from dispatch to completion */
	uint32_t retire_lat;	/* cycles to retirement, or pipeline stage */
	uint32_t pid, tid, cpu;
	struct evidence_src src;	/* decoded data_src */
	/* only where the input has them as text */
	const char *comm;
	const char *symbol;	/* of ip, without offset */
	uint64_t symbol_off;
	const char *dso;	/* "[kernel.kallsyms]", "/usr/lib/libc.so.6" */
};

/* evidence_map.flags */
#define EVIDENCE_MAP_KERNEL	0x01	/* kernel image or module */
#define EVIDENCE_MAP_DATA	0x02	/* not executable */
#define EVIDENCE_MAP_GUEST	0x04
#define EVIDENCE_MAP_SYMBOL	0x08	/* one symbol: BPF program, trampoline */
#define EVIDENCE_MAP_REFERENCE	0x10	/* the kernel image: ref_* are set */
#define EVIDENCE_MAP_TIMED	0x20	/* time_ns is known */

/* An address range that was mapped, from time_ns on. */
struct evidence_map {
	uint64_t at;
	unsigned int flags;
	uint32_t pid, tid;	/* UINT32_MAX: the kernel */
	uint64_t start, len, file_off;
	uint64_t time_ns;
	const char *name;	/* file, "[kernel.kallsyms]", or the symbol */
	/* REFERENCE: where the running kernel had this symbol. What it is off
	 * by from the vmlinux is the slide of KASLR */
	const char *ref_symbol;	/* "_text", "_stext" */
	uint64_t ref_addr;
	uint8_t build_id[20];
	uint8_t build_id_size;	/* 0: not said */
};

/* Build-id of a file that was mapped while recording. */
struct evidence_build_id {
	uint64_t at;
	const char *name;	/* "[kernel.kallsyms]", "[ext4]", a path */
	bool kernel;		/* kernel image or module */
	bool guest;
	uint8_t id[20];
	uint8_t size;		/* bytes of it: 20, 16, or what the file says */
};

/*
 * A row of c2c's table of shared cache lines: counts of samples. Columns that
 * the version of perf does not have are clear in `has`.
 */
#define EVIDENCE_C2C_HITM	0x0001
#define EVIDENCE_C2C_PEER	0x0002
#define EVIDENCE_C2C_RECORDS	0x0004
#define EVIDENCE_C2C_LOADS	0x0008
#define EVIDENCE_C2C_STORES	0x0010	/* total, L1 hit and L1 miss */
#define EVIDENCE_C2C_STORE_NA	0x0020
#define EVIDENCE_C2C_LEVELS	0x0040	/* core, LLC, remote, DRAM */
#define EVIDENCE_C2C_PLACE	0x0080	/* node, pa_count */

struct evidence_c2c_line {
	uint64_t at;
	unsigned int has;
	uint32_t report;	/* 0, 1, ..: which report of the input */
	uint32_t index;
	uint64_t addr;		/* of the line */
	const char *node;	/* "0", "0-1" */
	uint64_t pa_count;	/* times its physical address changed, + 1 */
	uint32_t percent_x100;	/* of all HITMs or peer snoops */
	uint64_t hitm, hitm_local, hitm_remote;
	uint64_t peer, peer_local, peer_remote;
	uint64_t records, loads, stores;
	uint64_t store_hit, store_miss, store_na;
	uint64_t fb_hit, l1_hit, l2_hit;	/* of loads */
	uint64_t llc_hit, remote_hit;		/* without HITM */
	uint64_t dram_local, dram_remote;
};

/* evidence_c2c_access.has */
#define EVIDENCE_C2C_IADDR	0x01
#define EVIDENCE_C2C_PID	0x02
#define EVIDENCE_C2C_TID	0x04
#define EVIDENCE_C2C_ROWS	0x08	/* records */
#define EVIDENCE_C2C_PEERS	0x10	/* remote and local are peer snoops, not
					 * HITMs */
#define EVIDENCE_C2C_NA		0x20	/* store_na */
#define EVIDENCE_C2C_CUT	0x40	/* the symbol may have been cut off */

/*
 * A row of c2c's distribution: one offset of a line, from one place in the
 * code. perf prints shares of the line's own totals; the counts here are
 * rebuilt from them and right to half of a hundredth of a percent of those.
 */
struct evidence_c2c_access {
	uint64_t at;
	unsigned int has;
	uint32_t report;
	uint32_t line_index;
	uint64_t line_addr;
	uint32_t line_off;	/* offset in the line; with two lines a row,
				 * --double-cl, up to twice the line */
	const char *node;	/* of the address */
	uint64_t pa_count;
	uint32_t pid, tid;
	uint64_t iaddr;		/* address of the instruction */
	uint64_t remote, local;	/* HITMs, or peer snoops */
	uint64_t store_hit, store_miss, store_na;
	uint64_t remote_cycles, local_cycles, load_cycles;	/* means */
	uint64_t records;	/* loads and stores */
	uint32_t nr_cpus;
	char mode;		/* 'k' kernel, '.' user, ... ; 0 not said */
	const char *symbol, *dso, *source;
	const char *cpus;	/* "0{0-3}  1{4-7}", or "0  1": nodes alone */
};

/* A named number of the head of a c2c report or of a profile. */
struct evidence_fact {
	uint64_t at;
	enum evidence_format format;
	uint32_t report;	/* which report or profile of the input */
	const char *section;	/* "Trace Event Information" */
	const char *key;	/* "Load Local HITM" */
	const char *text;	/* as it stands there */
	bool number;		/* value is set */
	uint64_t value;
	bool approximate;	/* "53K": value is rounded */
};

/*
 * A class of locks in lock_stat; times in nanoseconds. Averages are absent in
 * version 0.3.
 */
struct evidence_lock_times {
	uint64_t min_ns, max_ns, total_ns, avg_ns;
};

struct evidence_lock {
	uint64_t at;
	uint32_t table;		/* 0, 1, ..: before and after. A new one starts
				 * with a heading, with prose, or where a class
				 * comes again */
	const char *table_title;	/* prose over it, or NULL */
	const char *name;	/* the class, as the kernel has it: the text of
				 * the initialiser, "&(&zone->lock)->rlock" */
	uint32_t version;	/* 3 of "key#3"; 0 none */
	uint32_t subclass;	/* 1 of "&sb->s_type->i_lock_key/1"; 0 none */
	char mode;		/* 'W', 'R', or 0: no readers, one row */
	bool cut;		/* the name may have been cut off */
	bool has_avg;
	uint64_t bounced_contentions;	/* that found the lock elsewhere */
	uint64_t contentions;
	struct evidence_lock_times wait;
	uint64_t bounced_acquisitions;
	uint64_t acquisitions;
	struct evidence_lock_times hold;
};

struct evidence_lock_point {
	uint64_t at;
	uint32_t table;
	const char *name;	/* of the class, as evidence_lock.name */
	uint32_t version, subclass;
	bool holder;		/* second block: who held it, "contending" */
	uint64_t count;
	uint64_t ip;		/* hashed since 4.15: good for nothing but
				 * equality, unless it is a kernel address */
	const char *symbol;
	uint64_t symbol_off, symbol_size;
	const char *module;	/* NULL: the kernel image */
};

/* evidence_function.has, evidence_type.has */
#define EVIDENCE_HAS_SELF	0x01
#define EVIDENCE_HAS_CHILDREN	0x02
#define EVIDENCE_HAS_SAMPLES	0x04
#define EVIDENCE_HAS_EVENTS	0x08	/* period */
#define EVIDENCE_HAS_OFFSET	0x10
#define EVIDENCE_HAS_SIZE	0x20

/* A row of a profile by function, or by instruction. */
struct evidence_function {
	uint64_t at;
	unsigned int has;
	uint32_t report;
	const char *event;	/* as the report calls it */
	uint32_t self_x100;	/* percent, times 100 */
	uint32_t children_x100;	/* with what it called */
	uint64_t samples;
	uint64_t period;
	const char *comm, *dso;
	char mode;		/* 'k', '.', 'g', ...; 0 not said */
	const char *symbol;	/* "[unknown]" as perf prints it; NULL: no such
				 * column */
	uint64_t ip;		/* where perf printed an address for a symbol, or
				 * with it: of one instruction */
	bool has_ip;
	const char *source;	/* "tcp.c:2467", "??:0", or, where perf found no
				 * line, "tcp_ack+25"; NULL: no such column */
	uint64_t symbol_off;	/* bytes from the symbol's start to it */
	bool has_symbol_off;
};

/*
 * A row in which another tool attributed samples to a type and offset. Rows of
 * `perf annotate` hold what is below them too, and members of a union are each
 * given all of its samples.
 */
struct evidence_type {
	uint64_t at;
	unsigned int has;
	enum evidence_format tool;	/* whose opinion it is */
	uint32_t report;
	const char *event;
	uint32_t self_x100;	/* percent of the report's, annotate: of the
				 * type's */
	uint64_t samples;
	uint64_t period;
	const char *type;	/* "struct page", "(unknown)" */
	uint64_t off;
	uint64_t size;
	const char *field;	/* "lru.next"; NULL: the type as a whole, or
				 * perf names none */
	unsigned int depth;	/* of nesting; 0 the type */
	bool leaf;		/* nothing below it */
	const char *dso, *symbol;
};

/* What could not be used, where, and why: the first few of each fate. */
struct evidence_note {
	enum evidence_fate fate;
	uint64_t at;
	bool is_line;		/* at is a line, else an offset */
	const char *text;
};

/*
 * Functions that are NULL are not called. One that fails (<0, @err filled)
 * ends the reading with its error.
 */
struct evidence_visitor {
	int (*event)(void *ctx, const struct evidence_event *e,
		     struct lay_error *err);	/* again when it gets a name */
	int (*sample)(void *ctx, const struct evidence_sample *s,
		      struct lay_error *err);
	int (*map)(void *ctx, const struct evidence_map *m,
		   struct lay_error *err);
	int (*build_id)(void *ctx, const struct evidence_build_id *b,
			struct lay_error *err);
	int (*c2c_line)(void *ctx, const struct evidence_c2c_line *l,
			struct lay_error *err);
	int (*c2c_access)(void *ctx, const struct evidence_c2c_access *a,
			  struct lay_error *err);
	int (*fact)(void *ctx, const struct evidence_fact *f,
		    struct lay_error *err);
	int (*lock)(void *ctx, const struct evidence_lock *l,
		    struct lay_error *err);
	int (*lock_point)(void *ctx, const struct evidence_lock_point *p,
			  struct lay_error *err);
	int (*function)(void *ctx, const struct evidence_function *f,
			struct lay_error *err);
	int (*type)(void *ctx, const struct evidence_type *t,
		    struct lay_error *err);
	int (*note)(void *ctx, const struct evidence_note *n,
		    struct lay_error *err);
	void *ctx;
};

/* How many of each kind the visitor was, or would have been, shown. */
struct evidence_shown {
	uint64_t samples, maps, build_ids, c2c_lines, c2c_accesses, facts;
	uint64_t locks, lock_points, functions, types;
};

/* What an input says of itself, and what came of reading it. */
struct evidence {
	const char *name;	/* the path, "standard input" */
	unsigned int formats;	/* 1 << EVIDENCE_PERF_DATA, ... */
	bool big_endian;	/* perf.data */
	bool pipe_mode;		/* perf.data */
	bool unfinished;	/* perf.data whose recording was cut short: it
				 * ends where the file ends */
	/* of the machine that recorded; NULL or 0 where it is not said */
	const char *hostname, *release, *arch, *cpu, *cpuid;
	const char *perf_version, *command;
	uint32_t nr_cpus;	/* online */
	uint32_t line_size;	/* bytes of a cache line there */
	const struct evidence_event *events;
	uint32_t nr_events;
	uint64_t units;		/* records of perf.data, or lines */
	uint64_t fate[EVIDENCE_FATE_NR_];
	struct evidence_shown shown;
	uint64_t nr_lost_events;	/* that records tell of: the kernel
					 * dropped them while recording */
	uint64_t nr_lost_samples;
};

/*
 * Read @path ("-": standard input; packed with zstd is unpacked on the way).
 * On success *@ev is the caller's (evidence_free()).
 *
 * Errors, with file and offset or line: unreadable; a directory; empty; of no
 * known format; truncated; sizes that contradict each other or the file; a
 * sample layout that is not known, which would shift every later field; a text
 * in which no line could be used. Damage to single rows and samples is counted
 * and noted, not an error.
 */
int evidence_read(const char *path, const struct evidence_visitor *visitor,
		  struct evidence **ev, struct lay_error *err);

/* The same for @len bytes in memory; @name is what messages call them. */
int evidence_read_bytes(const char *name, const void *data, size_t len,
			const struct evidence_visitor *visitor,
			struct evidence **ev, struct lay_error *err);

void evidence_free(struct evidence *ev);

/* "perf.data", "perf c2c report", ...; "used", "no event with that id", ... */
const char *evidence_format_name(enum evidence_format format);
const char *evidence_fate_name(enum evidence_fate fate);

#endif /* EVIDENCE_EVIDENCE_H */
