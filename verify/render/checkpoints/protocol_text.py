"""What `verify depth --protocol` tells, on a terminal and as JSON (schema verify.protocol/1)."""

from __future__ import annotations

from typing import Any

from verify.checkpoints.protocols import Protocol, Setting
from verify.checkpoints.verdicts import DecidedClaim, Sentence, Verdict
from verify.render.checkpoints.numbers import finite, interval_json, interval_words
from verify.render.run_json import fields
from verify.render.screen import Screen, wrapped
from verify.render.unicode_formulas import UnicodeNotation

PLAIN = UnicodeNotation()
SCHEMA = "verify.protocol/1"
NOTE = (
    "The bounds are those by which the statement judges its experiments on generated weights; for "
    "a checkpoint they are a comparison, and nothing is asserted."
)


def protocol_lines(
    protocol: Protocol, setting: Setting, verdict: Verdict, screen: Screen
) -> list[str]:
    """Return every figure of a protocol, what is printed and what became of it, every claim."""
    prompts, tokens = setting.start.ids.shape
    what = "given" if setting.start.given else f"random (seed {setting.seed})"
    name, decided = setting.checkpoint.name, verdict.decided
    head = f"{protocol.name}, on {name}: {protocol.title}."
    lines = wrapped(f"{head} {prompts} prompts of {tokens} {what} tokens.", screen.width)
    for part in verdict.parts:
        widest = max(len(name) for name in part.figures)
        title = f"{part.name} ({part.remark})" if part.remark else part.name
        lines += ["", *wrapped(title, screen.width)]
        lines += [f"  {name:{widest}}  {figure}" for name, figure in part.figures.items()]
    for sentence in verdict.sentences:
        first, *others = sentence_words(setting, verdict, sentence)
        lines += ["", *wrapped(first, screen.width)]
        lines += [line for told in others for line in wrapped(told, screen.width, "  ", "    ")]
    if decided:
        sure = 100 * min(each.found.coverage for each in decided)
        title = f"Verdict on {name}, prompt by prompt (medians, {sure:.1f} percent):"
        lines += ["", *wrapped(title, screen.width)]
        lines += [
            line for each in decided for line in wrapped(_words(each), screen.width, "  ", "    ")
        ]
        counts = [sum(each.as_said is said for each in decided) for said in (True, False, None)]
        told = (
            f"On this checkpoint {counts[0]} of {len(decided)} claims are as the statement says of "
            f"its own runs, {counts[1]} are not, and {counts[2]} are open. {NOTE}"
        )
        lines += wrapped(told, screen.width)
    return lines


def sentence_words(setting: Setting, verdict: Verdict, sentence: Sentence) -> list[str]:
    """Return a printed sentence with what became of it, then what that rests on."""
    says = f"Printed: {PLAIN.prose(sentence.says)}."
    needed = f"To decide it: {PLAIN.prose(sentence.needs)}."
    if not sentence.models:
        return [f"{says} It gives no number to decide it by, and is open. {needed}"]
    if not sentence.decided:
        named = ", ".join(sentence.models)
        sizes = f"this checkpoint has the sizes of none that it is of ({named})"
        return [f"{says} It is open: {sizes}. {needed}"]
    commit = setting.checkpoint.commit
    whose = f"commit {commit}" if commit else (
        "no commit shows that these are the published weights: use "
        "a name in the hub's cache, NAME@COMMIT"
    )  # fmt: skip
    outcome = {"holds": "it holds", "fails": "it fails", "open": "it is open"}[sentence.decision]
    remarks = {part.name: part.remark or part.name for part in verdict.parts}
    return [
        f"{says} On this checkpoint, of the sizes of {sentence.of} ({whose}), {outcome}:",
        *(
            f"{each.decision}: {_inequality(each)} (“{PLAIN.prose(each.claim.says)}”, "
            f"{remarks[each.part]})"
            for each in sentence.decided
        ),
    ]


def _inequality(each: DecidedClaim) -> str:
    sign = "at most" if each.claim.sign == "<=" else "at least"
    inequality = f"{each.claim.figure} {sign} {float(each.claim.bound):.3g}"
    return f"{inequality}: {interval_words(each.found)}"


def _words(each: DecidedClaim) -> str:
    said = {True: "as said", False: "not as said", None: "open"}[each.as_said]
    about = f"“{PLAIN.prose(each.claim.says)}”, of “{each.part}”"
    return f"{each.decision}: {_inequality(each)} ({said}: {about})"


def protocol_json(protocol: Protocol, setting: Setting, verdict: Verdict) -> dict[str, Any]:
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
        "parts": [
            {
                "name": part.name,
                "remark": part.remark,
                "figures": {
                    name: {"low": finite(figure.low), "high": finite(figure.high)}
                    for name, figure in part.figures.items()
                },
            }
            for part in verdict.parts
        ],
        "printed": [
            fields(sentence, ("says", "needs", "models"))
            | {"sizes_of": sentence.of, "decision": sentence.decision}
            | {"decided": [_claim(each) for each in sentence.decided]}
            for sentence in verdict.sentences
        ],
        "verdict": [_claim(each) | {"as_said": each.as_said} for each in verdict.decided],
    }


def _claim(each: DecidedClaim) -> dict[str, Any]:
    return {
        "part": each.part,
        **fields(each.claim, ("says", "figure", "sign", "bound")),
        "interval": interval_json(each.found),
        "decision": each.decision,
    }
