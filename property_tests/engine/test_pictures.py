"""Pictures in a browser: the dynamics are the raw path's, and a reader can move what is shown."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from property_tests.engine.browser import complaints, headless, visit, write_page
from property_tests.engine.scene_examples import EPSILON, MOVING, raw_velocity, rounding
from verify.render.site.paths import TOLERANCE, SceneDynamics, path
from verify.render.site.pictures import SCRIPTS, STYLES, scene_body
from verify.statements.statement import Statement
from verify.vocabulary import *

F = Fraction
IN_SPACE = Scene(
    "On the sphere", "Four tokens.",
    tokens=(
        (F(2, 3), F(1, 3), F(2, 3)), (F(-2, 3), F(2, 3), F(1, 3)),
        (F(2, 7), F(-6, 7), F(3, 7)), (0, 0, 1),
    ),
    duration=4, scores=[[1, -2, 0], [2, 1, 1], [0, -1, F(1, 2)]], mask="causal",
    watch=(
        Watch("hemisphere", "margin", tells=(
            Tell("All on one side.", above=0, at_start=True),
            Tell("On no one side.", below=0, at_start=True),
        )),
        Watch("spread", "spread", tells=(Tell("Near.", below=1),), logarithmic=True),
    ),
)  # fmt: skip
LAYERS = Scene(
    "Layers", "Two tokens.", tokens=((1, 0), (F(3, 5), F(4, 5))), duration=12, motion="layer",
    step=F(1, 4), scores=[[1, 2], [0, -1]], value=[[2, 1], [1, -1]], marks=(Mark("e", (1, 0)),),
    watch=(Watch("angle", "angle", tokens=(2,), mark="e"),),
)  # fmt: skip
FREE = Scene(
    "Free", "Two tokens.", tokens=((3, 4), (F(1, 2), -1)), duration=5, motion="free",
    scores=[[0, 1], [-1, 0]], watch=(Watch("length", "length", tokens=(1,)),),
)  # fmt: skip
SCENES = (MOVING, IN_SPACE, LAYERS, FREE)
PAPER = Paper("X", "A paper", "Nobody", 2000, "Nowhere")


@statement("X-1", PAPER.label("1"), title="One", scenes=SCENES)
def one(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield "It is itself.", Identity(x, x, name="itself")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Yield a browser on a page with all scenes, and its folder's pages one by one."""
    folder = tmp_path_factory.mktemp("pictures")
    for k, scene in enumerate(SCENES):
        write_page(folder, f"{k}.html", body(one, scene), SCRIPTS, STYLES)
    with headless() as driver:
        driver.folder = folder
        yield driver


def body(of: Statement, scene: Scene) -> str:
    return scene_body(of, scene)


def opened(browser: Any, scene: Scene) -> Any:
    folder: Path = browser.folder
    visit(browser, (folder / f"{SCENES.index(scene)}.html").as_uri())
    drawn = "return Boolean(window.pictures && window.pictures[0])"
    WebDriverWait(browser, 20).until(lambda _: browser.execute_script(drawn))
    return browser


def part(browser: Any, name: str) -> Any:
    return browser.find_element("css selector", f"[data-part='{name}']")


CALL = "const p = window.dynamics, s = window.pictures[0].scene; return "


@pytest.mark.parametrize("scene", [MOVING, IN_SPACE])
def test_velocities_are_those_of_the_raw_path(browser: Any, scene: Scene) -> None:
    driver = opened(browser, scene)
    times, states = path(scene, points=3)
    for t, state in zip(times.tolist(), states.tolist(), strict=True):
        found = driver.execute_script(f"{CALL} p.velocity(s, arguments[0], arguments[1])", t, state)
        expected = raw_velocity(scene, t, state)
        assert np.abs(np.array(found) - expected).max() <= rounding(scene)


def test_layers_are_those_of_the_raw_path(browser: Any) -> None:
    import flint

    from verify.numerics import raw

    driver = opened(browser, LAYERS)
    moving, state = SceneDynamics(LAYERS), SceneDynamics(LAYERS).start.tolist()
    for _ in range(moving.steps):
        found = driver.execute_script(f"{CALL} p.advance(s, arguments[0], 0, 1)", state)
        with flint.ctx.workprec(128):
            tokens = [[flint.arb(x) for x in row] for row in state]
            exact = raw.softmax_layer(
                tokens=tokens,
                scores=[list(map(flint.arb, row)) for row in moving.scores.at(0).tolist()],
                value=[list(map(flint.arb, row)) for row in moving.value.at(0).tolist()],
                step=flint.arb(moving.step),
            )
        expected = np.array([[float(x.mid()) for x in row] for row in exact])
        # Dividing by the length, which is 1/2 or more here, at most doubles what rounding adds.
        assert np.abs(np.array(found) - expected).max() <= 2 * (rounding(LAYERS) + 4 * EPSILON)
        state = found


@pytest.mark.parametrize("scene", [MOVING, IN_SPACE, FREE])
def test_positions_are_as_exact_as_half_the_step_says(browser: Any, scene: Scene) -> None:
    driver = opened(browser, scene)
    follow = f"{CALL} p.follow(s, s.tokens, arguments[0] * s.steps)"
    once, twice = (np.array(driver.execute_script(follow, k)) for k in (1, 2))
    _, states = path(scene, points=2)
    _, coarse = path(scene, points=2, tolerance=100 * TOLERANCE)
    reference = np.abs(coarse[-1] - states[-1]).max()
    # Of order 4: the error is 16/15 of the difference, and what is of higher order is less again;
    # rounding adds up over the steps, none of which expands by more than a few times in the end.
    rounded = 16 * EPSILON * SceneDynamics(scene).steps
    assert np.abs(once - states[-1]).max() <= 2 * np.abs(once - twice).max() + reference + rounded


