"""The engine written by hand, for tests that want a second opinion: `from . import engine`."""

import importlib.util
import sys
from pathlib import Path

_PATH = Path(__file__).resolve().parents[2] / "benchmarks" / "hand_engine.py"
_SPEC = importlib.util.spec_from_file_location("hand_engine", _PATH)
engine = importlib.util.module_from_spec(_SPEC)
sys.modules.setdefault("hand_engine", engine)
_SPEC.loader.exec_module(engine)
