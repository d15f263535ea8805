# SPDX-License-Identifier: GPL-2.0-only
"""Read what pahole prints.

A line of its output is one of: the head of a record or enumeration, its end
(with the member's name and place where it is inside another), a member with
its place in a comment, an enumerator, or a remark. Anything else is an error:
a comparison that passes over what it does not understand proves nothing.

Offsets of records within records count from the outermost one.
"""

import concurrent.futures
import re
import subprocess

from records import Gap, Member, Record

HEAD = re.compile(r"^\s*(?:const |volatile |restrict )*"
                  r"(struct|union|class|enum)( [\w:<>, ]+?)? \{$")
# "/*   150: 0  1 */", "/*  2336     4 */"
PLACE = re.compile(r"/\*\s*(-?\d+)\s*(?::\s*(-?\d+)\s+|\s)\s*(\d+) \*/$")
END = re.compile(r"^\s*\}(.*)$")
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)")
ENUMERATOR = re.compile(r"^\s*\w+\s*= -?\w+,$")
UNNAMED_BITS = re.compile(r"^\s*[\w ]+\s:\d+;$")
REMARK = re.compile(r"^\s*/\* (.*) ?\*/$")
GAPS = [
    (re.compile(r"^XXX (\d+) bytes? hole, try to pack$"), Gap.HOLE),
    (re.compile(r"^XXX (\d+) bits? hole, try to pack$"), Gap.BIT_HOLE),
    (re.compile(r"^padding: (\d+)$"), Gap.PADDING),
    (re.compile(r"^bit_padding: (\d+) bits$"), Gap.BIT_PADDING),
]
TOTALS = re.compile(r"^(size|sum members|sum bitfield members|paddings|"
                    r"last cacheline|bit holes|forced alignments|"
                    r"forced holes|flexible array members|"
                    r"members with holes): ")
IGNORED = re.compile(r"^(--- cacheline \d+ boundary .*---"
                     r"|XXX last struct has .*"
                     r"|Bitfield combined with (next|previous) fields"
                     r"|Force (alignment to the next boundary|padding):)$")


class PaholeError(Exception):
    pass


def declared_name(declaration):
    """The name that a C declaration (without its ';') declares, or None.

    "int (*f[3])(struct a *)" is f, "u8 x[4][2]" is x, "unsigned int flag:1" is
    flag; "struct" alone, as the end of an anonymous record leaves it, is None.
    """
    text = re.sub(r":\d+$", "", declaration.strip())
    pointer = re.search(r"\(\s*\*", text)
    if pointer:
        # into the innermost declarator: "(*(*f)(int))(long)"
        name = re.search(r"[(*\s](\w+)\s*(?:\[[^]]*\]\s*)*\)", text)
        return name.group(1) if name else None
    text = re.sub(r"(\s*\[[^]]*\])+$", "", text)
    name = re.search(r"(\w+)$", text)
    return name.group(1) if name else None


class _Reader:
    def __init__(self):
        self.stack = []         # Records, and None for an enumeration
        self.done = []

    def line(self, number, text):
        if not text.strip():
            return
        head = HEAD.match(text)
        if head:
            self._open(number, head)
        elif END.match(text):
            self._close(text)
        elif self.stack and self.stack[-1] is None:
            if not ENUMERATOR.match(text):
                raise PaholeError(text)
        elif REMARK.match(text):
            self._remark(REMARK.match(text).group(1).rstrip())
        elif PLACE.search(text):
            self._member(text)
        elif not UNNAMED_BITS.match(text):
            raise PaholeError(text)

    def _open(self, number, head):
        kind, name = head.groups()
        if kind == "enum":
            self.stack.append(None)
            return
        record = Record("struct" if kind == "class" else kind,
                        name.strip() if name else None)
        record.where = number
        self.stack.append(record)

    def _close(self, text):
        record = self.stack.pop()
        if not self.stack:
            if record is not None:
                self.done.append(_closed(record))
            return
        place = PLACE.search(text)
        if not place:
            # a type declared inside a class, not a member
            return
        # "} name[4];", "} *name;", "}:3;", "};"
        rest = END.match(text).group(1)
        inner = record if record and "*" not in rest.split(";")[0] else None
        self._add(rest[:rest.rindex("/*")], place, inner)

    def _member(self, text):
        self._add(text[:text.rindex("/*")], PLACE.search(text), None)

    def _add(self, declaration, place, inner):
        declaration = ATTRIBUTE.sub("", declaration).strip().rstrip(";")
        off, bit, size = place.groups()
        bits = None
        if bit is not None:
            bits = int(re.search(r":(\d+)$", declaration).group(1))
        if inner is not None:
            _closed(inner)
            # of an array of them it is not the record's
            inner.size = None if "[" in declaration else int(size)
        self.stack[-1].entries.append(
            Member(declared_name(declaration) if declaration else None,
                   int(off) * 8 + int(bit or 0), int(size), bits, inner))

    def _remark(self, text):
        for pattern, what in GAPS:
            found = pattern.match(text)
            if found:
                self.stack[-1].entries.append(Gap(what, int(found.group(1))))
                return
        if TOTALS.match(text):
            for word in text.split(", "):
                key, _, value = word.partition(": ")
                self.stack[-1].totals[key] = value
        elif not IGNORED.match(text):
            raise PaholeError(text)


def _closed(record):
    """Note what is told of the record: totals stand in some only."""
    if "size" in record.totals:
        record.size = int(record.totals["size"])
    else:
        record.tells = (Gap.HOLE, Gap.BIT_HOLE)
    return record


def read(lines):
    """Read lines of pahole's output; yields a Record for each at the top."""
    reader = _Reader()
    for number, text in enumerate(lines, 1):
        try:
            reader.line(number, text.rstrip("\n"))
        except (PaholeError, AttributeError, IndexError, ValueError) as error:
            raise PaholeError(f"line {number} of pahole's output is not "
                              f"understood: {text.strip()}") from error
        yield from reader.done
        reader.done.clear()
    if reader.stack:
        raise PaholeError("pahole's output ends inside a record")


def _started(path, *options):
    return subprocess.Popen(["pahole", *options, path], text=True,
                            stdout=subprocess.PIPE, errors="surrogateescape")


def _lines(process):
    with process:
        yield from process.stdout
    if process.returncode != 0:
        raise PaholeError(f"{' '.join(process.args)}: "
                          f"exit {process.returncode}")


def run(path, source="dwarf", local=False):
    """The Records that pahole prints of the DWARF or BTF of path, with local of
    functions too.

    The size of a union is in the other of its two answers, whose order is the
    same.
    """
    options = ["-F", source]
    if local:
        options.append("--show_private_classes")
    # One reads for seconds before it prints: let them do so side by side. The
    # other's short answer is taken whole meanwhile, or it waits for its pipe.
    with concurrent.futures.ThreadPoolExecutor(1) as beside:
        sizes = beside.submit(list, _lines(_started(path, *options, "--sizes")))
        out = list(read(_lines(_started(
            path, *options, "--suppress_force_paddings",
            "--suppress_aligned_attribute"))))
        sizes = [line.split("\t") for line in sizes.result()]
    if [r.name for r in out] != [s[0] for s in sizes]:
        raise PaholeError(f"{path}: pahole's two answers do not fit")
    for record, row in zip(out, sizes):
        record.size = int(row[1])
    return out
