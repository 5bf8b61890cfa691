"""A witness for a reader: `n = 2, W = [1, 0; 0, 2], at i = 1, the sides are 3/2 and 1`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile
from typing import Any

from verify.language.expressions import Scalar
from verify.language.mistakes import Mistake
from verify.language.walk import nodes
from verify.methods.typed_formulas import typed_formula
from verify.writing.formulas import FormulaPrinter
from verify.writing.notation import Notation

RATIONAL = re.compile(r"-?\d+(?:/\d+)?")
LONG, ENDS = re.compile(r"\d{200,}"), 20  # of a long integer both ends are shown
BALL = re.compile(r"\[(-?\d+\.\d+) \+/- (\d+(?:\.\d+)?(?:e-?\d+)?)\]")
WIDE_BALL = re.compile(r"\[(?:(-?\d+(?:\.\d+)?) )?\+/- (\d+(?:\.\d+)?(?:e[-+]?\d+)?)\]")
BOUND = re.compile(r"(at (?:most|least)) (-?\d.*)")
COMPLEX = re.compile(r"(-?\d+(?:/\d+)?) \+ (-?)(\d+(?:/\d+)?) i")
NEXT = re.compile(r", (?=[^,= ]+ = )")  # between the values of a case
LETTERS = re.compile(r"[A-Za-z](?:, [A-Za-z])+")
FEWEST_DIGITS, DIGITS = 4, 12  # that the ends of an enclosed number share, and that are told
DECIMAL = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
NUMBERS = frozenset(("number", "pi", "add", "multiply", "power", "function"))


def witness_parts(witness: Mapping[str, Any], notation: Notation) -> list[str]:
    """Return what a witness sets and what happens there, each part as text of the notation."""
    out, values = [], _in_its_case(witness)
    displayed = values.pop("displayed", {})
    for size in ("n", "d", "h"):
        if f"{size}_" in values:  # an author's own letter, which is shown alike
            values.pop(size, None)
    ends = [values.pop(key, None) for key in ("left", "right")]
    measured = _measured(values, notation)
    for key, value in values.items():
        if key == "where":
            out += [_equation(name, place, notation) for name, place in dict(value).items()]
        elif isinstance(value, Mapping):
            out += witness_parts(value, notation)
        elif key in displayed or key.isidentifier():
            out.append(_equation(key, value, notation, displayed.get(key)))
        elif LETTERS.fullmatch(key):
            out.append(notation.inline(f"({key}) = ({value_shown(value, notation)})"))
        else:
            out.append(f"{notation.prose(key)} {_one_by_one(value, notation)}")
    if ends != [None, None]:
        left, right = map(notation.inline, sides_shown(ends[0], ends[1], notation))
        out.append(f"where the sides are {left} and {right}")
    return out + measured


def _in_its_case(witness: Mapping[str, Any]) -> dict[str, Any]:
    """Return a witness in which the values of its case, of several that a step has, are put."""
    values = dict(witness)
    _, _, case = str(values.pop("case", "")).rpartition(": ")
    parts = [part.split(" = ", 1) for part in NEXT.split(case)] if case else []
    if all(len(part) == 2 for part in parts):
        return values | dict(parts)
    return values | {"in the case": case}


def _measured(values: dict[str, Any], notation: Notation) -> list[str]:
    """Take out between what a number is enclosed, and what it was said to be."""
    if not {"from", "to"} <= values.keys() or ("instances" in values) != ("happened" in values):
        return []
    least, most = (str(values.pop(key)) for key in ("from", "to"))
    instances = values.pop("instances", None)
    if instances is None:
        by = notation.prose(str(values.pop("route", "enclosed")))
    else:
        by = f"{values.pop('happened')} of {instances} instances"
    alike = takewhile(lambda ends: ends[0] == ends[1], zip(least, most, strict=False))
    common = "".join(sign for sign, _ in alike)
    digits = len(common.partition(".")[2])
    if digits >= FEWEST_DIGITS and "e" not in least + most:  # an exponent would be cut off
        cut = common[: len(common) - max(digits - DIGITS, 0)]
        between = notation.inline(f"{cut}{notation.dots}".replace("-", notation.minus))
    else:
        between = " to ".join(notation.inline(value_shown(end, notation)) for end in (least, most))
    told = values.pop("told", values.pop("exact", None))
    denied = f", and not {notation.inline(value_shown(told, notation))}" if told is not None else ""
    return [f"it is {between} ({by}){denied}"]


def _equation(name: str, value: Any, notation: Notation, own: str | None = None) -> str:
    if own is None and name in WORDS:
        return f"{WORDS[name]} {_one_by_one(value, notation)}"
    letter = notation.name(name, (), own, False).text
    return notation.inline(f"{letter} = {value_shown(value, notation)}")


def _one_by_one(value: Any, notation: Notation) -> str:
    """Return a value; each number of a list is a formula of its own, so that lines may break."""
    if isinstance(value, list | tuple) and value and not _deep([list(value)]):
        return ", ".join(notation.inline(value_shown(entry, notation)) for entry in value)
    if (bound := BOUND.fullmatch(str(value))) is not None:
        return f"{bound[1]} {notation.inline(value_shown(bound[2], notation))}"
    return notation.inline(value_shown(value, notation))


WORDS = {
    "undefined": "where a formula is undefined:", "reason": "because", "claimed": "claimed",
    "formula": "where the formula gives", "enumerated": "the enumeration", "time": "at the time",
    "number": "instance", "eigenvalues": "eigenvalues", "signs": "signs", "step": "step",
    "seen": "mask", "heads": "heads", "tokens": "tokens:", "each_token": "token",
}  # fmt: skip


def sides_shown(left: Any, right: Any, notation: Notation) -> tuple[str, str]:
    """Return two values that differ as formulas that differ, too."""
    shown = value_shown(left, notation), value_shown(right, notation)
    if shown[0] == shown[1] and left != right:
        return notation.words(str(left)), notation.words(str(right))
    return shown


def value_shown(value: Any, notation: Notation) -> str:
    """Return a value of a witness as a formula: numbers, vectors, matrices, else words."""
    if isinstance(value, list | tuple):
        rows = [list(row) for row in value if isinstance(row, list | tuple)]
        if rows and len(rows) == len(value) and not _deep(rows):
            return notation.matrix(
                [[value_shown(entry, notation) for entry in row] for row in rows]
            )
        return f"({', '.join(value_shown(entry, notation) for entry in value)})"
    text = str(value)
    if RATIONAL.fullmatch(text) or DECIMAL.fullmatch(text):
        shown = LONG.sub(lambda x: f"{x[0][:ENDS]}{notation.dots}{x[0][-ENDS:]}", text)
        return shown.replace("-", notation.minus)
    if (complex_ := COMPLEX.fullmatch(text)) is not None:
        sign = notation.minus if complex_[2] else "+"
        return f"{complex_[1]} {sign} {complex_[3]} i".replace("-", notation.minus)
    if (known := _certain_digits(text)) is not None:
        return f"{known}{notation.dots}".replace("-", notation.minus)
    if (ball := WIDE_BALL.fullmatch(text)) is not None:
        return _ball(ball[1] or "0", ball[2], notation)
    number = number_in(text)
    return FormulaPrinter(notation).formula(number) if number is not None else notation.words(text)


def number_in(text: str) -> Scalar | None:
    """Return the number that a formula without names is, `(1/3)*pi()`; None for other text."""
    try:
        found = typed_formula(text, {})
    except Mistake:
        return None
    kinds = {node.op for node in nodes(found)}
    return found if isinstance(found, Scalar) and kinds <= NUMBERS else None


def _ball(middle: str, radius: str, notation: Notation) -> str:
    """Return a ball as its middle and a bound of its radius, a power of ten."""
    bound = Decimal(radius)
    exponent = bound.adjusted() + (bound != Decimal(1).scaleb(bound.adjusted()))
    power = notation.power("10", str(exponent).replace("-", notation.minus)).text
    shown = middle.rstrip("0").rstrip(".") if "." in middle else middle
    return f"{shown.replace('-', notation.minus)} {notation.plus_minus} {power}"


def _certain_digits(ball: str) -> str | None:
    """Return the digits that a narrow ball, as FLINT writes it, shares with all its members."""
    found = BALL.fullmatch(ball)
    if found is None:
        return None
    middle, radius = Fraction(found[1]), Fraction(found[2])
    places = len(found[1].partition(".")[2])
    while places >= 3:
        ends = {int((middle + side * radius) * 10**places) for side in (-1, 1)}
        if len(ends) == 1 and abs(middle) > radius:
            return found[1][: len(found[1].partition(".")[0]) + 1 + places]
        places -= 1
    return None


def _deep(rows: list[list[Any]]) -> bool:
    return any(isinstance(entry, list | tuple) for row in rows for entry in row)
