// SPDX-License-Identifier: GPL-2.0-only
/*
 *	driver [-s SEED] [-n CASES] [-t SECONDS] [-o DIR] [-i] OBJECT...
 *	driver [-s SEED] -c CASE [-o DIR] OBJECT
 *	driver -m MAIN -w WHERE [OPTION]... OBJECT
 *
 * Damage each OBJECT in CASES ways and give the result to the library. What a
 * case does follows from the seed, the object and its number alone; -c does one
 * again, in this process. No new cases are begun after SECONDS. The files of
 * cases that failed, or of the one of -c, are kept in DIR.
 *
 * With -m, what is damaged is a file that MAIN leads to: it is written to WHERE,
 * and MAIN is asked. With -i the file is standard input.
 *
 * Cases run in a child, some after another: one that crashes, runs for too long
 * or leaks takes the child with it, and the number it left in shared memory
 * tells which it was. Time is that of the processor, not of the clock: a busy
 * machine fails no test.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "fuzz/fuzz.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

/* Cases that share a child. */
#define BATCH 64
/* After so many failures of one object the rest is left alone. */
#define MAX_FAILURES 10

/* A case may take two seconds; sanitizers make it several times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define CASE_SECONDS 10
#else
#define CASE_SECONDS 2
#endif

struct options {
	uint64_t seed;
	uint64_t nr_cases;
	double seconds;		/* of the clock, for all objects; 0: no bound */
	const char *keep;
	const char *main, *where;	/* or NULL */
	bool on_stdin;
	uint64_t only;		/* or UINT64_MAX */
};

/* Written by the child, read by its parent. */
struct shared {
	uint64_t now;		/* the case that is running */
};

static double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Die by SIGPROF when the case takes longer. */
static void start_clock(void)
{
	const struct itimerval limit = { .it_value.tv_sec = CASE_SECONDS };

	setitimer(ITIMER_PROF, &limit, NULL);
}

static struct fuzz_rng rng_of_case(const struct options *opts,
				   const struct fuzz_object *object,
				   uint64_t number)
{
	const char *name = strrchr(object->path, '/');
	uint64_t h;

	/* The folder may differ, from build to build. */
	name = name ? name + 1 : object->path;
	h = hash_bytes(name, strlen(name));
	return (struct fuzz_rng){ hash_u64(opts->seed ^ h) + hash_u64(number) };
}

static void use_as_stdin(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0 || dup2(fd, STDIN_FILENO) < 0) {
		perror(path);
		exit(99);
	}
	close(fd);
}

static void run_case(const struct options *opts,
		     const struct fuzz_object *object,
		     const struct fuzz_intact *intact, uint64_t number)
{
	struct fuzz_rng rng = rng_of_case(opts, object, number);
	struct byte_buf image;
	char *path;

	fuzz_damage(object, &rng, &image);
	path = test_file_write(image.data, image.len);
	byte_buf_free(&image);
	start_clock();
	if (opts->main) {
		/* as many bytes in another file: replaced, not written over */
		if (rename(path, opts->where) < 0)
			perror(opts->where);
		fuzz_exercise(opts->main, NULL, &rng);
		free(path);
		return;
	}
	if (opts->on_stdin) {
		use_as_stdin(path);
		fuzz_exercise("-", NULL, &rng);
	} else {
		fuzz_exercise(path, intact, &rng);
	}
	test_file_remove(path);
}

/* Write the file of a case to where it can be looked at. */
static void keep_case(const struct options *opts,
		      const struct fuzz_object *object, uint64_t number)
{
	struct fuzz_rng rng = rng_of_case(opts, object, number);
	const char *name = strrchr(object->path, '/');
	struct byte_buf image;
	char path[4096];
	FILE *f;

	if (!opts->keep)
		return;
	name = name ? name + 1 : object->path;
	snprintf(path, sizeof(path), "%s/%s.%llu.%llu", opts->keep, name,
		 (unsigned long long)opts->seed, (unsigned long long)number);
	fuzz_damage(object, &rng, &image);
	f = fopen(path, "w");
	if (!f || fwrite(image.data, 1, image.len, f) != image.len ||
	    fclose(f) == EOF)
		perror(path);
	byte_buf_free(&image);
}

