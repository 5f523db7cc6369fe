"""Runs the examples that train something."""

from __future__ import annotations

import importlib.util
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "agents"


def trained(example: str, **options: int) -> tuple[float, float]:
    """Return the share of games that an example wins before and after training."""
    spec = importlib.util.spec_from_file_location(example, FOLDER / f"{example}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before, after, _ = module.train(**options)
    return before, after
