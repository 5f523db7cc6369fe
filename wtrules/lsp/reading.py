"""Answers for people who read rules: hover, definitions, references, outlines, hints, lenses."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.language.verbs import VERBS, Verb
from wtrules.lsp.answers import Request
from wtrules.lsp.places import Json, offset_of, range_of
from wtrules.lsp.workspace import Document
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules
from wtrules.safe_text import Medium, code_span, safe
from wtrules.say.describe import value_of
from wtrules.services.index import Meant, Use, index_of, uses_in
from wtrules.services.meant import explain, keyword_at
from wtrules.services.outline import Heading, flat, outline
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.syntax.expected import expected_at
from wtrules.syntax.scan import scan

# --- what a name means ---


def hover(request: Request) -> Json | None:
    """What the name at a place means: its value, paraphrase, sources, and history through the layers.

    Of a keyword, what it says.
    """
    use = request.use or keyword_at(request.document.source, request.offset)
    if use is None:
        return None
    about, texts = explain(use.meant, request.texts, request.document.rules), request.texts
    head = f"**{safe(about.title, Medium.MARKDOWN)}**"
    if about.value is not None:
        head += f" = {code_span(about.value)}"
    parts = [head]
    if about.says:
        parts.append(safe(about.says, Medium.MARKDOWN))
    if about.cites:
        cited = "; ".join(safe(one, Medium.MARKDOWN) for one in about.cites)
        parts.append(f"*{texts('show.cites')}*: {cited}")
    if about.origin:
        lines = [f"- {safe(line, Medium.MARKDOWN)}" for line in about.origin]
        parts.append("\n".join([f"*{texts('show.origins')}*", "", *lines]))
    text = "\n\n".join(parts)
    return {"contents": {"kind": "markdown", "value": text}, "range": range_of(use.span)}


def definition(request: Request) -> list[Json]:
    """Where the value of a name comes from; at that place, what it changes in the layer below."""
    use = request.use
    if use is None or use.meant.span is None:
        return []
    spans = _layers(request.document, use.meant)
    here = [i for i, span in enumerate(spans) if span == use.span]
    chosen = spans[here[-1] - 1] if here and here[-1] > 0 else spans[-1]
    return [request.location(chosen)]


def implementation(request: Request) -> list[Json]:
    """All places that define or change something, the oldest first."""
    use = request.use
    if use is None or use.meant.span is None:
        return []
    return [request.location(span) for span in _layers(request.document, use.meant)]


def _layers(document: Document, meant: Meant) -> list[Span]:
    """Return the names in each of the places that define or change something."""
    assert meant.span is not None
    if meant.entry is None or meant.kind == "word":
        return [meant.span]
    files = {file.source.path: file.file for file in document.opened.library.files_read().values()}
    found: list[Span] = []
    for origin in meant.entry.chain:
        file = files.get(origin.span.source.path)
        uses = index_of(file, document.rules).of(meant) if file is not None else []
        inside = [use.span for use in uses if origin.span.start <= use.span.start < origin.span.end]
        found.append(inside[0] if inside else origin.span)
    return found


# --- where it is used ---


def uses_of(request: Request, meant: Meant) -> Iterator[tuple[Document, Use]]:
    """Yield the uses of something in all files that can know it, each once."""
    seen: set[tuple[str, int]] = set()
    for one in request.related():
        files = one.opened.library.files_read().values()
        for use in uses_in((loaded.file for loaded in files), one.rules, meant):
            key = (use.span.source.path, use.span.start)
            if key not in seen:
                seen.add(key)
                yield one, use


def references(request: Request) -> list[Json]:
    """All uses of the name at a place, in all files of the workspace and the shipped ones below."""
    use = request.use
    if use is None:
        return []
    declared = request.given.get("context", {}).get("includeDeclaration", True)
    return [
        {"uri": one.real_path(found.span.source).as_uri(), "range": range_of(found.span)}
        for one, found in uses_of(request, use.meant)
        if declared or not found.is_definition
    ]


def highlight(request: Request) -> list[Json]:
    """All uses of the name at a place in the same file."""
    use = request.use
    found = request.document.index.of(use.meant) if use is not None else []
    return [{"range": range_of(one.span), "kind": 3 if one.is_definition else 2} for one in found]


# --- outlines ---

# Kinds of the protocol: module, namespace, function, property, struct, constant …
_SYMBOLS = {
    "ruleset": 2, "variant": 3, "group": 3, "setting": 7, "override": 7, "add": 7, "remove": 24,
    "rule": 12, "card": 12, "spell": 12, "define": 12, "table": 23, "deck": 23, "memory": 13,
    "allowance": 13, "outcome": 22, "piece": 5, "example": 6, "assumption": 15,
}  # fmt: skip


def symbols(request: Request) -> list[Json]:
    """The outline of a file."""
    return [_symbol(one) for one in outline(request.document.file, request.lang)]


def _symbol(heading: Heading) -> Json:
    found: Json = {
        "name": heading.id or heading.kind,
        "detail": heading.detail or heading.kind,
        "kind": _SYMBOLS.get(heading.kind, 14),
        "range": range_of(heading.span),
        "selectionRange": range_of(heading.name_span),
    }
    return found | (
        {"children": [_symbol(one) for one in heading.inside]} if heading.inside else {}
    )


def workspace_symbols(request: Request, most: int = 300) -> list[Json]:
    """Everything in the files of the workspace, and in the shipped ones they use, with a text in its name."""
    wanted = request.given["query"].casefold()
    found: dict[tuple[str, int], Json] = {}
    for path in request.workspace.files(request.document.path):
        document = request.workspace.open(path)
        for at, loaded in document.opened.library.files_read().items():
            for one in flat(outline(loaded.file, request.lang)):
                if wanted not in one.id.casefold() and wanted not in one.detail.casefold():
                    continue
                location = {"uri": at.as_uri(), "range": range_of(one.name_span)}
                found[str(at), one.name_span.start] = {
                    "name": one.id,
                    "kind": _SYMBOLS.get(one.kind, 14),
                    "containerName": one.kind,
                    "location": location,
                }
        if len(found) > most:
            break
    return list(found.values())[:most]


def folding(request: Request) -> list[Json]:
    """Blocks and runs of comments, also of a file with mistakes."""
    source = request.document.source
    words, comments, _, _ = scan(source.text)
    found: list[Json] = []
    opened: list[int] = []
    for word in words:
        line = source.position(word.start).line - 1
        if word.text == "{":
            opened.append(line)
        elif word.text == "}" and opened:
            start = opened.pop()
            if line - 1 > start:
                found.append({"startLine": start, "endLine": line - 1})
    lines = [source.position(word.start).line - 1 for word in comments]
    lines = [line for line in lines if source.line_text(line + 1).lstrip().startswith("#")]
    start = 0
    for i, line in enumerate(lines):
        if i + 1 == len(lines) or lines[i + 1] != line + 1:
            if i > start:
                found.append({"startLine": lines[start], "endLine": line, "kind": "comment"})
            start = i + 1
    return sorted(found, key=lambda one: (one["startLine"], one["endLine"]))


# --- signatures ---


def signature(request: Request) -> Json | None:
    """How the verb is written that a statement has begun with, and which part comes now."""
    there = expected_at(request.document.source.text, request.offset)
    if there is None:
        return None
    before = there.before
    start = max((i for i, word in enumerate(before) if word in ("do", "can")), default=None)
    if start is None or start + 1 >= len(before):
        return None
    written = before[start + 1 :]
    verbs = [verb for verb in VERBS.values() if _begins(verb, written)]
    verbs = verbs or [verb for verb in VERBS.values() if verb.form.split()[0] == written[0]]
    if not verbs:
        return None
    return {
        "signatures": [_signature(verb, len(written)) for verb in verbs],
        "activeSignature": 0,
        "activeParameter": _signature(verbs[0], len(written))["activeParameter"],
    }


def _begins(verb: Verb, written: tuple[str, ...]) -> bool:
    """Whether the fixed words at the beginning of a verb are written."""
    words = verb.form.replace("[", " [ ").split()
    for expected, word in zip(words, written, strict=False):
        if not expected.islower():
            return True
        if expected != word:
            return False
    return True


def _signature(verb: Verb, written: int) -> Json:
    label = verb.shown
    parameters: list[Json] = []
    at = 0
    for part in verb.parts:
        start = label.find(part.shown, at)
        if start >= 0:
            at = start + len(part.shown)
            parameters.append({"label": [start, at], "documentation": ", ".join(part.types)})
    # The part that comes now: so many of the words of the form are written.
    words = len(" ".join(label.replace("[", "").split()[:written]))
    active = sum(1 for one in parameters if one["label"][1] <= words)
    documentation = f"{verb.doc}\n\n{verb.possible}" if verb.possible else verb.doc
    return {
        "label": label,
        "documentation": documentation,
        "parameters": parameters,
        "activeParameter": min(active, max(len(parameters) - 1, 0)),
    }


# --- hints and lenses ---


def hints(request: Request) -> list[Json]:
    """The values that overrides replace."""
    document = request.document
    wanted = request.given["range"]
    first = offset_of(document.source, wanted["start"])
    last = offset_of(document.source, wanted["end"])
    base = document.once("base", lambda: document.opened.compile_base())
    below = base.rules if base is not None else None
    found = []
    for node in walk(document.file):
        if isinstance(node, n.Variant):
            below = document.rules  # what a variant changes is the ruleset itself
        if isinstance(node, n.Override) and isinstance(node.item, n.NewValue):
            old = _value_below(below, node.item.id.id)
            if old is not None and first <= node.span.end <= last:
                found.append(
                    {
                        "position": range_of(node.item.span)["end"],
                        "label": request.texts("editor.was", value=old),
                        "paddingLeft": True,
                    }
                )
    return found


def _value_below(rules: Rules | None, id: str) -> str | None:
    entry: Entry | None = None
    for kind in ("setting", "memory", "allowance"):
        entry = entry or (rules.get(kind, id) if rules is not None else None)
    value = value_of(entry) if entry is not None else None
    return value if value is None or len(value) <= 60 else f"{value[:58]}…"


def lenses(request: Request) -> Json:
    """Where examples and rulesets are; what is to be said about them, the server knows."""
    found = flat(outline(request.document.file, request.lang))
    return {
        "examples": [
            {"id": one.id, "range": range_of(one.name_span)}
            for one in found
            if one.kind == "example"
        ],
        "rulesets": [
            {"id": one.id, "range": range_of(one.name_span)}
            for one in outline(request.document.file, request.lang)
            if one.kind == "ruleset"
        ],
    }
