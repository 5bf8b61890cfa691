"""Rotated queries and keys see the difference of their positions."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "ROPE-1", PAPER.label("eq. (16), one plane"), title="Rotary scores depend on the difference of positions", position=(1,),
    argued=False, printed=r"The product of a query that is turned by $m \theta$ with a key that is turned by $n \theta$ depends on "
    "$m - n$ alone.", relation="the same")
def relative(given: Given) -> Proof:
    a, b, p, q = (given(any_scalar(name)) for name in "abpq")
    s, t = given(any_scalar("s")), given(any_scalar("t"))
    score = (cos(s) * a - sin(s) * b) * (cos(t) * p - sin(t) * q) + (sin(s) * a + cos(s) * b) * (sin(t) * p + cos(t) * q)
    yield claim("The score of a query (a, b) turned by s and a key (p, q) turned by t depends on s - t alone.", "difference")
    yield "The score of a query (a, b) turned by s and a key (p, q) turned by t is", \
        Identity(score, cos(s - t) * (a * p + b * q) + sin(s - t) * (a * q - b * p), name="difference") \
        .but_not("turned by the sum", right=cos(s + t) * (a * p + b * q) + sin(s + t) * (a * q - b * p))
