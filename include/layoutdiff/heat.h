/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Heat: which members the samples of a running kernel touched, how often, from
 * which CPUs, and how slowly.
 *
 *	lay_heat_open(build, NULL, &heat, &err);
 *	lay_heat_read(heat, "perf.data", &err);
 *	lay_heat_finish(heat, &err);
 *	lay_heat_fold(heat, layout, &field, &err);
 *	...
 *	lay_heat_fields_free(field);
 *	lay_heat_close(heat);
 *
 * Every sample has one fate (enum lay_heat_fate): it was attributed, by this or
 * that, or not, for this or that reason. The fates add up to the samples read;
 * this is asserted.
 *
 * Offsets are bytes from the start of a type. A member's heat is that of its
 * bytes, so members of a union share theirs.
 */
#ifndef LAYOUTDIFF_HEAT_H
#define LAYOUTDIFF_HEAT_H

#include <layoutdiff/build.h>
#include <layoutdiff/layout.h>

struct lay_heat;

enum lay_heat_fate {
	/* attributed to a type and an offset */
	LAY_HEAT_BY_CODE,	/* by what the instruction at its IP touches */
	LAY_HEAT_BY_SYMBOL,	/* by the variable at its data address */
	LAY_HEAT_BY_PAGE,	/* struct page: by where those lie */
	LAY_HEAT_BY_OBJECT,	/* by an object that other samples tell of */
	LAY_HEAT_BY_TOOL,	/* by the tool that wrote the input */
	LAY_HEAT_BY_LINE,	/* guessed: the line of the source that was
				 * sampled touches one member */
	LAY_HEAT_BY_FUNCTION,	/* guessed: spread over what the function that
				 * was sampled touches */
	/* not attributed: where the data address lies */
	LAY_HEAT_USER,		/* below the kernel's addresses */
	LAY_HEAT_STACK,		/* stack or other memory of vmalloc() */
	LAY_HEAT_IMAGE,		/* kernel image, of no known record */
	LAY_HEAT_UNMAPPED,	/* where nothing can be */
	/* not attributed: what the code says, or does not */
	LAY_HEAT_USER_CODE,	/* no data address, IP of a user's program */
	LAY_HEAT_NO_RECORD,	/* it touches no record: a number, a buffer */
	LAY_HEAT_COPIED,	/* by a function that copies or clears what
				 * may be of any type, as memset() */
	LAY_HEAT_NO_TYPE,	/* the map does not know what it touches */
	LAY_HEAT_NO_OPERAND,	/* the map has no operand at this IP: it
				 * touches no memory, or is not covered */
	LAY_HEAT_AMBIGUOUS,	/* its operands are of several types */
	LAY_HEAT_MISFIT,	/* what it is said to touch cannot be at its
				 * samples' addresses: not aligned, or one
				 * over the other */
	LAY_HEAT_REUSED,	/* memory that was several objects in turn */
	LAY_HEAT_NO_ROOM,	/* more places than are kept */
	LAY_HEAT_NR_FATES
};

/* How sure an attribution is; the weakest of what it rests on. */
enum lay_heat_grade {
	LAY_HEAT_EXACT,
	LAY_HEAT_INFERRED,
	LAY_HEAT_GUESSED,
	LAY_HEAT_NR_GRADES
};

struct lay_heat_opts {
	bool force;	/* take samples of another build */
	uint64_t line_size;	/* bytes; 0: the machine's */
	uint64_t max_scalar;	/* see lay_type_align() */
	unsigned int jobs;	/* threads that follow code; 0: as many as CPUs */
	size_t batch;	/* samples that are looked at together; 0: enough */
};

/* What was counted of some bytes. */
struct lay_heat_counts {
	uint64_t samples;	/* loads, stores, and of neither known */
	uint64_t loads, stores;	/* as the event says; else by what the
				 * instruction does, which may be both */
	uint64_t atomics;
	uint64_t hitm_local, hitm_remote, peer;
	uint64_t latency_sum;	/* cycles, of nr_latency loads */
	uint64_t nr_latency;
	uint64_t by_code, by_object, by_other;	/* of samples: the fates */
	uint64_t guessed;	/* of samples: LAY_HEAT_GUESSED */
};

struct lay_heat_function {
	const char *name;	/* "" not known */
	uint64_t loads, stores, samples;
};

#define LAY_HEAT_NR_TOP 4	/* functions that are told */
#define LAY_HEAT_NR_COPIERS 16

