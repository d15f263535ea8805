// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect.h"
#include "pdsamples.h"
#include "base/poison.h"

static const bool orders[] = { false, true };

static void every_field_of_a_sample_is_read_in_both_byte_orders(void **state)
{
	struct pdw_attr a = {
		.sample_type = ALL_FIELDS,
		.read_format = 0x1f,
		.branch_sample_type = 1 << 17 | 1 << 19,
		.regs_user = 0x105, .regs_intr = 0xff,
	};
	struct collected *c = *state;

	for (size_t i = 0; i < 2; i++) {
		struct pdw w = { .big = orders[i] };
		const struct evidence_sample *s = &c->sample[0];

		pdsamples_begin(&w, &a);
		pdsamples_full(&w);
		pdw_data_end(&w);
		collect_pdw(c, &w);
		assert_int_equal(c->ev->shown.samples, 1);
		assert_int_equal(c->ev->big_endian, orders[i]);
		assert_int_equal(s->has, 0xfff);
		assert_int_equal(s->privilege, EVIDENCE_USER);
		assert_int_equal(s->ip, 0x401000);
		assert_int_equal(s->pid, 11);
		assert_int_equal(s->tid, 12);
		assert_int_equal(s->time_ns, 123456789);
		assert_int_equal(s->addr, 0x7ffc1230);
		assert_int_equal(s->cpu, 3);
		assert_int_equal(s->period, 1000);
		assert_int_equal(s->weight, 300);
		assert_int_equal(s->ins_lat, 50);
		assert_int_equal(s->retire_lat, 7);
		assert_int_equal(s->src.raw, 0x10668100842);
		assert_int_equal(s->src.level, EVIDENCE_L3);
		assert_int_equal(s->phys_addr, 0x104c3a9b0);
		collect_free(c);
		pdw_free(&w);
	}
}

static void attributes_of_any_size_are_read(void **state)
{
	static const size_t sizes[] = { 64, 72, 96, 112, 128, 136, 144, 200 };
	struct pdw_attr a = {
		.type = 4, .config = 0x1cd, .sample_type = IP | ADDR,
		.period = 997, .precise = 2,
	};
	struct collected *c = *state;

	for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct pdw w = { .big = i & 1 };
		const struct evidence_event *e;

		pdw_file_begin(&w, 1, sizes[i / 2]);
		pdw_attr(&w, &a);
		pdw_data_begin(&w);
		pdsamples_load(&w, 0xffffffff81000010, 0xffff888000001000);
		pdw_data_end(&w);
		collect_pdw(c, &w);
		e = &c->ev->events[0];
		assert_int_equal(e->type, 4);
		assert_int_equal(e->config, 0x1cd);
		assert_int_equal(e->precise, 2);
		assert_int_equal(e->period, 997);
		assert_false(e->freq);
		assert_int_equal(c->sample[0].addr, 0xffff888000001000);
		/* a fixed period holds for each sample */
		assert_int_equal(c->sample[0].period, 997);
		collect_free(c);
		pdw_free(&w);
	}
}

static void events_are_told_apart_by_identifier_and_by_id(void **state)
{
	static const uint64_t first[] = { 101, 102 }, second[] = { 201 };
	struct collected *c = *state;

	for (size_t i = 0; i < 4; i++) {
		bool ident = i & 1;
		uint64_t type = ident ? IDENTIFIER | IP : IP | ADDR | ID;
		struct pdw w = { .big = i & 2 };
		struct pdw_attr a = {
			.sample_type = type, .ids = first, .nr_ids = 2,
		}, b = {
			/* the identifier lets them differ in the rest */
			.sample_type = type | (ident ? WEIGHT : 0),
			.ids = second, .nr_ids = 1,
		};

		pdw_file_begin(&w, 2, 112);
		pdw_attr(&w, &a);
		pdw_attr(&w, &b);
		pdw_data_begin(&w);
		for (int k = 0; k < 4; k++) {
			/* without id: of records that perf itself writes */
			static const uint64_t ids[] = { 201, 102, 999, 0 };
			size_t r = pdw_record_begin(&w, SAMPLE, KERNEL);

			if (ident)
				pdw_u64(&w, ids[k]);
			pdw_u64(&w, 0x1000 + k);
			if (!ident) {
				pdw_u64(&w, 0x2000);
				pdw_u64(&w, ids[k]);
			} else if (k == 0) {
				pdw_u64(&w, 42);
			}
			pdw_record_end(&w, r);
		}
		pdw_data_end(&w);
		collect_pdw(c, &w);
		assert_int_equal(c->ev->shown.samples, 3);
		assert_int_equal(c->sample[0].event, 1);
		assert_int_equal(c->sample[1].event, 0);
		assert_int_equal(c->sample[2].event, 0);
		if (ident)
			assert_int_equal(c->sample[0].weight, 42);
		assert_int_equal(c->ev->fate[EVIDENCE_NO_EVENT], 1);
		assert_int_equal(c->nr_notes, 1);
		collect_free(c);
		pdw_free(&w);
	}
}

