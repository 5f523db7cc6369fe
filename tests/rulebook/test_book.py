"""The rulebook: complete, in two languages, self-contained, and marked where a house rule changes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from tests.chapters import chapters
from tests.sampling import sampled
from tests.validation.bombs import BOMBS
from wtrules import pipeline
from wtrules.cli import main
from wtrules.game.load import RulesetError
from wtrules.meaning import values
from wtrules.meaning.nodes import Meaning
from wtrules.pipeline import load_rules
from wtrules.program import from_rules
from wtrules.program.program import Program
from wtrules.resolve.clauses import texts
from wtrules.resolve.ledger import Assume
from wtrules.resolve.library import Library, LoadedFile
from wtrules.resolve.model import Rules
from wtrules.resources import examples_folder
from wtrules.rulebook import Book, html, markdown, offers, rulebook
from wtrules.rulebook.parts import Paragraph, Pieces, Table, paragraphs_of
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n

pytestmark = pytest.mark.slow  # all look at comparisons or books that take seconds to make

Capture = pytest.CaptureFixture[str]
EDITIONS = ("en-capstone", "en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")
VOID = {"meta", "br", "hr", "img", "input", "link"}


BOOKS = [(edition, edition[:2]) for edition in EDITIONS]
OTHERS = [(edition, {"en": "de", "de": "en"}[own]) for edition, own in BOOKS]


def book(ruleset: str, language: str | None = None, *variants: str) -> Book:
    """Return a rulebook, written once."""
    language = language or (ruleset[:2] if ruleset in EDITIONS else "en")
    return _written(ruleset, language, *variants)


@cache
def _written(ruleset: str, language: str, *variants: str) -> Book:
    return rulebook(ruleset, variants, language)


def paragraphs(found: Book) -> dict[str, Paragraph]:
    """Return the numbered paragraphs by the id of their rule."""
    blocks = [block for chapter in found.chapters for block in chapter.blocks]
    printed = (p for block in blocks if block.kind != "variant" for p in paragraphs_of(block))
    return {paragraph.id: paragraph for paragraph in printed if paragraph.id}


def tables(found: Book) -> dict[str, Table]:
    """Return the tables by their caption."""
    blocks = [block for chapter in found.chapters for block in chapter.blocks]
    printed = [block.table if isinstance(block, Pieces) else block for block in blocks]
    printed += [table for block in blocks for p in paragraphs_of(block) for table in p.tables]
    return {block.caption: block for block in printed if isinstance(block, Table)}


class WellFormed(HTMLParser):
    """Follows the tags of a page: each is closed, ids are unique, links lead somewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif name == "href" and value and value.startswith("#"):
                self.targets.append(value[1:])
            elif name in ("src", "href", "srcset", "data", "action"):
                self.loaded.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself, as SVG has many."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert tag == self.open.pop()


def checked(text: str) -> WellFormed:
    """Return a page that has been followed to its end."""
    page = WellFormed()
    page.feed(text)
    page.close()
    assert [] == page.open
    return page


@pytest.mark.parametrize("way", [*BOOKS, *sampled(OTHERS, 1)], ids="-".join)
def test_every_edition_in_both_languages(way: tuple[str, str]):
    """Each book is a well-formed page that loads nothing and has one picture of the start."""
    edition, language = way
    found = book(edition, language)
    text = html(found)
    page = checked(text)

    assert len(set(page.ids)) == len(page.ids)
    assert set(page.targets) <= set(page.ids)
    assert [] == page.loaded
    assert not re.search(r"url\(|@import|<script|<link", text)
    assert 1 == text.count('<figure class="board">')
    assert f'<html lang="{language}">' in text
    assert markdown(found).startswith(f"# {found.title}\n\n{found.subtitle}\n")


@pytest.mark.parametrize("way", [*BOOKS, *sampled(OTHERS, 1)], ids="-".join)
def test_spells_have_their_names_and_costs(way: tuple[str, str]):
    """All eight spells are there, with the name the edition gives them and their price."""
    edition, language = way
    rules, _ = load_rules(edition)
    assert rules is not None
    printed = paragraphs(book(edition, language))

    for entry in rules.of_kind("spell"):
        paragraph = printed[f"spell {entry.id}"]
        cost = next(c.value.span.text for c in entry.clauses() if isinstance(c, n.Cost))
        assert texts(entry.node, n.NameClause)[language] == paragraph.title
        assert paragraph.aside.startswith(f"{cost} ")
    order = [id for id in printed if id.startswith("spell ")]
    laid_out = [f"spell {id}" for id in values.entries_of(rules, "spells.laid_out")]
    assert laid_out == order[: len(laid_out)]


