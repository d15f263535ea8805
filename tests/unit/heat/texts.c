// SPDX-License-Identifier: GPL-2.0-only
/* What reports of other tools come to. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/elf-writer.h"
#include "unit/heat/world.h"
#include "base/poison.h"

static void read_text(struct world *w, const char *text)
{
	char *path;

	if (!w->path)
		skip();
	path = test_file_write(text, strlen(text));
	if (lay_heat_read(w->heat, path, &w->err) < 0)
		fail_msg("%s", w->err.text);
	world_attribute(w);
	test_file_remove(path);
}

/* 7 peers of this node and 3 of others, 4 stores, at whole.first; of 20 loads
 * in all the rest is elsewhere. */
#define PEERS(llc, remote, dram, local, records)			\
	"=================================================\n"		\
	"            Trace Event Information              \n"		\
	"=================================================\n"		\
	"  Total records                     :         24\n"		\
	"  Load Operations                   :         20\n"		\
	"  Load L1D hit                      :         10\n"		\
	"  Load LLC hit                      :         " llc "\n"	\
	"  Load Remote HIT                   :          " remote "\n"	\
	"  Load Remote DRAM                  :          " dram "\n"	\
	"  Load HIT Local Peer               :         " local "\n"	\
	"  Load HIT Remote Peer              :          3\n"		\
	"\n"								\
	"=================================================\n"		\
	"      Shared Cache Line Distribution Pareto      \n"		\
	"=================================================\n"		\
	"#\n"								\
	"#        -- Peer Snoop --  ------- Store Refs ------  --------- Data address ---------                      ---------- cycles ----------    Total       cpu                                            Shared  \n" \
	"#   Num      Rmt      Lcl   L1 Hit  L1 Miss      N/A              Offset  Node  PA cnt        Code address  rmt peer  lcl peer      load  records       cnt                         Symbol             Object  \n" \
	"# .....  .......  .......  .......  .......  .......  ..................  ....  ......  ..................  ........  ........  ........  .......  ........  .............................  .................  \n" \
	"#\n"								\
	"  ----------------------------------------------------------------------\n" \
	"      0        3       " local "        0        0        4  0xffff888000010000\n" \
	"  ----------------------------------------------------------------------\n" \
	"         100.00%  100.00%    0.00%    0.00%  100.00%                0x20     0       1  0xffffffff81000010       400       200         0       " records "         8  [k] not_there                  [kernel.kallsyms]\n"

static void assert_peers(struct world *w)
{
	struct lay_heat_ranked *types;
	size_t nr;

	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 1);
	assert_string_equal(types[0].type, "struct whole");
	assert_int_equal(types[0].n.peer, 10);
	assert_int_equal(types[0].n.loads, 10);
	assert_int_equal(types[0].n.stores, 4);
	free(types);
}

static void peers_that_perf_counted_three_times_are_counted_once(void **state)
{
	/* 10 in the last cache, of which 3 are again elsewhere, twice */
	read_text(*state, PEERS("10", "3", "3", "10", "20"));
	assert_peers(*state);
}

static void peers_that_perf_counted_once_are_counted_once(void **state)
{
	read_text(*state, PEERS(" 7", "3", "0", " 7", "14"));
	assert_peers(*state);
}

static void a_profile_is_spread_over_what_the_function_touches(void **state)
{
	static const char text[] =
		"# Overhead       Samples  Command  Shared Object      Symbol\n"
		"# ........  ............  .......  .................  ..........\n"
		"#\n"
		"    60.00%           600  a        [kernel.kallsyms]  [k] writer\n"
		"    40.00%           400  a        [kernel.kallsyms]  [k] elsewhere\n";
	struct world *w = *state;
	const struct lay_heat_totals *t;
	struct lay_heat_ranked *types;
	size_t nr;

	read_text(w, text);
	t = lay_heat_totals(w->heat);
	assert_int_equal(t->samples, 1000);
	if (t->no_map)
		skip();		/* code that is not followed */
	assert_int_equal(t->fate[LAY_HEAT_BY_FUNCTION], 600);
	assert_int_equal(t->fate[LAY_HEAT_NO_OPERAND], 400);
	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 1);
	assert_string_equal(types[0].type, "struct whole");
	assert_int_equal(types[0].n.guessed, 600);
	assert_true(types[0].n.stores > 0);
	free(types);
}

