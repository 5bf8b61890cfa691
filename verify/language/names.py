"""Names as an author spells them, taken apart for print: `rho_plus`, `lam_r`, `A21`, `x_bar`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from verify.language.mistakes import Mistake

GREEK: dict[str, tuple[str, str]] = {
    "alpha": (r"\alpha", "α"), "beta": (r"\beta", "β"), "gamma": (r"\gamma", "γ"),
    "delta": (r"\delta", "δ"), "eps": (r"\varepsilon", "ε"), "epsilon": (r"\varepsilon", "ε"),
    "zeta": (r"\zeta", "ζ"), "eta": (r"\eta", "η"), "theta": (r"\theta", "θ"),
    "iota": (r"\iota", "ι"), "kappa": (r"\kappa", "κ"), "lam": (r"\lambda", "λ"),
    "mu": (r"\mu", "μ"), "nu": (r"\nu", "ν"), "xi": (r"\xi", "ξ"), "pi": (r"\pi", "π"),
    "rho": (r"\rho", "ρ"), "sigma": (r"\sigma", "σ"), "tau": (r"\tau", "τ"),
    "upsilon": (r"\upsilon", "υ"), "phi": (r"\varphi", "φ"), "chi": (r"\chi", "χ"),
    "psi": (r"\psi", "ψ"), "omega": (r"\omega", "ω"),
    "Gamma": (r"\Gamma", "Γ"), "Delta": (r"\Delta", "Δ"), "Theta": (r"\Theta", "Θ"),
    "Lam": (r"\Lambda", "Λ"), "Lambda": (r"\Lambda", "Λ"), "Xi": (r"\Xi", "Ξ"),
    "Pi": (r"\Pi", "Π"), "Sigma": (r"\Sigma", "Σ"), "Upsilon": (r"\Upsilon", "Υ"),
    "Phi": (r"\Phi", "Φ"), "Psi": (r"\Psi", "Ψ"), "Omega": (r"\Omega", "Ω"),
    "lambda": (r"\lambda", "λ"), "lamda": (r"\lambda", "λ"), "ell": (r"\ell", "ℓ"),
}  # fmt: skip
ACCENTS = {
    "bar": (r"\bar", "\u0304"), "hat": (r"\hat", "\u0302"), "tilde": (r"\tilde", "\u0303"),
    "dot": (r"\dot", "\u0307"),
}  # fmt: skip
SIGNS = {"plus": "+", "minus": "-"}
RAISED = {"star": "*", "prime": "′"}


@dataclass(frozen=True)
class Name:
    """A printed name: its letter or word, an accent, what is raised, and its own subscripts."""

    base: str
    accent: str = ""
    raised: str = ""
    subscripts: tuple[str, ...] = ()

    @property
    def short(self) -> bool:
        """Tell whether the base is one letter, so that a dot fits on it."""
        return len(self.base) == 1 or self.base in GREEK


@lru_cache(maxsize=4096)
def parsed(name: str) -> Name:
    """Take a name apart: `mu_minus` is mu with a subscript -, `A21` is A with 21, `x_bar` an x̄."""
    head, *parts = [part for part in name.split("_") if part] or [name]
    counted = re.fullmatch(r"([A-Za-z]+?)(\d+)", head)
    if counted and (len(counted[1]) == 1 or counted[1] in GREEK):
        head, parts = counted[1], [counted[2], *parts]
    accent = raised = ""
    subscripts: list[str] = []
    for part in parts:
        if part in ACCENTS and not accent:
            accent = part
        elif part in RAISED and not raised:
            raised = part
        else:
            subscripts.append(SIGNS.get(part, part))
    return Name(head, accent, raised, tuple(subscripts))


LONGEST = 60  # characters of a name
# Letters that print as others do: Greek ones as Latin ones, and what Unicode calls compatible.
TWINS = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοıȷĸŀſªºµ")


def check_letters(name: str) -> None:
    """Raise a Mistake for a name that is too long, or has a letter that could look like another."""
    if len(name) > LONGEST:
        raise Mistake(f"{name[:20]}... has {len(name)} characters; a name has at most {LONGEST}")
    strange = next((c for c in name if not _is_plain(c)), None)
    if strange is not None:
        raise Mistake(
            f"{name!a} has {strange!r} ({unicodedata.name(strange, ascii(strange))}), which "
            "looks like another letter; use Latin and Greek letters, digits and _"
        )


def _is_plain(letter: str) -> bool:
    if letter.isascii():
        return True
    latin_or_greek = "\u00c0" <= letter < "\u0180" or "\u0391" <= letter <= "\u03c9"
    return latin_or_greek and letter.isalpha() and letter not in TWINS


# A terminal prints letters without these.
ALPHABETS = frozenset({
    "mathrm", "mathit", "mathsf", "mathtt", "mathbf", "mathbb", "mathcal", "mathfrak", "mathscr",
    "boldsymbol", "operatorname", "text", "textit", "textbf", "textrm",
})  # fmt: skip
MARKS = {
    "bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "widehat": "\u0302",
    "tilde": "\u0303", "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308",
    "acute": "\u0301", "grave": "\u0300", "check": "\u030c", "breve": "\u0306",
    "mathring": "\u030a", "vec": "\u20d7", "underline": "\u0331",
}  # fmt: skip
ALIKE = {latex[1:]: letter for latex, letter in GREEK.values()} | {
    "epsilon": "ε", "phi": "φ", "prime": "′", "ast": "*", "star": "*", "dag": "†", "dagger": "†",
    "imath": "i", "jmath": "j", "ell": "ℓ",
}  # fmt: skip
PART = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
UNSEEN = frozenset("{}_^ ,~\n\t")


def look(latex: str) -> str:
    """Return what an eye sees of LaTeX: letters with their marks, not how they are set."""
    return "".join(map(_seen, PART.findall(latex)))


def _seen(part: str) -> str:
    command = part[1:]
    if command:
        silent = command in ALPHABETS or not command.isalpha()
        return MARKS.get(command) or ALIKE.get(command) or ("" if silent else command)
    if part in UNSEEN:
        return ""
    apart = unicodedata.normalize("NFD", part)
    return apart[1:] + apart[0].replace("'", "′")


def printed_name(name: str, latex: str | None = None) -> str:
    """Return what an eye sees of a thing's name: `rho_plus` and `\\rho_+` are alike."""
    if latex is not None:
        return look(latex)
    found = parsed(name)
    base = GREEK.get(found.base, (found.base,))[0]
    accent = ACCENTS[found.accent][0] if found.accent else ""
    below = (GREEK.get(part, (part,))[0] for part in found.subscripts)
    return look(" ".join((accent, base, RAISED.get(found.raised, ""), *below)))
