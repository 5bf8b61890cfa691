"""A page that needs nothing beside it: what all commands on checkpoints write as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import resources

from verify.telling.site.layout import escaped


def framed(title: str, body: str, style: str, command: str) -> str:
    """Return a whole page with the style of the site inside it; `command` wrote it."""
    sheet = resources.files("verify.telling.site") / "assets" / "site.css"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{escaped(title)}</title>
<link rel="icon" href="data:," />
<style>{escape(sheet.read_text(encoding="utf-8"), quote=False)}{style}</style>
</head>
<body>
<main id="main">
{body}
<p class="quiet">Written by <code>{escaped(command)}</code>. Nothing here needs a network.</p>
</main>
</body>
</html>
"""


def listed(items: Iterable[str]) -> str:
    """Return plain texts as a list."""
    return f"<ul>{''.join(f'<li>{escaped(item)}</li>' for item in items)}</ul>"
