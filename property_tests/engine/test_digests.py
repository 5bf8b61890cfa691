"""The digest of a run: equal for what is the same, and another for all that is not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.render.run_json import digest
from verify.statements.outcomes import MutantResult, Outcome, StatementResult, StepResult

NAMES = ["time", "path", "kept", "memory", "seconds", "digest", "jobs", "folder", "cached", "x"]
WORDS = st.sampled_from(NAMES)


def result(outcomes=(), mutants=(), **changes):
    step = StepResult("step", "Says.", "identity", True, "here", "proved", tuple(outcomes),
                      mutants=tuple(mutants))  # fmt: skip
    made = StatementResult(
        "X-1", "A title", "X", "Lemma 1", "printed", "printed", "holds", "stands", "proved", (), (),
        (), (), (step,), tuple(mutants),
    )  # fmt: skip
    return replace(made, **changes)


@pytest.mark.parametrize("name", NAMES)
def test_what_evidence_says_counts_whatever_it_is_called(name):
    for inside in (lambda said: said, lambda said: {"witness": [said]}):
        one, other = (
            digest([result([Outcome("sampling", "sampled", 1.0, inside({name: value}))])])
            for value in ("1", "2")
        )
        assert one != other
        mutant = [MutantResult("m", True, inside({name: value})) for value in ("1", "2")]
        assert digest([result((), mutant[:1])]) != digest([result((), mutant[1:])])


@given(st.floats(0, 9), st.floats(0, 9), st.dictionaries(WORDS, WORDS))
def test_how_long_it_took_counts_for_nothing(first, second, evidence):
    def told(seconds):
        mutant = MutantResult("m", True, evidence, "step", seconds)
        return digest([result([Outcome("sampling", "sampled", seconds, evidence)], [mutant])])

    assert told(first) == told(second)


def test_the_order_of_statements_methods_and_keys_counts_for_nothing():
    outcomes = [
        Outcome("symbolic", "proved"),
        Outcome("sampling", "sampled", 0.0, {"a": 1, "b": 2}),
    ]
    again = [Outcome("sampling", "sampled", 0.0, {"b": 2, "a": 1}), outcomes[0]]
    one, other = result(outcomes), result(again)
    second = result(id="X-2")
    assert digest([one, second]) == digest([second, other])
    assert digest([one]) != digest([second]) != digest([one, second])


@pytest.mark.parametrize("change", [{"verdict": "open"}, {"grade": "kernel"}, {"title": "Another"},
                                    {"axioms": ("key",)}, {"rests_on": ("X-0",)}])  # fmt: skip
def test_all_else_counts(change):
    assert digest([result()]) != digest([result(**change)])
