"""The source of a paper as one text: its files in their places, without what TeX does not typeset.

Line ends stay as many as they are, so that each character has its line in its file: a line end
that says nothing has a `%` before it, as in TeX.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from verify.language.mistakes import LimitHit, Mistake
from verify.processes.plain_files import text_of

LARGEST = 4_000_000  # characters of all files together: more is no paper's text
FILES = 1_000
VERBATIM = r"(?:comment|[vV]erbatim|lstlisting|minted|filecontents)\*?"
UNREAD = re.compile(
    rf"\\begin\s*\{{({VERBATIM})\}}.*?(?:\\end\s*\{{\1\}}|\Z)|"
    r"(\\iffalse(?![A-Za-z@]).*?(?:\\fi(?![A-Za-z@])|\Z))|"
    r"\\(?:verb|lstinline)\*?([^\w\s{*]).*?\3|%[^\n]*|\\.",
    re.DOTALL,
)
INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude)\s*(?:\{([^{}]*)\}|\s([^\s\\{}%]+))"
    r"|\\(?:sub)?import\s*\{([^{}]*)\}\s*\{([^{}]*)\}|\\endinput\b|\\end\s*\{document\}"
)
STYLES = re.compile(r"\\(?:usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\])?"
                    r"\s*\{([^{}]*)\}")  # fmt: skip
# Files that come with TeX, read by \input.
OF_TEX = re.compile(r"(?:glyphtounicode|xy(?:pic)?|epsf|(?:pre|post)?pictex|psfig|amssym(?:\.def)?|"
                    r"amstex|pstricks|tikz|pgf|diagxy|cyracc\.def|mathabx)(?:\.tex)?")  # fmt: skip
IGNORED = re.compile(r"%\n[ \t]*")


@dataclass(frozen=True)
class Source:
    """A text, and the file and the line that each of its lines is from."""

    text: str
    lines: tuple[tuple[Path, int], ...]
    notes: tuple[str, ...] = ()

    @cached_property
    def _ends(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self.text)]

    def line(self, at: int) -> tuple[Path, int]:
        """Return the file and the line of a character."""
        return self.lines[min(bisect_right(self._ends, at - 1), len(self.lines) - 1)]

    def place(self, at: int) -> str:
        """Return the same in words."""
        return "{}:{}".format(*self.line(at))


def source_of(path: Path) -> Source:
    """Return a paper from its main file; raises Mistake where a file cannot be read."""
    reading = _Files(path.parent)
    parts = list(reading.lines(path, ()))
    text = "\n".join(line for line, _, _ in parts)
    lines = tuple((file, number) for _, file, number in parts)
    return Source(text, lines or ((path, 1),), tuple(reading.notes))


class _Files:
    """Reads files into each other."""

    def __init__(self, root: Path) -> None:
        self.root, self.characters, self.files = root, 0, 0
        self.notes: list[str] = []
        self.styles: set[Path] = set()

    def lines(self, path: Path, within: tuple[Path, ...]) -> Iterator[tuple[str, Path, int]]:
        """Yield each line with its file and its number."""
        if path.resolve() in within:
            raise Mistake(f"{path}: it includes itself; remove one \\input")
        within = (*within, path.resolve())
        text = UNREAD.sub(_left_out, self._read(path))
        for number, line in enumerate(text.split("\n"), start=1):
            begun, ended = 0, False
            for style in self._styles(line, path.parent):
                yield from self.lines(style, within)
            for found in INPUT.finditer(line):
                ended = found[0][:4] == r"\end"
                inner = None if ended else self._found(found, path, number)
                if inner is not None:
                    yield f"{line[begun : found.start()]}%", path, number
                    yield from self.lines(inner, within)
                elif not ended:
                    continue
                else:
                    yield line[begun : found.start()], path, number
                    return
                begun = found.end()
            yield line[begun:], path, number

    def _read(self, path: Path) -> str:
        try:
            text = text_of(path)
        except UnicodeDecodeError:
            raise Mistake(f"{path}: not UTF-8; convert it (iconv -t utf-8)") from None
        except OSError as error:
            raise Mistake(f"{path}: {(error.strerror or 'cannot be read').lower()}; give the .tex "
                          "file of a paper") from None  # fmt: skip
        self.characters, self.files = self.characters + len(text), self.files + 1
        if self.characters > LARGEST:
            raise LimitHit(f"{path}: the paper has {self.characters} characters (at most "
                           f"{LARGEST} are read); give a part of it")  # fmt: skip
        if self.files > FILES:
            raise LimitHit(f"{path}: the paper has more than {FILES} files; remove an \\input")
        return text

    def _found(self, input_: re.Match[str], path: Path, number: int) -> Path | None:
        """Return the file that is read in, beside the paper or beside the file that reads it."""
        name = "".join(part or "" for part in input_.groups()).strip('" ')
        files = [folder / f"{name}{end}" for folder in (self.root, path.parent)
                 for end in ("", ".tex")]  # fmt: skip
        found = next((f for f in files if name and "\0" not in name and f.is_file()), None)
        known = OF_TEX.fullmatch(name) or Path(name).suffix not in ("", ".tex")
        if found is None and not known and "#" not in name:
            told = f"the file {name!r} does not exist, so it is not read; add it"
            self.notes.append(f"{path}:{number}: {told}")
        return found

    def _styles(self, line: str, folder: Path) -> Iterator[Path]:
        """Yield classes and packages that lie beside the paper; those of TeX are passed over."""
        for found in STYLES.finditer(line):
            for name in found[1].split(","):
                for end in (".sty", ".cls"):
                    file = folder / f"{name.strip()}{end}"
                    if "\0" not in name and file.is_file() and file not in self.styles:
                        self.styles.add(file)
                        yield file


def _left_out(found: re.Match[str]) -> str:
    """Return what is left of a comment, of what is not typeset, of \\verb."""
    if found[0][0] == "%":
        return "%"
    if found[1] or found[2]:
        return "%\n" * found[0].count("\n")
    return " " if found[3] else found[0]
