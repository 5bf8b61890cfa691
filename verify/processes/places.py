"""Where files lie: a user's cache, even that of a user without a home, and papers of one's own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

# Names the folder of papers that are read, to this process and to those it begins; where it is
# empty, they are ours whatever the current folder says.
PAPERS = "VERIFY_PAPERS"


def cache_root() -> Path:
    """Return the user's folder for caches."""
    return absolute(os.environ.get("XDG_CACHE_HOME") or "~/.cache")


def absolute(named: str) -> Path:
    """Return the absolute path of a folder that the environment names, with ~ for the user's home.

    Programs that we start run in other folders. A user without a home gets a temporary folder.
    """
    try:
        return Path(named).expanduser().absolute()
    except RuntimeError:  # neither HOME nor an entry for the user in the system's list
        return for_this_process().joinpath(*Path(named).parts[1:])


def cache_folder() -> Path:
    """Return the folder where results are kept, under the user's folder for caches."""
    return cache_root() / "attention-proofs"


def library_folder(fresh: bool) -> Path:
    """Return where Coq's library is compiled: a new folder, where nothing kept is to be believed.

    Whoever can write into the cache can put another library there.
    """
    return for_this_process() if fresh else cache_folder()


@lru_cache(maxsize=1)
def for_this_process() -> Path:
    """Return a folder that is taken away when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="verify-cache-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
