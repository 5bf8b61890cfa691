"""Every statement of every paper: what is claimed is derived, and what is false is found out.

The files beside this one restate the mathematics by hand; here each module is held to its word.
Formulas at random instances are in `test_every_formula`, claims along trajectories in
`test_every_claim`.
"""

import pytest

from verify.methods import certificate, refuting, symbolic
from verify.running.records import recorded
from verify.statements.discovery import discover
from verify.statements.step import Asked, obligations
from verify.steps.counted import Counted
from verify.steps.experiment import Experiment
from verify.steps.printed import Printed
from verify.steps.refuted import Refuted
from verify.steps.value import Value
from verify.steps.witness import Witness

CATALOGUE = discover()
DECIDED = {
    Counted: "sampled", Experiment: "sampled", Value: "enclosed",
    Witness: "refuted",
}  # fmt: skip


def test_every_module_can_be_read():
    assert CATALOGUE.broken == ()


@pytest.mark.parametrize("statement", CATALOGUE.statements, ids=lambda s: s.id)
def test_every_step_is_derived_and_rederived(statement):
    for said in statement.declared.said:
        if obligations(said):
            assert symbolic.decide(said).outcome == "proved", said.place
            assert certificate.decide(said).outcome == "proved", said.place
        elif type(said.step) in DECIDED:
            asked = Asked(label=f"{statement.id}:{said.name}")
            found = [outcome.outcome for outcome in said.step.decided(said, asked)]
            assert found == [DECIDED[type(said.step)]], said.place


@pytest.mark.parametrize("statement", CATALOGUE.statements, ids=lambda s: s.id)
def test_every_false_twin_is_refuted_by_an_instance_or_has_no_value_there(statement):
    declared = statement.declared
    for said in declared.said:
        for twin in said.step.twins:
            found = refuting.refute_twin(said, twin)
            assert found.refuted and found.witness, (said.place, twin.why)
    for mutant in declared.mutants:
        found = refuting.refute_mutant(declared.said, mutant)
        assert not found.survives and found.witness, mutant.why


@pytest.mark.parametrize("statement", CATALOGUE.statements, ids=lambda s: s.id)
def test_every_statement_has_three_false_twins_at_least(statement):
    declared = statement.declared
    twins = sum(len(said.step.twins) for said in declared.said) + len(declared.mutants)
    assert twins >= 3


RECORDED = recorded(CATALOGUE)
HOLDING = [s for s in CATALOGUE.statements if RECORDED[s.id]["verdict"] in ("holds", "holds_with")]


@pytest.mark.parametrize("statement", HOLDING, ids=lambda s: s.id)
def test_what_holds_rests_on_what_holds_or_on_steps_that_are_named(statement):
    by_id = {s.id: s for s in CATALOGUE.statements}
    for name in statement.rests_on:
        steps = [by_id[name].said(step).step for step in statement.rested_steps.get(name, ())]
        assert RECORDED[name]["verdict"] in ("holds", "holds_with") or steps
        assert not any(isinstance(step, Printed | Witness | Refuted) for step in steps)
