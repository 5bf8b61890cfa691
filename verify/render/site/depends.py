"""What the pages of a site depend on, as hashes: a page is made anew where one of them changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property

from verify.render.kept import face, hashed, result_digest, statement_digest
from verify.render.site.contents import Contents
from verify.render.site.illustrated import SiteFigure
from verify.statements.contents import content_of
from verify.statements.statement import Statement


class Depends:
    """What pages depend on, each part found out once but for the reasons that runs may find."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self._results: dict[str, str] = {}

    def of_one(self, statement: Statement) -> list[str]:
        """Return what the pages of a statement depend on. Raises Opaque and Mistake.

        Of all others that is what they are called and whom they lead to, and all of its repairs.
        """
        others = [one for name in statement.repaired_by if (one := self.contents.every.get(name))]
        whole = [part for one in (statement, *others) for part in self._whole(one)]
        return [self._around, *whole, _of_figures(self.contents.drawn(statement.id))]

    def of_all(self) -> list[str]:
        """Return what the pages about all statements depend on. Raises Opaque and Mistake."""
        contents = self.contents
        every = [part for one in contents.every.values() for part in self._whole(one)]
        results = list(map(result_digest, contents.results.values()))
        beside = [dict(contents.environment), contents.digest]
        made = json.dumps(beside, default=str)
        return [self._around, *every, *results, made, _of_figures(contents.figures)]

    @cached_property
    def _around(self) -> str:
        """Return the hash of what may be told of any statement, and of the theorems cited."""
        contents = self.contents
        return content_of(
            [face(one) for one in contents.statements],
            [face(one) for one in contents.beside],
            contents.theorems,
        )

    def _whole(self, statement: Statement) -> Sequence[str]:
        if statement.id not in self._results:
            self._results[statement.id] = result_digest(self.contents.results.get(statement.id))
        return statement_digest(statement), self._results[statement.id]


def _of_figures(figures: Sequence[SiteFigure]) -> str:
    return hashed(map(repr, figures))
