"""Where the tokens of a scene go, in floats: numbers for the browser, and paths for still pictures.

What is drawn from these is a picture, no evidence: the same dynamics that `dynamics.js` follows by
the classical Runge-Kutta method, followed here by the Dormand-Prince method of order 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.scenes import Matrix, Scene, Varying, decimal, waves

PLAIN = UnicodeNotation()
Array = NDArray[np.float64]
TOLERANCE = 1e-12  # near the rounding of floats
FINENESS = 32  # steps of the browser's method in the time in which velocities can change wholly


@dataclass(frozen=True, eq=False)
class MovingMatrix:
    """A matrix that may vary in time, as the sum of cos(frequency t + phase) times matrices."""

    parts: tuple[tuple[Array, float, float], ...]

    @staticmethod
    def of(operator: Matrix | Varying | None) -> MovingMatrix:
        """Return an operator of a scene in floats; of None, one without parts."""
        return MovingMatrix(
            tuple(
                (_floats(wave.matrix), decimal(wave.frequency), decimal(wave.phase))
                for wave in waves(operator)
            )
        )

    def at(self, time: float) -> Array:
        """Return the matrix at a time."""
        matrix = sum(np.cos(f * time + p) * m for m, f, p in self.parts)
        return np.asarray(matrix, dtype=float)

    @property
    def size(self) -> float:
        """Return a bound of the operator's norm over all times."""
        return float(sum(np.linalg.norm(matrix, 2) for matrix, _, _ in self.parts))

    @property
    def quickness(self) -> float:
        """Return the largest frequency."""
        return max((abs(frequency) for _, frequency, _ in self.parts), default=0.0)


def _floats(matrix: Any) -> Array:
    return np.array([[decimal(entry) for entry in row] for row in matrix], dtype=float)


class SceneDynamics:
    """A scene's dynamics in floats; states have one token a row."""

    def __init__(self, scene: Scene) -> None:
        self.start = _floats(scene.tokens)
        self.scores, self.value = MovingMatrix.of(scene.scores), MovingMatrix.of(scene.value)
        self.row_sum, self.duration = decimal(scene.row_sum), decimal(scene.duration)
        self.motion = scene.motion
        self.step = 0.0 if scene.step is None else decimal(scene.step)
        count = len(scene.tokens)
        self.seen = np.array([[scene.sees(i, j) for j in range(count)] for i in range(count)])

    def pull(self, time: float, y: Array) -> Array:
        """Return sum_j a_ij U y_j for every token."""
        logits = y @ self.scores.at(time) @ y.T if self.scores.parts else np.zeros(self.seen.shape)
        logits = np.where(self.seen, logits, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        weights *= self.row_sum / weights.sum(axis=1, keepdims=True)
        return np.asarray(weights @ (y @ self.value.at(time).T if self.value.parts else y))

    def velocity(self, time: float, y: Array) -> Array:
        """Return the velocity of every token: of a flow, or of a free motion."""
        if self.motion == "free":
            return self.pull(time, normalised(y))
        pull = self.pull(time, y)
        return np.asarray(pull - np.sum(y * pull, axis=1, keepdims=True) * y)

    def layer(self, y: Array) -> Array:
        """Return the tokens after a layer."""
        return normalised(y + self.step * self.pull(0.0, y))

    @property
    def steps(self) -> int:
        """Return how many equal steps of the browser's method cover the duration.

        Velocities change by the part row_sum |U| (3 + 4 |P|) of the distance moved, at most, and
        turn with the operators; a step is a `FINENESS`th of the time that this leaves.
        """
        if self.motion == "layer":
            return ceil(self.duration)
        length = float(np.linalg.norm(self.start, axis=1).min())
        value = self.value.size if self.value.parts else 1.0
        change = self.row_sum * value * (3 + 4 * self.scores.size) / min(1.0, length)
        return ceil(
            self.duration * FINENESS * (change + self.scores.quickness + self.value.quickness)
        )


def normalised(y: Array) -> Array:
    """Return tokens divided by their lengths."""
    return np.asarray(y / np.linalg.norm(y, axis=1, keepdims=True))


def path(scene: Scene, points: int = 200, tolerance: float = TOLERANCE) -> tuple[Array, Array]:
    """Return times from 0 to the duration, and the tokens then: shapes (p,) and (p, tokens, d).

    Of layers there is one point each, whatever `points` is. `tolerance` is what a step of the
    method may add, absolute and relative.
    """
    moving = SceneDynamics(scene)
    if moving.motion == "layer":
        states = [moving.start]
        for _ in range(moving.steps):
            states.append(moving.layer(states[-1]))
        return np.arange(len(states), dtype=float), np.array(states)
    from scipy.integrate import solve_ivp

    shape = moving.start.shape
    times = np.linspace(0.0, moving.duration, points)
    found = solve_ivp(
        lambda t, flat: moving.velocity(t, flat.reshape(shape)).ravel(),
        (0.0, moving.duration),
        moving.start.ravel(),
        method="DOP853",
        t_eval=times,
        rtol=tolerance,
        atol=tolerance,
    )
    return times, np.asarray(found.y.T.reshape(-1, *shape))


def plain(scene: Scene) -> dict[str, Any]:
    """Return a scene as `dynamics.js` reads it: floats, and tokens counted from 0."""
    moving = SceneDynamics(scene)

    def bound(number: Any) -> float | None:
        return None if number is None else decimal(number)

    def operator(of: MovingMatrix) -> list[dict[str, Any]]:
        return [{"matrix": m.tolist(), "frequency": f, "phase": p} for m, f, p in of.parts]

    along = [np.array([*map(decimal, mark.along)]) for mark in scene.marks]
    return {
        "title": scene.title,
        "motion": scene.motion,
        "tokens": moving.start.tolist(),
        "scores": operator(moving.scores),
        "value": operator(moving.value),
        "rowSum": moving.row_sum,
        "step": moving.step,
        "mask": moving.seen.astype(int).tolist(),
        "duration": moving.duration,
        "steps": moving.steps,
        "movable": [token - 1 for token in scene.movable],
        "marks": [
            {"name": m.name, "along": (x / np.linalg.norm(x)).tolist(), "speed": decimal(m.speed)}
            for m, x in zip(scene.marks, along, strict=True)
        ],
        "watch": [
            {
                "of": w.of,
                "says": PLAIN.prose(w.says),
                "tokens": [token - 1 for token in w.tokens],
                "mark": next((k for k, m in enumerate(scene.marks) if m.name == w.mark), -1),
                "logarithmic": w.logarithmic,
                "tells": [
                    {
                        "says": PLAIN.prose(t.says),
                        "above": bound(t.above),
                        "below": bound(t.below),
                        "atStart": t.at_start,
                    }
                    for t in w.tells
                ],
            }
            for w in scene.watch
        ],
    }
