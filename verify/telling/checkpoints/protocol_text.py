"""What `verify depth --protocol` tells, on a terminal and as JSON (schema verify.protocol/1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.checkpoints.protocols import Part, Protocol, Setting
from verify.numerics.figures import Figure
from verify.steps.shows import Shows
from verify.telling.checkpoints.depth_text import finite
from verify.telling.screen import Screen, wrapped
from verify.telling.unicode_formulas import UnicodeNotation

PLAIN = UnicodeNotation()
SCHEMA = "verify.protocol/1"
NOTE = (
    "The bounds are those by which the statement judges its experiments on generated weights; for "
    "a checkpoint they are a comparison, and nothing is asserted."
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
    return f"{part.remark} (beside the statement's “{part.name}”)" if part.claims else part.remark


def claim_words(part: Part, claim: Shows) -> str:
    """Return a claim with what the checkpoint says of it."""
    seen = {True: "met here", False: "not met here", None: "too close to tell here"}
    there = "met" if claim.supported else "not met"
    sign = "at most" if claim.sign == "<=" else "at least"
    bound = f"{claim.figure} {sign} {float(claim.bound):.3g}"
    own = seen[part.borne_out(claim)]
    return f"{bound}: {own} ({there} on generated weights, for “{PLAIN.prose(claim.says)}”)"


def protocol_json(protocol: Protocol, setting: Setting, parts: Sequence[Part]) -> dict[str, Any]:
    """Return a protocol's run as plain data in the schema verify.protocol/1."""
    prompts, tokens = setting.start.ids.shape
    return {
        "schema": SCHEMA,
        "protocol": protocol.name,
        "title": protocol.title,
        "model_type": setting.checkpoint.config.model_type,
        "prompts": int(prompts),
        "tokens": int(tokens),
        "given": setting.start.given,
        "depth": setting.depth,
        "seed": setting.seed,
        "parts": [_part(part) for part in parts],
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
