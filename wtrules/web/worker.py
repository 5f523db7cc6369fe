"""A process that answers calls for the server, until its input ends (`wtrules/lanes.py`)."""

from __future__ import annotations

from wtrules.lanes import work
from wtrules.web.api import Api


def main() -> None:
    """Answer calls until the input ends."""
    api = Api()
    work(api.warm_up, api.answer)


if __name__ == "__main__":
    main()
