// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "copies.h"
#include "base/poison.h"

#define EVENT "cpu/mem-loads,ldlat=30/P:"

static const struct evidence_sample *read_one(struct collected *c,
					      const char *text)
{
	if (collect_text(c, text) < 0)
		fail_msg("%s", c->err.text);
	if (c->ev->shown.samples != 1)
		fail_msg("%d samples in '%s'", (int)c->ev->shown.samples,
			 text);
	return c->sample;
}

/* What a default line has, in the words of each version. */
static void every_version_spells_data_src_its_own_way(void **state)
{
	static const char *const lines[] = {
		/* 5.10 */
		"            a.out  4242 [003]  1000.000021: " EVENT " ffff8881044c0048     10669800842 L3 or L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A             216 ffffffff81234567 spin_a_while+0x38 ([kernel.kallsyms])       1044c0048\n",
		/* 6.1 */
		"            a.out  4242 [003]  1000.000021: " EVENT " ffff8881044c0048     10669800842 |OP LOAD|LVL L3 or L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             216 ffffffff81234567 spin_a_while+0x38 ([kernel.kallsyms])       1044c0048\n",
		/* 6.12 */
		"            a.out    4242    [003]  1000.000021: " EVENT " ffff8881044c0048     10669800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  Data Addr           216 ffffffff81234567 spin_a_while+0x38 ([kernel.kallsyms])       1044c0048\n",
	};
	struct collected *c = *state;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const struct evidence_sample *s = read_one(c, lines[i]);

		assert_string_equal(c->ev->events[s->event].name,
				    "cpu/mem-loads,ldlat=30/P");
		assert_string_equal(s->comm, "a.out");
		assert_int_equal(s->tid, 4242);
		assert_false(s->has & EVIDENCE_HAS_PID);
		assert_int_equal(s->cpu, 3);
		assert_int_equal(s->time_ns, 1000000021000);
		assert_int_equal(s->addr, 0xffff8881044c0048);
		assert_int_equal(s->src.raw, 0x10669800842);
		assert_int_equal(s->src.is, EVIDENCE_IS_HITM_LOCAL);
		assert_int_equal(s->weight, 216);
		assert_false(s->has & EVIDENCE_HAS_INS_LAT);
		assert_int_equal(s->ip, 0xffffffff81234567);
		assert_string_equal(s->symbol, "spin_a_while");
		assert_int_equal(s->symbol_off, 0x38);
		assert_string_equal(s->dso, "[kernel.kallsyms]");
		assert_int_equal(s->phys_addr, 0x1044c0048);
		collect_free(c);
	}
}

#define KERNEL_IP	0xffffffff8114ce18
#define KERNEL_DATA	0xffff888104c3a9b0

