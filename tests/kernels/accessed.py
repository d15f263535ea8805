# SPDX-License-Identifier: GPL-2.0-only
"""The accesses to one type, of the map of all code: what "layoutdiff access
BUILD TYPE" must tell, from what "layoutdiff access --dump BUILD" says.

An access is one to a type if that is what the map names, or if a member on the
way to what is accessed is of the type, or is an array of it."""

import json
import os
import re
import subprocess

INDEX = re.compile(r"\[[^]]*\]")
# What stands for no member: all of it, or not known which.
NO_MEMBER = ("-", "*", "?")


def _run(*arguments):
    done = subprocess.run([os.environ["LAYOUTDIFF"], *arguments],
                          stdout=subprocess.PIPE, check=True)
    return done.stdout


def plain(path):
    """The names on the way, without indices."""
    return () if path in NO_MEMBER else tuple(INDEX.sub("", path).split("."))


def records(path):
    """The rows of each record of the build that has one definition, by kind and
    name."""
    report = json.loads(_run("show", "--expand", "--quiet", "--format", "json",
                             path, "struct *", "union *"))
    return {f"{each['kind']} {each['name']}": each.get("members", [])
            for each in report["types"] if each["nr_definitions"] == 1}


def ways_to(spellings, rows_of):
    """{record: {the names that lead to a member of one of the types}}."""
    ways = {}
    for name, rows in rows_of.items():
        found = {plain(row["path"]) for row in rows
                 if row["kind"] == "member" and
                 INDEX.sub("", row["type"]) in spellings}
        if found:
            ways[name] = found
    return ways


def of_map(rows, name, ways):
    """What of the lines of the map is of the type, as (address, access, size,
    function, how sure, names of the member)."""
    found = set()
    for row in rows:
        path = plain(row[3])
        inner = [path[len(way):] for way in ways.get(row[1], ())
                 if path[:len(way)] == way]
        if row[1] == name:
            inner.append(path)
        for rest in inner:
            found.add((int(row[0], 16), row[4], row[5], row[6], row[7], rest))
    return found


def told(path, name):
    """The same, as the command has it."""
    report = json.loads(_run("access", "--quiet", "--format", "json", path,
                             name))
    assert len(report["types"]) == 1
    return {(int(addr, 16), each["access"], str(each["size"]),
             each["function"], each["grade"], plain(each["path"]))
            for each in report["types"][0]["accesses"]
            for addr in each["addrs"]}
