// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>
#include "evidence/input.h"
#include "base/poison.h"

int text_read(struct input *in, struct lay_error *err)
{
	(void)in;
	return lay_error_set(err, LAY_E_FORMAT, "is not perf.data");
}
