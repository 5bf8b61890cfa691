"""Scenes: a slip in a declaration is one line with the fix, and operators are what they say."""

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.scene_examples import EPSILON, MOVING, raw_velocity, rounding
from verify.language.mistakes import Mistake
from verify.render.site.paths import MovingMatrix, SceneDynamics, path
from verify.render.site.pictures import figure, scene_body, still
from verify.statements.scenes import check_scenes
from verify.vocabulary import *

HALF = Fraction(1, 2)
GOOD: dict[str, Any] = {
    "title": "Two tokens",
    "says": "They meet.",
    "tokens": ((1, 0), (Fraction(3, 5), Fraction(4, 5))),
    "duration": 2,
}
PAPER = Paper("X", "A paper", "Nobody", 2000, "Nowhere")


def told(**changes: Any) -> str:
    with pytest.raises(Mistake) as caught:
        check_scenes([Scene(**(GOOD | changes))])
    line = str(caught.value)
    assert "\n" not in line and "Two tokens" in line
    return line


SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"tokens": ((1, 1),)}, "token 1 has the length 1.41421; make it 1"),
    ({"tokens": ((1, 0), (1, 0, 0))}, "give each 2 or each 3 coordinates"),
    ({"tokens": ()}, "it has 0 tokens"),
    ({"motion": "jump"}, "unknown motion 'jump'; use flow, layer, free"),
    ({"step": HALF}, "step= belongs to a layer"),
    ({"motion": "layer"}, "step= belongs to a layer"),
    ({"scores": [[1, 0, 0]] * 3}, "scores needs 2 rows and columns"),
    ({"value": (Wave([[1]], 1),)}, "value needs 2 rows and columns"),
    (
        {"motion": "layer", "step": 1, "value": turning([[1, 0], [0, 2]], speed=1)},
        "value varies in time",
    ),
    ({"mask": "some"}, "unknown mask 'some'"),
    ({"mask": [[1, 1]]}, "the mask needs 2 rows of 2"),
    ({"mask": [[1, 2], [1, 1]]}, "an entry other than 0 and 1"),
    ({"mask": [[1, 0], [0, 0]]}, "the mask has an empty row"),
    ({"drag": (3,)}, "unknown token 3; tokens are numbered from 1 to 2"),
    ({"marks": (Mark("v", (1, 0, 0)),)}, "the mark 'v' needs 2 coordinates"),
    ({"watch": (Watch("margin", "m", mark="v"),)}, "unknown mark 'v'; the scene has no marks"),
    ({"watch": (Watch("length", "l", tokens=(1,)),)}, "lengths are 1 except for motion='free'"),
    ({"duration": 0}, "its duration is not positive"),
    ({"motion": "free", "tokens": ((0, 0), (1, 0))}, "token 1 is 0, which has no direction"),
    ({"tokens": ((0.6, 0.8), (1, 0))}, "0.6"),
]


@pytest.mark.parametrize(("changes", "says"), SLIPS)
def test_slips_in_a_scene_are_told_in_one_line(changes: dict[str, Any], says: str) -> None:
    assert says in told(**changes)


def test_slips_in_what_is_watched_are_told() -> None:
    with pytest.raises(Mistake, match=r"; use distance, spread"):
        Watch("size", "s")  # type: ignore[arg-type]
    with pytest.raises(Mistake, match="is about 2 tokens"):
        Watch("distance", "d", tokens=(1,))
    with pytest.raises(Mistake, match="name it with mark="):
        Watch("margin", "m")
    with pytest.raises(Mistake, match="needs one bound"):
        Tell("Both.", above=1, below=0)
    with pytest.raises(Mistake, match="two rows and two columns"):
        turning([[1, 0, 0]] * 3, speed=1)
    with pytest.raises(Mistake, match="two scenes have the title"):
        check_scenes([Scene(**GOOD), Scene(**GOOD)])


def test_a_statement_tells_where_its_scene_is_wrong() -> None:
    @statement("X-1", PAPER.label("1"), title="One", scenes=(Scene(**(GOOD | {"duration": -1})),))
    def one(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield "It is itself.", Identity(x, x, name="itself")

    with pytest.raises(Mistake, match=r"test_scenes\.py:\d+: X-1: the scene 'Two tokens': "):
        one.declared  # noqa: B018 - read for its mistake


rationals = st.fractions(-5, 5, max_denominator=20)


@given(st.lists(rationals, min_size=4, max_size=4), rationals, st.floats(0, 10))
def test_a_turning_matrix_is_turned(entries: list[Fraction], speed: Fraction, t: float) -> None:
    a, b, c, d = entries
    angle = float(speed) * t
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    expected = R @ np.array([[a, b], [c, d]], dtype=float) @ R.T
    # Twice the angle is rounded, and so moves the result by its size times that rounding.
    bound = 40 * EPSILON * (1 + abs(angle)) * (1 + max(map(abs, entries)))
    found = MovingMatrix.of(turning([[a, b], [c, d]], speed=speed)).at(t)
    assert np.abs(found - expected).max() <= bound


def test_velocities_are_those_of_the_raw_path() -> None:
    moving = SceneDynamics(MOVING)
    for time in (0.0, 0.3, 0.9):
        found = moving.velocity(time, moving.start)
        expected = raw_velocity(MOVING, time, moving.start.tolist())
        assert np.abs(found - expected).max() <= rounding(MOVING)


def test_a_path_keeps_to_the_circle_and_begins_at_the_start() -> None:
    times, states = path(MOVING)
    assert times[0] == 0 and times[-1] == 1 and len(times) == len(states)
    assert np.abs(states[0] - SceneDynamics(MOVING).start).max() == 0
    # The method leaves the circle by its tolerance in every step, and takes some hundred.
    assert np.abs(np.linalg.norm(states, axis=-1) - 1).max() <= 1e-9


def test_a_picture_is_well_formed_whatever_the_words_are() -> None:
    wicked = Scene(**(GOOD | {"title": "</script><b>&", "says": "x < y & \"z\" 'w'"}))

    @statement("X-2", PAPER.label("2"), title="<Two>", scenes=(wicked,))
    def two(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield "It is itself.", Identity(x, x, name="itself")

    for scene in two.scenes:
        whole = ElementTree.fromstring(f"<main>{scene_body(two, scene)}</main>")
        assert len(whole.findall("h1")) == 1
        assert "x < y & \"z\" 'w'" in "".join(whole.itertext())
    assert figure(wicked, two.id).count("</script>") == 1
    assert ElementTree.fromstring(still(wicked)).get("role") == "img"
    assert wicked._repr_svg_() == still(wicked)
