"""What a process has used: processor time, and time asleep. Waiting for a processor is neither.

A limit in seconds of the wall cuts off what is right where the machine is busy. So a process may
use so many seconds of processor time, and as many asleep: blocked, neither running nor ready to
run. Whatever never ends uses up one of the two, however many others share the machine. As many
asleep as at work, so that one which waits for its disk as long as it computes is let through.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

POLL = 0.25  # seconds between two looks at a process; what is asleep longer is seen to be
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
READY = "R"  # the state of a thread that runs, or would if a processor were free


@dataclass
class Clock:
    """Follows one process from the moment the clock is made; `seconds` is what it may use."""

    pid: int
    seconds: float
    asleep: float = 0.0
    _begun: float = field(init=False)
    _used: float = field(init=False)
    _seen: float = field(init=False)

    def __post_init__(self) -> None:
        found = usage(self.pid)
        self._begun = self._used = found[0] if found is not None else 0.0
        self._seen = time.monotonic()

    @property
    def used(self) -> float:
        """Return the processor time used, up to the last look."""
        return self._used - self._begun

    def look(self) -> str | None:
        """Return why the process is to be ended, or None; to be called about every `POLL`.

        Time in which nobody looked (this process was stopped, too) is not counted as sleep.
        """
        found = usage(self.pid)
        now = time.monotonic()
        if found is None:
            return None
        used, ready = found
        if not ready:
            passed = min(now - self._seen, 2 * POLL)
            self.asleep += max(0.0, passed - (used - self._used))
        self._used, self._seen = used, now
        if self.used >= self.seconds:
            return f"cut off after {self.seconds:g} s of processor time"
        return f"cut off after {self.seconds:g} s asleep" if self.asleep >= self.seconds else None


def usage(pid: int) -> tuple[float, bool] | None:
    """Return the processor time of a process in seconds, and whether a thread of it is ready.

    None if there is no such process any more.
    """
    return _from_proc(pid) if Path("/proc/self/stat").exists() else _from_ps(pid)


def _from_proc(pid: int) -> tuple[float, bool] | None:
    try:
        fields = _fields(Path(f"/proc/{pid}/stat"))
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return None
    ready = fields[0] == READY
    for thread in threads if not ready and len(threads) > 1 else ():
        try:
            ready = ready or _fields(thread / "stat")[0] == READY
        except OSError:
            continue  # it has just ended
    # User and system time, of the process and of those of its children that have ended.
    return sum(map(int, fields[11:15])) / TICK, ready


def _fields(path: Path) -> list[str]:
    """Return the fields after the program's name, which may hold anything, brackets too."""
    return path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def _from_ps(pid: int) -> tuple[float, bool] | None:
    command = ["ps", "-o", "time=", "-o", "state=", "-p", str(pid)]
    said = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    ).stdout.split()
    return None if len(said) != 2 else (_seconds(said[0]), said[1].startswith(READY))


def _seconds(text: str) -> float:
    """Return the seconds of a time as ps tells it: [[days-]hours:]minutes:seconds."""
    days, _, rest = text.rpartition("-")
    total = 86400.0 * int(days or 0)
    for place, part in enumerate(reversed(re.split(":", rest))):
        total += float(part) * 60**place
    return total
