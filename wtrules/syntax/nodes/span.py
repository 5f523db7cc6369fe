"""The span of a node, as a field of its class."""

from attrs import field

from wtrules.source import Span


def span_field() -> Span:
    """Return the field for the place of a node; it is left out of comparisons and `repr`."""
    value: Span = field(eq=False, repr=False, kw_only=True)
    return value
