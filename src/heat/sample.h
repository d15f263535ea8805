/* SPDX-License-Identifier: GPL-2.0-only */
/* A sample as heat keeps it, with its answer. */
#ifndef HEAT_SAMPLE_H
#define HEAT_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include <layoutdiff/heat.h>

/* heat_sample.what */
#define HEAT_LOAD		0x0001
#define HEAT_STORE		0x0002
#define HEAT_LOCKED		0x0004
#define HEAT_HITM_LOCAL		0x0008
#define HEAT_HITM_REMOTE	0x0010
#define HEAT_PEER		0x0020
#define HEAT_HAS_ADDR		0x0040
#define HEAT_HAS_TIME		0x0080
#define HEAT_HAS_CPU		0x0100
#define HEAT_HAS_LATENCY	0x0200
#define HEAT_USER_MODE		0x0400
#define HEAT_SKID		0x0800	/* the IP may be behind the access */
/* the answer */
#define HEAT_CERTAIN		0x1000	/* an object starts at addr - off */
#define HEAT_ELEMENT		0x2000	/* off lacks the index of an array */

/* of the IP it is not known whether the kernel was moved, and by how much */
#define HEAT_UNSURE		0x4000

#define HEAT_NO_OPERAND		UINT32_MAX

struct heat_sample {
	uint64_t addr, ip, time_ns;
	uint32_t count;		/* samples that it stands for */
	uint32_t latency;	/* cycles */
	uint32_t cpu;
	/* the answer */
	uint32_t type;		/* HEAT_NO_TYPE: none */
	uint32_t off;
	uint16_t what;
	uint8_t fate;		/* enum lay_heat_fate */
	uint8_t grade;		/* enum lay_heat_grade */
	/* what it was taken for by the code, if that is what a buffer in an
	 * object of @type is used for; HEAT_NO_TYPE: not so */
	uint32_t view_type, view_off;
	uint32_t op;		/* index of the operand that tells, with
				 * HEAT_CERTAIN, or HEAT_NO_OPERAND */
	uint64_t base;		/* of the object: set with BY_OBJECT, and
				 * HEAT_CERTAIN */
};

#endif /* HEAT_SAMPLE_H */
