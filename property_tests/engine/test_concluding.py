"""What follows by logic from what inferences conclude, and what does not, in Coq."""

import pytest

from property_tests.engine.claim_examples import needs_coq
from verify.methods.kernel.compile import run_goals
from verify.methods.kernel.goals import Goal

LETTERS = (
    "(H A B C : Prop) (I : Type) (P Q : I -> Prop) (U V W : R -> Prop) (E : R -> R -> Prop) "
    "(x y : R -> R)"
)
CLAIM, THUS = "conclude", "by_steps ltac:(fun use => fail)"
LEMMA = "intros; apart; by_lemma ltac:(fun _ => eapply so1) ltac:(fun _ => idtac)"
BOTH = "forall i, P i /\\ Q i"
ROOT = "(exists z, U z) -> A"
FAR = "(forall M, 0 <= M -> x 0 <= M -> forall t, 0 <= t -> x t <= M /\\ 0 <= y t)"
PATTERNS = "forall M N, U M -> E M N -> 0 <= N /\\ V N -> A"
# what is known, what is claimed, and what has to show it
FOLLOWS = {
    "parts of two conclusions": (["H -> A /\\ B", "H -> C"], "H -> A /\\ B /\\ C", CLAIM),
    "one of two parts": (["A /\\ B"], "A", CLAIM),
    "one of two parts, of each": ([BOTH], "forall i, P i", CLAIM),
    "one of two parts, of each, from steps": ([f"H -> {BOTH}"], "H -> forall i, Q i", THUS),
    "under premises inside": (
        ["forall i M, 0 <= M -> P i /\\ (U M -> V M)"],
        "forall i M, 0 <= M -> U M -> V M /\\ P i", CLAIM,
    ),
    "bounds in time": ([FAR], "x 0 <= 3 -> forall t, 0 <= t -> 0 <= y t /\\ x t <= 3", CLAIM),
    "a premise in parts": (["H /\\ C -> A /\\ B"], "H /\\ C -> B /\\ C", CLAIM),
    "a premise of arithmetic": (["0 <= x 0 -> A /\\ B"], "0 < x 0 -> B", CLAIM),
    "a premise of existence": ([ROOT, "H -> exists z, U z /\\ V z"], "H -> A", CLAIM),
    "one after the other": (["H -> A", "A -> B /\\ C"], "H -> C /\\ A", CLAIM),
    "an equivalence in parts": (["H -> (A <-> B) /\\ (B <-> C)"], "H -> (A <-> C)", CLAIM),
    "either way": (["H -> A \\/ B", "A -> C", "H -> B -> C"], "H -> C", CLAIM),
    "either way, from steps": (["H -> A \\/ B", "A -> C", "H -> B -> C"], "H -> C", THUS),
    "an equivalence under premises": (
        [f"(H /\\ exists z, U z) -> (A <-> ({BOTH}) /\\ B)"],
        "(exists z, U z) -> B /\\ H -> (A <-> forall i, Q i /\\ P i)", THUS,
    ),
    "premises in any order": ([PATTERNS], "U 1 /\\ U 2 -> V 1 /\\ V 3 /\\ E 2 3 -> A", LEMMA),
    "premises that exist": (
        ["(exists z, U z /\\ V z) -> (exists z w, V z /\\ E z w) -> A"],
        "(exists z w, V z /\\ E z w) /\\ (exists z, U z /\\ V z) -> A", LEMMA,
    ),
}  # fmt: skip
DOES_NOT = {
    "without the premise": (["H -> A /\\ B", "H -> C"], "A /\\ B /\\ C", CLAIM),
    "one of two": (["forall i, P i \\/ Q i"], "forall i, P i", CLAIM),
    "some of none": ([BOTH], "exists i, P i", CLAIM),
    "another bound": ([FAR], "x 0 <= 3 -> forall t, 0 <= t -> 0 <= x t", CLAIM),
    "a premise that is not met": (["0 <= x 0 -> A /\\ B"], "0 <= y 0 -> B", CLAIM),
    "another that exists": ([ROOT, "H -> exists z, V z"], "H -> A", CLAIM),
    "in a circle": (["A -> B", "B -> A", "B -> C /\\ A"], "C", CLAIM),
    "in a circle, from steps": (["A -> B", "B -> A", "B -> C /\\ A"], "C", THUS),
    "without end": (["forall M, U M -> U (M + 1) /\\ V M"], "U 0 -> W 5", CLAIM),
    "half of an equivalence": (["H -> (A <-> (B /\\ C))"], "H -> (A <-> C)", THUS),
    "no premises in any order": ([PATTERNS], "U 1 /\\ U 2 -> V 1 /\\ V 3 /\\ E 3 2 -> A", LEMMA),
}


def goal(number, known, claimed, tactic):
    names = " ".join(f"so{k}" for k, _ in enumerate(known, 1))
    says = " -> ".join(f"({each})" for each in [*known, claimed])
    return Goal(
        f"{number}", f"Lemma case_{number} {LETTERS} : {says}.", f"intros {names}; {tactic}",
        requires=("Inferring",),
    )  # fmt: skip


@needs_coq
@pytest.mark.long
def test_what_follows_by_logic_is_concluded_and_nothing_else():
    cases = FOLLOWS | DOES_NOT
    found = run_goals([goal(k, *case) for k, case in enumerate(cases.values())])
    assert not any(result.failure == "timeout" for result in found)
    accepted = [name for name, result in zip(cases, found, strict=True) if result.accepted]
    assert accepted == [*FOLLOWS], [result.message for result in found]