static void a_profile_without_symbols_is_by_address(void **state)
{
	static const char text[] =
		"# Overhead       Samples  Command  Shared Object      Symbol\n"
		"# ........  ............  .......  .................  ..........\n"
		"#\n"
		"    60.00%           600  a        [kernel.kallsyms]  [k] 0xffffffff81000014\n"
		"    30.00%           300  a        [kernel.kallsyms]  [k] 0xffffffff81000099\n"
		"    10.00%           100  a        a                  [.] 0x0000000000401099\n";
	struct world *w = *state;
	const struct lay_heat_totals *t;
	struct lay_heat_ranked *types;
	size_t nr;

	read_text(w, text);
	t = lay_heat_totals(w->heat);
	assert_int_equal(t->samples, 1000);
	assert_int_equal(t->fate[LAY_HEAT_BY_CODE], 600);
	assert_int_equal(t->fate[LAY_HEAT_NO_OPERAND], 300);
	assert_int_equal(t->fate[LAY_HEAT_USER_CODE], 100);
	assert_int_equal(t->ip_only, 1000);
	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 1);
	assert_string_equal(types[0].type, "struct whole");
	assert_int_equal(types[0].n.stores, 600);
	assert_int_equal(types[0].n.guessed, 600);
	free(types);
}

/* reads first, twice; writes second; touches no memory */
#define ANNOTATED(title, symbol)					\
	" Samples |\tSource code & Disassembly of " title " (6 samples, percent: local period)\n" \
	"         : 5                " symbol ":\n"			\
	"       2 :   ffffffff81000010:       mov    0x20(%rdi),%rax\n"	\
	"       1 :   ffffffff81000014:       mov    %rax,0x28(%rdi)\n"	\
	"       3 :   ffffffff81000099:       ret\n"

static void assert_annotated(struct world *w, uint64_t nr_guessed,
			     uint64_t nr_skid)
{
	const struct lay_heat_totals *t = lay_heat_totals(w->heat);
	struct lay_heat_ranked *types;
	size_t nr;

	assert_int_equal(t->samples, 6);
	assert_int_equal(t->ip_only, 6);
	assert_int_equal(t->skid, nr_skid);
	assert_int_equal(t->fate[LAY_HEAT_BY_CODE], 3);
	assert_int_equal(t->fate[LAY_HEAT_NO_OPERAND], 3);
	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 1);
	assert_string_equal(types[0].type, "struct whole");
	assert_int_equal(types[0].n.loads, 2);
	assert_int_equal(types[0].n.stores, 1);
	assert_int_equal(types[0].n.guessed, nr_guessed);
	free(types);
}

static void annotated_code_is_by_address(void **state)
{
	/* where that kernel was nothing tells */
	read_text(*state, ANNOTATED("vmlinux for cycles",
				    "ffffffff81000000 <not_there>"));
	assert_annotated(*state, 3, 6);
}

static void an_event_that_is_precise_has_no_skid(void **state)
{
	struct world *w = *state;
	char text[800];

	/* moved by 0xffffffff80c00000 from where it was linked */
	snprintf(text, sizeof(text),
		 " Samples |\tSource code & Disassembly of vmlinux for cycles:ppp (1 samples, percent: local period)\n"
		 "         : 5  %llx <_text>:\n"
		 "       1 :  %llx:   mov    %%rax,0x28(%%rdi)\n",
		 0xffffffff80c00000ull + world_symbol(w, "_text"),
		 0xffffffff80c00000ull + 0x400014);
	read_text(w, text);
	assert_int_equal(lay_heat_totals(w->heat)->slide, 0xffffffff80c00000);
	assert_int_equal(lay_heat_totals(w->heat)->skid, 0);
	assert_int_equal(lay_heat_totals(w->heat)->fate[LAY_HEAT_BY_CODE], 1);
}

