"""Papers, and the theorems from outside that claims may assume."""

from __future__ import annotations

from dataclasses import dataclass

Model = tuple[str, str, int, int, int]  # its name; architecture, layers, width and heads


@dataclass(frozen=True)
class Paper:
    """A source whose statements are decided, with its bibliography entry.

    `sections` are their titles, in our words; a statement's position begins with their number.
    `version` is the one whose numbers labels have, where a statement may have others elsewhere.
    `models` are the trained models that it names, each by the sizes that its checkpoint has, and
    `models_at` is where: the protocol that compares with them is called so. `model` tells the
    dynamics in a sentence, and `terms` explain words, letters and equation numbers, each by itself:
    (("margin", "the inner product of a token with ..."), ("$n$", "...")).
    """

    key: str
    title: str
    authors: str
    year: int
    reference: str
    sections: tuple[str, ...] = ()
    models: tuple[Model, ...] = ()
    models_at: str = ""
    version: str = ""
    model: str = ""
    terms: tuple[tuple[str, str], ...] = ()

    def section(self, position: tuple[int, ...]) -> str:
        """Return the heading of the section that a position is in: "3. Gradient flow"."""
        number = position[0] if position else 0
        if not 1 <= number <= len(self.sections):
            return ""
        return f"{number}. {self.sections[number - 1]}"

    def label(self, label: str, **elsewhere: str) -> Label:
        """Return a place in this paper, such as "Theorem 4.1, eq. (10)".

        `elsewhere` has the places in other versions: `label("Theorem 4.1", ICML="Theorem 3.2")`.
        """
        return Label(self, label, tuple(elsewhere.items()))


@dataclass(frozen=True)
class Label:
    """Where a statement stands in its paper, and in other versions of it."""

    paper: Paper
    text: str
    elsewhere: tuple[tuple[str, str], ...] = ()

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Return the place in every version: (("arXiv", "Theorem 4.1"), ("ICML", ...))."""
        return ((self.paper.version, self.text), *self.elsewhere)


@dataclass(frozen=True)
class Theorem:
    """A theorem from outside, as a premise of claims in Coq: cited, never proved here.

    `key` is its name in Coq, `says` in words what it says and where it stands, and `definition`
    the proposition.
    """

    key: str
    says: str
    definition: str

    @property
    def name(self) -> str:
        """Return its name in words."""
        return self.key.replace("_", " ").capitalize()
