"""Compiling a LaTeX document in a folder of its own, and reading what TeX complains about."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from verify import doctor
from verify.processes.parent import ending_with_us
from verify.render.errors import ToolMissing

PASSES, SECONDS = 4, 300
ALLOWED_OVERFULL = 1.0  # points, less than the width of a hairline's stroke at a line's end
AGAIN = re.compile(r"Rerun to get|Rerun LaTeX|Table widths have changed|may have changed")


class LatexError(Exception):
    """The document did not compile; the message is TeX's own, on one line."""


def pdflatex() -> str:
    """Return the path of pdflatex. Raises ToolMissing with the line that installs it."""
    found = doctor.locate("pdflatex")
    if found is None:
        raise ToolMissing("pdflatex", f"install it: {doctor.install_line('pdflatex')}")
    return found


def compiled(program: str, files: Mapping[str, str | bytes], main: str) -> dict[str, bytes]:
    """Compile `main`.tex aside and return its PDF.

    Raises LatexError, also where the log shows lines too wide or undefined references.
    """
    with tempfile.TemporaryDirectory(prefix="verify-latex-", ignore_cleanup_errors=True) as aside:
        folder = Path(aside)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            data = content.encode() if isinstance(content, str) else content
            (folder / name).write_bytes(data)
        _typeset(program, folder, main)
        for _ in range(PASSES):
            if not AGAIN.search(_typeset(program, folder, main)):
                break
        troubles = log_troubles(_log(folder, main))
        if troubles:
            more = f" (and {len(troubles) - 3} more)" if len(troubles) > 3 else ""
            raise LatexError(f"the document compiled badly: {'; '.join(troubles[:3])}{more}")
        return {f"{main}.pdf": (folder / f"{main}.pdf").read_bytes()}


def _typeset(program: str, folder: Path, main: str) -> str:
    """Run TeX once and return its log."""
    options = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{main}.tex"]
    # The date is left out of the file, so that the same statements give the same PDF.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
    environment["max_print_line"] = "1000"  # no wrapped lines in the log
    try:
        done = subprocess.run(
            [program, *options],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            preexec_fn=ending_with_us(),
        )
    except subprocess.TimeoutExpired:
        raise LatexError(f"{Path(program).name} did not finish in {SECONDS} s") from None
    if done.returncode != 0:
        text = _log(folder, main) or done.stdout.decode(errors="replace")
        raise LatexError(f"pdflatex stopped: {_first_error(text)}")
    return _log(folder, main)


def _log(folder: Path, main: str) -> str:
    log = folder / f"{main}.log"
    return log.read_text(errors="replace") if log.exists() else ""


def _first_error(log: str) -> str:
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("!"):
            where = next((x for x in lines[number:] if x.startswith("l.")), "")
            return f"{line[1:].strip()} {where}".strip()
    return lines[-1].strip() if lines else "no log was written"


def log_troubles(log: str) -> list[str]:
    """Return what a log complains about: undefined references, lines too wide, lost glyphs."""
    out = []
    for line in log.splitlines():
        sticks = re.match(r"Overfull \\[hv]box \((\d+(?:\.\d+)?)pt too (?:wide|high)\)", line)
        if (sticks and float(sticks[1]) > ALLOWED_OVERFULL) or re.search(
            r"(Reference|Citation) .* undefined|Missing character|multiply defined", line
        ):
            out.append(line.strip())
    return out
