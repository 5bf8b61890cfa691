"""Many claims put to Coq at once: it takes longer to load what a proof stands on than to check it.

As in `checking`, claims are compiled before any proof is looked at, but many in one file, each in a
module of its own; what says that proofs prove their claims is one file for several, too. Only what
is proved, and from the allowed axioms alone, is answered here: all other claims are to be asked
each by itself.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

from verify.methods.kernel import analysis
from verify.methods.kernel.authored import Proof, all_needed, claim_head, files_of
from verify.methods.kernel.checking import ALLOWED, checked_file, rests_on
from verify.processes.ordered import Work, perform

GROUP = 16  # proofs of which it is asked at once what they assume: that takes a second or two


def ask_together(
    names: Sequence[str],
    proofs: Mapping[str, Proof],
    library: analysis.Library,
    jobs: int,
    folder: Path,
) -> dict[str, float]:
    """Return the claims that are proved, with the seconds that their proofs took, {name: seconds}.

    Compiles what they need of the library on the way. Raises Broken if that fails.
    """
    place = Path(tempfile.mkdtemp())
    try:
        asked = _Asked(proofs, library, folder, place)
        perform(asked.works(names), jobs)
        return asked.proved
    finally:
        shutil.rmtree(place, ignore_errors=True)


@dataclass(frozen=True)
class _Asked:
    """Claims that are asked together, in a folder; what fails is left out of what comes after."""

    proofs: Mapping[str, Proof]
    library: analysis.Library
    folder: Path
    place: Path
    files: dict[str, str] = field(default_factory=dict)  # that have the claims
    seconds: dict[str, float] = field(default_factory=dict)  # of the proofs that are compiled
    proved: dict[str, float] = field(default_factory=dict)

    def works(self, names: Sequence[str]) -> dict[str, Work]:
        """Return all that is to be done for claims, the library included."""
        every = [name for name in names if self._is_plain(name)]
        used = list(dict.fromkeys(n for name in every for n in (*self._needed(name), name)))
        wanted = {file for name in used for file in files_of(name, self.proofs)}
        out = analysis.works(wanted, self.library, self.folder)
        heads: dict[str, list[str]] = {}
        for name in used:
            heads.setdefault(self._head(name), []).append(name)
        for number, (head, of) in enumerate(heads.items(), 1):
            self.files.update(dict.fromkeys(of, f"Claims_{number}"))
            needs = [file for file in analysis.required(head, "Kernel") if file in out]
            out[f"claims {number}"] = Work(
                needs, analysis.LOADING, partial(self._compile_claims, f"Claims_{number}", head, of)
            )
        for name in used:
            text = self.proofs[name].text
            needs = [file for file in analysis.required(text, "Kernel") if file in out]
            needs += [f"claims {number}" for number in range(1, len(heads) + 1)]
            needs += [f"proof {below}" for below in self.proofs[name].needs]
            size = analysis.LOADING + len(text)
            out[f"proof {name}"] = Work(needs, size, partial(self._compile_proof, name))
        for number, first in enumerate(range(0, len(every), GROUP), 1):
            group = every[first : first + GROUP]
            needs = [f"proof {name}" for name in group]
            size = GROUP * analysis.LOADING
            out[f"check {number}"] = Work(needs, size, partial(self._check, number, group))
        return out

    def _needed(self, name: str) -> list[str]:
        return all_needed(name, self.proofs)

    def _is_plain(self, name: str) -> bool:
        """Return whether all that a proof uses is there, and does not use it in turn."""
        used = self._needed(name)
        there = all(
            n in self.proofs and not self.proofs[n].missing
            for one in (*used, name) for n in (one, *self.proofs[one].needs)
        )  # fmt: skip
        return there and not any(name in self._needed(below) for below in used)

    def _head(self, name: str) -> str:
        theorem = self.proofs[name].theorem
        assert theorem is not None  # or the proof would be missing
        return claim_head(theorem)

    def _compile_claims(self, file: str, head: str, names: Sequence[str]) -> None:
        text = [head]
        for name in names:
            theorem = self.proofs[name].theorem
            assert theorem is not None
            text.append(f"Module {name}.\n{theorem.text()}\nEnd {name}.\n")
        options = analysis.options(analysis.required(head, "Kernel"), self.library, self.folder)
        self._coqc(self.place / "claims", file, "".join(text), options)

    def _compile_proof(self, name: str) -> None:
        """Compile a proof, which finds its claim in the file that has many."""
        needed = self._needed(name)
        if any(below not in self.seconds for below in needed):
            return
        begun, file = perf_counter(), self.files[name]
        own = f"From Claimed Require Import {name}."
        text = self.proofs[name].text.replace(
            own, f"From Claimed Require {file}. Import Claimed.{file}.{name}.", 1
        )
        options = analysis.options(files_of(name, self.proofs), self.library, self.folder)
        options += self._where(needed)
        if self._coqc(self._theorem(name), name, text, options) is not None:
            self.seconds[name] = perf_counter() - begun

    def _check(self, number: int, names: Sequence[str]) -> None:
        proved = [name for name in names if name in self.seconds]
        if not proved:
            return
        claims = {name: f"{self.files[name]}.{name}" for name in proved}
        every = {file for name in proved for file in files_of(name, self.proofs)}
        options = analysis.options(every, self.library, self.folder)
        options += self._where({n for name in proved for n in (*self._needed(name), name)})
        said = self._coqc(self.place / f"{number}", "checked", checked_file(claims), options)
        found = rests_on(said) if said is not None else None
        if found is not None and ALLOWED.issuperset(found):
            self.proved.update((name, self.seconds[name]) for name in proved)

    def _theorem(self, name: str) -> Path:
        return self.place / "theorems" / name

    def _where(self, names: Sequence[str] | set[str]) -> list[str]:
        """Return what tells Coq where the claims are, and these theorems alone."""
        places = [("-Q", str(self._theorem(name)), "Theorems") for name in sorted(names)]
        return ["-Q", str(self.place / "claims"), "Claimed", *(p for ps in places for p in ps)]

    def _coqc(self, folder: Path, name: str, text: str, options: list[str]) -> str | None:
        """Return what Coq says of a file, None if it does not compile."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        space = {"claims": "Claimed", "theorems": "Theorems"}
        kind = space.get(folder.name) or space.get(folder.parent.name)
        own = ["-Q", ".", kind] if kind else []
        failed, said = analysis.coqc(folder, f"{name}.v", [*own, *options])
        return None if failed else said
