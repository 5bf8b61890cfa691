"""The site: pages are well-formed, lead somewhere, load nothing from elsewhere, and escape text."""

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.render_examples import STATEMENTS, result_of, run_of
from verify.checker import check
from verify.methods.certificate import decide
from verify.render.figures.drawing import COLOURS
from verify.render.figures.small import DrawnFigure
from verify.render.files import write_folder
from verify.render.site.build import KIND, site_files
from verify.render.site.formula_blocks import step_anchor
from verify.render.site.layout import escaped, file_name, statement_path
from verify.render.site.pictures import COLOURS as TOKEN_COLOURS
from verify.statements.discovery import discover
from verify.statements.outcomes import Run
from verify.statements.statement import Statement
from verify.vocabulary import *

HOSTILE = "<script>alert('x')</script> & \"quoted\" ]]> <!-- </title>"
MEGABYTE = 10**6
# How many children a MathML element takes; what is not here takes any number.
CHILDREN = {
    "msub": 2, "msup": 2, "mfrac": 2, "mover": 2, "munder": 2, "msubsup": 3, "munderover": 3,
}  # fmt: skip
TOKENS = ("mi", "mn", "mo", "mtext", "mspace")

paper = Paper("<H>", HOSTILE, HOSTILE, 2024, HOSTILE, (HOSTILE,))


@statement("H1'+", paper.label(HOSTILE), title=HOSTILE, position=(1,))
def hostile(given: Given) -> Proof:
    yield claim(HOSTILE)
    x = given(any_scalar("x", latex=r"x_{</math><b>}"))
    name = "</details>\"' _step"
    step = Identity(x + 1, 1 + x, name=name).but_not(HOSTILE, right=x)
    yield HOSTILE, step
    yield HOSTILE, Equivalence(HOSTILE, HOSTILE, (name,), (name,), name="both")


EXAMPLES = (*STATEMENTS, hostile)
Files = dict[str, str | bytes]


def decided(*statements: Statement) -> Run:
    """A run in which everything was decided, each mutant of an assumption at the first step."""
    results = []
    for one in statements:
        result, first = result_of(one), one.declared.said[0].name
        mutants = tuple(replace(mutant, step=first) for mutant in result.mutants)
        results.append(replace(result, mutants=mutants))
    return run_of(*results)


@pytest.fixture(scope="module")
def files() -> Files:
    return site_files(EXAMPLES, decided(*EXAMPLES))


def pages(files: Files) -> Iterator[tuple[str, ElementTree.Element]]:
    """Yield every page, read as strictly as XML is."""
    for path, content in files.items():
        if path.endswith(".html"):
            assert isinstance(content, str)
            assert content.startswith("<!DOCTYPE html>\n")
            try:
                yield path, ElementTree.fromstring(content.removeprefix("<!DOCTYPE html>\n"))
            except ElementTree.ParseError as error:
                line = content.splitlines()[error.position[0]]
                pytest.fail(f"{path}: {error}: {line[max(0, error.position[1] - 80) :][:160]}")


def addresses(page: ElementTree.Element) -> Iterator[str]:
    """Yield everything a page links to or loads."""
    for element in page.iter():
        for key in ("href", "src", "action", "poster", "data-file"):
            if key in element.attrib:
                yield element.attrib[key]


def check_site(files: Files) -> None:
    """Check what holds for every site: links, anchors, headings, MathML, and who is loaded."""
    anchors = {}
    for path, page in pages(files):
        identified = [e.attrib["id"] for e in page.iter() if "id" in e.attrib]
        assert len(identified) == len(set(identified)), path
        anchors[path] = set(identified)
    for path, page in pages(files):
        for address in addresses(page):
            check_address(files, anchors, path, address)
        check_headings(path, page)
        check_told_aloud(path, page)
        check_formulas(path, page)
        answers = [e for e in page.iter("strong") if e.attrib.get("class") == "answer"]
        assert len(answers) == path.endswith("/index.html"), path
        if path.endswith("/index.html"):
            check_fragments(files, anchors, path)
    for path, content in files.items():
        if path.endswith(".css"):
            text = content.decode() if isinstance(content, bytes) else content
            assert "@import" not in text, path
            urls = re.findall(r"url\((.*?)\)", text)
            assert all(url.startswith("data:") or f"assets/{url}" in files for url in urls), path


