"""Errors that come from a limit of the operating system, and what to do about each."""

from __future__ import annotations

import errno

FIXES = {
    errno.ENOSPC: "make room",
    errno.EDQUOT: "make room",
    errno.EFBIG: "raise the limit on file sizes: ulimit -f",
    errno.EMFILE: "raise the limit on open files: ulimit -n 1024",
    errno.ENFILE: "close other programs",
    errno.EAGAIN: "raise the limit on processes: ulimit -u, or use --jobs 1",
    errno.ENOMEM: "free some memory, or use --jobs 1",
}
NO_THREAD = "can't start new thread"  # Python gives no number for this one


def limit_fix(error: BaseException) -> str | None:
    """Return what to do if an error comes from a limit, None if it does not."""
    if isinstance(error, RuntimeError) and str(error) == NO_THREAD:
        return FIXES[errno.EAGAIN]
    return FIXES.get(error.errno or 0) if isinstance(error, OSError) else None


def cut_off_by(error: BaseException) -> str | None:
    """Return an error that comes from a limit as the reason why a task has no answer."""
    fix = limit_fix(error)
    if fix is None:
        return None
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"cut off by the system ({str(reason).lower()}): {fix}"
