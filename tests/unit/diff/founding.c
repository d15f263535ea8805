// SPDX-License-Identifier: GPL-2.0-only
/*
 * The case this program is for: a member of two bytes goes, two holes close,
 * and three written fields a hundred bytes further on come into the line of
 * three read ones; one of the three, if an option is set.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define COMMON "typedef struct { int counter; } atomic_t;"

#define DST_ENTRY(nfheader, tclassid)					\
	"struct dst_entry {"						\
	"	struct { void *next; void (*func)(void); } rcu_head;"	\
	"	struct dst_entry *child;"				\
	"	struct net_device *dev;"				\
	"	short error, obsolete;"					\
	"	int flags;"						\
	"	unsigned long expires;"					\
	"	unsigned short header_len;"				\
	nfheader							\
	"	unsigned short trailer_len;"				\
	"	u32 metrics[13];"					\
	"	struct dst_entry *path;"				\
	"	unsigned long rate_last, rate_tokens;"			\
	"	struct neighbour *neighbour;"				\
	"	struct hh_cache *hh;"					\
	"	struct xfrm_state *xfrm;"				\
	"	int (*input)(void);"					\
	"	int (*output)(void);"					\
	tclassid							\
	"	struct dst_ops *ops;"					\
	"	unsigned long lastuse;"					\
	"	atomic_t __refcnt;"					\
	"	int __use;"						\
	"	struct dst_entry *next;"				\
	"	char info[0];"						\
	"};"

#define NFHEADER "unsigned short nfheader_len;"
#define TCLASSID "u32 tclassid;"

struct place {
	const char *path;
	uint64_t old_off, old_line, new_off, new_line;
};

static void assert_places(const struct comparison *c,
			  const struct place *places, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const struct lay_row *r = row_at(c, places[i].path);
		const struct lay_slot *before, *after;

		before = &c->old_layout->slots[r->old_slot];
		after = &c->new_layout->slots[r->new_slot];
		assert_int_equal(before->bit_off / 8, places[i].old_off);
		assert_int_equal(before->first_line, places[i].old_line);
		assert_int_equal(after->bit_off / 8, places[i].new_off);
		assert_int_equal(after->first_line, places[i].new_line);
	}
}

#define EIGHT_BYTES "removed nfheader_len -2, hole before metrics -2, " \
		    "hole before path -4"

static void without_cls_route_three_fields_join_the_read_ones(void **state)
{
	static const struct place places[] = {
		{ "header_len", 48, 0, 48, 0 },
		{ "trailer_len", 52, 0, 50, 0 },
		{ "metrics", 56, 0, 52, 0 },
		{ "input", 160, 2, 152, 2 },
		{ "output", 168, 2, 160, 2 },
		{ "ops", 176, 2, 168, 2 },
		{ "lastuse", 184, 2, 176, 2 },
		{ "__refcnt", 192, 3, 184, 2 },
		{ "__use", 196, 3, 188, 2 },
		{ "next", 200, 3, 192, 3 },
	};
	struct comparison c;

	(void)state;
	compare_text(&c, COMMON, DST_ENTRY(NFHEADER, ""), DST_ENTRY("", ""),
		     "struct dst_entry");
	assert_int_equal(c.old_layout->size, 208);
	assert_int_equal(c.new_layout->size, 200);
	assert_int_equal(c.old_layout->totals.hole_bytes, 6);
	assert_int_equal(c.new_layout->totals.hole_bytes, 0);
	assert_places(&c, places, sizeof(places) / sizeof(places[0]));

	assert_what(&c, "nfheader_len", "removed");
	assert_what(&c, "header_len", "");
	assert_what(&c, "trailer_len", "moved");
	assert_what(&c, "__refcnt", "moved line");
	assert_what(&c, "next", "moved");
	assert_causes(&c, "trailer_len", "removed nfheader_len -2");
	assert_causes(&c, "metrics", "removed nfheader_len -2, "
				     "hole before metrics -2");
	assert_causes(&c, "__refcnt", EIGHT_BYTES);
	assert_causes(&c, "__refcnt.counter", EIGHT_BYTES);
	assert_causes(&c, NULL, EIGHT_BYTES);
	assert_mates(&c, "__refcnt.counter",
		     "neighbour hh xfrm input output ops lastuse / next");
	assert_mates(&c, "lastuse", "__refcnt.counter __use / rate_tokens");
	assert_mates(&c, "input", "__refcnt.counter __use / rate_tokens");
	assert_false(c.diff->same);
	comparison_deinit(&c);
}

static void with_cls_route_lastuse_alone_does(void **state)
{
	static const struct place places[] = {
		{ "input", 160, 2, 152, 2 },
		{ "output", 168, 2, 160, 2 },
		{ "ops", 184, 2, 176, 2 },
		{ "lastuse", 192, 3, 184, 2 },
		{ "__refcnt", 200, 3, 192, 3 },
		{ "__use", 204, 3, 196, 3 },
		{ "next", 208, 3, 200, 3 },
	};
	struct comparison c;

	(void)state;
	compare_text(&c, COMMON, DST_ENTRY(NFHEADER, TCLASSID),
		     DST_ENTRY("", TCLASSID), "struct dst_entry");
	assert_int_equal(c.old_layout->size, 216);
	assert_int_equal(c.new_layout->size, 208);
	assert_places(&c, places, sizeof(places) / sizeof(places[0]));
	assert_what(&c, "lastuse", "moved line");
	assert_what(&c, "__refcnt", "moved");
	assert_causes(&c, "lastuse", EIGHT_BYTES);
	assert_mates(&c, "lastuse", "neighbour hh xfrm input output tclassid "
				    "ops / __refcnt.counter __use next");
	assert_mates(&c, "ops", "lastuse / rate_tokens");
	comparison_deinit(&c);
}

static void rows_stand_in_the_new_order_with_what_went_in_its_place(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, COMMON, DST_ENTRY(NFHEADER, ""), DST_ENTRY("", ""),
		     "struct dst_entry");
	assert_rows(&c, "rcu_head rcu_head.next rcu_head.func child dev error "
			"obsolete flags expires header_len -nfheader_len "
			"trailer_len metrics path rate_last rate_tokens "
			"neighbour hh xfrm input output ops lastuse __refcnt "
			"__refcnt.counter __use next info");
	comparison_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_cls_route_three_fields_join_the_read_ones),
		cmocka_unit_test(with_cls_route_lastuse_alone_does),
		cmocka_unit_test(rows_stand_in_the_new_order_with_what_went_in_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
