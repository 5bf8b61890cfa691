"""What each command does, once its arguments are understood: one module a kind of command."""
