"""The frame of every page: its head, the navigation, what is escaped, and the names of files.

Pages are HTML that is well-formed XML as well, so that a test can read them strictly. They load
nothing but files beside them: no network, and no `fetch`, which browsers refuse to local files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

STYLES = ("site.css",)
SCRIPTS = ("site.js",)
NAVIGATION = (
    ("index.html", "Overview"),
    ("graph.html", "Graph"),
    ("witnesses.html", "Witnesses"),
    ("theorems.html", "External theorems"),
    ("reading.html", "How to read this"),
)
CURRENT = ' aria-current="page"'  # of the entry where one is
FOLDERS = frozenset({"assets", "data", "figures"})  # besides those of statements
SPELLED = {"'": "_prime", "+": "_plus", "_": "__", "*": "_star"}  # in the names of files
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# What XML 1.0 has no way to write, and what would turn the direction of the text around.
UNPRINTABLE = re.compile(
    r"[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]|[\u202A-\u202E\u2066-\u2069\uFFFE]"
)


def escaped(text: object) -> str:
    """Return text for HTML, as content or between the quotes of an attribute."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", str(text)).translate(ENTITIES)


def spelled(identifier: str) -> str:
    """Return a name in ASCII letters and digits, `A-T5.1+` as `A-T5.1_plus`; others have others."""
    return "".join(
        c if c.isascii() and (c.isalnum() or c in ".-") else SPELLED.get(c, f"_u{ord(c):04x}_")
        for c in identifier
    )


def file_name(identifier: str) -> str:
    """Return the name of a file for an id; others have others, even where case makes no difference.

    Letters are expected to be capitals; the end of the name says which ones are not, one bit each.
    """
    letters = [c for c in identifier if c.isascii() and c.isalpha()]
    bits = "".join("01"[c.islower()] for c in letters)
    return spelled(identifier) + (f"_c{int(bits, 2):x}" if "1" in bits else "")


def page_folder(identifier: str) -> str:
    """Return the folder of a statement's page, which a reader can type: its id, as `A-T5.1+`.

    No file system has a file with a star in its name everywhere; `B-T2*` is in `B-T2_star`.
    """
    name = identifier.replace("*", SPELLED["*"])
    return f"{name}_" if name.lower() in FOLDERS else name


def statement_path(identifier: str) -> str:
    """Return where a statement's page is, from the site's root."""
    return f"{page_folder(identifier)}/index.html"


def theorem_path(key: str) -> str:
    """Return where an external theorem is told, from the site's root."""
    return f"theorems.html#{anchor(key)}"


def scene_path(identifier: str, name: str) -> str:
    """Return where the page of a statement's scene is, from the site's root."""
    words = re.findall("[a-z0-9]+", name.lower()) or ["scene"]
    return f"{page_folder(identifier)}/{'-'.join(words)}.html"


def anchor(name: str) -> str:
    """Return the anchor of a step, a section or a scene by its name."""
    return spelled(re.sub(r"\s+", "-", name.strip()))


def link(path: str, shown: str, *, root: str = "..", cls: str = "") -> str:
    """Return a link to a path from the site's root; `shown` is HTML."""
    named = f' class="{escaped(cls)}"' if cls else ""
    return f'<a href="{escaped(f"{root}/{path}")}"{named}>{shown}</a>'


def table(header: Iterable[str], rows: Iterable[str], *, label: str) -> str:
    """Return a table of rows in HTML under a header, which scrolls where it is too wide."""
    heads = "".join(f'<th scope="col">{escaped(words)}</th>' for words in header)
    return (
        f'<div class="wide" role="group" aria-label="{escaped(label)}" tabindex="0"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def page(
    title: str,
    body: str,
    *,
    root: str = "..",
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
    here: str = "",
) -> str:
    """Return a whole page: `body` is the HTML of its main part, with one `h1`.

    `root` leads from the page's folder to the site's, `scripts` and `styles` are names of files
    in `assets`, and `here` is the entry of the navigation that the page is.
    """
    sheets = "\n".join(
        f'<link rel="stylesheet" href="{escaped(root)}/assets/{escaped(name)}" />'
        for name in (*STYLES, *styles)
    )
    loaded = "\n".join(
        f'<script src="{escaped(root)}/assets/{escaped(name)}" defer="defer"></script>'
        for name in (*SCRIPTS, *scripts)
    )
    return f"""<!DOCTYPE html>
<html lang="en" data-root="{escaped(root)}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{escaped(title)}</title>
<link rel="icon" href="data:," />
<script src="{escaped(root)}/assets/theme.js"></script>
{sheets}
{loaded}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
{_header(root, here)}
<main id="main" tabindex="-1">
{body}
</main>
<footer><p>Written by <code>verify report</code>. This site works offline.</p></footer>
</body>
</html>
"""


def _header(root: str, here: str) -> str:
    """Return the head of a page; a script adds the search box and the switch, which need it."""
    entries = "".join(
        f'<li><a href="{escaped(f"{root}/{path}")}"{CURRENT * (path == here)}>{words}</a></li>'
        for path, words in NAVIGATION
    )
    return f'<header>\n<nav aria-label="Site"><ul>{entries}</ul></nav>\n</header>'
