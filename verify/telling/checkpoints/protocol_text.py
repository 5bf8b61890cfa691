"""What `verify depth --protocol` tells, on a terminal and as JSON (schema verify.protocol/1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.checkpoints.protocols import Part, Protocol, Setting
from verify.checkpoints.verdicts import DecidedClaim, Sentence
from verify.numerics.figures import Figure
from verify.steps.shows import Shows
from verify.telling.checkpoints.numbers import finite, interval_json
from verify.telling.screen import Screen, wrapped
from verify.telling.unicode_formulas import UnicodeNotation

PLAIN = UnicodeNotation()
SCHEMA = "verify.protocol/1"
NOTE = (
    "The bounds are those of the statement's experiments on generated weights. For a "
    "checkpoint they are only a comparison; nothing is claimed."
)


def verdict_lines(
    setting: Setting,
    parts: Sequence[Part],
    sentences: Sequence[Sentence],
    decided: Sequence[DecidedClaim],
    screen: Screen,
) -> list[str]:
    """Return the verdict: what is printed and what became of it, then every claim."""
    if not decided:
        return []
    lines = ["", *wrapped(f"{verdict_title(setting, decided)}:", screen.width)]
    for sentence in sentences:
        first, *others = sentence_words(setting, parts, sentence)
        lines += wrapped(first, screen.width, "  ", "    ")
        for told in others:
            lines += wrapped(told, screen.width, "    ", "      ")
    for each in decided:
        lines += wrapped(decided_words(each), screen.width, "  ", "    ")
    return [*lines, *wrapped(counted_words(decided), screen.width)]


def verdict_title(setting: Setting, decided: Sequence[DecidedClaim]) -> str:
    """Return what the verdict is of, and how sure intervals are."""
    commit = setting.checkpoint.commit
    named = setting.checkpoint.name + (f" (commit {commit})" if commit else "")
    sure = 100 * min(each.found.coverage for each in decided)
    return f"Verdict on {named}, prompt by prompt (medians, {sure:.1f} percent)"


def sentence_words(setting: Setting, parts: Sequence[Part], sentence: Sentence) -> list[str]:
    """Return a printed sentence with what became of it, then what that rests on."""
    says = f"Printed: {PLAIN.prose(sentence.says)}."
    needed = f"To decide it one needs {PLAIN.prose(sentence.needs)}."
    if not sentence.models:
        return [f"{says} It gives no number that could decide it, so it is open. {needed}"]
    named = ", ".join(sentence.models)
    if not sentence.decided:
        sizes = f"the sizes of this checkpoint match none of the models it refers to ({named})"
        return [f"{says} It is open: {sizes}. {needed}"]
    commit = setting.checkpoint.commit
    whose = f"commit {commit}" if commit else (
        "without a commit these weights cannot be identified as the published ones; name a "
        "commit in the hub's cache, @COMMIT"
    )  # fmt: skip
    outcome = {"holds": "it holds", "fails": "it fails", "open": "it is open"}[sentence.decision]
    words = [
        f"{says} On this checkpoint, which has the sizes of {sentence.of} ({whose}), {outcome}:"
    ]
    remarks = {part.name: part.remark or part.name for part in parts}
    for each in sentence.decided:
        about = f"“{PLAIN.prose(each.claim.says)}”, {remarks[each.part]}"
        words.append(f"{each.decision}: {inequality_words(each)} ({about})")
    return words


def inequality_words(each: DecidedClaim) -> str:
    """Return a figure with its bound and its interval."""
    sign, found = "at most" if each.claim.sign == "<=" else "at least", each.found
    inequality = f"{each.claim.figure} {sign} {float(each.claim.bound):.3g}"
    return f"{inequality}: {found.median:.3g} [{found.low:.3g}, {found.high:.3g}]"


def decided_words(each: DecidedClaim) -> str:
    """Return a claim with its bound, its interval and its decision."""
    said = {True: "as said", False: "not as said", None: "open"}[each.as_said]
    about = f"“{PLAIN.prose(each.claim.says)}”, of “{each.part}”"
    return f"{each.decision}: {inequality_words(each)} ({said}: {about})"


def counted_words(decided: Sequence[DecidedClaim]) -> str:
    """Return how many claims are as the statement says."""
    counts = [sum(each.as_said is said for each in decided) for said in (True, False, None)]
    return (
        f"Of the {len(decided)} claims, {counts[0]} hold on this checkpoint, {counts[1]} do "
        f"not, and {counts[2]} are open."
    )


def protocol_lines(
    protocol: Protocol, setting: Setting, parts: Sequence[Part], screen: Screen
) -> list[str]:
    """Return every figure of a protocol, and the statement's claims beside it."""
    lines = wrapped(head_words(protocol, setting), screen.width)
    for part in parts:
        lines += ["", *wrapped(title_of(part), screen.width)]
        widest = max(len(name) for name in part.figures)
        lines += [f"  {name:{widest}}  {figure}" for name, figure in part.figures.items()]
        for claim in part.claims:
            lines += wrapped(f"  {claim_words(part, claim)}", screen.width, more="    ")
    if any(part.claims for part in parts):
        lines += ["", *wrapped(NOTE, screen.width)]
    return lines


