"""What the mean of points is, and what it is not."""

from verify.vocabulary import *

from .paper import PAPER


@statement("MEAN-1", PAPER.label("Lemma 1"), title="The mean minimises squared distances")
def least_spread(given: Given) -> Proof:
    x, z = given(any_vectors("x")), given(any_vector("z"))
    n = tokens.count
    m = let("m", lambda: total(x[i] for i in tokens) / n)
    about_m = total((x[i] - m) @ (x[i] - m) for i in tokens)
    about_z = total((x[i] - z) @ (x[i] - z) for i in tokens)

    yield claim("The sum of squared distances to the points is smallest at their mean.", "least")
    yield "The sum over a point exceeds the sum over the mean by n times their squared distance.", \
        Identity(about_z, about_m + n * ((m - z) @ (m - z)), name="split") \
        .but_not("the mean's own counts once", right=about_m + (m - z) @ (m - z))
    yield "So no point has a smaller sum than the mean.", \
        Inequality(about_m <= about_z, because=n * ((m - z) @ (m - z)), name="least") \
        .but_not("the mean is the farthest", claim=about_m >= about_z)


@statement("MEAN-2", PAPER.label("Lemma 2"), title="The mean of two unit vectors is a unit vector")
def unit_mean(given: Given) -> Proof:
    x, y = given(unit_vector("x")), given(unit_vector("y"))
    m = let("m", lambda: (x + y) / 2)
    printed = Printed(m @ m >= 1, name="unit mean")

    yield claim("The mean of two unit vectors has length 1.", "unit mean")
    yield "The mean of two unit vectors has length 1:", printed
    yield "the mean of two opposite vectors is 0.", \
        Witness(printed, {x: [1, 0], y: [-1, 0]}, name="opposite")
