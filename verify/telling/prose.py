r"""An author's sentences in LaTeX: the formulas in plain words are found and set as formulas.

    "misses itself by (q - 1) x x^T W"   ->   misses itself by $(q - 1) x x^{\top} W$

What is a formula for certain: single letters (but not the article), Greek letters and their names,
whatever has an index or an exponent, given names such as A21. Signs, numbers and brackets join
what stands between two such. What is meant otherwise can be written out between dollar signs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from verify.language.mathematics import check_formulas
from verify.language.names import GREEK
from verify.telling.symbols import MATH_OF_CHARACTER, SUBSCRIPTS, SUPERSCRIPTS, TEXT_OF_CHARACTER

Kind = Literal[
    "formula", "maybe", "number", "sign", "space", "open", "close", "comma", "script", "text"
]  # fmt: skip
OPERATORS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "->": r"\to", "*": r"\cdot "}
ALWAYS = {
    "ln": r"\ln", "log": r"\log", "exp": r"\exp", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan",
    "tanh": r"\tanh", "cosh": r"\cosh", "diag": r"\operatorname{diag}", "tr": r"\operatorname{tr}",
    "grad": r"\operatorname{grad}", "dx": "dx", "dt": "dt",
}  # fmt: skip
WITH_SCRIPTS = {"sum": r"\sum", "max": r"\max", "min": r"\min", "lim": r"\lim", "int": r"\int"}
PAIRS = {"(": ")", "[": "]", "⟨": "⟩", "‖": "‖", "|": "|", "{": "}"}
OPERANDS = ("formula", "number")
BARRED = r"([a-z])bar"  # xbar
BEFORE_BRACKETS = {
    "sqrt": r"\sqrt", "max": r"\max", "min": r"\min", "asin": r"\arcsin", "acos": r"\arccos",
    "atan": r"\arctan",
}  # fmt: skip
SMALL = "".join({*SUBSCRIPTS.values(), *SUPERSCRIPTS.values()})
SCRIPT = r"(?:[_^](?:\{[^{}]*\}|-?\([^()]*\)|-?\w+|[-+*]))"
GREEK_LETTERS = "".join(letter for _, letter in GREEK.values())
SIGNS = "".join(c for c, m in MATH_OF_CHARACTER.items() if m.startswith("\\") and c not in
                f"{GREEK_LETTERS}{SMALL}…ℝℤℕℚ⟨⟩‖∞∎")  # fmt: skip
TOKEN = re.compile(
    rf"(?P<dollar>\$[^$]*\$)|(?P<matrix>\[\[[^\[\]]*\](?:,\s*\[[^\[\]]*\])*\])"
    r"|(?P<abbreviation>\b(?:e\.g\.|i\.e\.|a\.e\.|cf\.|Appendix [A-Z](?:\.\d+)*))"
    rf"|(?P<primed>\b[A-Za-z]'(?![A-Za-z]))|(?P<tail>['’][A-Za-z]+)|(?P<number>\d+(?:\.\d+)?)(?P<exponent>{SCRIPT}*[{SMALL}]*)"
    rf"|(?P<word>[^\W\d_{SMALL}]\w*?|[ℝℤℕℚ∞])(?:(?P<scripts>{SCRIPT}+[{SMALL}]*|[{SMALL}]+)|(?![^\W_]))"
    rf"|(?P<loose>{SCRIPT}|[{SMALL}]+)"
    rf"|(?P<sign><=|>=|!=|->|[-+*/=<>−{re.escape(SIGNS)}])|(?P<space>\s+)"
    r"|(?P<open>[(\[{⟨])|(?P<close>[)\]}⟩])|(?P<bar>[|‖])|(?P<comma>,)|(?P<text>.)"
)


@dataclass(frozen=True)
class Part:
    """A stretch of a sentence: as written, as a formula, and what it may be."""

    written: str
    math: str
    kind: Kind


def prose(sentence: str, names: frozenset[str], name: Callable[[str], str]) -> str:
    """Return a sentence in LaTeX; `names` are given ones, `name` writes a name as a formula."""
    found = stretches(sentence, names, name)
    return "".join(f"${part}$" if formula else escaped(part) for formula, part in found)


def stretches(
    sentence: str, names: frozenset[str], name: Callable[[str], str]
) -> list[tuple[bool, str]]:
    """Return a sentence cut into formulas, (True, LaTeX), and the words between, (False, words)."""
    sentence = re.sub(r"(?<!\|)\|\|(?!\|)", "‖", unicodedata.normalize("NFC", sentence))
    sentence = re.sub(r"(?<![\w*-])([A-Za-z]|tau|lam)\*(?=[|),.;:]|\s[=<>])", r"\1^*", sentence)
    sentence = re.sub(r"\+-(?=[\w(])", "±", re.sub(r"\bsqrt (\w)\b", r"sqrt(\1)", sentence))
    parts = _parts(_quoted(sentence), names, name)
    out, at = [], 0
    while at < len(parts):
        end = _run_end(parts, at)
        if end > at:
            out.append((True, _math(parts[at:end])))
            at = end
        else:
            out.append(_loose(parts, at))
            at += 1
    return out


def escaped(text: str) -> str:
    """Return words for LaTeX with nothing in them read as a formula."""
    return "".join(map(_character, _quoted(unicodedata.normalize("NFC", text))))


def _quoted(text: str) -> str:
    return re.sub(r'"([^"]*)"', r"“\1”", text)


def _character(character: str) -> str:
    known = TEXT_OF_CHARACTER.get(character)
    if known is not None:
        return known
    return character if ord(character) < 0x180 else f"[U+{ord(character):04X}]"


# ------------------------------------------------------------------ parts


def _parts(sentence: str, names: frozenset[str], name: Callable[[str], str]) -> list[Part]:
    parts = [_part(found, names, name) for found in TOKEN.finditer(sentence)]
    return _bracketed(_settled(parts, names))


def _part(found: re.Match[str], names: frozenset[str], name: Callable[[str], str]) -> Part:
    written, which = found[0], found.lastgroup
    if which in ("scripts", "word"):
        word = found["word"]
        scripts = found["scripts"] or ""
        return Part(written, _word(word, scripts, name), _kind_of_word(word, scripts, names))
    if which in ("exponent", "number"):
        scripts = found["exponent"]
        math = found["number"] + _scripts(scripts, name)
        return Part(written, math, "formula" if scripts else "number")
    if which == "loose":
        return Part(written, _scripts(written, name), "script")
    if which == "primed":
        return Part(written, written, "formula")
    if which == "matrix":
        return Part(written, _matrix(written, name), "formula")
    if which == "dollar":
        check_formulas(written, "a sentence")  # of a theorem or of a value, say
        return Part(written, written[1:-1], "formula")
    if which == "sign":
        return Part(
            written, OPERATORS.get(written) or MATH_OF_CHARACTER.get(written, written), "sign"
        )
    if which == "open" or which == "close" or which == "bar":
        math = {"{": r"\{", "}": r"\}"}.get(written) or MATH_OF_CHARACTER.get(written, written)
        kind: Kind = "close" if which == "close" else "open"
        return Part(written, math, kind)
    if which == "space":
        return Part(written, " ", "space")
    return Part(written, written, "comma" if which == "comma" else "text")


def _kind_of_word(word: str, scripts: str, names: frozenset[str]) -> Kind:
    given = word in names and bool(re.search(r"\d", word))
    given |= _is_product(word) and names.issuperset(word)  # W U, written WU
    if scripts or given or word in ALWAYS or is_greek(word):
        return "formula"
    if word in GREEK_LETTERS or word in "ℝℤℕℚ∞" or re.fullmatch(BARRED, word):
        return "formula"
    if len(word) == 1 and word.isascii():
        return "maybe" if word in "aA" else "formula"
    return "text"


def _is_product(word: str) -> bool:
    return 1 < len(word) <= 3 and word.isalpha() and word.isupper()


def is_greek(word: str) -> bool:
    """Tell whether a word is the name of a Greek letter, and no English word."""
    return word in GREEK and word not in ("iota", "ell", "lam", "Lam")


def _word(word: str, scripts: str, name: Callable[[str], str]) -> str:
    if word in ALWAYS or (scripts and word in WITH_SCRIPTS):
        return (ALWAYS.get(word) or WITH_SCRIPTS[word]) + _scripts(scripts, name)
    if _is_product(word) and not scripts:
        return " ".join(word)
    if barred := re.fullmatch(BARRED, word):
        return rf"\bar{{{barred[1]}}}" + _scripts(scripts, name)
    if word in MATH_OF_CHARACTER:
        return MATH_OF_CHARACTER[word].strip() + _scripts(scripts, name)
    if re.fullmatch(r"(?:_[A-Za-z0-9]+)+", scripts):
        return name(word + scripts)
    return name(word) + _scripts(scripts, name)


def _scripts(scripts: str, name: Callable[[str], str]) -> str:
    """Return what hangs on a letter: one index and one exponent, however many are written."""
    below = above = ""
    for found in re.finditer(rf"{SCRIPT}|[{SMALL}]+", scripts):
        if found[0][0] in "_^":
            inside = re.sub(r"^[({](.*)[)}]$", r"\1", found[0][1:])
            shown = {"T": r"\top", "top": r"\top", "*": "*"}.get(inside) or _inner(inside, name)
            low, high = (shown, "") if found[0][0] == "_" else ("", shown)
        else:
            low, high = _small(found[0])
        below += low
        above += high
    return (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")


def _inner(text: str, name: Callable[[str], str]) -> str:
    """Return what stands in an index or an exponent."""
    parts = (_part(found, frozenset(), name) for found in TOKEN.finditer(text))
    return "".join(part.math for part in parts if part.kind != "space")


def _matrix(written: str, name: Callable[[str], str]) -> str:
    """Return [[1, 0], [0, 2]] as a matrix that is small enough for a line of text."""
    rows = [row.split(",") for row in re.findall(r"\[([^\[\]]*)\]", written)]
    shown = [" & ".join(_inner(entry.strip(), name) for entry in row) for row in rows]
    return r"\left(\begin{smallmatrix} " + r" \\ ".join(shown) + r" \end{smallmatrix}\right)"


def _small(characters: str) -> tuple[str, str]:
    """Return small Unicode characters as one index and one exponent."""
    plain_below = {small: plain for plain, small in SUBSCRIPTS.items()}
    plain_above = {small: plain for plain, small in SUPERSCRIPTS.items()}
    below = "".join(plain_below[c] for c in characters if c in plain_below)
    above = "".join(plain_above[c] for c in characters if c in plain_above)
    return below, above.replace("T", r"\top")


# ------------------------------------------------------------------ what joins them


def _settled(parts: Sequence[Part], names: frozenset[str]) -> list[Part]:
    """Decide the letters that may be articles: beside a sign or a formula they are names."""
    out = list(parts)
    for at, part in enumerate(parts):
        if part.kind == "maybe":
            after = _next(parts, at, 1)
            before = _next(parts, at, -1)
            beside = (after is not None and after.kind in ("sign", "formula")) or (
                before is not None and before.kind == "sign"
            )
            begins = before is None or before.written in ".:;"
            beside |= part.written in names and part.written == "A" and not begins
            out[at] = Part(part.written, part.math, "formula" if beside else "text")
        elif part.written == "x" and _is_times(parts, at):
            out[at] = Part(part.written, r"\times", "sign")
    return out


def _next(parts: Sequence[Part], at: int, way: int) -> Part | None:
    at += way
    while 0 <= at < len(parts) and parts[at].kind == "space":
        at += way
    return parts[at] if 0 <= at < len(parts) else None


def _is_times(parts: Sequence[Part], at: int) -> bool:
    sides = _next(parts, at, -1), _next(parts, at, 1)
    return all(side is not None and side.kind == "number" for side in sides)


def _bracketed(parts: list[Part]) -> list[Part]:
    """Make one formula of every bracket with nothing but a formula in it."""
    out: list[Part] = []
    at = 0
    while at < len(parts):
        end = _closing(parts, at)
        if end is None:
            kind: Kind = "text" if parts[at].kind in ("open", "close") else parts[at].kind
            out.append(Part(parts[at].written, parts[at].math, kind))
            at += 1
            continue
        inside = _bracketed(parts[at + 1 : end])
        applied = bool(out) and out[-1].written in BEFORE_BRACKETS and parts[at].written == "("
        if _is_formula(inside) or (applied and _is_number(inside)):
            scripts = [part for part in parts[end + 1 : end + 2] if part.kind == "script"]
            group = [parts[at], *inside, parts[end], *scripts]
            end += len(scripts)
            written = "".join(part.written for part in group)
            math = _math(group)
            if applied:
                head = BEFORE_BRACKETS[out[-1].written]
                written = out.pop().written + written
                rooted = rf"{head}{{{_math(inside)}}}{_math(scripts)}"
                math = rooted if head == r"\sqrt" else head + math
            out.append(Part(written, math, "formula"))
        else:
            ends = [Part(parts[k].written, parts[k].math, "text") for k in (at, end)]
            out += [ends[0], *inside, ends[1]]
        at = end + 1
    return out


def _closing(parts: Sequence[Part], at: int) -> int | None:
    if parts[at].kind != "open":
        return None
    closing, depth = PAIRS[parts[at].written], 0
    for k in range(at + 1, len(parts)):
        if parts[k].written == closing and depth == 0:
            return k
        depth += (parts[k].kind == "open" and parts[k].written not in "|‖") - (
            parts[k].kind == "close"
        )
    return None


def _is_number(parts: Sequence[Part]) -> bool:
    return bool(parts) and all(p.kind in ("number", "sign", "space", "comma") for p in parts)


def _is_formula(parts: Sequence[Part]) -> bool:
    known = all(p.kind in ("formula", "number", "sign", "space", "comma") for p in parts)
    return known and any(p.kind == "formula" for p in parts)


def _run_end(parts: Sequence[Part], start: int) -> int:
    """Return where the formula that begins at `start` ends; `start` itself if none does."""
    unary = _is_unary(parts, start)
    if parts[start].kind not in OPERANDS and not unary:
        return start
    end = start + 1 + unary
    while (after := _operand_after(parts, end)) is not None:
        end = after + 1
    run = parts[start:end]
    certain = unary or any(p.kind == "formula" or p.math == r"\times" for p in run)
    return end if certain else start


def _operand_after(parts: Sequence[Part], at: int) -> int | None:
    """Return the next operand of a formula that goes on at `at`, behind a sign or a space."""
    kinds = [part.kind for part in parts[at : at + 4]]
    for pattern in (["space", "sign", "space"], ["sign"]):
        signed = kinds[: len(pattern)] == pattern
        if signed and len(kinds) > len(pattern):
            after = at + len(pattern)
            if parts[after].kind in OPERANDS:
                return after
            return after + 1 if _is_unary(parts, after) else None
    if kinds[:1] == ["formula"]:
        return at
    return at + 1 if kinds[:2] == ["space", "formula"] else None


def _is_unary(parts: Sequence[Part], at: int) -> bool:
    """Tell whether a minus stands before a number with nothing before it to be taken from."""
    if parts[at].written not in ("-", "−", "±") or at + 1 == len(parts):
        return False
    before = parts[at - 1].kind if at else "space"
    return parts[at + 1].kind in OPERANDS and before in ("space", "sign", "text", "comma")


def _math(parts: Sequence[Part]) -> str:
    return "".join(part.math for part in parts)


def _loose(parts: Sequence[Part], at: int) -> tuple[bool, str]:
    """Return what stands outside formulas: words, or a sign that is a formula by itself."""
    part = parts[at]
    if part.kind == "sign":
        before = parts[at - 1] if at else None
        opening = part.written == "-" and (before is None or before.kind == "space")
        if opening or part.written not in "-/=+":
            return True, part.math.strip()
    return False, part.written
