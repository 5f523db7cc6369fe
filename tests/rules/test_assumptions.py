"""The ledger of open questions: it is complete, its readings can be played, and they do what they say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.rules.helpers import check
from tests.sampling import sampled
from wtrules import resources
from wtrules.checks import CHECKS, run_checks
from wtrules.cli.moves import find_moves
from wtrules.cli.positions import read_position
from wtrules.diagnostics import Diagnostic, Severity
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.outcomes import shown_card
from wtrules.meaning.elaborate import elaborate
from wtrules.pipeline import Compilation, load_rules, settled
from wtrules.resolve import ledger
from wtrules.resolve.library import Library, LoadedFile
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile, read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.validation import validate

CASES = Path(__file__).resolve().parents[1] / "cases"
MOST = 3000  # decisions of a game that is only tried out

EDITIONS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30", "en-capstone")
VARIANTS = {
    "en-capstone": ("nasty", "team", "solo", "solo+solo_spells", "coop", "coop+coop_spells"),
    "en-abacus-24": ("nasty", "team"),
    "de-abacus-30": ("nasty", "team"),
}


@cache
def _files() -> dict[Path, LoadedFile | None]:
    return {}


def library() -> Library:
    """A library that reads every shipped file once for all tests."""
    return Library(files=_files())


@cache
def entries() -> dict[str, n.Assumption]:
    """The ledger."""
    return ledger.open_ledger(library())


def resolved(ruleset: str, assume: ledger.Assume = ()) -> tuple[Rules | None, list[Diagnostic]]:
    """Return the rules with some readings, and what is wrong."""
    rules, faults = load_rules(ruleset, library=library(), assume=assume)
    return rules, [fault for fault in faults if fault.severity is Severity.ERROR]


def codes(ruleset: str, *assume: tuple[str, str]) -> list[str]:
    """Return the codes of the errors that readings lead to."""
    return [fault.code for fault in resolved(ruleset, assume)[1]]


# --- the ledger is complete ----------------------------------------------------------------------


def test_every_question_is_there():
    """All open questions, facts and details, and nothing else."""
    assert (CASES / "assumption-ids.txt").read_text("utf-8").split() == list(entries())
    kinds = [ledger.kind(entry) for entry in entries().values()]
    assert (120, 14, 23) == tuple(kinds.count(kind) for kind in ("question", "fact", "detail"))


def test_every_question_is_complete():
    """Texts in both languages, a default that exists, evidence."""
    assert () == validate(resources.rulesets_folder() / resources.ledger_file())[1]


@pytest.mark.parametrize("entry", list(entries().values()), ids=list(entries()))
def test_readings(entry: n.Assumption):
    """Each reading is played as it is, changed in the language, or says why it cannot be played."""
    known = ledger.readings(entry)
    for layers in ({"core"}, {"core", "abacus", "en-abacus-24"}, {"core", "en-capstone"}):
        default = known[ledger.default(entry, layers) or ""]
        assert not default.unplayable
    assert all(bool(reading.bodies) != bool(reading.unplayable) for reading in known.values())
    assert ledger.affected(entry)
    assert ledger.confidence(entry) in ("certain", "high", "medium", "low")


def test_what_is_affected_exists():
    """A question names rules, spells, settings, variants, or addresses of the atlas."""
    known = {
        member.id.id
        for path in resources.rulesets_folder().glob("atlas/*.wtr")
        for member in parse(read_source(path))[0].members
        if isinstance(member, n.Topic)
    }
    for name in _combinations():
        rules = resolved(name)[0]
        assert rules is not None
        known |= {entry.id for entry in rules.entries.values()} | set(rules.variants)
    for id, entry in entries().items():
        assert (id, set()) == (id, set(ledger.affected(entry)) - known)


def test_scopes_exist():
    """A reading names rulesets and variants that exist."""
    names = {"core", "abacus", *EDITIONS}
    variants = {v for those in VARIANTS.values() for each in those for v in each.split("+")}
    for entry in entries().values():
        for clause in entry.clauses:
            if isinstance(clause, n.DefaultReading):
                assert {name.id for name in clause.rulesets} <= names
            for body in getattr(clause, "bodies", ()):
                assert {name.id for name in body.rulesets} <= names
                assert {name.id for name in body.variants} <= variants


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_assumed_is_in_the_ledger(edition: str):
    """Every `assumed` of a shipped ruleset or of a variant names an entry."""
    rules = resolved(edition)[0]
    assert rules is not None
    clauses = [
        clause
        for entry in rules.entries.values()
        for clause in (*entry.clauses(), *getattr(entry.node, "grounds", ()))
    ]
    for variant in rules.variants.values():
        for member in variant.node.members:
            clauses += [member, *getattr(member, "clauses", ())]
            item = getattr(member, "item", None)
            clauses += getattr(item, "clauses", ())
    named = {name.id for c in clauses if isinstance(c, n.Assumed) for name in c.entries}
    assert named
    assert set() == named - set(entries())


# --- the readings can be played ------------------------------------------------------------------


def _combinations() -> Iterator[str]:
    yield from EDITIONS
    for edition, those in VARIANTS.items():
        yield from (f"{edition}+{variants}" for variants in those)


def _playable() -> Iterator[tuple[str, str]]:
    for id, entry in entries().items():
        for name, reading in ledger.readings(entry).items():
            if any(body.items for body in reading.bodies):
                yield id, name


PLAYABLE = list(_playable())


def _tried(reading: n.Reading) -> Iterator[str]:
    """Yield the rulesets to try a reading with: some editions, and the variants it names."""
    named = {name.id for body in reading.bodies for name in body.variants}
    for edition in ("en-capstone", "en-abacus-24", "de-abacus-30"):
        yield edition
        yield from (
            f"{edition}+{those}"
            for those in VARIANTS[edition]
            if named.intersection(those.split("+"))
        )


@cache
def _faults(ruleset: str) -> frozenset[tuple[str, str]]:
    rules = resolved(ruleset)[0]
    assert rules is not None
    return frozenset((fault.code, fault.message) for fault in check(rules))


@pytest.mark.slow
@pytest.mark.parametrize("pair", sampled(PLAYABLE, 8), ids="=".join)
def test_playable_readings_play(pair: tuple[str, str]):
    """A reading makes a game for every ruleset it is written for, from set-up to the first moves."""
    id, name = pair
    played = 0
    for ruleset in _tried(ledger.readings(entries()[id])[name]):
        rules, faults = resolved(ruleset, {id: name})
        if faults and {"unfit-reading"} == {fault.code for fault in faults}:
            continue
        assert rules is not None
        assert [] == faults
        assert (id, name) == rules.assumed[-1]
        if not rules.layers[-1].name.startswith(id):
            continue
        made = Compilation(rules)
        assert () == made.elaborated[1]
        errors = [f for f in settled(rules, made.diagnostics) if f.severity is Severity.ERROR]
        assert [] == [f for f in errors if (f.code, f.message) not in _faults(ruleset)]
        _play(Game(made))
        played += 1
    assert played


def _play(game: Game) -> None:
    chance = random.Random(7)
    state = game.start(min(game.players, key=lambda count: abs(count - 3)), 7)
    for _ in range(MOST):
        if state.is_over:
            break
        state = state.play(chance.choice(state.options))


# --- they do what they say -----------------------------------------------------------------------


@cache
def _game(ruleset: str, id: str, name: str) -> Game:
    return load(ruleset, assume={id: name})


def after(id: str, name: str, board: str, move: str, **asked: str) -> str | None:
    """Return the board after blue's move by a reading, a flask as `+1`; None if it is not allowed."""
    state = read_position(_game("en-capstone", id, name), board, seat="b", players=2, **asked)
    found = find_moves(state, asked.get("card"), None, asked.get("spell"))
    for each in found:
        if each.move.text == move:
            return each.board + (" +1" if each.flask else "")
    return None