static void read_code_of(struct world *w, const char *file)
{
	char text[4000];
	size_t len;

	/* all that can be an instruction */
	len = (size_t)snprintf(text, sizeof(text),
		" Samples |\tSource code & Disassembly of %s for cycles (32 samples, percent: local period)\n",
		file);
	for (unsigned int i = 0; i < 32; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
			"       1 :  %llx:   mov    0x20(%%rdi),%%rax\n",
			(unsigned long long)world_symbol(w, "writer") + i);
	read_text(w, text);
}

static void code_of_another_file_is_not_that_of_the_build(void **state)
{
	struct world *w = *state;
	const struct lay_heat_totals *t = lay_heat_totals(w->heat);

	if (!w->path)
		skip();
	read_code_of(w, "libc.so.6");
	assert_int_equal(t->fate[LAY_HEAT_USER_CODE], 32);
	read_code_of(w, "dummy.ko.xz");
	assert_int_equal(t->fate[LAY_HEAT_NO_OPERAND], 32);
	assert_int_equal(t->fate[LAY_HEAT_BY_CODE], 0);
	read_code_of(w, strrchr(w->path, '/') + 1);
	if (t->no_map)
		skip();		/* code that is not followed */
	assert_true(t->fate[LAY_HEAT_BY_CODE] > 0);
}

static void code_of_another_kernel_is_refused(void **state)
{
	struct world *w = *state;
	char text[800], *path;

	snprintf(text, sizeof(text),
		 " Samples |\tSource code & Disassembly of vmlinux for cycles (1 samples, percent: local period)\n"
		 "         : 5  %llx <_text>:\n"
		 "       1 :  ffffffff81000014:   mov    %%rax,0x28(%%rdi)\n",
		 0xffffffff80c00010ull + world_symbol(w, "_text"));
	path = test_file_write(text, strlen(text));
	assert_int_equal(lay_heat_read(w->heat, path, &w->err),
			 -LAY_E_CHANGED);
	test_file_remove(path);
	assert_non_null(strstr(w->err.text, "another kernel"));
}

/* Where the source of the build has @text. */
static unsigned int line_of(const char *text)
{
	const char *top = getenv("top_srcdir");
	char path[500], line[300];
	unsigned int nr = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/tests/data/heat.c", top ? top : ".");
	f = fopen(path, "r");
	assert_non_null(f);
	do {
		assert_non_null(fgets(line, sizeof(line), f));
		nr++;
	} while (!strstr(line, text));
	fclose(f);
	return nr;
}

static void a_line_is_of_the_one_member_that_it_touches(void **state)
{
	struct world *w = *state;
	const struct lay_heat_totals *t = lay_heat_totals(w->heat);
	struct lay_heat_ranked *types;
	char text[1000];
	size_t nr;

	snprintf(text, sizeof(text),
		"# Overhead       Samples  Shared Object  Symbol   Source:Line\n"
		"    40.00%%           400  [kernel]  [k] zone_taker    heat.c:%u\n"
		"    30.00%%           300  [kernel]  [k] taker    heat.c:%u\n"
		"     9.00%%            90  [kernel]  [k] taker    heat.c:1\n"
		"     8.00%%            80  [kernel]  [k] zone_taker    heat.h:%u\n"
		"     7.00%%            70  [kernel]  [k] elsewhere    heat.c:%u\n"
		"     6.00%%            60  libc.so.6  [.] zone_taker    heat.c:%u\n",
		line_of("zone->lock.raw++"), line_of("q->nr = q->most"),
		line_of("zone->lock.raw++"), line_of("zone->lock.raw++"),
		line_of("zone->lock.raw++"));
	read_text(w, text);
	assert_int_equal(t->samples, 1000);
	assert_int_equal(t->ip_only, 1000);
	assert_int_equal(t->fate[LAY_HEAT_USER_CODE], 60);
	if (t->no_map)
		skip();		/* code that is not followed */
	assert_int_equal(t->fate[LAY_HEAT_BY_LINE], 400);
	assert_int_equal(t->fate[LAY_HEAT_AMBIGUOUS], 300);
	assert_int_equal(t->fate[LAY_HEAT_NO_OPERAND], 240);
	/* of the last of these nobody knows what code it is */
	assert_int_equal(t->ip_lost, 170);
	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 1);
	assert_string_equal(types[0].type, "struct zone");
	assert_int_equal(types[0].n.stores, 400);
	assert_int_equal(types[0].n.guessed, 400);
	free(types);
}

