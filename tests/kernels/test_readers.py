# SPDX-License-Identifier: GPL-2.0-only
"""The readers of other programs' output understand it, or say that they do not.

The texts are of the shapes that pahole 1.24 and gdb 13 print.
"""

import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import gdbtext          # noqa: E402
import paholetext       # noqa: E402
import tooljson         # noqa: E402
import truth            # noqa: E402
from records import TELLS_ALL, differences      # noqa: E402

PAHOLE = """\
struct one {
	union {
		struct net_device * dev;                 /*     0     8 */
		struct {
			u16        low:3;                /*     0: 0  2 */
			u16        high:13;              /*     0: 3  2 */
		} parts[4];                              /*     0     8 */
	};                                               /*     0     8 */
	int                        (*output)(struct net *, struct sock *); /*     8     8 */
	void                       (*(*pick)(int))(long int); /*    16     8 */
	char                       name[3][5];           /*    24    15 */

	/* XXX 1 byte hole, try to pack */

	enum {
		ONE_A = 0,
		ONE_B = 1,
	} state:8;                                       /*    40: 0  4 */

	/* XXX 24 bits hole, try to pack */
	/* XXX 20 bytes hole, try to pack */

	/* --- cacheline 1 boundary (64 bytes) --- */
	struct {
		int                inner;                /*    64     4 */
	} * there;                                       /*    64     8 */

	/* Force alignment to the next boundary: */
	unsigned int               :0;

	bool                       flag:1;               /*    72: 0  1 */
	long unsigned int          flexible[];           /*    80     0 */

	/* size: 80, cachelines: 2, members: 8 */
	/* sum members: 55, holes: 2, sum holes: 21 */
	/* sum bitfield members: 9 bits, bit holes: 1, sum bit holes: 24 bits */
	/* padding: 4 */
	/* bit_padding: 7 bits */
	/* last cacheline: 16 bytes */
} __attribute__((__packed__));
union two {
	int                        a;                  /*     0     4 */
	u8                         b[16];              /*     0    16 */
};
"""

GDB = """\
/* offset      |    size */  type = struct one {
/*      0      |       8 */    union {
/*                     8 */        struct net_device *dev;
/*                     4 */        unsigned int bits : 3;

                                   /* total size (bytes):    8 */
                               };
/*      8: 0   |       1 */    bool flag : 1;
/* XXX  7-bit hole       */
/* XXX  3-byte hole      */
/*     12      |       4 */    enum {A, B} state;
/*     16      |      16 */    struct list_head {
/*     16      |       8 */        struct list_head *next;
/*     24      |       8 */        struct list_head *prev;

                                   /* total size (bytes):   16 */
                               } lists[1];
/*     32      |       8 */    int (*output)(struct net *, struct sock *);
/* XXX  4-byte padding   */

                               /* total size (bytes):   44 */
                             }
"""


def places(record):
    return [(m.name, m.bit_off, m.bits) for m in record.members()]


class Pahole(unittest.TestCase):
    def read(self, text=PAHOLE):
        return list(paholetext.read(text.splitlines()))

    def test_members_have_names_places_and_widths(self):
        one, two = self.read()
        self.assertEqual(places(one), [
            (None, 0, None), ("output", 64, None), ("pick", 128, None),
            ("name", 192, None), ("state", 320, 8), ("there", 512, None),
            ("flag", 576, 1), ("flexible", 640, None)])
        self.assertEqual((one.kind, one.size), ("struct", 80))
        self.assertEqual((two.kind, two.size), ("union", None))

    def test_records_within_are_opened_and_pointers_to_them_are_not(self):
        one = self.read()[0]
        union = one.members()[0].record
        self.assertEqual(places(union), [("dev", 0, None),
                                         ("parts", 0, None)])
        self.assertEqual(places(union.members()[1].record),
                         [("low", 0, 3), ("high", 3, 13)])
        self.assertIsNone(one.members()[5].record)

    def test_gaps_have_their_places(self):
        self.assertEqual(self.read()[0].gaps(TELLS_ALL), [
            (4, "hole", 1), (5, "bit hole", 24), (5, "hole", 20),
            (8, "bit padding", 7), (8, "padding", 4)])

    def test_a_line_that_is_not_understood_is_an_error(self):
        for line in ("\t/* XXX what is this */", "\tint a;", "garbage"):
            text = PAHOLE.replace("\t/* XXX 1 byte hole, try to pack */", line)
            with self.assertRaises(paholetext.PaholeError):
                self.read(text)

    def test_output_that_stops_is_an_error(self):
        with self.assertRaises(paholetext.PaholeError):
            self.read("\n".join(PAHOLE.splitlines()[:9]))


