"""Child processes: they end with their parent, and their limits count what they use.

Nothing here knows what is computed: statements, goals and figures all go through these few files.
"""