def test_the_numbers_of_the_tables():
    """What everybody gets, the box and the deck, as the rules have them."""
    found = tables(book("de-abacus-24", "de"))

    assert (
        ("2", "je 5", "je 6", "je 3", "blau, gelb"),
        ("3", "je 4", "je 5", "je 3", "blau, gelb, rot, grün"),
        ("4", "je 4", "je 5", "je 3", "blau, gelb, rot, grün"),
        ("5", "je 3", "je 4", "je 3", "alle"),
        ("6", "je 3", "je 4", "je 3", "alle"),
    ) == found["Was alle bekommen"].rows
    assert ("24", "Magier") in found["In der Schachtel"].rows
    assert ("4", "Türme ohne Rabenschild") in found["In der Schachtel"].rows
    assert ("5", "Türme mit Rabenschild") in found["In der Schachtel"].rows
    assert ["24", "24", "42"] == [row[-1] for row in found["Die 90 Bewegungskarten"].rows]
    assert (("1–3", "3"), ("4–6", "2"), ("7–9", "1")) == found["Wie viele Magier wo beginnen"].rows


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_paragraph_has_a_number_and_a_ground(edition: str):
    """A rule is cited from the edition's own manual where that has it, or it is assumed."""
    printed = paragraphs(book(edition))
    numbers = [paragraph.number for paragraph in printed.values()]
    text = html(book(edition))

    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch(r"\d+\.\d+", number) for number in numbers)
    own = {"en-capstone": "Capstone: ", "en-abacus-24": "Abacus 24, English: "}.get(edition, "")
    assert printed["castle.move"].notes.sources[0].startswith(own)
    assert () == printed["end.stalled"].notes.sources
    assert re.search(r"<li>(assumed|angenommen):.*<code>end\.stalled</code>", text)


def test_rules_of_other_variants_are_left_out():
    """What can never apply is not printed: it would only puzzle the reader."""
    plain, nasty = paragraphs(book("en-capstone")), paragraphs(book("en-capstone", None, "nasty"))
    solo = paragraphs(book("en-capstone", None, "solo"))

    assert "card.tower.move" not in plain
    assert "card.tower.move" in nasty
    assert "turn.discard" in plain
    assert "turn.discard" not in solo
    assert "end.winner" not in solo
    assert "solo.end" in solo


def test_variants_on_offer():
    """Each variant has its name, its player counts and what it changes."""
    text = markdown(book("en-capstone"))

    assert "### Team variant (for 4 and 6 players)" in text
    assert "### Solo mode (for one player)" in text
    assert "- Who may cast: **everybody** (was: the active player)" in text
    assert "Not together with: Nasty variant, Team variant and Solo mode." in text


def test_a_variant_chosen():
    """With a variant, the book prints its rules, and offers only what still fits."""
    found = book("en-capstone", "de", "team")
    text = markdown(found)

    assert "Für 4 und 6 Personen · Ab 10 Jahren · mit Variante für Teamspieler" in text
    assert "team.give_back" in paragraphs(found)
    assert "### Gemeine Variante" in text
    assert "### Solospiel" not in text


@pytest.mark.parametrize("chosen", ["nasty", "team", "solo", "coop"])
def test_excluded_variants_are_not_on_offer(chosen: str):
    """Whichever of the two excludes the other: the manuals combine nothing but team and nasty play."""
    name = {
        "nasty": "Nasty variant",
        "team": "Team variant",
        "solo": "Solo mode",
        "coop": "Cooperative mode",
    }
    expected = {"nasty": {"team"}, "team": {"nasty"}}.get(chosen, set())
    text = markdown(book("en-capstone", "en", chosen))

    assert expected == {id for id in name if f"### {name[id]} (" in text}


def test_a_house_rule_is_marked():
    """What a house rule adds, changes and removes is marked against its base, with the old value."""
    found = book("friday", "en")
    printed = paragraphs(found)
    limits = [run for run in printed["move.wizard.capacity"].runs if run.was is not None]

    assert [("four wizards", "six wizards")] == [(run.text, run.was) for run in limits]
    assert "added" == printed["spell second_wind"].mark
    assert ("house rule",) == printed["spell second_wind"].notes.sources
    assert "removed" == printed["spell swap_towers"].mark
    assert printed["castle.move"].mark is None
    text = html(found)
    checked(text)
    assert '<article class="card added" id="spell-second_wind">' in text
    assert "<del>Swap the top towers" in text
    assert "Wizards on a space or tower, at most: 6 → 4" in text
    assert "marked in the margin" in text
    assert "marked in the margin" not in html(book("en-capstone"))


