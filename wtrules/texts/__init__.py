"""Every sentence for people that is not in a rule file, in one catalogue per language.

`Texts("de")("play.cast", name="…")` returns the German text called `play.cast`, filled in. The part
before the first dot is the area, which is the name of a file: `de/play.po`. A file is read when the
first text of its area is needed, and kept in memory.
"""

from wtrules.texts.texts import LANGUAGES, TextError, Texts, check_language

__all__ = ["LANGUAGES", "TextError", "Texts", "check_language"]
