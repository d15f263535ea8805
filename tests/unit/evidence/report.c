// SPDX-License-Identifier: GPL-2.0-only
/* `perf report`, `perf mem report` and `perf annotate`. */
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

static const char profile[] =
"# To display the perf.data header info, please use --header/--header-only options.\n"
"#\n"
"# Total Lost Samples: 0\n"
"#\n"
"# Samples: 53K of event 'cpu-clock'\n"
"# Event count (approx.): 13442500000\n"
"#\n"
"# Overhead       Samples  Command   Shared Object         Symbol\n"
"# ........  ............  ........  ....................  ..................................\n"
"#\n"
"    12.34%          6584  a.out     [kernel.kallsyms]     [k] spin_a_while.constprop.0\n"
"     1.25%           703  some prog  libc.so.6            [.] __libc_recv\n"
"     0.33%           131  a.out     a.out                 [.] 0x00000000000031fd\n";

static void check_profile(struct collected *c)
{
	const struct evidence_function *f = c->function;

	assert_int_equal(c->ev->formats, 1 << EVIDENCE_PERF_REPORT);
	assert_int_equal(c->ev->shown.functions, 3);
	assert_string_equal(f[0].event, "cpu-clock");
	assert_int_equal(f[0].has, EVIDENCE_HAS_SELF | EVIDENCE_HAS_SAMPLES);
	assert_int_equal(f[0].self_x100, 1234);
	assert_int_equal(f[0].samples, 6584);
	assert_string_equal(f[0].comm, "a.out");
	assert_string_equal(f[0].dso, "[kernel.kallsyms]");
	assert_int_equal(f[0].mode, 'k');
	assert_string_equal(f[0].symbol, "spin_a_while.constprop.0");
	assert_false(f[0].has_ip);
	assert_string_equal(f[1].dso, "libc.so.6");
	assert_true(f[2].has_ip);
	assert_int_equal(f[2].ip, 0x31fd);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 0);
}

static void a_profile_is_read_from_any_copy(void **state)
{
	copies_check(*state, profile, 60, check_profile);
}

static void what_stands_over_a_profile_is_told(void **state)
{
	struct collected *c = *state;
	const struct evidence_fact *f = c->fact;

	assert_int_equal(collect_text(c, profile), 0);
	assert_int_equal(c->ev->shown.facts, 3);
	assert_string_equal(f[1].key, "Samples");
	assert_int_equal(f[1].value, 53000);
	assert_true(f[1].approximate);
	assert_string_equal(f[2].key, "Event count (approx.)");
	assert_int_equal(f[2].value, 13442500000);
	assert_false(f[2].approximate);
	collect_free(c);
}

static void children_and_call_graphs_are_told_from_rows(void **state)
{
	struct collected *c = *state;
	const struct evidence_function *f = c->function;

	assert_int_equal(collect_text(c,
		"# Samples: 235  of event 'cycles'\n"
		"# Children      Self  Command        Shared Object      Symbol\n"
		"    97.45%     9.79%  a.out          [kernel.kallsyms]  [k] do_things\n"
		"            |\n"
		"            |--87.66%--do_things\n"
		"            |          spin_a_while\n"
		"             --9.79%--main\n"
		"                       start\n"
		"\n"
		"     4.26%     4.26%  a.out          a.out              [.] main\n"),
			 0);
	assert_int_equal(c->ev->shown.functions, 2);
	assert_int_equal(f[0].children_x100, 9745);
	assert_int_equal(f[0].self_x100, 979);
	assert_string_equal(f[1].symbol, "main");
	assert_int_equal(c->ev->fate[EVIDENCE_ASIDE], 5);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 0);
	collect_free(c);
}

static void a_separator_may_stand_between_columns(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"# Overhead,Command        ,Shared Object       ,Symbol          \n"
		" 6.73%  ,a b            ,[kernel.kallsyms]   ,[k] f\n"), 0);
	assert_int_equal(c->ev->shown.functions, 1);
	assert_string_equal(c->function[0].comm, "a b");
	assert_string_equal(c->function[0].dso, "[kernel.kallsyms]");
	assert_string_equal(c->function[0].symbol, "f");
	collect_free(c);
}

