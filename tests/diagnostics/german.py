"""What has no German: the tests that go through faulty files ask here for what they find."""

from collections.abc import Iterable

from wtrules.diagnostics import Diagnostic
from wtrules.diagnostics.in_language import texts_of
from wtrules.texts.phrases import untranslated


def without_german(faults: Iterable[Diagnostic]) -> list[str]:
    """Return the templates of all texts of diagnostics that are not in `diagnostics.po`.

    A text that was put together without `phrase` is its own template, so it is found too.
    """
    texts = [text for fault in faults for text in texts_of(fault)]
    return sorted({template for text in texts for template in untranslated(text, "de")})
