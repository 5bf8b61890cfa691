"""LaTeX as a sentence: its formulas between dollars, its words as they are printed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from verify.language.mathematics import check_formulas
from verify.language.mistakes import Mistake
from verify.render.plain_latex import plain_text

_ROWS = """
align align* gather gather* multline multline* eqnarray eqnarray* flalign flalign* alignat
alignat* dmath dmath*
"""
ROWS = frozenset(_ROWS.split())
DISPLAYS = ROWS | {"equation", "equation*", "displaymath", "math"}
PIECES = re.compile(
    r"%[^\n]*|(\\(?:begin|end)\s*\{[^{}]*\}|\\[A-Za-z@]+\*?|\\.|\s+|-{2,3}|``|''|[{}$~&\[\]]|"
    r"[^\\{}$~&%\[\]\s`'-]+|.)",
    re.DOTALL,
)
# Commands and how many of their arguments are no words; what follows is read on.
_DROPPED = """
label uses lean proves index footnote footnotetext thanks color hspace vspace hypertarget
textcolor href includegraphics discussion alsoIn phantom vphantom hphantom setlength pagestyle
thispagestyle input bibliography symlabel indexdef tag fontsize raisebox
"""
DROPPED = dict.fromkeys(_DROPPED.split(), 1) | {"setlength": 2, "addcontentsline": 3}
_SILENT = """
leanok mathlibok notready noindent indent par medskip smallskip bigskip centering quad qquad hfill
bf it em rm sf tt sl sc itshape bfseries rmfamily upshape normalfont slshape scshape small
footnotesize normalsize large Large newline linebreak pagebreak newpage protect relax xspace emph
textbf textit textrm textsf texttt textsl textsc textup textnormal mbox text underline allowbreak
nobreak displaystyle left right qedhere nonumber notag ignorespaces leavevmode url break clearpage
mathstrut strut null hbox vbox phantomsection NoValue maketitle
"""
SILENT = frozenset(_SILENT.split())
SHOWN = {
    "ldots": "…", "dots": "…", "S": "§", "P": "¶", "ss": "ß", "o": "ø", "O": "Ø", "l": "ł",
    "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı",
    "j": "ȷ", "item": "•", "TeX": "TeX", "LaTeX": "LaTeX", "copyright": "©", "textbackslash": "",
    "slash": "/", "&": "&", "%": "%", "#": "#", "_": "_", "{": "{", "}": "}", "$": "＄", "-": "",
    "/": "", "@": "", "textemdash": "—", "textendash": "–",
}  # fmt: skip
SPACES = ("par", "quad", "qquad", "newline", "\\", " ", ",", ";")
SIGNS = {"~": " ", "--": "–", "---": "—", "``": "“", "''": "”"}
ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
           ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "r": "\u030a",
           "k": "\u0328", "d": "\u0323", "b": "\u0331"}  # fmt: skip
# Commands of formulas, by those that a sentence may have.
AS_FORMULA = {
    "bm": r"\boldsymbol", "mathds": r"\mathbb", "mathbbm": r"\mathbb", "mbox": r"\text",
    "hbox": r"\text", "textnormal": r"\text", "textup": r"\text", "colon": ":", "coloneqq": ":=",
    "operatorname*": r"\operatorname", "mathop": "", "mathrel": "", "mathbin": "", "mathord": "",
    "nonumber": "", "notag": "", "qedhere": "", "allowbreak": "", "relax": "", "xspace": "",
    "displaylimits": "", "hfill": "", "protect": "", "lbrack": "[", "rbrack": "]", "ensuremath": "",
    "vcentcolon": ":", "mathopen": "", "mathclose": "", "mathpunct": "", "nolinebreak": "",
    "NoValue": "", "/": "", "-": "", "$": "",
}  # fmt: skip


def in_words(latex: str, numbers: Mapping[str, str] | None = None) -> str:
    """Return LaTeX as a sentence, its formulas between dollars if they may stand there.

    A formula that may not is its LaTeX without them; `numbers` are those of labels.
    """
    return _Sentence(latex, numbers or {}).read()


def in_characters(latex: str) -> str:
    """Return a sentence in plain characters, its formulas too."""
    try:
        return plain_text(latex)
    except RecursionError:
        return ""


class _Sentence:
    """Reads the pieces of LaTeX once, from left to right."""

    def __init__(self, latex: str, numbers: Mapping[str, str]) -> None:
        self.pieces = [piece for piece in PIECES.findall(latex) if piece]
        self.ends = _pairs(self.pieces)
        self.numbers, self.at = numbers, 0
        self.missing: set[str] = set()  # ends of formulas that do not come any more
        self.out: list[str] = []

    def read(self) -> str:
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            self.at += 1
            if piece in ("$", r"\(", r"\[") or piece[:6] == r"\begin":
                self._formula(piece)
            elif piece[0] == "\\" and piece[:4] != r"\end":
                self._command(piece[1:])
            elif piece not in ("{", "}") and piece[:4] != r"\end":
                self.out.append(SIGNS.get(piece, piece))
        text = unicodedata.normalize("NFC", "".join(self.out))
        text = "".join(c if c.isprintable() else " " for c in text)
        return re.sub(r"\s+([.,;:)])(?=\s|$)", r"\1", " ".join(text.split()))

    def _group(self, opening: str = "{") -> list[str]:
        """Return the pieces of the group that comes next, if one does."""
        at = self.at
        while at < len(self.pieces) and self.pieces[at].isspace():
            at += 1
        if at not in self.ends or self.pieces[at] != opening:
            return []
        self.at = self.ends[at] + 1
        return self.pieces[at + 1 : self.at - 1]

    def _command(self, name: str) -> None:
        plain = name.rstrip("*")
        if re.fullmatch(r"[A-Za-z]*cite[a-zA-Z]*", plain):
            note = "".join(self._group("["))
            key = "".join(self._group()).replace(",", ", ")
            self.out.append(f"[{key}{', ' if note else ''}{in_words(note)}]" if key else "")
        elif plain in ("ref", "eqref", "cref", "Cref", "autoref", "vref", "pageref", "nameref"):
            label = "".join(self._group())
            self.out.append(self.numbers.get(label) or f"({label})")
        elif plain in ACCENTS and name not in SHOWN:
            letter = "".join(self._group()) or "".join(self.pieces[self.at : self.at + 1])
            self.at += self.pieces[self.at : self.at + 1] == [letter]
            letter = {r"\i": "i", r"\j": "j"}.get(letter, letter)
            self.out.append(letter[:1] + ACCENTS[plain] + letter[1:])
        elif plain == "ensuremath":
            self.out.append(f"${_formula(self._group())}$")
        elif plain in DROPPED:
            self._group("[")
            for _ in range(DROPPED[plain]):
                self._group()
        elif name in SHOWN:
            self.out.append(SHOWN[name])
        elif plain in SILENT or not plain.isalpha():
            self.out.append(" " if plain in SPACES else "")
        else:
            self.out.append(f"\\{name}")
            while group := self._group():
                self.out.append(f"{{{''.join(group)}}}".replace("$", ""))

    def _formula(self, opened: str) -> None:
        """Add a formula, or what stands in an environment that is none."""
        name = re.sub(r".*\{|\}", "", opened, flags=re.DOTALL).strip()
        if opened[:6] == r"\begin" and name not in DISPLAYS:
            self._group("[")
            return
        double = opened == "$" and self.pieces[self.at : self.at + 1] == ["$"]
        self.at += double
        end = {"$": "$", r"\(": r"\)", r"\[": r"\]"}.get(opened, rf"\end{{{name}}}")
        if name[:7] == "alignat":
            self._group()
        inner = [] if end in self.missing else self._until(end)
        if inner is None or end in self.missing:
            self.missing.add(end)
            return
        self.at += double and self.pieces[self.at : self.at + 1] == ["$"]
        formula = _formula(inner)
        space = "" if opened in ("$", r"\(") and not double else " "
        try:
            check_formulas(f"${formula}$", "a sentence")
            self.out.append(f"{space}${formula}${space}" if formula else space)
        except Mistake:
            self.out.append(f" {formula} ")

    def _until(self, end: str) -> list[str] | None:
        depth = 0
        for at in range(self.at, len(self.pieces)):
            piece = self.pieces[at]
            depth += (piece == "{") - (piece == "}")
            if depth <= 0 and re.sub(r"\s", "", piece) == end:
                inner, self.at = self.pieces[self.at : at], at + 1
                return inner
        return None


def _pairs(pieces: Sequence[str]) -> dict[int, int]:
    """Return where each group ends, {where it begins: where}."""
    out: dict[int, int] = {}
    opened: list[int] = []
    for at, piece in enumerate(pieces):
        if piece in ("{", "["):
            opened.append(at)
        elif piece == "]" and opened and pieces[opened[-1]] == "[":
            out[opened.pop()] = at
        elif piece == "}":
            while opened and pieces[opened[-1]] == "[":
                opened.pop()
            if opened:
                out[opened.pop()] = at
    return out


def _formula(pieces: Sequence[str]) -> str:
    """Return the pieces of a formula as one that may stand between dollars."""
    out: list[str] = []
    depth = tables = 0
    words = False  # whether a formula within words is open
    at = 0
    while at < len(pieces):
        piece, name = pieces[at], pieces[at][1:]
        at += 1
        depth += (piece == "{") - (piece == "}")
        tables += (piece[:6] == r"\begin") - (piece[:4] == r"\end")
        if piece == "$":
            words = not words
            out.append("}" if words else r"\text{")
        elif piece in (r"\label", r"\tag", r"\tag*", r"\hspace", r"\vspace", r"\cite"):
            while at < len(pieces) and pieces[at] != "}":
                at += 1
            at += 1
        elif not depth and not tables and piece in ("&", r"\\"):
            out.append(" " if piece == "&" else r" \quad ")
        elif piece[0] == "\\" and name in AS_FORMULA:
            shown = AS_FORMULA[name]
            out.append(shown)
        else:
            out.append(" " if piece.isspace() or piece == "~" else piece)
    text = "".join(out)
    text = re.sub(r"(\\ |\\quad|\\,|\\;|\s)+$", "", text)
    return " ".join(text.split())
