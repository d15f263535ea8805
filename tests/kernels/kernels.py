# SPDX-License-Identifier: GPL-2.0-only
"""The kernels that tests/kernels/fetch has: [(release, path of vmlinux)]."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def fetched(*options):
    """The three wanted kernels; without apt, whatever three are kept. With
    --arm64 the one of that machine."""
    done = subprocess.run([os.path.join(HERE, "fetch"), *options],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 77):
        sys.exit(f"fetch failed with {done.returncode}")
    return [tuple(line.split(" ", 1)) for line in done.stdout.splitlines()][:3]
