"""The board written as one line."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wtrules.board.boardcheck import check_board
from wtrules.board.boardtext import (
    MAX_LENGTH,
    MAX_SPACES,
    Problem,
    canonical,
    format_board,
    parse_board,
)
from wtrules.board.pieces import Board, Stack, Tower

LETTERS = "byrgop"
START = "K/Rbyr/Nbyr/Rbyr/Nby/Rr/N/R/N/R/./././././."
STANDARD = {"capacity": 6, "towers": (4, 5), "supply": {"b": 4, "y": 4, "r": 5}}

# What can be wrong with a board.
PROBLEM_CODES = (
    "board-too-long",
    "empty-board",
    "too-many-spaces",
    "wrong-space-count",
    "empty-space",
    "unknown-board-letter",
    "bare-ground-with-pieces",
    "tower-on-castle",
    "wizard-on-castle",
    "castle-on-castle",
    "no-castle",
    "two-castles",
    "wizards-under-castle",
    "crowded-surface",
    "wrong-tower-count",
    "too-many-wizards",
    "too-many-pieces",
    "colour-not-in-play",
)


def with_pieces(text: str) -> Board:
    board = parse_board(text, "by", None, "DB")
    assert isinstance(board, Board), board
    return board


def read(text: str, letters: str = LETTERS) -> Board:
    board = parse_board(text, letters, None)
    assert isinstance(board, Board), board
    return board


def faults(text: str, letters: str = LETTERS, spaces: int | None = None) -> tuple[Problem, ...]:
    found = parse_board(text, letters, spaces)
    assert isinstance(found, tuple), found
    return found


# --- reading and writing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "stack"),
    [
        (".", Stack()),
        ("K", Stack(castle=True)),
        ("br", Stack("br")),
        ("N", Stack("", (Tower(False),))),
        ("Rb", Stack("", (Tower(True, "b"),))),
        ("brRyK", Stack("br", (Tower(True, "y"),), castle=True)),
        ("NNR", Stack("", (Tower(False), Tower(False), Tower(True)))),
        ("oNppRgg", Stack("o", (Tower(False, "pp"), Tower(True, "gg")))),
    ],
)
def test_one_space(text: str, stack: Stack) -> None:
    """A space is written from the bottom to the top; letters stand on what is left of them."""
    assert Board((stack,)) == parse_board(text, LETTERS, 1)
    assert text == format_board(Board((stack,)))


def test_start() -> None:
    """The start of a three-player game reads, checks clean and writes back."""
    board = parse_board(START, LETTERS, 16)
    assert isinstance(board, Board)
    assert () == check_board(board, **STANDARD)  # type: ignore[arg-type]
    assert START == format_board(board)


def test_other_letters() -> None:
    """A game may have other wizards than the six of the box."""
    assert "z" == read("zN", letters="xyz").spaces[0].ground


def test_letters_taken() -> None:
    """No wizard can be called like a tower or the castle."""
    with pytest.raises(ValueError, match="K"):
        parse_board(START, "bK", 16)


def test_canonical() -> None:
    """Who came first to a surface means nothing: the order of the colours decides the text."""
    assert "bbyrNbp/g" == format_board(canonical(read("rbybNpb/g"), LETTERS))
    assert "bbry" == format_board(canonical(read("ybrb"), letters="bry"))
    assert "ybz" == format_board(canonical(Board((Stack("zby"),)), letters="yb"))


towers = st.builds(Tower, st.booleans(), st.text("byrgop", max_size=8))
stacks = st.builds(
    Stack, st.text("byrgop", max_size=8), st.lists(towers, max_size=10).map(tuple), st.booleans()
)
boards = st.builds(Board, st.lists(stacks, min_size=1, max_size=24).map(tuple))


@pytest.mark.slow
@given(boards)
def test_every_board_round_trips(board: Board) -> None:
    """Whatever stands on the board can be written and read back."""
    assert board == parse_board(format_board(board), LETTERS, len(board.spaces))
    tidy = canonical(board, LETTERS)
    assert tidy == canonical(tidy, LETTERS)
    assert tidy.wizards == board.wizards


@given(
    st.text("byrNRK./", max_size=60)
    | st.text(max_size=200)
    | st.text("byrgopNRKCk. /0x", max_size=80)
)
def test_any_text(text: str) -> None:
    """Any text is a board, written back as it was, or has problems that lie inside it."""
    found = parse_board(text, LETTERS, None)
    if isinstance(found, Board):
        assert text == format_board(found)
        found = check_board(found, capacity=2, towers=(1, 1), supply={"b": 1})
    else:
        assert found
    for problem in found:
        assert problem.code in PROBLEM_CODES
        assert 0 <= problem.offset
        assert problem.offset + problem.length <= len(text)
        assert problem.length >= bool(text)
        problem.message.encode()
    assert sorted(found, key=lambda problem: problem.offset) == list(found)


# --- what cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "at", "help_part"),
    [
        ("", "empty-board", "", "one field for each space"),
        ("K//.", "empty-space", "/", "`.` for bare ground"),
        ("/K", "empty-space", "/", "`.` for bare ground"),
        ("K/./", "empty-space", "/", "drop the last `/`"),
        ("K/k", "unknown-board-letter", "k", "castle is a capital `K`"),
        ("K/C", "unknown-board-letter", "C", "castle is a capital `K`"),
        ("K/n", "unknown-board-letter", "n", "capital `N`"),
        ("K/T", "unknown-board-letter", "T", "capital `N`"),
        ("K/Nbr4", "unknown-board-letter", "4", "write every space"),
        ("K/12", "unknown-board-letter", "12", "write every space"),
        ("K/NB", "unknown-board-letter", "B", "small letters: write `b`"),
        ("K /.", "unknown-board-letter", " ", "without blanks"),
        ("K|.", "unknown-board-letter", "|", "put `/` between"),
        ("K/-", "unknown-board-letter", "-", "bare ground is `.`"),
        ("K/Nx", "unknown-board-letter", "x", "wizards are `b` `y` `r`"),
        ("K/N\x00", "unknown-board-letter", "\x00", "wizards are"),
        ("K/.b", "bare-ground-with-pieces", ".", "write `b`"),
        ("K/..", "bare-ground-with-pieces", "..", "write one `.`"),
        ("KN/.", "tower-on-castle", "N", "put `K` last"),
        ("KRR/.", "tower-on-castle", "RR", "put `K` last"),
        ("Kb/.", "wizard-on-castle", "b", "home"),
        ("KK/.", "castle-on-castle", "K", "one `K`"),
    ],
)
def test_unreadable(text: str, code: str, at: str, help_part: str) -> None:
    """A typing mistake is named, pointed at, and answered with what to write."""
    (problem,) = faults(text)
    assert (code, at) == (problem.code, text[problem.offset : problem.offset + problem.length])
    assert help_part in (problem.help or "")


def test_small_r_in_a_game_without_red() -> None:
    """Where nobody plays red, a small r may be a raven tower."""
    (problem,) = faults("K/r", letters="by")
    assert "capital `R`" in (problem.help or "")


def test_other_sign_between_spaces() -> None:
    """Commas for slashes are one kind of fault, not a heap of towers on the castle."""
    found = faults("K,Rb,.,N", spaces=4)
    assert {("unknown-board-letter", "put `/` between two spaces")} == {
        (problem.code, problem.help) for problem in found
    }


@pytest.mark.parametrize(
    ("text", "spaces", "at", "help_part"),
    [
        ("K/./N", 4, "N", "add 1 space"),
        ("K/./N", 6, "N", "add 3 spaces"),
        ("K/./N/./b", 4, "b", "drop 1 space"),
        ("K/./N/./b", 2, "N/./b", "drop 3 spaces"),
    ],
)
def test_wrong_number_of_spaces(text: str, spaces: int, at: str, help_part: str) -> None:
    """The ring has as many spaces as the rules say."""
    (problem,) = faults(text, spaces=spaces)
    assert ("wrong-space-count", at) == (problem.code, text[problem.offset :][: problem.length])
    assert help_part in (problem.help or "")


def test_a_slash_too_many_at_the_end_is_one_mistake() -> None:
    """Without it, the ring has as many spaces as the rules say."""
    (problem,) = faults("K/./N/", spaces=3)
    assert "empty-space" == problem.code
    assert "drop the last `/`" in (problem.help or "")


def test_all_at_once() -> None:
    """Nobody has to mend a board one fault at a time."""
    found = faults("KN/x//.b/Kr", spaces=16)
    assert [
        "tower-on-castle",
        "unknown-board-letter",
        "empty-space",
        "bare-ground-with-pieces",
        "wrong-space-count",
        "wizard-on-castle",
    ] == [problem.code for problem in found]


@pytest.mark.parametrize("piece", ["b", "/", "./", "K", "x ", "é"])
def test_a_huge_text_is_refused_as_a_whole(piece: str) -> None:
    """A whole file given as a board gets one short answer."""
    text = piece * (1_000_000 // len(piece))
    (problem,) = faults(text)

    assert "board-too-long" == problem.code
    assert len(problem.message) < 100


def test_limits() -> None:
    """The longest ring has 64 spaces, the longest text some thousand letters."""
    assert isinstance(parse_board("/".join("." * MAX_SPACES), LETTERS, None), Board)
    assert ["too-many-spaces"] == [p.code for p in faults("/".join("." * (MAX_SPACES + 1)))]
    assert isinstance(parse_board("b" * MAX_LENGTH, LETTERS, 1), Board)


# --- what breaks the game -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "at", "message"),
    [
        ("./Nb", "no-castle", "./Nb", "the castle is missing from the board"),
        ("K/N/RK", "two-castles", "K", "on s0, and another on s2"),
        ("brRyK/.", "wizards-under-castle", "y", "a wizard stands on tower 1 of s0"),
        ("byK/.", "wizards-under-castle", "by", "2 wizards stand on the ground of s0"),
        (
            "K/byrg",
            "crowded-surface",
            "byrg",
            "4 wizards on the ground of s1, which has room for 3",
        ),
        ("K/byrNbyrgR", "crowded-surface", "byrg", "4 wizards on tower 1 of s1"),
    ],
)
def test_broken(text: str, code: str, at: str, message: str) -> None:
    """A board that can be built but not played is reported in plain words."""
    (problem,) = check_board(read(text), capacity=3)
    assert (code, at) == (problem.code, text[problem.offset : problem.offset + problem.length])
    assert message in problem.message


def test_wizards_beside_the_castle() -> None:
    """A house rule may let wizards stand beside the castle."""
    assert () == check_board(read("byK"), castle_alone=False)


def test_nothing_asked_nothing_checked() -> None:
    """Numbers that are not given are not looked at."""
    assert () == check_board(read("K/bbbbbbbbbbNRNRNRNRNRNRNRNR"))


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("K/NR", "K/NR", "2 towers without a shield, this board has 1"),
        ("K/NNNR", "N", "2 towers without a shield, this board has 3"),
        ("K/NN", "K/NN", "1 tower with a shield, this board has 0"),
        ("K/NN/R/bRy", "R", "1 tower with a shield, this board has 2"),
    ],
)
def test_wrong_towers(text: str, at: str, message: str) -> None:
    """Towers neither come nor go during a game."""
    (problem,) = check_board(read(text), towers=(2, 1))
    assert "wrong-tower-count" == problem.code
    assert at == text[problem.offset : problem.offset + problem.length]
    assert message in problem.message


def test_surplus_tower_is_the_last() -> None:
    """The finger points at the first tower beyond the number."""
    (problem,) = check_board(read("K/N/bN/yN"), towers=(2, 0))
    assert "K/N/bN/y" == "K/N/bN/yN"[: problem.offset]


def test_too_many_wizards() -> None:
    """Hidden wizards count too; the finger points at the first beyond the supply."""
    text = "K/bNyb/b"
    (problem,) = check_board(read(text), supply={"b": 2, "y": 1}, names={"b": "blue"})
    assert ("too-many-wizards", len(text) - 1) == (problem.code, problem.offset)
    assert "3 blue wizards on the board, of 2 in the game" == problem.message


@pytest.mark.parametrize(("text", "number"), [("K/b", "1 blue wizard"), ("K/bb", "2 blue wizards")])
def test_wizards_that_the_set_up_does_not_place(text: str, number: str) -> None:
    """Where no wizard is placed in the set-up, only a whole position can have some."""
    (problem,) = check_board(read(text), supply={"b": 0}, names={"b": "blue"})
    assert ("too-many-wizards", 2) == (problem.code, problem.offset)
    assert f"{number} on the board, but the set-up places none" == problem.message
    assert problem.help is not None
    assert "`home=`" in problem.help


def test_colour_not_in_play() -> None:
    """A colour that nobody plays has no wizards on the board."""
    (problem,) = check_board(read("K/bg"), supply={"b": 1}, names={"b": "blue", "g": "green"})
    assert ("colour-not-in-play", 3) == (problem.code, problem.offset)
    assert "nobody plays green" in problem.message
    assert "in play: blue" == problem.help


def test_all_broken_at_once() -> None:
    """Every way in which a board breaks the game is said in one go."""
    found = check_board(read("bbbK/K/Ng"), capacity=2, towers=(0, 1), supply={"b": 1})
    assert {
        "wizards-under-castle",
        "crowded-surface",
        "two-castles",
        "wrong-tower-count",
        "too-many-wizards",
        "colour-not-in-play",
    } == {problem.code for problem in found}


def test_every_code_is_tried() -> None:
    """No problem is listed that no board can have."""
    samples: list[Callable[[], tuple[Problem, ...]]] = [
        *(
            lambda text=text: faults(text, spaces=2)
            for text in ("", "x" * 5000, "/" * 70, "K", "K/", "K/x", "K/.b", "KN/.", "Kb/.", "KK/.")
        ),
        *(
            lambda text=text: check_board(read(text), capacity=1, towers=(0, 0), supply={"b": 1})
            for text in ("b", "K/K", "bK", "K/bb/N/y")
        ),
        lambda: check_board(with_pieces("K/DD"), others={"D": 1}),
    ]
    assert set(PROBLEM_CODES) == {problem.code for sample in samples for problem in sample()}


def test_other_pieces() -> None:
    """Other pieces have capital letters; they are written after the wizards of their surface."""
    board = with_pieces("DK/bDNyBB/.")

    assert "DK/bDNyBB/." == format_board(board)
    assert {"D": 2, "B": 2} == dict(board.pieces)
    assert {"b": 1, "y": 1} == dict(board.wizards)
    assert "bD" == format_board(with_pieces("Db"))
    assert ["wizard-on-castle"] == [x.code for x in parse_board("KD", "by", None, "D")]  # type: ignore[union-attr]
    assert ["unknown-board-letter"] == [x.code for x in parse_board("KX", "by", None, "D")]  # type: ignore[union-attr]
    (more,) = check_board(with_pieces("K/DND"), others={"D": 1})
    assert ("too-many-pieces", 4) == (more.code, more.offset)
