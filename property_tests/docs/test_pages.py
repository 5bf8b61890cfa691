"""Pages are short, their links lead somewhere, and what they count and list is so."""

import re
import runpy
from collections import Counter
from pathlib import Path

import pytest

import verify
from verify.cli import main
from verify.running.records import recorded
from verify.statements.discovery import discover

ROOT = Path(__file__).resolve().parents[2]
README, CONTRIBUTING, CHANGELOG, CITATION = (
    (ROOT / name).read_text("utf-8")
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff")
)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
BUILT = ("reference/",)  # from docs/, pages that the build writes


def test_pages_are_short():
    assert README.count("\n") <= 120
    assert CONTRIBUTING.count("\n") <= 100
    releases = re.split(r"^(?=## )", CHANGELOG, flags=re.MULTILINE)[1:]
    assert releases
    assert [
        release.split("\n")[0] for release in releases if release.strip().count("\n") >= 25
    ] == []


def test_the_version_is_one():
    assert f"\nversion: {verify.__version__}\n" in CITATION
    assert re.search(rf"^## {re.escape(verify.__version__)} \(", CHANGELOG, re.MULTILINE)


def test_links_lead_somewhere():
    pages = [path for path in ROOT.glob("*.md")] + [
        path for path in ROOT.glob("docs/**/*.md")
        if path.relative_to(ROOT).parts[1] not in ("reference", "notebooks", "examples")
    ]  # fmt: skip
    links = [(page, link) for page in pages for link in LINK.findall(page.read_text("utf-8"))]
    assert len(links) > 40
    assert [
        (page.name, link) for page, link in links
        if not (page.parent / link).exists() and not link.startswith(BUILT)
    ] == []  # fmt: skip


def test_every_page_is_in_the_table_of_contents():
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = {
        path.relative_to(ROOT / "docs").with_suffix("").as_posix()
        for folder in ("tutorial", "howto", "explanation", "decisions")
        for path in (ROOT / "docs" / folder).glob("*.md")
    }
    assert {
        page for page in pages if f"\n{page}\n" not in index or f"({page}.md)" not in index
    } == set()


def test_the_readme_counts_the_statements():
    catalogue = discover()
    records = recorded(catalogue)
    papers = [s for s in catalogue.statements if s.origin != "ours"]
    counts = Counter(records[s.id]["verdict"] for s in papers)
    sentence = (
        f"Of the {len(papers)} statements in the papers, {counts['holds']} hold, "
        f"{counts['holds_with']} hold with one more assumption, {counts['false']} are false and "
        f"{counts['open']} are open. Another {len(catalogue.statements) - len(papers)} are ours"
    )
    assert sentence in " ".join(README.split())
    assert f"read {len(catalogue.statements)} statements" in CHANGELOG


def test_the_picture_is_that_of_its_command():
    drawn = runpy.run_path(str(ROOT / "docs" / "pictures" / "draw.py"))
    assert drawn["TARGET"].read_text("utf-8") == drawn["picture"]()


def test_the_tree_names_every_package():
    tree = (ROOT / "docs" / "explanation" / "engine.md").read_text("utf-8")
    named = set(re.findall(r"^  ([a-z_]+)(?:/|\.py) +\S", tree, re.MULTILINE))
    there = {path.stem for path in (ROOT / "verify").iterdir() if path.suffix in ("", ".py")}
    assert named == {name for name in there if not name.startswith("__")}


@pytest.mark.parametrize("text", [CONTRIBUTING, README], ids=["CONTRIBUTING", "README"])
def test_files_that_are_named_exist(text):
    files = re.findall(
        r"`((?:verify|proofs|docs|property_tests|notebooks)/[a-zA-Z_/]*(?:\.[a-z]+)?)`", text
    )
    missing = [name for name in files if not (ROOT / name).exists() and "PAPER" not in name]
    assert len(files) > 3
    assert missing == []


def test_the_index_is_up_to_date(capsys, monkeypatch):
    monkeypatch.chdir(ROOT / "proofs")
    assert main(["list", "--markdown", "-"]) == 0
    written = Path("INDEX.md").read_text("utf-8")
    assert capsys.readouterr().out == written, "verify list --markdown proofs/INDEX.md"
    assert [name for name in LINK.findall(written) if not Path(name).is_file()] == []


def test_whoever_cites_finds_the_papers():
    for paper in discover().papers:
        assert f"title: {paper.title}\n" in CITATION
        assert re.match(r"arXiv:[\d.]+\d", paper.reference)[0].split("v")[0] in CITATION
