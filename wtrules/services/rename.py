"""Renaming: the edits that give a definition, a variable or a variant of one's own another name.

Takes a name and the files that may use it, and returns text edits; `CannotRename` says why
not. What is shipped keeps its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from wtrules.diagnostics.fix import TextEdit
from wtrules.language.constants import CONSTANTS
from wtrules.language.predicates import predicates
from wtrules.language.properties import properties
from wtrules.resolve.model import Rules
from wtrules.services.index import TERMS, Meant, Use, index_of
from wtrules.services.starting import is_keyword, is_name
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.texts import TextError
from wtrules.value import Value

Indexed = tuple[n.File, Rules | None]


class CannotRename(TextError):
    """Why something cannot have another name."""


@frozen
class Renaming(Value):
    """A name at a place, and the part of it that is written there."""

    use: Use
    written: str  # `capacity` in `board { capacity 6 }`


def renaming_at(use: Use | None, is_shipped: Callable[[Span], bool]) -> Renaming:
    """Return what can be renamed at a place; raises CannotRename."""
    if use is None:
        raise CannotRename("editor.rename_nothing")
    meant = use.meant
    if meant.span is None:
        raise CannotRename("editor.rename_language", name=meant.id)
    if meant.kind == "ruleset":
        raise CannotRename("editor.rename_ruleset", name=meant.id)
    origin = _first(meant)
    if origin is not None and is_shipped(origin):
        file = f"{origin.source.path}:{origin.line}"
        raise CannotRename("editor.rename_shipped", name=meant.id, file=file)
    return Renaming(use, use.span.text)


def _first(meant: Meant) -> Span | None:
    """Return where something was first defined."""
    if meant.entry is not None and meant.kind != "word":
        return meant.entry.chain[0].span
    return meant.span


def rename(what: Renaming, name: str, files: Iterable[Indexed]) -> list[TextEdit]:
    """Return the edits in *files* after which everything still means the same; raises CannotRename."""
    meant = what.use.meant
    new = _new_id(what, name)
    parts = new.split(".")
    if not all(map(is_name, parts)) or (len(parts) == 1 and is_keyword(new)):
        raise CannotRename("editor.rename_invalid", name=name)
    edits: dict[tuple[str, int], TextEdit] = {}
    for file, rules in files:
        found = [use for use in index_of(file, rules).uses if use.meant == meant]
        for use in found:
            text = _rewritten(use.span.text, meant.id, new)
            edits[use.span.source.path, use.span.start] = TextEdit(use.span, text)
        _require_same(file, rules, found, [edits[u.span.source.path, u.span.start] for u in found])
        _require_free(meant, new, file, rules)
    return [edits[key] for key in sorted(edits)]


def _new_id(what: Renaming, name: str) -> str:
    """Return the new id; a new name for the last part of it keeps the rest."""
    id, written = what.use.meant.id, what.written
    group = id[: -len(written)] if id.endswith(f".{written}") else ""
    if group and "." not in name:
        return group + name
    head, dot, _ = id.rpartition(".")
    is_setting = what.use.meant.kind == "setting"
    if is_setting and (not name.startswith(f"{head}.") or name.count(".") != id.count(".")):
        # Settings are defined in groups: another first name would be another group.
        raise CannotRename("editor.rename_group", group=f"{head}{dot}")
    return name


def _rewritten(text: str, old: str, new: str) -> str:
    """Return a name as it is written at one place, with its new id."""
    if text.endswith(old):
        return text.removesuffix(old) + new  # `spell.second_wind` for the spell `second_wind`
    if text.startswith(f"{old}."):
        return new + text.removeprefix(old)  # a column of a table
    return new.removeprefix(old.removesuffix(text))  # the last part, inside its group


def _require_free(meant: Meant, new: str, file: n.File, rules: Rules | None) -> None:
    """Raise CannotRename if something else has this name, so that one would be read as the other."""
    is_word = new in CONSTANTS or predicates(new) or properties(new)
    kinds = TERMS if meant.kind in TERMS else (meant.kind,)
    known = {**rules.entries, **rules.removed} if rules is not None else {}
    is_known = meant.kind != "variable" and any((kind, new) in known for kind in kinds)
    is_variant = meant.kind == "variant" and rules is not None and new in rules.variants
    hidden = meant.kind in (*TERMS, "word") and any(
        use.meant.kind == "variable" and use.meant.id == new for use in index_of(file, rules).uses
    )
    if is_word or is_known or is_variant or hidden:
        raise CannotRename("editor.rename_taken", name=new)


def _require_same(
    file: n.File, rules: Rules | None, found: Sequence[Use], edits: Sequence[TextEdit]
) -> None:
    """Raise CannotRename if a variable of this name would hide another, or be hidden by it."""
    if not found or found[0].meant.kind != "variable":
        return
    from wtrules.diagnostics.fix import apply
    from wtrules.syntax.parse import parse

    again, faults = parse(apply(file.span.source, edits))
    before, after = index_of(file, rules).uses, index_of(again, rules).uses
    ids = [use.meant.kind for use in before], [use.meant.kind for use in after]
    old_places = _definitions(before)
    if faults or ids[0] != ids[1] or old_places != _definitions(after):
        raise CannotRename("editor.rename_taken", name=edits[0].text)


def _definitions(uses: Sequence[Use]) -> list[int | None]:
    """Return for each use which one in the order of the text defines its variable."""
    first = {use.meant.place: i for i, use in enumerate(uses) if use.is_definition}
    return [first.get(use.meant.place) if use.meant.place is not None else None for use in uses]
