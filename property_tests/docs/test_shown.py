"""Every command and block of code that README, CONTRIBUTING and docs/ show is run or checked.

A comment in front of a block says what a reader need not see: `<!-- long -->` leaves it to CI,
`<!-- not run: why -->` lets its commands only be parsed, `<!-- exit code 1 -->` expects that code,
`<!-- file: NAME -->` writes the block to a file, `<!-- lines of PATH -->` compares it with a file.
A `console` block has the commands after `$`, and below them lines of what they print, in order.
"""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from verify import bootstrap
from verify.parser import COMMANDS, parser

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("reference", "notebooks", "examples")
PAGES = [
    *sorted(path for path in ROOT.glob("docs/**/*.md") if path.parts[-2] not in GENERATED
            and path.parts[-3] not in GENERATED),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(ROOT.glob("examples/*/README.md")),
]  # fmt: skip
BLOCK = re.compile(r"^(?:<!-- (.*?) -->\n)?```([^\n`]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of a page, its language, and the comment in front of it."""

    note: str
    language: str
    text: str

    @property
    def is_run(self) -> bool:
        return self.language in ("sh", "console", "python") and not self.note.startswith(
            ("not run", "lines of", "file:")
        )


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(page.read_text("utf-8"))]


def commands(block: Block) -> list[str]:
    """Return the commands of a block, without comments and without what they print."""
    lines = block.text.splitlines()
    if block.language == "console":
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    return [command for line in lines if (command := re.sub(r"(^|\s+)# .*", "", line))]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def parsed_only() -> list[str]:
    """Return the commands that no test runs: those in sentences, and of blocks that say why."""
    found = set()
    for page in PAGES:
        prose = BLOCK.sub("", page.read_text("utf-8"))
        found |= set(re.findall(r"`(verify [a-z][^`]*)`", prose.replace("\n", " ")))
        for block in blocks(page):
            if block.note.startswith("not run") or page.parts[-3] == "examples":
                found |= {line for line in commands(block) if re.match(r"verify [a-z]", line)}
    return sorted(found)


def run_cases() -> list[Any]:
    """Return a case for each page that shows something to run; blocks that take long apart."""
    cases = []
    for page in (page for page in PAGES if page.parts[-3] != "examples"):
        shown = [block for block in blocks(page) if block.is_run]
        if any(block.note != "long" for block in shown):
            cases.append(pytest.param(page, False, id=named(page)))
        if any(block.note == "long" for block in shown):
            cases.append(
                pytest.param(page, True, id=f"{named(page)}, long", marks=pytest.mark.long)
            )
    return cases


@pytest.mark.parametrize("command", parsed_only())
def test_a_command_that_is_named_exists(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    name, *options = shlex.split(command)[1:]
    assert name in COMMANDS
    assert not options or parser().parse_args([name, *options]).command == name


@pytest.mark.parametrize(("page", "long"), run_cases())
@pytest.mark.long
def test_a_page_runs(page, long, tmp_path, monkeypatch):
    for name in ("notebooks", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.note.startswith("file: "):
            Path(block.note.removeprefix("file: ")).write_text(block.text, "utf-8")
        elif not block.is_run or (block.note == "long") != long:
            continue
        elif block.language == "python":
            exec(compile(block.text, named(page), "exec"), names)
        elif block.language == "console":
            shown_is_printed(block)
        else:
            in_a_shell("\n".join(map(adapted, commands(block))))


def adapted(command: str) -> str:
    """Return a command as a test runs it: tests are collected, and the set-up is only named."""
    if command.startswith("python3 -m verify.bootstrap"):
        assert command.split()[-1] in bootstrap.USAGE
        return "true"
    if command.startswith("pytest"):
        return f"(cd {shlex.quote(str(ROOT))} && {command} --collect-only --quiet)"
    return command


def in_a_shell(script: str, code: int = 0) -> str:
    done = subprocess.run(
        ["bash", "-e", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == code, f"{script}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def shown_is_printed(block: Block) -> None:
    """Assert that each line shown is among the lines printed, in the order shown."""
    (command,) = commands(block)
    code = re.fullmatch(r"exit code (\d+)", block.note)
    printed = iter(in_a_shell(command, int(code[1]) if code else 0).splitlines())
    for line in block.text.splitlines()[1:]:
        if line.strip() != "...":
            start, cut, _ = line.partition("...")
            assert any(p.startswith(start) if cut else p == line for p in printed), line


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_a_block_is_run_or_compared(page):
    for block in blocks(page):
        if block.note.startswith("lines of "):
            source = (ROOT / block.note.removeprefix("lines of ")).read_text("utf-8").splitlines()
            shown = [line for line in block.text.splitlines() if line.strip() not in ("", "...")]
            assert [line for line in shown if line not in source] == []
        else:
            tree = block.language == "" and page.name == "engine.md"  # test_pages compares it
            known = block.is_run or block.note.startswith(("not run: ", "file: "))
            assert known or tree or block.language == "{toctree}", block
