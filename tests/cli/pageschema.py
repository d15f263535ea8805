# SPDX-License-Identifier: GPL-2.0-only
"""Hold JSON reports against layoutdiff.report(7) and the commands' own pages.

The pages themselves are the schema: `.Ss` begins an object, `.It Li key No (type)` is
one of its keys. A type is string, integer, boolean, the name of an object,
"array of TYPE" or "change of TYPE", with ", optional" behind it.
"""

import os
import re

# An element of the report's "types" is one of these, by what it has.
KINDS_OF_TYPE = {
    "show": lambda value: "shown type",
    "list": lambda value: "listed type",
    "matrix": lambda value: "matrix type",
    "heat": lambda value: "hot type",
    "access": lambda value: "accessed type",
    "diff": lambda value: "lone type" if "only_in" in value else
                          "compared type",
}


class Schema:
    def __init__(self, pages):
        self.objects = {}
        for page in pages:
            self._read(page)
        self.seen = set()

    def _read(self, page):
        keys = None
        with open(page, encoding="ascii") as file:
            for line in file:
                if line.startswith(".Ss "):
                    keys = self.objects.setdefault(line[4:].strip(), {})
                found = re.match(r"\.It Li (\S+) No \((.*)\)$", line)
                if found:
                    keys[found.group(1)] = found.group(2)

    def check(self, report):
        """Where the report is not as the page has it, line by line."""
        self.command = report.get("command")
        return list(self._object(report, "report", "report"))

    def unseen(self):
        """Keys that no report so far had."""
        return [f"{name}.{key}" for name, keys in self.objects.items()
                for key in keys if (name, key) not in self.seen]

    def _object(self, value, name, where):
        if not isinstance(value, dict):
            yield f"{where}: not an object"
            return
        keys = self.objects[name]
        for key, inner in value.items():
            self.seen.add((name, key))
            if key not in keys:
                yield f"{where}.{key}: not in the page, under '{name}'"
                continue
            kind = keys[key].removesuffix(", optional")
            yield from self._value(inner, kind, f"{where}.{key}")
        for key, kind in keys.items():
            if key not in value and not kind.endswith(", optional"):
                yield f"{where}.{key}: missing, of '{name}'"

    def _value(self, value, kind, where):
        if kind.startswith("array of "):
            if not isinstance(value, list):
                yield f"{where}: not an array"
                return
            for i, each in enumerate(value):
                yield from self._value(each, kind[9:], f"{where}[{i}]")
        elif kind.startswith("change of "):
            if not isinstance(value, dict) or set(value) != {"old", "new"}:
                yield f"{where}: not a change"
                return
            for key, each in value.items():
                if each is not None:
                    yield from self._value(each, kind[10:], f"{where}.{key}")
        elif kind in ("string", "integer", "boolean"):
            if not self._is(value, kind):
                yield f"{where}: {value!r} is not {kind}"
        elif kind == "type":
            yield from self._object(value, KINDS_OF_TYPE[self.command](value),
                                    where)
        elif kind == "variable":
            word = "shown" if self.command == "show" else "compared"
            yield from self._object(value, f"{word} variable", where)
        else:
            yield from self._object(value, kind, where)

    @staticmethod
    def _is(value, kind):
        if kind == "string":
            return isinstance(value, str)
        if kind == "boolean":
            return isinstance(value, bool)
        if isinstance(value, str):
            return value.isdigit() and int(value) > 2 ** 63 - 1
        return isinstance(value, int) and not isinstance(value, bool)


def pages():
    top = os.environ.get("top_srcdir") or os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "..", "..")
    return [os.path.join(top, "src", "man", name)
            for name in ("layoutdiff.report.7", "layoutdiff.diffs.7",
                         "layoutdiff-access.1", "layoutdiff-heat.1",
                         "layoutdiff-matrix.1", "layoutdiff-variables.7")]