static void each_event_of_a_group_has_its_row(void **state)
{
	struct collected *c = *state;
	const struct evidence_function *f = c->function;

	assert_int_equal(collect_text(c,
		"# Samples: 291  of events 'cpu/mem-loads,ldlat=30/P, cpu/mem-stores/P'\n"
		"#         Overhead               Samples  Shared Object      Symbol\n"
		"    42.55%   3.00%           100     12  [kernel.kallsyms]  [k] f\n"
		"    15.74%   0.00%            37      0  [kernel.kallsyms]  [k] g\n"),
			 0);
	assert_int_equal(c->ev->shown.functions, 3);
	assert_string_equal(f[0].event, "cpu/mem-loads,ldlat=30/P");
	assert_int_equal(f[0].samples, 100);
	assert_string_equal(f[1].event, "cpu/mem-stores/P");
	assert_int_equal(f[1].self_x100, 300);
	assert_int_equal(f[1].samples, 12);
	assert_string_equal(f[2].symbol, "g");
	collect_free(c);
}

static void levels_of_a_hierarchy_are_not_counted_twice(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"#    Overhead  Command / Shared Object / Symbol\n"
		"    88.45%     a.out\n"
		"       80.24%     [kernel.kallsyms]\n"
		"          60.24%     [k] f\n"
		"          20.00%     [k] g\n"
		"        8.21%     libc.so.6\n"
		"           8.21%     [.] recv\n"), 0);
	assert_int_equal(c->ev->shown.functions, 3);
	assert_string_equal(c->function[0].comm, "a.out");
	assert_string_equal(c->function[1].dso, "[kernel.kallsyms]");
	assert_string_equal(c->function[2].dso, "libc.so.6");
	assert_int_equal(c->ev->fate[EVIDENCE_HEADING], 4);
	collect_free(c);
}

static void a_row_of_percents_alone_names_nothing(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"#    Overhead  Command / Symbol\n"
		"    88.45%\n"
		"       80.24%     [k] f\n"), 0);
	assert_int_equal(c->ev->shown.functions, 1);
	assert_string_equal(c->function[0].symbol, "f");
	collect_free(c);
}

static void rows_without_heading_are_known_by_their_symbol(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"The profile shows\n"
		"   12.34%  a.out  [kernel.vmlinux]  [k] spin_a_while\n"
		"    1.00%  [kernel]  [k] do_things\n"
		"    1.00%  a.out  [kernel]  [k] 0xffffffff81\n"
		"    1.00%  of nothing\n"), 0);
	assert_int_equal(c->ev->shown.functions, 3);
	/* perf prints all digits: this address was cut off */
	assert_false(c->function[2].has_ip);
	assert_string_equal(c->function[0].comm, "a.out");
	assert_null(c->function[1].comm);
	assert_string_equal(c->function[1].dso, "[kernel]");
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 2);
	collect_free(c);
}

static const char lines[] =
"# Samples: 3K of event 'cpu-clock'\n"
"# Overhead       Samples  Symbol                            Source:Line\n"
"# ........  ............  ................................  ..............................\n"
"#\n"
"    50.03%          1603  [k] tcp_recv                      tcp.c:2467\n"
"     0.06%             2  [k] handle_softirqs               handle_softirqs+114\n";

static void check_lines(struct collected *c)
{
	const struct evidence_function *f = c->function;

	assert_int_equal(c->ev->shown.functions, 2);
	assert_string_equal(f[0].symbol, "tcp_recv");
	assert_string_equal(f[0].source, "tcp.c:2467");
	assert_int_equal(f[0].samples, 1603);
	assert_string_equal(f[1].symbol, "handle_softirqs");
	assert_string_equal(f[1].source, "handle_softirqs+114");
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 0);
}

static void lines_of_the_source_are_read_from_any_copy(void **state)
{
	copies_check(*state, lines, 60, check_lines);
}

