/* SPDX-License-Identifier: GPL-2.0-only */
/* Members of a level that changed their order, while its edits are made. */
#ifndef DIFF_REORDER_H
#define DIFF_REORDER_H

#include "diff/edits.h"

/* Look for them, before any edit is made. @orders: orders_deinit(), also after
 * a failure. */
int orders_make(struct edit_list *l, struct orders *orders);
void orders_deinit(struct orders *orders);

/* The edits so far are those in front of run @i: set l->window, and note how
 * those moved whose way is known by now. */
void orders_enter_run(struct edit_list *l, uint32_t i);

/* In a union, or a struct that became one, what crossed is told without edits of
 * what is in front. */
void orders_without_anchors(struct edit_list *l);

/* Anchor @i kept its place: to those behind it the edits so far are no cause. */
void orders_stayed(struct edit_list *l, uint32_t i);

/* The edits so far are those up to the end of anchor @i. */
void orders_leave_anchor(struct edit_list *l, uint32_t i);

#endif /* DIFF_REORDER_H */
