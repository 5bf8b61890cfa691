"""The statements of the paper."""