static void events_without_ids_are_read_only_where_they_are_alike(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR }, b = a;
	struct collected *c = *state;

	for (int differ = 0; differ < 2; differ++) {
		struct pdw w = { .big = false };

		b.sample_type = a.sample_type | (differ ? WEIGHT : 0);
		pdw_file_begin(&w, 2, 112);
		pdw_attr(&w, &a);
		pdw_attr(&w, &b);
		pdw_data_begin(&w);
		pdsamples_load(&w, 0x10, 0x20);
		pdw_data_end(&w);
		if (differ) {
			collect_error(c, collect_bytes(c, w.buf, w.len),
				     "no id that tells them apart");
		} else {
			collect_pdw(c, &w);
			assert_int_equal(c->sample[0].event, UINT32_MAX);
			assert_int_equal(c->sample[0].addr, 0x20);
			collect_free(c);
		}
		pdw_free(&w);
	}
}

static void a_pipe_tells_events_maps_and_samples(void **state)
{
	struct collected *c = *state;

	for (size_t i = 0; i < 2; i++) {
		struct pdw w = { .big = orders[i] };
		const struct evidence_map *m = c->map;

		pdsamples_pipe(&w);
		collect_pdw(c, &w);
		assert_true(c->ev->pipe_mode);
		assert_string_equal(c->ev->events[0].name,
				    "cpu_core/mem-loads/P");
		assert_string_equal(c->ev->events[0].pmu, "cpu_core");
		assert_int_equal(c->ev->shown.samples, 1);
		assert_int_equal(c->ev->shown.maps, 2);
		assert_int_equal(m[0].flags, EVIDENCE_MAP_KERNEL |
					     EVIDENCE_MAP_REFERENCE |
					     EVIDENCE_MAP_TIMED);
		assert_string_equal(m[0].name, "[kernel.kallsyms]");
		assert_string_equal(m[0].ref_symbol, "_text");
		assert_int_equal(m[0].ref_addr, 0xffffffff9de00000);
		assert_int_equal(m[0].time_ns, 55);
		assert_string_equal(m[1].name, "/bin/thing");
		assert_int_equal(m[1].file_off, 0x1000);
		assert_int_equal(m[1].build_id_size, 20);
		assert_int_equal(m[1].build_id[19], 20);
		assert_int_equal(m[1].time_ns, 56);
		assert_false(m[1].flags & EVIDENCE_MAP_DATA);
		collect_free(c);
		pdw_free(&w);
	}
}

/* The upper half of config says which of the two kinds of core counts. */
static void a_hybrid_machine_has_two_of_each_event(void **state)
{
	struct collected *c = *state;
	struct pdw w = { .big = false };

	pdw_pipe_begin(&w);
	for (uint64_t pmu = 4; pmu < 11; pmu += 6) {
		struct pdw_attr a = {
			.config = pmu << 32, .sample_type = IDENTIFIER | IP,
		};
		size_t r = pdw_record_begin(&w, 64, 0);

		pdw_attr_body(&w, &a, 136);
		pdw_u64(&w, pmu);
		pdw_record_end(&w, r);
		r = pdw_record_begin(&w, 80, 0);
		pdw_u64(&w, 16);
		pdw_u32(&w, 1);
		pdw_u32(&w, pmu);
		pdw_header_string(&w, pmu == 4 ? "cpu_core" : "cpu_atom");
		pdw_record_end(&w, r);
	}
	collect_pdw(c, &w);
	assert_int_equal(c->ev->nr_events, 2);
	assert_string_equal(c->ev->events[0].name, "cycles");
	assert_string_equal(c->ev->events[0].pmu, "cpu_core");
	assert_string_equal(c->ev->events[1].pmu, "cpu_atom");
	collect_free(c);
	pdw_free(&w);
}

static void perfs_last_words_behind_a_pipe_are_not_a_record(void **state)
{
	struct collected *c = *state;
	struct pdw w = { .big = false };

	pdsamples_pipe(&w);
	pdw_text(&w, "[ perf record: Woken up 1 times to write data ]\n");
	collect_pdw(c, &w);
	assert_int_equal(c->ev->shown.samples, 1);
	collect_free(c);
	pdw_free(&w);
}

