"""The papers: a module for each statement or tight family of statements."""

import verify.statements.from_source  # noqa: F401 - before a module of them is loaded
