"""Answers about what is wrong with rules, what they change, and what their examples do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wtrules.checks.examples import own_examples, variants_of
from wtrules.diagnostics import Diagnostic, Severity, has_errors
from wtrules.diagnostics.in_language import translated
from wtrules.diagnostics.manual import page
from wtrules.lsp.answers import Refused, Request
from wtrules.lsp.places import Json, range_of
from wtrules.lsp.workspace import Document, Workspace, is_shipped
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.say.changes import change_list
from wtrules.syntax import nodes as n
from wtrules.texts.phrases import in_language
from wtrules.validation import Checked, check_opened

if TYPE_CHECKING:
    from wtrules.game.game import Game

_SEVERITIES = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.NOTE: 3}
_UNNECESSARY = 1


def checked(workspace: Workspace, document: Document) -> Checked:
    """Return what is wrong with the ruleset of a document, before its examples are played."""

    def make() -> Checked:
        fault = workspace.faults.get(document.path)
        if fault is not None:
            return Checked(None, (fault,))
        if document.root == document.path and not document.file.members:
            return Checked(None, document.opened.diagnostics)
        found = check_opened(document.opened)
        workspace.keep_shipped(document.opened.library)
        return found

    return document.once("checked", make)


# --- diagnostics ---


def check(request: Request) -> Json:
    """What is wrong with a ruleset, by file, and the files to be checked with it."""
    found = checked(request.workspace, request.document)
    return _report(request, found, found.faults, False)


def play(request: Request) -> Json:
    """The same after playing the examples, with the result of each."""
    found = checked(request.workspace, request.document)
    faults = request.document.once("played", found.played)
    return _report(request, found, faults, True)


def dependents(request: Request) -> list[str]:
    """The rulesets that are built on a file."""
    return [str(path) for path in request.workspace.dependents(request.document.path)]


def _report(
    request: Request, found: Checked, faults: tuple[Diagnostic, ...], is_played: bool
) -> Json:
    document = request.document
    files: dict[str, list[Json]] = {str(document.path): []}
    for path in document.opened.library.files_read():
        if not is_shipped(path):
            files.setdefault(str(path), [])
    for fault in faults:
        at = document.path
        if fault.primary is not None:
            at = document.real_path(fault.primary.span.source)
        if is_shipped(at) and at != document.path:
            continue  # not the business of someone who writes a house rule
        files.setdefault(str(at), []).append(diagnostic(fault, document, request.lang))
    playable = found.rules is not None and not has_errors(faults)
    return {
        "files": files,
        "playable": playable,
        "examples": _examples(found, faults) if is_played else None,
        "changes": len(_changes(request)) if playable and is_played else None,
    }


def _examples(found: Checked, faults: tuple[Diagnostic, ...]) -> dict[str, bool]:
    """Return which of the ruleset's own examples pass; nothing if they were not played."""
    if found.rules is None or found.trial is None or has_errors(found.faults):
        return {}
    wrong = [f.primary.span for f in faults if f.primary and f.severity is Severity.ERROR]
    return {
        entry.id: not any(
            span.source == entry.span.source and entry.span.start <= span.start < entry.span.end
            for span in wrong
        )
        for entry in own_examples(found.rules)
    }


def diagnostic(fault: Diagnostic, document: Document, lang: str) -> Json:
    """Return a mistake as the protocol writes it, in the language of the reader."""
    fault = translated(fault, lang)
    nowhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    label = fault.primary.message if fault.primary is not None else ""
    lines = [fault.message if not label else f"{fault.message}: {label}"]
    lines += [f"= {help}" for help in fault.help]
    found: Json = {
        "range": range_of(fault.primary.span) if fault.primary is not None else nowhere,
        "severity": _SEVERITIES[fault.severity],
        "code": fault.code,
        "source": "wtrules",
        "message": "\n".join(lines),
    }
    if fault.code.startswith("unused-"):
        found["tags"] = [_UNNECESSARY]
    related = [
        {
            "location": {
                "uri": document.real_path(one.span.source).as_uri(),
                "range": range_of(one.span),
            },
            "message": one.message or fault.message,
        }
        for one in fault.related
    ]
    return found | ({"relatedInformation": related} if related else {})


