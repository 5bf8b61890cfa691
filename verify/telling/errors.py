"""What stops a telling, with the exit code it means."""

from __future__ import annotations


class ToolMissing(Exception):
    """A required program is not installed (exit code 3)."""

    def __init__(self, tool: str, fix: str) -> None:
        super().__init__(f"{tool} is not installed; {fix}")
        self.tool, self.fix = tool, fix