static const char types[] =
"# Samples: 235  of event 'cpu/mem-loads,ldlat=30/P'\n"
"# Overhead       Samples  Data Type  Data Type Offset\n"
"# ........  ............  .........  ................\n"
"#\n"
"    79.57%           187  (unknown)  (unknown) +0 (no field)\n"
"    15.74%            37  struct rw_semaphore  struct rw_semaphore +0x14 (wait_lock.raw_lock.val.counter)\n"
"     4.00%             9  struct page  struct page +8 (lru.next)\n"
"     0.69%             2  struct page  struct page +1928 ()\n";

static void check_types(struct collected *c)
{
	const struct evidence_type *t = c->type;

	assert_int_equal(c->ev->shown.types, 4);
	assert_int_equal(t[0].tool, EVIDENCE_PERF_REPORT);
	assert_string_equal(t[0].type, "(unknown)");
	assert_null(t[0].field);
	assert_int_equal(t[0].samples, 187);
	assert_string_equal(t[1].type, "struct rw_semaphore");
	assert_int_equal(t[1].off, 0x14);
	assert_string_equal(t[1].field, "wait_lock.raw_lock.val.counter");
	assert_int_equal(t[1].self_x100, 1574);
	assert_int_equal(t[2].off, 8);
	assert_int_equal(t[3].off, 1928);
	assert_null(t[3].field);
	assert_true(t[3].has & EVIDENCE_HAS_OFFSET);
}

static void types_and_offsets_are_read_from_any_copy(void **state)
{
	copies_check(*state, types, 80, check_types);
}

static void types_of_a_hierarchy_have_their_offsets_below(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"#    Overhead  Data Type / Data Type Offset\n"
		"    15.74%     struct page\n"
		"       10.00%     struct page +8 (lru.next)\n"
		"        5.74%     struct page +0 (flags)\n"), 0);
	assert_int_equal(c->ev->shown.types, 3);
	assert_int_equal(c->type[0].depth, 0);
	assert_false(c->type[0].has & EVIDENCE_HAS_OFFSET);
	assert_int_equal(c->type[1].depth, 1);
	assert_string_equal(c->type[2].field, "flags");
	collect_free(c);
}

static void rows_that_do_not_fit_their_columns_are_refused(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"# Overhead       Samples  Command  Shared Object  Symbol\n"
		"    15.74%            x7  a.out  [kernel.kallsyms]  [k] f\n"
		"    15.74%            37  a.out  [kernel.kallsyms]\n"), 0);
	assert_int_equal(c->ev->shown.functions, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 2);
	collect_free(c);
}

static const char annotated[] =
"Annotate type: 'struct cfs_rq' in [kernel.kallsyms] (13 samples):\n"
"============================================================================\n"
"    samples     offset       size  field\n"
"         13          0        640  struct cfs_rq\t {\n"
"          2          0         16      struct load_weight\tload {\n"
"          2          0          8          unsigned long\tweight;\n"
"          0          8          4          u32\tinv_weight;\n"
"                                       };\n"
"         11       0x20       0x40      union \t {\n"
"         11       0x20       0x40          u8[]\tpad;\n"
"          0       0x20        0x8          struct task_struct*\tcurr;\n"
"                                       };\n"
"                                   };\n";

static void check_annotated(struct collected *c)
{
	const struct evidence_type *t = c->type;

	assert_int_equal(c->ev->formats, 1 << EVIDENCE_PERF_ANNOTATE);
	assert_int_equal(c->ev->shown.types, 7);
	assert_string_equal(t[0].type, "struct cfs_rq");
	assert_string_equal(t[0].dso, "[kernel.kallsyms]");
	assert_int_equal(t[0].samples, 13);
	assert_int_equal(t[0].size, 640);
	assert_null(t[0].field);
	assert_false(t[0].leaf);
	assert_string_equal(t[1].field, "load");
	assert_string_equal(t[2].field, "load.weight");
	assert_true(t[2].leaf);
	assert_int_equal(t[2].depth, 2);
	assert_int_equal(t[3].off, 8);
	assert_null(t[4].field);
	assert_int_equal(t[4].off, 0x20);
	assert_string_equal(t[5].field, "pad");
	assert_string_equal(t[6].field, "curr");
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 0);
}

