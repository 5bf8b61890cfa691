"""The whole site: its pages, its data and its assets, as files that need no network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import resources

from verify.render.errors import Usage
from verify.render.figures.small import DrawnFigure
from verify.render.latex_names import names
from verify.render.site import pictures
from verify.render.site.contents import Contents, badge, figure_path, figures_html
from verify.render.site.evidence import certificates, copies, data_path, evidence_of, goals, packed
from verify.render.site.formula_blocks import step_anchor
from verify.render.site.graph import graph_page
from verify.render.site.layout import (
    anchor,
    escaped,
    link,
    page,
    scene_path,
    statement_path,
    theorem_path,
)
from verify.render.site.mathml import MathmlNotation
from verify.render.site.overview import overview_page
from verify.render.site.statement_page import statement_page
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.words import GRADE_MEANINGS, standing
from verify.statements.outcomes import Run
from verify.statements.statement import Statement

KIND = "report"
SEARCH = "search"  # under which pages ask for what is searched; no id, which has capitals
WORDS = MathmlNotation()
Progress = Callable[[int, int, str], None]


def site_files(
    statements: Sequence[Statement],
    run: Run | None,
    progress: Progress = lambda _done, _total, _what: None,
    figures: Sequence[DrawnFigure] = (),
    beside: Sequence[Statement] = (),
) -> dict[str, str | bytes]:
    """Return the site's files, {path from its root: content}.

    Without a run it is the text alone. `progress` is told (done, all, what). `beside` are
    statements without a page, which may say what is true instead. Raises Usage.
    """
    contents = Contents(statements, run, figures, beside)
    files: dict[str, str | bytes] = {}
    total = len(statements)
    for done, statement in enumerate(statements, 1):
        made = _of_one(contents, statement)
        taken = {path.lower() for path in files}
        twice = next((path for path in made if path.lower() in taken), None)
        if twice is not None:
            raise Usage(f"{statement.id}: another page has the address {twice}; change the id")
        files |= made
        progress(done, total, statement.id)
    files |= {
        "index.html": overview_page(contents),
        "graph.html": graph_page(contents),
        "witnesses.html": _witnesses_page(contents),
        "theorems.html": _theorems_page(contents),
        "reading.html": reading_page(),
        "assets/search-index.js": search_index(contents),
    }
    files |= {figure_path(figure.name): figure.picture for figure in figures}
    return files | assets()


def _of_one(contents: Contents, statement: Statement) -> dict[str, str]:
    """Return the pages of one statement, with what their folds are filled from."""
    made = goals(statement)
    files = {
        statement_path(statement.id): statement_page(contents, statement, made),
        data_path(statement.id): _data(contents, statement, made),
    }
    for scene in statement.scenes:
        title, body = f"{statement.id}: {scene.title}", pictures.scene_body(statement, scene)
        files[scene_path(statement.id, scene.title)] = page(
            title, body, scripts=pictures.SCRIPTS, styles=pictures.STYLES
        )
    return files


def _data(contents: Contents, statement: Statement, made: Mapping[str, tuple[str, str]]) -> str:
    claims = certificates(contents.results.get(statement.id))
    found = {
        "copies": copies(statement, names(contents.statements)),
        "evidence": evidence_of(contents, statement, made),
        "certificate": {step_anchor(step): documents for step, documents in claims.items()},
        "goal": {step_anchor(step): text for step, (text, _) in made.items() if text},
    }
    return packed(statement.id, found)


def assets() -> dict[str, str | bytes]:
    """Return the style sheets, scripts and fonts that every site has, {path: content}."""
    folder = resources.files("verify.render.site") / "assets"
    return {
        f"assets/{item.name}": item.read_bytes()
        for item in sorted(folder.iterdir(), key=lambda item: item.name)
        if item.name.endswith((".css", ".js", ".woff2", ".txt"))
    }


def _witnesses_page(contents: Contents) -> str:
    lines = "".join(
        f"<dt>{link(scene_path(identifier, scene.title), escaped(scene.title), root='.')}</dt>"
        f'<dd class="witness"><div class="thumbnail">{pictures.still(scene)}</div>'
        f"<p>{WORDS.prose(scene.says)} {contents.link(identifier, '.')}</p></dd>"
        for identifier, scenes in contents.scenes.items()
        for scene in scenes
    )
    scenes = (
        f'<dl class="theorems">{lines}</dl>' if lines else ("<p>No statement has an animation.</p>")
    )
    figures = "".join(
        f"{figures_html([one], root='.')}<p>{contents.links(one.illustrates, '.')}</p>"
        for one in contents.figures
    )
    drawn = f"<h2>Figures</h2>{figures}" if figures else ""
    body = f"""<h1>Witnesses</h1>