def check_fragments(files: Files, anchors: dict[str, set[str]], path: str) -> None:
    """Check the HTML that a script puts into the folds of a page: sound, and some for each."""
    page = ElementTree.fromstring(str(files[path]).removeprefix("<!DOCTYPE html>\n"))
    article = next(page.iter("article"))
    parts = unpacked(files, article.attrib["data-id"])["evidence"]
    opened = {
        fold.attrib.get("id", section.attrib.get("id"))
        for section in article.iter("section")
        for fold in section.iter("details")
        if "e" in fold.attrib.get("data-has", "")
    }
    assert opened - {None} == set(parts), path
    for html in parts.values():
        fragment = ElementTree.fromstring(f"<div>{html}</div>")
        check_formulas(path, fragment)
        for address in addresses(fragment):
            check_address(files, anchors, path, address)


def check_address(files: Files, anchors: dict[str, set[str]], path: str, address: str) -> None:
    if address.startswith("data:"):
        return
    assert not re.match(r"[a-z]+:|//|/", address), f"{path} leads away: {address}"
    target, _, fragment = address.partition("#")
    at = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(target)))
    at = path if not target else at
    assert at in files, f"{path} leads to {address}, which is nowhere"
    assert not fragment or fragment in anchors[at], f"{path}: {at} has no anchor {fragment}"


def check_headings(path: str, page: ElementTree.Element) -> None:
    """A page has one main part, one first heading, and skips no level of headings."""
    assert len(list(page.iter("main"))) == 1, path
    assert page.attrib["lang"] == "en", path
    levels = [int(e.tag[1]) for e in page.iter() if re.fullmatch(r"h[1-6]", e.tag)]
    assert levels.count(1) == 1, path
    assert levels[0] == 1, path
    assert all(after <= before + 1 for before, after in pairwise(levels)), path


def check_told_aloud(path: str, page: ElementTree.Element) -> None:
    """What a screen reader needs: names of pictures, of columns and of places, and sound lists."""
    for element in page.iter():
        children = [child.tag for child in element]
        match element.tag:
            case "img":
                sound = bool(element.attrib["alt"].strip())
            case "th":
                sound = bool("".join(element.itertext()).strip())
            case "dl":
                sound = children[:1] in (["dt"], ["div"]) and {*children} <= {"dt", "dd", "div"}
            case "ul" | "ol":
                sound = "role" not in element.attrib and {*children} <= {"li"}
            case _:
                sound = True
        assert sound, f"{path}: {ElementTree.tostring(element, 'unicode')[:200]}"


def check_formulas(path: str, page: ElementTree.Element) -> None:
    for formula in page.iter("math"):
        assert len(formula), path
        for element in formula.iter():
            told = ElementTree.tostring(element, "unicode")[:200]
            if element.tag in CHILDREN:
                assert len(element) == CHILDREN[element.tag], f"{path}: {told}"
            if element.tag in TOKENS:
                assert not len(element), f"{path}: {told}"
                assert element.tag == "mspace" or (element.text or "").strip(), f"{path}: {told}"
            else:
                loose = [element.text, *(child.tail for child in element)]
                assert not any((text or "").strip() for text in loose), f"{path}: {told}"


# ------------------------------------------------------------------ every page


def test_the_site_of_made_up_statements_holds_together(files: Files) -> None:
    check_site(files)


def test_an_undecided_site_holds_together() -> None:
    undecided = site_files(EXAMPLES, None)
    check_site(undecided)
    assert "Not decided here" in undecided[statement_path("Z-1")]


@pytest.mark.long
def test_the_site_of_every_statement_is_small_and_holds_together() -> None:
    statements = discover().statements
    site = site_files(statements, decided(*statements))
    check_site(site)
    unread = [path for path, text in site.items() if isinstance(text, str) and "<mtext>\\" in text]
    assert unread == []  # LaTeX of an author that is shown as it is
    assert sum(len(c.encode() if isinstance(c, str) else c) for c in site.values()) < 4.9 * MEGABYTE
    scripts = [
        c for path, c in site.items() if path.endswith((".css", ".js")) and "search" not in path
    ]
    assert sum(map(len, (c for c in scripts if isinstance(c, bytes)))) < MEGABYTE / 8


def test_the_same_results_make_the_same_bytes(files: Files) -> None:
    assert files == site_files(EXAMPLES, decided(*EXAMPLES))


def test_hostile_text_is_text(files: Files) -> None:
    page = dict(pages(files))[statement_path(hostile.id)]
    body = " ".join("".join(page.find("body").itertext()).split())  # type: ignore[union-attr]
    for part in ("alert(", "</title>", "]]>", "</details>"):
        assert part in body.replace("’", "'")
    assert HOSTILE.split("&")[1].split("]]>")[0].strip(' "') in body.replace("“", '"')
    for path, read in pages(files):
        for script in read.iter("script"):
            assert script.attrib.get("type") == "application/json" or "src" in script.attrib, path
        assert not [e for e in read.iter() if any(key.startswith("on") for key in e.attrib)], path


