"""Tables as Markdown, with the conditions under which they were measured."""

import os
import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path


def conditions() -> str:
    """Return the day and the machine in one line: no figure stands without them."""
    return f"{date.today().isoformat()}, {_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