ENTRY = "K/Ry/N/Ry/N/RN/./Ry/R/N/./././././b"


@pytest.mark.parametrize(
    ("reading", "castle"),
    [
        ("amb.castle.covered_ground=a", 8),
        ("amb.castle.covered_ground=b", 4),
        ("amb.castle.shield_scope=b", 6),
        ("amb.castle.buried_shield=b", 5),
    ],
)
def test_where_the_castle_goes(reading: str, castle: int):
    """Covered ground, bare ground and buried shields move the castle elsewhere."""
    id, _, name = reading.partition("=")
    board = after(id, name, ENTRY, "wizard s15b", card="w1")
    assert board is not None
    assert castle == next(i for i, space in enumerate(board.split("/")) if "K" in space)


def test_who_chooses_where_the_castle_goes():
    """Read literally, the German manuals leave two places to choose from."""
    game = _game("en-capstone", "amb.castle.two_candidates", "b")
    state = read_position(game, ENTRY, seat="b", players=2, card="w1")
    asked = shown_card(state, "w1").play("wizard s15b")
    assert ["ground", "tower_top"] == [move.text for move in asked.legal_moves]
    assert asked.play("ground").board_text.split("/").index("K") == 12
    assert asked.play("tower_top").board_text.split("/").index("RK") == 8


