"""Many claims put to Coq at once: it takes longer to load what a proof stands on than to check it.

As in `checking`, claims are compiled before any proof is looked at, but many in one file, each in a
module of its own; so are proofs, and what says that these prove the claims is one file for many,
too. What is proved, from the allowed axioms alone, is answered here. So is what no family of
theorems has: generated proofs are tried first, many in a process, which goes on where one fails.
All other claims are to be asked each by itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

from verify.methods.kernel import analysis
from verify.methods.kernel.authored import Proof, all_needed, claim_head, files_of, tried
from verify.methods.kernel.checking import ALLOWED, checked_file, rests_on
from verify.methods.kernel.deciding import Progress
from verify.processes.ordered import Work, perform

SPACES = {"claims": "Claimed", "checked": "Checked"}  # of folders, by which files name them
TACTICS = "tactics"  # the unit of the library whose files say what is opaque
CHECKED = 64  # proofs of which it is asked at once what they assume: that takes a second or two
GROUP = 6 * analysis.LOADING  # characters of proofs in one file: loading is a tenth of its time


@contextmanager
def asked_together(
    names: Sequence[str],
    proofs: Mapping[str, Proof],
    library: analysis.Library,
    jobs: int,
    folder: Path,
    progress: Progress | None = None,
) -> Iterator[Asked]:
    """Give claims with what Coq has compiled of them, until it is taken away.

    Compiles what they need of the library on the way. Raises Broken if that fails.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        asked = Asked(proofs, library, folder, Path(place), jobs)

        def tell(share: float) -> None:
            if progress is not None:
                progress(sum(name in asked.seconds for name in names), len(names), share)

        tell(0.0)
        perform(asked.works(names), jobs, tell)
        yield asked