/* A choice of -F, and what of it must be found; 0 for absent. */
static void any_choice_of_fields_is_told_apart(void **state)
{
	static const struct {
		const char *line;
		uint64_t ip, addr, phys, weight, ins_lat, retire_lat, src;
	} choices[] = {
		{ .line = "ffff888104c3a9b0             216 ffffffff8114ce18 [unknown]       104c3a9b0",
		  .ip = KERNEL_IP, .addr = KERNEL_DATA, .phys = 0x104c3a9b0,
		  .weight = 216 },
		{ .line = " ffffffff8114ce18 f", .ip = KERNEL_IP },
		{ .line = " ffffffff8114ce18", .ip = KERNEL_IP },
		{ .line = " 4242 " EVENT " ffff888104c3a9b0",
		  .addr = KERNEL_DATA },
		{ .line = EVENT " ffff888104c3a9b0 ffffffff8114ce18",
		  .ip = KERNEL_IP, .addr = KERNEL_DATA },
		{ .line = " 4242 K      ffffffff8114ce18 [unknown] ([kernel.kallsyms])",
		  .ip = KERNEL_IP },
		{ .line = EVENT "              216 ffffffff8114ce18 f+0x1 (a)",
		  .ip = KERNEL_IP, .weight = 216 },
		{ .line = " 1000.000021: " EVENT " ffff888104c3a9b0             216             236              17 ffffffff8114ce18 f+0x1 (a)",
		  .ip = KERNEL_IP, .addr = KERNEL_DATA, .weight = 216,
		  .ins_lat = 236, .retire_lat = 17 },
		{ .line = "ffff888104c3a9b0     10669800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             216             236 ffffffff8114ce18       104c3a9b0",
		  .ip = KERNEL_IP, .addr = KERNEL_DATA, .phys = 0x104c3a9b0,
		  .weight = 216, .ins_lat = 236, .src = 0x10669800842 },
		/* user addresses are as short as latencies */
		{ .line = " 1000.000021: " EVENT "           404040     10669800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             128           401136 main+0x4 (prog)         2404040",
		  .ip = 0x401136, .addr = 0x404040, .phys = 0x2404040,
		  .weight = 128, .src = 0x10669800842 },
		{ .line = " 1000.000021: " EVENT "           404040           401136 main (prog)",
		  .ip = 0x401136, .addr = 0x404040 },
		/* page faults have a symbol behind each address */
		{ .line = " 1000.000021: page-faults:     7f655c541459 [heap]+0x9 ([heap])           401136 main+0x4 (/bin/a.out)",
		  .ip = 0x401136, .addr = 0x7f655c541459 },
		/* branches and registers are passed over */
		{ .line = " 1000.000021: " EVENT " ffffffff8114ce18 f+0x1 (a) ABI:2    AX:0xff     BX:0x1  0x401136/0x401150/P/-/-/0         2404040 4K",
		  .ip = KERNEL_IP, .phys = 0x2404040 },
	};
	struct collected *c = *state;

	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
		const struct evidence_sample *s = read_one(c, choices[i].line);

		print_message("  %s\n", choices[i].line);
		assert_int_equal(s->ip, choices[i].ip);
		assert_int_equal(s->addr, choices[i].addr);
		assert_int_equal(s->phys_addr, choices[i].phys);
		assert_int_equal(s->weight, choices[i].weight);
		assert_int_equal(s->ins_lat, choices[i].ins_lat);
		assert_int_equal(s->retire_lat, choices[i].retire_lat);
		assert_int_equal(s->src.raw, choices[i].src);
		collect_free(c);
	}
}

static void the_head_may_have_any_fields(void **state)
{
	static const struct {
		const char *head;
		const char *comm;
		unsigned int has;
		uint32_t pid, tid;
		uint64_t period;
	} heads[] = {
		{ .head = "Web Content  77/78  [001]  5.000001:   1234 ",
		  .comm = "Web Content", .pid = 77, .tid = 78, .period = 1234,
		  .has = EVIDENCE_HAS_PID | EVIDENCE_HAS_TID |
			 EVIDENCE_HAS_CPU | EVIDENCE_HAS_TIME |
			 EVIDENCE_HAS_PERIOD },
		{ .head = "kworker/0:1-ev    78 [001] ",
		  .comm = "kworker/0:1-ev", .tid = 78,
		  .has = EVIDENCE_HAS_TID | EVIDENCE_HAS_CPU },
		{ .head = "   78 ", .tid = 78, .has = EVIDENCE_HAS_TID },
		{ .head = "        99 ", .period = 99,
		  .has = EVIDENCE_HAS_PERIOD },
		{ .head = "   78         99 ", .tid = 78, .period = 99,
		  .has = EVIDENCE_HAS_TID | EVIDENCE_HAS_PERIOD },
		{ .head = ":-1    -1 5.123456789: ", .comm = ":-1",
		  .has = EVIDENCE_HAS_TIME },
		{ .head = "" },
	};
	struct collected *c = *state;

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		const struct evidence_sample *s;
		char line[256];

		snprintf(line, sizeof(line),
			 "%scycles: ffffffff81234567 f+0x1 (a)\n",
			 heads[i].head);
		print_message("  %s", line);
		s = read_one(c, line);
		assert_int_equal(s->has, heads[i].has | EVIDENCE_HAS_IP |
					 EVIDENCE_HAS_SYMBOL_OFF);
		assert_int_equal(s->pid, heads[i].pid);
		assert_int_equal(s->tid, heads[i].tid);
		assert_int_equal(s->period, heads[i].period);
		if (heads[i].comm)
			assert_string_equal(s->comm, heads[i].comm);
		else
			assert_null(s->comm);
		collect_free(c);
	}
}