def manual(request: Request) -> Json:
    """The manual page of a diagnostic code."""
    found = page(str(request.given["code"]), request.lang)
    return {"text": found.text if found is not None else ""}


# --- what a ruleset changes ---


def changes(request: Request) -> Json:
    """What a ruleset changes, one entry for each thing, with its place."""
    return {"changes": _changes(request)}


def _changes(request: Request) -> list[Json]:
    def make() -> list[Json]:
        opened = request.document.opened
        made, base = opened.compile(opened.chosen), opened.compile_base()
        if made is None or base is None:
            return []
        return [
            {
                "text": f"{one.about}: {', '.join(one.what)}",
                "lost": list(one.lost),
                "location": request.location(one.span),
            }
            for one in change_list(made.rules, base.rules, request.lang)
        ]

    return request.document.once(f"changes {request.lang}", make)


# --- examples ---


def _game(request: Request, variants: tuple[str, ...] = ()) -> Game:
    """Return the game of the ruleset with some variants; raises Refused if it cannot be played."""
    from wtrules.game.game import Game

    opened = request.document.opened
    made = opened.compile((*opened.chosen, *variants))
    found = opened.diagnostics if made is None else made.diagnostics
    wrong = next((fault for fault in found if fault.severity is Severity.ERROR), None)
    if made is None or wrong is not None:
        why = in_language(wrong.message, request.lang) if wrong is not None else ""
        raise Refused("editor.not_playable", why=why)
    return Game(made)


def _example(request: Request) -> tuple[Game, Entry]:
    """Return the game of an example, and its entry; raises Refused."""
    made = request.document.opened.compile(request.document.opened.chosen)
    id = str(request.given["id"])
    entry = made.rules.get("example", id) if made is not None else None
    if entry is None:
        raise Refused("editor.no_example", name=id)
    return _game(request, variants_of(entry)), entry


def run_example(request: Request) -> Json:
    """Play one example, and say what happened."""
    from wtrules.game.examples import run_example as run

    game, entry = _example(request)
    report = run(game, entry)
    return {
        "id": entry.id,
        "passes": not report.failures,
        "failures": [str(failure) for failure in report.failures],
        "lines": list(report.lines),
    }


def show_board(request: Request) -> Json:
    """The position of an example, as a picture and as text."""
    from wtrules.board.draw import draw
    from wtrules.game.examples import given_state
    from wtrules.game.picture import picture
    from wtrules.say.describe import piece_names, said

    game, entry = _example(request)
    state = given_state(game, entry)
    if state is None:
        raise Refused("editor.no_position", name=entry.id)
    assert isinstance(entry.node, n.Example)
    boards = [clause.board.value for clause in clauses_of(entry.node, n.Given) if clause.board]
    return {
        "id": entry.id,
        "says": said(game.rules, entry, request.lang),
        "position": boards[0] if boards else state.board_text,
        "svg": picture(state, request.lang, title=entry.id),
        "text": draw(
            state.board,
            colour=False,
            ground_shields=state.program.board.ground_shields,
            track=state.program.board.track,
            pieces=piece_names(game.rules, request.lang),
            letters=state.program.board.letters,
        ),
    }


# --- many games ---


def measure(request: Request) -> Json:
    """What the rules do to the game, compared with the rules below them."""
    from wtrules.game.game import Game
    from wtrules.simulate.findings import sentences
    from wtrules.simulate.simulation import planned

    game, opened = _game(request), request.document.opened
    base = opened.compile_base(opened.chosen)
    sides = (game, Game(base)) if base is not None else (game,)
    both = [count for count in game.players if all(count in side.players for side in sides)]
    players = 2 if 2 in both else both[0] if both else game.players[0]
    sides = sides if both else sides[:1]
    games = int(request.given["games"])
    simulation = planned(sides, (players,), games=games)
    records = simulation.records[players]
    simulation.run(note=lambda _: request.report({"games": records.games, "of": games}))
    [summary] = simulation.summaries(request.lang)
    return {
        "players": players,
        "games": records.games,
        "names": simulation.names,
        "headline": " ".join(sentences(summary, request.texts)) if len(sides) == 2 else "",
        "path": str(request.document.path),
    }