LOCKED_OWN = "K/Rb/N/Rb/N/R/N/R/N/R/./././././."
LOCKED_HIDDEN = "K/R/./yN/R/R/N/R/N/RN/./././././."


@pytest.mark.parametrize(
    ("reading", "board", "becomes"),
    [
        ("amb.lock.own=a", LOCKED_OWN, "K/./N/RbRb/N/R/N/R/N/R/./././././. +1"),
        ("amb.lock.own=b", LOCKED_OWN, "K/./N/RbRb/N/R/N/R/N/R/./././././."),
        ("amb.lock.hidden=a", LOCKED_HIDDEN, "K/././yNR/R/R/N/R/N/RN/./././././."),
        ("amb.lock.hidden=b", LOCKED_HIDDEN, "K/././yNR/R/R/N/R/N/RN/./././././. +1"),
    ],
)
def test_who_is_locked_up(reading: str, board: str, becomes: str):
    """Own wizards alone, or hidden ones: a flask or none."""
    id, _, name = reading.partition("=")
    assert becomes == after(id, name, board, "tower s1", card="t2")


FULL = "K/Rb/Nbbbyyy/R/N/R/N/R/N/R/./././././."


def test_a_full_tower():
    """Read literally, the English Abacus manuals say that only the ground can be full."""
    assert None is after("amb.capacity.tower_english", "a", FULL, "wizard s1b", card="w1")
    board = after("amb.capacity.tower_english", "b", FULL, "wizard s1b", card="w1")
    assert "K/R/Nbbbbyyy/R/N/R/N/R/N/R/./././././." == board


SIX_ON_THE_GROUND = "K/R/N/R/N/R/N/R/b/bbbyyy/./././././."
SIX_IN_THE_STACK = "K/Rb/yyyNbyy/R/N/R/N/R/N/R/./././././."
FIVE_IN_THE_STACK = "K/Rb/yyNbyy/R/N/R/N/R/N/R/./././././."
SIX_UNDER_THE_CASTLE = "./Rb/bbyyyyNK/R/N/R/N/R/N/R/./././././."


