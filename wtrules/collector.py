"""How often Python looks for garbage.

Rules and programs are large trees that stay in use. Looking for garbage as often as Python does by
default takes up to a tenth of the time, and looking through everything takes longer than a check.
"""

import gc


def collect_less_often() -> None:
    """Look for garbage less often than by default."""
    gc.set_threshold(50_000, 20, 100)


def spare_loaded() -> None:
    """Never look for garbage again among what is loaded now; for processes that answer many calls."""
    gc.freeze()
