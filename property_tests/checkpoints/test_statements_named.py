"""What is told of a checkpoint names statements, and knows them from the catalogue alone."""

import re
from pathlib import Path

import verify.checkpoints
from verify.checkpoints import protocols
from verify.checkpoints.answers import LAYER
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
    spoken = THEORY.concluding()
    asked = {(a.part, a.question) for statement, _ in spoken for a in statement.declared.asks}
    assert asked and asked <= set(LAYER)
    used = {(ask.part, ask.question) for s, _ in THEORY.statements for ask in s.declared.asks}
    assert set(LAYER) <= used  # no answer that nobody asks for


def test_every_protocol_is_offered_and_every_topic_that_is_cited_is_answered_once():
    assert set(THEORY.protocols()) == set(protocols.RUNS)
    for topic in ("rate of consensus", "plane of a pair", "no gap"):
        assert len(THEORY.on(topic)) == 1, topic


def test_what_an_assumption_asks_is_its_own():
    asked = {s.id: s.declared.asks for s, _ in THEORY.statements}
    phrases = {ask.phrase for asks in asked.values() for ask in asks if ask.phrase != ask.question}
    assert "U is symmetric" in phrases and "lam_1 > 0" in phrases and len(phrases) > 8
