"""A statement: one definition, lemma, theorem or remark."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from verify.language.mistakes import Mistake, place, unknown
from verify.statements.declaring import declare
from verify.statements.displayed import Displayed
from verify.statements.environments import Declared
from verify.statements.given import Given, Proof
from verify.statements.inference import Inference
from verify.statements.measuring import OfLayers
from verify.statements.naming import SHORT, check_id, check_text
from verify.statements.paper import Label, Paper, Theorem
from verify.statements.scenes import Scene, check_scenes
from verify.statements.schemas import schemas
from verify.statements.step import Said

Origin = Literal["printed", "reconstructed", "ours"]
Basis = Literal["printed", "every_reconstruction", "this_reconstruction"]
Relation = Literal["", "the same", "stronger", "weaker", "corrected", "refuted"]
QUOTED = 7  # words of a paper in a row that may be quoted


@dataclass(frozen=True, eq=False, repr=False)
class Statement(Displayed):
    """A statement of a paper: printed, reconstructed (its formula was lost), or ours.

    `rests_on` are statements its proof uses, of some only the `rested_steps`; `repaired_by` those
    that state what is true instead; `argued` says whether the paper gives an argument of its own,
    `position` orders statements, `scenes` are pictures of its witnesses, and `of_layers` is what
    it says of layers of a trained model that have what `given.layer(...)` asks for. `printed` is
    the paper's statement in our words, `relation` how the claim relates to it, and `differs` says
    each difference in a sentence. `gist` says in plain words, without letters, what it is about.
    """

    id: str
    label: Label
    title: str
    body: Callable[[Given], Proof]
    origin: Origin = "printed"
    basis: Basis = "printed"
    rests_on: tuple[str, ...] = ()
    repaired_by: tuple[str, ...] = ()
    argued: bool = True
    position: tuple[int, ...] = ()
    scenes: tuple[Scene, ...] = ()
    rested_steps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_layers: OfLayers | None = None
    printed: str = ""
    relation: Relation = ""
    differs: str = ""
    gist: str = ""

    @property
    def paper(self) -> Paper:
        return self.label.paper

    @property
    def module(self) -> str:
        return str(self.body.__module__)

    @cached_property
    def declared(self) -> Declared:
        """Return the proof, read on first use. Raises Mistake with one line."""
        declared = declare(self.id, self.body)
        try:
            self._check_relation(declared)
            check_scenes(self.scenes)
        except Mistake as mistake:
            where = place(self.body.__code__, self.body.__code__.co_firstlineno)
            raise Mistake(f"{where}: {self.id}: {mistake}") from None
        return declared

    def _check_relation(self, declared: Declared) -> None:
        """Raise Mistake where the proof refutes what is printed, or not, against the relation."""
        quoted = any(
            said.step.role == "printed" for said in declared.said if said.step.part == "statement"
        )
        refuted = quoted or (declared.claim is not None and declared.claim.refuted)
        if self.printed and refuted != (self.relation == "refuted"):
            raise Mistake(
                f"relation={self.relation!r} does not fit the proof; what is printed is refuted by "
                "claim(..., refuted=True), or by a refutation of Printed(...), and by nothing else"
            )

    @property
    def cases(self) -> tuple[str, ...]:
        """Return the statements whose theorems its steps are cases of."""
        found = (said.step.case_of for said in self.declared.said)
        return tuple(dict.fromkeys(name for name in found if name))

    @property
    def counterexample(self) -> Inference | None:
        """Return the step whose lemma of Coq gives an instance at which a refuted claim fails."""
        claimed = self.declared.claim
        if claimed is None or not claimed.refuted:
            return None
        steps = (said.step for said in self.declared.said)
        return next((s for s in steps if isinstance(s, Inference) and s.coq_lemma), None)

    @property
    def uses(self) -> tuple[str, ...]:
        """Return all statements that it rests on: those that are named, and its `cases`."""
        return tuple(dict.fromkeys((*self.rests_on, *self.cases)))

    @property
    def theorems(self) -> dict[str, Theorem]:
        """Return the theorems from outside that its claim assumes, by their names in Coq."""
        claimed = self.declared.claim
        cited = claimed.cites if claimed is not None else ()
        return {key: schemas()[key] for key in cited if key in schemas()}

    def said(self, name: str) -> Said:
        """Return a sentence with its step, by the step's name ("margin rate" or "margin_rate")."""
        names = {said.name: said for said in self.declared.said}
        wanted = name if name in names else name.replace("_", " ")
        if wanted not in names:
            raise Mistake(f"{self.id}: {unknown('step', wanted, names)}")
        return names[wanted]

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"


