"""The command `doctor`: which tools are here."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict

from verify import doctor
from verify.commands.shared import check_file, show_lines, write_json
from verify.telling.errors import AGREES, TOOL_MISSING
from verify.telling.screen import screen_of, table


def perform(asked: Namespace) -> int:
    """Say which tools are here; a missing Python package is a required one."""
    check_file("--json", asked.json)
    findings = doctor.diagnose()
    if asked.json is not None:
        write_json(asked.json, [asdict(finding) for finding in findings])
    else:
        rows = [(f.tool, "found" if f.found else "missing", f.version, f.adds) for f in findings]
        show_lines(
            table(("tool", "here", "version", "adds"), rows, screen_of(sys.stdout), elastic=3)
        )
        for finding in findings:
            if not finding.found:
                print(f"{finding.tool}: {finding.install}")
    required = any(not finding.found and finding.tool in doctor.PACKAGES for finding in findings)
    return TOOL_MISSING if required else AGREES