static void a_number_that_could_be_the_thread_is_not_taken_for_it(void **state)
{
	struct collected *c = *state;
	const struct evidence_sample *s;

	/* tid and weight, or pid and tid? */
	s = read_one(c, "a.out 4242 216 ffffffff8114ce18 f+0x1 (a)\n");
	assert_int_equal(s->has, EVIDENCE_HAS_IP | EVIDENCE_HAS_SYMBOL_OFF);
	collect_free(c);
}

static void one_address_that_could_be_two_things_is_refused(void **state)
{
	struct collected *c = *state;

	/* -F phys_addr, or -F addr of a user's data */
	assert_int_equal(collect_text(c,
		" 5.000001: " EVENT "       104c3a9b0\n"
		" 5.000002: " EVENT "       104c3a9b8\n"), 0);
	assert_int_equal(c->ev->shown.samples, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_AMBIGUOUS], 2);
	collect_free(c);
	/* but one line that is certain tells of all */
	assert_int_equal(collect_text(c,
		" 5.000001: " EVENT " ffff888104c3a9b0\n"
		" 5.000002: " EVENT "       404040\n"), 0);
	assert_int_equal(c->ev->shown.samples, 2);
	assert_int_equal(c->sample[1].addr, 0x404040);
	collect_free(c);
}

static const char chains[] =
"a.out  4242 [000]  1000.000021:          1 " EVENT " ffff888104c3a9b0     10669800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             216             236\n"
"\tffffffff8114ce18 spin_a_while+0x38 ([kernel.kallsyms])\n"
"\tffffffff81392310 do_things+0x60 ([kernel.kallsyms])\n"
"\t          401136 main+0x6 (/bin/a.out)\n"
"       104c3a9b0\n"
"a.out  4242 [001]  1000.000038:          1 " EVENT " ffff888104c3a9b8     10669800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             217             237\n"
"\tffffffff8114ce20 spin_a_while+0x40 ([kernel.kallsyms])\n"
"\n";

static void check_chains(struct collected *c)
{
	const struct evidence_sample *s = c->sample;

	assert_int_equal(c->ev->shown.samples, 2);
	assert_int_equal(s[0].ip, 0xffffffff8114ce18);
	assert_string_equal(s[0].symbol, "spin_a_while");
	assert_int_equal(s[0].ins_lat, 236);
	assert_int_equal(s[1].ip, 0xffffffff8114ce20);
	assert_int_equal(s[1].addr, 0xffff888104c3a9b8);
	assert_int_equal(s[1].cpu, 1);
}

static void the_first_frame_of_a_chain_is_the_sample(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c, chains), 0);
	check_chains(c);
	assert_int_equal(c->sample[0].phys_addr, 0x104c3a9b0);
	assert_int_equal(c->ev->fate[EVIDENCE_JOINED], 5);
	collect_free(c);
	copies_check(c, chains, 0, check_chains);
}

static void chains_may_stand_alone(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"\n\tffffffff8114ce18 a\n\tffffffff81392310 b\n\n"
		"\n\tffffffff8114ce20 c\n\tffffffff81392310 b\n\n"), 0);
	assert_int_equal(c->ev->shown.samples, 2);
	assert_string_equal(c->sample[0].symbol, "a");
	assert_string_equal(c->sample[1].symbol, "c");
	collect_free(c);
}