/* CPUs: numbers from LAY_HEAT_NR_CPUS on are told apart no more. */
#define LAY_HEAT_NR_CPUS 1024
struct lay_heat_cpus {
	uint64_t bit[LAY_HEAT_NR_CPUS / 64];
};

/* The heat of a range of bytes. */
struct lay_heat_sum {
	struct lay_heat_counts n;
	struct lay_heat_cpus reading, writing;
	unsigned int nr_reading, nr_writing;
	struct lay_heat_function top[LAY_HEAT_NR_TOP];
	unsigned int nr_top;
	size_t nr_functions;	/* in all */
};

/*
 * Two members on a line, one read by CPUs while others wrote the other. In
 * arrays the first element stands for all.
 */
struct lay_heat_pair {
	uint64_t read_off, write_off;
	uint64_t nr_reads, nr_writes;
	/* objects in which both happened; 0: of no object is it known, the type
	 * alone suggests it */
	uint64_t nr_objects;
};

/* The heat of one layout. */
struct lay_heat_fields;

/* A type, by how hot it is. */
struct lay_heat_ranked {
	const char *type;	/* "struct sk_buff" */
	uint64_t size;		/* bytes; 0 not known */
	struct lay_heat_counts n;
	uint64_t nr_objects;	/* that were told apart; 0: none were */
};

/* A line of a type. */
struct lay_heat_ranked_line {
	const char *type;
	uint64_t line;
	struct lay_heat_counts n;
};

/*
 * A variable, by the samples at its address, whatever became of them: it need
 * be no record.
 */
struct lay_heat_ranked_variable {
	const char *name;
	const char *type;	/* of a record, or an array of such; else NULL */
	uint64_t addr, size;	/* addr as linked */
	bool percpu;		/* each CPU's own, together */
	struct lay_heat_counts n;
	unsigned int nr_reading, nr_writing;	/* CPUs */
};

/* What was read, and what became of it. */
struct lay_heat_totals {
	uint64_t samples;
	uint64_t fate[LAY_HEAT_NR_FATES];	/* they add up to samples */
	uint64_t contradictions;	/* samples that the code gives to one
					 * object and others to another */
	uint64_t nr_objects;
	uint64_t ip_only;	/* samples without data address */
	uint64_t skid;		/* of those, by events that do not say where
				 * exactly */
	uint64_t ip_lost;	/* of those without data address, at code of the
				 * build that touches no memory that is known:
				 * the access was another instruction's */
	uint64_t lost;		/* that the recording says it lost */
	uint64_t unusable;	/* rows and records that could not be used */
	bool has_map;	/* what the code touches is known */
	const char *no_map;	/* why not; NULL: nobody asked, or it is */
	bool shares;	/* of some inputs no numbers of samples are known:
			 * hundredths of a percent stand for them */
	bool has_time;
	bool other_build;	/* taken by force */
	bool build_id_checked;
	uint64_t slide;		/* of the kernel image */
	uint64_t slide_against;	/* pairs that contradict it */
	bool moved;		/* a kernel of which other areas were moved too */
	/* blocks of 1 GB with struct pages, and with memory of vmalloc(), begin
	 * there; 0: not found out */
	uint64_t pages_at, vmalloc_at;
	uint64_t areas_against;	/* samples that contradict it */
	uint64_t nr_percpu;	/* CPUs whose own variables were found */
	uint64_t percpu_against;	/* samples that contradict that */
	/* who LAY_HEAT_COPIED is by, those with most samples first */
	struct lay_heat_function copiers[LAY_HEAT_NR_COPIERS];
	unsigned int nr_copiers;
	const char *inputs;	/* "perf.data, perf c2c report" */
};

/* Of a class of locks, while lock_stat counted. */
struct lay_heat_lock_counts {
	uint64_t contentions, bounced, acquisitions;
	uint64_t wait_ns, hold_ns;	/* in all */
};

/*
 * A class of locks of lock_stat, and the member that it is: type is NULL where
 * that is not known, or one of several: others then tells which.
 */
struct lay_heat_lock {
	const char *name;	/* "&(&zone->lock)->rlock", "key#3" */
	char mode;		/* 'W', 'R', 0: it has no readers */
	const char *type, *path;
	uint64_t off;
	enum lay_heat_grade grade;
	bool variable;		/* it is one of the kernel, in no record */
	const char *others;	/* "struct a, struct b, ..."; or NULL */
	size_t nr_others;
	const char *why;	/* it is that, or is not known; never NULL */
	/* of several tables the first and the last */
	bool has_before, has_after;
	struct lay_heat_lock_counts before, after;
	uint32_t after_table;
};

