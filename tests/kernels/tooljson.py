# SPDX-License-Identifier: GPL-2.0-only
"""Run layoutdiff and read its JSON report (layoutdiff.report(7))."""

import json
import os
import subprocess

from records import Gap, Member, Record

GAPS = {
    "hole": Gap.HOLE,
    "bit_hole": Gap.BIT_HOLE,
    "padding": Gap.PADDING,
    "bit_padding": Gap.BIT_PADDING,
}


class ToolError(Exception):
    pass


def run(*arguments):
    """The report as Python has JSON; the exit status must not be trouble."""
    command = [os.environ.get("LAYOUTDIFF", "layoutdiff"), *arguments,
               "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise ToolError(f"{' '.join(command)}: exit {done.returncode}: "
                        f"{done.stderr.strip()}")
    report = json.loads(done.stdout)
    if report["schema"] != "layoutdiff.report/1":
        raise ToolError(f"schema is {report['schema']}")
    return report


def show(path, *types, expand=False, source="auto"):
    """Records of each definition of each of types in the build at path, read
    from source ("dwarf", "btf")."""
    report = run("show", "--from", source,
                 *(["--expand"] if expand else []), path, *types)
    return [record_of(each) for each in report["types"]
            if each["kind"] in ("struct", "union", "typedef")
            and "members" in each]


def record_of(shown):
    """A Record of an element of the report's types."""
    record = Record(shown["kind"], shown["name"], shown["size"])
    record.where = shown.get("unit")
    _fill(record, shown["members"])
    return record


def _fill(record, rows):
    """Make the rows, which are in preorder and know their depth, a tree."""
    stack = [record]
    for row in rows:
        del stack[row["depth"] + 1:]
        if row["kind"] != "member":
            bits = row["bit_size"]
            what = GAPS[row["kind"]]
            amount = bits if "bit" in what else bits // 8
            entries = stack[-1].entries
            # one hole, told by the bytes that it is in; big-endian ones are told so
            if (what == Gap.BIT_HOLE and entries and
                    getattr(entries[-1], "what", None) == what):
                amount += entries.pop().amount
            entries.append(Gap(what, amount))
            continue
        member = _member(row)
        if "in_union" in row["flags"]:
            stack[-1].kind = "union"
        stack[-1].entries.append(member)
        inner = Record("struct", None)
        if "array" not in row["flags"]:
            inner.size = member.size
        member.record = inner if "record" in row["flags"] else None
        stack.append(inner)


def _member(row):
    bits = row["bit_size"] if "bitfield" in row["flags"] else None
    member = Member(row.get("name"), row["bit_offset"],
                    row.get("size") if bits is None else None, bits)
    member.path = row["path"]
    member.lines = (row["line"], row["last_line"])
    return member


def flat(record):
    """Every member at every depth, in order."""
    for member in record.members():
        yield member
        if member.record:
            yield from flat(member.record)
