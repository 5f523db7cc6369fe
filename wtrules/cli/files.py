"""Writing results to files that the user names, and reporting it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from wtrules.cli.terminal import note, write_data
from wtrules.cli.usage import UsageError
from wtrules.files import write_whole
from wtrules.safe_text import Medium, guarded
from wtrules.texts import Texts


def expect_writable(path: Path, force: bool) -> None:
    """Refuse a file that cannot be written, before long work."""
    if path.is_dir():
        raise UsageError("usage.is_a_folder", file=path)
    if path.exists() and not force:
        raise UsageError("usage.exists", file=path)
    if not path.parent.is_dir():
        raise UsageError("usage.no_folder", file=path, folder=path.parent)


def expect_file(output: str, endings: Sequence[str], force: bool) -> Path:
    """Return the path of a file that can be written and has one of the endings."""
    path = Path(output)
    if path.suffix.lower() not in endings:
        raise UsageError("usage.ending", file=output, endings=", ".join(endings))
    expect_writable(path, force)
    return path


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Report why a file or folder cannot be written."""
    try:
        yield
    except FileExistsError:
        raise UsageError("usage.exists", file=path) from None
    except OSError as error:
        if not path.parent.is_dir():
            raise UsageError("usage.no_folder", file=path, folder=path.parent) from None
        reason = error.strerror or type(error).__name__
        raise UsageError("usage.cannot_write", file=path, reason=reason) from error


def write_file(path: Path, text: str | bytes, force: bool, lang: str = "en") -> None:
    """Write a file and report it; an existing file is overwritten only with *force*."""
    with writing(path):
        write_whole(path, text.encode() if isinstance(text, str) else text, overwrite=force)
    note(f"wtrules: {Texts(lang)('usage.wrote', file=path)}")


def write_output(
    output: str | Path | None, text: str, medium: Medium, force: bool, lang: str = "en"
) -> None:
    """Write a result to a file, or to standard output if there is none or it is `-`."""
    if output is None or str(output) == "-":
        write_data(text, medium)
    else:
        write_file(Path(output), guarded(text, medium), force, lang)


def write_pictures(folder: Path, pictures: Mapping[str, str], lang: str = "en") -> None:
    """Write the pictures of a Markdown file, by their names, into the folder beside it."""
    if not pictures:
        return
    with writing(folder):
        folder.mkdir(exist_ok=True)
        for name, svg in pictures.items():
            write_whole(folder / name, guarded(svg, Medium.SVG).encode(), overwrite=True)
    note(f"wtrules: {Texts(lang)('usage.wrote_pictures', file=folder, n=len(pictures))}")
