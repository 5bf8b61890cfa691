"""Rows of MathML: plain characters among markup made into elements, brackets into groups."""

from __future__ import annotations

import re

from verify.render.site.layout import escaped

# A dot is set as what stands over a letter: as an accent, browsers draw it into some letters.
ACCENT_MARKS = {
    "bar": '<mo stretchy="false">¯</mo>', "hat": '<mo stretchy="false">^</mo>',
    "tilde": '<mo stretchy="false">~</mo>', "dot": "<mo>˙</mo>",
}  # fmt: skip
THIN = '<mspace width=".17em"/>'
PARTS = re.compile(
    r"(?P<tag></?m[a-z]+(?: [a-z]+=\"[^\"<>]*\")*/?>)|(?P<entity>&[a-z]+;|&#\d+;)"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<space>\s+)|(?P<one>.)",
    re.DOTALL,
)
CLOSING = {"(": ")", "[": "]", "⟨": "⟩"}
OPENERS, CLOSERS = frozenset(CLOSING), frozenset(CLOSING.values())
UNARY = frozenset("+−±∓-")
MARKS = re.compile(r"[\u0300-\u036F]")
TALL = re.compile(r"<mfrac|<munder|<mtable|<mo>\(|<msqrt")
LETTERS_LIKE = frozenset("∞∅…⋯")
BAR = re.compile(r"(<m(?:sup|sub|subsup)>)?<mo>([|‖])</mo>")
AFTER_OPERAND = re.compile(r"(?<!<mi>[/(\[⟨])</m(?!o>)[a-z]+>$|<mo[^<>]*>[)\]⟩′!|‖]</mo>$")


def element(tag: str, *children: str, accent: bool = False) -> str:
    """Return an element whose children are rows of mixed text."""
    attribute = ' accent="true"' if accent else ""
    return f"<{tag}{attribute}>{''.join(map(row, children))}</{tag}>"


def accented(base: str, accent: str) -> str:
    """Return a letter with a bar, a hat, a tilde or a dot over it."""
    return element("mover", base, ACCENT_MARKS[accent], accent=accent != "dot")


def word(text: str) -> str:
    """Return a word as one upright name."""
    return f"<mi>{escaped(text)}</mi>" if len(text) > 1 else _letter(text)


def row(text: str) -> str:
    """Return mixed text as exactly one element."""
    if len(text) == 1 and text.isalnum():  # most rows are: no need to take them apart
        return _letter(text) if text.isalpha() else f"<mn>{text}</mn>"
    made = elements(text)
    return made[0] if len(made) == 1 else f"<mrow>{''.join(made)}</mrow>"


def rows(text: str, *, continued: bool = False) -> str:
    """Return mixed text as elements, where a parent takes any number of them."""
    return "".join(elements(text, continued=continued))


def elements(text: str, *, continued: bool = False) -> list[str]:
    """Return the elements of mixed text; a tall bracket and what it encloses become one.

    `continued` says that a first plus or minus stands between this and something before it.
    """
    stack: list[tuple[str, list[str]]] = [("", [])]
    depth, inside = 0, ""
    for found in PARTS.finditer(text):
        part, kind = found[0], found.lastgroup
        if kind == "tag" or depth:
            inside += part
            if kind == "tag":
                depth += -1 if part[1] == "/" else 0 if part[-2] == "/" else 1
            if not depth:
                stack[-1][1].append(inside)
                inside = ""
        elif part in OPENERS:
            stack.append((part, []))
        elif part in CLOSERS:
            _close(stack, part)
        elif kind != "space":
            _append(stack[-1][1], part, kind or "one", continued and len(stack) == 1)
    while len(stack) > 1:  # never closed: the bracket stands by itself
        opener, rest = stack.pop()
        stack[-1][1].extend([_still(opener), *rest])
    return _short_bars(stack[0][1])


def _short_bars(made: list[str]) -> list[str]:
    """Return elements with the bars of a norm or an absolute value as they are around a letter.

    Only around what is taller than a line may they grow. The last one may have indices.
    """
    opened: dict[str, int] = {}
    for place, part in enumerate(made):
        found = BAR.match(part)
        if found is None:
            continue
        if found[2] not in opened and not found[1]:
            opened[found[2]] = place
        elif found[2] in opened:
            start = opened.pop(found[2])
            if not TALL.search("".join(made[start + 1 : place])):
                made[start] = f"<mi>{found[2]}</mi>"
                made[place] = BAR.sub(r"\1<mi>\2</mi>", part, count=1)
            if made[start + 1] == "<mo>−</mo>":  # as in a row of its own
                made[start + 1] = '<mo form="prefix">−</mo>'
    return made


def _close(stack: list[tuple[str, list[str]]], closer: str) -> None:
    if len(stack) == 1:
        stack[-1][1].append(_still(closer))
        return
    opener, inner = stack.pop()  # [a, b) is an interval: any closing bracket will do
    stack[-1][1].append(bracketed_row(opener, "".join(_short_bars(inner)), closer))


def bracketed_row(opener: str, inside: str, closer: str) -> str:
    """Return elements in brackets, which grow only around what is taller than a line.

    Browsers leave as much room beside a bracket that may grow as its largest size would need.
    """
    if inside.startswith("<mo>−</mo>"):  # browsers take a sign for a prefix first in a row alone
        inside = f'<mo form="prefix">−</mo>{inside.removeprefix("<mo>−</mo>")}'
    if TALL.search(inside):
        return f"<mrow><mo>{opener}</mo>{inside}<mo>{closer}</mo></mrow>"
    return f"{_still(opener)}{inside}{_still(closer)}"


def _still(bracket: str) -> str:
    return f"<mi>{bracket}</mi>"  # as an operator it would grow, unless that is said of each


def _append(out: list[str], part: str, kind: str, continued: bool) -> None:
    if kind == "number":
        out.append(f"<mn>{part}</mn>")
    elif kind == "entity":
        out.append(f"<mo>{part}</mo>")
    elif part in UNARY:
        sign = "−" if part == "-" else part
        if continued and not out:
            out.append(f'<mo form="infix">{sign}</mo>')
        else:
            # A browser takes the first sign of a row for a prefix, and all others for infix.
            infix = not out or AFTER_OPERAND.search(out[-1])
            out.append(f"<mo>{sign}</mo>" if infix else f'<mo form="prefix">{sign}</mo>')
    elif part == "'":
        out.append("<mo>′</mo>")
    elif MARKS.match(part) and out:  # an accent that combines with the letter before it
        out[-1] = re.sub(r"(</m[a-z]+>)$", rf"{part}\1", out[-1])
    else:
        out.append(_letter(part) if part.isalpha() or part in LETTERS_LIKE else _operator(part))


def _letter(character: str) -> str:
    return f"<mi>{escaped(character)}</mi>"


def _operator(character: str) -> str:
    if character == "/":  # which browsers would space like a sign between terms
        return "<mi>/</mi>"
    return f"<mo>{escaped(character)}</mo>"
