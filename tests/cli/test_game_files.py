"""What cannot be read as a game file is called that in messages."""

from pathlib import Path

import pytest

from wtrules.cli.game_files import Unusable, read_game_text


def test_a_folder_is_not_a_game_file(tmp_path: Path):
    """The help names a file with a game, not a rule file."""
    with pytest.raises(Unusable) as caught:
        read_game_text(str(tmp_path))
    message, help = str(caught.value).splitlines()
    assert message.endswith("is a folder, not a game file")
    assert "  help: name a file in it with a game in it" == help
