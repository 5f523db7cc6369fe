"""WebAssembly modules, run by what is there: wasmtime on a desktop, the browser itself in a web page.

Nothing else in wtrules knows which of them it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from wtrules.backends.instance import Instance


def instantiate(key: str, make: Callable[[], bytes]) -> Instance:
    """Return a new instance of a module, which is compiled at most once.

    *make* returns the module as bytes; *key* is any text that identifies it.
    """
    if sys.platform == "emscripten":
        from wtrules.backends.in_browser import BrowserInstance

        return BrowserInstance(key, make)
    from wtrules.backends.on_wasmtime import WasmtimeInstance

    return WasmtimeInstance(key, make)