/* What perf prints where it has no line. */
static void an_offset_in_place_of_a_line_is_one_instruction(void **state)
{
	struct world *w = *state;
	const struct lay_heat_totals *t = lay_heat_totals(w->heat);
	char text[4000];
	size_t len;

	len = (size_t)snprintf(text, sizeof(text),
		"# Overhead       Samples  Symbol   Source:Line\n"
		"     1.00%%             1  [k] taker    taker+99999\n"
		"     1.00%%             1  [k] taker    taker+1x\n");
	for (unsigned int i = 0; i < 32; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
			"     1.00%%             1  [k] taker    taker+%u\n", i);
	read_text(w, text);
	if (t->no_map)
		skip();		/* code that is not followed */
	/* reads big_lock and most, writes lock and nr */
	assert_in_range(t->fate[LAY_HEAT_BY_LINE], 3, 4);
	assert_int_equal(t->fate[LAY_HEAT_AMBIGUOUS], 0);
	/* the one that says nothing is spread over the function */
	assert_int_equal(t->fate[LAY_HEAT_BY_FUNCTION], 1);
	assert_int_equal(t->samples, 34);
}

#define LOCK_HEAD							\
	"lock_stat version 0.4\n"					\
	"class name con-bounces contentions waittime-min waittime-max waittime-total waittime-avg acq-bounces acquisitions holdtime-min holdtime-max holdtime-total holdtime-avg\n"
#define NUMBERS(contentions) \
	" 1 " contentions " 0.10 0.20 0.30 0.30 4 5 0.10 0.20 0.30 0.06\n"

static const struct lay_heat_lock *lock_called(struct world *w,
					       const char *name)
{
	const struct lay_heat_lock *locks;
	size_t nr;

	if (lay_heat_locks(w->heat, &locks, &nr, &w->err) < 0)
		fail_msg("%s", w->err.text);
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(locks[i].name, name))
			return &locks[i];
	fail_msg("no class %s", name);
	return NULL;
}

static void assert_lock(struct world *w, const char *name, const char *type,
			const char *path, uint64_t off)
{
	const struct lay_heat_lock *l = lock_called(w, name);

	assert_non_null(l->why);
	if (!type) {
		assert_null(l->type);
		return;
	}
	assert_non_null(l->type);
	assert_string_equal(l->type, type);
	assert_string_equal(l->path, path);
	assert_int_equal(l->off, off);
}

static void classes_of_locks_are_members(void **state)
{
	static const char text[] = LOCK_HEAD
		"&(&zone->lock)->rlock:" NUMBERS("9")
		"&q->lock:" NUMBERS("8")
		"              ---------------\n"
		"              &q->lock    6    [<ffffffff81090fd5>] taker+0x45/0xe0\n"
		"              &q->lock    2    [<ffffffff81090fd5>] other.isra.0+0x45/0xe0\n"
		"&dev->busy_lock#3:" NUMBERS("7")
		"&dev->lock/1:" NUMBERS("6")
		"big_lock:" NUMBERS("5")
		"key#2:" NUMBERS("4")
		"&zone->gone_lock:" NUMBERS("3")
		"&(lock_of(page))->rlock:" NUMBERS("2");
	struct world *w = *state;
	const struct lay_heat_lock *l;

	read_text(w, text);
	assert_lock(w, "&(&zone->lock)->rlock", "struct zone", "lock", 8);
	assert_lock(w, "&dev->busy_lock#3", "struct queue", "busy_lock", 24);
	assert_lock(w, "&dev->lock/1", NULL, NULL, 0);
	l = lock_called(w, "&dev->lock/1");
	assert_int_equal(l->nr_others, 2);
	assert_non_null(strstr(l->others, "struct queue"));
	assert_lock(w, "key#2", NULL, NULL, 0);
	assert_lock(w, "&zone->gone_lock", NULL, NULL, 0);
	assert_lock(w, "&(lock_of(page))->rlock", NULL, NULL, 0);
	/* what only the code tells */
	if (!lock_called(w, "big_lock")->variable)
		skip();
	assert_lock(w, "&q->lock", "struct queue", "lock", 16);
}

