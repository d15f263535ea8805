# SPDX-License-Identifier: GPL-2.0-only
"""The builds that tests of the command line look at."""

import os
import shlex
import shutil
import subprocess

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inputs")
NAMES = sorted(name[:-2] for name in os.listdir(SOURCES)
               if name.endswith(".c"))


def compiler():
    return shlex.split(os.environ.get("CC", "cc"))


def compiler_is_clang():
    done = subprocess.run([*compiler(), "-dM", "-E", "-xc", "/dev/null"],
                          stdout=subprocess.PIPE, text=True, check=True)
    return "__clang__" in done.stdout


def has_tools(command):
    """pahole writes BTF into a file by means of llvm-objcopy."""
    tools = [tool for tool in ("pahole", "xz", "zstd") if tool in command]
    if "pahole" in tools:
        tools.append("llvm-objcopy")
    return all(shutil.which(tool) for tool in tools)


def build(name, folder):
    """Compile inputs/NAME.c to the file NAME in folder."""
    # by a path that is the same everywhere: it stands in the debug information
    source = os.path.join(folder, f"{name}.c")
    os.symlink(os.path.join(SOURCES, f"{name}.c"), source)
    # linked, because an object's debug information has its relocations to come
    command = [*compiler(), "-g", "-gdwarf-5", "-O0", "-shared", "-nostdlib",
               "-Wl,--build-id=none", "-o", name, f"{name}.c"]
    subprocess.run(command, cwd=folder, check=True)
    os.unlink(source)
