"""The pictures of paper B's witnesses show what the statements say of them."""

import numpy as np

from proofs.power_method.attention_rank import rank_of_attention
from proofs.power_method.bipartite_negative import bipartite_negative
from proofs.power_method.clusterings import consensus_off_eigenvectors, criterion
from proofs.power_method.oja_stability import bipartite, oja_stability, polygonal
from proofs.power_method.remarks import along_the_first_eigenvector
from proofs.power_method.stability import stability
from property_tests.engine.scene_examples import EPSILON
from verify.render.site.paths import SceneDynamics, normalised, path
from verify.statements.scenes import Scene


def at_end(scene: Scene) -> np.ndarray:
    return np.asarray(path(scene, points=2)[1][-1])


def test_two_tokens_of_the_oja_map_end_opposite() -> None:
    for scene in oja_stability.scenes:
        first, second = at_end(scene)
        assert np.linalg.norm(first + second) < 1e-2
    mirrored = path(oja_stability.scenes[0])[1]
    tangents = mirrored[:, 0, 1] / mirrored[:, 0, 0]
    assert np.allclose(tangents[1:] / tangents[:-1], 3 / 4, rtol=16 * EPSILON, atol=0)


def test_the_start_that_ends_opposite_meets_the_condition_that_is_told() -> None:
    y = SceneDynamics(oja_stability.scenes[1]).start
    angles = np.degrees(np.arctan2(y[:, 1], y[:, 0]))
    middle, half = angles.mean(), abs(angles[0] - angles[1]) / 2
    assert 45 < middle < 90
    assert np.sin(np.radians(half)) ** 2 > np.sin(np.radians(2 * middle))


def test_a_pair_near_opposite_ends_opposite_and_near_where_it_began() -> None:
    (scene,) = bipartite.scenes
    start, end = SceneDynamics(scene).start, at_end(scene)
    assert np.linalg.norm(end.sum(axis=0)) < 1e-3
    assert np.linalg.norm(end - start, axis=1).max() < 0.3


def test_tokens_of_one_point_leave_it_together_for_the_second_eigenvector() -> None:
    (scene,) = consensus_off_eigenvectors.scenes
    assert np.linalg.norm(at_end(scene) - [0, 1], axis=1).max() < 1e-3


def test_states_that_add_up_to_0_are_at_rest() -> None:
    for statement in (rank_of_attention, along_the_first_eigenvector):
        (scene,) = statement.scenes
        moving = SceneDynamics(scene)
        assert np.abs(moving.layer(moving.start) - moving.start).max() <= 4 * EPSILON


def test_a_polygon_of_the_oja_map_is_left() -> None:
    (scene,) = polygonal.scenes
    start, end = SceneDynamics(scene).start, at_end(scene)
    assert np.linalg.norm(start.sum(axis=0)) < 0.02  # sides of it begin 1/100 off
    assert np.linalg.norm(end - end[0], axis=1).max() < 0.01


def test_the_tokens_of_the_proposition_are_not_at_rest() -> None:
    (scene,) = criterion.scenes
    moving = SceneDynamics(scene)
    assert np.abs(moving.layer(moving.start) - moving.start).max() > 0.01


def test_states_that_are_told_to_be_unstable_attract() -> None:
    places = {
        stability.scenes[0]: [[1, 0], [1, 0], [-1, 0], [-1, 0]],
        stability.scenes[1]: [[1, 0], [1, 0], [-1, 0]],
        bipartite_negative.scenes[0]: [[0, 1], [0, 1], [0, -1], [0, -1]],
    }
    for scene, rest in places.items():
        state = np.array(rest, dtype=float)
        moving = SceneDynamics(scene)
        assert np.abs(moving.layer(state) - state).max() <= 4 * EPSILON
        away = np.linalg.norm(normalised(moving.start) - state, axis=1).max()
        back = np.linalg.norm(at_end(scene) - state, axis=1).max()
        assert back < away / 100
