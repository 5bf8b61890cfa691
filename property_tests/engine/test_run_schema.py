"""The JSON of a run is what its generated schema says, and the schema is no looser than that."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from property_tests.engine.render_examples import STATEMENTS, result_of, run_of
from verify.render.run_json import run_to_json
from verify.statements.outcomes import ClaimResult, Outcome

FILE = Path(__file__).resolve().parents[2] / "docs" / "run_schema.py"
SPEC = importlib.util.spec_from_file_location("run_schema", FILE)
page = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(page)
CLAIM = ClaimResult("Says.", "steps", "proved", followed=Outcome("sampling", "sampled"))


def errors(data):
    return list(jsonschema.Draft202012Validator(page.run_schema()).iter_errors(data))


def written():
    results = [replace(result_of(statement), claim=CLAIM) for statement in STATEMENTS]
    return run_to_json(run_of(*results), STATEMENTS)


def test_the_schema_is_one_and_a_run_keeps_to_it():
    jsonschema.Draft202012Validator.check_schema(page.run_schema())
    assert errors(written()) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(schema="verify.run/1"),
        lambda data: data.pop("digest"),
        lambda data: data["statements"][0].update(verdict="maybe"),
        lambda data: data["statements"][0].update(new=1),
        lambda data: data["statements"][0].pop("steps"),
        lambda data: data["statements"][0]["steps"][0].update(grade=3),
        lambda data: data["statements"][0]["claim"].pop("grade"),
    ],
    ids=["schema", "digest", "verdict", "new", "steps", "grade", "claim"],
)
def test_another_shape_is_refused(change):
    data = written()
    change(data)
    assert len(errors(data)) == 1
