// SPDX-License-Identifier: GPL-2.0-only
/* What is optimized until variables are in pieces, in registers, at their values
 * of entry, and nowhere. */
struct list { struct list *next; };
struct pair { long low, high; };
struct user {
	int (*put)(struct user *user, struct pair pair);
	struct list link;
	struct pair range;
	unsigned int bits : 5;
};

extern int sink(struct user *user, long n, const char *text, ...);
extern void cold(struct user *user) __attribute__((cold, noreturn));

static struct user table[8];
__thread int per_thread;

static inline struct user *user_of(struct list *link)
{
	return (struct user *)((char *)link -
			       __builtin_offsetof(struct user, link));
}

static inline int weigh(struct pair pair, int by)
{
	static int calls;
	int weight = (int)(pair.high - pair.low) * by;

	calls++;
	return weight > calls ? weight : 0;
}

int use(struct list *head, long n)
{
	int sum = 0;

	for (struct list *link = head->next; link != head; link = link->next) {
		struct user *user = user_of(link);
		struct pair pair = { user->range.low, n };

		if (__builtin_expect(!user->put, 0))
			cold(user);
		sum += user->put(user, pair) + weigh(user->range, 3);
		sink(user, n + 1, "use");
	}
	return sum + per_thread;
}

int last(unsigned int i, long a, long b, long c, long d, long e, long f)
{
	struct user *user = &table[i & 7];

	per_thread += (int)(a + b + c + d + e);
	user->range.high = f;
	return sink(user, f, "last %ld", e);
}
