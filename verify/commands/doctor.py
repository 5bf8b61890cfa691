"""The command `doctor`: which tools are here."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict

from verify import coq_setup, doctor
from verify.commands.shared import check_file, show_lines, write_json
from verify.installers import SetupError
from verify.render.errors import AGREES, TOOL_MISSING, ToolMissing
from verify.render.screen import screen_of, table


def perform(asked: Namespace) -> int:
    """Show which tools are here, with --install once Coq is; a missing package is exit code 3."""
    check_file("--json", asked.json)
    if asked.install:
        try:
            coq_setup.install()
        except SetupError as error:
            raise ToolMissing("Coq", str(error)) from None
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
