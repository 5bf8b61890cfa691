"""The kinds of steps: each has one file, with what it says, obliges, decides, refutes and tells.

`verify.statements.step` has what they share; `verify.vocabulary` lists those that authors write.
"""
