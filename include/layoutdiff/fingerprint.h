/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LAYOUTDIFF_FINGERPRINT_H
#define LAYOUTDIFF_FINGERPRINT_H

#include <stdint.h>

/* 128 bits over all that the layout of a type says; equal means equal. */
struct lay_fingerprint {
	uint64_t hi, lo;
};

#endif /* LAYOUTDIFF_FINGERPRINT_H */
