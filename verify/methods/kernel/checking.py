"""A claim, its proof and what says that the one proves the other: three files of Coq.

The claim is compiled by itself, before the proof is looked at; the proof is a file that requires
it; a third file says that the one proves the other, and asks what is assumed. So an author's file
can prove a claim, or fail, and never change what it says.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

from verify.methods.kernel.analysis import Compiled, coqc
from verify.methods.kernel.authored import Proof, all_needed, claim_file
from verify.methods.kernel.compile import CLASSICAL_REALS

FOLDERS = ("-Q", "../claimed", "Claimed", "-Q", "../theorems", "Theorems")
SECTION = re.compile(r"^(?:Axioms:|Closed under the global context)$", re.MULTILINE)
ALLOWED = CLASSICAL_REALS | {"Classical_Prop.classic"}  # excluded middle, for some of Coquelicot
AXIOM = re.compile(r"[A-Za-z_][\w.']*(\s*:.*)?")


def checked_file(places: Mapping[str, tuple[str, str]]) -> str:
    """Return the file that says that proofs prove their claims, and asks what they rest on.

    `places` tells where claim and proof are, {name: (a file, or a file and a module of it, one)}.
    """
    claims, proofs = (
        " ".join(dict.fromkeys(place.split(".")[0] for place in of))
        for of in zip(*places.values(), strict=True)
    )
    return (
        f"From Claimed Require {claims}.\nFrom Theorems Require {proofs}.\n"
        + "".join(
            f"Definition checked_{name} : Claimed.{claim}.{name} := Theorems.{proof}.proof.\n"
            for name, (claim, proof) in places.items()
        )
        + f"Definition checked := (checked_{', checked_'.join(places)}, I).\n"
        "Print Assumptions checked.\n"
    )


def answered(name: str, proofs: Mapping[str, Proof], library: Compiled) -> dict[str, Any]:
    """Return what Coq says of one claim, with the library compiled as far as it requires."""
    begun = perf_counter()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        accepted, said = compiled(name, proofs, library, Path(place))
    found = rests_on(said) if accepted else None
    return {
        "accepted": accepted, "seconds": round(perf_counter() - begun, 2),
        "assumptions": list(found or ()), "message": "" if accepted else said,
    }  # fmt: skip


def compiled(
    name: str, proofs: Mapping[str, Proof], library: Compiled, place: Path
) -> tuple[bool, str]:
    """Compile a claim, its proof and what this uses in a folder; return what Coq says of them."""
    theorem = proofs[name].theorem
    refused = with_used(name, proofs, library, place)
    if refused is not None or theorem is None:
        return False, refused or proofs[name].missing
    failed, said = compiled_alone(name, claim_file(theorem), proofs[name].text, library, place)
    if failed:
        return False, said
    return checked(name, library, place)


def with_used(name: str, proofs: Mapping[str, Proof], library: Compiled, place: Path) -> str | None:
    """Make the folders of a proof, with what it uses compiled; return what Coq refuses of that."""
    for folder in ("claimed", "theorems", "checked"):
        (place / folder).mkdir()
    for used in all_needed(name, proofs):
        proof = proofs[used]
        if proof.theorem is None or proof.missing:
            return f"it uses {used}: {proof.missing}"
        failed, said = compiled_alone(used, claim_file(proof.theorem), proof.text, library, place)
        if failed:
            return said
    return None


def compiled_alone(
    name: str, claim: str, proof: str, library: Compiled, place: Path
) -> tuple[bool, str]:
    """Compile a claim, then its proof, in a folder that has what they use; return what failed."""
    for folder, says in (("claimed", claim), ("theorems", proof)):
        library.write(place / folder / f"{name}.v", says)
        failed, said = coqc(place / folder, f"{name}.v", [*library.options, *FOLDERS])
        if failed:
            return True, f"{name}.v: {said}" if folder == "theorems" else f"the claim: {said}"
    return False, ""


def checked(name: str, library: Compiled, place: Path) -> tuple[bool, str]:
    """Ask Coq whether a proof proves its claim, and what it rests on; return what it says."""
    text = checked_file({name: (name, name)})
    (place / "checked" / "checked.v").write_text(text, encoding="utf-8")
    failed, said = coqc(place / "checked", "checked.v", [*library.options, *FOLDERS])
    if failed or rests_on(said) is None:
        return False, f"the proof proves another statement: {said}"
    return True, said


def rests_on(said: str) -> tuple[str, ...] | None:
    """Return what proofs rest on: names of axioms, and any other line Coq has of it.

    None if it says nothing.
    """
    _, *sections = SECTION.split(said)
    return tuple(sorted(_lines(sections[0]))) if len(sections) == 1 else None


def _lines(told: str) -> set[str]:
    """Return the names of axioms that Coq tells, and its other lines that begin a message."""
    lines = [line for line in told.splitlines() if line and not line[0].isspace()]
    return {_axiom(line) if AXIOM.fullmatch(line) else line for line in lines}


def _axiom(line: str) -> str:
    """Return an axiom's name with its file, as `ALLOWED` has it; proof files have no axioms."""
    return ".".join(re.split(r"\s*:", line)[0].split(".")[-2:])
