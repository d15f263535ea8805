// SPDX-License-Identifier: GPL-2.0-only
/*
 * Caches as kernels create them, with allocators that do nothing: built by
 * tests/unit/access/slabs.c, which knows what is to be found out of each.
 */
#ifdef __clang__
#define APART __attribute__((noinline, used))
#else
#define APART __attribute__((noinline, noclone, noipa, used))
#endif

#define SLAB_HWCACHE_ALIGN	0x2000u
#define SLAB_RECLAIM_ACCOUNT	0x20000u
#define SLAB_PANIC		0x40000u
#define SLAB_ACCOUNT		0x4000000u

struct kmem_cache;

struct kmem_cache_args {
	unsigned int align;
	unsigned int useroffset;
	unsigned int usersize;
	unsigned int freeptr_offset;
	_Bool use_freeptr_offset;
	void (*ctor)(void *object);
};

typedef void (*ctor_t)(void *object);

APART struct kmem_cache *kmem_cache_create(const char *name, unsigned int size,
					   unsigned int align,
					   unsigned int flags, ctor_t ctor)
{
	asm volatile("" : "+r"(name), "+r"(size), "+r"(align), "+r"(flags),
		     "+r"(ctor));
	return (struct kmem_cache *)name;
}

APART struct kmem_cache *kmem_cache_create_usercopy(const char *name,
						    unsigned int size,
						    unsigned int align,
						    unsigned int flags,
						    unsigned int useroffset,
						    unsigned int usersize,
						    ctor_t ctor)
{
	asm volatile("" : "+r"(name), "+r"(size), "+r"(align), "+r"(flags),
		     "+r"(useroffset), "+r"(usersize), "+r"(ctor));
	return (struct kmem_cache *)name;
}

APART struct kmem_cache *__kmem_cache_create_args(const char *name,
						  unsigned int size,
						  struct kmem_cache_args *args,
						  unsigned int flags)
{
	asm volatile("" : "+r"(name), "+r"(size), "+r"(args), "+r"(flags)
		     : : "memory");
	return (struct kmem_cache *)name;
}

APART void *kmem_cache_alloc(struct kmem_cache *cache, unsigned int gfp)
{
	asm volatile("" : "+r"(cache), "+r"(gfp) : : "memory");
	return cache;
}

APART void *kmalloc_trace(struct kmem_cache *cache, unsigned int gfp,
			  unsigned long size)
{
	asm volatile("" : "+r"(cache), "+r"(gfp), "+r"(size) : : "memory");
	return cache;
}

struct plain {
	long a, b;
};

struct copied {
	char name[40];
	struct plain plain;
};

struct lined {
	long hot;
} __attribute__((aligned(64)));

struct listed {
	struct listed *next;
	int nr;
};

/* a struct that is nowhere allocated, and has the name of its cache */
struct pooled {
	long x[3];
};

struct family {
	struct kmem_cache *slab;
	unsigned int obj_size;
	unsigned int slab_flags;
	char name[16];
};

struct head {
	int family;
};

/* has no size: at the address of what follows */
struct nothing {
};

static struct nothing key1;
static struct kmem_cache *plain_cachep;
static struct nothing key2;
static struct kmem_cache *copied_cachep;
static struct kmem_cache *lined_cachep;
static struct kmem_cache *listed_cachep;
struct kmem_cache *pooled_cachep;
struct kmem_cache *runtime_cachep;
struct listed *list;
unsigned int runtime_size;
struct pooled pooled;

struct family near_family = {
	.obj_size = 24, .slab_flags = SLAB_RECLAIM_ACCOUNT, .name = "NEAR",
};
struct family far_family = {
	.obj_size = 240, .name = "FAR",
};
struct family unused_family;

APART void use(const void *what)
{
	asm volatile("" : "+r"(what) : : "memory");
}

APART void copied_init(void *object)
{
	((struct copied *)object)->name[0] = 0;
}

APART void create_plain(void)
{
	use(&key1);
	use(&key2);
	plain_cachep = kmem_cache_create("plain", sizeof(struct plain),
					 _Alignof(struct plain), SLAB_PANIC,
					 0);
	pooled_cachep = kmem_cache_create("pooled", sizeof(struct pooled), 0,
					  0, 0);
}

APART void create_copied(void)
{
	copied_cachep = kmem_cache_create_usercopy("copied_cache",
			sizeof(struct copied), 0,
			SLAB_HWCACHE_ALIGN | SLAB_ACCOUNT,
			__builtin_offsetof(struct copied, name), 40,
			copied_init);
}

static inline __attribute__((always_inline)) struct kmem_cache *
create(const char *name, unsigned int size, unsigned int align,
       unsigned int flags, ctor_t ctor)
{
	struct kmem_cache_args args = { .align = align, .ctor = ctor };

	return __kmem_cache_create_args(name, size, &args, flags);
}

APART void create_by_args(void)
{
	lined_cachep = create("lined", sizeof(struct lined), 64,
			      SLAB_HWCACHE_ALIGN, 0);
	listed_cachep = create("listed_cache", sizeof(struct listed), 8, 0,
			       copied_init);
}

APART int create_runtime(const char *name)
{
	runtime_cachep = kmem_cache_create(name, runtime_size, 0, SLAB_PANIC,
					   0);
	return runtime_cachep != 0;
}

APART void register_family(struct family *family)
{
	family->slab = kmem_cache_create(family->name, family->obj_size, 0,
			SLAB_HWCACHE_ALIGN | family->slab_flags, 0);
}

APART struct plain *new_plain(void)
{
	struct plain *plain = kmem_cache_alloc(plain_cachep, 1);

	if (plain)
		plain->a = 1;
	return plain;
}

APART struct copied *new_copied(void)
{
	return kmem_cache_alloc(copied_cachep, 1);
}

APART long new_lined(void)
{
	struct lined *lined = kmem_cache_alloc(lined_cachep, 1);

	use(lined);
	return lined->hot;
}

APART void new_listed(void)
{
	list->next = kmem_cache_alloc(listed_cachep, 1);
}

APART struct head *new_of_family(struct family *family)
{
	struct head *head = kmem_cache_alloc(family->slab, 1);

	head->family = 2;
	return head;
}

APART struct copied *new_by_size(void)
{
	struct copied *copied = kmalloc_trace(0, 1, sizeof(struct copied));

	copied->plain.b = 2;
	return copied;
}
