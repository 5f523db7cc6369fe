"""A process that answers calls for the server, until its input ends (`wtrules/lanes.py`)."""

from __future__ import annotations

from contextlib import suppress

from wtrules.lanes import work
from wtrules.web.api import Api
from wtrules.web.limits import MOST_MEMORY


def main() -> None:
    """Answer calls until the input ends."""
    limit_memory()
    api = Api()
    work(api.warm_up, api.answer)


def limit_memory() -> None:
    """Refuse memory beyond the limit: Python raises MemoryError, and the call is answered with it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    # Not the address space: wasmtime reserves far more of it than it uses.
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, MOST_MEMORY)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


if __name__ == "__main__":
    main()
