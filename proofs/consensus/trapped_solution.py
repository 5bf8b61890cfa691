"""A solution in closed form of causal attention with value matrix I: a token that is never gathered."""

from dataclasses import dataclass

from verify.vocabulary import *


@dataclass(frozen=True, eq=False)
class Trapped:
    """Three tokens on a circle, as functions of an angle chi that falls to 0."""

    chi: Scalar
    first: Vector
    beside: Vector
    second: Vector
    third: Vector


def trapped(given: Given) -> Trapped:
    """Give the tokens at the angles 0, 4 chi and pi + chi."""
    p_c, q_c = given(orthonormal_pair("p_c", "q_c"))
    chi = given(angle_between("chi", 0, pi() / 4, multiples=(2,)))
    return Trapped(chi, p_c, q_c, cos(4 * chi) * p_c + sin(4 * chi) * q_c, -cos(chi) * p_c - sin(chi) * q_c)


def solves(tokens: Trapped) -> Proof:
    """Show that they move by the model, with scores that are bounded, and where they end."""
    chi, first, second, third = tokens.chi, tokens.first, tokens.second, tokens.third
    weight = cos(chi) / 4
    falls = motion({chi: -sin(4 * chi) / 8})
    yield "The second of three tokens can hold the third back until the pulls on both die out. For some scores " \
        "such a solution can be written down: on a circle let the tokens be at the angles " \
        r"0, $4 \chi$ and $\pi + \chi$, with $\chi' = -\sin(4 \chi)/8$ (up to the unit of time). " \
        "The second token moves so with the weights $1/2$ and $1/2$,", \
        Identity(tangent(first / 2 + second / 2, second), rate(second, falls), name="second solves") \
        .but_not("with half of the first weight", left=tangent(first / 4 + 3 * second / 4, second))
    yield r"and the third with $\cos(\chi)/4$ for each of the first two.", \
        Identity(tangent(weight * first + weight * second + (1 - 2 * weight) * third, third),
                 rate(third, falls), name="third solves") \
        .but_not("with $1/3$", left=tangent(first / 3 + second / 3 + third / 3, third))
    bisector = cos(2 * chi) * first + sin(2 * chi) * tokens.beside
    yield r"These are softmax weights: for the scores of $P = \kappa m m^\top$, with a number $\kappa$ and " \
        r"$m = (\cos(2 \chi), \sin(2 \chi))$, which do not tell the first two tokens apart,", \
        Identity(bisector @ first, bisector @ second, name="equal scores") \
        .but_not("those of the first", left=first @ first, right=first @ second)
    yield "and on the third token itself exceed those on them by", \
        Identity((third @ bisector) * (bisector @ (third - first)),
                 cos(chi) * (cos(chi) + cos(2 * chi)), name="own score") \
        .but_not("nothing", right=0)
    yield r"times $\kappa$. It has to be $\log E$ with $E = (4 - 2 \cos(\chi))/\cos(\chi)$, for " \
        r"then the weights are $1/(2 + E)$: times $\cos(\chi)$,", \
        Identity(weight * (2 * cos(chi) + (4 - 2 * cos(chi))), cos(chi), name="weights of the third") \
        .but_not("with $E = 2$", left=weight * (2 * cos(chi) + 2 * cos(chi)))
    yield r"and $\kappa = \log E/(\cos(\chi) (\cos(\chi) + \cos(2 \chi)))$ is bounded, as $\chi$ " \
        "does not grow and this is positive:", \
        Inequality(cos(chi) * (cos(chi) + cos(2 * chi)) > 0, because=cos(chi) ** 2 + cos(chi) * cos(2 * chi),
                   name="bounded scores") \
        .but_not("above 1", claim=cos(chi) * (cos(chi) + cos(2 * chi)) > 1)
    yield r"The tangent of $2 \chi$ falls like $e^{-t/2}$, so $\chi$ tends to 0.", \
        Identity(rate(sin(2 * chi) / cos(2 * chi), falls), -sin(2 * chi) / cos(2 * chi) / 2, name="falls") \
        .but_not("like $e^{-t}$", right=-sin(2 * chi) / cos(2 * chi))