static const char plain[] =
"            a.out  4242/4243  [003]  1000.000021: " EVENT " ffff8881044c0048     10669800842 |OP LOAD|LVL L3 or L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             216 ffffffff81234567 spin_a_while+0x38 ([kernel.kallsyms])       1044c0048\n"
"            a.out  4242/4243  [003]  1000.000022: " EVENT "           404040     10669800842 |OP LOAD|LVL L3 or L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A              12           401136 walk(list<int>&)+0x3 (/bin/a.out)         2404040\n"
"            a.out  4242/4243  [003]  1000.000023: " EVENT " ffff8881044c0050     10669800842 |OP LOAD|LVL L3 or L3 hit|SNP HitM|TLB L1 or L2 hit|LCK N/A|BLK  N/A             216 ffffffff81234567 [unknown] ([kernel.kallsyms])       1044c0050\n";

static void check_plain(struct collected *c)
{
	const struct evidence_sample *s = c->sample;

	assert_int_equal(c->ev->formats, 1 << EVIDENCE_PERF_SCRIPT);
	assert_int_equal(c->ev->shown.samples, 3);
	assert_int_equal(s[0].pid, 4242);
	assert_int_equal(s[0].addr, 0xffff8881044c0048);
	assert_int_equal(s[0].weight, 216);
	assert_int_equal(s[0].phys_addr, 0x1044c0048);
	assert_string_equal(s[0].symbol, "spin_a_while");
	assert_int_equal(s[1].addr, 0x404040);
	assert_int_equal(s[1].ip, 0x401136);
	assert_string_equal(s[1].symbol, "walk(list<int>&)");
	assert_string_equal(s[1].dso, "/bin/a.out");
	assert_string_equal(s[2].symbol, "[unknown]");
	assert_int_equal(s[2].time_ns, 1000000023000);
}

static void samples_are_read_from_any_copy(void **state)
{
	copies_check(*state, plain, 76, check_plain);
}

static void a_broken_address_is_no_address(void **state)
{
	struct collected *c = *state;

	/* cut through, not at a blank */
	assert_int_equal(collect_text(c,
		"a.out 4242 [003] 1000.000021: 1 cycles: ffffffff8123\n"
		"4567 f+0x1 (a)\n"), 0);
	assert_int_equal(c->ev->shown.samples, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_AMBIGUOUS], 1);
	collect_free(c);
}

static void records_between_samples_give_maps(void **state)
{
	struct collected *c = *state;
	const struct evidence_map *m = c->map;

	assert_int_equal(collect_text(c,
		"swapper     0 [000]     0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff9de00000(0x1000000) @ 0xffffffff9de00000]: x [kernel.kallsyms]_text\n"
		"a.out    77 [001]     1.000000: PERF_RECORD_MMAP2 77/78: [0x401000(0x2000) @ 0x1000 08:01 1234 0]: r-xp /bin/a.out\n"
		"a.out    77 [001]     1.000001: PERF_RECORD_MMAP2 77/78: [0x404000(0x1000) @ 0 <00112233445566778899aabbccddeeff00112233>]: rw-p /bin/a.out\n"
		"a.out    77 [001]     1.000002: PERF_RECORD_COMM exec: a.out:77/77\n"
		"a.out    77 [001]     1.000003: PERF_RECORD_LOST lost 12\n"
		"a.out    77 [001]     1.000004: cycles: ffffffff81234567 f+0x1 (a)\n"),
			 0);
	assert_int_equal(c->ev->shown.samples, 1);
	assert_int_equal(c->ev->shown.maps, 3);
	assert_int_equal(m[0].flags, EVIDENCE_MAP_KERNEL |
				     EVIDENCE_MAP_REFERENCE |
				     EVIDENCE_MAP_TIMED);
	assert_string_equal(m[0].name, "[kernel.kallsyms]");
	assert_string_equal(m[0].ref_symbol, "_text");
	assert_int_equal(m[0].ref_addr, 0xffffffff9de00000);
	assert_int_equal(m[1].file_off, 0x1000);
	assert_int_equal(m[1].time_ns, 1000000000);
	assert_int_equal(m[2].flags, EVIDENCE_MAP_DATA | EVIDENCE_MAP_TIMED);
	assert_int_equal(m[2].build_id_size, 20);
	assert_int_equal(m[2].build_id[19], 0x33);
	assert_int_equal(c->ev->nr_lost_events, 12);
	assert_int_equal(c->ev->fate[EVIDENCE_ASIDE], 1);
	collect_free(c);
}

