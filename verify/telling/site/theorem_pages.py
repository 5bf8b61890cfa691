"""The pages of external theorems, which are cited and never proved here, and their list."""

from __future__ import annotations

from verify.statements.paper import Theorem
from verify.telling.site.contents import Contents, Use
from verify.telling.site.formula_blocks import step_anchor
from verify.telling.site.layout import escaped, link, page, statement_path, theorem_path
from verify.telling.site.mathml import MathmlNotation
from verify.telling.words import counted

WORDS = MathmlNotation()


def theorem_page(contents: Contents, theorem: Theorem) -> str:
    """Return the page of an external theorem: its premises, and which steps stand for them."""
    uses = contents.uses[theorem.key]
    premises = "".join(
        f'<section class="step" aria-labelledby="premise-{k}"><h3 id="premise-{k}">'
        f"<span>({k})</span> Premise</h3>"
        f"<p>{WORDS.prose(hypothesis)}</p>{_discharged(uses, hypothesis)}</section>"
        for k, hypothesis in enumerate(theorem.hypotheses, 1)
    )
    lines = "".join(_use(contents, use) for use in uses)
    through = sorted(_through(contents, {use.statement.id for use in uses}))
    above = f"<p>Through these it also carries {contents.links(through)}.</p>" if through else ""
    body = f"""<article><p class="kicker">External theorem · \
<span class="id">{escaped(theorem.key)}</span></p>
<h1>{escaped(theorem.name)}</h1>
<p class="sentence">{WORDS.prose(theorem.says)}</p>
<p class="quiet">{escaped(theorem.reference)}</p>
<p>It is cited and not proved here. What is decided is each of its premises, by the steps below.</p>
<section aria-labelledby="premises"><h2 id="premises">Premises</h2>{premises}</section>
<section aria-labelledby="uses"><h2 id="uses">What rests on it</h2><ul>{lines}</ul>{above}</section>
</article>"""
    return page(theorem.name, body)


def _step_link(use: Use, name: str, shown: str) -> str:
    path = f"{statement_path(use.statement.id)}#{step_anchor(name)}"
    return link(path, shown)


def _discharged(uses: list[Use], hypothesis: str) -> str:
    lines = "".join(
        f'<li><span class="id">{escaped(use.statement.id)}</span>: '
        + ", ".join(_step_link(use, name, escaped(name)) for name in names)
        + "</li>"
        for use in uses
        for premise, names in use.premises
        if premise == hypothesis
    )
    return f'<ul class="mutants">{lines}</ul>' if lines else ""


def _use(contents: Contents, use: Use) -> str:
    title = contents.told[use.statement.id].title
    step = _step_link(use, use.step, f"step “{escaped(use.step)}”")
    return f"<li>{contents.link(use.statement.id)} {title}: {step}</li>"


def _through(contents: Contents, direct: set[str]) -> set[str]:
    """Return the statements that rest on some that cite a theorem, and do not cite it."""
    found, waiting = set(direct), list(direct)
    while waiting:
        for above in contents.used_by.get(waiting.pop(), ()):
            if above not in found:
                found.add(above)
                waiting.append(above)
    return found - direct


def theorems_page(contents: Contents) -> str:
    """Return the list of external theorems."""
    lines = "".join(
        f"<dt>{link(theorem_path(key), escaped(theorem.name), root='.')}</dt>"
        f"<dd>{WORDS.prose(theorem.says)} "
        f'<span class="quiet">{counted(len(contents.uses[key]), "citation")}: '
        f"{contents.links(dict.fromkeys(u.statement.id for u in contents.uses[key]), '.')}</span>"
        "</dd>"
        for key, theorem in contents.theorems.items()
    )
    none = "<p>No statement here cites an external theorem.</p>" if not lines else ""
    body = f"""<h1>External theorems</h1>
<p class="lead">What is cited and never proved here. Each premise has a step of its own.</p>
<dl class="theorems">{lines}</dl>{none}"""
    return page("External theorems", body, root=".", here="theorems.html")
