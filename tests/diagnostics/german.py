"""What has no German: the tests that go through faulty files ask here for what they find."""

from collections.abc import Iterable

from wtrules.diagnostics import Diagnostic
from wtrules.texts.phrases import untranslated


def without_german(faults: Iterable[Diagnostic]) -> list[str]:
    """Return the templates of all texts of diagnostics that are not in `diagnostics.po`.

    A text that was put together without `phrase` is its own template, so it is found too.
    """
    texts = [text for fault in faults for text in _texts(fault)]
    return sorted({template for text in texts for template in untranslated(text, "de")})


def _texts(fault: Diagnostic) -> list[str]:
    """Return every text of a diagnostic that people read."""
    labels = [*([fault.primary] if fault.primary is not None else ()), *fault.related]
    return [
        fault.message,
        *(label.message for label in labels),
        *fault.help,
        *(text for fix in fault.fixes for text in (fix.title, fix.help)),
    ]