static void a_pipe_and_a_packed_file_need_no_seeking(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw w = { .big = false }, z = { .big = false };

	pdsamples_begin(&w, &a);
	pdsamples_load(&w, 0x10, 0x20);
	pdw_data_end(&w);
	pdw_zstd_begin(&z);
	pdw_zstd_block(&z, w.buf, 100, false);
	pdw_zstd_block(&z, w.buf + 100, w.len - 100, true);
	for (int packed = 0; packed < 2; packed++) {
		const struct pdw *in = packed ? &z : &w;
		char path[32];
		int fd[2];

		assert_int_equal(pipe(fd), 0);
		assert_int_equal(write(fd[1], in->buf, in->len), in->len);
		close(fd[1]);
		snprintf(path, sizeof(path), "/dev/fd/%d", fd[0]);
		if (collect_file(c, path) < 0)
			fail_msg("%s", c->err.text);
		close(fd[0]);
		assert_int_equal(c->ev->shown.samples, 1);
		assert_int_equal(c->sample[0].addr, 0x20);
		collect_free(c);
	}
	collect_error(c, collect_bytes(c, z.buf, z.len - 20), "cut off");
	pdw_free(&w);
	pdw_free(&z);
}

/* Events that have other fields end their records in other ways. */
static void the_time_of_a_map_is_found_by_its_event(void **state)
{
	static const uint64_t ids[] = { 5, 6 };
	struct collected *c = *state;
	struct pdw w = { .big = false };
	struct pdw_attr a = {
		.sample_type = IDENTIFIER | IP | TIME, .ids = &ids[0],
		.nr_ids = 1,
	}, b = {
		.sample_type = IDENTIFIER | IP | TIME | CPU, .ids = &ids[1],
		.nr_ids = 1,
	};

	pdw_file_begin(&w, 2, 112);
	pdw_attr(&w, &a);
	pdw_attr(&w, &b);
	pdw_data_begin(&w);
	for (int i = 0; i < 2; i++) {
		size_t r = pdw_record_begin(&w, 1, USER);

		pdw_u32(&w, 1);
		pdw_u32(&w, 1);
		pdw_zeros(&w, 24);
		pdw_text(&w, "/bin/true");
		pdw_u64(&w, 700 + i);
		if (i)
			pdw_u64(&w, 3);
		pdw_u64(&w, ids[i]);
		pdw_record_end(&w, r);
	}
	pdw_data_end(&w);
	collect_pdw(c, &w);
	assert_int_equal(c->map[0].time_ns, 700);
	assert_int_equal(c->map[1].time_ns, 701);
	assert_string_equal(c->map[1].name, "/bin/true");
	collect_free(c);
	pdw_free(&w);
}

static void compressed_records_go_on_in_the_next_container(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw plain = { .big = false };

	for (uint64_t i = 0; i < 4; i++)
		pdsamples_load(&plain, 0x1000 + i, 0x2000 + i);
	for (uint32_t type = 81; type <= 83; type += 2) {
		struct pdw w = { .big = false };
		/* the split falls into the second record */
		static const size_t at[] = { 0, 30, 70, 96 };

		pdsamples_begin(&w, &a);
		for (int i = 0; i < 3; i++) {
			size_t r = pdw_record_begin(&w, type, 0);
			struct pdw body = { .big = false };

			if (i == 0)
				pdw_zstd_begin(&body);
			pdw_zstd_block(&body, plain.buf + at[i],
				       at[i + 1] - at[i], i == 2);
			if (type == 83)
				pdw_u64(&w, body.len);
			pdw_bytes(&w, body.buf, body.len);
			if (type == 83)
				pdw_zeros(&w, -body.len & 7);
			pdw_record_end(&w, r);
			pdw_free(&body);
		}
		pdsamples_load(&w, 0x9999, 0x9999);
		pdw_data_end(&w);
		collect_pdw(c, &w);
		assert_int_equal(c->ev->shown.samples, 5);
		for (uint64_t i = 0; i < 4; i++)
			assert_int_equal(c->sample[i].addr, 0x2000 + i);
		assert_int_equal(c->ev->fate[EVIDENCE_CONTAINER], 3);
		assert_int_equal(c->ev->units, 8);
		collect_free(c);
		pdw_free(&w);
	}
	pdw_free(&plain);
}

