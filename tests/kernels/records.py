# SPDX-License-Identifier: GPL-2.0-only
"""The layout of a record as the comparisons see it, whoever told it.

paholetext, gdbtext and tooljson each read one program's output into these;
what differs between two of them is then one function, differences().
"""


class Record:
    """A struct or union: its size and, in order, what lies in it."""

    def __init__(self, kind, name, size=None):
        self.kind = kind        # "struct" or "union"
        self.name = name        # None: anonymous
        self.size = size        # bytes; None: not told
        self.entries = []       # Member and Gap
        self.totals = {}        # pahole's closing lines, by its own words
        self.tells = TELLS_ALL  # kinds of gaps that this telling has
        self.where = None       # line of the text or unit: for messages

    def members(self):
        return [e for e in self.entries if isinstance(e, Member)]

    def gaps(self, kinds):
        """Gaps of some kinds, with the number of members in front of each.

        Those of one place in one order: pahole tells padding in its own.
        """
        seen, out = 0, []
        for entry in self.entries:
            if isinstance(entry, Member):
                seen += 1
            elif entry.what in kinds:
                out.append((seen, entry.what, entry.amount))
        return sorted(out)


class Member:
    """A member; bit offsets are from the outermost record's start."""

    def __init__(self, name, bit_off, size=None, bits=None, record=None):
        self.name = name        # None: anonymous
        self.bit_off = bit_off
        self.size = size        # bytes of its type; None: not told
        self.bits = bits        # width of a bit-field, else None
        self.record = record    # the record, where it is written out in place

    def __repr__(self):
        text = f"{self.name or '{anonymous}'} at {self.bit_off // 8}"
        if self.bits is not None:
            text += f":{self.bit_off % 8} width {self.bits}"
        else:
            text += f" size {self.size}"
        return text


class Gap:
    """Bytes or bits that no member has."""

    HOLE, BIT_HOLE = "hole", "bit hole"
    PADDING, BIT_PADDING = "padding", "bit padding"

    def __init__(self, what, amount):
        self.what = what
        self.amount = amount    # bytes; bits of the bit kinds


TELLS_ALL = (Gap.HOLE, Gap.BIT_HOLE, Gap.PADDING, Gap.BIT_PADDING)


def differences(theirs, ours):
    """What differs between two tellings of one record, one line each.

    What theirs does not tell (None) is not compared; records that it writes
    out in place are.
    """
    out = []
    if theirs.size is not None and theirs.size != ours.size:
        out.append(f"size: {theirs.size}, ours {ours.size}")
    them, us = theirs.members(), ours.members()
    if [m.name for m in them] != [m.name for m in us]:
        out.append("members: %s, ours %s" % ([m.name for m in them],
                                             [m.name for m in us]))
        return out
    for their, our in zip(them, us):
        out += _member_differences(their, our)
    their_gaps, our_gaps = theirs.gaps(theirs.tells), ours.gaps(theirs.tells)
    if their_gaps != our_gaps:
        out.append(f"gaps: {their_gaps}, ours {our_gaps}")
    return out


def _member_differences(their, our):
    out = []
    if (their.bit_off, their.bits) != (our.bit_off, our.bits):
        out.append(f"{their}, ours {our}")
    elif (their.bits is None and their.size is not None
          and their.size != our.size):
        out.append(f"{their}, ours {our}")
    if their.record and their.record.members():
        if not our.record:
            out.append(f"{their}: ours is not opened")
        else:
            out += [f"in {their.name or '{anonymous}'}: {line}"
                    for line in differences(their.record, our.record)]
    return out
