# SPDX-License-Identifier: GPL-2.0-only
"""Tell results in the Test Anything Protocol, one case a line."""

import sys

MAX_LINES = 40


class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def case(self, good, what, lines=()):
        """A case; the first of lines say why it failed."""
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {what}")
        if not good:
            for line in lines[:MAX_LINES]:
                print(f"# {line}")
            if len(lines) > MAX_LINES:
                print(f"# ... and {len(lines) - MAX_LINES} more")
        sys.stdout.flush()

    def skip(self, what, why):
        self.count += 1
        print(f"ok {self.count} - {what} # SKIP {why}")
        sys.stdout.flush()

    def done(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0


def skip_all(why):
    """Nothing can be tested here."""
    print(f"1..0 # SKIP {why}")
    sys.exit(0)