/* Run cases [first, end) in a child; returns as waitpid() tells. */
static int run_in_child(const struct options *opts,
			const struct fuzz_object *object, uint64_t first,
			uint64_t end, struct shared *shared)
{
	struct fuzz_intact *intact;
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		perror("fork");
		exit(99);
	}
	if (!pid) {
		elf_guard_install(NULL);
		intact = fuzz_intact_open(object->path);
		for (uint64_t i = first; i < end; i++) {
			shared->now = i;
			run_case(opts, object, intact, i);
		}
		shared->now = end;
		fuzz_intact_close(intact);
		exit(0);	/* and look for leaks */
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static void tell_failure(const struct options *opts,
			 const struct fuzz_object *object, uint64_t number,
			 int status)
{
	const char *what = "failed (see above)";

	if (WIFSIGNALED(status))
		what = WTERMSIG(status) == SIGPROF ?
			       "ran for too long" : strsignal(WTERMSIG(status));
	fprintf(stderr, "FAILED: %s: case %llu: %s; again by: -s %llu -c %llu\n",
		object->path, (unsigned long long)number, what,
		(unsigned long long)opts->seed, (unsigned long long)number);
	keep_case(opts, object, number);
}

/* Run cases of one object; returns how many failed, *@nr_run is added to. */
static unsigned int run_object(const struct options *opts,
			       const struct fuzz_object *object, double until,
			       struct shared *shared, uint64_t *nr_run)
{
	unsigned int failures = 0;
	uint64_t i = 0, alone_until = 0;

	while (i < opts->nr_cases && failures < MAX_FAILURES &&
	       (!opts->seconds || seconds_now() < until)) {
		uint64_t end = i < alone_until ? i + 1 : i + BATCH;
		int status;

		if (end > opts->nr_cases)
			end = opts->nr_cases;
		status = run_in_child(opts, object, i, end, shared);
		if (!status) {
			*nr_run += end - i;
			i = end;
			continue;
		}
		/* What is told at exit (a leak) is of one of the batch: each
		 * of them again, alone. */
		if (shared->now >= end && end > i + 1) {
			alone_until = end;
			continue;
		}
		if (shared->now < end)
			i = shared->now;
		tell_failure(opts, object, i, status);
		failures++;
		*nr_run += 1;
		i++;
	}
	return failures;
}

static int run_all(const struct options *opts, char **paths, int nr)
{
	struct shared *shared = mmap(NULL, sizeof(*shared),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	double start = seconds_now();
	unsigned int failures = 0;
	uint64_t nr_run = 0;

	if (shared == MAP_FAILED) {
		perror("mmap");
		return 99;
	}
	for (int i = 0; i < nr; i++) {
		/* what others left over of their time is for those behind */
		double now = seconds_now();
		double share = (start + opts->seconds - now) / (nr - i);
		struct fuzz_object object;

		if (fuzz_object_read(&object, paths[i]) < 0)
			return 99;
		failures += run_object(opts, &object, now + share, shared,
				       &nr_run);
		fuzz_object_free(&object);
	}
	printf("%llu cases of %d objects with seed %llu, %u failed\n",
	       (unsigned long long)nr_run, nr, (unsigned long long)opts->seed,
	       failures);
	munmap(shared, sizeof(*shared));
	return failures ? 1 : 0;
}

static int run_one(const struct options *opts, const char *path)
{
	struct fuzz_object object;
	struct fuzz_intact *intact;

	if (fuzz_object_read(&object, path) < 0)
		return 99;
	keep_case(opts, &object, opts->only);
	elf_guard_install(NULL);
	intact = fuzz_intact_open(path);
	run_case(opts, &object, intact, opts->only);
	fuzz_intact_close(intact);
	fuzz_object_free(&object);
	return 0;
}

int main(int argc, char **argv)
{
	struct options opts = { .seed = 1, .nr_cases = 1000,
				.only = UINT64_MAX };
	int c;

	while ((c = getopt(argc, argv, "s:n:t:o:c:m:w:i")) != -1) {
		if (c == 's')
			opts.seed = strtoull(optarg, NULL, 0);
		else if (c == 'n')
			opts.nr_cases = strtoull(optarg, NULL, 0);
		else if (c == 't')
			opts.seconds = strtod(optarg, NULL);
		else if (c == 'o')
			opts.keep = optarg;
		else if (c == 'm')
			opts.main = optarg;
		else if (c == 'w')
			opts.where = optarg;
		else if (c == 'i')
			opts.on_stdin = true;
		else if (c == 'c')
			opts.only = strtoull(optarg, NULL, 0);
		else
			return 99;
	}
	if (optind == argc || !opts.main != !opts.where ||
	    (opts.only != UINT64_MAX && optind + 1 != argc)) {
		fprintf(stderr, "usage: driver [-s SEED] [-n CASES] [-t SECONDS] [-c CASE] [-o DIR] [-i | -m MAIN -w WHERE] OBJECT...\n");
		return 99;
	}
	if (opts.only != UINT64_MAX)
		return run_one(&opts, argv[optind]);
	return run_all(&opts, argv + optind, argc - optind);
}
