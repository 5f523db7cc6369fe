"""Examples of the manuals, and positions worked out from their words, edition by edition.

The `example` blocks of the rulesets are run here. After them come tests that need more than one
move: who decides next, what is in a hand, how a game ends.
"""

from functools import cache

import pytest

from tests.box import BOX_OF_THIRTY, BOX_OF_TWENTY_FOUR, box
from tests.scenes import SCENES, Scene, idle, letter, offers, play, position
from wtrules.checks.examples import variants_of
from wtrules.game import examples as module
from wtrules.game.examples import ExampleReport, run_example
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.outcomes import outcomes
from wtrules.resolve.library import Library
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n

CAPSTONE = "en-capstone"
OF_24 = ("en-abacus-24", "de-abacus-24")
OF_30 = ("en-abacus-30", "de-abacus-30")
ABACUS = (*OF_24, *OF_30)
EDITIONS = (CAPSTONE, *ABACUS)


@cache
def game(edition: str, variants: tuple[str, ...] = ()) -> Game:
    """The game of an edition, made once; its examples come with the plain one."""
    return load(edition, variants, library=Library(with_examples=not variants))


# --- example blocks ------------------------------------------------------------------------------


def examples() -> list[tuple[str, Entry]]:
    """Each example with each edition that has it."""
    return [(e, entry) for e in EDITIONS for entry in game(e).rules.of_kind("example")]


def cited(entry: Entry) -> list[str]:
    """The editions whose manuals an example cites."""
    return [c.manual.id for c in entry.node.clauses if isinstance(c, n.Cites)]


@cache
def report(edition: str, id: str) -> ExampleReport:
    """Run an example of an edition, once for all tests of a process."""
    (entry,) = (one for one in game(edition).rules.of_kind("example") if one.id == id)
    return run_example(game(edition, variants_of(entry)), entry)


def shown(edition: str, entry: Entry) -> bool:
    """Whether the snapshot of an example is taken under this edition."""
    return edition == next((e for e in cited(entry) if e in EDITIONS), CAPSTONE)


def test_only_the_card_of_an_example_is_played(monkeypatch: pytest.MonkeyPatch):
    """What else could be done in its position may be much work, and nobody asks for it."""
    played: list[State] = []
    monkeypatch.setattr(module, "outcomes", lambda state: played.append(state) or outcomes(state))
    plain = game(CAPSTONE)
    found = [
        entry
        for entry in plain.rules.of_kind("example")
        if not variants_of(entry)
        and [clause.card for clause in entry.node.clauses if isinstance(clause, n.Given)] != [None]
        and sum(isinstance(clause, n.WhenMove) for clause in entry.node.clauses) == 1
        and all(c.what == "board" for c in entry.node.clauses if isinstance(c, n.Then))
    ]

    assert found
    assert all(not run_example(plain, entry).failures for entry in found)
    assert [] == played


@pytest.mark.parametrize(
    ("edition", "entry"),
    [pytest.param(e, entry, id=f"{entry.id}-{e}") for e, entry in examples()],
)
def test_example_holds(edition: str, entry: Entry):
    """An example comes out as written under every edition that has it."""
    assert () == report(edition, entry.id).failures


@pytest.mark.parametrize(
    ("edition", "entry"),
    [pytest.param(e, entry, id=entry.id) for e, entry in examples() if shown(e, entry)],
)
def test_example_reads_well(edition: str, entry: Entry, snapshot):
    """The report of an example is a page to read."""
    assert snapshot == f"{report(edition, entry.id)}\n"


def test_examples_run_under_the_manuals_they_cite():
    """Who cites a manual is tried under it; who cites none is tried under all."""
    tried = {(edition, entry.id) for edition, entry in examples()}
    wanted = {(e, entry.id) for _, entry in examples() for e in cited(entry) or EDITIONS}

    assert set() == wanted - tried