@dataclass(frozen=True)
class Asked:
    """Claims that are asked together, in a folder; what fails is left out of what comes after."""

    proofs: Mapping[str, Proof]
    library: analysis.Library
    folder: Path
    place: Path
    jobs: int
    files: dict[str, str] = field(default_factory=dict)  # that have the claims
    groups: dict[str, str] = field(default_factory=dict)  # files that have the proofs
    seconds: dict[str, float] = field(default_factory=dict)  # of the proofs that are compiled
    proved: dict[str, float] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)  # that a family proves, when it is tried
    refused: dict[str, float] = field(default_factory=dict)  # that no family does
    checks: list[str] = field(default_factory=list)  # files that say what is proved

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
            needs = [unit for unit in self._units(head) if unit in out]
            out[f"claims {number}"] = Work(
                needs, analysis.LOADING, partial(self._compile_claims, f"Claims_{number}", head, of)
            )
        trials = self._trials([n for n in used if self.proofs[n].generated], len(heads), out)
        out |= trials
        groups = self._grouped(used)
        for number, group in enumerate(groups, 1):
            self.groups.update(dict.fromkeys(group, f"proofs_{number}"))
        for file, group in zip(dict.fromkeys(self.groups.values()), groups, strict=True):
            needs = [n for name in group for n in self._units(self.proofs[name].text) if n in out]
            needs += [f"claims {number}" for number in range(1, len(heads) + 1)]
            if any(self.proofs[name].generated for name in group):
                needs += trials
            above = {self.groups[n] for name in group for n in self.proofs[name].needs}
            size = analysis.LOADING + sum(len(self.proofs[name].text) for name in group)
            out[file] = Work(
                sorted({*needs, *above - {file}}), size, partial(self._compile_proofs, file, group)
            )
        every = [name for group in groups for name in group if name in every]
        for number, first in enumerate(range(0, len(every), CHECKED), 1):
            group = every[first : first + CHECKED]
            files = sorted({self.groups[name] for name in group})
            size = 4 * analysis.LOADING
            out[f"check {number}"] = Work(files, size, partial(self._check, number, group))
        return out

    def _trials(
        self, names: Sequence[str], heads: int, library: Mapping[str, Work]
    ) -> dict[str, Work]:
        """Return what tries generated proofs, a share of them for each process that may run."""
        shares = [share for k in range(self.jobs) if (share := names[k :: self.jobs])]
        claims = [f"claims {number}" for number in range(1, heads + 1)]
        return {
            f"trial {number}": Work(
                [*claims, *(n for n in self._units(tried(share[0])) if n in library)],
                analysis.LOADING * len(share), partial(self._try, number, share),
            )
            for number, share in enumerate(shares, 1)
        }  # fmt: skip

    def _grouped(self, names: Sequence[str]) -> list[list[str]]:
        """Return proofs in groups, each after those that it uses.

        First come those that stand on what is compiled early, and those that load no tactics:
        these make the number of tokens opaque for all that is in a file.
        """
        order = {unit: place for place, unit in enumerate(self.library.units)}
        units = {
            name: self.library.units_of(
                {f for n in (*self._needed(name), name) for f in files_of(n, self.proofs)}
            )
            for name in names
        }
        late = {
            name: (TACTICS in needs, max((order[u] for u in needs), default=0))
            for name, needs in units.items()
        }
        groups: list[list[str]] = [[]]
        size = 0
        for name in sorted(names, key=lambda n: late[n]):  # stable: what it uses is before it
            text = len(self.proofs[name].text)
            other = groups[-1] and late[groups[-1][-1]][0] != late[name][0]
            if groups[-1] and (other or size + text > GROUP):
                groups.append([])
                size = 0
            groups[-1].append(name)
            size += text
        return [group for group in groups if group]

    def _units(self, text: str) -> list[str]:
        return self.library.units_of(analysis.required(text, "Kernel"))

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
        self._coqc(self.place / "claims", file, self.library.located("".join(text)), options)

    def _try(self, number: int, names: Sequence[str]) -> None:
        """Try generated proofs; of what Coq says nothing, as when it runs out of time, none is."""
        begun, text = perf_counter(), self._modules({name: tried(name) for name in names})
        files = {file for name in names for file in files_of(name, self.proofs)}
        options = [*analysis.options(sorted(files), self.library, self.folder), *self._claims()]
        _, said = self._coqc(self.place / f"trial_{number}", "tried", text, options)
        took = (perf_counter() - begun) / len(names)
        lines = said.splitlines()
        self.found.update(name for name in names if f"proved {name}" in lines)
        self.refused.update((name, took) for name in names if f"refused {name}" in lines)

    def _compile_proofs(self, group: str, names: Sequence[str]) -> None:
        """Compile proofs in one file; one that fails is left out, with those that use it."""
        left = [n for n in names if n in self.found or not self.proofs[n].generated]
        left = [name for name in left if self._is_ready(name, left)]
        while left:
            begun = perf_counter()
            text = self._modules({name: self.proofs[name].text for name in left}, group)
            options = self._options(left)
            failed, said = self._coqc(self._theorems(group), group, text, options)
            if not failed:
                took = (perf_counter() - begun) / len(left)
                self.seconds.update(dict.fromkeys(left, took))
                return
            failing = analysis.module_at(said, text, left)
            if failing is None:
                return
            left.remove(failing[0])
            left = [name for name in left if self._is_ready(name, left)]

    def _is_ready(self, name: str, beside: Sequence[str]) -> bool:
        return all(below in self.seconds or below in beside for below in self._needed(name))

    def _modules(self, texts: Mapping[str, str], group: str = "") -> str:
        """Return texts, each in a module, which finds its claim in the file that has many."""
        imports, proofs = analysis.imported_once(list(texts.values()))
        text = [imports]
        for name, given in zip(texts, proofs, strict=True):
            file = self.files[name]
            own = f"From Claimed Require Import {name}."
            proof = given.replace(
                own, f"From Claimed Require {file}. Import Claimed.{file}.{name}."
            )
            proof = analysis.located(proof, "Theorems", self.groups, group)
            text.append(f"Module {name}.\n{self.library.located(proof)}\nEnd {name}.\n")
        return "".join(text)

    def _check(self, number: int, names: Sequence[str]) -> None:
        proved = [name for name in names if name in self.seconds]
        if not proved:
            return
        places = {
            name: (f"{self.files[name]}.{name}", f"{self.groups[name]}.{name}") for name in proved
        }
        options = self._options(proved)
        failed, said = self._coqc(
            self.place / "checked", f"checked_{number}", checked_file(places), options
        )
        found = None if failed else rests_on(said)
        if found is not None and ALLOWED.issuperset(found):
            self.proved.update((name, self.seconds[name]) for name in proved)
            self.checks.append(f"checked_{number}")

    def modules(self) -> tuple[list[str], list[str]]:
        """Return all that is compiled for what is proved, and what tells Coq where that is."""
        proved = list(self.proved)
        used = dict.fromkeys(n for name in proved for n in (*self._needed(name), name))
        files = {file for name in used for file in files_of(name, self.proofs)}
        named = [f"Kernel.{unit}" for unit in self.library.units_of(sorted(files))]
        named += [f"Claimed.{self.files[name]}" for name in used]
        named += [f"Theorems.{self.groups[name]}" for name in used]
        named += [f"Checked.{check}" for check in self.checks]
        options = ["-Q", str(self.place / "checked"), "Checked", *self._options(proved)]
        return list(dict.fromkeys(named)), options

    def _options(self, names: Sequence[str]) -> list[str]:
        """Return what tells Coq where all is that proofs use."""
        loaded: dict[str, None] = {}  # with a proof, those of its file, and what these use
        waiting = list(names)
        while waiting:
            group = self.groups[waiting.pop()]
            if group not in loaded:
                loaded[group] = None
                beside = [name for name, file in self.groups.items() if file == group]
                waiting += [below for name in beside for below in self._needed(name)]
        every = [name for name, file in self.groups.items() if file in loaded]
        files = {file for name in every for file in files_of(name, self.proofs)}
        where = self._claims()
        where += [p for group in loaded for p in ("-Q", str(self._theorems(group)), "Theorems")]
        return [*analysis.options(sorted(files), self.library, self.folder), *where]

    def _claims(self) -> list[str]:
        return ["-Q", str(self.place / "claims"), "Claimed"]

    def _theorems(self, group: str) -> Path:
        return self.place / "theorems" / group

    def _coqc(self, folder: Path, name: str, text: str, options: list[str]) -> tuple[bool, str]:
        """Return whether a file fails to compile, and what Coq says of it."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        own = SPACES.get(folder.name)
        options = options if own is None else ["-Q", ".", own, *options]
        return analysis.coqc(folder, f"{name}.v", options)
