"""The cells of the table of coverage."""

import pytest

from wtrules.cli.coverage import _SIGNS, _cell
from wtrules.resolve.coverage import Reading


@pytest.mark.parametrize("stance", _SIGNS)
def test_a_cell_says_what_a_manual_has(stance: str):
    """A sign for how clearly it says something, the page if there is one, and a star if it differs."""
    sign = _SIGNS[stance]
    assert sign == _cell(Reading(stance, "Setup", None, None))
    assert f"{sign} p. 3" == _cell(Reading(stance, None, "p. 3", None))
    assert f"{sign} p. 3 *" == _cell(Reading(stance, None, "p. 3", {"en": "two steps"}))
    assert f"{sign} *" == _cell(Reading(stance, None, None, {"en": "two steps"}))