def test_every_example_is_a_whole_game():
    """Boards of examples have all towers: five with a shield, four without, and the castle."""
    boards = {
        clause.board.value
        for _, entry in examples()
        for clause in entry.node.clauses
        if isinstance(clause, n.Given) and clause.board is not None
    }

    for board in boards:
        assert (16, 5, 4, 1) == (board.count("/") + 1, *map(board.count, "RNK")), board


# --- scenes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name.replace(" ", "-"))
def test_scene(scene: Scene):
    """A scene worked out by hand is played as written."""
    assert [] == scene.failures(game(CAPSTONE, scene.variants))


# --- the discard option --------------------------------------------------------------------------

TOWER_BEHIND_A_WIZARD = "K/R/y/R/N/R/N/R/N/R/N/././b/./."


@pytest.mark.parametrize(("edition", "cards"), [(CAPSTONE, 0), *((e, 3) for e in ABACUS)])
def test_discard_draws_before_or_after_the_tower_step(edition: str, cards: int):
    """In the Abacus manuals the new cards are seen before the tower step (amb.discard.draw_first)."""
    state = play(position(game(edition), TOWER_BEHIND_A_WIZARD), "discard")

    assert cards == state.numbers("hand_size")[0]
    assert offers(state, "tower")


@pytest.mark.parametrize(("edition", "may"), [(CAPSTONE, False), *((e, True) for e in ABACUS)])
def test_tower_step_may_be_declined(edition: str, may: bool):
    """The tower step is part of the option, or an offer (amb.discard.decline_step)."""
    state = play(position(game(edition), TOWER_BEHIND_A_WIZARD), "discard")

    assert 9 + may == len(state.legal_moves)
    assert may == ("pass" in state.legal_moves)


@pytest.mark.parametrize(("edition", "goes_on"), [(CAPSTONE, True), *((e, False) for e in ABACUS)])
def test_spell_after_the_tower_step(edition: str, goes_on: bool):
    """A flask filled by the tower step pays for a spell in the same turn, or not (amb.discard.then_spell)."""
    state = play(position(game(edition), TOWER_BEHIND_A_WIZARD), "discard", "tower s1")

    assert [1, 0] == state.numbers("full")
    assert ("b" if goes_on else "y") == letter(state)
    assert goes_on == offers(state, "cast move_tower")


@pytest.mark.parametrize(("edition", "between"), [(CAPSTONE, False), *((e, True) for e in ABACUS)])
def test_spell_between_discard_and_tower_step(edition: str, between: bool):
    """The Abacus manuals leave room for a spell between the new cards and the step (det.discard_spell_abacus)."""
    state = position(game(edition), TOWER_BEHIND_A_WIZARD, flasks="5.1.0 6.0.0")
    state = play(state, "discard")

    assert between == offers(state, "cast move_tower")


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_discard_after_a_card(edition: str):
    """The option takes the place of both cards."""
    state = play(position(game(edition), TOWER_BEHIND_A_WIZARD), "card t1", "tower s3")

    assert ["card w1", "card t2"] == [move.text for move in state.legal_moves]


# --- casting for everybody -----------------------------------------------------------------------

SINGLES = "K/R/N/R/N/R/N/R/N/R/././b/y/./."


@pytest.mark.parametrize(("edition", "each"), [(CAPSTONE, True), *((e, False) for e in ABACUS)])
def test_allowance_for_each_or_for_the_table(edition: str, each: bool):
    """One spell for each action: of every player, or of all together (amb.nasty.shared)."""
    state = position(
        game(edition, ("nasty",)), SINGLES, flasks="4.2.0 4.2.0", spells="move_tower headwind_tower"
    )
    k = "" if edition == CAPSTONE else " number 1"
    state = play(state, "card t1", f"cast move_tower tower s1{k}", "tower s5")

    assert each == (letter(state) == "y" and offers(state, "cast headwind_tower"))


