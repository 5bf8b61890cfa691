"""Quantifiers, premises inside claims, denials and names: drawn claims, decided by elimination.

None that is false or vacuous is graded, none that is true is refuted, and two names that look the
same are refused. VERIFY_PROFILE=nightly draws 20 000, and puts 1 000 to Coq.
"""

import os
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from property_tests.engine.claim_examples import needs_coq
from property_tests.false_claims.drawing_linear import linear_claims, stated
from property_tests.false_claims.linear import LinearClaim, TooLarge, holds, is_vacuous
from verify.language.mistakes import Mistake
from verify.running.engine import run
from verify.statements.outcomes import ESTABLISHED, StatementResult

PROFILE = os.environ.get("VERIFY_PROFILE", "quick")
DRAWN = {"quick": 40, "ci": 150, "nightly": 20_000}[PROFILE]
BY_COQ = {"quick": 20, "ci": 60, "nightly": 1000}[PROFILE]
METHODS = ("symbolic", "certificate", "enclosure", "sampling")
BATCH = 40  # claims that are decided at once: Coq reads its library once for all of them


def drawn(count: int) -> list[LinearClaim]:
    """Return claims that elimination decides, as many as are drawn of these."""
    found: list[LinearClaim] = []

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=PROFILE != "nightly",
        suppress_health_check=list(HealthCheck),
    )
    @given(linear_claims())
    def draw(claim: LinearClaim) -> None:
        found.append(claim)

    draw()
    return found


def wrong(claim: LinearClaim, result: StatementResult) -> str:
    """Return what is wrong with the result of a claim, "" if nothing is."""
    assert result.claim is not None
    true, vacuous = holds(claim), is_vacuous(claim)
    if vacuous and result.claim.grade not in ("inconclusive", "argued", "refuted"):
        return "vacuous, and graded"
    if not true and not claim.denied and result.claim.grade in ESTABLISHED:
        return "false, and proved"
    if true and result.verdict == "false":
        return "true, and refuted"
    return ""


def faults(claims: Sequence[LinearClaim], methods: tuple[str, ...]) -> list[Any]:
    """Return the claims of which the engine says something wrong, with what is wrong."""
    asked, found = [], []
    for number, claim in enumerate(claims):
        made = stated(claim, f"linear_{number}")
        try:
            holds(claim)
            assert made.declared.claim is not None
        except TooLarge:
            continue
        except Mistake:
            if not claim.clash and claim.says not in claim.assumed:
                found.append((claim, "refused, though no names clash"))
            continue
        if claim.clash:
            found.append((claim, "names that look the same are not refused"))
        else:
            asked.append((claim, made))
    for begin in range(0, len(asked), BATCH):
        batch = asked[begin : begin + BATCH]
        results = run([made for _, made in batch], methods=methods, jobs=1).statements
        told = [(claim, wrong(claim, r)) for (claim, _), r in zip(batch, results, strict=True)]
        found += [each for each in told if each[1]]
    return found


@pytest.mark.long
def test_nothing_false_or_vacuous_is_graded_and_nothing_true_refuted() -> None:
    assert faults(drawn(DRAWN), METHODS) == []


@pytest.mark.long
@needs_coq
def test_coq_is_asked_nothing_that_proves_what_is_false_or_vacuous() -> None:
    assert faults(drawn(BY_COQ), (*METHODS, "kernel")) == []


def test_most_drawn_claims_speak_of_something_and_both_kinds_are_drawn() -> None:
    decided = [claim for claim in drawn(200) if not claim.clash]
    true = sum(map(holds, decided))
    assert true >= len(decided) // 4 and len(decided) - true >= len(decided) // 4
    assert sum(claim.denied for claim in decided) >= len(decided) // 8
    assert sum(map(is_vacuous, decided)) >= len(decided) // 20
