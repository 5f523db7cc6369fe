"""Tables about nodes name fields that the nodes have."""

import pytest
from attrs import fields

from wtrules.services import index


@pytest.mark.parametrize("node", index._NAMED, ids=lambda node: node.__name__)
def test_what_names_something_exists(node: type):
    """The names in a field that was misspelt would not be found."""
    part, _ = index._NAMED[node]

    assert part in {field.name for field in fields(node)}
