// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a page of a mapped file that the file no longer has raises SIGBUS in
 * whoever reads it, and checks before reading cannot help: the file may shrink
 * between check and read.
 *
 * Idea: a handler looks the address up among the mappings that are registered,
 * puts zero pages from there to the end of the mapping (a file shrinks from its
 * end), and returns; the read is done again and gets zeros.
 *
 * Invariant: the handler never touches memory that is not a registered mapping.
 * A signal belongs to the process, so its handler and its table do too: here,
 * and only here, are variables of the process. The handler may interrupt
 * anything, on any thread, so it takes no lock; each slot has a sequence number,
 * odd while the slot is written, by which a reader sees that what it read is
 * one registration and not parts of two. A slot that is being written cannot be
 * the one looked for: that mapping is in use by the thread that faulted.
 *
 * Cost: nothing until a page is missing; then a walk over the table.
 */
#include <config.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf/elf.h"
#include "elf/guard.h"
#include "base/poison.h"

/* A process may have 65530 mappings by default; a file takes two and more. */
#define NR_SLOTS 16384

struct guard_slot {
	atomic_uint seq;
	atomic_uintptr_t start;	/* 0: free */
	atomic_uintptr_t end;
	atomic_bool hit;
};

static struct guard_slot slots[NR_SLOTS];
static atomic_size_t next_slot;	/* where a free one is likely */
static struct sigaction previous;
static uintptr_t page_mask;	/* page size - 1 */

struct guard_slot *guard_add(const void *map, size_t size)
{
	size_t start = atomic_load(&next_slot);

	for (size_t i = 0; i < NR_SLOTS; i++) {
		struct guard_slot *slot = &slots[(start + i) % NR_SLOTS];
		unsigned int seq = atomic_load(&slot->seq);

		if (seq & 1 || atomic_load(&slot->start))
			continue;
		if (!atomic_compare_exchange_strong(&slot->seq, &seq, seq + 1))
			continue;
		atomic_store(&slot->start, (uintptr_t)map);
		atomic_store(&slot->end, (uintptr_t)map + size);
		atomic_store(&slot->hit, false);
		atomic_store(&slot->seq, seq + 2);
		atomic_store(&next_slot, (start + i + 1) % NR_SLOTS);
		return slot;
	}
	return NULL;
}

void guard_remove(struct guard_slot *slot)
{
	if (!slot)
		return;
	atomic_fetch_add(&slot->seq, 1);
	atomic_store(&slot->start, 0);
	atomic_store(&slot->end, 0);
	atomic_fetch_add(&slot->seq, 1);
}

bool guard_was_hit(const struct guard_slot *slot)
{
	return slot && atomic_load(&slot->hit);
}

/* The slot whose mapping has @addr, and where that mapping ends. */
static struct guard_slot *find_slot(uintptr_t addr, uintptr_t *end)
{
	for (size_t i = 0; i < NR_SLOTS; i++) {
		struct guard_slot *slot = &slots[i];
		unsigned int seq = atomic_load(&slot->seq);
		uintptr_t slot_start = atomic_load(&slot->start);
		uintptr_t slot_end = atomic_load(&slot->end);

		if (seq & 1 || atomic_load(&slot->seq) != seq)
			continue;
		if (slot_start && addr >= slot_start && addr < slot_end) {
			*end = slot_end;
			return slot;
		}
	}
	return NULL;
}

/*
 * Put zeros where pages are missing. mmap() is not in POSIX's list of what a
 * handler may call; on Linux it is a plain system call.
 */
static bool fill_missing(uintptr_t addr)
{
	struct guard_slot *slot;
	uintptr_t page = addr & ~page_mask, end;
	void *p;

	slot = find_slot(addr, &end);
	if (!slot)
		return false;
	atomic_store(&slot->hit, true);
	p = mmap((void *)page, end - page, PROT_READ,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	return p != MAP_FAILED;
}

/* Not ours: what would have happened without this handler. */
static void pass_on(int sig, siginfo_t *info, void *context)
{
	if (previous.sa_flags & SA_SIGINFO) {
		previous.sa_sigaction(sig, info, context);
		return;
	}
	if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
		previous.sa_handler(sig);
		return;
	}
	/* A signal that somebody sent can be ignored, and does not come again
	 * by itself as that of a faulting instruction does. */
	if (info->si_code <= 0 && previous.sa_handler == SIG_IGN)
		return;
	sigaction(sig, &previous, NULL);
	if (info->si_code <= 0)
		raise(sig);
}

static void handle_sigbus(int sig, siginfo_t *info, void *context)
{
	int saved_errno = errno;

	if (info->si_code <= 0 || !fill_missing((uintptr_t)info->si_addr))
		pass_on(sig, info, context);
	errno = saved_errno;
}

int elf_guard_install(struct lay_error *err)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static bool installed;
	struct sigaction action = {
		.sa_sigaction = handle_sigbus,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART,
	};
	int rc = 0;

	sigemptyset(&action.sa_mask);
	pthread_mutex_lock(&lock);
	if (!installed) {
		/* Both are read by the handler: set before it can run. */
		page_mask = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
		if (sigaction(SIGBUS, NULL, &previous) < 0 ||
		    sigaction(SIGBUS, &action, NULL) < 0)
			rc = lay_error_set(err, LAY_E_IO,
					   "cannot install a handler for SIGBUS: %s",
					   strerror(errno));
		else
			installed = true;
	}
	pthread_mutex_unlock(&lock);
	return rc;
}
