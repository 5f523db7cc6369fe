"""Writing results to files that the user names, and reporting it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.terminal import note, write_data
from wtrules.cli.usage import usage_error
from wtrules.files import write_whole
from wtrules.safe_text import Medium, guarded
from wtrules.texts import Texts


def can_write(path: Path, force: bool, lang: str = "en") -> bool:
    """Whether a file can be written, checked before long work; reports why not."""
    if path.is_dir():
        usage_error("usage.is_a_folder", lang, file=path)
    elif path.exists() and not force:
        usage_error("usage.exists", lang, file=path)
    elif not path.parent.is_dir():
        usage_error("usage.no_folder", lang, file=path, folder=path.parent)
    else:
        return True
    return False


def write_file(path: Path, text: str | bytes, force: bool, lang: str = "en") -> int:
    """Write a file and report it; an existing file is overwritten only with *force*."""
    data = text.encode() if isinstance(text, str) else text
    try:
        write_whole(path, data, overwrite=force)
    except FileExistsError:
        return usage_error("usage.exists", lang, file=path)
    except OSError as error:
        if not path.parent.is_dir():
            return usage_error("usage.no_folder", lang, file=path, folder=path.parent)
        return usage_error("usage.cannot_write", lang, file=path, reason=error.strerror)
    note(f"wtrules: {Texts(lang)('usage.wrote', file=path)}")
    return EXIT_CLEAN


def write_output(
    output: str | Path | None, text: str, medium: Medium, force: bool, lang: str = "en"
) -> int:
    """Write a result to a file, or to standard output if there is none or it is `-`."""
    if output is not None and str(output) != "-":
        return write_file(Path(output), guarded(text, medium), force, lang)
    write_data(text, medium)
    return EXIT_CLEAN


def write_pictures(folder: Path, pictures: Mapping[str, str], lang: str = "en") -> int:
    """Write the pictures of a Markdown file, by their names, into the folder beside it."""
    if not pictures:
        return EXIT_CLEAN
    try:
        folder.mkdir(exist_ok=True)
        for name, svg in pictures.items():
            write_whole(folder / name, guarded(svg, Medium.SVG).encode(), overwrite=True)
    except OSError as error:
        return usage_error("usage.cannot_write", lang, file=folder, reason=error.strerror)
    note(f"wtrules: {Texts(lang)('usage.wrote_pictures', file=folder, n=len(pictures))}")
    return EXIT_CLEAN