@pytest.mark.parametrize("edition", ABACUS)
def test_four_flasks_move_a_wizard_two_spaces(edition: str):
    """Paid twice, the spell is one move of two spaces, past whatever lies between (ex.multi.4flasks)."""
    board = "K/R/N/R/N/R/N/R/N/R/./././././b"
    state = position(game(edition, ("nasty",)), board, flasks="2.4.0 6.0.0", spells="move_wizard")
    state = play(state, "card t1", "cast move_wizard wizard s15b number 2")

    assert "K/Rb/N/R/N/R/N/R/N/R/./././././." == state.board_text
    assert [4, 0] == state.numbers("spent")
    assert [4, 5] == state.numbers("home")


def test_four_flasks_cast_twice():
    """Paid twice, the spell is cast twice, each carried out in full (ex.multi.twice)."""
    board = "K/R/N/R/N/R/N/R/N/R/././././b/."
    state = position(
        game(CAPSTONE, ("nasty",)), board, flasks="2.4.0 6.0.0", spells="move_wizard move_tower"
    )
    once = play(state, "card t1", "cast move_wizard wizard s14b")

    assert "K/R/N/R/N/R/N/R/N/R/./././././b" == once.board_text
    assert ["cast move_wizard wizard s15b", "enough"] == [move.text for move in once.legal_moves]

    twice = play(once, "cast move_wizard wizard s15b")

    assert "./RK/N/R/N/R/N/R/N/R/./././././." == twice.board_text
    assert [4, 0] == twice.numbers("spent")
    assert 1 == twice.active


def test_repeated_spell_on_another_piece():
    """The second cast may take any target (amb.nasty.multi_targets)."""
    board = "K/R/N/R/N/R/N/R/N/R/./././y/b/."
    state = position(game(CAPSTONE, ("nasty",)), board, flasks="2.4.0 6.0.0", spells="move_wizard")
    state = play(state, "card t1", "cast move_wizard wizard s14b", "cast move_wizard wizard s13y")

    assert "K/R/N/R/N/R/N/R/N/R/././././y/b" == state.board_text


@pytest.mark.parametrize("edition", EDITIONS)
def test_red_is_carried_by_blue(edition: str):
    """Red casts piggyback on blue's turn; both stood together (ex.piggyback.red_blue)."""
    board = "K/R/N/R/N/br/R/N/R/N/R/././y/./."
    state = position(
        game(edition, ("nasty",)), board, flasks="5.0.0 5.0.0 4.1.0", spells="piggyback"
    )
    state = play(state, "card w1", "wizard s5b")

    assert "r" == letter(state)
    move = "cast piggyback wizard s5r" + ("" if edition == CAPSTONE else " number 1")
    state = play(state, move)

    assert "K/R/N/R/N/./Rbr/N/R/N/R/././y/./." == state.board_text
    assert [0, 0, 1] == state.numbers("spent")


@pytest.mark.parametrize("edition", EDITIONS)
def test_freed_right_after_being_locked(edition: str):
    """The flask of who locked the wizard stays filled (ex.free.after_lock)."""
    board = "K/R/y/R/N/R/N/R/N/R/N/././b/./."
    state = position(game(edition, ("nasty",)), board, flasks="6.0.0 5.1.0", spells="free_wizard")
    state = play(state, "card t1", "tower s1")
    move = "cast free_wizard tower s2" + ("" if edition == CAPSTONE else " number 1")
    while letter(state) != "y" or move not in state.legal_moves:
        state = state.play(idle(state))
    state = state.play(move)

    assert "K/./Ry/R/N/R/N/R/N/R/N/././b/./." == state.board_text
    assert ([1, 0], [5, 5]) == (state.numbers("full"), state.numbers("empty"))


