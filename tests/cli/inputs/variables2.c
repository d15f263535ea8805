/* What became of the variables of variables1.c. */
typedef struct {
	int counter;
} atomic_t;

struct piece {
	char pad[60];
	long split;
} __attribute__((packed));

struct three {
	char c[24];
};

#define LINE __attribute__((aligned(64)))

LINE atomic_t users;
static char early = 1;
static long limit = 1;
static int more[3];
long quiet = 2;
extern long silent __attribute__((alias("quiet")));
LINE struct piece piece;
struct three threes[8];
unsigned char fresh;
static const int table[8] = { 1 };

/* What the linker script of a kernel has around what is read only later, and
 * an object that no debug information knows. */
asm(".pushsection .data\n"
    ".balign 64\n"
    "__start_ro_after_init:\n"
    ".globl bare\n"
    ".type bare, %object\n"
    ".size bare, 4\n"
    "bare: .long 0\n"
    "__end_ro_after_init: .long 0\n"
    ".popsection\n");

int next(void);

int next(void)
{
	static int calls;

	return ++calls + (int)limit + early + more[0] + table[calls & 3];
}
