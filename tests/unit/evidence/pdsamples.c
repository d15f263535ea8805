// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pdsamples.h"
#include "base/poison.h"

void pdsamples_begin(struct pdw *w, const struct pdw_attr *a)
{
	pdw_file_begin(w, 1, 112);
	pdw_attr(w, a);
	pdw_data_begin(w);
}

void pdsamples_load(struct pdw *w, uint64_t ip, uint64_t addr)
{
	size_t r = pdw_record_begin(w, SAMPLE, KERNEL);

	pdw_u64(w, ip);
	pdw_u64(w, addr);
	pdw_record_end(w, r);
}

void pdsamples_full(struct pdw *w)
{
	size_t r = pdw_record_begin(w, SAMPLE, USER);

	pdw_u64(w, 77);		/* identifier */
	pdw_u64(w, 0x401000);	/* ip */
	pdw_u32(w, 11);
	pdw_u32(w, 12);
	pdw_u64(w, 123456789);	/* time */
	pdw_u64(w, 0x7ffc1230);	/* addr */
	pdw_u64(w, 77);		/* id */
	pdw_u64(w, 5);		/* stream id */
	pdw_u32(w, 3);		/* cpu */
	pdw_u32(w, 0);
	pdw_u64(w, 1000);	/* period */
	pdw_u64(w, 2);		/* read: a group of 2, times, each of 3 */
	pdw_zeros(w, 8 * (2 + 2 * 3));
	pdw_u64(w, 3);		/* call chain */
	pdw_zeros(w, 8 * 3);
	pdw_u32(w, 12);		/* raw */
	pdw_zeros(w, 12);
	pdw_u64(w, 2);		/* branches, their index, counters */
	pdw_zeros(w, 8 + 2 * 24 + 2 * 8);
	pdw_u64(w, 2);		/* user registers: 3 of them */
	pdw_zeros(w, 8 * 3);
	pdw_u64(w, 16);		/* stack */
	pdw_zeros(w, 16);
	pdw_u64(w, 8);
	pdw_u64(w, 7ull << 48 | 50ull << 32 | 300);	/* weights */
	pdw_u64(w, 0x10668100842);
	pdw_u64(w, 0);		/* transaction */
	pdw_u64(w, 0);		/* no registers at the interrupt */
	pdw_u64(w, 0x104c3a9b0);	/* physical address */
	pdw_u64(w, 1);		/* cgroup */
	pdw_u64(w, 4096);	/* sizes of the data's and code's page */
	pdw_u64(w, 2097152);
	pdw_u64(w, 8);		/* aux */
	pdw_zeros(w, 8);
	pdw_record_end(w, r);
}

void pdsamples_pipe(struct pdw *w)
{
	static const uint64_t ids[] = { 9 };
	struct pdw_attr a = {
		.type = 8, .sample_type = IDENTIFIER | IP | TID | TIME | ADDR,
	};
	size_t r;

	pdw_pipe_begin(w);
	r = pdw_record_begin(w, 64, 0);
	pdw_attr_body(w, &a, 120);
	pdw_u64(w, ids[0]);
	pdw_record_end(w, r);
	r = pdw_record_begin(w, 78, 0);
	pdw_u64(w, 2);
	pdw_u64(w, ids[0]);
	pdw_text(w, "cpu_core/mem-loads/P");
	pdw_record_end(w, r);
	r = pdw_record_begin(w, 80, 0);
	pdw_u64(w, 16);		/* PMU mappings */
	pdw_u32(w, 1);
	pdw_u32(w, 8);
	pdw_header_string(w, "cpu_core");
	pdw_record_end(w, r);
	r = pdw_record_begin(w, 1, KERNEL);
	pdw_u32(w, -1);
	pdw_u32(w, 0);
	pdw_u64(w, 0xffffffff9de00000);
	pdw_u64(w, 0x1000000);
	pdw_u64(w, 0xffffffff9de00000);
	pdw_text(w, "[kernel.kallsyms]_text");
	pdw_u32(w, 0);		/* sample id: pid, tid, time, identifier */
	pdw_u32(w, 0);
	pdw_u64(w, 55);
	pdw_u64(w, 0);
	pdw_record_end(w, r);
	r = pdw_record_begin(w, 10, USER | 1 << 14);
	pdw_u32(w, 3);
	pdw_u32(w, 3);
	pdw_u64(w, 0x400000);
	pdw_u64(w, 0x2000);
	pdw_u64(w, 0x1000);
	pdw_u8(w, 20);
	pdw_zeros(w, 3);
	for (int i = 0; i < 20; i++)
		pdw_u8(w, i + 1);
	pdw_u32(w, 5);		/* readable, executable */
	pdw_u32(w, 2);
	pdw_text(w, "/bin/thing");
	pdw_zeros(w, 8);
	pdw_u64(w, 56);
	pdw_u64(w, ids[0]);
	pdw_record_end(w, r);
	r = pdw_record_begin(w, SAMPLE, KERNEL);
	pdw_u64(w, ids[0]);
	pdw_u64(w, 0xffffffff9de00010);
	pdw_u32(w, 3);
	pdw_u32(w, 3);
	pdw_u64(w, 57);
	pdw_u64(w, 0xffff888000001000);
	pdw_record_end(w, r);
}

void collect_pdw(struct collected *c, const struct pdw *w)
{
	if (collect_bytes(c, w->buf, w->len) < 0)
		fail_msg("%s", c->err.text);
}
