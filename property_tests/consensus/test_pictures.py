"""The pictures of paper A's witnesses show what the statements say of them."""

from pathlib import Path

import numpy as np
import pytest

from proofs.consensus.exact_domain import exact_domain
from proofs.consensus.hemisphere import hemisphere
from proofs.consensus.identity_value import printed_domain
from proofs.consensus.oja import oja
from proofs.consensus.other_projection import other_projection
from proofs.consensus.rooted_masks import rooted_masks
from proofs.consensus.rotating_value import rotating
from proofs.consensus.wendel import wendel
from property_tests.engine.browser import complaints, headless, visit, write_page
from verify.render.site.paths import path
from verify.render.site.pictures import SCRIPTS, STYLES, scene_body
from verify.statements.scenes import Scene
from verify.statements.statement import Statement


def named(statement: Statement, title: str) -> Scene:
    return next(scene for scene in statement.scenes if scene.title == title)


def degrees_at_end(scene: Scene) -> list[float]:
    _, states = path(scene, points=2)
    angles = np.degrees(np.arctan2(states[-1, :, 1], states[-1, :, 0]))
    return [float(angle) for angle in angles]


def test_the_trapped_token_ends_at_the_antipode_and_its_neighbour_does_not() -> None:
    trapped = degrees_at_end(named(printed_domain, "The trapped token"))
    assert abs(trapped[1]) < 0.1 and 180 - abs(trapped[2]) < 0.1
    left = degrees_at_end(named(printed_domain, "A thousandth beside it"))
    assert abs(left[1]) < 0.1 and abs(left[2]) < 0.1


@pytest.mark.parametrize("title", ["Lost with unit scores", "Lost with moving scores"])
def test_what_the_other_scores_lose_stays_near_the_antipode(title: str) -> None:
    assert 180 - abs(degrees_at_end(named(exact_domain, title))[2]) < 1


def test_other_coordinates_have_the_same_trapped_token() -> None:
    (scene,) = other_projection.scenes
    assert 180 - abs(degrees_at_end(scene)[2]) < 0.1


def test_a_start_orthogonal_to_the_first_eigenvector_tends_to_the_second() -> None:
    (scene,) = oja.scenes
    _, states = path(scene, points=2)
    assert np.linalg.norm(states[-1][0] - [0, 1, 0]) < 1e-3


def test_tokens_of_a_hemisphere_meet() -> None:
    for scene in (*hemisphere.scenes, *wendel.scenes):
        _, states = path(scene, points=2)
        assert np.linalg.norm(states[-1] - states[-1][0], axis=1).max() < 1e-3


def test_masks_with_a_root_gather_and_one_without_does_not() -> None:
    for title in ("Causal mask", "Causal window of two"):
        assert max(map(abs, degrees_at_end(named(rooted_masks, title)))) < 0.1
    ends = degrees_at_end(named(rooted_masks, "Two roots"))
    assert max(ends[:3]) - min(ends[:3]) < 0.1 and abs(ends[3] - ends[4]) < 0.1
    assert ends[0] + 10 < ends[5] < ends[3] - 10


def test_a_turning_value_matrix_loses_one_start_and_keeps_the_other() -> None:
    lost, kept = rotating.scenes
    for scene, behind in ((lost, 195), (kept, 15)):
        end = degrees_at_end(scene)[0]
        v = -np.degrees(0.5 * 12)
        assert (end - v - behind + 180) % 360 - 180 == pytest.approx(0, abs=0.1)
    times, states = path(lost, points=2001)
    turned = -0.5 * times
    cosine = states[:, 0, 0] * np.cos(turned) + states[:, 0, 1] * np.sin(turned)
    left = times[np.argmax(cosine < 0)]
    assert left == pytest.approx(1.520691992601892695, abs=12 / 2000)


@pytest.mark.long
def test_in_a_browser_the_trapped_token_stays_until_it_is_moved(tmp_path: Path) -> None:
    scene = named(printed_domain, "The trapped token")
    body = scene_body(printed_domain, scene)
    address = write_page(tmp_path, "scene.html", body, SCRIPTS, STYLES)
    with headless() as driver:
        visit(driver, address)
        end = driver.find_element("css selector", "[data-part='end']")
        log = driver.find_element("css selector", "[data-part='log']")
        end.click()
        assert "within 1/10 of a degree of the antipode" in log.text
        assert "has left" not in log.text
        field = driver.find_element("css selector", "input[data-token='2']")
        field.clear()
        field.send_keys("197\n")  # half a degree further on
        end.click()
        assert "has left" in log.text
        assert complaints(driver) == []
