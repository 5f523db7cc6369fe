"""Answers to questions during a game: why, what to do, which spells, which rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.cli.play_commands import COMMANDS, numbered_moves
from wtrules.cli.play_seats import how_it_plays, seated_bot
from wtrules.cli.terminal import show_progress
from wtrules.diagnostics import closest
from wtrules.game.bots import Bot, NativeBot
from wtrules.game.explain import Explanation, explain
from wtrules.game.game import State
from wtrules.game.happened import foreseen
from wtrules.game.moves import Move
from wtrules.game.playthrough import shown
from wtrules.game.trained import SEARCHING, files_of
from wtrules.meaning.chapters import Places, chapters
from wtrules.resolve.model import Entry, Rules
from wtrules.say.describe import name_of
from wtrules.say.voice import Voice

_MOST = 12  # rules in one answer
_LONG = 200  # characters of input beyond which no move was meant
_ADVISER = "mcts:1500ms"  # the bot that gives hints, unless the player brought a trained one
_KINDS = ("rule", "card", "spell")


def why_asked(state: State, words: Voice) -> str:
    """Return the rule behind a decision."""
    decision = state.decision
    assert decision is not None
    return words("play.asked_by", rule=words.rule(decision.rule))


def why_legal(state: State, words: Voice, move: Move) -> Iterator[str]:
    """Yield which rule allows a move; for an option of a rule, the one that it leads to."""
    point = state.decision_point
    assert point is not None
    yield words("play.legal", words=words.deed(foreseen(state, move)))
    leads_to = point.decode(move.option)[0].leads_to
    rule = leads_to if leads_to is not None and words.says(leads_to) else move.rule
    yield words("play.allowed_by", rule=words.rule(rule))


def why_not(state: State, words: Voice, text: str) -> Iterator[str]:
    """Yield why a text is neither a legal move nor a command, and what may have been meant."""
    if len(text) > _LONG:
        yield words("play.unknown", text=shown(text), near=words("play.see_help"))
        return
    found = explain(state, text)
    legal = [move.text for move in state.legal_moves]
    near = closest(text, [*legal, *COMMANDS] if found.is_no_move else legal)
    hint = words("play.did_you_mean", near=near) if near else words("play.see_help")
    if found.is_no_move:
        yield words("play.unknown", text=shown(text), near=hint)
        return
    yield words("play.not_legal", text=shown(text))
    yield from why_illegal(words, found)
    if near and any(reason.misnamed for reason in found.reasons):
        yield hint


def why_illegal(words: Voice, found: Explanation) -> Iterator[str]:
    """Yield why a move is not legal, with the rules behind it."""
    shown = set()
    for reason in found.reasons:
        ground = reason.ground.rule if reason.ground is not None else None
        if not reason.names_rule:
            said = reason.in_language(words.texts)
            yield f"{said[:1].upper()}{said[1:]}."
        if ground is not None and ground not in shown:
            shown.add(ground)
            yield words("play.against", rule=words.rule(ground))


def hint(state: State, words: Voice, seats: Sequence[str], seed: int) -> str:
    """Return what the strongest bot would do: it searches, with a trained one if any plays."""
    trained = next((f"{SEARCHING}{file}" for file in files_of(seats)), None)

    def note(share: float) -> None:
        show_progress(words("play.thinking", share=share))

    bot: Bot = NativeBot(_ADVISER, seed, note) if trained is None else seated_bot(trained, seed)
    try:
        move = bot.choose(state)
    finally:
        show_progress("")
    return words(
        "play.hint",
        how=how_it_plays(trained or _ADVISER, words),
        number=next(number for number, one in numbered_moves(state).items() if one == move),
        words=words.deed(foreseen(state, move)),
    )


def spell_lines(state: State, words: Voice) -> Iterator[str]:
    """Yield the spells that are laid out, with their costs and what they do."""
    laid = zip(state.program.words.spells, state.numbers("laid_out"), strict=False)
    found = [id for id, out in laid if out]
    for id in found:
        cost = words("play.cost", name=words.spell(id), cost=words.cost(id))
        says = words.says(f"spell.{id}")
        yield f"{cost}: {says}" if says else cost
    if not found:
        yield words("play.no_spells")


def rule_lines(state: State, words: Voice, word: str) -> Iterator[str]:
    """Yield the rules of a chapter, or those that have a word in them; all chapters without a word."""
    rules = state.game.rules
    by_title = _by_title(rules, words)
    if not word:
        for id in rules.chosen:
            yield words.variant(id)
        known = [title for title, entries in by_title if entries]
        yield words("play.chapters", chapters=", ".join(known))
        return
    wanted = word.casefold()
    exact = [entries for title, entries in by_title if title.casefold() == wanted]
    about = [entries for title, entries in by_title if wanted in title.casefold().split()]
    named = exact or about
    found = named[0] if len(named) == 1 else []
    found = found or [entry for entry in _entries(rules) if _has(entry, wanted, words)]
    for entry in found[:_MOST]:
        name = name_of(entry.node, words.texts)
        said = words.rule(_id(entry))
        yield f"- {name}: {said}" if name else f"- {said}"
    if len(found) > _MOST:
        yield words("play.more_rules", n=len(found) - _MOST)
    if not found:
        yield words("play.no_rules", word=word)


def _entries(rules: Rules) -> Iterator[Entry]:
    return (entry for kind in _KINDS for entry in rules.of_kind(kind))


def _by_title(rules: Rules, words: Voice) -> list[tuple[str, list[Entry]]]:
    """Return the titles of the chapters, and what each of them holds that says something."""
    places = Places(rules)
    by_chapter: dict[str, list[Entry]] = {}
    for entry in _entries(rules):
        holder = places.holder(entry)
        if holder is not None and words.says(_id(entry)):
            by_chapter.setdefault(holder.id, []).append(entry)
    return [
        (words.texts.phrase(chapter.name), by_chapter.get(chapter.id, []))
        for chapter in chapters(rules)
        if "cover" not in chapter.shows  # sentences below the title of a book
    ]


def _id(entry: Entry) -> str:
    """Return the id of an entry as moves name it."""
    return entry.id if entry.kind == "rule" else f"{entry.kind}.{entry.id}"


def _has(entry: Entry, word: str, words: Voice) -> bool:
    says = words.says(_id(entry))
    parts = (entry.id, name_of(entry.node, words.texts), says)
    return bool(says) and any(word in part.casefold() for part in parts)
