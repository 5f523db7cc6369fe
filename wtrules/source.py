"""Rule files as text: reading them safely, and naming places in them.

Bytes come in, from a path or a stream; a `SourceFile` goes out, or a `SourceError` that says why the
file cannot be read and how to fix it. A `Span` is a place in a source file, from one character to
another. Offsets, lines and columns count characters of the text, in which all line endings are
newlines and the byte order mark is removed.
"""

import errno
import os
import re
import stat
import unicodedata
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from attrs import field, frozen

from wtrules.phrase import Verbatim, phrase
from wtrules.safe_text import safe
from wtrules.value import Value

MAX_BYTES = 1024 * 1024
MAX_LINE = 20_000
MAX_NESTING = 100

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NESTING = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|#[^\n]*|[{(\[]|[})\]]')
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_FOREIGN_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_SAVE_AS_UTF8 = "save the file as UTF-8: most editors offer the encoding in the “Save as” dialogue"


@frozen
class Position(Value):
    """A place in a text as people count it: the first character is line 1, column 1."""

    line: int
    column: int


@frozen
class SourceFile(Value):
    """The text of one rule file, and its name as it is shown in messages."""

    path: str = field(converter=safe)
    text: str = field(repr=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @property
    def line_count(self) -> int:
        """The number of lines, counting an empty one after a final newline."""
        return len(self._line_starts)

    def position(self, offset: int) -> Position:
        """Return the line and column of *offset*; beyond the text means its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._line_starts, offset)
        return Position(line, offset - self._line_starts[line - 1] + 1)

    def offset(self, line: int, column: int = 1) -> int:
        """Return the offset of a line and column, the nearest one there is."""
        line = min(max(line, 1), self.line_count)
        start = self._line_starts[line - 1]
        return start + min(max(column - 1, 0), len(self.line_text(line)))

    def line_text(self, line: int) -> str:
        """Return a line without its newline; a line that does not exist is empty."""
        if not 1 <= line <= self.line_count:
            return ""
        start = self._line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@frozen
class Span(Value):
    """A place in a source file, from offset *start* up to but not including *end*."""

    source: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line where the span starts."""
        return self.source.position(self.start).line

    @property
    def column(self) -> int:
        """The column where the span starts."""
        return self.source.position(self.start).column

    @property
    def start_position(self) -> Position:
        """Where the span starts."""
        return self.source.position(self.start)

    @property
    def end_position(self) -> Position:
        """Where the text after the span starts."""
        return self.source.position(self.end)

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    @property
    def flat_text(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())

    def join(self, other: "Span") -> "Span":
        """Return the smallest span around both; *other* is in the same file."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


class SourceError(Exception):
    """A file that cannot be read as rules; `span` is the place of the error if there is a text."""

    def __init__(
        self, code: str, message: str, help: tuple[str, ...] = (), span: Span | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.span = span


def read_source(path: str | Path, shown: str | None = None) -> SourceFile:
    """Read a rule file; *shown* is its name in messages, by default the path itself.

    Never hangs on a pipe or a device, and never reads more than `MAX_BYTES`.
    Raises `SourceError` when the file cannot be used.
    """
    name = safe(path if shown is None else shown)
    try:
        _require_regular(os.stat(path).st_mode, name)
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as error:
        raise _failure(error, name) from error
    # The file may have been replaced in the meantime, so check everything again.
    try:
        with open(descriptor, "rb", buffering=0) as stream:
            about = os.fstat(descriptor)
            _require_regular(about.st_mode, name)
            if about.st_size > MAX_BYTES:
                raise _too_large(name, about.st_size)
            return read_stream(stream, name)
    except OSError as error:
        raise _failure(error, name) from error


def read_stream(stream: BinaryIO, shown: str = "<stdin>") -> SourceFile:
    """Read a rule file from an open binary stream such as standard input, to its end."""
    shown = safe(shown)
    parts: list[bytes] = []
    size = 0
    try:
        while part := stream.read(MAX_BYTES + 1 - size):
            parts.append(part)
            size += len(part)
            if size > MAX_BYTES:
                raise _too_large(shown, None)
    except OSError as error:
        raise _failure(error, shown) from error
    return decode_source(b"".join(parts), shown)


def decode_source(data: bytes, shown: str) -> SourceFile:
    """Return the text of a file's bytes, or raise `SourceError` when they are not UTF-8 text."""
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            raise SourceError(
                "wrong-encoding",
                phrase(
                    "`{shown}` is written in {encoding} (it starts with the bytes {hex}); rule files are "
                    "UTF-8",
                    shown=shown,
                    encoding=Verbatim(encoding),
                    hex=Verbatim(mark.hex(" ").upper()),
                ),
                (_SAVE_AS_UTF8,),
            )
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data:
        raise _binary(data, shown)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _undecodable(data, error, shown) from error
    source = SourceFile(shown, _with_newlines(text))
    if fault := _UNPRINTABLE.search(source.text):
        span = Span(source, fault.start(), fault.end())
        raise SourceError(
            "not-text",
            phrase(
                "`{shown}` has the control character U+{ord:04X} at line {line}, column {column}; "
                "rule files are plain text",
                shown=shown,
                ord=ord(fault.group()),
                line=span.line,
                column=span.column,
            ),
            ("delete the character, or check that this is the right file",),
            span,
        )
    return source


def find_long_line(source: SourceFile) -> Span | None:
    """Return the part beyond `MAX_LINE` characters of the first line that is too long."""
    fault = re.search(f"^.{{{MAX_LINE}}}(.+)", source.text, re.MULTILINE)
    return Span(source, fault.start(1), fault.end(1)) if fault else None


def find_deep_nesting(source: SourceFile) -> Span | None:
    """Return the first bracket that opens more than `MAX_NESTING` levels.

    Braces, parentheses and square brackets all count, except in strings and comments.
    """
    depth = 0
    for match in _NESTING.finditer(source.text):
        if match.group() in "{([":
            depth += 1
            if depth > MAX_NESTING:
                return Span(source, match.start(), match.end())
        elif match.group() in "})]":
            depth = max(depth - 1, 0)
    return None


def _with_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _require_regular(mode: int, shown: str) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise SourceError(
            "not-a-file",
            phrase("`{shown}` is a folder, not a rule file", shown=shown),
            ("name a file in it that ends in `.wtr`",),
        )
    raise SourceError(
        "not-a-file",
        phrase("`{shown}` is a device or a pipe, not a rule file", shown=shown),
        ("to read from another program, pipe it in and write `-` for the file",),
    )


def _failure(error: OSError | ValueError, shown: str) -> SourceError:
    number = error.errno if isinstance(error, OSError) else errno.ENOENT
    if number in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ESTALE):
        return SourceError(
            "missing-file",
            phrase("there is no file `{shown}`", shown=shown),
            ("check the spelling of the name, and the folder you are in",),
        )
    if number == errno.ELOOP:
        return SourceError(
            "unreadable-file",
            phrase("`{shown}` is a link that points to itself", shown=shown),
            ("make the link point to a rule file",),
        )
    if number in (errno.EACCES, errno.EPERM):
        return SourceError(
            "unreadable-file",
            phrase("you are not allowed to read `{shown}`", shown=shown),
            ("change the permissions of the file, or copy it to one of your own folders",),
        )
    reason = getattr(error, "strerror", None) or "unknown reason"
    return SourceError(
        "unreadable-file",
        phrase(
            "`{shown}` cannot be read: {reason}",
            shown=shown,
            reason=Verbatim(f"{reason[0].lower()}{reason[1:]}"),
        ),
        ("check that the disk it is on is still there, and try again",),
    )


