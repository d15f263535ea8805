// SPDX-License-Identifier: GPL-2.0-only
/* An input: its samples go into batches, the rest of it is noted. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "heat/heat.h"
#include "heat/read.h"
#include "base/poison.h"

static int see_event(void *ctx, const struct evidence_event *e,
		     struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	/* IBS and SPE tag an instruction: type numbers of their own PMUs */
	bool tags = e->pmu && (!strncmp(e->pmu, "ibs_", 4) ||
			       !strncmp(e->pmu, "arm_spe", 7));

	while (heat->nr_skids <= e->index) {
		if (VEC_RESERVE(heat->skids, heat->nr_skids, heat->cap_skids,
				1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for events");
		heat->skids[heat->nr_skids++] = false;
	}
	heat->skids[e->index] = e->described && !e->precise && !tags;
	return 0;
}

static uint16_t what_of(const struct lay_heat *heat,
			const struct evidence_sample *s)
{
	uint16_t what = 0;

	if (s->has & EVIDENCE_HAS_SRC) {
		what |= s->src.op & EVIDENCE_OP_LOAD ? HEAT_LOAD : 0;
		what |= s->src.op & EVIDENCE_OP_STORE ? HEAT_STORE : 0;
		what |= s->src.lock_known && s->src.locked ? HEAT_LOCKED : 0;
		what |= s->src.is & EVIDENCE_IS_HITM_LOCAL ? HEAT_HITM_LOCAL : 0;
		what |= s->src.is & EVIDENCE_IS_HITM_REMOTE ?
			HEAT_HITM_REMOTE : 0;
		what |= s->src.is & (EVIDENCE_IS_PEER_LOCAL |
				     EVIDENCE_IS_PEER_REMOTE) ? HEAT_PEER : 0;
	}
	if (s->has & EVIDENCE_HAS_ADDR)
		what |= HEAT_HAS_ADDR;
	else if (s->event < heat->nr_skids && heat->skids[s->event])
		what |= HEAT_SKID;
	what |= s->has & EVIDENCE_HAS_TIME ? HEAT_HAS_TIME : 0;
	what |= s->has & EVIDENCE_HAS_CPU ? HEAT_HAS_CPU : 0;
	if (s->has & EVIDENCE_HAS_WEIGHT && s->weight &&
	    s->weight <= UINT32_MAX && what & HEAT_LOAD)
		what |= HEAT_HAS_LATENCY;
	if (s->privilege == EVIDENCE_USER ||
	    s->privilege == EVIDENCE_GUEST_USER ||
	    (s->privilege == EVIDENCE_PRIVILEGE_UNKNOWN && !(s->ip >> 63)))
		what |= HEAT_USER_MODE;
	return what;
}

static int see_sample(void *ctx, const struct evidence_sample *s,
		      struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	struct heat_sample sample = {
		.addr = s->has & EVIDENCE_HAS_ADDR ? s->addr : 0,
		.ip = s->ip, .count = 1, .type = HEAT_NO_TYPE, .view_type = HEAT_NO_TYPE,
		.time_ns = s->time_ns, .cpu = s->cpu,
		.what = what_of(heat, s), .fate = LAY_HEAT_NO_OPERAND,
	};

	if (sample.what & HEAT_HAS_LATENCY)
		sample.latency = (uint32_t)s->weight;
	if (!(sample.what & HEAT_HAS_ADDR))
		heat->totals.ip_only++;
	if (sample.what & HEAT_SKID)
		heat->totals.skid++;
	heat->totals.has_time |= sample.what & HEAT_HAS_TIME;
	if (!heat->slide_known && s->symbol && s->has & EVIDENCE_HAS_SYMBOL_OFF &&
	    s->ip >> 63)
		heat_slide_pair(heat, s->ip - s->symbol_off, s->symbol, true);
	return heat_batch_add(heat, &sample, err);
}

static int see_map(void *ctx, const struct evidence_map *m,
		   struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	uint64_t linked;

	(void)err;
	if (!(m->flags & EVIDENCE_MAP_REFERENCE) ||
	    m->flags & EVIDENCE_MAP_GUEST || !m->ref_symbol ||
	    !heat_image_symbol(&heat->image, m->ref_symbol, &linked))
		return 0;
	heat_image_slide(&heat->image, m->ref_addr - linked);
	heat->slide_known = true;
	return 0;
}

static void to_hex(const uint8_t *id, size_t size, char *hex)
{
	for (size_t i = 0; i < size; i++)
		snprintf(hex + 2 * i, 3, "%02x", id[i]);
}

const char *heat_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Is it the build-id of what the build is of: the kernel, or the program? */
static bool is_ours(const struct lay_heat *heat,
		    const struct evidence_build_id *b)
{
	if (b->guest || !b->size)
		return false;
	if (heat->image.program_high)
		return !b->kernel && !strcmp(heat_base_name(b->name),
					     heat_base_name(heat->identity->path));
	return b->kernel && (strstr(b->name, "kernel.") ||
			     strstr(b->name, "vmlinux"));
}

static int see_build_id(void *ctx, const struct evidence_build_id *b,
			struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	const char *ours = heat->identity->build_id;
	char theirs[2 * sizeof(b->id) + 1] = "";

	if (!ours || !is_ours(heat, b))
		return 0;
	to_hex(b->id, b->size, theirs);
	heat->totals.build_id_checked = true;
	if (!strncmp(ours, theirs, 2 * (size_t)b->size))
		return 0;
	heat->totals.other_build = true;
	if (heat->opts.force)
		return 0;
	return lay_error_set(err, LAY_E_CHANGED,
			     "was recorded on another build: its build-id is %s, that of %s is %s",
			     theirs, heat->identity->path, ours);
}

static void set_inputs(struct lay_heat *heat, const struct evidence *ev)
{
	char text[256] = "";
	size_t len = 0;

	heat->formats |= ev->formats;
	for (unsigned int i = 0; i < EVIDENCE_FORMAT_NR_; i++)
		if (heat->formats & 1u << i && len < sizeof(text))
			len += (size_t)snprintf(text + len, sizeof(text) - len,
						"%s%s", len ? ", " : "",
						evidence_format_name(i));
	heat->totals.inputs = strset_adds(&heat->strings, text);
	heat->totals.lost += ev->nr_lost_samples;
	for (int i = EVIDENCE_NO_ADDRESS; i < EVIDENCE_FATE_NR_; i++)
		heat->totals.unusable += ev->fate[i];
}

/* Objects, areas and slide are those of one run of the kernel. */
static void begin(struct lay_heat *heat)
{
	heat_objects_deinit(&heat->objects);
	heat_percpu_deinit(&heat->percpu);
	heat_areas_deinit(&heat->areas);
	heat->slide_known = false;
	heat->slides = (struct heat_slides){ .nr = 0 };
	heat->nr_skids = 0;
	heat->c2c = (struct heat_c2c_head){ .report = 0 };
	heat->locks.first_table = heat->locks.nr_tables;
	heat_image_slide(&heat->image, 0);
}

int lay_heat_read(struct lay_heat *heat, const char *path,
		  struct lay_error *err)
{
	const struct evidence_visitor visitor = {
		.event = see_event, .sample = see_sample, .map = see_map,
		.build_id = see_build_id, .c2c_access = heat_see_c2c_access, .fact = heat_see_c2c_fact,
		.lock = heat_see_lock, .lock_point = heat_see_lock_point,
		.type = heat_see_type, .function = heat_see_function,
		.ctx = heat,
	};
	struct evidence *ev;
	int rc;

	begin(heat);
	rc = evidence_read(path, &visitor, &ev, err);
	if (rc < 0)
		return rc;
	set_inputs(heat, ev);
	/* what the visitors kept are copies */
	evidence_free(ev);
	rc = heat_batch_done(heat, err);
	if (rc < 0)
		lay_error_prefix(err, "%s: ", path);
	heat->totals.slide = heat->image.slide;
	heat->totals.moved = heat->image.moved && heat->image.x86_64;
	heat->totals.pages_at = heat->image.pages_low;
	heat->totals.vmalloc_at = heat->image.vmalloc_low;
	heat->totals.areas_against += heat->areas.against;
	heat->totals.nr_percpu += heat->percpu.nr;
	heat->totals.percpu_against += heat->percpu.against;
	return rc;
}
