"""Reading rule files, and naming places in them."""

import errno
import io
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wtrules import source as source_module
from wtrules.source import (
    MAX_BYTES,
    MAX_LINE,
    MAX_NESTING,
    Position,
    SourceError,
    SourceFile,
    Span,
    decode_source,
    find_deep_nesting,
    find_long_line,
    read_source,
    read_stream,
)


def refusal(path: Path | str) -> SourceError:
    """Return the error that reading *path* gives."""
    with pytest.raises(SourceError) as caught:
        read_source(path)
    return caught.value


def write(folder: Path, data: bytes) -> Path:
    """Write a rule file of these bytes."""
    path = folder / "friday.wtr"
    path.write_bytes(data)
    return path


def test_positions_count_characters_from_one():
    """An umlaut is one column, and the place after the last newline is a line of its own."""
    source = SourceFile("a.wtr", "Türme\nzwei\n")

    assert Position(1, 1) == source.position(0)
    assert Position(1, 3) == source.position(2)
    assert Position(1, 6) == source.position(5)
    assert Position(2, 1) == source.position(6)
    assert Position(3, 1) == source.position(11)
    assert Position(3, 1) == source.position(99)
    assert ["Türme", "zwei", "", ""] == [source.line_text(n) for n in (1, 2, 3, 4)]


@given(st.text(alphabet="ab\nü", max_size=40), st.integers(0, 40))
def test_offset_undoes_position(text: str, offset: int):
    """Line and column lead back to the same character."""
    source = SourceFile("a.wtr", text)
    offset = min(offset, len(text))
    position = source.position(offset)

    assert offset == source.offset(position.line, position.column)
    assert text[:offset].count("\n") + 1 == position.line


def test_spans_know_their_text_and_join():
    """A joined span reaches from the first to the last of both."""
    source = SourceFile("a.wtr", "cost 1\ncost 2\n")
    one, two = Span(source, 5, 6), Span(source, 12, 13)

    assert "1" == one.text
    assert (1, 6) == (one.line, one.column)
    assert "1\ncost 2" == two.join(one).text
    assert Position(2, 7) == two.join(one).end_position


def test_an_empty_file_is_read(tmp_path: Path):
    """Whether an empty file makes sense is for the parser to say."""
    assert "" == read_source(write(tmp_path, b"")).text


@pytest.mark.parametrize("ending", [b"\r\n", b"\r", b"\n"])
def test_line_endings_become_newlines(tmp_path: Path, ending: bytes):
    """Files from any system give the same text."""
    assert "a\nb\n" == read_source(write(tmp_path, b"a" + ending + b"b" + ending)).text


def test_a_byte_order_mark_is_taken_off(tmp_path: Path):
    """What Windows editors put in front does not shift the columns."""
    assert "Türme" == read_source(write(tmp_path, b"\xef\xbb\xbf" + "Türme".encode())).text


def test_the_shown_name_is_the_one_people_know(tmp_path: Path):
    """The path on disk and the name in messages may differ."""
    path = write(tmp_path, b"a")

    assert str(path) == read_source(path).path
    assert "friday" == read_source(path, "friday").path


def test_a_name_no_terminal_can_show_is_escaped():
    """A newline or a broken byte in a file name does not break the message."""
    assert "there is no file `a\\nb\\udcff`" == refusal("a\nb\udcff").message


@pytest.mark.parametrize("name", ["nowhere.wtr", "friday.wtr/inside.wtr", "x" * 5000, "a\0b"])
def test_missing_files(tmp_path: Path, name: str):
    """A name that leads nowhere is a missing file, however strange."""
    write(tmp_path, b"")

    assert "missing-file" == refusal(f"{tmp_path}/{name}").code


def test_a_folder_is_no_file(tmp_path: Path):
    """A folder is named as such."""
    assert ("not-a-file", f"`{tmp_path}` is a folder, not a rule file") == (
        refusal(tmp_path).code,
        refusal(tmp_path).message,
    )


def test_devices_and_pipes_are_refused_at_once(tmp_path: Path):
    """A pipe nobody writes to and an endless device never make the program wait."""
    os.mkfifo(tmp_path / "pipe")

    assert "not-a-file" == refusal(tmp_path / "pipe").code
    assert "not-a-file" == refusal("/dev/zero").code


