"""The version of wtrules."""

__version__ = "0.1.0"