@pytest.mark.parametrize(
    ("board", "move", "each", "whole"),
    [
        (SIX_ON_THE_GROUND, "wizard s8b", False, False),
        (SIX_IN_THE_STACK, "wizard s1b", True, False),
        (FIVE_IN_THE_STACK, "wizard s1b", True, True),
        (SIX_UNDER_THE_CASTLE, "wizard s1b", True, True),
    ],
)
def test_room_for_six(board: str, move: str, each: bool, whole: bool):
    """Six wizards fill a tower, or a whole space with those hidden on it; never the castle."""
    for reading, allowed in (("a", each), ("b", whole)):
        found = after("amb.capacity.level", reading, board, move, card="w1")
        assert (reading, allowed) == (reading, found is not None)


def test_room_for_a_freed_wizard():
    """A wizard that is freed stays on its space, so that it fits even if the space is full."""
    board, move = "K/R/bbbNyyy/R/N/R/N/R/N/R/./././././.", "cast free_wizard tower s2"
    for reading in ("a", "b"):
        found = after("amb.capacity.level", reading, board, move, spell="free_wizard")
        assert "K/R/bbNbyyy/R/N/R/N/R/N/R/./././././." == found


@pytest.mark.parametrize("ruleset", ["en-capstone", "en-capstone+nasty", "en-abacus-24+nasty"])
@pytest.mark.parametrize(
    ("hidden", "riders"), [("", 2), ("y", 2), ("yy", 1), ("yyy", 0)], ids=["0", "1", "2", "3"]
)
def test_room_for_riders(ruleset: str, hidden: str, riders: int):
    """Riders are allowed only where there is room for them, hidden wizards included.

    Two yellow wizards are on top of the tower, others hidden under it, and a blue one moves
    there, followed by two more blue ones.
    """
    board = f"K/Rbbb/{hidden}Nyy/R/N/R/N/R/N/R/./././././."
    game = _game(ruleset, "amb.capacity.level", "b")
    state = read_position(
        game, f"{board} b flasks=1.4.0,5.0.0 spells=piggyback hands=w1.t1.t1,t1.t2.t2"
    )
    state = state.play("card w1").play("wizard s1b")
    offered = [move.text for move in state.legal_moves]
    assert (riders > 0) == any("piggyback" in move for move in offered)
    if ruleset.startswith("en-abacus"):
        assert riders == sum("piggyback" in move for move in offered)


def course(state: State, *moves: str) -> str:
    """Return some moves, and who is asked for a spell before, between and after them; all pass."""
    steps = []
    left = list(moves)
    while True:
        offered = [move.text for move in state.legal_moves]
        if any(text.startswith("cast ") for text in offered):
            assert state.decision is not None
            steps.append("by"[state.decision.seat] + "?")
            state = state.play("pass")
        elif left:
            steps.append(left[0])
            state = state.play(left.pop(0))
        else:
            return ", ".join(steps)


CASTERS = "K/R/N/R/N/R/N/R/N/R/./././by/./. b home=4,4 flasks=5.1.0,5.1.0 spells=headwind_tower"


@pytest.mark.parametrize("ruleset", ["en-abacus-30+nasty", "de-abacus-30+nasty"])
@pytest.mark.parametrize(
    ("moves", "reading", "expected"),
    [
        ("card t1, tower s1", "a", "b?, y?, card t1, b?, tower s1, b?, y?, b?, y?, b?, y?"),
        ("card t1, tower s1", "b", "b?, y?, card t1, tower s1, b?, y?, b?, y?"),
        ("card w1, wizard s13b", "b", "b?, y?, card w1, wizard s13b, b?, y?, b?, y?"),
        ("discard", "a", "b?, y?, discard, b?, y?"),
        ("discard", "b", "b?, y?, discard"),
    ],
)
def test_spells_only_before_and_after(ruleset: str, moves: str, reading: str, expected: str):
    """Read so, nobody casts between showing a card and its move, not even the active player.

    Two of the last four questions come after the first action, two before the second.
    """
    game = _game(ruleset, "amb.nasty.during_30", reading)
    state = read_position(game, f"{CASTERS} hands=t1.w1.w2,t1.t2.t3")
    assert expected == course(state, *moves.split(", "))


