"""A region that makes no sense is a mistake of its author, told where it is written."""

import pytest

from verify.language.mistakes import Mistake
from verify.vocabulary import *

x, y = any_scalar("x").introduces, any_scalar("y").introduces


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Region(x + 1 > 0, {x: (1, 0)}), "is empty; exchange the ends"),
        (lambda: Region(x + y > -9, {x: (0, 1)}), "does not bound y"),
        (lambda: Region(x + 1 > 0, {}), "does not bound x"),
        (lambda: Region(x + 1 > 0, {x: (0, 1, 2)}), "give \\(lower, upper\\)"),
        (lambda: Region(x + 1 > 0, {x: 3}), "the box of x is 3"),
        (lambda: Region(x + 1 > 0, {x: (0, y)}), "an end of x is y"),
        (lambda: Region(x + 1 > 0, {x: (0.0, 1)}), "float"),
        (lambda: Region(absolute(x) + 1 > 0, {x: (0, 1)}), "not smooth at 0"),
        (lambda: Region(larger(x, 1) > 0, {x: (0, 1)}), "is an absolute value"),
    ],
)
def test_a_region_without_a_sense_is_a_mistake_at_its_declaration(make, says):
    with pytest.raises(Mistake, match=says) as told:
        make()
    assert "\n" not in str(told.value)


def test_roots_of_what_is_no_square_have_a_box():
    Region(square_root(x**2 + 1) > 0, {x: (-1, 1)})
    Region(square_root(x) ** 2 >= 0, {x: (Fraction(1, 2), 1)})
