"""Trajectories by diffrax, compiled by JAX: installed only with the extra of that name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import diffrax
import jax
import jax.numpy as jnp
import numpy as np

from verify.numerics.error_bounds import Array
from verify.numerics.fields import Field

_MOST_STEPS = 4096


def nodes(
    field: Field,
    state: Array,
    begin: float,
    end: float,
    tolerance: float,
    points: Callable[[float, float], Array],
) -> Iterator[tuple[Array, Array]]:
    """Yield for each step the times that `points` chooses in it, and the states there."""
    with jax.enable_x64(True):
        solve, read = compiled(field, state.shape, tolerance)
        solution = solve(jnp.asarray(state), begin, end)
        if solution.result != diffrax.RESULTS.successful:
            raise ValueError(f"no step: diffrax says {solution.result}")
        count = int(solution.interpolation.ts_size)
        ends = np.asarray(solution.interpolation.ts)[:count].tolist()
        for first, last in pairwise(ends):
            times = points(first, last)
            yield times, np.asarray(read(solution, jnp.asarray(times)))


@lru_cache(maxsize=8)
def compiled(field: Field, shape: tuple[int, ...], tolerance: float) -> tuple[Any, Any]:
    """Return a compiled solver (state, begin, end), and what reads its dense output at times."""
    velocity = field.on(jnp.zeros(1)).velocity
    term = diffrax.ODETerm(lambda time, z, _: velocity(time, z))
    control = diffrax.PIDController(rtol=tolerance, atol=tolerance, norm=worst_trajectory)

    def solve(state: Any, begin: Any, end: Any) -> Any:
        return diffrax.diffeqsolve(
            term, diffrax.Dopri8(), begin, end, None, state, stepsize_controller=control,
            saveat=diffrax.SaveAt(dense=True), max_steps=_steps_for(shape), throw=False,
        )  # fmt: skip

    def read(solution: Any, times: Any) -> Any:
        return jax.vmap(solution.evaluate)(times)

    return jax.jit(solve), jax.jit(read)


def _steps_for(shape: tuple[int, ...]) -> int:
    """Return how many steps a piece may take: each keeps fourteen stages of the state's size."""
    entries = int(np.prod(shape))
    return max(64, min(_MOST_STEPS, 2**26 // (14 * entries)))


def worst_trajectory(errors: Any) -> Any:
    """Return the largest root mean square of a trajectory's errors."""
    return jnp.sqrt(jnp.max(jnp.mean(errors * errors, axis=(-2, -1))))
