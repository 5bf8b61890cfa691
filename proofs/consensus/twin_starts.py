"""Values for claims: examples, and where false twins fail, such as tokens from which nothing moves."""

from verify.vocabulary import *

PLANE = [[1, 0], [0, 1]]                                    # the identity of the plane
FIRST_AXIS = [[1, 0], [0, 0]]                               # and others of its operators
TURN = [[0, -1], [1, 0]]
BACK = [[-1, 0], [0, -1]]
SPACE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

EVERYBODY = [[1, 1], [1, 1]]                                # whom two tokens attend to
NOBODY = [[0, 0], [0, 0]]
TO_THE_FIRST = [[1, 0], [1, 0]]
ONE_WAY = [[1, 0], [1, 1]]
QUARTER = Fraction(1, 4)
QUARTERS = [[QUARTER, QUARTER], [QUARTER, QUARTER]]

ASIDE = [Fraction(3, 5), Fraction(4, 5)]                    # tokens of the circle
BESIDE = [Fraction(3, 5), Fraction(-4, 5)]
ANTIPODES = [[1, 0], [-1, 0]]
NEAR = [[Fraction(24, 25), Fraction(7, 25)], [Fraction(24, 25), Fraction(-7, 25)]]
SQUARE_OF_TOKENS = [[1, 0], [0, 1], [-1, 0], [0, -1]]

# Three tokens at obtuse angles on the near side of a plane; what pulls one to the third takes it
# away from the second.
SPREAD = [[Fraction(x, 9) for x in row] for row in ([-7, 4, 4], [4, -7, 4], [4, 4, -7])]
SPREAD_ALONG = [Fraction(23, 41), Fraction(24, 41), Fraction(24, 41)]
TOWARDS_THE_THIRD = [[1, 1, 16], [1, 1, 1], [1, 1, 1]]

FOUR = [[int(row == column) for column in range(4)] for row in range(4)]    # sqrt(4) is rational
NO_MATRIX = [[0] * 4] * 4
HALF_OF_FOUR = [[Fraction(x, 2) for x in row] for row in FOUR]
