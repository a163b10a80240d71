"""What the figures of a run depend on: the machine, and how the search was built."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from steppe_solver.bridge import core


def describe_machine() -> dict[str, Any]:
    """The machine: processor, cores that this process may use, memory in MiB, system, Python.

    What the system does not tell is None.
    """
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}".strip(),
        "architecture": platform.machine(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def describe_build() -> dict[str, Any]:
    """How the native core was built: compiler, optimised or not, checks, processor features."""
    compiler, optimised, assertions, native = core.build()
    return {
        "compiler": compiler,
        "optimised": optimised,
        "assertions": assertions,
        "for_this_processor": native,
    }


def peak_memory() -> float | None:
    """The most memory that this process has held at once, in MiB; None where nobody tells.

    On Linux the kernel's own record of this program. That of `resource` counts what the process
    held before the program began in it, and other systems have nothing else.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        status = ""
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1 if platform.system() == "Darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


def _processor() -> str | None:
    try:
        for line in (
            Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        ):
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or None


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, ValueError, OSError):  # Windows
        return None
