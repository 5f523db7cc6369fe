"""Tables about nodes name fields that the nodes have."""

import pytest
from attrs import fields

from wtrules.rules import uses


@pytest.mark.parametrize("node", uses._NOT_USES, ids=lambda node: node.__name__)
def test_what_is_left_out_exists(node: type):
    """A field that was misspelt would not be left out."""
    assert set() == set(uses._NOT_USES[node]) - {field.name for field in fields(node)}
