# SPDX-License-Identifier: GPL-2.0-only
"""Read what gdb's "ptype /o" prints.

gdb writes a record that is a member out in place, named ones too, unless its
type is a typedef. Members of a union have a size and no offset: theirs is the
union's. Holes are told in bits and bytes counted from the last bit used, not by
storage units, so only their sum in one place says the same as anybody else's.
"""

import re
import subprocess

from records import Gap, Member, Record
from paholetext import declared_name

HEADING = re.compile(r"^/\* offset +\| +size \*/ +type = "
                     r"(?:const |volatile )*(struct|union) (\w+) \{$")
PLACED = re.compile(r"^/\* +(\d+)(?:: *(\d+))? +\| +(\d+) \*/ +(.*)$")
IN_UNION = re.compile(r"^/\* +(\d+) \*/ +(.*)$")
GAP = re.compile(r"^/\* XXX +(\d+)-(bit|byte) (hole|padding) +\*/$")
TOTAL = re.compile(r"^/\* total size(?: \(bytes\))?: +(\d+)(?: bytes)? \*/$")
OPEN = re.compile(r"^(?:const |volatile )*(struct|union)( \w+)? \{$")
CLOSE = re.compile(r"^\}(.*?);?$")
GAPS = {
    ("byte", "hole"): Gap.HOLE,
    ("bit", "hole"): Gap.BIT_HOLE,
    ("byte", "padding"): Gap.PADDING,
    ("bit", "padding"): Gap.BIT_PADDING,
}


class GdbError(Exception):
    pass


class _Reader:
    def __init__(self):
        self.stack = []         # (record, its member's bit offset and size)
        self.done = []

    def line(self, text):
        text = text.strip()
        heading = HEADING.match(text)
        if heading:
            self.stack.append((Record(*heading.groups()), 0, None))
        elif not self.stack:
            if text and not text.startswith(("warning:", "No struct type",
                                             "No union type")):
                raise GdbError(text)
        elif GAP.match(text):
            amount, unit, what = GAP.match(text).groups()
            self.stack[-1][0].entries.append(
                Gap(GAPS[unit, what], int(amount)))
        elif TOTAL.match(text):
            self.stack[-1][0].size = int(TOTAL.match(text).group(1))
        elif CLOSE.match(text):
            self._close(CLOSE.match(text).group(1))
        elif text and text != "<no data fields>":
            self._member(text)

    def _member(self, text):
        placed = PLACED.match(text)
        if placed:
            off, bit, size, declaration = placed.groups()
            bit_off = int(off) * 8 + int(bit or 0)
        else:
            size, declaration = IN_UNION.match(text).groups()
            bit_off = self.stack[-1][1]
        head = OPEN.match(declaration)
        if head:
            kind, name = head.groups()
            record = Record(kind, name.strip() if name else None)
            self.stack.append((record, bit_off, int(size)))
            return
        declaration = declaration.rstrip(";")
        # "enum {A, B} x" says nothing of places
        declaration = re.sub(r"\{[^}]*\}", "", declaration)
        width = re.search(r" : (\d+)$", declaration)
        if width:
            declaration = declaration[:width.start()]
        self.stack[-1][0].entries.append(
            Member(declared_name(declaration), bit_off, int(size),
                   int(width.group(1)) if width else None))

    def _close(self, rest):
        record, bit_off, size = self.stack.pop()
        if not self.stack:
            self.done.append(record)
            return
        rest = rest.strip()
        # A pointer to a record: that is not laid out here. An array of them:
        # gdb 13 counts the members of an element from the element, or from
        # whatever record it wrote before.
        inner = None if rest.startswith("*") or "[" in rest else record
        self.stack[-1][0].entries.append(
            Member(declared_name(rest) if rest else None, bit_off, size,
                   None, inner))


def read(lines):
    """Read lines of gdb's output; yields a Record for each ptype."""
    reader = _Reader()
    for number, text in enumerate(lines, 1):
        try:
            reader.line(text.rstrip("\n"))
        except (GdbError, AttributeError, ValueError) as error:
            raise GdbError(f"line {number} of gdb's output is not "
                           f"understood: {text.strip()}") from error
        yield from reader.done
        reader.done.clear()


def run(path, types):
    """Ask gdb for each of types ("struct page"); yields Records."""
    command = ["gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off",
               "-iex", "set auto-load off", "-ex", "set pagination off",
               "-ex", "set max-value-size unlimited",
               "-ex", "set width 0"]
    for name in types:
        command += ["-ex", f"ptype /o {name}"]
    with subprocess.Popen(command + [path], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        yield from read(process.stdout)
