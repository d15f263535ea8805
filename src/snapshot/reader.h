/* SPDX-License-Identifier: GPL-2.0-only */
/* A snapshot as a reader of types. */
#ifndef SNAPSHOT_READER_H
#define SNAPSHOT_READER_H

#include "model/reader.h"

/* Read the snapshot in the file at @path. */
int snapshot_reader_open(const char *path, struct reader **reader,
			 struct lay_error *err);

/* The same of @len bytes that are not packed. */
int snapshot_reader_create(const void *text, size_t len,
			   struct reader **reader, struct lay_error *err);

#endif /* SNAPSHOT_READER_H */