HOUSE = """
ruleset odd {
  extends en-capstone

  memory times = 0 for each spell
  override spell move_tower { cost 1 + times of move_tower }
  override rule castle.move {
    if times of move_tower > 2 {
      do put castle on next place counterclockwise from castle where free
    }
  }
  rule count {
    on player p casts s
    do add 1 to times of s
  }
  rule cheer { says en "Everybody cheers." }
  spell tailwind {
    name   en "Tailwind" de "Rückenwind"
    says   en "Any tower goes three spaces." de "Ein Turm zieht drei Felder."
    cost   1
    when   castable_now
    choose tower t
    do     move t clockwise 3
  }
  card calm {
    name   en "calm card" de "Flaute"
    says   en "Draw two cards." de "Zieh zwei Karten."
    code   c
    do     draw 2 cards for actor
  }
  add to deck { 3 x calm }
  add to spells.laid_out = tailwind
  override define free of place p = number of wizards on p < 2
}
"""


@cache
def house(language: str, text: str = HOUSE) -> Book:
    """Return the book of a house rule of a few lines."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "odd.wtr"
        path.write_text(text, "utf-8")
        return rulebook(str(path), language=language, pictures=False)


def test_old_words_are_not_printed_as_the_new_rule():
    """The statements of a rule are other ones, its words are not: the book says so, and shows them."""
    castle = paragraphs(house("en"))["castle.move"]

    assert castle.text.startswith(
        "No longer true, or not in full: After a wizard has entered, the castle moves"
    )
    assert "without putting it into words" in castle.remark
    expected = """\
