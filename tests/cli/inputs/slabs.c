/* Code that creates caches, for `layoutdiff access --slabs`. */
struct kmem_cache;

struct owner {
	struct kmem_cache *slab;
	unsigned int size;
	char name[20];
};

struct job {
	long a, b, c;
};

static struct kmem_cache *job_cachep;
static struct kmem_cache *any_cachep;
static __attribute__((used)) struct owner first_owner = {
	.size = 192, .name = "first_owner",
};

void create(struct owner *owner, const char *name, unsigned int size,
	    unsigned int flags, void (*ctor)(void *));
struct job *new_job(void);
struct job *small_job(void);

static __attribute__((noinline)) struct kmem_cache *
kmem_cache_create(const char *name, unsigned int size, unsigned int align,
		  unsigned int flags, void (*ctor)(void *))
{
	(void)size;
	(void)align;
	(void)flags;
	(void)ctor;
	return (struct kmem_cache *)name;
}

static __attribute__((noinline)) void *
kmem_cache_alloc(struct kmem_cache *cache, unsigned int gfp)
{
	(void)gfp;
	return cache;
}

static __attribute__((noinline)) void *
kmalloc_trace(struct kmem_cache *cache, unsigned int gfp, unsigned long size)
{
	(void)gfp;
	(void)size;
	return cache;
}

static void init_job(void *job)
{
	((struct job *)job)->a = 0;
}

void create(struct owner *owner, const char *name, unsigned int size,
	    unsigned int flags, void (*ctor)(void *))
{
	job_cachep = kmem_cache_create("job", sizeof(struct job), 8, 0x42000,
				       init_job);
	owner->slab = kmem_cache_create(owner->name, owner->size, 64, 0x80000,
					0);
	any_cachep = kmem_cache_create(name, size, size, flags, ctor);
}

struct job *new_job(void)
{
	struct job *job = kmem_cache_alloc(job_cachep, 1);

	job->b = 1;
	return job;
}

struct job *small_job(void)
{
	struct job *job = kmalloc_trace(0, 1, sizeof(struct job));

	job->b = 1;
	return job;
}
