"""The assumptions a statement may make: each with facts, a generator and a phrase.

The first argument is the name. What is "given" in an argument was introduced before. The words are
listed in `verify.vocabulary`.
"""
