// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "evidence/lines.h"
#include "heat/map.h"
#include "heat/place.h"
#include "base/poison.h"

/* Samples come from few addresses, over and over. */
#define NR_FOUND	4096u

/* The largest offset that is believed of a record. */
#define MAX_OFFSET	UINT64_C(0x7fffffff)

struct heat_map_found {
	uint64_t addr;
	uint32_t first, nr;
	bool set;
};

enum { ADDR, TYPE, OFFSET, PATH, ACCESS, SIZE, FUNCTION, GRADE, NR_FIELDS };

struct field {
	char *s;
	size_t len;
};

void heat_map_init(struct heat_map *map)
{
	*map = (struct heat_map){ .op = NULL };
}

void heat_map_deinit(struct heat_map *map)
{
	free(map->op);
	free(map->found);
	heat_map_init(map);
}

/* More columns than are known here are passed over. */
static size_t split(char *s, struct field field[NR_FIELDS])
{
	size_t nr = 0;

	for (; nr < NR_FIELDS; nr++) {
		field[nr].s = s;
		field[nr].len = strcspn(s, "\t");
		s += field[nr].len;
		if (!*s)
			return nr + 1;
		*s++ = '\0';
	}
	return nr;
}

static bool number(const char *s, int base, uint64_t max, uint64_t *n)
{
	char *end;

	if (!*s || *s == '-' || *s == '+' || *s == ' ')
		return false;
	*n = strtoull(s, &end, base);
	return !*end && *n <= max;
}

static bool access_of(const char *s, uint8_t *access)
{
	static const struct {
		const char *name;
		uint8_t access;
	} names[] = {
		{ "r", HEAT_READS },
		{ "w", HEAT_WRITES },
		{ "rw", HEAT_READS | HEAT_WRITES },
		{ "atomic", HEAT_READS | HEAT_WRITES | HEAT_ATOMIC },
		{ "-", 0 },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(s, names[i].name))
			continue;
		*access = names[i].access;
		return true;
	}
	return false;
}

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a map");
}

/* @type and @path: NULL where there is none. */
static int set_strings(struct heat_operand *op, const char *type,
		       const char *path, const char *function,
		       struct heat_types *types, struct lay_error *err)
{
	int rc = type ? heat_types_number(types, type, strlen(type), &op->type,
					  err) : 0;

	if (rc < 0)
		return rc;
	op->no_record = op->type == HEAT_NO_TYPE && type;
	op->function = heat_types_string(types, function, strlen(function));
	if (path) {
		op->path = heat_types_string(types, path, strlen(path));
		op->element = strchr(path, '[');
		if (!op->path)
			op->function = NULL;
	}
	return op->function ? 0 : no_memory(err);
}

static const char *known(const char *text)
{
	return *text && strcmp(text, "-") && strcmp(text, "?") ? text : NULL;
}

static int append(struct heat_map *map, const struct heat_operand *op,
		  struct lay_error *err)
{
	if (VEC_RESERVE(map->op, map->nr, map->cap, 1) < 0)
		return no_memory(err);
	map->op[map->nr++] = *op;
	return 0;
}

/* Ambiguous ones are so between members at one place. */
static void set_grade(struct heat_operand *op, const char *grade)
{
	op->grade = !strcmp(grade, "exact") ? LAY_HEAT_EXACT :
					      LAY_HEAT_INFERRED;
}

static int add_line(struct heat_map *map, char *s, struct heat_types *types,
		    struct lay_error *err)
{
	struct field f[NR_FIELDS];
	struct heat_operand op = { .type = HEAT_NO_TYPE };
	uint64_t n;
	int rc;

	if (split(s, f) < NR_FIELDS)
		return lay_error_set(err, LAY_E_FORMAT,
				     "not the eight columns of an access map");
	if (!number(f[ADDR].s, 16, UINT64_MAX, &op.addr))
		return lay_error_set(err, LAY_E_FORMAT, "no address: '%.40s'",
				     f[ADDR].s);
	if (!access_of(f[ACCESS].s, &op.access))
		return lay_error_set(err, LAY_E_FORMAT, "no access: '%.40s'",
				     f[ACCESS].s);
	rc = set_strings(&op, known(f[TYPE].s), known(f[PATH].s),
			 f[FUNCTION].s, types, err);
	if (rc < 0)
		return rc;
	set_grade(&op, f[GRADE].s);
	if (number(f[SIZE].s, 10, UINT16_MAX, &n))
		op.size = (uint16_t)n;
	/* before the start of a record, or far behind it: no place in it */
	if (number(f[OFFSET].s, 10, MAX_OFFSET, &n))
		op.off = (uint32_t)n;
	else
		op.type = HEAT_NO_TYPE;
	return append(map, &op, err);
}

/* The build that the map says it is of must be that with @build_id; NULL: it is
 * not asked for. */
static int check_comment(const char *s, const char *build_id,
			 struct lay_error *err)
{
	static const char key[] = "# build-id ";
	const char *theirs = s + sizeof(key) - 1;

