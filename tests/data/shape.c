// SPDX-License-Identifier: GPL-2.0-only
/*
 * What happened to a few structures of the kernel, as a build of our own that
 * stays when the archive drops the kernels it happened in. -DERA=1 is like
 * Debian's 6.1.0-47, 2 like 6.1.0-57, 3 like 6.12.117; what is of no interest
 * is an array of bytes.
 */
struct net_device;
struct dst_ops;
struct xfrm_state;
struct lwtunnel_state;
struct uncached_list;
struct inode;
struct super_block;
struct sk_buff;
struct sock;
struct net;

typedef unsigned short u16;
typedef unsigned int u32;

typedef struct {
	int counter;
} atomic_t;

typedef struct {
	long counter;
} atomic_long_t;

typedef struct {
	atomic_t refcnt;
} rcuref_t;

typedef struct {
	u32 value;
} spinlock_t;

struct list_head {
	struct list_head *next, *prev;
};

struct callback_head {
	struct callback_head *next;
	void (*func)(struct callback_head *head);
};

struct lockref {
	spinlock_t lock;
	int count;
};

struct rw_semaphore {
	atomic_long_t count;
	atomic_long_t owner;
	atomic_t osq;
	spinlock_t wait_lock;
	struct list_head wait_list;
};

/* dev: wrapped between 1 and 2. __refcnt: renamed and retyped between 2 and 3;
 * lwtstate: line 1 to 2, with rt_uncached come in before it. */
struct dst_entry {
#if ERA == 1
	struct net_device	*dev;
#else
	union {
		struct net_device	*dev;
		struct net_device	*dev_rcu;
	};
#endif
	struct dst_ops		*ops;
	unsigned long		_metrics;
	unsigned long		expires;
	struct xfrm_state	*xfrm;
	int			(*input)(struct sk_buff *skb);
	int			(*output)(struct net *net, struct sock *sk,
					  struct sk_buff *skb);
	u16			flags;
	short			obsolete;
	u16			header_len;
	u16			trailer_len;
#if ERA < 3
	atomic_t		__refcnt;
#else
	rcuref_t		__rcuref;
#endif
	int			__use;
	unsigned long		lastuse;
#if ERA < 3
	struct lwtunnel_state	*lwtstate;
#endif
	struct callback_head	callback_head;
	short			error;
	short			__pad;
	u32			tclassid;
	struct {
	}			dev_tracker;
#if ERA == 3
	struct list_head	rt_uncached;
	struct uncached_list	*rt_uncached_list;
	struct lwtunnel_state	*lwtstate;
#endif
};

/* Embeds it: rt_genid moves with it, what follows dst leaves its line. */
struct rtable {
	struct dst_entry	dst;
	int			rt_genid;
	u32			rt_flags;
	u16			rt_type;
	unsigned char		rt_is_input;
	unsigned char		rt_uses_gateway;
	int			rt_iif;
	unsigned char		rt_gw_family;
	union {
		u32		rt_gw4;
		u32		rt_gw6[4];
	};
	u32			rt_mtu_locked : 1,
				rt_pmtu : 31;
#if ERA < 3
	struct list_head	rt_uncached;
	struct uncached_list	*rt_uncached_list;
#endif
};

/* mmap_lock: across a line before and after, but of other halves. */
struct mm_struct {
	struct {
#if ERA == 3
		struct {
			atomic_t	mm_count;
		} __attribute__((aligned(64)));
		char		mm_rest[100];
#else
		char		mm_rest[88];
		atomic_t	mm_count;
		char		mm_more[16];
#endif
		spinlock_t	page_table_lock;
		struct rw_semaphore	mmap_lock;
		struct list_head	mmlist;
#if ERA == 1
		char		mm_counts[72];
#elif ERA == 2
		char		mm_counts[80];
#else
		char		mm_counts[88];
#endif
		u32		write_protect_seq;
		spinlock_t	arg_lock;
#if ERA == 3
		char		mm_end[1024];
#else
		char		mm_end[840];
#endif
	};
	unsigned long		cpu_bitmap[];
};

struct dentry {
	u32			d_flags;
	u32			d_seq;
	struct list_head	d_hash;
	struct dentry		*d_parent;
	char			d_name[16];
	struct inode		*d_inode;
#if ERA < 3
	unsigned char		d_iname[32];
	struct lockref		d_lockref;
#else
	unsigned char		d_iname[40];
#endif
	const void		*d_op;
	struct super_block	*d_sb;
	unsigned long		d_time;
	void			*d_fsdata;
#if ERA == 3
	struct lockref		d_lockref;
#endif
	union {
		struct list_head	d_lru;
		void			*d_wait;
	};
#if ERA < 3
	struct list_head	d_child;
	struct list_head	d_subdirs;
#else
	struct list_head	d_sib;
	void			*d_children;
#endif
	union {
		struct list_head	d_alias;
		struct callback_head	d_rcu;
	} d_u;
};

struct pcpu_chunk {
	struct list_head	list;
	int			free_bytes;
	char			chunk_md[32];
#if ERA < 3
	void			*base_addr;
	unsigned long		*alloc_map;
	unsigned long		*bound_map;
#else
	unsigned long		*bound_map;
	void			*base_addr __attribute__((aligned(64)));
	unsigned long		*alloc_map;
#endif
	void			*md_blocks;
	void			*data;
	_Bool			immutable;
	_Bool			isolated;
	int			start_offset;
	int			end_offset;
	void			**obj_cgroups;
	int			nr_pages;
	int			nr_populated;
	int			nr_empty_pop_pages;
	unsigned long		populated[];
};

/* What nothing uses is not in the debug information. */
struct rtable rtable;
struct mm_struct mm_struct;
struct dentry dentry;
struct pcpu_chunk pcpu_chunk;