def _too_large(shown: str, size: int | None) -> SourceError:
    what = "is too large" if size is None else phrase("has {size:.1f} MiB", size=size / 1024 / 1024)
    return SourceError(
        "too-large",
        phrase(
            "`{shown}` {what}; a rule file may have up to {max_bytes} MiB",
            shown=shown,
            what=what,
            max_bytes=MAX_BYTES // 1024 // 1024,
        ),
        ("check that this is the right file; you can split a set of rules into several files",),
    )


def _binary(data: bytes, shown: str) -> SourceError:
    halves = (data[0::2], data[1::2])
    shares = [half.count(0) / max(len(half), 1) for half in halves]
    if max(shares) > 0.7 and min(shares) < 0.1:  # letters with a zero byte before or after each
        return SourceError(
            "wrong-encoding",
            phrase("`{shown}` seems to be written in UTF-16; rule files are UTF-8", shown=shown),
            (_SAVE_AS_UTF8,),
        )
    return SourceError(
        "not-text",
        phrase(
            "`{shown}` is not a text file (byte {index} is zero)",
            shown=shown,
            index=data.index(0) + 1,
        ),
        ("check that this is the right file; rule files are plain text",),
    )


def _undecodable(data: bytes, error: UnicodeDecodeError, shown: str) -> SourceError:
    source = SourceFile(shown, _with_newlines(data.decode("utf-8", "replace")))
    offset = len(_with_newlines(data[: error.start].decode("utf-8")))
    span = Span(source, offset, offset + 1)
    byte = data[error.start : error.start + 1]
    guess = byte.decode("cp1252", "replace")
    likely = guess.isprintable() and unicodedata.category(guess) in ("Ll", "Lu", "Pi", "Pf", "Pd")
    return SourceError(
        "wrong-encoding",
        phrase(
            "`{shown}` is not UTF-8: byte 0x{hex} at line {line}, column {column}",
            shown=shown,
            hex=Verbatim(byte.hex().upper()),
            line=span.line,
            column=span.column,
        )
        + (
            phrase(" would be `{guess}` in Windows-1252 or Latin-1", guess=guess)
            if likely
            else " is not part of a character"
        ),
        (_SAVE_AS_UTF8,),
        span,
    )
