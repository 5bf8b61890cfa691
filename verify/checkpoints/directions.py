"""Directions to steer to: of a token, of an eigenvector, from a file of NumPy's, or random."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import draws_for
from verify.checkpoints.numerals import decimal_number
from verify.checkpoints.steering import Push
from verify.language.mistakes import LimitHit, Mistake
from verify.numerics.layer_matrices import eigensystem

FORMS = "token:ID, eigen:K, random, or a file FILE.npy"


def direction(
    checkpoint: Checkpoint, text: str, layer: int = -1, seed: int = 0, argument: str = "--direction"
) -> NDArray[Any]:
    """Return the unit vector (d,) that a text of the command line names; raises Mistake.

    `token:ID` is the embedding of a token (widened, where embeddings are narrower), `eigen:K` the
    right eigenvector of the layer's matrix for its K-th eigenvalue by decreasing real part, from 1,
    `random` uniform on the sphere, and a name that ends in .npy a file with d numbers. A Mistake is
    told of `argument`, and a random direction is another one for another argument.
    """
    kind, colon, value = text.partition(":")
    if kind == "token" and colon:
        return _of_token(checkpoint, value, argument)
    if kind == "eigen" and colon:
        return _of_eigenvector(checkpoint, value, layer, argument)
    if text == "random":
        return draws_for(seed, argument).on_sphere((checkpoint.config.width,))
    if text.endswith(".npy"):
        return _from_file(Path(text), checkpoint.config.width, argument)
    raise Mistake(f"{argument}: unknown direction {text!r:.80}; use {FORMS}")


def pushes(
    checkpoint: Checkpoint,
    wanted: Sequence[str | NDArray[Any]],
    strengths: Sequence[float],
    covectors: Sequence[str] | None,
    layers: Sequence[int],
    seed: int,
) -> tuple[list[str], list[Push], dict[str, NDArray[Any]]]:
    """Return the pushes of layers to directions, the names of these, and the directions by name.

    Directions are texts as `direction` takes them, or vectors (d,), with a strength each and, if
    there are covectors, one of these each; every layer gets all of them. Raises Mistake.
    """
    names, found, directions = [], [], {}
    texts = [each if isinstance(each, str) else "given" for each in wanted]
    for layer in layers:
        for k, (each, text) in enumerate(zip(wanted, texts, strict=True)):
            # Of a second random direction the draws are others.
            place = "" if texts.index(text) == k else f" ({k + 1})"
            u = (
                direction(checkpoint, each, layer, seed, f"--direction{place}")
                if isinstance(each, str)
                else unit_direction(np.asarray(each, float), checkpoint.config.width, "direction")
            )
            w = None
            if covectors is not None:
                w = direction(checkpoint, covectors[k], layer, seed, f"--covector{place}")
            found.append(Push(u, strengths[k], layer, w))
            names.append(text)
            own = f" of layer {layer}" if text.startswith("eigen:") and len(layers) > 1 else ""
            directions[f"{text}{place}{own}"] = u
    return names, found, directions


def unit_direction(vector: NDArray[Any], width: int, name: str) -> NDArray[Any]:
    """Return a vector (width,) divided by its length; raises Mistake where that cannot be."""
    if vector.shape != (width,):
        raise Mistake(
            f"{name}: has the shape {list(vector.shape)}, but tokens of the checkpoint have "
            f"{width} coordinates; give a vector of that length"
        )
    if not np.isfinite(vector).all():
        raise Mistake(f"{name}: has an entry that is not finite; give finite numbers")
    largest = np.abs(vector).max(initial=0)
    if largest == 0:
        raise Mistake(f"{name}: is the zero vector, which has no direction; give another")
    scaled = vector / largest  # squares of what is left neither overflow nor all vanish
    return np.asarray(scaled / np.linalg.norm(scaled))


def _of_token(checkpoint: Checkpoint, value: str, argument: str) -> NDArray[Any]:
    most = checkpoint.config.vocabulary
    number = _whole_number(value)
    if number is None or number >= most:
        raise Mistake(
            f"{argument}: {value!r:.80} is not a token id of this checkpoint; use 0 to {most - 1}"
        )
    word = checkpoint.words(np.array(number))
    widening = checkpoint.whole("widening.weight")
    vector = word if widening is None else widening @ word
    return unit_direction(vector, checkpoint.config.width, f"{argument}: token {number}")


def _of_eigenvector(checkpoint: Checkpoint, value: str, layer: int, argument: str) -> NDArray[Any]:
    width = checkpoint.config.width
    number = _whole_number(value)
    if number is None or not 1 <= number <= width:
        raise Mistake(
            f"{argument}: {value!r:.80} is not the number of an eigenvalue; use 1 to {width}"
        )
    system = eigensystem(checkpoint.layers[layer].F())
    if system.values[number - 1].imag != 0:
        real = [k + 1 for k in range(width) if system.values[k].imag == 0]
        known = f"one of {', '.join(map(str, real[:8]))}" if real else "another direction"
        raise Mistake(
            f"{argument}: eigenvalue {number} is one of a complex pair, which has a plane but "
            f"no direction; use {known}"
        )
    return unit_direction(system.vectors[:, number - 1].real, width, f"{argument}: eigen:{number}")


def _from_file(path: Path, width: int, argument: str) -> NDArray[Any]:
    """Return the vector in a .npy file; its header is read first, and what it claims checked."""
    name = f"{argument}: {path}"
    try:
        if not path.is_file():
            raise Mistake(f"{name}: does not exist; use {FORMS}")
        with open(path, "rb") as file:
            version = np.lib.format.read_magic(file)
            read = (
                np.lib.format.read_array_header_1_0
                if version == (1, 0)
                else np.lib.format.read_array_header_2_0
            )
            shape, _, dtype = read(file)
            if dtype.kind not in "fiu":
                raise Mistake(f"{name}: contains {dtype} instead of real numbers; convert it")
            if shape != (width,):
                raise Mistake(
                    f"{name}: has the shape {list(shape)}, but tokens of the checkpoint have "
                    f"{width} coordinates; give a vector of that length"
                )
            data = file.read(width * dtype.itemsize)
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise Mistake(f"{name}: cannot be read ({reason}); allow reading it") from None
    except (ValueError, SyntaxError, EOFError) as error:
        raise Mistake(f"{name}: is not a NumPy array ({error}); write it with np.save") from None
    except MemoryError:
        raise LimitHit(f"{name}: not enough memory to read it; give a smaller one") from None
    if len(data) != width * dtype.itemsize:
        raise Mistake(f"{name}: is truncated; write it with np.save again")
    return unit_direction(np.frombuffer(data, dtype).astype(float), width, name)


def layer_named(checkpoint: Checkpoint, text: str) -> int:
    """Return the number of a layer from 0, or of the last for "last"; raises Mistake."""
    count = checkpoint.config.layers
    number = count - 1 if text == "last" else _whole_number(text)
    if number is None or number >= count:
        raise Mistake(
            f"--layer: unknown layer {text!r:.80}; use last, or a number from 0 to {count - 1}"
        )
    return number


def strength(text: str) -> float:
    """Return a strength: a finite number that is not 0; raises Mistake."""
    value = decimal_number(text)
    if value is None or value == 0:
        why = "changes nothing" if value == 0 else "is not a finite number"
        raise Mistake(f"--strength: {text!r:.80} {why}; give one, such as 40 or -40")
    return value


def _whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