@pytest.mark.parametrize(
    ("reading", "step", "expected"),
    [
        ("b", "tower s1", "b?, y?, discard, b?, tower s1, b?, y?, b?, y?, y?, b?"),
        ("a", "tower s1", "b?, y?, discard, b?, tower s1, b?, y?, b?, y?, y?, b?"),
        ("a", "pass", "b?, y?, discard, b?, pass, b?, y?, y?, b?"),
    ],
)
def test_spell_between_discard_and_tower(reading: str, step: str, expected: str):
    """After discarding, the active player may cast before choosing a tower; all may before it moves.

    The last four questions come after the step and before the next player's card.
    """
    game = _game("en-capstone+nasty", "amb.discard.decline_step", reading)
    state = read_position(game, f"{CASTERS} hands=t1.w1.w2,t1.t2.t3")
    assert expected == course(state, "discard", step)


HIDDEN = "K/R/yN/R/N/R/N/R/N/R/./././././b"


def test_hidden_targets():
    """Read literally, the Abacus manuals let a spell move any wizard."""
    move = "cast move_wizard wizard s2.0y"
    assert None is after("amb.spell.hidden_target", "a", HIDDEN, move, spell="move_wizard")
    board = after("amb.spell.hidden_target", "b", HIDDEN, move, spell="move_wizard")
    assert "K/R/N/Ry/N/R/N/R/N/R/./././././b" == board


def test_headwind_into_the_castle():
    """A wizard enters backward, or the move is forbidden."""
    board, move = "K/Rb/N/R/N/R/N/R/N/R/./././././.", "cast headwind_wizard wizard s1b"
    for name, allowed in (("a", True), ("b", False)):
        found = after("amb.castle.headwind_entry", name, board, move, spell="headwind_wizard")
        assert allowed == (found is not None)


CASTLE_STACK = "./RK/N/R/N/R/N/R/N/R/./././././b"


@pytest.mark.parametrize(
    ("name", "becomes"),
    [
        ("a", None),
        ("b", "./N/RK/R/N/R/N/R/N/R/./././././b"),
        ("c", "./NK/R/R/N/R/N/R/N/R/./././././b"),
    ],
)
def test_swapping_the_castle_s_tower(name: str, becomes: str | None):
    """The castle prevents the swap, moves with its tower, or stays."""
    move = "cast swap_towers tower s1 tower s2"
    assert becomes == after("amb.swap.castle_stack", name, CASTLE_STACK, move, spell="swap_towers")


def test_the_castle_is_never_among_wizards():
    """If it stays, only a tower without wizards can be swapped under it."""
    board = "./RK/Ny/R/N/R/N/R/N/R/./././././b"
    move = "cast swap_towers tower s1 tower s2"
    assert None is after("amb.swap.castle_stack", "c", board, move, spell="swap_towers")


def test_swapping_two_spaces_apart():
    """One adaptation reads the number of spaces as a distance."""
    state = read_position(
        _game("en-capstone", "amb.swap.two_spaces", "b"), CASTLE_STACK, seat="b", players=2,
        spell="swap_towers",
    )  # fmt: skip
    moves = [each.move.text.split() for each in find_moves(state, None, None, "swap_towers")]
    pairs = [(int(m[3].strip("s")), int(m[5].strip("s"))) for m in moves]
    assert pairs
    assert all(b - a == 2 for a, b in pairs)


def test_costs():
    """A cost is data: another reading is another number."""
    for id, spell, usual, other in (
        ("fact.cost.swap", "swap_towers", 2, 1),
        ("fact.cost.free", "free_wizard", 1, 2),
        ("fact.cost.piggyback", "piggyback", 1, 2),
    ):
        for name, cost in (("a", usual), ("b", other)):
            rules = resolved("en-capstone", {id: name})[0]
            assert rules is not None
            entry = rules.get("spell", spell)
            assert entry is not None
            stated = [c.value for c in entry.clauses() if isinstance(c, n.Cost)]
            assert [n.Number(cost, span=stated[0].span)] == stated