static void trace_data_is_passed_over_by_its_real_size(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;

	for (int cut = 0; cut < 2; cut++) {
		struct pdw w = { .big = false };
		size_t r;

		pdsamples_begin(&w, &a);
		r = pdw_record_begin(&w, 71, 0);
		pdw_u64(&w, 1000);
		pdw_zeros(&w, 32);
		pdw_record_end(&w, r);
		/* samples in it are not ours */
		for (size_t i = 0; i < 1000; i++)
			pdw_u8(&w, 9);
		if (!cut)
			pdsamples_load(&w, 0x10, 0x20);
		else
			w.len -= 10;
		pdw_data_end(&w);
		if (cut) {
			collect_error(c, collect_bytes(c, w.buf, w.len),
				     "go past the end");
		} else {
			collect_pdw(c, &w);
			assert_int_equal(c->ev->shown.samples, 1);
			assert_true(strstr(c->note_text[0], "decodes it"));
			collect_free(c);
		}
		pdw_free(&w);
	}
}

static void features_describe_the_machine(void **state)
{
	static const unsigned int features[] = { 2, 3, 4, 7, 11, 12, 17, 34 };
	static const uint64_t ids[] = { 30, 31 };
	struct pdw_attr a = {
		.sample_type = IDENTIFIER | IP, .type = 4, .nr_ids = 1,
	};
	struct collected *c = *state;

	for (size_t i = 0; i < 2; i++) {
		struct pdw w = { .big = orders[i] };
		size_t r;

		pdw_file_begin(&w, 2, 112);
		a.ids = &ids[0];
		pdw_attr(&w, &a);
		a.ids = &ids[1];
		pdw_attr(&w, &a);
		pdw_data_begin(&w);
		r = pdw_record_begin(&w, 2, 0);	/* lost */
		pdw_u64(&w, 1);
		pdw_u64(&w, 17);
		pdw_u64(&w, 0);
		pdw_record_end(&w, r);
		pdw_data_end(&w);
		pdw_features(&w, features, 8);
		pdw_feature_begin(&w);	/* build-ids: 20 bytes, then 16 */
		for (int k = 0; k < 2; k++) {
			r = pdw_record_begin(&w, 0, k ? USER : KERNEL);
			pdw_u32(&w, -1);
			for (int b = 0; b < 16 + 4 * !k; b++)
				pdw_u8(&w, 0xa0 + b);
			pdw_zeros(&w, 4 + 4 * k);
			pdw_text(&w, k ? "/bin/sh" : "[kernel.kallsyms]");
			pdw_record_end(&w, r);
		}
		pdw_feature_end(&w);
		pdw_feature_begin(&w);
		pdw_header_string(&w, "box");
		pdw_feature_end(&w);
		pdw_feature_begin(&w);
		pdw_header_string(&w, "6.1.0-57-cloud-amd64");
		pdw_feature_end(&w);
		pdw_feature_begin(&w);
		pdw_u32(&w, 64);
		pdw_u32(&w, 48);
		pdw_feature_end(&w);
		pdw_feature_begin(&w);
		pdw_u32(&w, 2);
		pdw_header_string(&w, "perf");
		pdw_header_string(&w, "c2c");
		pdw_feature_end(&w);
		pdw_feature_begin(&w);	/* names, in another order: ids count */
		pdw_u32(&w, 2);
		pdw_u32(&w, 112);
		for (int k = 0; k < 2; k++) {
			pdw_attr_body(&w, &a, 112);
			pdw_u32(&w, 1);
			pdw_header_string(&w, k ? "one" : "two");
			pdw_u64(&w, ids[!k]);
		}
		pdw_feature_end(&w);
		pdw_feature_begin(&w);	/* a group of both */
		pdw_u32(&w, 1);
		pdw_header_string(&w, "{anon_group}");
		pdw_u32(&w, 0);
		pdw_u32(&w, 2);
		pdw_feature_end(&w);
		pdw_feature_begin(&w);
		pdw_u32(&w, 128);
		pdw_feature_end(&w);

		collect_pdw(c, &w);
		assert_string_equal(c->ev->hostname, "box");
		assert_string_equal(c->ev->release, "6.1.0-57-cloud-amd64");
		assert_string_equal(c->ev->command, "perf c2c");
		assert_int_equal(c->ev->nr_cpus, 48);
		assert_int_equal(c->ev->line_size, 128);
		assert_int_equal(c->ev->nr_lost_events, 17);
		assert_string_equal(c->ev->events[0].name, "one");
		assert_string_equal(c->ev->events[1].name, "two");
		assert_int_equal(c->ev->events[1].leader, 0);
		assert_int_equal(c->ev->shown.build_ids, 2);
		assert_true(c->build_id[0].kernel);
		assert_int_equal(c->build_id[0].size, 20);
		assert_int_equal(c->build_id[0].id[19], 0xb3);
		assert_string_equal(c->build_id[0].name, "[kernel.kallsyms]");
		assert_int_equal(c->build_id[1].size, 16);
		assert_string_equal(c->build_id[1].name, "/bin/sh");
		collect_free(c);
		pdw_free(&w);
	}
}

