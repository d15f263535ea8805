// SPDX-License-Identifier: GPL-2.0-only
/*
 * struct dst_entry and struct rt6_info before the patch: nfheader_len is a
 * member of every routing entry. new.c is the same after it; `diff old.c
 * new.c` is the patch.
 */
struct net_device;
struct dst_ops;
struct neighbour;
struct hh_cache;
struct xfrm_state;
struct sk_buff;
struct inet6_dev;

typedef struct {
	int counter;
} atomic_t;

struct rcu_head {
	struct rcu_head *next;
	void (*func)(struct rcu_head *head);
};

#define RTAX_MAX 13

struct dst_entry {
	struct rcu_head		rcu_head;
	struct dst_entry	*child;
	struct net_device	*dev;
	short			error;
	short			obsolete;
	int			flags;
	unsigned long		expires;

	unsigned short		header_len;
	unsigned short		nfheader_len;
	unsigned short		trailer_len;

	unsigned int		metrics[RTAX_MAX];
	struct dst_entry	*path;

	unsigned long		rate_last;
	unsigned long		rate_tokens;

	struct neighbour	*neighbour;
	struct hh_cache		*hh;
	struct xfrm_state	*xfrm;

	/* read for each packet */
	int			(*input)(struct sk_buff *skb);
	int			(*output)(struct sk_buff *skb);
#ifdef CONFIG_NET_CLS_ROUTE
	unsigned int		tclassid;
#endif
	struct dst_ops		*ops;

	/* written for each packet */
	unsigned long		lastuse;
	atomic_t		__refcnt;
	int			__use;

	struct dst_entry	*next;
	char			info[0];
};

struct rt6_info {
	union {
		struct dst_entry	dst;
		struct rt6_info		*next;
	} u;
	struct inet6_dev	*rt6i_idev;
	unsigned int		rt6i_flags;
	unsigned int		rt6i_metric;
	atomic_t		rt6i_ref;
};

/* A type that nothing uses is not in the debug information. */
struct rt6_info ip6_null_entry;
