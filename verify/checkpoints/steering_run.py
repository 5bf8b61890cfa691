"""Steering carried out: predicted, written beside the source, read again and measured."""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.config import NAME
from verify.checkpoints.controls import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import ATTENTION_ONLY, WHOLE, Pieces, last
from verify.checkpoints.hub import is_snapshot, located
from verify.checkpoints.steered_spectrum import GrowingEigenvalue, eigenvalue
from verify.checkpoints.steering import Effect, Steering, at_the_end, measure_all, predict
from verify.checkpoints.undoing import UNDO, kept_of, write_undone
from verify.checkpoints.weights import INDEX
from verify.checkpoints.writing import Written, check_target, write_checkpoint
from verify.language.mistakes import LimitHit, Mistake
from verify.processes.asides import REPLACED, aside_folder, sweep
from verify.processes.system_limits import limit_fix

# The papers' model, and all of the checkpoint's own.
PIECES: Mapping[str, Pieces] = {"attention only": ATTENTION_ONLY, "whole": WHOLE}
PROMPTS, TOKENS = 10, 10


@dataclass(frozen=True, eq=False)
class Foretold:
    """What the laws say before anything is written; `effects` by the names in `PIECES`.

    `tokens` are random: unit vectors where attention is all there is, ids for the whole model.
    """

    steering: Steering
    eigenvalue: GrowingEigenvalue
    tokens: Mapping[str, Array]
    effects: Mapping[str, Effect]


@dataclass(frozen=True, eq=False)
class Ends:
    """The mean alignment with u of what the whole model ends with: before, after, by the library.

    The laws end at the attention of the steered layer: what comes after it turns tokens again.
    `library` is None where the library is not installed, or cannot read the folder: `trouble` then
    says why.
    """

    before: float
    after: float
    library: float | None
    trouble: str = ""


@dataclass(frozen=True, eq=False)
class Measurement:
    """What was written, and the alignments (prompts, tokens) measured on it, by name."""

    written: Written
    alignments: Mapping[str, Array]
    ends: Ends

    def agrees(self, prediction: Foretold) -> bool:
        """Tell whether every token is within the bound of what was predicted."""
        return all(
            bool((np.abs(found - effect.predicted) <= effect.bound).all())
            for found, effect in (
                (self.alignments[name], prediction.effects[name]) for name in self.alignments
            )
        )


def prediction(steering: Steering, seed: int = 0) -> Foretold:
    """Return what the laws say of random tokens and of the eigenvalue that grows.

    Raises Mistake where the checkpoint's own weights are too large to compute with.
    """
    tokens = {name: random_tokens(steering.checkpoint, name, seed) for name in PIECES}
    with np.errstate(over="ignore", invalid="ignore"):
        effects = {name: predict(steering, tokens[name], pieces) for name, pieces in PIECES.items()}
    for name, effect in effects.items():
        if not np.isfinite(effect.predicted).all():
            raise Mistake(
                f"{steering.checkpoint.folder}: numbers overflow ({name}); use a checkpoint "
                "with smaller weights"
            )
    return Foretold(steering, eigenvalue(steering), tokens, effects)


def carry_out(predicted: Foretold, target: Path | str, *, force: bool = False) -> Measurement:
    """Write the steered checkpoint and measure it; raises Mistake, and then leaves nothing behind.

    With `force` a checkpoint that is there is replaced; the source never is.
    """
    return carry_out_all([predicted], target, force=force)[0]


def carry_out_all(
    predicted: Sequence[Foretold], target: Path | str, *, force: bool = False
) -> tuple[Measurement, ...]:
    """Do the same of several changes that are made together; what is told of each is the same
    folder, and its own alignments and ends.
    """
    steerings = [each.steering for each in predicted]
    written = write(steerings, Path(target), force=force)
    new = load(written.folder)
    wanted = [(each.number, each.u) for each in steerings]
    ids = predicted[0].tokens["whole"].astype(int)
    alone, _ = measure_all(new, wanted, predicted[0].tokens["attention only"])
    whole, rows = measure_all(new, wanted, ids, WHOLE)
    norm = new.final_norm()
    after, before = rows if norm is None else norm(rows), last(steerings[0].checkpoint, ids)
    trouble, library = "", None
    try:
        library = by_library(written.folder, ids)
    except Exception as error:  # whatever a library of somebody else's raises is told, no more
        trouble = _in_a_line(error)
    return tuple(
        Measurement(
            written,
            {"attention only": alone[k], "whole": whole[k]},
            Ends(
                at_the_end(before, u),
                at_the_end(after, u),
                None if library is None else at_the_end(library, u),
                trouble,
            ),
        )
        for k, (_, u) in enumerate(wanted)
    )


def _in_a_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split()):.200}"


