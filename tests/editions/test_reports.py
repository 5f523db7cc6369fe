"""Reports: for people as text, Markdown and a page, in two languages; for programs as JSON."""

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

import pytest
import xmlschema
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

import wtrules
from tests.chapters import chapters, pages
from wtrules import resources
from wtrules.editions.changes import Change, Grade, StatementChanged
from wtrules.editions.compare import Matrix, compare
from wtrules.editions.differences import Report
from wtrules.editions.judge import impact
from wtrules.editions.report.as_json import to_json
from wtrules.editions.report.html import html, matrix_html
from wtrules.editions.report.links import Book, Links
from wtrules.editions.report.markdown import markdown
from wtrules.editions.report.marked import marked
from wtrules.editions.report.matrix_text import matrix_text
from wtrules.editions.report.names import topic_chapter
from wtrules.editions.report.phrasing_text import difference_text
from wtrules.editions.report.text import as_junit, text
from wtrules.editions.report.view import View
from wtrules.editions.sides import open_side
from wtrules.game.load import load, load_atlas
from wtrules.game.playthrough import Playthrough, parse_game, replay
from wtrules.meaning.changes import Added, CitationChanged, ClauseChanged, ConditionChanged, Removed
from wtrules.resolve.citations import Citation
from wtrules.resolve.clauses import texts as phrases_of
from wtrules.sidebyside.scene import scene_of, set_up
from wtrules.source import SourceFile
from wtrules.syntax.nodes import NameClause
from wtrules.texts import Texts

pytestmark = pytest.mark.slow  # all look at comparisons or books that take seconds to make

SHIPPED = resources.rulesets_folder()
SCHEMA = Path(__file__).parent.parent / "diagnostics/junit-subset.xsd"
HOUSE = """\
ruleset evening {
  extends en-abacus-30
  override turn.actions = 1
  override rule castle.no_tower_on_top { says en "The castle <b>bears</b> no tower." }
}
"""


@pytest.fixture(scope="module")
def house() -> Report:
    """A house rule against the manual of another language: play and words differ."""
    side = open_side(SourceFile("evening.wtr", HOUSE), "evening")
    return compare(open_side("de-abacus-30"), side, jobs=1)


def short(report: Report) -> Report:
    """Return a report with only the first few of many differences that are alike."""
    kept = report.of_grade(Grade.PHRASING)[:3]
    rest = [d for d in report.differences if d.grade is not Grade.PHRASING or d in kept]
    return evolve(report, differences=tuple(rest))


