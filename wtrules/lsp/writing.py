"""Answers for people who write rules: completion, formatting, renaming, fixes."""

from __future__ import annotations

from pathlib import Path

from wtrules.diagnostics.fix import Fix, TextEdit, compatible
from wtrules.lsp.answers import Request
from wtrules.lsp.checking import checked, diagnostic
from wtrules.lsp.places import Json, edit, lines_apart, offset_of, range_of
from wtrules.lsp.workspace import is_shipped
from wtrules.resolve.library import ruleset_names
from wtrules.services import completion
from wtrules.services.rename import Renaming, renaming_at
from wtrules.services.rename import rename as renamed
from wtrules.source import SourceFile, Span
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import parse
from wtrules.texts.phrases import in_language

# --- completion ---

# Kinds of the protocol.
_KINDS = {
    "keyword": 14, "verb": 2, "event": 23, "variable": 6, "setting": 10, "memory": 10,
    "allowance": 10, "rule": 3, "card": 3, "spell": 3, "define": 3, "constant": 21, "property": 5,
    "predicate": 5, "word": 20, "variant": 7, "ruleset": 9, "piece": 7, "table": 22, "deck": 22,
}  # fmt: skip


def complete(request: Request) -> Json:
    """What can be written at a place, and only that."""
    document, offset = request.document, request.offset
    nearby = [path.stem for path in document.path.parent.glob("*.wtr")]
    nearby += [path.stem for path in request.workspace.texts if path.parent == document.path.parent]
    names = dict.fromkeys([*nearby, *ruleset_names()])
    names.pop(document.root.stem, None)
    found = completion.complete(document.file, offset, document.rules, names, request.lang)
    source = document.source
    place = range_of(Span(source, found.start, offset))
    return {
        "isIncomplete": False,
        "items": [
            _item(option, place, number, request.given.get("snippets", False))
            for number, option in enumerate(found.options)
        ],
    }


def _item(option: completion.Option, place: Json, number: int, snippets: bool) -> Json:
    is_snippet = snippets and "${" in option.text
    text = option.text if is_snippet else completion.without_fields(option.text)
    item: Json = {
        "label": option.label,
        "kind": _KINDS.get(option.kind, 18),
        "sortText": f"{number:04}",
        "filterText": option.label,
        "insertTextFormat": 2 if is_snippet else 1,
        "insertTextMode": 2,  # indented like the line it is on
        "textEdit": {"range": place, "newText": text},
    }
    if option.detail:
        item["detail"] = option.detail
    if option.documentation:
        item["documentation"] = option.documentation
    return item


# --- layout ---


def format_all(request: Request) -> list[Json] | None:
    """The edits that give a file its layout; None for a file with mistakes in its syntax."""
    return _formatted(request, 0, request.document.source.line_count)


def format_range(request: Request) -> list[Json] | None:
    """The edits that give some lines their layout."""
    wanted = request.given["range"]
    last = wanted["end"]["line"] + (wanted["end"]["character"] > 0)
    return _formatted(request, wanted["start"]["line"], max(last, wanted["start"]["line"] + 1))


def _formatted(request: Request, first: int, last: int) -> list[Json] | None:
    source = request.document.source
    file, faults = parse(source)
    if faults:
        return None
    edits = [
        TextEdit(_lines(source, start, end), text)
        for start, end, text in lines_apart(source, format_file(file))
        if start < last and max(end, start + 1) > first
    ]
    from wtrules.diagnostics.fix import apply

    again, more = parse(apply(source, edits))
    if more or again != file or len(again.comments) != len(file.comments):
        return None  # lines that cannot be changed without others
    return [edit(one) for one in edits]


def _lines(source: SourceFile, start: int, end: int) -> Span:
    def at(line: int) -> int:
        return source.offset(line + 1) if line < source.line_count else len(source.text)

    return Span(source, at(start), at(end))


# --- names ---


def _renaming(request: Request) -> Renaming:
    def shipped(span: Span) -> bool:
        return is_shipped(request.document.real_path(span.source))

    return renaming_at(request.use, shipped)


def prepare_rename(request: Request) -> Json:
    """The name that can be renamed at a place, or why it cannot."""
    what = _renaming(request)
    return {"range": range_of(what.use.span), "placeholder": what.written}


def rename(request: Request) -> Json:
    """The edits that rename something in all files of the workspace."""
    what = _renaming(request)
    edits: dict[tuple[Path, int], TextEdit] = {}
    is_local = what.use.meant.kind == "variable"
    for one in [request.document] if is_local else request.related():
        files = [
            (loaded.file, one.rules)
            for at, loaded in one.opened.library.files_read().items()
            if not is_shipped(at) and (not is_local or at == request.document.path)
        ]
        for each in renamed(what, request.given["newName"].strip(), files):
            edits[one.real_path(each.span.source), each.span.start] = each
    changes: dict[str, list[Json]] = {}
    for (path, _), each in sorted(edits.items(), key=lambda item: item[0]):
        changes.setdefault(path.as_uri(), []).append(edit(each))
    return {"changes": changes}


# --- fixes ---


def actions(request: Request) -> list[Json]:
    """The fixes of the mistakes at a place, and all that are safe at once."""
    document = request.document
    wanted = request.given["range"]
    first, last = (offset_of(document.source, wanted[end]) for end in ("start", "end"))
    faults = checked(request.workspace, document).faults
    here = [
        f
        for f in faults
        if f.primary and document.real_path(f.primary.span.source) == document.path
    ]
    found: list[Json] = []
    for fault in here:
        assert fault.primary is not None
        if fault.primary.span.start > last or fault.primary.span.end < first:
            continue
        for number, fix in enumerate(fault.fixes):
            found.append(
                {
                    "title": in_language(fix.title, request.lang),
                    "kind": "quickfix",
                    "diagnostics": [diagnostic(fault, document, request.lang)],
                    "isPreferred": fix.is_safe and number == 0,
                    "edit": request.changes(fix.edits),
                }
            )
        found.append(_manual(request, fault.code))
    safe: list[Fix] = [
        next(fix for fix in f.fixes if fix.is_safe)
        for f in here
        if any(fix.is_safe for fix in f.fixes)
    ]
    if safe:
        edits = tuple(one for fix in compatible(safe) for one in fix.edits)
        title = request.texts("editor.fix_all", n=len(compatible(safe)))
        found.append({"title": title, "kind": "source.fixAll", "edit": request.changes(edits)})
    return found


def _manual(request: Request, code: str) -> Json:
    """Return the action that shows the manual page of a mistake."""
    title = request.texts("editor.explain", code=code)
    does = {"title": title, "command": "wtrules.explain", "arguments": [code]}
    return {"title": title, "kind": "quickfix", "command": does}