def head_words(protocol: Protocol, setting: Setting) -> str:
    """Return what was run, on what."""
    prompts, tokens = setting.start.ids.shape
    what = "given" if setting.start.given else f"random (seed {setting.seed})"
    where = f"{setting.checkpoint.name}: {prompts} prompts of {tokens} {what} tokens"
    return f"{protocol.name}, {protocol.title}, on {where}.{protocol.note}"


def title_of(part: Part) -> str:
    """Return what was run, and beside which experiment of the statement its figures are put."""
    if not part.remark:
        return part.name
    return f"{part.remark} (compare “{part.name}” of the statement)" if part.claims else part.remark


def claim_words(part: Part, claim: Shows) -> str:
    """Return a claim with what the checkpoint says of it."""
    seen = {True: "met here", False: "fails here", None: "undecided here"}
    there = "met" if claim.supported else "not met"
    sign = "at most" if claim.sign == "<=" else "at least"
    bound = f"{claim.figure} {sign} {float(claim.bound):.3g}"
    own = seen[part.borne_out(claim)]
    return f"{bound}: {own} ({there} on generated weights, for “{PLAIN.prose(claim.says)}”)"


def protocol_json(
    protocol: Protocol,
    setting: Setting,
    parts: Sequence[Part],
    sentences: Sequence[Sentence] = (),
    decided: Sequence[DecidedClaim] = (),
) -> dict[str, Any]:
    """Return a protocol's run as plain data in the schema verify.protocol/1."""
    prompts, tokens = setting.start.ids.shape
    return {
        "schema": SCHEMA,
        "protocol": protocol.name,
        "title": protocol.title,
        "checkpoint": setting.checkpoint.name,
        "commit": setting.checkpoint.commit,
        "model_type": setting.checkpoint.config.model_type,
        "prompts": int(prompts),
        "tokens": int(tokens),
        "given": setting.start.given,
        "depth": setting.depth,
        "seed": setting.seed,
        "parts": [_part(part) for part in parts],
        "printed": [
            {
                "says": sentence.says,
                "needs": sentence.needs,
                "models": list(sentence.models),
                "sizes_of": sentence.of,
                "decision": sentence.decision,
                "decided": [_claim(each) for each in sentence.decided],
            }
            for sentence in sentences
        ],
        "verdict": [{**_claim(each), "as_said": each.as_said} for each in decided],
    }


def _claim(each: DecidedClaim) -> dict[str, Any]:
    return {
        "part": each.part,
        "says": each.claim.says,
        "figure": each.claim.figure,
        "sign": each.claim.sign,
        "bound": str(each.claim.bound),
        "interval": interval_json(each.found),
        "decision": each.decision,
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "remark": part.remark,
        "figures": {name: _figure(figure) for name, figure in part.figures.items()},
        "series": {name: [finite(x) for x in row] for name, row in part.series.items()},
        "claims": [
            {
                "says": claim.says,
                "figure": claim.figure,
                "sign": claim.sign,
                "bound": str(claim.bound),
                "supported_on_generated_weights": claim.supported,
                "so_here": part.borne_out(claim),
            }
            for claim in part.claims
        ],
    }


def _figure(figure: Figure) -> dict[str, float | None]:
    return {"low": finite(figure.low), "high": finite(figure.high)}
