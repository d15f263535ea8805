# SPDX-License-Identifier: GPL-2.0-only
"""A package (.dwp) of DWARF 5 units, where no tool here writes one of what gcc
compiled: sections behind each other, strings moved, and an index (DWARF 5 7.3.5).
Little-endian, 32-bit DWARF, without type units."""

import os
import struct
import subprocess
import tempfile

INFO, ABBREV, LINE, STR_OFFSETS, STR = (
    ".debug_info.dwo", ".debug_abbrev.dwo", ".debug_line.dwo",
    ".debug_str_offsets.dwo", ".debug_str.dwo")
COLUMNS = {INFO: 1, ABBREV: 3, LINE: 4, STR_OFFSETS: 6}


def sections(path):
    """{name: bytes}; None: one of them is there more than once."""
    listed = subprocess.run(["readelf", "-SW", path], stdout=subprocess.PIPE,
                            text=True, check=True).stdout
    with open(path, "rb") as file:
        data = file.read()
    found = {}
    for line in listed.splitlines():
        words = line.replace("[", " ").replace("]", " ").split()
        if len(words) > 5 and words[1] in (*COLUMNS, STR):
            if words[1] in found:
                return None
            at, size = int(words[4], 16), int(words[5], 16)
            found[words[1]] = data[at:at + size]
    return found


def moved(offsets, by):
    """A table of string offsets, all of them larger."""
    head, body = offsets[:8], offsets[8:]
    numbers = struct.unpack(f"<{len(body) // 4}I", body)
    return head + struct.pack(f"<{len(numbers)}I", *[n + by for n in numbers])


def index(units):
    """units: [(id, {section: (offset, size)})]"""
    slots = 2
    while slots < len(units) * 3 // 2 + 1:
        slots *= 2
    ids, rows = [0] * slots, [0] * slots
    for row, (unit_id, _) in enumerate(units, 1):
        at, step = unit_id % slots, (unit_id >> 32) % slots | 1
        while rows[at]:
            at = (at + step) % slots
        ids[at], rows[at] = unit_id, row
    out = struct.pack("<HHIII", 5, 0, len(COLUMNS), len(units), slots)
    out += struct.pack(f"<{slots}Q{slots}I", *ids, *rows)
    out += struct.pack(f"<{len(COLUMNS)}I", *COLUMNS.values())
    for which in (0, 1):
        for _, spans in units:
            out += struct.pack(f"<{len(COLUMNS)}I",
                               *[spans[name][which] for name in COLUMNS])
    return out


def write(dwos, path):
    """False: what is in them is not for this."""
    whole = {name: b"" for name in (*COLUMNS, STR)}
    units = []
    for dwo in dwos:
        parts = sections(dwo)
        if parts is None:
            return False
        info = parts[INFO]
        length, version, kind = struct.unpack_from("<IHB", info)
        if (version, kind, length + 4) != (5, 5, len(info)):
            return False
        parts[STR_OFFSETS] = moved(parts[STR_OFFSETS], len(whole[STR]))
        units.append((struct.unpack_from("<Q", info, 12)[0],
                      {name: (len(whole[name]), len(parts.get(name, b"")))
                       for name in COLUMNS}))
        for name in whole:
            whole[name] += parts.get(name, b"")
    whole[".debug_cu_index"] = index(units)
    with tempfile.TemporaryDirectory() as folder:
        command = ["objcopy", "--remove-section=*.dwo"]
        for name, data in whole.items():
            file = os.path.join(folder, name[1:])
            with open(file, "wb") as out:
                out.write(data)
            command.append(f"--add-section={name}={file}")
        subprocess.run([*command, dwos[0], path], check=True)
    return True