static void the_header_describes_the_machine(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"# ========\n"
		"# captured on    : Mon Jan  1 00:00:00 2024\n"
		"# hostname : box\n"
		"# os release : 6.1.0-test\n"
		"# nrcpus online : 48\n"
		"# cpuid : GenuineIntel,6,85,7\n"
		"# total memory : 131924544 kB\n"
		"# cmdline : /usr/bin/perf mem record -a\n"
		"# ========\n"
		"#\n"
		" 1000.000021: cycles: ffffffff81234567 f+0x1 (a)\n"), 0);
	assert_string_equal(c->ev->hostname, "box");
	assert_string_equal(c->ev->release, "6.1.0-test");
	assert_int_equal(c->ev->nr_cpus, 48);
	assert_string_equal(c->ev->command, "/usr/bin/perf mem record -a");
	assert_int_equal(c->ev->shown.samples, 1);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 0);
	collect_free(c);
}

static void samples_without_address_are_counted(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"a.out  77 [001]  1.000004: sched:sched_switch: prev_comm=a next_comm=b\n"
		"     10668100842 |OP LOAD|LVL L3 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A               56\n"),
			 0);
	assert_int_equal(c->ev->shown.samples, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_NO_ADDRESS], 1);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 1);
	collect_free(c);
}

static void mangled_texts_end_in_order(void **state)
{
	(void)state;
	collect_mangled(plain, strlen(plain), 1000);
	collect_mangled(chains, strlen(chains), 1000);
}

/* The same recording as perf.data and as four versions of perf print it. */
static void shared_texts_equal_their_recording(void **state)
{
	static const char *const versions[] = { "5.10", "6.1", "6.12", "7.2" };
	static struct collected data;
	const char *dir = collect_shared_dir();
	struct collected *c = *state;
	char path[4200];

	if (!dir)
		skip();
	snprintf(path, sizeof(path), "%s/synthetic/intel.perf.data", dir);
	assert_int_equal(collect_file(&data, path), 0);
	for (size_t i = 0; i < 4; i++) {
		snprintf(path, sizeof(path),
			 "%s/synthetic/intel.script-F-all.perf%s.txt", dir,
			 versions[i]);
		assert_int_equal(collect_file(c, path), 0);
		assert_int_equal(c->ev->shown.samples, 291);
		for (size_t k = 0; k < 291; k++) {
			const struct evidence_sample *a = &data.sample[k];
			const struct evidence_sample *b = &c->sample[k];

			assert_int_equal(a->ip, b->ip);
			assert_int_equal(a->addr, b->addr);
			assert_int_equal(a->src.raw, b->src.raw);
			assert_int_equal(a->weight, b->weight);
			assert_int_equal(a->phys_addr, b->phys_addr);
			assert_int_equal(a->tid, b->tid);
			assert_int_equal(a->pid, b->pid);
			assert_int_equal(a->cpu, b->cpu);
			assert_int_equal(a->time_ns / 1000, b->time_ns / 1000);
		}
		collect_free(c);
	}
	collect_free(&data);
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(every_version_spells_data_src_its_own_way),
		TEST(any_choice_of_fields_is_told_apart),
		TEST(the_head_may_have_any_fields),
		TEST(a_number_that_could_be_the_thread_is_not_taken_for_it),
		TEST(one_address_that_could_be_two_things_is_refused),
		TEST(the_first_frame_of_a_chain_is_the_sample),
		TEST(chains_may_stand_alone),
		TEST(samples_are_read_from_any_copy),
		TEST(a_broken_address_is_no_address),
		TEST(records_between_samples_give_maps),
		TEST(the_header_describes_the_machine),
		TEST(samples_without_address_are_counted),
		TEST(mangled_texts_end_in_order),
		TEST(shared_texts_equal_their_recording),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
