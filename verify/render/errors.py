"""What stops a command, and the exit code it means."""

from __future__ import annotations

AGREES, CHANGED, BAD_INPUT, TOOL_MISSING, LIMIT, INTERRUPTED = 0, 1, 2, 3, 4, 130


class Usage(Exception):
    """Bad input; the message names the argument, what was wrong and the fix (exit code 2)."""


class Told(Exception):
    """What stops a command has been told already, in its own line; `code` is the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class LimitReached(Usage):
    """A limit of the system, such as a full disk (exit code 4)."""


class ToolMissing(Exception):
    """A required program is not installed (exit code 3)."""

    def __init__(self, tool: str, fix: str) -> None:
        super().__init__(f"{tool} is not installed; {fix}")
        self.tool, self.fix = tool, fix