if times of move_tower > 2 {
  do put castle on next place counterclockwise from castle where free
}"""
    assert expected == castle.code
    assert f"```wtr\n{expected}\n```" in markdown(house("en"))
    assert "<pre><code>if times of move_tower &gt; 2 {" in html(house("en"))
    german = paragraphs(house("de"))["castle.move"]
    assert german.text.startswith("Gilt nicht mehr oder nicht mehr ganz: Ist ein Magier eingezogen")
    assert "ohne es in Worte zu fassen" in german.remark
    # A new price makes no sentence wrong.
    assert "" == paragraphs(house("en"))["spell move_tower"].remark


def test_a_rule_without_words_is_shown_as_it_is_written():
    """What nobody has put into words is still in the book."""
    count = paragraphs(house("en"))["count"]

    assert ("", "added") == (count.text, count.mark)
    assert "on player p casts s\ndo add 1 to times of s" == count.code
    checked(html(house("en")))


def test_a_price_that_is_no_number():
    """A spell whose price changes shows how it is computed."""
    assert "flasks: 1 + times of move_tower" == paragraphs(house("en"))["spell move_tower"].aside
    assert "Flaschen: 1 + times of move_tower" == paragraphs(house("de"))["spell move_tower"].aside
    assert "1 flask" == paragraphs(house("en"))["spell tailwind"].aside


def test_the_list_of_changes_tells_what_is_different():
    """One line for each change, and each says something."""
    assert [
        (
            "Spells laid out: Advance a Wizard, Advance a Tower → "
            "Advance a Wizard, Advance a Tower, Tailwind",
            "changed",
        ),
        ("Movement cards: 90 → 93 (calm card: 0 → 3)", "changed"),
        ("Card “calm card”: Draw two cards.", "added"),
        ("Spell “Advance a Tower”: cost 1 → 1 + times of move_tower", "changed"),
        ("Spell “Tailwind”: Any tower goes three spaces.", "added"),
        ("Rule “castle.move”: not put into words", "changed"),
        ("Rule “count”: not put into words", "added"),
        ("Everybody cheers.", "added"),
        ("The word “free” means: number of wizards on p < 2", "changed"),
    ] == [(line.text, line.mark) for line in house("en").changes]
    german = [line.text for line in house("de").changes]
    assert "Bewegungskarten: 90 → 93 (Flaute: 0 → 3)" in german
    assert "Zauberspruch „Rückenwind“: Ein Turm zieht drei Felder." in german
    assert "Regel „count“: nicht in Worte gefasst" in german


def test_another_end_leaves_the_variants_in_their_chapter(tmp_path: Path):
    """A house rule may replace the rule that ends the game; a variant keeps its place in the book."""
    path = tmp_path / "race.wtr"
    path.write_text(
        """ruleset race { extends en-capstone
        remove rule end.finish_round
        rule end.race {
          says en "The game ends as soon as somebody has finished."
          on   wizard w enters castle or player q fills flask
          when any player where finished
          end  game won
        } }""",
        "utf-8",
    )
    found = {chapter.name: chapter for chapter in rulebook(str(path), ["nasty"], "en").chapters}

    goal = [block.id for block in found["goal"].blocks]
    assert ["end.race", "goal.travel", "goal.flasks"] == goal
    assert "Special rules: Nasty variant" == found["variant"].heading
    assert "variant nasty" == found["variant"].blocks[0].id


def house_book(folder: Path, text: str) -> Book:
    """Return the book of a house rule, without pictures."""
    path = folder / "house.wtr"
    path.write_text(f"ruleset house {{ extends en-capstone\n{text}\n}}", "utf-8")
    return rulebook(str(path), language="en", pictures=False)


def test_a_goal_that_is_never_reached_is_not_printed():
    """Where the first wizard home wins, nobody reads about two goals; the rest of the chapter stays."""
    text = markdown(rulebook("examples/first-home.wtr", language="en", pictures=False))
    rules = text.partition("## 12 Variants")[0]

    assert "The first player with a wizard in the castle wins at once." in rules
    assert "both goals" not in rules
    assert "filling all your flasks" not in rules
    assert "You fill a flask by moving a tower onto wizards" in rules


def test_a_second_goal_comes_first_and_leaves_the_usual_one(tmp_path: Path):
    """With another way to win, the book says that the usual one is still there."""
    book = house_book(
        tmp_path,
        """rule tea { says en "Seven flasks spent win."
        on player p fills flask when spent_flasks of p >= 7 do declare p winner end game won }""",
    )
    goal = next(chapter for chapter in book.chapters if chapter.name == "goal")

    assert [
        "Seven flasks spent win.",
        "You can still win in the usual way:",
        "You win by bringing all your wizards into the castle and filling all your flasks.",
    ] == [block.text for block in goal.blocks[:3]]


def test_another_winner_is_another_goal(tmp_path: Path):
    """If the rule that declares the winner asks for something else, that is the goal."""
    book = house_book(
        tmp_path,
        """override rule end.winner { says en "The most full flasks win."
        each player p {
          if full_flasks of p = highest full_flasks of q for player q { do declare p winner }
        } }""",
    )
    goal = next(chapter for chapter in book.chapters if chapter.name == "goal")

    texts = [block.text for block in goal.blocks]
    assert "The most full flasks win." == texts[0]
    assert not any("both goals" in text or "all your flasks" in text for text in texts)


def test_a_description_goes_with_what_it_describes(tmp_path: Path):
    """With other towers, what the core says about nine of them is not printed; a text of one's own is."""
    towers = "override board.towers = from 1: raven, plain, raven"
    lights = "override board.lights = from 1: 6, 6, 6"
    own = 'override rule setup.towers.positions { says en "Three towers, please." }'

    plain = markdown(house_book(tmp_path, f"{towers} {lights}"))
    assert "the next nine spaces" not in plain
    assert "the nine towers" not in plain
    assert "Three towers, please." in markdown(house_book(tmp_path, f"{towers} {lights} {own}"))


def test_a_number_that_a_rule_says_is_not_repeated(tmp_path: Path):
    """A setting without a name for people is listed only if no rule says its value."""
    said = """tea { cups 3 }
    rule tea.time { says en "NUMBER on round begins repeat tea.cups times { do roll die } }"""

    def changes(words: str) -> list[str]:
        book = house_book(tmp_path, said.replace("NUMBER", f'{words}"'))
        return [line.text for line in book.changes]

    assert ["Roll three times."] == changes("Roll three times.")
    assert ["Cups: 3", "Roll often."] == changes("Roll often.")