<p class="lead">Instances that refute or illustrate a statement. Drag a token to see the effect.</p>
{scenes}{drawn}"""
    return page("Witnesses", body, root=".", here="witnesses.html")


def _theorems_page(contents: Contents) -> str:
    """Return the page of external theorems, which are assumed and never proved here."""
    told = "".join(
        f'<section><h2 id="{anchor(key)}">{escaped(theorem.name)}</h2>'
        f'<p class="sentence">{escaped(theorem.says)}</p><pre>{escaped(theorem.definition)}</pre>'
        f'<p class="quiet">Used by {contents.links(contents.uses[key], ".")}.</p></section>'
        for key, theorem in contents.theorems.items()
    )
    body = f"""<h1>External theorems</h1>
<p class="lead">Theorems from the literature that our proofs assume, as stated in Coq. They are not
proved here. The Coq proofs verify their hypotheses.</p>
{told or "<p>No claim here assumes an external theorem.</p>"}"""
    return page("External theorems", body, root=".", here="theorems.html")


def search_index(contents: Contents) -> str:
    """Return the script that hands over what is searched.

    An entry is [id, title, where in the paper and what became of it, path, steps], and a step
    [name, sentence].
    """
    entries = []
    write = UnicodeNotation()
    for statement in contents.statements:
        result = contents.results.get(statement.id)
        fate = f", {standing(result).mark.word}" if result is not None else ""
        steps = [[said.name, write.prose(said.sentence)] for said in statement.declared.said]
        entries.append([
            statement.id, write.prose(statement.title), f"{statement.label.text}{fate}",
            statement_path(statement.id), steps,
        ])  # fmt: skip
    for key, theorem in contents.theorems.items():
        entries.append([key, theorem.name, "external theorem", theorem_path(key), []])
    return packed(SEARCH, entries)


VERDICTS = (
    ("✓ holds", "as printed, or as we claim it; an outlined ✓ means that Coq accepted it before, "
     "and was not asked again in this run"),
    ("✓+ holds with", "with one more assumption, which is named and shown to be necessary"),
    ("✗ false", "with a counterexample, and a correct version if known"),
    ("◇ ⁙ ◌", "supported by an argument in words, by samples, or by checked steps; no method has "
     "proved the whole"),
    ("? open", "not decided here; the page says what would decide it"),
)  # fmt: skip
MEANINGS = {
    "step": "one sentence of a proof with its formulas, decided separately",
    "mutant": "a false variant: the claim with a sign, a constant or an assumption changed. "
    "Each must be refuted, because a check that cannot fail checks nothing",
    "witness": "an exact or rigorously enclosed instance that refutes a statement",
    "certificate": "the claim in the form that the independent checker reads",
    "ours": "our corrections and extensions, which are in no paper",
}


def reading_page() -> str:
    """Return the page."""
    verdicts = "".join(f"<dt>{name}</dt><dd>{says}</dd>" for name, says in VERDICTS)
    grades = "".join(
        f"<dt>{badge(name)}</dt><dd>{says}</dd>" for name, says in GRADE_MEANINGS.items()
    )
    words = "".join(f"<dt>{name}</dt><dd>{says}</dd>" for name, says in MEANINGS.items())
    body = f"""<h1>How to read this</h1>
<p class="lead">Each statement of the papers has a page. The card at its top sums the page up: what
is printed, what we prove, whether the printed statement holds, the error, a correct version, and
the deciding step.</p>
<div class="screen"><section><h2>Verdicts</h2><dl class="promises">{verdicts}</dl>
<h2>Words</h2><dl class="promises">{words}</dl></section>
<section><h2>Grades</h2><dl class="promises">{grades}</dl>
<p class="quiet">A verdict has the grade of the claim as a whole.</p></section>
</div>
<p>Below the card is the proof, step by step: a sentence, its formulas, and a line that opens to
the evidence. The step that refutes a false statement is highlighted.</p>"""
    return page("How to read this", body, root=".", here="reading.html")
