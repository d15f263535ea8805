// SPDX-License-Identifier: GPL-2.0-only
/*
 * What samples of tests are attributed to: structs that embed each other, and
 * functions that samples can be of. Everything is 8 bytes wide, so that places
 * are the same on all machines of 64 bits.
 */
typedef unsigned long long u64;

struct link {
	u64 next, prev;
};

/* as large as what it holds */
struct wrap {
	struct link link;
};

struct part {
	u64 count;
	struct link links;
};

/* 128 bytes, two lines */
struct whole {
	u64 flags;		/* 0 */
	struct part part;	/* 8, its links 16 */
	u64 first;		/* 32 */
	u64 second;		/* 40 */
	u64 third;		/* 48 */
	u64 fourth;		/* 56 */
	u64 table[4];		/* 64 */
	struct link lists[2];	/* 96 */
};

/* 128 bytes, and nothing like it */
struct other {
	u64 words[3][5];
	u64 last;
};

/* locks, called as the kernel calls them */
typedef struct spinlock {
	u64 raw;
} spinlock_t;

struct zone {
	u64 count;
	spinlock_t lock;
};

struct queue {
	u64 nr, most;
	spinlock_t lock;
	spinlock_t busy_lock;
};

/* as the kernel has it: in the page, or by itself */
struct page {
	u64 flags;
	spinlock_t ptl;
	u64 words[6];
};

struct ptdesc {
	u64 flags;
	spinlock_t *ptl;
};

typedef struct percpu_rw_semaphore {
	u64 readers, writer;
} percpu_rw_semaphore;

struct super_block {
	u64 flags;
	struct {
		u64 frozen;
		struct percpu_rw_semaphore rw_sem[3];
	} s_writers;
};

struct netdev_queue {
	u64 nr;
	spinlock_t _xmit_lock;
};

struct net_device {
	u64 flags;
	struct netdev_queue *queue;
	spinlock_t addr_list_lock;
};

struct super_block no_super;
struct page no_page;
struct ptdesc no_table;

/* each CPU has its own */
#define PER_CPU __attribute__((section(".data..percpu")))

struct runner {
	u64 nr, load;
};

struct ticker {
	u64 now, next[2];
};

PER_CPU struct runner runner = { 1, 1 };
PER_CPU struct ticker ticker = { 1, { 1, 1 } };
PER_CPU u64 ticks = 1;

spinlock_t big_lock;
struct zone zones[2];
struct whole wholes[2];
struct other others[2];
struct wrap wrapped;

u64 reader(struct whole *w)
{
	return w->first + w->table[w->second & 3];
}

void writer(struct whole *w)
{
	w->second = w->part.links.next + w->lists[w->flags & 1].prev;
}

void taker(struct queue *q)
{
	q->lock.raw = big_lock.raw;
	q->nr = q->most;
}

void zone_taker(struct zone *zone)
{
	zone->lock.raw++;
}

void queue_taker(struct net_device *dev)
{
	struct netdev_queue *queue = dev->queue;

	queue->_xmit_lock.raw++;
	queue->nr++;
}

void device_taker(struct net_device *dev)
{
	dev->addr_list_lock.raw++;
}

int _start(void)
{
	static struct netdev_queue queue;
	static struct net_device dev = { 1, &queue };

	queue_taker(&dev);
	device_taker(&dev);
	no_super.flags++;
	zone_taker(&zones[1]);
	writer(&wholes[0]);
	runner.nr += no_page.flags + ticker.now + ticks;
	others[0].last = reader(&wholes[1]);
	return 0;
}
