/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the writer and the reader of snapshots agree on; layoutdiff.snapshot(5)
 * says it for everybody. Types and definitions are rows of whole numbers, which
 * parse several times as fast as objects would, and pack as small as BTF.
 *
 * Numbers of strings and types begin at 1; 0 is none. A type refers to types in
 * front of it alone, so that there are no cycles to look for.
 *
 * The values of the enums and flags of <layoutdiff/model.h> and
 * <layoutdiff/build.h>, and what goes into a fingerprint, are part of the
 * schema: where they change, so does its number.
 */
#ifndef SNAPSHOT_SCHEMA_H
#define SNAPSHOT_SCHEMA_H

#define SNAPSHOT_SCHEMA "layoutdiff.snapshot/2"

/* Of a type; lists of its kind follow. */
enum snap_type_cell {
	SNAP_TYPE_KIND,
	SNAP_TYPE_FLAGS,
	SNAP_TYPE_NAME,
	SNAP_TYPE_SIZE,
	SNAP_TYPE_ALIGN,
	SNAP_TYPE_WHY,
	SNAP_TYPE_FILE,
	SNAP_TYPE_LINE,
	SNAP_TYPE_TARGET,
	SNAP_TYPE_CELLS,
};

enum snap_base_cell { SNAP_BASE_ENCODING, SNAP_BASE_WIDTH, SNAP_BASE_CELLS };

enum snap_member_cell {
	SNAP_MEMBER_NAME,
	SNAP_MEMBER_TYPE,
	SNAP_MEMBER_BIT_OFF,
	SNAP_MEMBER_BIT_SIZE,
	SNAP_MEMBER_ALIGN,
	SNAP_MEMBER_FLAGS,
	SNAP_MEMBER_FILE,
	SNAP_MEMBER_LINE,
	SNAP_MEMBER_CELLS,
};

/* Of a dimension: how it is known. */
#define SNAP_DIM_BOUNDED	1
#define SNAP_DIM_VARIABLE	2

enum snap_dim_cell { SNAP_DIM_COUNT, SNAP_DIM_FLAGS, SNAP_DIM_CELLS };

enum snap_value_cell {
	SNAP_VALUE_NAME,
	SNAP_VALUE_UNSIGNED,
	SNAP_VALUE_VALUE,
	SNAP_VALUE_CELLS,
};

enum snap_def_cell {
	SNAP_DEF_NAME,
	SNAP_DEF_KIND,
	SNAP_DEF_FLAGS,
	SNAP_DEF_SIZE,
	SNAP_DEF_NR_MEMBERS,
	SNAP_DEF_NR_UNITS,
	SNAP_DEF_UNIT,
	SNAP_DEF_NR_FILES,
	SNAP_DEF_FILE,
	SNAP_DEF_PRINT_HI,
	SNAP_DEF_PRINT_LO,
	SNAP_DEF_TYPE,		/* 0: could not be read, and why */
	SNAP_DEF_WHY,
	SNAP_DEF_CELLS,
};

/* Types in types: as the reader of DWARF bounds them, and what it takes no step
 * for, the void at the end. */
#define SNAP_DEPTH_MAX 202

#endif /* SNAPSHOT_SCHEMA_H */
