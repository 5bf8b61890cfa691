"""The paper: every statement has a label in it."""

from verify.vocabulary import Paper

PAPER = Paper(key="MEAN", title="On the mean of points", authors="Its author", year=2026,
              reference="unpublished")