static void a_lock_that_another_kernel_has_is_not_taken_for_ours(void **state)
{
	/* taker() has a q, which has no such lock */
	static const char text[] = LOCK_HEAD
		"&q->lock2:" NUMBERS("9")
		"              ---------------\n"
		"              &q->lock2   6    [<ffffffff81090fd5>] taker+0x45/0xe0\n"
		"&nf->busy_lock:" NUMBERS("8")
		"              ---------------\n"
		"              &nf->busy_lock   6    [<ffffffff81090fd5>] reader+0x45/0xe0\n";
	struct world *w = *state;

	read_text(w, text);
	assert_lock(w, "&q->lock2", NULL, NULL, 0);
	if (!strstr(lock_called(w, "&q->lock2")->why, "struct queue"))
		skip();
	assert_lock(w, "&nf->busy_lock", NULL, NULL, 0);
	assert_int_equal(lock_called(w, "&nf->busy_lock")->nr_others, 1);
}

static void a_key_is_a_lock_of_what_its_functions_deal_with(void **state)
{
	static const char text[] = LOCK_HEAD
		"key#3:" NUMBERS("9")
		"              ---------------\n"
		"              key   6    [<ffffffff81090fd5>] zone_taker+0x8/0x10\n"
		"&q->lock_key#2/1:" NUMBERS("8")
		"              ---------------\n"
		"              &q->lock_key   6    [<ffffffff81090fd5>] taker+0x5/0xe0\n"
		"key#4:" NUMBERS("7")
		"              ---------------\n"
		"              key   6    [<ffffffff81090fd5>] reader+0x5/0xe0\n"
		"&no_key:" NUMBERS("6");
	struct world *w = *state;
	const struct lay_heat_lock *l;

	read_text(w, text);
	assert_lock(w, "key#4", NULL, NULL, 0);
	assert_lock(w, "&no_key", NULL, NULL, 0);
	l = lock_called(w, "key#3");
	if (!l->type)
		skip();		/* code that is not followed */
	assert_lock(w, "key#3", "struct zone", "lock", 8);
	assert_int_equal(l->grade, LAY_HEAT_GUESSED);
	assert_lock(w, "&q->lock_key#2/1", NULL, NULL, 0);
	l = lock_called(w, "&q->lock_key#2/1");
	assert_int_equal(l->nr_others, 2);
	assert_string_equal(l->others,
			    "struct queue.lock, struct queue.busy_lock");
}

static void locks_of_page_tables_are_known(void **state)
{
	static const char text[] = LOCK_HEAD
		"ptlock_ptr(page)#2:" NUMBERS("9")
		"&(ptlock_ptr(page))->rlock/1:" NUMBERS("8")
		"ptlock_ptr(ptdesc)#2/1:" NUMBERS("7")
		"&zone->lock#3/1-W:" NUMBERS("6");
	struct world *w = *state;

	read_text(w, text);
	assert_lock(w, "ptlock_ptr(page)#2", "struct page", "ptl", 8);
	assert_lock(w, "&(ptlock_ptr(page))->rlock/1", "struct page", "ptl", 8);
	/* allocated by itself there */
	assert_lock(w, "ptlock_ptr(ptdesc)#2/1", NULL, NULL, 0);
	assert_non_null(strstr(lock_called(w, "ptlock_ptr(ptdesc)#2/1")->why,
			       "allocated by itself"));
	assert_lock(w, "&zone->lock#3/1", "struct zone", "lock", 8);
}

