"""The page that says, on one screen, how to read the others."""

from __future__ import annotations

from verify.telling.site.contents import badge
from verify.telling.site.layout import page

# What each grade covers, as the README promises it.
PROMISES = {
    "kernel": "Coq accepted the claim as written, in every dimension and for any number of tokens; "
    "it assumes what Coq's classical reals assume and, unless the page says so, no more",
    "proved": "derived exactly, and anew from the raw claim by a separate checker; as general",
    "enclosed": "ball arithmetic, every rounding counted, has covered a region of parameters",
    "argued": "the steps are decided, the conclusion is in words that no machine checks",
    "sampled": "exact random instances, or one run of an experiment, and none contradicts",
    "refuted": "there is a witness, exact or rigorously enclosed, or a proof of the opposite",
    "inconclusive": "anything else, with its reason",
}  # fmt: skip
VERDICTS = (
    ("✓ holds", "as it is printed, or as we claim it; with an outlined ✓ Coq has accepted it "
     "before, and this run has not asked it again"),
    ("✓+ holds with", "one more assumption, which is named and shown to be needed"),
    ("✗ false", "with a witness, and what is true instead where that is known"),
    ("◇ ⁙ ◌", "it is argued in words, or no sample contradicts it, or only its steps are checked: "
     "no method has proved it"),
    ("? open", "not decided here; the page says what would decide it"),
)  # fmt: skip
WORDS = {
    "step": "one sentence of a proof with what it asserts, decided by itself",
    "mutant": "a false twin: the claim with a sign, a constant or an assumption changed. Each must "
    "be refuted, for a check that cannot fail checks nothing",
    "witness": "an exact instance, or one enclosed by balls, that refutes a sentence",
    "certificate": "the claim as the checker reads it, which derives it anew",
    "ours": "what no paper says: a repair or an extension",
}


def reading_page() -> str:
    """Return the page."""
    verdicts = "".join(f"<dt>{name}</dt><dd>{says}</dd>" for name, says in VERDICTS)
    grades = "".join(f"<dt>{badge(name)}</dt><dd>{says}</dd>" for name, says in PROMISES.items())
    words = "".join(f"<dt>{name}</dt><dd>{says}</dd>" for name, says in WORDS.items())
    body = f"""<h1>How to read this</h1>
<p class="lead">Each statement of the papers has a page. The card at its top sums the page up: what
the paper says, whether it holds, what is wrong, what is true instead, and which step decides.</p>
<div class="screen"><section><h2>Verdicts</h2><dl class="promises">{verdicts}</dl>
<h2>Words</h2><dl class="promises">{words}</dl></section>
<section><h2>Grades</h2><dl class="promises">{grades}</dl>
<p class="quiet">A verdict has the grade of the claim as a whole, and never more.</p></section>
</div>
<p>Below the card is the proof, step by step: a sentence, its formulas, and a line that opens to
the evidence. The step that shows what is false is tinted.</p>"""
    return page("How to read this", body, root=".", here="reading.html")
