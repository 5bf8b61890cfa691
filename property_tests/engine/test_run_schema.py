"""The JSON of a run is what its generated schema says, and the schema is no looser than that."""

from dataclasses import replace

import jsonschema
import pytest

from property_tests.engine.render_examples import STATEMENTS, result_of, run_of
from verify.render.run_json import run_to_json
from verify.render.run_schema import run_schema
from verify.statements.outcomes import ClaimResult, Outcome

CLAIM = ClaimResult("Says.", "steps", "proved", followed=Outcome("sampling", "sampled"))


def errors(data):
    return list(jsonschema.Draft202012Validator(run_schema()).iter_errors(data))


def written():
    results = [replace(result_of(statement), claim=CLAIM) for statement in STATEMENTS]
    return run_to_json(run_of(*results), STATEMENTS)


def test_the_schema_is_one_and_a_run_keeps_to_it():
    jsonschema.Draft202012Validator.check_schema(run_schema())
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
