"""The rules of Wandering Towers as text you can edit, check, run, compare and explain."""

__version__ = "0.1.0"
