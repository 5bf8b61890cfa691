"""Pictures of witnesses: where tokens start, how they move, and what to watch.

A scene proves nothing: it shows the instance that a statement speaks of, so that a reader can move
a token and see what changes. All of it is exact until it is drawn.

Tokens are unit vectors of the plane or of space. Their weights are the softmax rows of y_i^T P y_j
over the tokens that the mask lets them see, times `row_sum`, and they move by

    flow    y_i' = (I - y_i y_i^T) sum_j a_ij U y_j
    layer   y_i  becomes y_i + step sum_j a_ij U y_j, normalised
    free    y_i' = sum_j a_ij U z_j, where the directions z = y/|y| are drawn
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from verify.language.expressions import Scalar, as_scalar
from verify.language.mistakes import Mistake, unknown
from verify.language.words import cos, pi, sin
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.number import balls
from verify.statements.displayed import Displayed

Number = int | Fraction | Scalar  # a formula has to be closed, as square_root(3) / 2
Matrix = Sequence[Sequence[Number]]
Motion = Literal["flow", "layer", "free"]
Quantity = Literal["distance", "spread", "angle", "hemisphere", "margin", "length"]
MOTIONS: tuple[Motion, ...] = get_args(Motion)
QUANTITIES: tuple[Quantity, ...] = get_args(Quantity)
# How many tokens each quantity is about; "angle" is between two, or between one and a mark.
TOKENS_OF = {"distance": 2, "spread": 0, "hemisphere": 0, "margin": 0, "length": 1}
MOST_TOKENS = 12  # more cannot be told apart in a picture


@dataclass(frozen=True, eq=False)
class Wave:
    """One term of a matrix that varies in time: cos(frequency t + phase) times `matrix`."""

    matrix: Matrix
    frequency: Number = 0
    phase: Number = 0


Varying = tuple[Wave, ...]  # the sum of its terms


def turning(matrix: Matrix, *, speed: Number) -> Varying:
    """Return R(t) M R(t)^T for a matrix M of the plane, where R(t) turns by the angle speed t."""
    if len(matrix) != 2 or any(len(row) != 2 for row in matrix):
        raise Mistake("turning(...) needs a matrix of two rows and two columns")
    (a, b), (c, d) = matrix
    half = Fraction(1, 2)
    level, skew = (a + d) * half, (c - b) * half  # these parts of M commute with R
    stretch, shear = (a - d) * half, (b + c) * half
    return (
        Wave([[level, -skew], [skew, level]]),
        Wave([[stretch, shear], [shear, -stretch]], 2 * speed),
        Wave([[-shear, stretch], [stretch, shear]], 2 * speed, -pi() / 2),
    )


def on_circle(angle: Number) -> tuple[Scalar, Scalar]:
    """Return the point of the circle at an angle in radians."""
    return cos(_scalar(angle)), sin(_scalar(angle))


def _scalar(number: Number) -> Scalar:
    return number if isinstance(number, Scalar) else as_scalar(number)


@dataclass(frozen=True, eq=False)
class Mark:
    """A direction that is drawn, with its name; it may turn in the plane of the first two axes."""

    name: str
    along: Sequence[Number]
    speed: Number = 0


@dataclass(frozen=True, eq=False)
class Tell:
    """What is said once a watched quantity is `above` or `below` a number.

    With `at_start` it is said of the start, and again whenever the reader moves a token.
    """

    says: str
    above: Number | None = None
    below: Number | None = None
    at_start: bool = False

    def __post_init__(self) -> None:
        if (self.above is None) == (self.below is None):
            raise Mistake(f"Tell({self.says!r}) needs one bound: above=... or below=...")


@dataclass(frozen=True, eq=False)
class Watch:
    """A quantity to be read while tokens move; tokens are counted from 1.

    "distance" is between two tokens and "spread" the largest of all; "angle" is between two tokens,
    or between one and a mark, in degrees; "margin" is the least coordinate along a mark, and
    "hemisphere" the largest that this can be for any direction: positive if the tokens are in an
    open hemisphere. "length" is that of a token in free motion. `logarithmic` is how it is drawn.
    """

    of: Quantity
    says: str
    tokens: tuple[int, ...] = ()
    mark: str = ""
    tells: tuple[Tell, ...] = ()
    logarithmic: bool = False

    def __post_init__(self) -> None:
        if self.of not in QUANTITIES:
            raise Mistake(f"Watch: unknown quantity {self.of!r}; use {', '.join(QUANTITIES)}")
        count = 2 - bool(self.mark) if self.of == "angle" else TOKENS_OF[self.of]
        if len(self.tokens) != count:
            raise Mistake(f"Watch({self.of!r}) is about {count} tokens; it names {self.tokens}")
        if self.of == "margin" and not self.mark:
            raise Mistake("Watch('margin') is taken along a mark; name it with mark=")


@dataclass(frozen=True, eq=False, repr=False)
class Scene(Displayed):
    """A picture of a witness: exact starts, operators, and what to watch.

    `scores` is P and `value` is U, each a matrix, a `Varying` one, or None: no scores, and I. The
    mask is "full", "causal", or rows of 0 and 1. `duration` is a time, or a number of layers. Of
    `drag` are the tokens that a reader may move, by default all. Raises Mistake.
    """

    title: str
    says: str
    tokens: tuple[Sequence[Number], ...]
    duration: Number
    motion: Motion = "flow"
    scores: Matrix | Varying | None = None
    value: Matrix | Varying | None = None
    row_sum: Number = 1
    step: Number | None = None
    mask: Literal["full", "causal"] | Sequence[Sequence[int]] = "full"
    drag: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    watch: tuple[Watch, ...] = ()

    def __post_init__(self) -> None:
        for trouble in self._troubles():
            raise Mistake(f"the scene {self.title!r}: {trouble}")

    @property
    def dimension(self) -> int:
        """Return 2 for tokens on the circle and 3 for tokens on the sphere."""
        return len(self.tokens[0])

    @property
    def movable(self) -> tuple[int, ...]:
        """Return the tokens that a reader may move, counted from 1."""
        return self.drag or tuple(range(1, len(self.tokens) + 1))

    def sees(self, i: int, j: int) -> bool:
        """Return whether token i sees token j, both counted from 0."""
        if isinstance(self.mask, str):
            return self.mask == "full" or j <= i
        return bool(self.mask[i][j])

    def __repr__(self) -> str:
        return f"<scene: {self.title}>"

    def _troubles(self) -> Iterator[str]:
        """Yield what is wrong in the shape of things; whether tokens are unit is seen later."""
        count = len(self.tokens)
        if not 1 <= count <= MOST_TOKENS:
            yield f"it has {count} tokens; give 1 to {MOST_TOKENS}"
        if {len(token) for token in self.tokens} not in ({2}, {3}):
            yield "tokens are points of one circle or sphere; give each 2 or each 3 coordinates"
        if self.motion not in MOTIONS:
            yield unknown("motion", self.motion, MOTIONS)
        if (self.step is not None) != (self.motion == "layer"):
            yield "step= belongs to a layer; give it with motion='layer', and only there"
        for name, operator in (("scores", self.scores), ("value", self.value)):
            for matrix in matrices(operator):
                if [len(row) for row in matrix] != [self.dimension] * self.dimension:
                    yield (
                        f"{name} needs {self.dimension} rows and columns, the dimension of "
                        "the tokens"
                    )
            if is_varying(operator) and self.motion == "layer":
                yield f"{name} varies in time, which layers do not have; use motion='flow'"
        yield from self._troubles_of_the_mask(count)
        yield from self._troubles_of_names(count)

    def _troubles_of_the_mask(self, count: int) -> Iterator[str]:
        if isinstance(self.mask, str):
            if self.mask not in ("full", "causal"):
                yield f"unknown mask {self.mask!r}; use 'full', 'causal' or rows of 0 and 1"
        elif [len(row) for row in self.mask] != [count] * count:
            yield f"the mask needs {count} rows of {count} entries, one for each token"
        elif not all(x in (0, 1) for row in self.mask for x in row):
            yield "the mask has an entry other than 0 and 1"
        elif not all(any(row) for row in self.mask):
            yield "the mask has an empty row; every token must attend to a token, such as itself"

    def _troubles_of_names(self, count: int) -> Iterator[str]:
        named = [mark.name for mark in self.marks]
        for mark in self.marks:
            if len(mark.along) != self.dimension:
                yield f"the mark {mark.name!r} needs {self.dimension} coordinates"
        for watch in self.watch:
            if watch.mark and watch.mark not in named:
                yield unknown("mark", watch.mark, named, "" if named else "the scene has no marks")
            if watch.of == "length" and self.motion != "free":
                yield "lengths are 1 except for motion='free'; watch something else"
        for token in (*self.drag, *(token for watch in self.watch for token in watch.tokens)):
            if not 1 <= token <= count:
                yield f"unknown token {token}; tokens are numbered from 1 to {count}"


def is_varying(operator: Matrix | Varying | None) -> bool:
    """Return whether an operator is a sum of waves."""
    return operator is not None and len(operator) > 0 and isinstance(operator[0], Wave)


def waves(operator: Matrix | Varying | None) -> Varying:
    """Return an operator as a sum of waves; None has none."""
    if operator is None:
        return ()
    made: Any = operator
    return tuple(made) if is_varying(operator) else (Wave(made),)


def matrices(operator: Matrix | Varying | None) -> list[Matrix]:
    """Return the matrices that an operator is made of."""
    return [wave.matrix for wave in waves(operator)]


def ball(number: Number) -> Any:
    """Return a number of a scene as a ball of 128 bits; raises Mistake if it is not closed."""
    numbers = balls()
    with numbers.working():
        if isinstance(number, int | Fraction):
            return numbers.of(Fraction(number))
        return value(_scalar(number), Instance(tokens=0, dimension=0, numbers=numbers))


def decimal(number: Number) -> float:
    """Return a number of a scene as the nearest float."""
    return float(number) if isinstance(number, int | Fraction) else float(ball(number).mid())


def check_scenes(scenes: Sequence[Scene]) -> None:
    """Raise a Mistake unless titles differ and tokens lie on their circle or sphere."""
    titles = [scene.title for scene in scenes]
    for scene in scenes:
        if titles.count(scene.title) > 1:
            raise Mistake(f"two scenes have the title {scene.title!r}; give them different titles")
        try:
            _check_tokens(scene)
        except Mistake as mistake:
            raise Mistake(f"the scene {scene.title!r}: {mistake}") from None


def _check_tokens(scene: Scene) -> None:
    for place, token in enumerate(scene.tokens, start=1):
        square = sum((ball(x) * ball(x) for x in token), start=ball(0))
        if scene.motion == "free":
            if not square > 0:
                raise Mistake(f"token {place} is 0, which has no direction; move it away")
        elif not square.contains(1):
            raise Mistake(
                f"token {place} has the length {float(square.sqrt().mid()):.6g}; make it 1, for "
                "example with on_circle(angle)"
            )
    if not ball(scene.duration) > 0:
        raise Mistake("its duration is not positive; give a positive number")
