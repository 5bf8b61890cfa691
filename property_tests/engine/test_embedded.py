"""Scenes in a notebook: a picture where nothing may run, and below it the figure, whole."""

import re
from base64 import b64decode
from html import unescape
from xml.etree import ElementTree

import pytest

from property_tests.engine.browser import complaints, headless, visit
from property_tests.engine.scene_examples import MOVING
from verify.render.site.pictures import scene_html, still


def test_without_frames_the_still_picture_and_the_words_are_left():
    shown = scene_html(MOVING)
    assert MOVING.says in shown
    (data,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', shown)
    assert b64decode(data).decode() == still(MOVING) == MOVING._repr_svg_()
    outside = re.sub(r"<details>.*</details>", "", shown, flags=re.DOTALL)
    assert "<script" not in outside and "<iframe" not in outside
    ElementTree.fromstring(f"<div>{shown}</div>")  # no part of it ends early


def test_the_frame_loads_nothing_and_stays_small():
    (page,) = re.findall(r'srcdoc="([^"]*)"', scene_html(MOVING))
    text = unescape(page)
    assert text.count("<script") == 2 and text.count("<style>") == 1
    assert not re.findall(r"(?:src|href)=|@import|url\(", text)
    assert len(scene_html(MOVING)) < 60_000


@pytest.mark.long
def test_in_a_browser_the_framed_tokens_move(tmp_path):
    page = tmp_path / "scene.html"
    opened = scene_html(MOVING).replace("<details>", "<details open>")
    page.write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>A cell</title>{opened}', "utf-8")
    with headless() as browser:
        visit(browser, page.as_uri())
        browser.switch_to.frame(0)
        at_start = browser.execute_script("return window.pictures[0].time")
        browser.execute_script("document.querySelector(\"[data-part='end']\").click()")
        assert at_start == 0
        assert browser.execute_script("return window.pictures[0].time") == 1
        assert complaints(browser) == []
