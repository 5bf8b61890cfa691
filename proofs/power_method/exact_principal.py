"""Layer matrices with known complex eigenvalues, drawn at random, and whether v_1 attracts.

Keywords other than their defaults make a criterion false.
"""

from random import Random

from verify.numerics.exact import Draw, lucky
from verify.numerics.matrices import Matrix, transpose
from verify.numerics.rational_matrices import rational_product
from verify.numerics.shapes import operator, orthogonal
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision, written
from .families.equilibria import STEPS, Scores
from .families.exact_layers import Head, all_inside, tangent_jacobian

Complex = tuple[Fraction, Fraction]


@decision
def principal_attracts(random: Random, *, real_parts: bool = False, factor: int = 2) -> Case:
    """Decide whether consensus at v_1 attracts exactly if the step is small enough for every k.

    That is, tau (|lambda_k|^2 - lambda_1^2) < factor (lambda_1 - Re lambda_k); F is not symmetric,
    nor its eigenvectors orthogonal. With `real_parts` lambda_1 > Re lambda_k is held to suffice.
    """
    F, frame, first, others = lucky(random, _layer_matrix)
    scores = lucky(random, lambda draw: Scores(operator(draw, len(F), False)))
    tau, count = random.choice(STEPS), random.choice((1, 2))
    gaps = [tau * (re**2 + im**2 - first**2) - factor * (first - re) for re, im in others]
    exact = [tau * (re**2 + im**2 - first**2) == 2 * (first - re) for re, im in others]
    if any(exact):
        return Case("boundary")
    J = tangent_jacobian([frame[0]] * count, [Head(F, scores)], tau, [frame[1:]] * count)
    attracts = all_inside(J.charpoly())
    criterion = all(re < first for re, _ in others) if real_parts else all(g < 0 for g in gaps)
    instance = written(F=F, v_1=frame[0], lambda_1=first, tokens=count, step=tau,
                       others=[f"{re} + {im} i" for re, im in others])
    kind = f"{'complex' if others[0][1] else 'real'}, {'stable' if attracts else 'unstable'}"
    return compared(criterion, attracts, instance, kind)


def _layer_matrix(draw: Draw) -> tuple[Matrix, Matrix, Fraction, list[Complex]]:
    """Return F, a frame that begins with v_1, lambda_1, and the others, whose real parts are below.

    In the frame F has lambda_1 in its corner, anything beside it, and a plane block below.
    """
    first = draw.positive()
    low, other = (first - draw.positive() * draw.choose((1, 1, 4)) for _ in range(2))
    if draw.choose((True, False)):
        turn, c = draw.magnitude(), draw.positive()
        block, others = [[low, turn * c], [-turn / c, low]], [(low, turn), (low, -turn)]
    else:
        block = [[low, draw.rational()], [Fraction(0), other]]
        others = [(low, Fraction(0)), (other, Fraction(0))]
    inside = [[first, draw.rational(), draw.rational()], *([Fraction(0), *row] for row in block)]
    frame = orthogonal(draw, 3)
    return rational_product(transpose(frame), inside, frame), frame, first, others