class Gdb(unittest.TestCase):
    def read(self, text=GDB):
        return list(gdbtext.read(text.splitlines()))

    def test_members_have_names_places_and_widths(self):
        one, = self.read()
        self.assertEqual(one.size, 44)
        self.assertEqual(places(one), [
            (None, 0, None), ("flag", 64, 1), ("state", 96, None),
            ("lists", 128, None), ("output", 256, None)])
        self.assertEqual(places(one.members()[0].record),
                         [("dev", 0, None), ("bits", 0, 3)])

    def test_elements_of_arrays_are_not_opened(self):
        self.assertIsNone(self.read()[0].members()[3].record)

    def test_a_line_that_is_not_understood_is_an_error(self):
        with self.assertRaises(gdbtext.GdbError):
            self.read(GDB.replace("/* XXX  7-bit hole       */", "/* XXX */"))


def row(depth, kind, bit_off, bit_size, name=None, flags=()):
    """A row of layoutdiff's JSON, with what the reader looks at."""
    out = {"depth": depth, "kind": kind, "bit_offset": bit_off,
           "bit_size": bit_size, "flags": list(flags)}
    if kind == "member":
        out.update(path=name or "{union}", line=0, last_line=0)
        if name:
            out["name"] = name
        if bit_size % 8 == 0:
            out["size"] = bit_size // 8
    return out


class Tool(unittest.TestCase):
    def test_rows_become_a_tree(self):
        record = tooljson.record_of({
            "kind": "struct", "name": "one", "size": 16, "members": [
                row(0, "member", 0, 64, None, ["record", "anonymous"]),
                row(1, "member", 0, 64, "dev", ["in_union"]),
                row(1, "member", 0, 32, "parts", ["in_union", "record",
                                                  "array"]),
                row(2, "member", 0, 3, "low", ["bitfield"]),
                row(2, "bit_hole", 3, 13),
                row(0, "member", 64, 8, "flag"),
                row(0, "padding", 72, 56),
            ]})
        self.assertEqual(places(record), [(None, 0, None), ("flag", 64, None)])
        self.assertEqual(record.gaps(TELLS_ALL), [(2, "padding", 7)])
        union = record.members()[0].record
        self.assertEqual((union.kind, union.size), ("union", 8))
        parts = union.members()[1].record
        self.assertEqual((parts.kind, parts.size), ("struct", None))
        self.assertEqual(places(parts), [("low", 0, 3)])
        self.assertEqual(parts.gaps(TELLS_ALL), [(1, "bit hole", 13)])


class Truth(unittest.TestCase):
    def test_the_ones_are_found_in_memory_order(self):
        self.assertEqual(truth.first_and_width(b"\0\xf0\x01", False), (12, 5))
        self.assertEqual(truth.first_and_width(b"\0\x0f\x80", True), (12, 5))

    def test_ones_in_two_runs_are_an_error(self):
        with self.assertRaises(ValueError):
            truth.first_and_width(b"\x05", False)


class Differences(unittest.TestCase):
    def differ(self, old, new):
        before = list(paholetext.read(PAHOLE.splitlines()))[0]
        after = list(paholetext.read(PAHOLE.replace(old, new).splitlines()))[0]
        return differences(before, after)

    def test_a_record_does_not_differ_from_itself(self):
        self.assertEqual(self.differ("", ""), [])

    def test_each_kind_of_difference_is_seen(self):
        for old, new in (("/* size: 80,", "/* size: 88,"),
                         ("/*    16     8 */", "/*    18     8 */"),
                         ("/*    24    15 */", "/*    24    14 */"),
                         ("low:3; ", "low:4; "),
                         ("0: 3  2", "0: 4  2"),
                         ("name[3]", "game[3]"),
                         ("XXX 1 byte", "XXX 2 bytes"),
                         ("\t/* padding: 4", "\t/* padding: 5")):
            self.assertEqual(len(self.differ(old, new)), 1, (old, new))


if __name__ == "__main__":
    unittest.main()
