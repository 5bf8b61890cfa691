"""The JSON of every command on checkpoints is what its JSON Schema says, no more and no less."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import made

import verify.checkpoints
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.telling.errors import AGREES

NAMES = ("spectrum", "depth", "protocol", "compare", "steer")
FEW = ("--prompts", "6", "--tokens", "4")
ONTO = ("--direction", "token:1", "--strength", "2")
CASES = {
    "spectrum": ("spectrum", "gpt2", []),
    "spectrum folded": ("spectrum", "llama", ["--histograms"]),
    "spectrum unfolded": ("spectrum", "llama", ["--unfolded"]),
    "spectrum of shared weights": ("spectrum", "albert", ["--theorems"]),
    "depth": ("depth", "gpt2", [*FEW, "--controls", "--interventions"]),
    "depth of few": ("depth", "bert", ["--prompts", "1", "--interventions", "none"]),
    "depth of one token": ("depth", "albert", ["--tokens", "1", "--alignment", "never"]),
    "protocol": ("depth", "gpt2", ["--protocol", "A-6.2", "--prompts", "6"]),
    "protocol without a verdict": ("depth", "albert", ["--protocol", "B-X0", *FEW]),
    "compare": ("compare", "llama", ["{other}", "--rates"]),
    "compare other shapes": ("compare", "llama", ["{albert}"]),
    "steer": ("steer", "gpt2", [*ONTO, "-o", "{new}"]),
    "steer on a text": ("steer", "gpt2", [*ONTO, "--text", "{text}", "--predict-only"]),
    "steer together": (
        "steer", "llama", [*ONTO, "--direction", "random", "--layers", "0,1", "-o", "{new}"],
    ),
}  # fmt: skip


def written(case, tmp_path):
    """What a command writes as JSON."""
    command, model, further = CASES[case]
    places = {name: tmp_path / name for name in ("other", "albert", "new", "text")}
    made(places["other"], "llama", scale=2.0) if "{other}" in further else None
    made(places["albert"], "albert") if "{albert}" in further else None
    places["text"].write_text("1 2 3\n4\n")
    folder, file = made(tmp_path / "model", model), tmp_path / "out.json"
    asked = [command, str(folder), *(each.format(**places) for each in further)]
    assert main([*asked, "--json", str(file)]) == AGREES
    return json.loads(file.read_text())


def checker(data):
    schema = verify.checkpoints.schema(data["schema"])
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("case", CASES)
def test_what_is_written_is_what_the_schema_says(case, tmp_path, capsys):
    data = written(case, tmp_path)
    told = [f"{error.json_path}: {error.message}" for error in checker(data).iter_errors(data)]
    assert told == []


def objects(data, path=()):
    """Every object in some data, once for each shape: the same keys at the same kind of place."""
    if isinstance(data, dict):
        yield path, data
        for key, inner in data.items():
            yield from objects(inner, (*path, key))
    elif isinstance(data, list):
        for inner in data:
            yield from objects(inner, (*path, "[]"))


# Objects whose keys are names of what was measured, and no words of the schema.
NAMED = {"measures", "figures", "biases", "broken", "series", "roundings", "strength_needed"}
OPTIONAL = {"eigenvalues", "trouble"}


@pytest.mark.parametrize("case", ["spectrum folded", "depth", "protocol", "steer"])
def test_a_key_more_or_less_is_refused(case, tmp_path, capsys):
    data = written(case, tmp_path)
    check, seen = checker(data), set()
    for path, held in list(objects(data)):
        if path in seen or (path and path[-1] in NAMED):
            continue
        seen.add(path)
        held["no such key"] = 1
        assert not check.is_valid(data), path
        del held["no such key"]
        for key in held.keys() - OPTIONAL:
            kept = held.pop(key)
            assert not check.is_valid(data), (path, key)
            held[key] = kept
    assert check.is_valid(data) and len(seen) > 2


def test_a_row_of_a_comparison_has_the_columns_of_the_table(tmp_path, capsys):
    data = written("compare", tmp_path)
    row = verify.checkpoints.schema("verify.compare/1")["$defs"]["row"]
    assert set(row["required"]) == set(row["properties"]) <= data["layers"][0].keys()
    for key in row["required"]:
        kept = data["layers"][0].pop(key)
        assert not checker(data).is_valid(data), key
        data["layers"][0][key] = kept


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_sound_and_say_what_things_are(name):
    schema = verify.checkpoints.schema(f"verify.{name}/1")
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": f"verify.{name}/1"}
    assert schema["description"] and schema["additionalProperties"] is False
    used = json.dumps(schema)
    assert all(f'"#/$defs/{each}"' in used for each in schema["$defs"])


def test_a_schema_that_is_none_is_one_line():
    with pytest.raises(Mistake, match=r"unknown schema 'verify\.run/9'; use verify\.compare"):
        verify.checkpoints.schema("verify.run/9")


def test_numbers_that_json_has_not_are_words():
    schema = verify.checkpoints.schema("verify.spectrum/1")
    number = jsonschema.Draft202012Validator(schema["$defs"]["number"])
    assert number.is_valid("inf") and number.is_valid(1.5) and not number.is_valid("1.5")
    assert not number.is_valid(None) and not number.is_valid(str(np.float64(1)))
