"""What statements claim of how long tokens stay apart under a change, and what they lack for it.

A statement is found by what it is about (`Theory.on`): the parts of a mask, or tokens that are
normalised for attention only. Each assumption that it makes on a layer is measured on all layers
that are passed, as they are changed: the mask, the norms' place and which pieces there are come
from the change, everything else from the weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from verify.checkpoints.answers import answer
from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.depth import DepthRun, Trace, holders_of
from verify.checkpoints.interventions import changed_layer, closed_parts
from verify.checkpoints.layer_facts import LayerFacts, NormFacts, layer_facts
from verify.checkpoints.predictions import MASKS, POLYNOMIAL
from verify.statements.measuring import Ask, Hypothesis, OfLayers
from verify.statements.statement import Statement

EXPONENTIAL_PACE, POWER_PACE, NEVER = 0, 1, 2  # the later, the longer tokens stay apart


@dataclass(frozen=True)
class ClaimedChange:
    """What statements say of a change: by ids, in their words, at what pace tokens meet by them.

    `lacks` are the assumptions that fail, or that cannot be told, each with where; empty where all
    of them hold. `pace` is None where nothing is claimed.
    """

    statements: tuple[str, ...] = ()
    says: str = ""
    pace: int | None = None
    lacks: tuple[str, ...] = ()


def measured_layers(
    run: DepthRun, told: Callable[[int, int, str], None] | None = None
) -> dict[int, LayerFacts]:
    """Return what hypotheses ask of the layers that were passed, by the first with their weights.

    To measure a layer takes all its eigenvectors: none where the run computed principal ones only.
    """
    if run.eigenvectors != "all":
        return {}
    changed = [t.variant for t in run.traces if t.variant.kind != "control"]
    wanted = sorted({n for each in changed for n in holders_of(run.checkpoint, each, run.depth)})
    found = {}
    for done, number in enumerate(wanted):
        if told is not None:
            told(done, len(wanted), "hypotheses of claims")
        layer = run.checkpoint.layers[number]
        found[number] = layer_facts(layer, layer.F())
    return found


def claim_of_variant(run: DepthRun, trace: Trace, facts: dict[int, LayerFacts]) -> ClaimedChange:
    """Return what is claimed of a variant; of noise, of one token, and of nothing added: nothing.

    Without `facts` of its layers assumptions on their weights are told as not measured.
    """
    changes, tokens = trace.variant.changes, len(trace.mask_of_first)
    alone = not trace.variant.pieces.attention
    if changes.noise or tokens < 2 or changes.residual == 0 or alone:
        return ClaimedChange()
    closed = len(closed_parts(trace.mask_of_first))
    before = _norm_before(run.checkpoint, trace)
    topic = POLYNOMIAL if before else MASKS
    for statement, of in run.theory.statements:
        if topic in of.answers and of.concludes:
            return _claim_of(run, trace, facts, statement, of, closed, before)
    return ClaimedChange()


def _claim_of(
    run: DepthRun,
    trace: Trace,
    facts: dict[int, LayerFacts],
    statement: Statement,
    of: OfLayers,
    closed: int,
    before: bool,
) -> ClaimedChange:
    lacks = _pieces_not_covered(run.checkpoint, trace, of)
    for ask in statement.declared.asks:
        lacks += _where_it_fails(run, trace, facts, ask, closed, before)
    if closed > 1:
        ids = run.theory.on(MASKS)
        says = f"the {closed} closed parts of the mask cannot interact, so they stay apart"
        return ClaimedChange(ids, says, NEVER, lacks)
    pace = POWER_PACE if before else EXPONENTIAL_PACE
    return ClaimedChange((statement.id,), of.concludes, pace, lacks)


def _norm_before(checkpoint: Checkpoint, trace: Trace) -> bool:
    changes = trace.variant.changes
    if changes.norm:
        return changes.norm == "before"
    return trace.variant.pieces.norms and checkpoint.config.norm_first


def _pieces_not_covered(checkpoint: Checkpoint, trace: Trace, of: OfLayers) -> tuple[str, ...]:
    pieces, config = trace.variant.pieces, checkpoint.config
    kind = "LayerNorm" if config.norm == "layer" else "RMSNorm"
    parts = [
        (pieces.feed_forward, "no feed-forward parts"),
        (pieces.norms and of.norm not in (None, config.norm), f"a norm of its kind, not {kind}"),
        (pieces.norms and of.norm is None, "tokens of length 1"),
    ]
    return tuple(says for there, says in parts if there)


def _where_it_fails(
    run: DepthRun, trace: Trace, facts: dict[int, LayerFacts], ask: Ask, closed: int, before: bool
) -> tuple[str, ...]:
    """Return an assumption with the layers where it does not hold, if there are any."""
    if (ask.part, ask.question) == ("layer", "rooted"):
        return () if closed == 1 else (f"{ask.phrase} (the mask has {closed} closed parts)",)
    holders = holders_of(run.checkpoint, trace.variant, run.depth)
    held: dict[int, Hypothesis] = {}
    for number in holders:
        if number in facts and number not in held:
            held[number] = answer(_as_changed(facts[number], trace, before), ask)
    missing = [number for number in held if held[number].holds is not True]
    if not held:
        return (f"{ask.phrase} (not measured; verify spectrum --theorems does)",)
    if not missing:
        return ()
    what = "fails" if any(held[number].holds is False for number in missing) else "undecided"
    where = f"{len(missing)} of {len(held)} layers" if len(held) > 1 else f"layer {missing[0]}"
    return (f"{held[missing[0]].says} ({what} in {where})",)


def _as_changed(facts: LayerFacts, trace: Trace, before: bool) -> LayerFacts:
    """Return what was measured of a layer as a variant has it: without pieces that it leaves out.

    Without norms of the model tokens are divided by their length, as an RMSNorm without gains does.
    """
    pieces, config = trace.variant.pieces, facts.layer.config
    rotary = config.rotary if pieces.position else None
    layer = changed_layer(facts.layer, trace.variant.changes)
    layer = replace(layer, config=replace(layer.config, rotary=rotary))
    biases = facts.biases if pieces.biases else {}
    if pieces.norms:
        norm = replace(facts.norm, first=before)
        return replace(facts, layer=layer, norm=norm, biases=biases)
    return replace(
        facts, layer=layer, biases=biases, norm=NormFacts(before, "rms", (1.0, 1.0), (0.0, 0.0)),
        folded=(facts.multiple, facts.from_identity), folded_error=facts.error,
    )  # fmt: skip