static void an_annotated_type_is_read_from_any_copy(void **state)
{
	copies_check(*state, annotated, 46, check_annotated);
}

static void percents_and_groups_have_a_value_for_each_event(void **state)
{
	struct collected *c = *state;
	const struct evidence_type *t = c->type;

	assert_int_equal(collect_text(c,
		"Annotate type: 'struct page' in vmlinux (480 samples):\n"
		" event[0] = cpu/mem-loads,ldlat=4/P\n"
		" event[1] = cpu/mem-stores/P\n"
		"======================\n"
		"         Percent     offset       size  field\n"
		"  100.00   25.00          0         64  struct page {\n"
		"   24.00   25.00          0          8      long unsigned int  flags;\n"
		"   76.00    0.00          8         56      void*  rest;\n"
		"                                       };\n"), 0);
	assert_int_equal(c->ev->shown.types, 6);
	assert_string_equal(t[0].event, "cpu/mem-loads,ldlat=4/P");
	assert_string_equal(t[3].event, "cpu/mem-stores/P");
	assert_int_equal(t[2].self_x100, 2400);
	assert_int_equal(t[3].self_x100, 2500);
	assert_string_equal(t[3].field, "flags");
	collect_free(c);
}

/* A member that opens others and cannot be read leaves paths unknown. */
static void paths_are_not_made_up_behind_damage(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		"Annotate type: 'struct s' in a (1 samples):\n"
		"    samples     offset       size  field\n"
		"          1          0         64  struct s {\n"
		"          1          0         6x      struct inner  in {\n"
		"          1          0          8          long  a;\n"
		"                                       };\n"
		"                                   };\n"), 0);
	assert_int_equal(c->ev->shown.types, 2);
	assert_null(c->type[1].field);
	assert_int_equal(c->type[1].off, 0);
	collect_free(c);
}

static const char code[] =
" Percent |\tSource code & Disassembly of vmlinux for cycles:ppp (375 samples, percent: local period)\n"
"---------------------------------------------------------------------------------------------------\n"
"         :\n"
"         : 3                Disassembly of section .text:\n"
"         :\n"
"         : 5                ffffffff8185c490 <tcp_recv>:\n"
"         : 7                net/ipv4/tcp.c:2467\n"
"    5.87 :   ffffffff8185c490:       call   ffffffff8106b730 <__fentry__>\n"
"    0.00 :   ffffffff8185c495:       push   %r15\n"
"         : 21               x ? 1 : 2;\n"
"    1.60 :   ffffffff8185c4d8:       mov    %rdi,%rbp // tcp.c:2470\n"
"    0.00 :   ffffffff8185c4db:       cmp    $0xa,%cl\n";

static void check_code(struct collected *c)
{
	const struct evidence_function *f = c->function;

	assert_int_equal(c->ev->formats, 1 << EVIDENCE_PERF_ANNOTATE);
	assert_int_equal(c->ev->shown.functions, 2);
	assert_string_equal(f[0].event, "cycles:ppp");
	assert_string_equal(f[0].dso, "vmlinux");
	assert_string_equal(f[0].symbol, "tcp_recv");
	assert_true(f[0].has_ip && f[0].has_symbol_off);
	assert_int_equal(f[0].ip, 0xffffffff8185c490);
	assert_int_equal(f[0].symbol_off, 0);
	assert_int_equal(f[0].has, EVIDENCE_HAS_SAMPLES);
	assert_int_equal(f[0].samples, 22);
	assert_int_equal(f[1].ip, 0xffffffff8185c4d8);
	assert_int_equal(f[1].symbol_off, 0x48);
	assert_int_equal(f[1].samples, 6);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 0);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 0);
}

static void instructions_are_read_from_any_copy(void **state)
{
	copies_check(*state, code, 0, check_code);
}

