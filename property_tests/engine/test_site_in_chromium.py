"""The site in a browser, opened as files: search, evidence, the theme, and every link."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from property_tests.engine.browser import complaints, headless, visit
from property_tests.engine.render_examples import STATEMENTS, result_of, run_of
from verify.checker import check
from verify.methods.certificate import decide
from verify.render.files import write_folder
from verify.render.site.build import KIND, site_files
from verify.render.site.formula_blocks import step_anchor
from verify.render.site.layout import statement_path
from verify.statements.outcomes import StatementResult

MARGINS = STATEMENTS[0]
STEP = MARGINS.declared.said[0]
PATIENCE = 20  # seconds until something that never happens is given up


def decided() -> list[StatementResult]:
    """Results of which the first has a certificate that was really checked."""
    first, *others = map(result_of, STATEMENTS)
    mutants = tuple(replace(mutant, step=STEP.name) for mutant in first.mutants)
    steps = (replace(first.steps[0], outcomes=(decide(STEP),)), *first.steps[1:])
    return [replace(first, steps=steps, mutants=mutants), *others]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "site"
    write_folder(folder, KIND, site_files(STATEMENTS, run_of(*decided())))
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    own = tmp_path_factory.mktemp("chromium")
    usual = ("--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run")
    with headless(*usual, f"--user-data-dir={own}") as driver:
        yield driver


def until(browser: Any, condition: Callable[[Any], Any]) -> Any:
    """What a condition comes to once it holds; fails if it never does."""
    wait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait
    return wait(browser, PATIENCE).until(condition)


def opened(browser: Any, site: Path, path: str = "index.html") -> Any:
    visit(browser, (site / path).as_uri())
    return browser


def one(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def keys() -> Any:
    return pytest.importorskip("selenium.webdriver.common.keys").Keys


def is_dark(browser: Any) -> bool:
    """Whether the page is painted dark: by the colour behind its text."""
    colour = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in colour.strip("rgb()").split(",")) < 3 * 128


FIRST_ROW = """
const rows = [...document.querySelectorAll(".card > dl > div")];
rows.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
return rows.length ? rows[0].querySelector("dt").textContent : null;
"""


def test_a_page_fits_a_narrow_screen(browser: Any, site: Path) -> None:
    phone = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        for path in ("index.html", "theorems.html", *(statement_path(s.id) for s in STATEMENTS)):
            opened(browser, site, path)
            wide = browser.execute_script("return document.documentElement.scrollWidth")
            assert wide <= 400, path
            first = browser.execute_script(FIRST_ROW)
            assert first in (None, "Does it hold?", "Does the printed statement hold?"), path
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_search_finds_a_statement_and_enter_opens_it(browser: Any, site: Path) -> None:
    one(opened(browser, site), "body").send_keys("/")
    box = one(browser, "#search")
    assert browser.switch_to.active_element == box
    box.send_keys("margins")
    until(browser, lambda b: one(b, "#found [role=option]").is_displayed())
    assert box.get_attribute("aria-expanded") == "true"
    assert "Z-1" in one(browser, "#found [aria-selected=true]").text
    box.send_keys(keys().ENTER)
    until(browser, lambda b: b.current_url.endswith(statement_path("Z-1")))
    assert "Margins" in one(browser, "h1").text
    assert complaints(browser) == []


def test_search_leads_to_the_step_that_says_so(browser: Any, site: Path) -> None:
    box = one(opened(browser, site, statement_path("Z-2+")), "#search")
    box.send_keys("least margin every")
    until(browser, lambda b: one(b, "#found [role=option]").is_displayed())
    box.send_keys(keys().ARROW_DOWN, keys().ENTER)
    wanted = f"{statement_path('Z-1')}#{step_anchor('summand')}"
    until(browser, lambda b: b.current_url.endswith(wanted))
    assert browser.execute_script("return !!document.querySelector(':target')")
    box = one(browser, "#search")
    box.send_keys("nothing has this name")
    until(browser, lambda b: one(b, "#found-count").get_attribute("textContent") == "0 found")
    assert not one(browser, "#found").is_displayed()


def test_evidence_opens_by_keyboard_and_shows_what_the_checker_accepts(
    browser: Any, site: Path
) -> None:
    opened(browser, site, statement_path("Z-1"))
    step = f"#{step_anchor(STEP.name)}"
    summary = one(browser, f"{step} details[data-has] > summary")
    summary.send_keys(keys().ENTER)
    assert one(browser, f"{step} details[data-has]").get_attribute("open") is not None
    inner = until(browser, lambda b: one(b, f"{step} details.data > summary"))
    inner.send_keys(keys().ENTER)
    shown = until(browser, lambda b: one(b, f"{step} details.data pre").text)
    documents = json.loads(shown)
    assert documents
    assert all(check(document).accepted for document in documents)
    goal = browser.find_elements("css selector", f"{step} details.data > summary")[1]
    goal.send_keys(keys().SPACE)
    place = f"{step} details.data:last-child pre"
    assert until(browser, lambda b: one(b, place).text).startswith("Lemma claim_Z_1")
    assert complaints(browser) == []


def test_the_theme_is_kept_from_page_to_page(browser: Any, site: Path) -> None:
    system = {"features": [{"name": "prefers-color-scheme", "value": "light"}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", system)
    assert not is_dark(opened(browser, site))
    one(browser, "#theme").send_keys(keys().ENTER)
    assert is_dark(browser)
    assert is_dark(opened(browser, site, statement_path("Z-1")))
    assert one(browser, "#theme").get_attribute("aria-pressed") == "true"
    one(browser, "#theme").click()
    assert not is_dark(browser)
    system["features"][0]["value"] = "dark"
    browser.execute_script("localStorage.removeItem('theme')")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", system)
    assert is_dark(opened(browser, site))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.long
def test_everything_can_be_reached_and_is_seen_by_keyboard(browser: Any, site: Path) -> None:
    opened(browser, site, statement_path("Z-1"))
    one(browser, "body").send_keys(keys().TAB)
    skip = browser.switch_to.active_element
    assert skip.text == "Skip to the content"
    assert skip.is_displayed()
    skip.send_keys(keys().ENTER)
    assert browser.switch_to.active_element.get_attribute("id") == "main"
    unseen = """const all = [...document.querySelectorAll('a[href], button, input, summary')];
    return all.filter((e) => {
      e.focus({ focusVisible: true });
      const style = getComputedStyle(e);
      return e.checkVisibility() && (document.activeElement !== e || style.outlineStyle === 'none');
    }).map((e) => e.outerHTML.slice(0, 120))"""
    assert browser.execute_script(unseen) == []
    unreached = """return [...document.querySelectorAll('main *')].filter((e) => {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
      return scrolls && e.scrollWidth > e.clientWidth && e.tabIndex < 0;
    }).map((e) => e.outerHTML.slice(0, 120))"""
    browser.set_window_size(420, 900)
    assert until(browser, lambda b: b.execute_script(unreached) == [])
    browser.set_window_size(1200, 900)
    unnamed = """return [...document.querySelectorAll('button, input, nav, [role=group]')].filter(
      (e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length))
      .map((e) => e.outerHTML.slice(0, 120))"""
    assert browser.execute_script(unnamed) == []
