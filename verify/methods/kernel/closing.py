"""The last tactics of a script: what is derived, brought to its normal form and decided."""

from __future__ import annotations

from collections.abc import Sequence

from verify.language.expressions import Vector
from verify.methods.kernel.exporting import Exported
from verify.methods.kernel.hints import roots, sums_as_they_stand
from verify.statements.obligations import Comparison


def rewriting(names: Sequence[str]) -> str:
    """Return the tactic that rewrites with equations, from left to right."""
    if not names:
        return "no_rule"
    return f"ltac:(fun _ => progress rewrite {', '.join('?' + name for name in names)})"


def closing(exported: Exported, names: Sequence[str], place: str) -> str:
    """Return the tactic that ends a script, by what its rules are called, and those for time 0.

    Rules are matched by their form alone, which takes a fraction of what `rewrite` does; this
    finds more, and follows where that is not enough.
    """
    if not names:
        return "; ".join(_closing(exported, "no_equation", place, "(I, I)"))
    told = f"(I, {', '.join(names)})"
    walked = f"by_equations {told}"
    rewritten = rewriting(names).removeprefix("ltac:(fun _ => ").removesuffix(")")
    by_form, both = (
        "; ".join(_closing(exported, f"ltac:(fun _ => {rules})", place, told))
        for rules in (walked, f"progress repeat first [ {walked} | {rewritten} ]")
    )
    return f"first [ solve [ {by_form} ]\n  | {both} ]"


def _closing(exported: Exported, rules: str, place: str, told: str) -> list[str]:
    """Return the tactics that end a script, in order, with its rules as a tactic and in pairs."""
    root, side = roots(exported, rules)
    if exported.direct:
        return [_of_rate(exported, root, side, rules, place, told)]
    steps = []
    for rate in exported.derivatives:
        intro = "intros; " if rate.indices else ""
        steps.append(f"eexists; split; [ {intro}derive {place} {side} | ]")
    if exported.derivatives:
        steps.append(f"at_place {place}")
    if isinstance(exported.claim, Comparison):
        certified = f"certified ({exported.reason}) {root} {rules}"
        reason = exported.claim.because
        if reason is None or reason.op != "inner":
            return [*steps, certified]
        # Most often a length is not 0 because it is 1, which no premise says of it.
        unit = (
            f"apply (Rlt_le_trans 0 1); [ exact Rlt_0_1 | right; symmetry; scalars {root} {rules} ]"
        )
        return [*steps, f"first [ assumption | {unit} | {certified} ]"]
    vector = isinstance(exported.claim.left, Vector)
    return [*steps, f"{'vectors' if vector else 'scalars'} {root} {rules}"]


def _of_rate(exported: Exported, root: str, side: str, rules: str, place: str, told: str) -> str:
    """Return the tactic for a claim that one derivative has one value.

    Sums that are known to be positive have names in their places at first, and are taken apart
    only where it does not come out so.
    """
    vector = isinstance(exported.claim.left, Vector)  # type: ignore[union-attr]
    begin = "eapply vderive_eq" if vector else "eapply derive_eq"
    kind = "vectors" if vector else "scalars"
    ending = f"{kind} {root} {rules}"
    if told.count(",") > 1:  # what is settled may have lost the form that a rule has
        ending = f"first [ solve [ settled_{kind} {told} {root} {rules} ] | {ending} ]"
    whole = f"{begin}; [ derive {place} {side} | at_place {place}; {ending} ]"
    sums = sums_as_they_stand(exported) if root != "no_roots" else []
    if not sums:
        return whole
    named = []
    for text, known in sums:
        name, positive = (exported.printer.names.take(w, ours="p") for w in ("g", "h"))
        named.append(
            f"assert ({positive} : 0 < {text}) by exact ({known}); "
            f"set ({name} := {text}) in *; clearbody {name}"
        )
        root, side = root.replace(text, name), side.replace(text, name)
    start = "; ".join(named)
    side = f"ltac:(fun _ => {start}; {side.removeprefix('ltac:(fun _ => ')}"
    short = f"{begin}; [ derive {place} {side} | at_place {place}; {start}; {kind} {root} {rules} ]"
    return f"first [ solve [ {short} ]\n  | {whole} ]"
