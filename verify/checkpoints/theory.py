"""What the statements say of layers, computed from the statements: none is named here.

A statement says what it asks of a layer, and what it then concludes (`given.layer`, `OfLayers`).
Each assumption is measured, and what a theorem concludes is told only if all of them hold. The
theorems are about the reduced layer: unit tokens x_i go to (x_i + sum_h F_h sum_j A^h_ij x_j),
normalised, or to its continuous limit, with the weights of this layer in every step, and scores
that know no positions. `beyond` says what the layer of the checkpoint does besides, which no
theorem here covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verify.checkpoints.answers import answer, number_words
from verify.checkpoints.layer_facts import LayerFacts
from verify.statements.discovery import in_order, undeclared
from verify.statements.measuring import Hypothesis, OfLayers
from verify.statements.statement import Statement

Sizes = tuple[str, int, int, int]  # architecture, layers, width and heads


@dataclass(frozen=True)
class LayerTheorem:
    """A statement by its id, what it asks for, and what it then concludes.

    Not every conclusion says what becomes of tokens, an `outcome`.
    """

    id: str
    hypotheses: tuple[Hypothesis, ...]
    concludes: str
    outcome: bool = True

    @property
    def applies(self) -> bool:
        """Whether every hypothesis holds."""
        return all(each.holds is True for each in self.hypotheses)

    @property
    def missing(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that do not hold, or that cannot be told."""
        return tuple(each for each in self.hypotheses if each.holds is not True)


@dataclass(frozen=True, eq=False)
class LayerTheory:
    """The statements that speak of layers, each with what it says, in the papers' order."""

    statements: tuple[tuple[Statement, OfLayers], ...]

    def on(self, *topics: str) -> tuple[str, ...]:
        """Return the ids of the statements that answer topics, in the order of these."""
        return tuple(s.id for topic in topics for s, of in self.statements if topic in of.answers)

    def protocols(self) -> dict[str, str]:
        """Return the ids of experiments that can be run on checkpoints, by what is run."""
        return {of.protocol: s.id for s, of in self.statements if of.protocol}

    def models(self) -> dict[str, Sizes]:
        """Return the trained models that papers name, by their names."""
        papers = dict.fromkeys(s.paper for s, _ in self.statements)
        return {model[0]: model[1:] for paper in papers for model in paper.models}

    def concluding(self) -> list[tuple[Statement, OfLayers]]:
        """Return what concludes something of a layer; one repeated map first."""
        found = [(s, of) for s, of in self.statements if of.concludes and not of.network]
        return sorted(found, key=lambda each: not _of_one_map(each[0]))


def _of_one_map(statement: Statement) -> bool:
    asks = statement.declared.asks
    return any(ask.part == "growth of I + F" or ask.question == "shared weights" for ask in asks)


def read_theory() -> LayerTheory:
    """Return what the statements of the catalogue say; only proofs that conclude are read."""
    return LayerTheory(tuple((s, s.of_layers) for s in in_order(undeclared()) if s.of_layers))


def theorems(facts: LayerFacts, theory: LayerTheory) -> tuple[LayerTheorem, ...]:
    """Return the theorems that a layer is held against, of one repeated map first."""
    return tuple(
        LayerTheorem(
            statement.id,
            tuple(answer(facts, ask) for ask in statement.declared.asks),
            of.concludes.format(kappa=f"{facts.score_norm:.3g}")
            + ("" if facts.layer.config.causal else of.if_full),
            of.outcome,
        )
        for statement, of in theory.concluding()
        if of.norm in (None, facts.norm.kind)
    )


def outcome(facts: LayerFacts, judged: Sequence[LayerTheorem], theory: LayerTheory) -> str:
    """Return what is predicted of the reduced layer, repeated: no more than the theorems say."""
    telling = [each for each in judged if each.applies and each.outcome]
    if telling:
        return "; ".join(f"{each.id}: {each.concludes}" for each in telling)
    spectrum = facts.spectrum
    topic = {1: "rate of consensus", 2: "plane of a pair"}.get(spectrum.case)
    if topic is None:
        told = (
            f"no gap, Re lambda_1 - Re of the next = {spectrum.gap:.2g} +- {spectrum.gap_error:.1g}"
        )
        if spectrum.gap > spectrum.gap_error:
            told = f"lambda_1 = {number_words(spectrum.principal.value)} may be real, by its error"
        return f"no theorem applies: {told} ({', '.join(theory.on('no gap'))})"
    near = next((each for each in judged if each.id in theory.on(topic)), None)
    if near is None:
        return "no theorem applies"
    why = ", ".join(f"{each.says} fails ({each.measured})" for each in near.missing)
    return f"no theorem applies: {near.id} asks for more; {why}"