def random_tokens(
    checkpoint: Checkpoint, name: str, seed: int, prompts: int = PROMPTS, count: int = TOKENS
) -> Array:
    """Return tokens for the pieces of that name: unit vectors (prompts, tokens, d), or ids."""
    config, draws = checkpoint.config, draws_for(seed, name)
    if name == "attention only":
        return draws.on_sphere((prompts, count, config.width))
    fractions = draws.uniform(0, config.vocabulary, (prompts, min(count, config.positions)))
    ids: Array = np.asarray(np.floor(fractions).astype(int))
    return ids


# ------------------------------------------------------------------ the folder


def check_folder(source: Path, target: Path, *, force: bool = False) -> None:
    """Find out before any work that a folder may not be written; raises Mistake with the fix."""
    sweep(target.absolute().parent)
    real, root = Path(os.path.realpath(target)), Path(os.path.realpath(source))
    apart = real != root and root not in real.parents and real not in root.parents
    if not (force and apart and target.is_dir() and not target.is_symlink()):
        check_target(root, target)
    elif any(target.iterdir()) and not (target / NAME).is_file():
        raise Mistake(f"{target}: has no checkpoint that could be replaced; give a new folder")
    else:
        _check_replaced(root, target)
    parent = target.absolute().parent
    if not os.access(parent, os.W_OK | os.X_OK):
        raise Mistake(f"{target}: nothing can be written in {parent}; choose another place")


def _check_replaced(source: Path, target: Path) -> None:
    """Make sure that nothing goes with what is replaced but files that are written anew."""
    kept = {path.relative_to(source) for path in source.rglob("*")}
    for path in sorted(target.rglob("*")):
        ours = path.name in (NAME, UNDO) or path.name.endswith((".safetensors", INDEX))
        if not ours and path.relative_to(target) not in kept:
            raise Mistake(
                f"--force: {path} is not part of the checkpoint and would be lost; move it, "
                "or give a new folder"
            )


def check_outside(argument: str, file: Path | None, source: Path) -> None:
    """Make sure that a file is not put into the source; raises Mistake."""
    if file == Path("-"):  # standard output
        return
    root = Path(os.path.realpath(located(source)))
    root = root.parent.parent if is_snapshot(root) else root
    if file is not None and root in Path(os.path.realpath(file)).parents:
        raise Mistake(
            f"{argument}: {file} is in the checkpoint, which is never changed; write elsewhere"
        )


def write(steerings: Sequence[Steering], target: Path, *, force: bool = False) -> Written:
    """Write the checkpoint with the tensors changed, and what undoes it; whole or not at all.

    Raises Mistake.
    """
    checkpoint = steerings[0].checkpoint
    changed = {name: each for s in steerings for name, each in s.changed.items()}
    also = {UNDO: kept_of(checkpoint, list(changed))}
    return in_place(
        checkpoint.folder,
        target,
        lambda goal: write_checkpoint(checkpoint.folder, goal, changed, also=also),
        force=force,
    )


def in_place(
    source: Path, target: Path, make: Callable[[Path], Written], *, force: bool = False
) -> Written:
    """Return what `make` makes of a new folder, which with `force` may replace one that is there.

    Raises Mistake, and then what was there is as it was.
    """
    check_folder(source, target, force=force)
    if not (force and target.is_dir() and any(target.iterdir())):
        return make(target)
    new = target
    try:
        with aside_folder(target) as aside:
            new = aside / "new"
            written = make(new)
            os.rename(target, aside / REPLACED)
            try:
                os.rename(new, target)
            except BaseException:
                os.rename(aside / REPLACED, target)
                raise
    except Mistake as error:
        raise type(error)(str(error).replace(str(new), str(target))) from None
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        fix = limit_fix(error)
        kind = Mistake if fix is None else LimitHit
        fix = fix or "choose another place"
        raise kind(f"{target}: was not replaced ({reason}); {fix}") from None
    return replace(written, folder=target)


def restore(source: Path, target: Path, *, force: bool = False) -> Written:
    """Write what a checkpoint was before it was steered, bit for bit; raises Mistake."""
    return in_place(source, target, lambda goal: write_undone(source, goal), force=force)


# ------------------------------------------------------------------ the library's own word


def by_library(folder: Path, ids: NDArray[np.int_]) -> Array | None:
    """Return what the library of the checkpoint's format ends with, (prompts, tokens, d).

    None where it is not installed. It computes in float64, reads safetensors only, and runs no
    code that the folder brings.
    """
    if any(importlib.util.find_spec(name) is None for name in ("transformers", "torch")):
        return None
    transformers, torch = (importlib.import_module(name) for name in ("transformers", "torch"))
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    model = transformers.AutoModel.from_pretrained(
        str(folder),
        local_files_only=True,
        trust_remote_code=False,
        use_safetensors=True,
        attn_implementation="eager",
        dtype=torch.float64,
    ).eval()
    with torch.no_grad():
        return np.asarray(model(torch.from_numpy(ids)).last_hidden_state.numpy())
