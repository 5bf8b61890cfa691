"""Blocks of a campaign that are kept: taken for the instances they are of, and for no others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from verify.processes.store import SCHEMA, store
from verify.running import campaigns
from verify.running.campaigns import run_campaign
from verify.statements.discovery import discover
from verify.steps import blocks as counting

MODULE = """
from verify.vocabulary import *
{imports}

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")

def decide(random):
    a = random.randint({least}, 9)
    {more}
    return Case("differs" if a == 0 else "agrees", {{"a": a}}, "one" if a == 1 else "many")

@statement("Z-1", PAPER.label("Lemma 1"), title="Draws", origin="ours")
def draws(given):
    yield "A draw.", Campaign(decide, name="draws")
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write a module, beside an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def module(least=1, more="", imports=""):
        path = tmp_path / "draws.py"
        path.write_text(MODULE.format(least=least, more=more, imports=imports))
        return path

    return module


def run(path, samples=1000, **options):
    made = discover([path]).find("Z-1")
    return run_campaign(made, "draws", samples=samples, modules=(str(path),), **options)


def first(file):
    head = file.read_text().partition("\n")[0]
    return int(json.loads(head)["key"].split()[1]) if head.startswith('{"') else 0


def kept_in(tmp_path):
    return tmp_path / "cache" / "attention-proofs" / "kept"


def blocks(tmp_path):
    found = filter(Path.is_file, kept_in(tmp_path).rglob("*"))
    return sorted((f for f in found if '"key": "modules ' not in f.read_text()), key=first)


GARBAGE = ["", "{", "[]", "{}", "5", "null", "[" * 100_000, '{"first": 0, "count": 250}']


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_in_the_place_of_a_block_is_decided_again(written, tmp_path, garbage):
    path = written()
    first = run(path)
    for file in blocks(tmp_path):
        file.write_text(garbage)
    assert run(path).evidence == first.evidence
    assert all(SCHEMA in file.read_text() for file in blocks(tmp_path))


@pytest.mark.parametrize("change", [
    {"kinds": {}}, {"kinds": {"agrees:many": 249}}, {"kinds": {"agrees:many": "250"}},
    {"kinds": {"agrees:many": 251, "agrees:one": -1}}, {"kinds": None}, {"first": 250},
    {"first": True}, {"count": 249}, {"failures": [{}]}, {"failures": {}}, {"digest": 5},
    {"kinds": {"differs:one": 250}}, {"kinds": {"differs:one": 1, "agrees:one": 249},
                                      "failures": [{"number": 250}]},
    {"more": 1},
])  # fmt: skip
def test_a_block_of_another_shape_is_none(change):
    right = {"first": 0, "count": 250, "kinds": {"agrees:many": 250}, "failures": [],
             "digest": "0"}  # fmt: skip
    assert counting.is_block(right, range(250))
    assert not counting.is_block({**right, **change}, range(250))
    assert not counting.is_block({k: v for k, v in right.items() if k != "kinds"}, range(250))


def test_a_block_is_of_its_own_instances_alone(written, tmp_path):
    path = written()
    first = run(path)
    files = blocks(tmp_path)
    one, other = (file.read_bytes() for file in files[:2])
    files[0].write_bytes(other)
    files[1].write_bytes(one)
    again = run(path)
    assert again.evidence == first.evidence and again.evidence["instances"] == 1000
    assert [file.read_bytes() for file in files[:2]] == [one, other]


@pytest.mark.parametrize(("before", "after"), [(300, 1000), (1000, 300), (250, 251), (251, 250)])
def test_a_part_of_a_block_is_not_taken_for_the_whole(written, before, after):
    path = written()
    run(path, before)
    found = run(path, after)
    assert found.evidence["instances"] == after
    assert found.evidence == run(path, after, fresh=True).evidence


def test_a_part_in_the_place_of_the_whole_is_decided_again(written, tmp_path):
    path = written()
    run(path, 100)
    (part,) = blocks(tmp_path)
    key = json.loads(part.read_text().partition("\n")[0])["key"]
    whole = store().place(key.replace(" 0 100", " 0 250"))
    whole.parent.mkdir(exist_ok=True)
    whole.write_bytes(part.read_bytes())
    assert run(path, 250).evidence == run(path, 250, fresh=True).evidence


def test_another_seed_or_another_function_has_blocks_of_its_own(written, tmp_path):
    path = written()
    first = run(path, 250)
    assert run(path, 250, seed=1).evidence["digest"] != first.evidence["digest"]
    assert run(written(least=0), 250).outcome == "refuted"
    assert run(written(), 250).evidence == first.evidence
    assert len(blocks(tmp_path)) == 3


def test_blocks_that_rest_on_a_file_are_not_kept(written, tmp_path):
    data = tmp_path / "number.txt"
    data.write_text("1")
    path = written(more=f"a = int(Path({str(data)!r}).read_text())",
                   imports="from pathlib import Path")  # fmt: skip
    assert run(path, 250).outcome == "sampled"
    data.write_text("0")
    assert run(path, 250).outcome == "refuted"


@pytest.mark.parametrize(("names", "imports"), [
    ("os.listdir({!r})", "import os"),
    ("[*os.scandir({!r})]", "import os"),
    ("glob.glob({!r} + '/*')", "import glob"),
    ("[*Path({!r}).iterdir()]", "from pathlib import Path"),
    ("[*Path({!r}).rglob('*.txt')]", "from pathlib import Path"),
])  # fmt: skip
def test_blocks_that_rest_on_the_names_in_a_folder_are_not_kept(written, tmp_path, names, imports):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "one.txt").touch()
    path = written(more=f"a = 2 - len({names.format(str(folder))})", imports=imports)
    assert run(path, 250).outcome == "sampled"
    (folder / "two.txt").touch()
    assert run(path, 250).outcome == "refuted"


def test_a_disk_that_is_full_costs_only_time(written, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert run(written(), 500).evidence["instances"] == 500
    assert not [file for file in kept_in(tmp_path).rglob("*") if file.is_file()]


def test_a_block_is_bound_to_its_campaign(written, tmp_path):
    made = discover([written()]).find("Z-1")
    key = campaigns.campaign_key(made, "draws", 0)
    assert key != campaigns.campaign_key(made, "draws", 1)
    run(written(), 250)
    (file,) = blocks(tmp_path)
    assert json.loads(file.read_text().partition("\n")[0])["key"] == f"{key} 0 250"