static void columns_of_instructions_may_be_counts_and_periods(void **state)
{
	struct collected *c = *state;
	const struct evidence_function *f = c->function;

	assert_int_equal(collect_text(c,
		"Sorted summary for file /boot/vmlinux\n"
		"----------------------------------------------\n"
		"\n"
		"   50.24 tcp.c:3\n"
		" Samples         |\tSource code & Disassembly of vmlinux for anon group { cycles, cpu/mem-loads,ldlat=30/P } (5 samples, percent: local period)\n"
		"       3       7 :   ffffffff8185c490:       ret\n"
		"       0       1 :   ffffffff8185c491:       ret\n"
		" Period      |\tSource code & Disassembly of vmlinux for cycles (4 samples, percent: local period)\n"
		"     3000000 :   ffffffff8185c490:       ret\n"
		"     1000000 :   ffffffff8185c491:       ret\n"
		" Percent |\tSource code & Disassembly of vmlinux for cycles (4 samples, percent: global hits)\n"
		"    0.03 :   ffffffff8185c490:       ret\n"
		"    0.01 :   ffffffff8185c491:       ret\n"
		" Percent |      Source code & Disassembly of vmlinux\n"
		"   75.00 :   ffffffff8185c490:       retq\n"), 0);
	assert_int_equal(c->ev->shown.functions, 8);
	assert_string_equal(f[0].event, "cycles");
	assert_int_equal(f[0].samples, 3);
	assert_string_equal(f[1].event, "cpu/mem-loads,ldlat=30/P");
	assert_int_equal(f[1].samples, 7);
	assert_int_equal(f[2].ip, 0xffffffff8185c491);
	assert_int_equal(f[3].samples, 3);
	assert_int_equal(f[4].samples, 1);
	assert_int_equal(f[5].samples, 3);
	assert_int_equal(f[6].samples, 1);
	/* of how many nobody says */
	assert_int_equal(f[7].has, EVIDENCE_HAS_SELF);
	assert_int_equal(f[7].self_x100, 7500);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 0);
	collect_free(c);
}

static void instructions_without_address_are_refused(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		" Percent |\tSource code & Disassembly of vmlinux for cycles (4 samples, percent: local period)\n"
		"   25.00 :   ffffffff8185c490:       ret\n"
		"   25.00 :   mov    %rdi,%rbp\n"
		"  125.00 :   ffffffff8185c495:       ret\n"
		"   25.00 :   ffffffff8185c4:9:       ret\n"), 0);
	assert_int_equal(c->ev->shown.functions, 2);
	assert_int_equal(c->function[0].samples, 1);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 1);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 1);
	collect_free(c);
}

static void mangled_reports_end_in_order(void **state)
{
	(void)state;
	collect_mangled(profile, strlen(profile), 1000);
	collect_mangled(types, strlen(types), 1000);
	collect_mangled(annotated, strlen(annotated), 1000);
	collect_mangled(code, strlen(code), 1000);
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(a_profile_is_read_from_any_copy),
		TEST(what_stands_over_a_profile_is_told),
		TEST(children_and_call_graphs_are_told_from_rows),
		TEST(a_separator_may_stand_between_columns),
		TEST(each_event_of_a_group_has_its_row),
		TEST(levels_of_a_hierarchy_are_not_counted_twice),
		TEST(a_row_of_percents_alone_names_nothing),
		TEST(rows_without_heading_are_known_by_their_symbol),
		TEST(lines_of_the_source_are_read_from_any_copy),
		TEST(types_and_offsets_are_read_from_any_copy),
		TEST(types_of_a_hierarchy_have_their_offsets_below),
		TEST(rows_that_do_not_fit_their_columns_are_refused),
		TEST(an_annotated_type_is_read_from_any_copy),
		TEST(percents_and_groups_have_a_value_for_each_event),
		TEST(paths_are_not_made_up_behind_damage),
		TEST(instructions_are_read_from_any_copy),
		TEST(columns_of_instructions_may_be_counts_and_periods),
		TEST(instructions_without_address_are_refused),
		TEST(mangled_reports_end_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
