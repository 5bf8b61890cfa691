"""What of LaTeX a formula may hold: signs, letters, alphabets and tables, and no programming.

LaTeX is a programming language: a name's `latex=` could read any file, or write one. So commands
are those of a list, and the characters with which others could be spelled are refused.
"""

from __future__ import annotations

import re
from typing import Any

from verify.language.mistakes import Mistake
from verify.language.names import check_letters, look

_WORDS = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi
varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi
Sigma Upsilon Phi Psi Omega
ell hbar imath jmath partial nabla infty emptyset varnothing aleph Re Im wp
le leq leqslant ge geq geqslant ne neq equiv approx sim simeq cong propto ll gg prec succ preceq
succeq in notin ni subset subseteq supset supseteq cup cap setminus mid nmid parallel perp
pm mp times div cdot circ ast star bullet oplus ominus otimes odot wedge vee neg
to mapsto rightarrow leftarrow Rightarrow Leftarrow leftrightarrow Leftrightarrow longrightarrow
longmapsto implies iff forall exists nexists top bot surd angle therefore because blacksquare square
prime dag dagger
sum prod int iint oint bigcup bigcap bigoplus bigotimes lim liminf limsup sup inf max min argmax
argmin sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh exp log ln det dim ker deg arg
gcd Pr
frac dfrac tfrac binom sqrt overline underline widehat widetilde hat tilde bar vec dot ddot check
breve acute grave mathring overbrace underbrace overset underset stackrel limits nolimits
left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr
langle rangle lVert rVert lvert rvert lfloor rfloor lceil rceil vert Vert lbrace rbrace
dots ldots cdots vdots ddots dotsc dotsb quad qquad displaystyle textstyle
mathrm mathit mathbf mathsf mathtt mathbb mathcal mathfrak mathscr boldsymbol operatorname text
textit textbf textrm begin end
"""
COMMANDS = frozenset(_WORDS.split())
TABLES = frozenset({"matrix", "pmatrix", "bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "cases"})
SIGNS = frozenset(r"\,:;!|{} &%_#")  # what a backslash may stand before
TOKEN = re.compile(r"\\(?P<word>[A-Za-z]+)|\\(?P<sign>.)|\\\Z|(?P<other>.)", re.DOTALL)


def checked_latex(latex: Any, what: str) -> str | None:
    """Return LaTeX that may stand in a formula, or None; raise a Mistake that names what may not.

    `what` is what it belongs to, such as "y: latex=".
    """
    if latex is None:
        return None
    if not isinstance(latex, str):
        raise Mistake(f"{what} is not text: {latex!r:.40}; write it in quotes")
    trouble = _trouble(latex)
    if trouble is not None:
        raise Mistake(f"{what} {trouble}")
    return latex


SINGLE = (*_WORDS[: _WORDS.index("le leq")].split(), "top", "bot", "perp")  # letters, and signs
LETTER = rf"(?:[^\W\d_]|\\(?:{'|'.join(SINGLE)})(?![A-Za-z]))"
GROUP = r"\{(?:[^{}]|\{[^{}]*\})*\}"
SET = r"\\(?:mathrm|mathit|mathbf|mathsf|mathtt|mathbb|mathcal|mathfrak|mathscr|boldsymbol|text)"
MARKED = (
    r"\\(?:hat|tilde|bar|vec|dot|ddot|check|breve|acute|grave|mathring|overline|underline|widehat|"
    r"widetilde)"
)
ONE = rf"(?:{LETTER}|{SET}\s*(?:\{{[\w ]+\}}|\w)|{MARKED}\s*(?:{LETTER}|\{{\s*{LETTER}\s*\}}))"
RAISED = r"(?:[0*+-]|\\(?:prime|star|ast|circ|pm|mp|dag|dagger|perp|bullet)(?![A-Za-z])|\(\w+\))"
SYMBOL = re.compile(
    rf"\s*(?:\\Delta\s*)?(?:{ONE}|\{{\s*{ONE}\s*\}})"
    rf"(?:\s|'|_\s*(?:{GROUP}|{LETTER}|\d|[*+-])|\^\s*(?:{RAISED}|\{{\s*{RAISED}\s*\}})"
    rf"|\((?:{LETTER}|[\d', ])+\))*"
)
"""A letter, perhaps marked, with what stands below, raised, or in brackets behind it."""


def checked_symbol(latex: Any, what: str) -> str | None:
    """Return LaTeX for a name, which is one symbol; raise a Mistake for a formula.

    A name that is set as `a^2` or `x + 1` would be read as what it is not.
    """
    checked = checked_latex(latex, what)
    if checked is not None and SYMBOL.fullmatch(checked) is None:
        raise Mistake(
            rf"{what} is a formula, {latex:.40}, but a name is one symbol; write a letter, "
            r"optionally with an accent, a subscript or a prime, as in \bar x_0"
        )
    if checked is not None:
        check_letters(re.sub(r"[^\w]", "", checked))
        if look(checked) == "π":
            raise Mistake(f"{what} is {latex}, the number; take another letter")
    return checked


def check_formulas(sentence: str, what: str) -> None:
    """Raise a Mistake for what may not stand between the dollar signs of a sentence."""
    for formula in re.findall(r"\$([^$]*)\$", sentence):
        checked_latex(formula, f"{what}: ${formula:.60}$")


def _trouble(latex: str) -> str | None:
    """Return what is wrong with a formula in LaTeX, with the fix, or None."""
    depth, opened = 0, []
    at = 0
    while found := TOKEN.match(latex, at):
        at = found.end()
        word, sign, other = found["word"], found["sign"], found["other"]
        if word in ("begin", "end"):
            table = re.compile(r"\{([A-Za-z]*)\}").match(latex, at)
            if table is None or table[1] not in TABLES:
                return f"has \\{word} with an unknown environment; use {', '.join(sorted(TABLES))}"
            at = table.end()
            opened.append((word, table[1]))
        elif word is not None:
            if word not in COMMANDS:
                return (
                    f"has the unsupported command \\{word}; write the formula with signs "
                    "and letters"
                )
        elif sign is not None:
            if sign not in SIGNS:
                return f"has the unsupported command \\{ascii(sign)[1:-1]}; leave it out"
        elif other is None:
            return "ends with a backslash; leave it out"
        elif other in "$%#" or not (other.isprintable() or other == "\n"):
            return f"has the unsupported character {other!r}; leave it out"
        elif other == "^" and latex[at : at + 1] == "^":
            return "has ^^, which spells other characters; write one ^ and a group in braces"
        else:
            depth += (other == "{") - (other == "}")
            if depth < 0:
                return "has a closing brace without an opening one; write braces in pairs"
    tables = [name if kind == "begin" else f"/{name}" for kind, name in opened]
    if depth or not _paired(tables):
        return "has an unclosed brace or environment; write them in pairs"
    return None


def _paired(tables: list[str]) -> bool:
    waiting: list[str] = []
    for name in tables:
        if not name.startswith("/"):
            waiting.append(name)
        elif not waiting or waiting.pop() != name[1:]:
            return False
    return not waiting
