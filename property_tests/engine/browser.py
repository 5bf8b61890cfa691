"""A headless browser for the pages of the site; a test without Chromium is skipped."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def headless(*arguments: str) -> Iterator[Any]:
    """Yield a driver of Chromium in a window of 1200 x 900, with these arguments besides."""
    webdriver = pytest.importorskip("selenium.webdriver")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("Chromium and its driver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    usual = ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900")
    for argument in (*usual, *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=driver)
    browser = webdriver.Chrome(options=options, service=service)
    try:
        yield browser
    finally:
        browser.quit()


LOADED = """
return location.href === arguments[0] && document.readyState === "complete" && !!document.body;
"""


def visit(browser: Any, address: str) -> None:
    """Open a page and wait for all of it: on a busy machine `get` ends before it has a body."""
    browser.get(address)
    wait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait
    wait(browser, 20).until(lambda _: browser.execute_script(LOADED, address))


def write_page(
    folder: Path, name: str, body: str, scripts: Sequence[str], styles: Sequence[str]
) -> str:
    """Write a page with these scripts and style sheets of the site, and return its address."""
    source = resources.files("verify.render.site") / "assets"
    head = '<meta charset="utf-8"><link rel="icon" href="data:,">'
    for asset in (*scripts, *styles):
        (folder / asset).write_bytes((source / asset).read_bytes())
    head += "".join(f'<link rel="stylesheet" href="{style}">' for style in styles)
    head += "".join(f'<script src="{script}" defer></script>' for script in scripts)
    target = folder / name
    target.write_text(f"<!DOCTYPE html><title>A page</title>{head}<main>{body}</main>", "utf-8")
    return target.as_uri()


def complaints(browser: Any) -> list[str]:
    """Return what the browser's console says is wrong."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] != "INFO"]