static void build_ids_of_the_first_perf_have_no_pid(void **state)
{
	static const unsigned int features[] = { 2, 3 };
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw w = { .big = false };
	size_t r;

	pdsamples_begin(&w, &a);
	pdsamples_load(&w, 1, 2);
	pdw_data_end(&w);
	pdw_features(&w, features, 2);
	pdw_feature_begin(&w);
	r = pdw_record_begin(&w, 0, KERNEL);
	for (int b = 0; b < 20; b++)
		pdw_u8(&w, b + 1);
	pdw_zeros(&w, 4);
	pdw_text(&w, "[kernel.kallsyms]");
	pdw_record_end(&w, r);
	pdw_feature_end(&w);
	pdw_feature_begin(&w);
	pdw_header_string(&w, "box");
	pdw_feature_end(&w);
	collect_pdw(c, &w);
	assert_string_equal(c->build_id[0].name, "[kernel.kallsyms]");
	assert_int_equal(c->build_id[0].id[0], 1);
	collect_free(c);
	pdw_free(&w);
}

static void the_old_magic_is_read_in_both_byte_orders(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR, .type = 1 };
	struct collected *c = *state;

	for (size_t i = 0; i < 2; i++) {
		struct pdw w = { .big = orders[i] };

		pdw_file_begin(&w, 1, 72);
		pdw_attr(&w, &a);
		pdw_data_begin(&w);
		pdsamples_load(&w, 0x10, 0x20);
		pdw_data_end(&w);
		memcpy(w.buf, "PERFFILE", 8);
		collect_pdw(c, &w);
		assert_int_equal(c->sample[0].addr, 0x20);
		assert_string_equal(c->ev->events[0].name, "cpu-clock");
		collect_free(c);
		pdw_free(&w);
	}
}

/* Counts that perf 6.1 has of the same files. */
static void shared_recordings_hold_what_perf_finds(void **state)
{
	static const struct {
		const char *file;
		uint64_t nr_samples, nr_maps;
	} files[] = {
		{ "perfdata/mem-loads-4.4.perf.data", 14, 130 },
		{ "perfdata/perffile-v1.perf.data", 0, 80 },
		{ "perfdata/weight_struct.perf.data.zst", 14, 6945 },
		{ "perfdata/zstd-compressed.perf.data", 106, 103 },
		{ "synthetic/amdibs.perf.data", 291, 3 },
		{ "tbench/mem.perf.data.zst", 120000, 1 },
		{ "tbench/clock-kaslr.perf.data.zst", 66947, 72 },
	};
	const char *dir = collect_shared_dir();

	(void)state;
	if (!dir)
		skip();
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct evidence_visitor v = { .ctx = NULL };
		struct evidence *ev;
		struct lay_error err;
		char path[4200];

		snprintf(path, sizeof(path), "%s/%s", dir, files[i].file);
		if (evidence_read(path, &v, &ev, &err) < 0)
			fail_msg("%s", err.text);
		assert_int_equal(ev->shown.samples, files[i].nr_samples);
		assert_int_equal(ev->shown.maps, files[i].nr_maps);
		assert_int_equal(ev->fate[EVIDENCE_MISFIT], 0);
		assert_int_equal(ev->fate[EVIDENCE_UNKNOWN], 0);
		evidence_free(ev);
	}
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(every_field_of_a_sample_is_read_in_both_byte_orders),
		TEST(attributes_of_any_size_are_read),
		TEST(events_are_told_apart_by_identifier_and_by_id),
		TEST(events_without_ids_are_read_only_where_they_are_alike),
		TEST(a_pipe_tells_events_maps_and_samples),
		TEST(a_hybrid_machine_has_two_of_each_event),
		TEST(perfs_last_words_behind_a_pipe_are_not_a_record),
		TEST(a_pipe_and_a_packed_file_need_no_seeking),
		TEST(the_time_of_a_map_is_found_by_its_event),
		TEST(compressed_records_go_on_in_the_next_container),
		TEST(trace_data_is_passed_over_by_its_real_size),
		TEST(features_describe_the_machine),
		TEST(build_ids_of_the_first_perf_have_no_pid),
		TEST(the_old_magic_is_read_in_both_byte_orders),
		TEST(shared_recordings_hold_what_perf_finds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
