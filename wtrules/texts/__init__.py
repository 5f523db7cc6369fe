"""Every sentence for people that is not in a rule file, in one catalogue per language.

`Texts("de")("say.do.cast", spell="…")` returns the German text called `say.do.cast`, filled in. The part
before the first dot is the area, which is the name of a file: `de/say.po`. A file is read when the
first text of its area is needed, and kept in memory.
"""

from wtrules.texts.errors import TextError, UserError
from wtrules.texts.texts import LANGUAGES, Texts, as_sentence, capitalised, check_language

__all__ = [
    "LANGUAGES",
    "TextError",
    "Texts",
    "UserError",
    "as_sentence",
    "capitalised",
    "check_language",
]
