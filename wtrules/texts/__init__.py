"""Every sentence for people that is not in a rule file, in one catalogue per language.

`Texts("de")("words.cast", name="…")` returns the German text called `words.cast`, filled in. The part
before the first dot is the area, which is the name of a file: `de/words.po`. A file is read when the
first text of its area is needed, and kept in memory.
"""

from wtrules.texts.texts import LANGUAGES, TextError, Texts, check_language

__all__ = ["LANGUAGES", "TextError", "Texts", "check_language"]