# --- defaults, layers, diagnostics ---------------------------------------------------------------


def test_the_default_depends_on_the_ruleset():
    """Where editions truly differ, each keeps its own reading."""
    entry = entries()["amb.discard.decline_step"]
    assert "b" == ledger.default(entry, {"core", "en-capstone"})
    assert "a" == ledger.default(entry, {"core", "abacus", "de-abacus-30"})


def test_a_reading_is_a_layer():
    """It comes after the ruleset's own layers, and the changed rule knows where it comes from."""
    rules, faults = resolved("friday", {"amb.castle.buried_shield": "b"})
    assert [] == faults
    assert rules is not None
    assert ["ruleset", "ruleset", "ruleset", "reading"] == [x.kind for x in rules.layers]
    entry = rules.get("rule", "castle.move")
    assert entry is not None
    assert "amb.castle.buried_shield=b" == entry.chain[-1].layer
    assert (("amb.castle.buried_shield", "b"),) == rules.assumed


def test_the_words_follow():
    """The paraphrase of a rule says that it is read another way, in both languages."""
    rules = resolved("en-capstone", {"amb.castle.buried_shield": "b"})[0]
    assert rules is not None
    entry = rules.get("rule", "castle.move")
    assert entry is not None
    (says,) = [clause for clause in entry.clauses() if isinstance(clause, n.Says)]
    english, german = (phrase.text for phrase in says.phrases)
    assert english.endswith(
        "(Read as amb.castle.buried_shield=b: Yes, any tower in the stack is enough.)"
    )
    assert "(Gelesen als amb.castle.buried_shield=b: Ja, irgendein Turm" in german


def test_the_default_may_be_chosen():
    """It changes nothing, not even the hash of the game."""
    assert load("en-capstone").hash == load("en-capstone", assume={"amb.lock.own": "a"}).hash
    assert load("en-capstone").hash != load("en-capstone", assume={"amb.lock.own": "b"}).hash


def test_the_ledger_is_read_when_it_is_needed():
    """Otherwise it costs no time."""
    for assume, wanted in (((), False), ({"amb.lock.own": "b"}, True)):
        files: dict[Path, LoadedFile | None] = {}
        load_rules("en-capstone", library=Library(files=files), assume=assume)
        assert wanted == any(path.name == resources.ledger_file() for path in files)


def test_an_unknown_question():
    """A typing error gets a hint."""
    (fault,) = resolved("en-capstone", {"amb.lock.ow": "b"})[1]
    assert "unknown-assumption" == fault.code
    assert "did you mean `amb.lock.own`?" in fault.help


def test_an_unknown_reading():
    """The help lists the readings."""
    (fault,) = resolved("en-capstone", {"amb.lock.own": "yes"})[1]
    assert "unknown-reading" == fault.code
    assert "`a` Yes.; `b` No," in fault.help[0]


def test_a_reading_that_cannot_be_played():
    """The ledger says why."""
    (fault,) = resolved("en-capstone", {"amb.tower.inside": "b"})[1]
    assert "unplayable-reading" == fault.code
    assert "built in" in fault.help[0]


def test_a_question_given_twice():
    """The same reading or another one: only one of them can stay."""
    assert ["duplicate-assumption"] == codes(
        "en-capstone", ("amb.lock.own", "b"), ("amb.lock.own", "a")
    )
    assert ["duplicate-assumption"] == codes(
        "en-capstone", ("amb.lock.own", "b"), ("amb.lock.own", "b")
    )


