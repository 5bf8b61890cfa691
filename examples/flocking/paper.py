"""The model of Cucker and Smale: birds that steer towards each other's velocities."""

from verify.vocabulary import *

PAPER = Paper(key="FL", title="Emergent behavior in flocks", authors="F. Cucker and S. Smale", year=2007,
              reference="IEEE Transactions on Automatic Control 52(5)")
