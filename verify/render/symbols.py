"""Characters and LaTeX commands for each other."""

from __future__ import annotations

from verify.language.names import GREEK

_SIGNS = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "∈": r"\in", "∉": r"\notin",
    "⊂": r"\subset", "∪": r"\cup", "∩": r"\cap", "∞": r"\infty", "±": r"\pm", "∓": r"\mp",
    "×": r"\times", "·": r"\cdot", "∘": r"\circ", "→": r"\to", "↦": r"\mapsto", "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow", "∀": r"\forall", "∃": r"\exists", "Σ": r"\sum", "∏": r"\prod",
    "√": r"\surd", "∂": r"\partial", "∇": r"\nabla", "∫": r"\int", "⟨": r"\langle", "⟩": r"\rangle",
    "‖": r"\|", "⊥": r"\perp", "⊤": r"\top", "−": "-", "…": r"\dots", "ℝ": r"\mathbb{R}",
    "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}", "ℚ": r"\mathbb{Q}", "∎": r"\blacksquare", "′": "'",
    "ℓ": r"\ell", "∖": r"\setminus", "∅": r"\emptyset", "≡": r"\equiv", "∼": r"\sim",
    "⊗": r"\otimes", "ϱ": r"\varrho", "≪": r"\ll", "≫": r"\gg",
}  # fmt: skip
SUPERSCRIPTS = dict(zip("0123456789+-()nit", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵗ", strict=True)) | {"T": "ᵀ"}
SUBSCRIPTS = dict(
    zip("0123456789+-()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
) | {"β": "ᵦ", "γ": "ᵧ", "ρ": "ᵨ", "φ": "ᵩ", "χ": "ᵪ", "−": "₋"}

_LETTERS = {unicode: latex for latex, unicode in GREEK.values()}
_SCRIPTS = {sup: f"^{{{char}}}" for char, sup in SUPERSCRIPTS.items() if char != "T"} | {
    sub: f"_{{{char}}}" for char, sub in SUBSCRIPTS.items() if char.isascii()
}
MATH_OF_CHARACTER: dict[str, str] = {
    character: f"{command} " if command[-1].isalpha() else command
    for character, command in {**_LETTERS, **_SIGNS}.items()
} | {**_SCRIPTS, "ᵀ": r"^{\top}", "*": r"\,"}

TEXT_OF_CHARACTER: dict[str, str] = {
    character: rf"\ensuremath{{{command.strip()}}}"
    for character, command in MATH_OF_CHARACTER.items()
} | {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "|": r"\ensuremath{|}", "*": r"\ensuremath{*}",
    "…": r"\ldots{}", "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'",
    "\u00a0": "~", "\u2009": r"\,", "\u202f": r"\,",
}  # fmt: skip

CHARACTER_OF_COMMAND: dict[str, str] = (
    {command: character for character, command in _SIGNS.items() if command.startswith("\\")}
    | {command: character for character, command in _LETTERS.items()}
    | {
        r"\leq": "≤", r"\geq": "≥", r"\neq": "≠", r"\epsilon": "ε", r"\phi": "φ", r"\dotsc": "…",
        r"\ldots": "…", r"\cdots": "⋯", r"\rightarrow": "→", r"\lVert": "‖", r"\rVert": "‖",
        r"\lvert": "|", r"\rvert": "|", r"\iff": "⇔", r"\implies": "⇒", r"\quad": "  ",
        r"\qquad": "   ", r"\,": " ", r"\;": " ", r"\:": " ", r"\!": "", r"\ ": " ", r"\{": "{",
        r"\}": "}", r"\left": "", r"\right": "", r"\bigl": "", r"\bigr": "", r"\Bigl": "",
        r"\Bigr": "", r"\big": "", r"\displaystyle": "", r"\&": "&", r"\%": "%", r"\_": "_",
        r"\#": "#",
    }
)  # fmt: skip