def statement(
    identifier: str,
    label: Label,
    *,
    title: str,
    origin: Origin = "printed",
    basis: Basis = "printed",
    rests_on: tuple[str | tuple[str, ...], ...] = (),
    repaired_by: tuple[str, ...] = (),
    argued: bool = True,
    position: tuple[int, ...] = (),
    scenes: tuple[Scene, ...] = (),
    of_layers: OfLayers | None = None,
    printed: str = "",
    relation: Relation = "",
    differs: str = "",
    gist: str = "",
) -> Callable[[Callable[[Given], Proof]], Statement]:
    """Make a statement of a function that yields sentences with their steps.

    It rests on all of a statement, `rests_on=("B-L4",)`, or on some of its steps by name,
    `rests_on=(("B-L5", "spectrum"),)`: a false statement supports nothing, a step of it may.

    Of a printed statement `printed` is its hypotheses and conclusion, no more and no less, in our
    words and the paper's symbols; at most seven words may be quoted, between “ and ”. A `gist` says
    in plain words what a statement is about: it stands above the formulas.
    Raises Mistake for what is no text.
    """
    check_id("statement(...): the id", identifier)
    if not isinstance(label, Label):
        raise Mistake(f"statement({identifier!r}): a label is made by paper.label('Lemma 1')")
    paper = label.paper
    for what, text in (("title", title), ("label", label.text), ("paper's key", paper.key)):
        check_text(f"statement({identifier!r}): the {what}", text, longest=SHORT)
    for what, text in (
        ("title", paper.title), ("authors", paper.authors), ("reference", paper.reference),
        *(("section", section) for section in paper.sections),
    ):  # fmt: skip
        check_text(f"statement({identifier!r}): the paper's {what}", text, empty=True)
    _check_printed(identifier, origin, printed, relation, differs)
    check_text(f"statement({identifier!r}, gist=...)", gist, empty=True)
    entries = [(entry,) if isinstance(entry, str) else tuple(entry) for entry in rests_on]
    names = tuple(entry[0] for entry in entries)
    some = {entry[0]: entry[1:] for entry in entries if entry[1:]}

    def wrap(body: Callable[[Given], Proof]) -> Statement:
        return Statement(
            identifier, label, title, body, origin, basis, names, repaired_by, argued, position,
            scenes, some, of_layers, printed, relation, differs, gist,
        )  # fmt: skip

    return wrap


def _check_printed(
    identifier: str, origin: Origin, printed: str, relation: Relation, differs: str
) -> None:
    """Raise Mistake unless a statement has what is printed with its relation, or neither."""
    what = f"statement({identifier!r}"
    check_text(f"{what}, printed=...)", printed, empty=True)
    if bool(printed) != bool(relation) or (differs and not printed):
        raise Mistake(f"{what}): printed= and relation= go together; give both, or neither")
    if relation not in get_args(Relation):
        raise Mistake(f"{what}, relation={relation!r}): choose from {get_args(Relation)[1:]}")
    if printed and origin == "ours":
        raise Mistake(f"{what}, origin='ours') is in no paper; leave out printed=")
    check_text(f"{what}, differs=...)", differs, empty=True)
    if relation == "the same" and differs:
        raise Mistake(f"{what}): a claim that is the same as printed differs in nothing")
    for words in re.findall("“(.*?)”", printed):
        if len(words.split()) > QUOTED:
            raise Mistake(
                f"{what}, printed=...): {words!r} has {len(words.split())} words; quote at most "
                f"{QUOTED}, and paraphrase the rest"
            )
