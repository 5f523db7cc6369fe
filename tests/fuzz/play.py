"""Positions, game files and questions, examined as the commands use them."""

from __future__ import annotations

import json
import random
from functools import cache

from tests.fuzz.examine import Disagreement, Examination, command, play_both, played
from tests.fuzz.play_texts import game
from wtrules.board.draw import draw
from wtrules.cli.game_files import Unusable, read_game
from wtrules.cli.moves import _BadLine, _Responder, find_moves
from wtrules.cli.positions import _diagnostic, read_position
from wtrules.diagnostics import render
from wtrules.game.explain import explain
from wtrules.game.game import Game, State
from wtrules.game.load import RulesetError, load
from wtrules.game.playthrough import History, parse_game, record, replay
from wtrules.position.faults import BadPosition
from wtrules.source import SourceError, decode_source

COMMANDS = 0.002


def examine_position(text: str, run: Examination) -> None:
    """Read a position, write it again, and play on from it with both back ends."""
    ruleset, _, line = text.partition("\n")
    rules = game(ruleset)
    with run.stage("read"):
        try:
            state = read_position(rules, line)
        except BadPosition as error:
            state = None
            if run.now_and_then(0.1):
                render([_diagnostic(fault, line.strip()) for fault in error.faults])
    if state is not None:
        with run.stage("write and read"):
            _examine_line(rules, state)
        with run.stage("play"):
            _examine_moves(state, run.rng)
        if run.now_and_then(0.03):
            with run.stage("describe"):
                _describe(state, run.rng)
    if run.now_and_then(COMMANDS) and ruleset not in ("every-spell", "small"):
        with run.stage("commands"):
            for name in ("moves", "render"):
                if "\0" not in line and not line.startswith("-"):
                    command([name, line, "--ruleset", ruleset])


def _examine_line(rules: Game, state: State) -> None:
    line = str(state)
    try:
        again = rules.position(line)
    except BadPosition as error:
        raise Disagreement("a position cannot be read again", f"{line}\n{error}") from None
    if str(again) != line:
        raise Disagreement("a position changes when it is read again", f"{line}\n{again}")
    if again.options != state.options:
        raise Disagreement("the options change when a position is read again", line)


def _examine_moves(state: State, rng: random.Random) -> None:
    native = state.game.native(state.players)
    listed = native.options(state.data[:])
    if listed != state.options:
        raise Disagreement("back ends differ", f"{state}\n{state.options}\n{listed}")
    texts = [state.move(option).text for option in state.options]
    if len({*texts}) != len(texts):
        raise Disagreement("two moves have the same text", f"{state}\n{texts}")
    for option in rng.sample(state.options, min(2, len(state.options))):
        one = played(state.engine, state.data, option)
        two = played(native, state.data, option)
        if one != two:
            raise Disagreement("back ends differ", f"{state}\n{state.move(option)}\n{one}\n{two}")


def _describe(state: State, rng: random.Random) -> None:
    for seat in range(state.players):
        state.observation(seat)
    state._repr_svg_()
    for width in (20, 80, 200):
        draw(
            state.board,
            colour=rng.random() < 0.5,
            width=width,
            ground_shields=state.program.board.ground_shields,
            letters=state.program.board.letters,
            show_hidden=rng.random() < 0.5,
        )
    find_moves(state, None, None, None)
    for move in (*state.legal_moves[:3], "tower s3", "wizard s3b", "card t5", "nonsense"):
        explain(state, str(move))
    if state.options:
        play_both(state.engine, state.game.native(state.players), rng.randrange(1 << 64), rng, 30)


# --- game files ----------------------------------------------------------------------------------


@cache
def _loaded(ruleset: str, variants: tuple[str, ...], assume: tuple[tuple[str, str], ...]) -> Game:
    return load(ruleset, variants, assume)


def examine_game_file(text: str, run: Examination) -> None:
    """Read a game file and play it again; what was played can be written and read again."""
    with run.stage("read"):
        try:
            source = decode_source(text.encode("utf-8", "surrogatepass"), "case.game")
            playthrough = read_game(source)
        except (SourceError, Unusable):
            playthrough = None
    if playthrough is not None:
        with run.stage("find the rules"):
            try:
                rules = _loaded(playthrough.ruleset, playthrough.variants, playthrough.assume)
            except RulesetError:
                rules = None
        if rules is not None:
            with run.stage("replay"):
                done = replay(rules, playthrough)
            if done.history is not None and done.history.moves and run.now_and_then(0.3):
                with run.stage("record"):
                    _examine_record(done.history, rules)
    if run.now_and_then(COMMANDS):
        with run.stage("commands"):
            command(["replay", "-"], text)


def _examine_record(history: History, rules: Game) -> None:
    read = parse_game(record(history))
    if isinstance(read, tuple):
        raise Disagreement("a recorded game cannot be read", str(read[0]))
    again = replay(rules, read)
    if again.stop is not None or again.agrees is False:
        raise Disagreement("a recorded game goes otherwise", f"{again.stop}\n{record(history)}")
    if again.states[-1].data != history.state.data:
        raise Disagreement("a recorded game ends elsewhere", record(history))


# --- questions -----------------------------------------------------------------------------------

_RESPONDERS: list[_Responder] = []


def examine_question(text: str, run: Examination) -> None:
    """Ask for the moves of a position; the answer is always JSON."""
    if not _RESPONDERS:
        _RESPONDERS.append(_Responder(None, [], ()))
    with run.stage("answer"):
        try:
            answer = _RESPONDERS[0].answer(text.encode("utf-8", "surrogatepass"))
        except _BadLine as error:
            answer = {"error": error.error}
        json.loads(json.dumps(answer))
    if run.now_and_then(COMMANDS):
        with run.stage("commands"):
            for line in command(["moves", "-"], text + "\n").splitlines():
                json.loads(line)
