"""What is told of a checkpoint names statements, and knows them from the catalogue alone."""

from __future__ import annotations

import re
from pathlib import Path

import verify.checkpoints
from verify.checkpoints import predictions, protocols
from verify.checkpoints.answers import LAYER
from verify.checkpoints.spectrum_run import NETWORK
from verify.checkpoints.theory import read_theory
from verify.statements.discovery import discover

NAMED = r"\b[A-Z]-[A-Z]*\d+(?:\.\d+)*(?:''|'|\+\+|\+|\*\*|\*)?(?=[\s\",;:.)])"
THEORY = read_theory()
ROOM = Path(verify.checkpoints.__file__).parent


def test_the_room_of_checkpoints_names_no_statement():
    ids = [statement.id for statement in discover().statements]
    for source in ROOM.glob("*.py"):
        text = source.read_text("utf-8")
        assert not re.findall(NAMED, text), source.name
        assert not [i for i in ids if f'"{i}"' in text], source.name


def test_whatever_statements_ask_of_layers_can_be_measured():
    for network, answers in ((False, LAYER), (True, NETWORK)):
        spoken = THEORY.concluding(network=network)
        assert spoken
        for statement, _ in spoken:
            asked = {(ask.part, ask.question) for ask in statement.declared.asks}
            assert asked and asked <= set(answers), statement.id
    used = {(ask.part, ask.question) for s, _ in THEORY.statements for ask in s.declared.asks}
    assert used == set(LAYER) | set(NETWORK)  # no answer that nobody asks for


def test_every_topic_is_answered_by_one_statement_and_every_protocol_is_offered():
    topics = [
        predictions.EXPONENTIAL, predictions.POLYNOMIAL, predictions.MASKS, predictions.REPELS,
        predictions.PLANE, "no gap", "ends on a line", "odd layers", "layers that vary",
        "loops of a norm",
    ]  # fmt: skip
    for topic in topics:
        assert len(THEORY.on(topic)) == 1, topic
    assert {t for _, of in THEORY.statements for t in of.answers} == set(topics)
    assert set(THEORY.protocols()) == set(protocols.RUNS)


def test_what_an_assumption_asks_is_its_own():
    asked = {s.id: s.declared.asks for s, _ in THEORY.statements}
    phrases = {ask.phrase for asks in asked.values() for ask in asks if ask.phrase != ask.question}
    assert "U is symmetric" in phrases and "lam_1 > 0" in phrases and len(phrases) > 8
