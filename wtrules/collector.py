"""How often Python runs its garbage collector.

Rules and programs are large trees that stay in use. Collecting garbage as often as Python does by
default takes up to a tenth of the time, and a full collection takes longer than a check.
"""

import atexit
import gc
import sys
from functools import cache


def collect_less_often() -> None:
    """Collect garbage less often than by default: not at all while a small file is checked."""
    gc.set_threshold(200_000, 20, 100)


@cache
def leave_garbage_at_exit() -> None:
    """Do not collect garbage when the process ends.

    Python looks through everything several times at its end, which takes as long as checking a
    file, only to return memory that the system takes back anyway.
    """
    atexit.register(_leave_garbage)


def _leave_garbage() -> None:
    if "duckdb" not in sys.modules:  # it complains about everything that is not collected
        gc.freeze()


def spare_loaded() -> None:
    """Never collect garbage again among what is loaded now; for processes that answer many calls."""
    gc.freeze()