def test_a_change_of_cards_or_spells_is_drawn():
    """Cards that are more have both numbers; a list of spells has the tiles, new ones with a word."""
    retreat = rulebook("examples/retreat.wtr", language="en")
    cards = next(line for line in retreat.changes if line.thing == "deck")
    assert ["0 → 4", "0 → 4"] == [piece.number for piece in cards.pieces]
    assert all(piece.svg.startswith("<svg") for piece in cards.pieces)

    wind = rulebook("examples/second-wind.wtr", language="en")
    spells = next(line for line in wind.changes if line.id == "spells.laid_out")
    assert ["", "", "new"] == [piece.name for piece in spells.pieces]


WEATHER = """
ruleset windy {
  extends en-capstone
  chapter weather {
    name  en "The weather" de "Das Wetter"
    says  en "The weather changes." de "Das Wetter wechselt."
    holds weather
    after castle
  }
  weather {
    wind one of gale, calm
  }
  label weather.wind {
    name en "Wind" de "Wind"
    word gale en "a gale" de "Sturm"
  }
  rule weather.blow {
    says en "In a gale, the castle moves on." de "Bei Sturm zieht die Burg weiter."
    on   round ends
    when weather.wind is gale
    do   put castle on next place clockwise from castle where free
  }
  rule umbrella {
    says    en "You may hold an umbrella." de "Man darf einen Schirm halten."
    chapter towers
  }
  rule picnic { says en "You may have a picnic." de "Man darf picknicken." }
}
"""


def test_a_house_rule_adds_a_chapter():
    """A house rule has its own chapters, names its settings, and puts rules where they belong."""
    found = house("de", WEATHER)
    names = [chapter.name for chapter in found.chapters]
    chapters = {chapter.name: chapter for chapter in found.chapters}

    assert ["castle", "weather", "spells"] == names[names.index("castle") :][:3]
    assert "Das Wetter" == chapters["weather"].heading
    intro, blow = chapters["weather"].blocks
    assert "Das Wetter wechselt." == intro.text
    assert [("Wind", "Sturm")] == [(value.label, value.value) for value in blow.values]
    assert "umbrella" in [block.id for block in chapters["towers"].blocks]
    assert ["picnic"] == [block.id for block in chapters["more"].blocks]


def test_a_list_is_printed_with_the_rule_that_shows_it():
    """The lights are below the rule that places the wizards."""
    (lights,) = paragraphs(book("en-capstone", "en"))["setup.place.order"].tables

    assert "How many wizards start where" == lights.caption
    assert ("Space", "Wizards, at most") == lights.header


def test_rules_without_chapters_have_a_book_too(tmp_path: Path):
    """Where no chapter is defined, one chapter holds everything."""
    names = [entry.id for entry in load_rules("core")[0].of_kind("chapter")]
    removals = "\n".join(f"remove chapter {name}" for name in names)
    path = tmp_path / "plain.wtr"
    path.write_text(f"ruleset plain {{ extends en-capstone {removals} }}", "utf-8")
    written = rulebook(str(path), language="en", pictures=False)
    (chapter,) = written.chapters

    assert "The rules" == chapter.heading
    assert {"castle.move", "spell piggyback", "card tower"} <= paragraphs(written).keys()


def test_variants_that_do_not_fit_are_not_on_offer():
    """A game for one has no supply for two to six, so the nasty variant is left out."""
    alone = """ruleset alone { extends en-capstone  players 1
      override table supply { players | wizards | flasks
                              1       | 5       | 3 } }"""
    text = markdown(house("en", alone))

    assert "- Wizards and flasks: 5 wizards and 3 flasks — changed" in text
    assert "Nasty" in markdown(book("en-capstone", "en"))
    assert "Nasty" not in text


@pytest.mark.parametrize(
    "name", sampled(sorted(path.stem for path in examples_folder().glob("*.wtr")), count=2)
)
def test_every_example_has_a_book(name: str):
    """A house rule gets a book in which its changes are listed."""
    found = book(name, "de")

    checked(html(found))
    assert found.house
    assert found.changes


