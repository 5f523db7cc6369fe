"""The five manuals against one another: nothing missing, nothing invented.

The expected differences were taken from the manuals, before running the program. They are in
`pairs.txt`, with the pages.
"""

import pytest

from tests.editions.helpers import Expected, Pages, expected_pairs, report, side
from tests.editions.test_supply import pieces
from tests.modes import EDITIONS, modes
from tests.sampling import covering, sampled
from wtrules import resources
from wtrules.editions.changes import Grade, StanceChanged, Statement
from wtrules.editions.compare import compare
from wtrules.editions.differences import Difference, Report
from wtrules.editions.find.diff import find
from wtrules.editions.report.examples import example_pair, failures
from wtrules.editions.report.text import text
from wtrules.editions.report.view import View
from wtrules.editions.sides import open_side, shipped_ledger
from wtrules.resolve import ledger
from wtrules.resolve.citations import Citation
from wtrules.sidebyside.scene import scene_of
from wtrules.texts import Texts

EXPECTED = expected_pairs()
# Compared in play; other tests look at the first two anyway.
PLAYED = covering(
    EXPECTED, with_these=[("en-abacus-24", "en-capstone"), ("de-abacus-24", "en-capstone")]
)
_MODES = ("solo.", "solospell.", "coop.")  # topics of the chapters about modes
SHOWN_AT_THE_START = {"spells.setup (+nasty)"}  # by the spells laid out, in no move

# The default readings of a question about them differ, and the sentence is true under either:
TRUE_OF_BOTH = {
    "turn.discard.draw_three",  # three cards, before the tower or after it
    "turn.discard.ends",  # no more cards, with or without a spell
    "castle.entry.ends_turn",  # a card moves a wizard of one's own
    "nasty.limit.per_action",  # one spell, for each player or for all
    "nasty.multi",  # each use is paid for, with one target or several
}


def rulesets() -> list[str]:
    """Every edition, the one with most modes in each of them, and every example."""
    played = ["+".join(["en-capstone", *chosen]) for chosen in modes("en-capstone") if chosen]
    examples = (path.stem for path in sorted(resources.examples_folder().glob("*.wtr")))
    return [*EDITIONS, *played, *examples]


def test_every_pair_is_expected():
    """Ten pairs of five manuals."""
    assert 10 == len(EXPECTED)


@pytest.mark.parametrize("pair", EXPECTED, ids=" ".join)
def test_what_two_manuals_say_differently(pair: tuple[str, str]):
    """Every statement that two manuals treat differently is found, and no other."""
    findings = find(side(pair[0]), side(pair[1]))
    found: dict[str, set[str]] = {"lost": set(findings.lost)}
    for statement in findings.statements:
        change = statement.change
        if not isinstance(change, StanceChanged):
            grade = "components" if statement.topic.startswith("mat.") else "letter"
        else:
            grade = "silence" if "omits" in (change.old, change.new) else "wording"
        found.setdefault(grade, set()).add(statement.topic)
        for wording in (statement.one, statement.two):
            assert wording.stance == "omits" or wording.cites, statement.topic

    assert EXPECTED[pair].says == {grade: topics for grade, topics in found.items() if topics}


@pytest.mark.slow
@pytest.mark.parametrize("pair", PLAYED, ids=" ".join)
def test_what_plays_differently(pair: tuple[str, str]):
    """Every rule that plays differently is found, with both pages, and shown; and no other.

    What is said of both sides is true of both, and every position can come up in both games.
    """
    # One test, for one report: workers would each make their own.
    found = report(*pair)
    _is_expected(found, EXPECTED[pair])
    _is_shown(found)
    _says_of_both_what_is_true_of_both(found, pair)
    _has_the_pieces_of_the_set_up(found, pair)


def _is_expected(found: Report, expected: Expected) -> None:
    """The rules and topics that differ are those of `pairs.txt`, each with its grade and pages."""
    modes = expected.lists.get("modes", set())
    assert {**{mode: {} for mode in modes}, **expected.plays} == behaviour(found)
    rules: dict[str, set[str]] = {
        "unsettled": set(),  # whatever is written otherwise shows in some position
        "letter": set(),
        "silence": set(),
        "wording": expected.lists.get("named", set()),
        "phrasing": set(),
        "components": set(),
    }
    assert rules == {grade: _addresses(found, Grade(grade)) for grade in rules}
    # What explains a difference in play is not listed again among the topics.
    topics = [d for d in found.differences if d.kind == "topic" and not d.parts]
    listed = [d.id for d in topics if d.grade is not Grade.PHRASING]
    behind = {topic for topics in expected.plays.values() for topic in topics}
    silent = {s.topic for d in found.differences for s in _about_modes(d)}
    about_modes = {x for x in expected.says.get("silence", ()) if x.startswith(_MODES)}
    assert (about_modes if modes else set()) == silent
    behind |= silent
    said = {topic for grade, topics in expected.says.items() if grade != "lost" for topic in topics}
    literally = expected.lists.get("literally", set())
    assert sorted((said | literally) - behind) == sorted(listed)
    assert set() == said & {d.id for d in topics if d.grade is Grade.PHRASING}
    alike = expected.lists.get("alike", set())
    for difference in topics:
        if difference.grade is not Grade.PHRASING:
            assert _grade(difference.id, expected) == difference.grade, difference.id
        if difference.id in literally | alike:
            assert difference.taken is not None, difference.id
        if difference.id in literally:
            assert difference.witness is not None, difference.id