static void levels_of_freezing_are_elements(void **state)
{
	static const char text[] = LOCK_HEAD
		"sb_writers#5-R:" NUMBERS("9")
		"sb_pagefaults:" NUMBERS("8")
		"sb_internal#2:" NUMBERS("7");
	struct world *w = *state;

	read_text(w, text);
	assert_lock(w, "sb_writers#5", "struct super_block",
		    "s_writers.rw_sem[0]", 16);
	assert_lock(w, "sb_pagefaults", "struct super_block",
		    "s_writers.rw_sem[1]", 32);
	assert_lock(w, "sb_internal#2", "struct super_block",
		    "s_writers.rw_sem[2]", 48);
}

#define TAKEN_BY(name, function)					\
	"              ---------------\n"				\
	"              " name "   6    [<ffffffff81090fd5>] " function "+0x8/0x10\n"

static void a_name_of_several_members_is_told_apart_by_functions(void **state)
{
	static const char text[] = LOCK_HEAD
		"_xmit_ETHER:" NUMBERS("9")
		TAKEN_BY("_xmit_ETHER", "queue_taker")
		"_xmit_ETHER#2:" NUMBERS("8")
		TAKEN_BY("_xmit_ETHER", "device_taker")
		"_xmit_LOOPBACK:" NUMBERS("7")
		"_xmit_TUNNEL:" NUMBERS("6")
		TAKEN_BY("_xmit_TUNNEL", "device_taker")
		"              _xmit_TUNNEL   6    [<ffffffff81090fd5>] queue_taker+0x8/0x10\n";
	struct world *w = *state;
	const struct lay_heat_lock *l;

	read_text(w, text);
	assert_lock(w, "_xmit_LOOPBACK", NULL, NULL, 0);
	l = lock_called(w, "_xmit_LOOPBACK");
	assert_int_equal(l->nr_others, 2);
	assert_string_equal(l->others, "struct netdev_queue._xmit_lock, struct net_device.addr_list_lock");
	assert_lock(w, "_xmit_TUNNEL", NULL, NULL, 0);
	if (!lock_called(w, "_xmit_ETHER")->type)
		skip();		/* code that is not followed */
	assert_lock(w, "_xmit_ETHER", "struct netdev_queue", "_xmit_lock", 8);
	assert_int_equal(lock_called(w, "_xmit_ETHER")->grade, LAY_HEAT_GUESSED);
	assert_lock(w, "_xmit_ETHER#2", "struct net_device", "addr_list_lock",
		    16);
}

static void two_tables_are_compared(void **state)
{
	static const char text[] = LOCK_HEAD
		"&zone->lock:" NUMBERS("9")
		"&q->busy_lock:" NUMBERS("8")
		"After the patch:\n" LOCK_HEAD
		"&zone->lock:" NUMBERS("70");
	struct world *w = *state;
	const struct lay_heat_lock *l;

	read_text(w, text);
	l = lock_called(w, "&zone->lock");
	assert_true(l->has_before && l->has_after);
	assert_int_equal(l->before.contentions, 9);
	assert_int_equal(l->after.contentions, 70);
	l = lock_called(w, "&q->busy_lock");
	assert_true(l->has_before && !l->has_after);
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, world_setup, world_teardown)
#define BARE(fn) \
	cmocka_unit_test_setup_teardown(fn, world_setup_bare, world_teardown)
	const struct CMUnitTest tests[] = {
		TEST(peers_that_perf_counted_three_times_are_counted_once),
		TEST(peers_that_perf_counted_once_are_counted_once),
		TEST(a_profile_without_symbols_is_by_address),
		TEST(annotated_code_is_by_address),
		TEST(an_event_that_is_precise_has_no_skid),
		BARE(a_line_is_of_the_one_member_that_it_touches),
		BARE(an_offset_in_place_of_a_line_is_one_instruction),
		BARE(code_of_another_file_is_not_that_of_the_build),
		TEST(code_of_another_kernel_is_refused),
		BARE(classes_of_locks_are_members),
		BARE(a_lock_that_another_kernel_has_is_not_taken_for_ours),
		BARE(a_key_is_a_lock_of_what_its_functions_deal_with),
		BARE(locks_of_page_tables_are_known),
		BARE(levels_of_freezing_are_elements),
		BARE(a_name_of_several_members_is_told_apart_by_functions),
		BARE(two_tables_are_compared),
		BARE(a_profile_is_spread_over_what_the_function_touches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