@pytest.mark.parametrize(
    ("edition", "may"), [*((e, True) for e in OF_24), *((e, False) for e in OF_30)]
)
def test_freeing_outside_the_allowance(edition: str, may: bool):
    """In the manuals for 24 wizards freeing does not wait for its turn (amb.free.any_time)."""
    board = "K/R/yN/R/N/R/N/R/N/R/./././b/./."
    state = position(
        game(edition, ("nasty",)), board, flasks="5.1.0 5.1.0", spells="move_tower free_wizard"
    )
    state = play(state, "card t1")
    while not offers(state, "cast move_tower"):
        state = state.play(idle(state))
    state = play(state, "cast move_tower tower s5 number 1")

    assert may == (letter(state) == "y" and offers(state, "cast free_wizard"))


# --- teams ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "at_once"), [(CAPSTONE, False), *((e, True) for e in ABACUS)])
def test_team_ends_the_game(edition: str, at_once: bool):
    """A team that is done ends the game, or the round (amb.team.end)."""
    board = "K/R/N/R/N/R/N/R/N/R/y/g/./././b"
    state = position(game(edition, ("team",)), board, flasks="0.5.0 5.0.0 0.3.2 5.0.0", players=4)
    state = play(state, "card w1", "wizard s15b")

    assert [4, 3, 4, 3] == state.numbers("home")
    if at_once:
        assert state.is_over
    while not state.is_over:
        assert state.active in (0, 1, 2, 3)
        state = state.play("discard" if "discard" in state.legal_moves else state.legal_moves[-1])
    assert ("won", (0, 2)) == (state.result.outcome, state.result.winners)


@pytest.mark.parametrize("edition", EDITIONS)
def test_partners_wizards_come_last(edition: str):
    """The partner's wizards move by card once all own ones are home."""
    early = position(game(edition, ("team",)), "K/R/N/R/N/R/N/R/N/R/b/r/y/g/./.", players=4)
    late = position(game(edition, ("team",)), "K/R/N/R/N/R/N/R/N/R/./r/y/g/./.", players=4)

    assert ["wizard s10b"] == [move.text for move in play(early, "card w1").legal_moves]
    assert ["wizard s11r"] == [move.text for move in play(late, "card w1").legal_moves]


# --- how it ends ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_spent_flasks_count_as_filled(edition: str):
    """Six flasks filled and two of them spent: the goal is met, four count in a tie (ex.end.spent)."""
    state = position(game(edition), "K/R/N/R/N/R/N/R/N/R/././y/././b", flasks="0.4.2 6.0.0")
    state = play(state, "card w1", "wizard s15b")

    assert not state.is_over
    state = play(state, "discard", "tower s3" if "tower s3" in state.legal_moves else "tower s2")
    while not state.is_over:
        assert 1 == state.active
        state = state.play(idle(state))
    assert ("won", (0,)) == (state.result.outcome, state.result.winners)