def test_what_is_watched_is_what_it_says(browser: Any) -> None:
    driver = opened(browser, IN_SPACE)
    y = SceneDynamics(IN_SPACE).start
    measure = f"{CALL} p.measured(s, arguments[0], 0, s.tokens)"

    def measured(of: str, tokens: tuple[int, ...] = (), mark: int = -1) -> float:
        return float(driver.execute_script(measure, {"of": of, "tokens": tokens, "mark": mark}))

    assert abs(measured("distance", (0, 1)) - np.linalg.norm(y[0] - y[1])) <= 8 * EPSILON
    apart = [np.linalg.norm(a - b) for a in y for b in y]
    assert abs(measured("spread") - max(apart)) <= 8 * EPSILON
    angle = np.degrees(np.arccos(y[0] @ y[1]))
    assert abs(measured("angle", (0, 1)) - angle) <= 1e3 * EPSILON * 180  # of the inverse cosine
    best = measured("hemisphere")
    random = np.random.default_rng(0)
    directions = random.normal(size=(5000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    margins = (directions @ y.T).min(axis=1)
    # No direction is better; and the best of 5000 is within the angle they leave between them.
    assert margins.max() <= best <= margins.max() + 0.1


def test_a_reader_moves_time_and_tokens(browser: Any) -> None:
    driver = opened(browser, IN_SPACE)
    assert "All on one side." in part(driver, "log").text
    assert part(driver, "time").text.startswith("time 0.00")
    part(driver, "step").click()
    assert part(driver, "time").text.startswith("time 0.08")
    part(driver, "play").click()
    WebDriverWait(driver, 20).until(lambda _: not part(driver, "time").text.startswith("time 0.08"))
    part(driver, "play").click()
    played = float(part(driver, "time").text.split()[1])
    assert 0.08 < played <= 4
    part(driver, "end").click()
    assert part(driver, "time").text.startswith("time 4.00")
    assert "Near." in part(driver, "log").text
    part(driver, "reset").click()
    assert part(driver, "time").text.startswith("time 0.00")

    ring = driver.find_element("css selector", ".start[data-token='0']")
    before = float(ring.get_attribute("aria-valuenow"))
    ring.send_keys(Keys.ARROW_RIGHT)
    assert float(ring.get_attribute("aria-valuenow")) == pytest.approx(before + 2, abs=0.11)
    start = driver.execute_script("return window.pictures[0].given[0]")
    ActionChains(driver).click_and_hold(ring).move_by_offset(-60, 90).release().perform()
    moved = driver.execute_script("return window.pictures[0].given[0]")
    assert np.abs(np.array(moved) - start).max() > 0.1
    assert abs(np.linalg.norm(moved) - 1) <= 4 * EPSILON

    fields = driver.find_elements("css selector", "input[data-token='3']")
    for field, value in zip(fields, ("-35", "-60"), strict=True):
        field.clear()
        field.send_keys(value + Keys.ENTER)
    fields = driver.find_elements("css selector", "input[data-token='3']")
    assert [float(f.get_attribute("value")) for f in fields] == [325, -60]
    assert "On no one side." in part(driver, "log").text
    part(driver, "reset").click()
    assert "All on one side." in part(driver, "log").text
    assert complaints(driver) == []


def test_a_sphere_turns_and_what_is_drawn_is_unturned(browser: Any) -> None:
    driver = opened(browser, IN_SPACE)
    svg = driver.find_element("css selector", "svg.stage")
    before = driver.execute_script("return window.pictures[0].yaw")
    svg.send_keys(Keys.ARROW_LEFT)
    assert driver.execute_script("return window.pictures[0].yaw") < before
    back = driver.execute_script(
        "const p = window.pictures[0]; return p.scene.tokens.map((y) => p.unturned(p.seen(y)))"
    )
    assert np.abs(np.array(back) - SceneDynamics(IN_SPACE).start).max() <= 8 * EPSILON


def test_with_reduced_motion_play_goes_to_the_end(browser: Any) -> None:
    wish = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wish})
    driver = opened(browser, LAYERS)
    part(driver, "play").click()
    assert part(driver, "time").text == "12 of 12 layers"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.long
def test_without_a_script_there_is_a_picture_and_no_button(browser: Any, tmp_path: Path) -> None:
    text = body(one, replace(LAYERS))
    address = write_page(tmp_path, "bare.html", text, SCRIPTS, STYLES)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(address)
        assert browser.find_element("css selector", "svg.stage").is_displayed()
        assert not part(browser, "play").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_sliders_change_the_step_the_temperature_and_eigenvalues(browser: Any) -> None:
    driver = opened(browser, LAYERS)
    ranges = driver.find_elements("css selector", "[data-part=knobs] input")
    labels = [
        label.text for label in driver.find_elements("css selector", "[data-part=knobs] label")
    ]
    assert [label.split()[0] for label in labels] == ["Step", "Temperature"]  # U is not diagonal
    ranges[0].send_keys(Keys.ARROW_RIGHT * 20)  # twice the step
    driver.execute_script("window.pictures[0].until(3)")
    step = driver.execute_script("return window.pictures[0].scene.step")
    found = driver.execute_script("return window.pictures[0].y")
    moving = SceneDynamics(LAYERS)
    moving.step = 0.5
    state = moving.start
    for _ in range(3):
        state = moving.layer(state)
    assert step == pytest.approx(0.5) and np.abs(np.array(found) - state).max() < 1e-12
    assert "no longer" in driver.find_element("css selector", "[data-part=altered]").text
    driver.find_element("css selector", "[data-part=reset]").click()
    assert driver.execute_script("return window.pictures[0].scene.step") == 0.25
    assert driver.find_element("css selector", "[data-part=altered]").text == ""