def _grade(topic: str, expected: Expected) -> Grade:
    """Return the grade of a topic: what the manuals do with it, and what that comes to in play."""
    if topic in expected.lists.get("literally", ()):
        return Grade.LETTER
    if topic in expected.lists.get("alike", ()):
        return Grade.WORDING
    (said,) = (Grade(said) for said, topics in expected.says.items() if topic in topics)
    return said


def _says_of_both_what_is_true_of_both(found: Report, pair: tuple[str, str]) -> None:
    """A sentence is given for both sides only if it is true whichever default reading is played."""
    view = View(found, Texts("en"))
    layers = [{layer.name for layer in side(name).rules.layers} for name in pair]
    contrary = {
        topic
        for entry in shipped_ledger().values()
        if ledger.default(entry, layers[0]) != ledger.default(entry, layers[1])
        for topic in ledger.affected(entry)
    }
    shared = 0
    for difference in view.report.differences:
        own = view.wording(difference)
        # A rule that plays differently is not described in the same words.
        assert not own.same or difference.grade is not Grade.BEHAVIOUR, difference.address
        for said in (own, *view.statements(difference)):
            if said.same:
                shared += 1
                assert said.id not in contrary - TRUE_OF_BOTH, said.id
    assert shared > 4


@pytest.mark.slow
def test_a_sentence_that_is_not_played_is_read_literally():
    """English Abacus ends only the action with the tower (p~4), but no spell may follow here."""
    found = report("en-abacus-24", "en-capstone")
    (discard,) = (d for d in found.differences if d.address == "rule turn.discard")

    for lang, literally, played in (
        (
            "en",
            "Read literally: If the hand was discarded, a spell may",
            "No, then your turn is over.",
        ),
        (
            "de",
            "Wörtlich gelesen: Wurde die Hand abgeworfen, darf",
            "Nein, dann ist der Zug zu Ende.",
        ),
    ):
        view = View(found, Texts(lang))
        (after,) = (s for s in view.statements(discard) if s.id == "turn.discard.spell_after")
        abacus, capstone = (one.says for one in after.sides)
        assert abacus.startswith(literally)
        assert abacus.endswith(played)
        assert capstone in abacus
        assert abacus in text(found, lang)


def behaviour(found: Report) -> dict[str, dict[str, Pages]]:
    """Return what plays differently: the statements behind it, with their pages."""
    return {
        difference.address: {
            s.topic: (page(s.one.cites), page(s.two.cites))
            for s in (difference, *difference.statements)
            if s not in _about_modes(difference) and s.topic is not None
        }
        for difference in found.of_grade(Grade.BEHAVIOUR)
    }


def _about_modes(difference: Difference) -> list[Statement]:
    """Return what only one manual says, about a mode that only this manual has."""
    return [s for s in difference.statements if difference.kind == "variant" and s.is_silent]


def page(cites: tuple[Citation, ...]) -> str | None:
    return cites[0].page if cites else None


def _addresses(found: Report, grade: Grade) -> set[str]:
    return {d.address for d in found.of_grade(grade) if d.kind != "topic"}


def _has_the_pieces_of_the_set_up(found: Report, pair: tuple[str, str]) -> None:
    """Nobody has more or fewer wizards and flasks than the rules give them, nor the deck other cards."""
    shown = [d.witness for d in found.differences if d.witness is not None]
    for witness in shown:
        if witness.scene is None:
            continue
        players = witness.scene.players
        for name, before in zip(pair, witness.before, strict=True):
            game = side(name).game(witness.mode)
            assert game is not None
            letters = game.program(players).board.letters
            start = pieces(scene_of(game.start(players)), letters)
            assert start == pieces(witness.scene, letters)
            assert start == pieces(scene_of(before), letters)


def _is_shown(found: Report) -> None:
    """Each has a position and a rule that explains it, and examples that tell the sides apart."""
    for difference in found.of_grade(Grade.BEHAVIOUR):
        if difference.choice is not None:  # only one side can be set up like this
            assert (difference.choice.one is None) != (difference.choice.two is None)
            continue
        witness = difference.witness
        assert witness is not None, difference.address
        ids = [difference.id, *(part.id for part in difference.parts)]
        assert any(id in name for name in difference.because for id in ids), difference.address
        assert (witness.kind == "setup") == (difference.address in SHOWN_AT_THE_START)
        if witness.kind == "setup":
            assert witness.one.get("spells") != witness.two.get("spells")
            continue
        pair = example_pair(difference)
        assert pair is not None, difference.address
        one, two = witness.sides
        assert [] == list(failures(pair.one, one))
        assert [] == list(failures(pair.two, two))
        assert list(failures(pair.one, two))
        assert list(failures(pair.two, one))


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(rulesets(), 3))
def test_every_ruleset_is_like_itself(name: str):
    """No edition, mode or example differs from itself."""
    found = compare(open_side(name), open_side(name), jobs=1)

    assert () == found.differences
    assert () == found.lost
