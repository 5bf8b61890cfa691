"""Encodings of positions."""

from verify.vocabulary import *

from .paper import PAPER


@statement("VAS-1", PAPER.label("Section 3.5"), title="Encodings of shifted positions are rotated", argued=False, position=(1,),
           printed=r"For a fixed offset k the encoding of position t + k is a linear function of the encoding of t.",
           relation="stronger", differs="The claim has the function: a rotation that does not depend on t.")
def offset(given: Given) -> Proof:
    w, t, k = (given(any_scalar(name)) for name in ("w", "t", "k"))
    yield claim("The pair of sine and cosine at t + k is the pair at t, turned by w k.", "sine", "cosine")
    yield "The sine at t + k is", Identity(sin(w * t + w * k), cos(w * k) * sin(w * t) + sin(w * k) * cos(w * t), name="sine") \
        .but_not("turned the other way", right=cos(w * k) * sin(w * t) - sin(w * k) * cos(w * t))
    yield "and the cosine is", Identity(cos(w * t + w * k), cos(w * k) * cos(w * t) - sin(w * k) * sin(w * t), name="cosine") \
        .but_not("turned the other way", right=cos(w * k) * cos(w * t) + sin(w * k) * sin(w * t))