@given(st.text())
def test_escaped_text_reads_as_it_was(text: str) -> None:
    read = ElementTree.fromstring(f'<p title="{escaped(text)}">{escaped(text)}</p>')
    # XML has no way to write these, and a reader would not see them.
    lost = re.compile(r"[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]|[‪-‮⁦-⁩]")
    assert (read.text or "") == lost.sub("�", text).replace("\r\n", "\n").replace("\r", "\n")


@given(st.lists(st.text(max_size=6) | st.text("aAbBzZ-._1c", max_size=6), unique=True, max_size=5))
def test_ids_have_files_of_their_own_where_case_does_not_count(identifiers: list[str]) -> None:
    names = [file_name(identifier) for identifier in identifiers]
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]*", name) for name in names)


def unpacked(files: Files, identifier: str) -> dict[str, Any]:
    """A statement's data, as the page's script unpacks it."""
    text = files[f"data/{file_name(identifier)}.js"]
    assert isinstance(text, str)
    found = re.search(r'\[(".*?")\] = "([^"\\\n]*)";\n$', text)
    assert found is not None
    assert json.loads(found[1]) == identifier
    read: dict[str, Any] = json.loads(gzip.decompress(base64.b85decode(found[2])))
    return read


def test_the_checker_accepts_the_certificates_of_a_page() -> None:
    margins = STATEMENTS[0]
    said = margins.declared.said[0]
    (result,) = decided(margins).statements
    first = replace(result.steps[0], outcomes=(decide(said),))
    run = run_of(replace(result, steps=(first, *result.steps[1:])))
    data = unpacked(site_files([margins], run), margins.id)
    documents = data["certificate"][step_anchor(said.name)]
    assert documents
    assert all(check(document).accepted for document in documents)
    assert data["goal"][step_anchor(said.name)].startswith("Lemma claim_Z_1")


def test_the_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def interrupt(_done: int, _total: int, _what: str) -> None:
        raise KeyboardInterrupt

    folder = tmp_path / "site"
    with pytest.raises(KeyboardInterrupt):
        site_files(EXAMPLES, None, interrupt)
    assert list(tmp_path.iterdir()) == []
    written = write_folder(folder, KIND, site_files(EXAMPLES, None))
    assert folder / "index.html" in written
    assert all(path.is_file() for path in written)
    fewer = write_folder(folder, KIND, site_files(EXAMPLES[:1], None))
    assert not (folder / statement_path(STATEMENTS[1].id)).exists()
    assert {p for p in folder.rglob("*.html")} == {p for p in fewer if p.suffix == ".html"}


# ------------------------------------------------------------------ colours


def luminance(colour: str) -> float:
    """The relative luminance of #rrggbb, by the definition of WCAG 2."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_and_tokens_stand_out_from_what_is_behind_them(files: Files, theme: int) -> None:
    sheet = files["assets/site.css"]
    assert isinstance(sheet, bytes)
    pairs = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", sheet.decode())
    colours = {name: pair[theme] for name, *pair in pairs}
    grounds = [colours.pop(name) for name in ("paper", "shade")]
    del colours["line"]  # a rule between rows, and no text
    assert len(colours) == 9
    assert all(contrast(c, ground) >= 4.5 for c in colours.values() for ground in grounds)
    for fill, ink in TOKEN_COLOURS:
        assert contrast(fill, ink) >= 4.5 and all(contrast(fill, g) >= 3 for g in grounds)


@pytest.mark.parametrize("name", COLOURS)
def test_lines_of_figures_stand_out_from_white(name: str) -> None:
    assert contrast(COLOURS[name], "#ffffff") >= 3


def test_a_paper_s_figure_is_on_the_pages_of_what_it_illustrates():
    shown, other = EXAMPLES[0], EXAMPLES[1]
    figure = DrawnFigure("A-1", (shown.id,), "Tokens", "They <meet>.", b"<svg/>", (4, 3))
    files = site_files(EXAMPLES, decided(*EXAMPLES), figures=[figure])
    check_site(files)
    assert files["figures/A-1.svg"] == b"<svg/>"
    images = {path: [e.attrib for e in page.iter("img")] for path, page in pages(files)}
    (image,) = images[statement_path(shown.id)]
    assert (image["src"], image["width"], image["height"]) == ("../figures/A-1.svg", "384", "288")
    assert image["alt"] == "Tokens"
    assert not images[statement_path(other.id)]
    assert [image["src"] for image in images["witnesses.html"]] == ["./figures/A-1.svg"]
