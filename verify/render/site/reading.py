"""The page that says, on one screen, how to read the others."""

from __future__ import annotations

from verify.render.site.contents import badge
from verify.render.site.layout import page
from verify.render.words import GRADE_MEANINGS

VERDICTS = (
    ("✓ holds", "as printed, or as we claim it; an outlined ✓ means that Coq accepted it before, "
     "and was not asked again in this run"),
    ("✓+ holds with", "with one more assumption, which is named and shown to be necessary"),
    ("✗ false", "with a counterexample, and a correct version if known"),
    ("◇ ⁙ ◌", "supported by an argument in words, by samples, or by checked steps; no method has "
     "proved the whole"),
    ("? open", "not decided here; the page says what would decide it"),
)  # fmt: skip
WORDS = {
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
    words = "".join(f"<dt>{name}</dt><dd>{says}</dd>" for name, says in WORDS.items())
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
