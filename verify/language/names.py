"""Names as an author spells them, taken apart for print: `rho_plus`, `lam_r`, `A21`, `x_bar`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

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