/* One answer: equal samples together. */
struct lay_heat_answer {
	uint64_t count;
	uint64_t ip, addr;	/* 0: not known, as in profiles */
	const char *type;	/* NULL: none */
	uint64_t off;
	const char *path;	/* NULL: none; good for the call */
	enum lay_heat_grade grade;
	enum lay_heat_fate fate;
};

/* Heat of @build, which must stay open. @opts may be NULL. */
LAY_API int lay_heat_open(struct lay_build *build,
			  const struct lay_heat_opts *opts,
			  struct lay_heat **heat, struct lay_error *err);
LAY_API void lay_heat_close(struct lay_heat *heat);

/*
 * Before anything is read, take the access map at @path instead of following the
 * code of the build. It is as `layoutdiff access --dump` writes it: a line
 * for each memory operand: address (hex), type, offset, path, access (r, w, rw,
 * atomic), size, function, grade, separated by tabs; "-" where not known. A
 * comment `# build-id HEX` of another build is refused (-LAY_E_CHANGED), unless
 * that is forced.
 */
LAY_API int lay_heat_use_map(struct lay_heat *heat, const char *path,
			     struct lay_error *err);

/* Call @see with each answer, in order of address, as batches are done. Set
 * before anything is read. */
LAY_API void lay_heat_on_answer(struct lay_heat *heat,
				int (*see)(void *ctx,
					   const struct lay_heat_answer *a,
					   struct lay_error *err), void *ctx);

/*
 * Read samples from @path ("-": standard input). Errors: as of its format; it
 * is of another build (-LAY_E_CHANGED), unless that is forced.
 */
LAY_API int lay_heat_read(struct lay_heat *heat, const char *path,
			  struct lay_error *err);

/* Attribute what is still to be attributed. Questions follow. */
LAY_API int lay_heat_finish(struct lay_heat *heat, struct lay_error *err);

LAY_API const struct lay_heat_totals *lay_heat_totals(struct lay_heat *heat);

/* "by the code", "stack or vmalloc memory", ...; "code", "stack", ... */
LAY_API const char *lay_heat_fate_name(enum lay_heat_fate fate);
LAY_API const char *lay_heat_fate_key(enum lay_heat_fate fate);
LAY_API const char *lay_heat_grade_name(enum lay_heat_grade grade);

/* The classes of locks, most contended first; good until @heat is closed. */
LAY_API int lay_heat_locks(struct lay_heat *heat,
			   const struct lay_heat_lock **locks, size_t *nr,
			   struct lay_error *err);

/* The types that have heat, hottest first; *@ranked is the caller's. */
LAY_API int lay_heat_rank(struct lay_heat *heat,
			  struct lay_heat_ranked **ranked, size_t *nr,
			  struct lay_error *err);
LAY_API int lay_heat_rank_lines(struct lay_heat *heat,
				struct lay_heat_ranked_line **ranked,
				size_t *nr, struct lay_error *err);

/* The variables of the image, and those of CPUs of which the place was found. */
LAY_API int lay_heat_rank_variables(struct lay_heat *heat,
				    struct lay_heat_ranked_variable **ranked,
				    size_t *nr, struct lay_error *err);

/*
 * The heat of the type that @layout is of: samples of it, and those of types
 * that hold it, at its place in them. The caller's (lay_heat_fields_free());
 * borrows from @heat.
 */
LAY_API int lay_heat_fold(struct lay_heat *heat,
			  const struct lay_layout *layout,
			  struct lay_heat_fields **fields,
			  struct lay_error *err);
LAY_API void lay_heat_fields_free(struct lay_heat_fields *fields);

/* The sum of bytes @first to @end - 1, in arrays of records those of the first
 * element for all. */
LAY_API void lay_heat_sum(const struct lay_heat_fields *fields, uint64_t first,
			  uint64_t end, struct lay_heat_sum *sum);
/* The same of a slot, and of all of it. */
LAY_API void lay_heat_slot(const struct lay_heat_fields *fields, uint32_t slot,
			   struct lay_heat_sum *sum);
LAY_API void lay_heat_all(const struct lay_heat_fields *fields,
			  struct lay_heat_sum *sum);

/* Pairs on a line, those in most objects first, then by counts. */
LAY_API const struct lay_heat_pair *
lay_heat_pairs(const struct lay_heat_fields *fields, size_t *nr);

/* The objects of the type that were told apart. */
LAY_API uint64_t lay_heat_nr_objects(const struct lay_heat_fields *fields);

#endif /* LAYOUTDIFF_HEAT_H */
