// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit/elf/elf-test.h"
#include "elf/links.h"
#include "base/poison.h"

/* More than what a sanitizer build gives out as a copy. */
#define BIG ((size_t)4 << 20)

/* Cmocka sets its own handler before each test: put ours back over it. */
static void use_guard(void)
{
	static struct sigaction guard;
	struct lay_error err = { .text = "" };

	assert_int_equal(elf_guard_install(&err), 0);
	if (guard.sa_sigaction)
		sigaction(SIGBUS, &guard, NULL);
	else
		sigaction(SIGBUS, NULL, &guard);
}

/* A file with one big section of ones. */
static struct elf_file *open_big(char **path, struct elf_data *data)
{
	struct elf_writer w;
	struct elf_file *file;
	uint8_t *ones = malloc(BIG);

	assert_non_null(ones);
	memset(ones, 1, BIG);
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".x", SHT_PROGBITS, 0, ones, BIG);
	free(ones);
	file = open_written(&w, path);
	assert_int_equal(elf_section_data(file, elf_find_section(file, ".x"),
					  data, NULL), 0);
	return file;
}

static uint64_t sum(const struct elf_data *data)
{
	const volatile uint8_t *p = data->data;
	uint64_t n = 0;

	for (size_t i = 0; i < data->size; i++)
		n += p[i];
	return n;
}

static void *sum_thread(void *arg)
{
	static uint64_t sums[64];
	static _Atomic int next;
	uint64_t *s = &sums[next++ % 64];

	*s = sum(arg);
	return s;
}

static void a_file_that_shrinks_reads_as_zeros_and_is_told(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_data data, other_data;
	struct elf_file *file, *other;
	char *path, *other_path;
	uint64_t n;

	(void)state;
	use_guard();
	use_guard();
	file = open_big(&path, &data);
	other = open_big(&other_path, &other_data);
	assert_int_equal(elf_intact(file, &err), 0);
	assert_int_equal(truncate(path, BIG / 2), 0);
	n = sum(&data);
	assert_true(n > 0 && n <= BIG / 2);
	assert_int_equal(elf_intact(file, &err), -LAY_E_CHANGED);
	assert_says(&err, path);
	assert_says(&err, "shrank");

	/* The other file is not touched by it. */
	assert_int_equal(sum(&other_data), BIG);
	assert_int_equal(elf_intact(other, &err), 0);

	/* A file opened in the place of a changed one starts afresh. */
	close_written(file, path);
	file = open_big(&path, &data);
	assert_int_equal(elf_intact(file, &err), 0);
	close_written(file, path);
	close_written(other, other_path);
}

static void many_threads_survive_a_file_that_shrinks(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_data data;
	struct elf_file *file;
	pthread_t threads[8];
	char *path;

	(void)state;
	use_guard();
	file = open_big(&path, &data);
	for (int i = 0; i < 8; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, sum_thread,
						&data), 0);
	assert_int_equal(truncate(path, 0), 0);
	for (int i = 0; i < 8; i++) {
		void *n;

		pthread_join(threads[i], &n);
		assert_true(*(uint64_t *)n <= BIG);
	}
	sum(&data);
	assert_int_equal(elf_intact(file, &err), -LAY_E_CHANGED);
	close_written(file, path);
}

static void a_file_that_was_written_to_is_told(void **state)
{
	const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	struct lay_error err = { .text = "" };
	struct elf_data data;
	struct elf_file *file;
	char *path;

	(void)state;
	file = open_big(&path, &data);
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	assert_int_equal(elf_intact(file, &err), -LAY_E_CHANGED);
	assert_says(&err, "changed while it was in use");
	close_written(file, path);

	file = open_big(&path, &data);
	assert_int_equal(truncate(path, 2 * BIG), 0);
	assert_int_equal(elf_intact(file, &err), -LAY_E_CHANGED);
	close_written(file, path);
}

static void a_file_that_was_replaced_is_still_whole(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_data data;
	struct elf_file *file;
	char *path, *other = test_file_write("other", 5);

	(void)state;
	file = open_big(&path, &data);
	assert_int_equal(rename(other, path), 0);
	free(other);
	assert_int_equal(sum(&data), BIG);
	assert_int_equal(elf_intact(file, &err), 0);
	close_written(file, path);
}

/* Run @fn in a child; how it ended, as waitpid() tells. */
static int run_in_child(void (*fn)(void))
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid) {
		fn();
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

/* Read a page of a mapping that nobody registered and that is not there. */
static void fault_elsewhere(void)
{
	char *path = test_file_write("x", 1);
	int fd = open(path, O_RDONLY);
	volatile char *p = mmap(NULL, 1 << 20, PROT_READ, MAP_PRIVATE, fd, 0);

	test_file_remove(path);
	(void)p[1 << 19];
}

static void own_handler(int sig)
{
	(void)sig;
	_exit(42);
}

static void set_default_install_and_fault(void)
{
	signal(SIGBUS, SIG_DFL);
	elf_guard_install(NULL);
	elf_guard_install(NULL);
	fault_elsewhere();
}

static void set_default_install_and_raise(void)
{
	signal(SIGBUS, SIG_DFL);
	elf_guard_install(NULL);
	raise(SIGBUS);
}

static void ignore_install_and_raise(void)
{
	struct sigaction now;

	signal(SIGBUS, SIG_IGN);
	elf_guard_install(NULL);
	raise(SIGBUS);
	sigaction(SIGBUS, NULL, &now);
	_exit(now.sa_flags & SA_SIGINFO ? 41 : 40);
}

static void set_own_install_and_fault(void)
{
	signal(SIGBUS, own_handler);
	elf_guard_install(NULL);
	fault_elsewhere();
}

/* Must run before the handler is installed in this process. */
static void other_faults_go_where_they_went_before(void **state)
{
	int status;

	(void)state;
	status = run_in_child(set_default_install_and_fault);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
	status = run_in_child(set_default_install_and_raise);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
	status = run_in_child(ignore_install_and_raise);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 41);
	status = run_in_child(set_own_install_and_fault);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

static void more_files_than_can_be_guarded_are_an_error(void **state)
{
	static struct elf_file *files[20000];
	struct lay_error err = { .text = "" };
	struct elf_writer w;
	size_t nr = 0;
	char *path;
	int rc = 0;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	path = elf_writer_finish(&w);
	while (nr < 20000 && !rc) {
		rc = elf_open(path, &files[nr], &err);
		if (!rc)
			elf_release(files[nr++]);
	}
	assert_int_equal(rc, -LAY_E_LIMIT);
	assert_says(&err, "too many");
	assert_true(nr > 10000);
	for (size_t i = 0; i < nr; i++)
		elf_close(files[i]);
	assert_int_equal(elf_open(path, &files[0], &err), 0);
	close_written(files[0], path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_faults_go_where_they_went_before),
		cmocka_unit_test(a_file_that_shrinks_reads_as_zeros_and_is_told),
		cmocka_unit_test(many_threads_survive_a_file_that_shrinks),
		cmocka_unit_test(a_file_that_was_written_to_is_told),
		cmocka_unit_test(a_file_that_was_replaced_is_still_whole),
		cmocka_unit_test(more_files_than_can_be_guarded_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