def test_hostile_texts_stay_texts(tmp_path: Path):
    """Nothing a rule says becomes part of the page."""
    path = tmp_path / "bad.wtr"
    path.write_text(
        'ruleset bad { title en "<b>x</b>" extends en-capstone\n'
        'rule castle.note { says en "<script>alert(1)</script> *a* | b" } }',
        "utf-8",
    )
    found = rulebook(str(path), language="en")

    assert "<script" not in html(found)
    assert "&lt;script&gt;" in html(found)
    assert r"\<script\>alert(1)\</script\> \*a\* \| b" in markdown(found)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """The ending of the file decides; Markdown goes to standard output; a file is not overwritten."""
    monkeypatch.chdir(tmp_path)

    assert 0 == main(["rulebook", "de-abacus-30", "-o", "regeln.html", "--players", "4"])
    text = Path("regeln.html").read_text("utf-8")
    assert '<html lang="de">' in text
    assert 1 == text.count('<figure class="board">')
    assert "4 Personen" in text
    assert 2 == main(["rulebook", "-o", "regeln.html"])
    assert 2 == main(["rulebook", "-o", "rules.docx"])
    assert 2 == main(["rulebook", "--players", "9"])
    assert "en-capstone is for 2, 3, 4, 5, 6 players, not 9" in capsys.readouterr().err
    assert 0 == main(["rulebook", "en-capstone", "--with", "nasty"])
    assert capsys.readouterr().out.startswith("# Wandering Towers\n")


@pytest.mark.parametrize(("edition", "language"), [("en-capstone", "en"), ("de-abacus-24", "de")])
def test_the_whole_book(edition: str, language: str, snapshot: SnapshotAssertion):
    """A book someone will read; the drawings of the start are tested with the board."""
    text = markdown(evolve(book(edition, language), colophon=""))

    text = re.sub(
        r"(Before|Vorher):.*?```\n\n(After|Nachher):.*?```\n", "[drawings]\n", text, flags=re.DOTALL
    )
    text = re.sub(r"```text\n.*?```", "[drawing]", text, flags=re.DOTALL)
    found = dict(chapters(text))
    assert "\n".join(found) == snapshot(name="contents")
    for name, chapter in found.items():
        assert chapter == snapshot(name=name)


@pytest.mark.parametrize(("command", "number"), [("rulebook", 2 + 7), ("validate", 2)])
def test_each_choice_of_variants_is_resolved_once(
    command: str, number: int, monkeypatch: pytest.MonkeyPatch
):
    """The ruleset and what it extends; a rulebook also has each variant with those it needs."""
    path = str(examples_folder() / "friday.wtr")
    resolved: list[tuple[n.File, tuple[str, ...]]] = []
    resolve = pipeline.resolve

    def logged(library: Library, loaded: LoadedFile, variants: Sequence[str], assume: Assume):
        if loaded.source.path == path:  # not the atlas, which all books share
            resolved.append((loaded.file, tuple(variants)))
        return resolve(library, loaded, variants, assume)

    monkeypatch.setattr(pipeline, "resolve", logged)
    assert 0 == main([command, path, *(["--no-pictures"] if command == "rulebook" else [])])

    assert [] == [choice for i, choice in enumerate(resolved) if choice in resolved[:i]]
    assert number == len(resolved)


def test_each_variant_is_compiled_for_one_number_of_players(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """That is enough to know that it can be chosen, even if the rules are too large to tell at once."""
    compiled: list[tuple[str, ...]] = []
    program = from_rules.program

    def noted(rules: Rules, meaning: Meaning, players: int) -> Program:
        compiled.append(rules.chosen)
        return program(rules, meaning, players)

    monkeypatch.setattr(from_rules, "program", noted)
    path = tmp_path / "bomb.wtr"
    path.write_text(BOMBS["many_spells"].make(12), "utf-8")
    rulebook(str(path), pictures=False)
    counts = Counter(compiled)

    assert 5 == counts.pop(())  # the book itself, for 2 to 6 players
    assert {1} == {*counts.values()}


def test_a_book_has_room_for_many_variants_but_not_for_any_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Many variants are on offer; where it would take too long to try them all, none is printed."""
    assert 25_000 == offers._MOST
    monkeypatch.setattr(offers, "_MOST", 8_000)
    many = rulebook(SourceFile("bomb.wtr", BOMBS["many_variants"].make(25)), pictures=False)
    with pytest.raises(RulesetError) as caught:
        rulebook(SourceFile("bomb.wtr", BOMBS["many_variants"].make(60)), pictures=False)

    assert "V24" in markdown(many)
    assert ["rules-too-large"] == [fault.code for fault in caught.value.diagnostics]


def test_large_rules_may_have_some_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty variants are never too many."""
    monkeypatch.setattr(offers, "_MOST", 1)
    few = rulebook(SourceFile("bomb.wtr", BOMBS["many_variants"].make(13)), pictures=False)
    with pytest.raises(RulesetError):
        rulebook(SourceFile("bomb.wtr", BOMBS["many_variants"].make(14)), pictures=False)

    assert "V12" in markdown(few)