def test_a_file_that_turns_into_a_pipe_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Between looking and opening the file may change; the open file is asked again."""
    os.mkfifo(tmp_path / "pipe")
    ordinary = os.stat(write(tmp_path, b""))
    monkeypatch.setattr(source_module.os, "stat", lambda _: ordinary)

    assert "not-a-file" == refusal(tmp_path / "pipe").code


def test_a_link_to_itself_is_unreadable(tmp_path: Path):
    """A loop of links ends."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")

    assert "unreadable-file" == refusal(tmp_path / "loop").code


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "unreadable-file"),
        (errno.EIO, "unreadable-file"),
        (errno.ENOENT, "missing-file"),
    ],
)
def test_a_file_that_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
):
    """The messages for a forbidden, a broken and a just deleted file differ."""

    def fail(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(source_module.os, "open", fail)

    assert code == refusal(write(tmp_path, b"")).code


def test_a_file_that_vanishes_while_it_is_read():
    """A network disk that goes away in the middle gives a message."""

    class Vanishing(io.BytesIO):
        def read(self, _: int | None = -1, /) -> bytes:
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    with pytest.raises(SourceError) as caught:
        read_stream(Vanishing())
    assert "missing-file" == caught.value.code


def test_a_large_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Ten megabytes are refused by their size alone."""
    path = write(tmp_path, b"")
    os.truncate(path, 10_000_000)
    monkeypatch.setattr(source_module, "read_stream", pytest.fail)

    assert ("too-large", f"`{path}` has 9.5 MiB; a rule file may have up to 1 MiB") == (
        refusal(path).code,
        refusal(path).message,
    )


def test_an_endless_stream_is_refused():
    """Standard input is read no further than the limit; exactly the limit is fine."""
    with open("/dev/zero", "rb") as stream, pytest.raises(SourceError) as caught:
        read_stream(stream)

    assert "too-large" == caught.value.code
    assert MAX_BYTES == len(read_stream(io.BytesIO(b"a" * MAX_BYTES)).text)


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        ("aä".encode("utf-16"), "wrong-encoding", "is written in UTF-16"),
        ("aä".encode("utf-32"), "wrong-encoding", "is written in UTF-32"),
        ("spell".encode("utf-16-le"), "wrong-encoding", "seems to be written in UTF-16"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\0\rIHDR", "not-text", "byte 9 is zero"),
        (
            b"\xef\xbb\xbfone\r\n  T\xfcrme",
            "wrong-encoding",
            "byte 0xFC at line 2, column 4 would be `ü` in Windows-1252 or Latin-1",
        ),
        ("ü".encode() + b"\xc3", "wrong-encoding", "byte 0xC3 at line 1, column 2"),
        (b"a\r\n\x07", "not-text", "control character U+0007 at line 2, column 1"),
        ("a\x85".encode(), "not-text", "control character U+0085 at line 1, column 2"),
    ],
)
def test_what_is_not_text(data: bytes, code: str, message: str):
    """Another encoding or a binary file is recognised, with the place and the cure."""
    with pytest.raises(SourceError) as caught:
        decode_source(data, "friday.wtr")

    assert code == caught.value.code
    assert message in caught.value.message
    assert caught.value.help


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes):
    """Nothing but text or a `SourceError` ever comes out, and its place is in the file."""
    span = None
    try:
        source = decode_source(data, "a.wtr")
    except SourceError as error:
        span, source = error.span, SourceFile("a.wtr", "")

    assert "\r" not in source.text
    assert span is None or span.end <= len(span.source.text)


def test_long_lines_are_found():
    """The excess of the first line that is too long is the place."""
    fine = "a" * MAX_LINE
    span = find_long_line(SourceFile("a.wtr", f"short\n{fine}bc\n"))

    assert find_long_line(SourceFile("a.wtr", f"{fine}\n{fine}")) is None
    assert span is not None
    assert ("bc", 2) == (span.text, span.line)


def test_deep_nesting_is_found():
    """Brackets in strings and comments, and closed ones, do not count."""
    fine = "{" * MAX_NESTING
    span = find_deep_nesting(SourceFile("a.wtr", "\n" + "{(" * MAX_NESTING))

    assert find_deep_nesting(SourceFile("a.wtr", f'# {fine}{{\n"{{"{fine}}}{{')) is None
    assert span is not None
    assert (2, MAX_NESTING + 1) == (span.line, span.column)