	if (strncmp(s, key, sizeof(key) - 1) || !build_id ||
	    !strcmp(theirs, build_id))
		return 0;
	return lay_error_set(err, LAY_E_CHANGED,
			     "the map is of another build: its build-id is %.40s, not %s",
			     theirs, build_id);
}

static int read_lines(struct heat_map *map, struct lines *lines,
		      struct heat_types *types, const char *build_id,
		      struct lay_error *err)
{
	struct line line;
	uint64_t nr = 0;
	int rc;

	while ((rc = lines_next(lines, &line, err)) > 0) {
		nr++;
		if (!line.len)
			continue;
		if (line.cut)
			rc = lay_error_set(err, LAY_E_FORMAT,
					   "too long a line");
		else if (line.s[0] == '#')
			rc = check_comment(line.s, build_id, err);
		else
			rc = add_line(map, line.s, types, err);
		if (rc < 0) {
			lay_error_prefix(err, "line %llu: ",
					 (unsigned long long)nr);
			return rc;
		}
	}
	if (rc == 0 && !map->nr)
		return lay_error_set(err, LAY_E_FORMAT,
				     "is no access map: it has no operand");
	return rc;
}

/* By address; of one instruction in an order that does not depend on that of
 * the file. */
static int compare(const void *a, const void *b)
{
	const struct heat_operand *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	return (int)x->access - (int)y->access;
}

static bool is_sorted(const struct heat_map *map)
{
	for (size_t i = 1; i < map->nr; i++)
		if (compare(&map->op[i - 1], &map->op[i]) > 0)
			return false;
	return true;
}

/* Nothing that was found before is where it was. */
static int put_in_order(struct heat_map *map, struct lay_error *err)
{
	free(map->found);
	map->found = calloc(NR_FOUND, sizeof(*map->found));
	if (!map->found)
		return no_memory(err);
	if (!is_sorted(map))
		qsort(map->op, map->nr, sizeof(*map->op), compare);
	return 0;
}

int heat_map_read(struct heat_map *map, const char *path,
		  const char *build_id, struct heat_types *types,
		  struct lay_error *err)
{
	struct source *src;
	struct lines lines;
	int rc = source_open(path, &src, err);

	if (rc < 0)
		return lay_error_prefix(err, "%s: ", path);
	rc = lines_init(&lines, src, err);
	if (rc == 0)
		rc = read_lines(map, &lines, types, build_id, err);
	lines_deinit(&lines);
	source_close(src);
	if (rc == 0)
		rc = put_in_order(map, err);
	return rc < 0 ? lay_error_prefix(err, "%s: ", path) : 0;
}

static uint8_t access_flags(const struct lay_operand *op)
{
	return (op->flags & LAY_ACCESS_READ ? HEAT_READS : 0) |
	       (op->flags & LAY_ACCESS_WRITE ? HEAT_WRITES : 0) |
	       (op->flags & LAY_ACCESS_ATOMIC ?
		HEAT_READS | HEAT_WRITES | HEAT_ATOMIC : 0);
}

int heat_map_add(struct heat_map *map, const struct lay_operand *from,
		 size_t nr, struct heat_types *types, struct lay_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < nr && rc == 0; i++, from++) {
		struct heat_operand op = {
			.addr = from->addr, .type = HEAT_NO_TYPE,
			.size = from->size, .access = access_flags(from),
			.grade = from->grade == LAY_ACCESS_EXACT ?
				 LAY_HEAT_EXACT : LAY_HEAT_INFERRED,
		};

		rc = set_strings(&op, from->type, from->path, from->function,
				 types, err);
		if (from->off >= 0 && (uint64_t)from->off <= MAX_OFFSET)
			op.off = (uint32_t)from->off;
		else
			op.type = HEAT_NO_TYPE;
		if (rc == 0)
			rc = append(map, &op, err);
	}
	return rc < 0 ? rc : put_in_order(map, err);
}

size_t heat_map_bound(const struct heat_map *map, uint64_t addr)
{
	size_t lo = 0, hi = map->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (map->op[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

size_t heat_map_at(struct heat_map *map, uint64_t addr,
		   struct heat_operand **first)
{
	struct heat_map_found *f;
	size_t i;

	if (!map->nr)
		return 0;
	f = &map->found[hash_u64(addr) & (NR_FOUND - 1)];
	if (!f->set || f->addr != addr) {
		i = heat_map_bound(map, addr);
		*f = (struct heat_map_found){
			.addr = addr, .first = (uint32_t)i, .set = true,
		};
		while (i + f->nr < map->nr && map->op[i + f->nr].addr == addr)
			f->nr++;
	}
	*first = map->op + f->first;
	return f->nr;
}

static bool see_array(void *ctx, uint32_t slot, uint64_t rest)
{
	const struct lay_layout *l = ctx;
	const struct lay_slot *s = &l->slots[slot];

	(void)rest;
	return s->flags & LAY_SLOT_ARRAY && s->nr_elements != 1;
}

void heat_map_check(struct heat_operand *op, struct heat_types *types)
{
	const struct lay_layout *l;

	if (op->checked)
		return;
	op->checked = true;
	l = heat_types_layout(types, op->type);
	if (l && heat_place_each(l, op->off, see_array, (void *)l))
		op->element = true;
}