@pytest.mark.parametrize(
    ("flasks", "winners"),
    [("0.4.2 0.3.3", (0,)), ("0.4.2 0.5.1", (1,)), ("0.4.2 0.4.2", (0, 1)), ("1.5.0 0.1.5", (1,))],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_full_flasks_break_a_tie(edition: str, flasks: str, winners: tuple[int, ...]):
    """Of those who met both goals the one with most full flasks wins; a tie is shared."""
    state = position(game(edition), "./R/N/R/N/R/N/R/N/R/./././y/b/K", flasks=flasks)
    state = play(state, "card w1", "wizard s14b")
    # Blue is in and the castle has gone on to the bare ground of s0: yellow is three spaces off.
    assert "K/R/N/R/N/R/N/R/N/R/./././y/./." == state.board_text
    fields = state.program.fields
    hand, kinds = fields["hand"].offset, [card.code for card in state.program.cards]
    state.data[hand + len(kinds) : hand + 2 * len(kinds)] = [0] * len(kinds)
    state.data[hand + len(kinds) + kinds.index("w3")] = 3
    state = State(state.game, state.engine, state.data, state.engine.options(state.data))
    state = play(state, "card w3", "wizard s13y")

    assert state.is_over
    assert winners == state.result.winners


@pytest.mark.parametrize("edition", EDITIONS)
def test_last_wizard_of_all(edition: str):
    """A game that somebody wins is decided, even if no wizard is left on the track."""
    state = position(game(edition), "K/R/N/R/N/R/N/R/N/R/./././././b", flasks="0.6.0 6.0.0")
    state = play(state, "card w1", "wizard s15b")
    while not state.is_over:
        state = state.play(state.legal_moves[-1])

    assert ("won", (0,)) == (state.result.outcome, state.result.winners)


@pytest.mark.parametrize(
    ("cards", "grade"),
    [
        (19, "exceptional"), (20, "brilliant"), (23, "brilliant"), (24, "very_good"),
        (27, "very_good"), (28, "good"), (30, "good"), (31, "close"), (35, "close"), (36, "going"),
        (40, "going"), (41, "practise"), (45, "practise"), (46, "beginner"),
    ],
)  # fmt: skip
def test_solo_grades(cards: int, grade: str):
    """The table of the solo game, at the edges of its rows (ex.solo.table)."""
    state = position(game(CAPSTONE, ("solo",)), "K/R/N/R/N/R/N/R/N/R/./././././b", players=1)
    fields = state.program.fields
    pile, size = fields["pile"].offset, fields["pile_size"].offset
    while state.numbers("discard_size")[0] < cards - 1:
        state.data[size] -= 1
        state.data[fields["discard"].offset + state.data[pile + state.data[size]]] += 1
        state.data[fields["discard_size"].offset] += 1
    state = play(state, "card w1", "wizard s15b")

    assert (grade, (0,), (cards,)) == (
        state.result.outcome, state.result.winners, state.result.points,
    )  # fmt: skip


# --- what is in the box --------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_box(edition: str):
    """Thirty wizards, or twenty-four: 5 + 5 + 4 + 4 + 3 + 3 (ex.colours24)."""
    expected = BOX_OF_TWENTY_FOUR if edition in OF_24 else BOX_OF_THIRTY

    assert expected == box(game(edition))
    assert (24 if edition in OF_24 else 30) == sum(wizards for wizards, _ in expected.values())


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("solo", {"any": (12, 6)}),
        ("coop", {"blue": (12, 6)} | dict.fromkeys([*BOX_OF_THIRTY][1:], (0, 0))),
    ],
)
def test_box_against_the_cards(variant: str, expected: dict[str, tuple[int, int]]):
    """Twelve wizards of any colours are all yours, with the flasks of one colour (p~6, p~7)."""
    assert expected == box(game(CAPSTONE, (variant,)))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("players", "wizards", "flasks"), [(2, 5, 6), (3, 4, 5), (4, 4, 5), (5, 3, 4), (6, 3, 4)]
)
def test_supply(edition: str, players: int, wizards: int, flasks: int):
    """Wizards and flasks by the number of players (ex.counts)."""
    state = game(edition).start(players)

    assert [wizards] * players == state.numbers("wizards")
    assert [flasks] * players == state.numbers("empty")
    assert [3] * players == state.numbers("hand_size")


@pytest.mark.parametrize("edition", EDITIONS)
def test_hands_are_secret(edition: str):
    """Nobody sees the cards of others, but in the cooperative game (amb.hand.secret)."""
    assert not game(edition).open_hands
    assert game(CAPSTONE, ("coop",)).open_hands


def test_deck():
    """Ninety cards: twenty for wizards, twenty for towers, forty-two for either, eight with dice."""
    copies = {card.code: card.copies for card in game(CAPSTONE).program(2).cards}

    assert 90 == sum(copies.values())
    assert [4] * 10 == [copies[f"{kind}{number}"] for kind in "wt" for number in range(1, 6)]
    assert [3] * 4 == [copies[f"t{number}w{number}"] for number in range(1, 5)]
    assert [6] * 5 == [copies[code] for code in ("t5w1", "t4w2", "t2w4", "t1w5", "tdwd")]
    assert [3, 3, 1, 1] == [copies[code] for code in ("td2", "wd2", "td3", "wd3")]
