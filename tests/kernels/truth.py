# SPDX-License-Identifier: GPL-2.0-only
"""What a compiler itself says of the types in tests/data/nasty.c.

Nothing is run, so it works for machines that are not here: offsetof and sizeof
become constants in a section of the object, and a bit-field's place is read off
an object in which it alone is all ones.
"""

import re
import struct
import subprocess

from records import Member, Record


class Elf:
    """Sections of an ELF file, 32 or 64 bits, either byte order."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        wide = self.data[4] == 2
        self.order = "<" if self.data[5] == 1 else ">"
        self.big_endian = self.order == ">"
        if wide:
            shoff, = self._unpack("Q", 0x28)
            entsize, number, names = self._unpack("HHH", 0x3a)
        else:
            shoff, = self._unpack("I", 0x20)
            entsize, number, names = self._unpack("HHH", 0x2e)
        headers = []
        for i in range(number):
            at = shoff + i * entsize
            name, = self._unpack("I", at)
            off, size = (self._unpack("QQ", at + 0x18) if wide else
                         self._unpack("II", at + 0x10))
            headers.append((name, off, size))
        strings = headers[names][1]
        self.sections = {}
        for name, off, size in headers:
            end = self.data.index(b"\0", strings + name)
            self.sections[self.data[strings + name:end].decode()] = (off, size)

    def _unpack(self, what, at):
        return struct.unpack_from(self.order + what, self.data, at)

    def bytes(self, name):
        off, size = self.sections[name]
        return self.data[off:off + size]


def first_and_width(data, big_endian):
    """Place and number of the ones in data, counted in memory order."""
    bits = []
    for i, byte in enumerate(data):
        for bit in range(8):
            if byte >> bit & 1:
                bits.append(i * 8 + (7 - bit if big_endian else bit))
    bits.sort()
    if not bits or bits != list(range(bits[0], bits[0] + len(bits))):
        raise ValueError("the bits of a bit-field are not in one run")
    return bits[0], len(bits)


class Wanted:
    """A type of nasty.tsv and its members: (path, kind)."""

    def __init__(self, macro, name, members):
        self.macro, self.name = macro, name
        self.members = []
        for member in members.split():
            if member.endswith(":"):
                self.members.append((member[:-1], "bits"))
            elif member.endswith("[]"):
                self.members.append((member[:-2], "flexible"))
            else:
                self.members.append((member, "plain"))


def wanted(path):
    out = []
    with open(path, encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                out.append(Wanted(*line.rstrip("\n").split("\t")))
    return out


def source(types, nasty):
    """C that defines a constant for each thing to know."""
    lines = [f'#include "{nasty}"',
             "#define NUMBER(s, x) const unsigned long long s \\",
             '\t__attribute__((used, section("truth." #s))) = (x);']
    for i, each in enumerate(types):
        if each.macro != "-":
            lines.append(f"#ifdef {each.macro}")
        lines.append(f"NUMBER(size_{i}, sizeof({each.name}))")
        for j, (path, kind) in enumerate(each.members):
            expression = path.replace("[]", "[0]")
            if kind == "bits":
                lines.append(f'const {each.name} bits_{i}_{j} __attribute__'
                             f'((used, section("truth.bits_{i}_{j}"))) = '
                             f"{{ .{expression} = -1 }};")
                continue
            lines.append(f"NUMBER(off_{i}_{j}, __builtin_offsetof"
                         f"({each.name}, {expression}))")
            if kind == "plain":
                lines.append(f"NUMBER(size_{i}_{j}, sizeof((({each.name} *)0)"
                             f"->{expression}))")
        if each.macro != "-":
            lines.append("#endif")
    return "\n".join(lines) + "\n"


def read(types, path):
    """The truth as Records, flat: members carry their paths as names."""
    elf = Elf(path)

    def number(name):
        return int.from_bytes(elf.bytes("truth." + name),
                              "big" if elf.big_endian else "little")

    out = []
    for i, each in enumerate(types):
        if f"truth.size_{i}" not in elf.sections:
            continue
        kind = each.name.split()[0]
        record = Record(kind, each.name, number(f"size_{i}"))
        for j, (member, what) in enumerate(each.members):
            if what == "bits":
                off, width = first_and_width(elf.bytes(f"truth.bits_{i}_{j}"),
                                             elf.big_endian)
                entry = Member(member, off, None, width)
            else:
                size = number(f"size_{i}_{j}") if what == "plain" else None
                entry = Member(member, 8 * number(f"off_{i}_{j}"), size)
            entry.name = entry.name.replace("[][]", "[]")
            record.entries.append(entry)
        out.append(record)
    return out


def compile_truth(compiler, types, nasty, out):
    """Compile for the truth alone; the words of compiler choose the target."""
    subprocess.run([*compiler, "-w", "-x", "c", "-c", "-o", out, "-"],
                   input=source(types, nasty), text=True, check=True)
    return read(types, out)
