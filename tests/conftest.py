"""What all tests share: one snapshot is one text file, and chance is the same in every run."""

import os

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

# A run that fails tells of a change, not of luck; HYPOTHESIS_PROFILE=default looks for new examples.
settings.register_profile("steady", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


class TextFile(SingleFileSnapshotExtension):
    """A snapshot someone can read as a page."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The expected text, kept in a file of its own."""
    return snapshot.use_extension(TextFile)