class Page(HTMLParser):
    """Notes which tags are left open, what a page would load, and its anchors."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "data") or (name == "href" and not (value or "").startswith("#")):
                self.loads.append(f"{tag} {name}")
            if name == "id":
                self.ids.add(value or "")
            if name == "href" and (value or "").startswith("#"):
                self.links.add((value or "")[1:])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()


@pytest.mark.parametrize("language", ["en", "de"])
def test_as_text(house: Report, language: str, snapshot: SnapshotAssertion):
    """What a reader of the terminal sees."""
    one, two, three = pages(text(short(house), language))
    assert one == snapshot(name="1")
    assert two == snapshot(name="2")
    assert three == snapshot(name="3")


def test_as_markdown(house: Report, snapshot: SnapshotAssertion):
    """The same with headings, the details in blocks of their own."""
    found = dict(chapters(markdown(short(house))))
    assert "\n".join(found) == snapshot(name="contents")
    for name, chapter in found.items():
        assert chapter == snapshot(name=name)


def test_markdown_with_pictures(house: Report):
    """Written to a file, Markdown has tables and pictures and no code: each picture is there once."""
    pictures: dict[str, str] = {}
    made = markdown(house, "de", pictures=pictures, folder="report-files")

    assert sorted(pictures) == sorted(re.findall(r"\]\(report-files/([^)]+)\)", made))
    assert all(svg.startswith("<svg ") for svg in pictures.values())
    assert "```" not in made


def test_what_changed_is_highlighted(house: Report):
    """The castle goes from space 0 to 2 or to 3: it is lit on the board before and on both boards after."""
    target = next(d for d in house.differences if d.id == "castle.move.target")
    view = View(house, Texts("en"))
    before, *after = (view.before(target), *view.after(target))

    assert ["The castle is on space 2.", "The castle is on space 3."] == [a.caption for a in after]
    for board, space in ((before, 0), (after[0], 2), (after[1], 3)):
        [piece] = re.findall(r"<g data-key=\"castle[^>]*>.*", board.svg)
        assert f'data-space="{space}"' in piece
        assert "wt-lit" in piece


@pytest.mark.parametrize(
    ("one", "two", "marks"),
    [
        ("The castle moves to the next shield.", "The castle moves to the next tower.", ("shield", "tower")),
        ("You may cast a spell before the step.", "You may not cast a spell before the step.", ("", "not")),
        ("At once.", "After the round is over.", ("", "")),  # nothing in common
        ("The same.", "The same.", ("", "")),
    ],
)  # fmt: skip
def test_differing_words_are_marked(one: str, two: str, marks: tuple[str, str]):
    """Whole words, and only where two sentences have enough in common."""
    found = marked(one, two)

    assert (one, two) == tuple("".join(text for text, _ in words) for words in found)
    shown = ("".join(text for text, differs in words if differs) for words in found)
    assert marks == tuple(text.strip() for text in shown)


def test_links_lead_to_the_page_and_the_rulebooks(house: Report):
    """A link holds the position as the page reads it; a rule that a book does not have is not linked."""
    actions = next(d for d in house.differences if d.id == "turn.actions")
    books = (Book("one.html", frozenset({"setting-turn.actions"})), Book("two.html", frozenset()))
    view = View(house, Texts("en"), Links(books, "https://example.org/page/"))

    one, two = view.wording(actions).sides
    assert ("one.html#setting-turn.actions", "") == (one.link, two.link)
    address, _, fragment = view.after(actions)[1].link.partition("#1")
    assert "https://example.org/page/" == address
    data = base64.urlsafe_b64decode(fragment + "=" * (-len(fragment) % 4))
    shared = json.loads(zlib.decompress(data, -15))
    assert actions.witness is not None
    assert {"evening.wtr": HOUSE} == shared["files"]
    assert "evening.wtr" == shared["main"]
    assert str(actions.witness.before[1]) == shared["position"]
    assert list(actions.witness.two.line) == shared["moves"]


def test_topics_and_chapters_have_names():
    """Every topic of the atlas has a short name in both languages, and its chapter, too."""
    atlas = load_atlas()
    for entry in atlas.of_kind("topic"):
        chapter = atlas.get("chapter", topic_chapter(entry.id))
        assert chapter is not None, entry.id
        for node in (entry.node, chapter.node):
            assert {"en", "de"} == phrases_of(node, NameClause).keys(), entry.id


def test_as_junit(house: Report):
    """A test per difference; those that matter fail, and every reader of JUnit understands it."""
    failing = house.of_grade(Grade.BEHAVIOUR)
    made = as_junit(house, failing)
    xmlschema.XMLSchema(SCHEMA).validate(made)
    assert len(house.differences) == made.count("<testcase ")
    assert 0 < len(failing) == made.count("<failure ")


@pytest.mark.parametrize("language", ["en", "de"])
def test_as_a_page(house: Report, language: str):
    """One page that needs nothing else: closed tags, working links, three boards a position."""
    page = html(house, language)
    read = Page(page)

    assert [] == read.open
    assert [] == read.loads
    assert read.links <= read.ids
    assert f'<html lang="{language}">' in page
    assert "<b>bears</b>" not in page  # what people write is shown, never obeyed
    shown = [d.witness for d in house.differences if d.witness is not None]
    boards = sum(2 if witness.scene is None else 3 for witness in shown)
    assert boards == page.count("<svg")
    for difference in house.differences:
        assert f'id="d-{difference.fingerprint}"' in page


def test_as_json(house: Report):
    """Everything on the page, for other programs; positions can be set up again."""
    found = json.loads(json.dumps(to_json(house)))

    assert set(Grade) == found["counts"].keys()
    actions = next(d for d in found["differences"] if d["id"] == "turn.actions")
    assert ("behaviour", "value-changed") == (actions["grade"], actions["changes"][0]["type"])
    one = wtrules.load("de-abacus-30").position(actions["witness"]["positions"][0])
    assert actions["witness"]["board"] == one.board_text


def test_witnesses_replay(house: Report):
    """The game files of a witness are legal to the last move and end where the report says."""
    for difference in (d for d in house.differences if d.witness is not None):
        files = next(d for d in to_json(house)["differences"] if d["id"] == difference.id)
        assert difference.witness is not None
        answers = (difference.witness.one, difference.witness.two)
        for file, answer in zip(files["witness"]["games"], answers, strict=True):
            found = parse_game(file)
            assert isinstance(found, Playthrough), found
            done = replay(answer.state.game, found)
            assert done.stop is None
            assert answer.state.board_text == done.states[-1].board_text


def test_the_matrix_as_a_table(house: Report):
    """A sign for each manual: the same if they play alike; what they say only in the complete table."""
    found = Matrix(("de-abacus-30", "b"), {("de-abacus-30", "b"): evolve(house, two="b")})
    brief, full = (matrix_text(found, is_short=each) for each in (True, False))

    assert "All manuals compared\n  1 Abacus 30, German\n  2 b\n" in brief
    title = r"^  Actions in a turn +A  B$"
    assert 1 == len(re.findall(title, brief, re.MULTILINE))
    assert 1 == len(re.findall(rf"{title[:-1]}\n      A 2\n      B 1$", full, re.MULTILINE))
    counts = View(house, Texts("en")).counts
    assert f"  Abacus 30, German and b: {counts}\n" in brief
    assert "`--all` adds" in brief
    assert "`--all`" not in full
    assert "Rule by rule" in full
    assert "\x1b" not in full


def test_the_matrix_links_all_pairs(house: Report):
    """Every rule by every manual on one page, and what each pair plays differently; here of two."""
    page = matrix_html(Matrix(("a", "b"), {("a", "b"): evolve(house, one="a", two="b")}), "de")
    topics = (SHIPPED / "atlas" / "topics.wtr").read_text("utf-8").count("\ntopic ")
    read = Page(page)

    assert [] == read.open
    assert [] == read.loads
    assert "a-b" in read.ids
    assert topics == sum(id.startswith("topic-") for id in read.ids)
    assert read.links <= read.ids


def test_impact_has_a_baseline_and_ranks(monkeypatch: pytest.MonkeyPatch):
    """Who plays, what games are like on side one, and what changes; the strongest change first."""
    monkeypatch.setattr(impact, "_FEWEST", 2)
    side = open_side(SourceFile("evening.wtr", HOUSE), "evening")
    report = compare(open_side("en-abacus-30"), side, games=40, bots=("greedy", "mcts"), jobs=1)

    first = report.differences[0]
    assert "turn.actions" == first.id
    assert first.impact is not None
    assert [("greedy", 40), ("mcts", 4)] == [(run.bot, run.games) for run in first.impact.runs]
    turns = first.impact.runs[0].get("turns")
    assert turns is not None
    assert turns.difference is not None
    # With one action per turn instead of two, a game takes more turns, and hardly any is the same.
    assert turns.difference.low > 0
    assert turns.difference.value == pytest.approx(turns.sides[0].value - turns.sides[1].value)
    assert first.impact.runs[0].share.low > 0.8
    assert first.impact.effect > 1
    assert report.overall == first.impact  # the other change is one of words
    shown = r"impact: greedy bots, 40 pairs of games, 2 players: turns \d+\.\d, \+\d+\.\d \(\+\d"
    assert re.search(shown, text(report))


def test_fingerprints_last(house: Report):
    """The same difference has the same mark in another run, and no two have one mark."""
    marks = [d.fingerprint for d in house.differences]
    assert len(marks) == len(set(marks))

    sides = [
        open_side(SourceFile("evening.wtr", comment + HOUSE), "evening")
        for comment in ("", "# a comment\n")
    ]
    one, again = (compare(sides[jobs - 1].base(), sides[jobs - 1], jobs=jobs) for jobs in (1, 2))
    assert [d.fingerprint for d in one.differences] == [d.fingerprint for d in again.differences]
    assert len(one.differences) == 2
    assert text(one) == text(again)


def test_interactions_are_explained_together():
    """Two rules that only matter together are both named."""
    together = """\
    ruleset together {
      extends en-capstone
      memory tired = 0 per turn
      rule tire { on action ends  do add 1 to tired }
      rule rest { forbid tower t lands on s  when tired > 0 }
    }
    """
    side = open_side(SourceFile("together.wtr", together), "together")
    report = compare(open_side("en-capstone"), side, jobs=1)

    shown = [d for d in report.of_grade(Grade.BEHAVIOUR) if d.witness is not None]
    assert shown
    assert {"memory tired", "rule tire", "rule rest"} == {x for d in shown for x in d.because}


def test_outcomes_of_a_table_belong_to_the_mode_that_ends_with_it():
    """The grades of a mode that only one side has are parts of that difference, not of their own."""
    offers = """\
    ruleset offers {
      extends en-abacus-24
      table paces {
        left | pace
        <30  | slow
        >29  | quick
      }
      outcome slow { name en "slow" }
      outcome quick { name en "quick" }
      variant hurry { rule hurry { on wizard w enters castle  end game paces.pace at draw_pile } }
    }
    """
    side = open_side(SourceFile("offers.wtr", offers), "offers")
    [found] = compare(open_side("en-abacus-24"), side, jobs=1).differences

    assert "variant hurry" == found.address
    assert {"table paces", "outcome slow", "outcome quick"} == {x.address for x in found.parts}


def test_another_shield_on_the_track_shows_where_the_castle_goes():
    """A printed shield causes nothing by itself: it matters when the castle needs its next place."""
    house = SourceFile(
        "shield.wtr",
        "ruleset shield {\n  extends en-capstone\n  override board.shields = 0, 4, 8, 13\n}\n",
    )
    [found] = compare(open_side("en-capstone"), open_side(house), jobs=1).differences

    assert ("board.shields", Grade.BEHAVIOUR) == (found.address, found.grade)
    assert found.witness is not None
    castles = [
        next(i for i, space in enumerate(answer.state.board.spaces) if space.castle)
        for answer in (found.witness.one, found.witness.two)
    ]
    assert castles[0] != castles[1]
    assert {12, 13} & set(castles)


def test_what_a_house_rule_remembers_is_told():
    """A spell for who has lost a wizard: a position without the number lost would show nothing."""
    ransom = """\
    ruleset ransom {
      extends en-capstone
      memory stolen = 0 for each player
      memory thief = player
      rule theft { on game begins  each player p { do add 2 to stolen of p } }
      spell ransom { cost 1  when castable_now and stolen of actor > 0  do draw 1 cards }
      add to spells.laid_out = ransom
    }
    """
    side = open_side(SourceFile("ransom.wtr", ransom), "ransom")
    report = compare(open_side("en-capstone"), side, jobs=1)

    [spell] = [d for d in report.differences if d.address == "spell ransom"]
    assert spell.witness is not None
    # Nobody was noted as the thief.
    assert "        memories: Stolen: Blue 2, Yellow 2\n" in text(report)


def test_what_players_hold_of_a_named_deck_is_told():
    """A good that is used at the end of the turn: the position says who has it."""
    goods = """\
    ruleset goods {
      extends en-capstone
      deck goods 2 { 2 x salt }
      card salt { name en "salt" de "Salz"  says en "Move a tower."  choose tower t  do move t clockwise 1 }
      rule dealt { on setup ends  do draw 1 card from goods for active }
      rule used { on turn ends  may { choose card c from goods  do discard c  perform c } }
    }
    """
    side = open_side(SourceFile("goods.wtr", goods), "goods")
    report = compare(open_side("en-capstone"), side, jobs=1)

    [used] = [d for d in report.differences if d.address == "rule used"]
    assert used.witness is not None
    assert "Blue holds salt\n" in text(report)


@pytest.mark.parametrize(
    ("change", "english", "german"),
    [
        (Added("rule", "wind"), "added", "neu"),
        (Removed("rule", "wind"), "removed", "entfernt"),
        (ClauseChanged("table", "supply", "row", None, "7 | 2"), "row 7 | 2 added", "Zeile 7 | 2 neu"),
        (ClauseChanged("variant", "team", "definition"), "definition changed", "Definition geändert"),
        (
            ConditionChanged("rule", "wind", "when", "own", "own and visible", "stronger"),
            "when stronger: own → own and visible",
            "when strenger: own → own and visible",
        ),
        (StatementChanged("rule", "wind", "does", "lift t", None), "does lift t removed", "tut lift t entfernt"),
        (
            CitationChanged(
                "rule", "wind", "cites",
                before=(Citation("en-capstone", "Setup", "p3"), "amb.a"),
                after=(Citation("en-capstone", "Spells", "p~5"), "amb.b"),
            ),
            "cites en-capstone: “Setup”, p. 3; amb.a → en-capstone: “Spells”, about p. 5; amb.b",
            "cites en-capstone: „Setup“, S. 3; amb.a → en-capstone: „Spells“, etwa S. 5; amb.b",
        ),
    ],
)  # fmt: skip
def test_changes_are_told_in_both_languages(change: Change, english: str, german: str):
    """Only what rules say stays as it is written."""
    assert [english, german] == [difference_text(change, Texts(lang)) for lang in ("en", "de")]


def test_a_turn_with_a_tower_in_the_box_can_be_set_up():
    """What a rule has taken off the board need not be there, if the other game can do without it, too."""
    sinking = "ruleset sinking {\n  extends en-capstone\n  rule sink { on game begins  do take back (first tower) }\n}\n"
    game = load(SourceFile("sinking.wtr", sinking))
    scene = scene_of(game.start(2, seed=1))

    assert 8 == sum(scene.board.tower_counts)
    set_up_there = set_up(game, scene)
    assert set_up_there is not None
    assert scene == scene_of(set_up_there)
    assert set_up(load("en-capstone"), scene) is None