def test_readings_that_contradict_each_other():
    """Two readings that change the same thing cannot both be used."""
    (fault,) = resolved("en-capstone", {"amb.lock.own": "b", "amb.lock.hidden": "b"})[1]
    assert "layer-conflict" == fault.code
    assert (
        "`amb.lock.own=b` and `amb.lock.hidden=b` both change rule `lock.reward`" == fault.message
    )
    assert ["layer-conflict"] == codes(
        "de-abacus-30", ("amb.discard.draw_first", "b"), ("amb.discard.then_spell", "a")
    )


def test_readings_that_go_together():
    """Those that change different things may be combined."""
    assert [] == codes(
        "en-capstone",
        ("amb.lock.own", "b"),
        ("amb.castle.buried_shield", "b"),
        ("fact.cost.swap", "b"),
    )


def test_a_reading_for_another_ruleset():
    """It says for which rulesets and variants it is written."""
    (fault,) = resolved("en-capstone", {"amb.team.end": "a"})[1]
    assert "unfit-reading" == fault.code
    assert ("it is written for: `core` with `team`",) == fault.help
    assert [] == codes("en-capstone+team", ("amb.team.end", "a"))


def test_a_reading_of_something_a_house_rule_has_removed():
    """What is gone cannot be read another way."""
    text = "ruleset calm { extends en-capstone remove rule lock.reward }"
    _, faults = load_rules(SourceFile("calm.wtr", text), assume={"amb.lock.own": "b"})
    assert ["unfit-reading"] == [fault.code for fault in faults]
    assert "changes rule `lock.reward`, which `calm` does not have" in faults[0].message


def test_a_house_rule_has_open_questions_of_its_own():
    """Its readings are chosen like those of the ledger."""
    text = """
    ruleset calm {
      extends en-capstone
      assumption amb.calm {
        says     en "How many cards?" de "Wie viele Karten?"
        reading  a en "Three." de "Drei." { }
        reading  b en "Five." de "Fünf." { override hand.size = 5 }
        default  a
        evidence en "We argued." de "Wir haben gestritten."
      }
    }
    """
    game = load(SourceFile("calm.wtr", text), assume={"amb.calm": "b"})
    assert [5, 5] == game.start(2).numbers("hand_size")


def test_validate_tries_variants_without_repeating_itself():
    """A conflict of readings is reported once; a reading need not fit the variants offered."""
    faults = validate("en-capstone", assume={"amb.lock.own": "b", "amb.lock.hidden": "b"})[1]
    assert ["layer-conflict"] == [f.code for f in faults if f.severity is Severity.ERROR]
    faults = validate("en-capstone", assume={"amb.end.round": "b"})[1]
    assert [] == [f.code for f in faults if f.severity is Severity.ERROR]


FAULTY = """
assumption amb.one {
  says     en "What?"
  reading  a en "This." de "Dies." { }
  default  b
  evidence en "None." de "Keine."
  confidence enormous
}
assumption amb.one {
  says     en "What?" de "Was?"
  reading  a en "This." de "Dies." unplayable en "no way"
}
"""


def test_a_faulty_ledger():
    """A file of open questions is checked by itself."""
    faults = validate(SourceFile("ledger.wtr", FAULTY))[1]
    assert sorted(fault.code for fault in faults) == [
        "duplicate-id",
        "missing-definition",
        "missing-language-text",
        "missing-language-text",
        "unknown-choice",
        "unknown-reading",
    ]


def test_an_open_question_of_a_house_rule_is_checked_too() -> None:
    """Its default and its letter must be readings it has."""
    text = """ruleset mine { extends en-capstone
      assumption amb.mine { says en "Which?" reading one en "One." { }
        default two  letter three for en-capstone  affects lock.reward }
      rule extra { says en "Whichever." assumed amb.mine } }"""
    rules, faults = load_rules(SourceFile("mine.wtr", text))
    assert rules is not None
    found = [fault.message for fault in (*faults, *run_checks(elaborate(rules)[0], CHECKS))]

    assert ["`amb.mine` has no reading `two`", "`amb.mine` has no reading `three`"] == found
