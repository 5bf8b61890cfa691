"""Campaigns: the same findings for every worker count, nothing lost when one is killed."""

from random import Random

import pytest

from verify.language.mistakes import Mistake
from verify.running.attacking import falsify
from verify.running.workers import Workers
from verify.statements.discovery import discover
from verify.statements.step import Said
from verify.steps import campaign
from verify.steps.campaign import Campaign, Case

MODULE = """
import time
from fractions import Fraction
from verify.vocabulary import *

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")
SLOW = {slow}

def same_sign(random):
    time.sleep(SLOW)
    a, b = random.randint(-9, 9), random.randint(-9, 9)
    if a * b == 0:
        return Case("boundary")
    agrees = (a * b > 0) == ((a > 0) == (b > 0))
    kind = "positive" if a * b > 0 else "negative"
    return Case("agrees" if agrees else "differs", {{"a": a, "b": b}}, kind)

@statement("Z-1", PAPER.label("Lemma 1"), title="Products", origin="ours")
def products(given):
    yield "A product is positive exactly if its factors share a sign.", \\
        Campaign(same_sign, needs=("positive", "negative"), name="signs")
    yield "A draw is a case.", Campaign(lambda random: Case("agrees"), name="any")
"""


@pytest.fixture
def module(tmp_path, monkeypatch, what_is_no_result):
    what_is_no_result(tmp_path / "cache" / "attention-proofs")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def made(slow=0.0):
        path = tmp_path / "products.py"
        path.write_text(MODULE.format(slow=slow))
        return path

    return made


def statement_of(path):
    return discover([path]).find("Z-1")


def run(path, *, samples=1000, jobs=1, executor=None, **asked):
    workers = Workers(jobs, (str(path),), executor)
    statement = statement_of(path)
    return falsify(statement, samples=samples, workers=workers, only="signs", **asked)["signs"]


def test_findings_do_not_depend_on_how_many_workers_there_are(module):
    path = module()
    one, two = run(path, jobs=1, fresh=True), run(path, jobs=2, fresh=True)
    assert one.outcome == "sampled" and one.evidence == two.evidence
    assert one.evidence["instances"] == 1000
    assert one.evidence["decided"] + one.evidence["boundary"] == 1000
    assert sum(one.evidence["kinds"].values()) == one.evidence["decided"]


def test_a_campaign_names_the_instance_at_which_it_differs():
    def differs_at_three(random: Random) -> Case:
        a = random.randint(0, 3)
        return Case("differs" if a == 3 else "agrees", {"a": a})

    outcome = campaign.decide(Campaign(differs_at_three), "label")
    assert outcome.outcome == "refuted" and outcome.evidence["witness"]["a"] == 3
    number = outcome.evidence["witness"]["number"]
    again = differs_at_three(campaign.random_of("label", 0, number))
    assert again.instance == {"a": 3}  # the number alone brings the instance back


@pytest.mark.parametrize(("profile", "least"), [("quick", 200), ("ci", 2000)])
def test_a_profile_decides_as_many_instances_as_it_promises(profile, least):
    step = Campaign(lambda random: Case("agrees", {"a": random.randint(0, 9)}))
    assert campaign.decide(step, "label", profile=profile).evidence["instances"] >= least


def test_a_campaign_that_meets_only_boundaries_is_vacuous():
    outcome = campaign.decide(Campaign(lambda random: Case("boundary")), "label")
    assert outcome.outcome == "inconclusive" and "vacuous" in outcome.reason


def test_a_kind_that_never_occurs_is_told():
    step = Campaign(lambda random: Case("agrees", kind="common"), needs=("common", "rare"))
    outcome = campaign.decide(step, "label")
    assert outcome.outcome == "inconclusive" and "rare" in outcome.reason


def test_twins_are_refuted_by_an_instance_or_survive():
    step = Campaign(lambda random: Case("agrees", kind="any"))
    assert step.counterexample(said(step)) is None
    wrong = step.but_not("always", decide=lambda random: Case("differs", {"a": 1}))
    assert wrong.twins[0].step.counterexample(said(wrong.twins[0].step)) == {"number": 0, "a": 1}


@pytest.mark.parametrize("finding", ["differ", "Agrees", "", True, None])
def test_a_finding_that_is_none_is_no_agreement(finding):
    step = Campaign(lambda random: Case(finding, {"a": 1}))
    with pytest.raises(Mistake, match="one of 'agrees', 'differs', 'boundary'"):
        campaign.decide(step, "label")


def said(step):
    return Said("", step, (), "", 1)


@pytest.mark.parametrize("executor", ["dask:host", "ray://host:1", "dask://"])
@pytest.mark.long
def test_an_executor_that_is_none_is_told(module, executor):
    with pytest.raises(Mistake, match=r"--executor: .* use dask://HOST:PORT"):
        run(module(), executor=executor)
