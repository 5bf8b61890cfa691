"""The pages of external theorems, which are assumed and never proved here, and their list."""

from __future__ import annotations

from verify.render.site.contents import Contents
from verify.render.site.layout import escaped, link, page, theorem_path
from verify.render.words import counted
from verify.statements.paper import Theorem


def theorem_page(contents: Contents, theorem: Theorem) -> str:
    """Return the page of an external theorem: what it says, and which claims assume it."""
    lines = "".join(
        f"<li>{contents.link(name)} {contents.title(name)}</li>"
        for name in contents.uses[theorem.key]
    )
    body = f"""<article><p class="kicker">External theorem · \
<span class="id">{escaped(theorem.key)}</span></p>
<h1>{escaped(theorem.name)}</h1>
<p class="sentence">{escaped(theorem.says)}</p>
<pre>{escaped(theorem.definition)}</pre>
<p>These claims assume it as stated here; it is not proved. The Coq proofs verify its
hypotheses.</p>
<section aria-labelledby="uses"><h2 id="uses">Used by</h2><ul>{lines}</ul></section>
</article>"""
    return page(theorem.name, body)


def theorems_page(contents: Contents) -> str:
    """Return the list of external theorems."""
    lines = "".join(
        f"<dt>{link(theorem_path(key), escaped(theorem.name), root='.')}</dt>"
        f"<dd>{escaped(theorem.says)} "
        f'<span class="quiet">{counted(len(contents.uses[key]), "claim")}: '
        f"{contents.links(contents.uses[key], '.')}</span></dd>"
        for key, theorem in contents.theorems.items()
    )
    none = "<p>No claim here assumes an external theorem.</p>"
    listed = f'<dl class="theorems">{lines}</dl>' if lines else none
    body = f"""<h1>External theorems</h1>
<p class="lead">Theorems from the literature that our proofs assume, as stated in Coq.</p>
{listed}"""
    return page("External theorems", body, root=".", here="theorems.html")
