"""From the use of a name to its definition."""

from pathlib import Path

import pytest

from wtrules import resources
from wtrules.diagnostics.fix import apply
from wtrules.language.verbs import VERBS
from wtrules.node import walk
from wtrules.pipeline import open_ruleset
from wtrules.services.completion import complete
from wtrules.services.index import Index, Use, index_of, variables_at
from wtrules.services.rename import rename, renaming_at
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

TEXT = """\
ruleset house {
  title   en "House"
  extends en-capstone with nasty

  override board.capacity = 4
  remove spell swap_towers
  memory sky = one of clear, foggy

  rule mist {
    on     wizard w enters castle
    when   sky is foggy
    choose wizard v where own and visible and level of v = level of w
    each player q {
      let n = full_flasks of q
      do draw n cards for q
    }
    choose wizard w where own
    do     move w clockwise hand.size
    perform turn.action
  }
}
"""


def house(text: str = TEXT) -> tuple[n.File, Index]:
    """Return a file and its index."""
    opened = open_ruleset(SourceFile("house.wtr", text))
    made = opened.compile()
    assert made is not None
    assert opened.loaded is not None
    return opened.loaded.file, index_of(opened.loaded.file, made.rules)


def at(index: Index, place: str, inside: str = "", text: str = TEXT) -> Use:
    """Return the use at the end of a text that occurs once, or at a part of it."""
    start = text.index(place)
    offset = start + (place.index(inside) if inside else len(place) - 1)
    use = index.at(offset)
    assert use is not None, place
    return use


@pytest.mark.parametrize(
    ("place", "inside", "kind", "id", "file"),
    [
        ("override board.capacity", "board", "setting", "board.capacity", "house.wtr"),
        ("spell swap_towers", "swap", "spell", "swap_towers", "rulesets/core/spells.wtr"),
        ("with nasty", "nasty", "variant", "nasty", "rulesets/variants/nasty.wtr"),
        (
            "extends en-capstone",
            "en-",
            "ruleset",
            "en-capstone",
            "rulesets/editions/en-capstone.wtr",
        ),
        ("when   sky is", "sky", "memory", "sky", "house.wtr"),
        ("is foggy", "foggy", "word", "foggy", "house.wtr"),
        ("where own and", "own", "define", "own", "rulesets/core/terms.wtr"),
        ("clockwise hand.size", "hand", "setting", "hand.size", "rulesets/core/setup.wtr"),
        ("perform turn.action", "turn", "rule", "turn.action", "rulesets/core/turn.wtr"),
        ("and visible", "visible", "predicate", "visible", None),
        ("full_flasks of", "full", "property", "full_flasks", None),
        ("do draw", "draw", "verb", VERBS["draw"].shown, None),
        ("wizard w enters castle", "enters", "event", "wizard W enters castle", None),
    ],
)
def test_a_name_leads_to_its_definition(
    place: str, inside: str, kind: str, id: str, file: str | None
):
    """For every kind of name, no matter where it is defined."""
    meant = at(house()[1], place, inside).meant
    assert (kind, id) == (meant.kind, meant.id)
    if file is None:
        assert meant.span is None
        assert meant.doc
    elif file == "house.wtr" and kind == "setting":
        assert meant.entry is not None
        assert "house.wtr" == meant.entry.span.source.path
    else:
        assert meant.span is not None
        assert file == meant.span.source.path


def test_variables_of_the_same_name_are_told_apart():
    """The second `choose wizard w` is another one than that of the event."""
    _, index = house()
    first = at(index, "on     wizard w")
    second = at(index, "choose wizard w")
    assert first.is_definition
    assert second.is_definition
    assert first.meant != second.meant
    assert first.meant == at(index, "level of w").meant
    assert second.meant == at(index, "do     move w").meant
    assert 2 == len(index.of(second.meant))


def test_only_what_is_in_scope_is_known_at_a_place():
    """A variable of a loop is unknown behind it."""
    file, _ = house()
    inside = variables_at(file, TEXT.index("do draw") + 3, None)
    assert {"w": "wizard", "v": "wizard", "q": "player", "n": "number"} == inside
    behind = variables_at(file, TEXT.index("do     move") + 7, None)
    assert {"w": "wizard", "v": "wizard"} == behind


@pytest.mark.parametrize("path", sorted(resources.examples_folder().glob("*.wtr")), ids=str)
def test_every_name_of_the_examples_that_can_mean_something_is_found(path: Path):
    """What is left are codes, options, groups, and letters of players and words in `example` blocks."""
    opened = open_ruleset(str(path))
    made = opened.compile()
    assert opened.loaded is not None
    file = opened.loaded.file
    found = {use.span.start for use in index_of(file, made.rules if made else None).uses}
    skipped = (n.Example, n.Option, n.Code, n.Group, n.Suppress, n.LayerAfter, n.Value)
    left_out = {
        name.span.start
        for node in walk(file)
        if isinstance(node, skipped)
        for name in walk(node)
        if isinstance(name, n.Name)
    }
    names = [node for node in walk(file) if isinstance(node, n.Name)]
    unknown = [name.id for name in names if name.span.start not in found | left_out]
    assert [] == [id for id in unknown if id not in ("it", "w")]


def test_a_broken_file_has_an_index():
    """As far as it can be read."""
    file, _ = parse(SourceFile("x.wtr", TEXT.replace("when   sky is foggy", "when sky is")))
    assert index_of(file, None).uses


SENTENCES = """\
ruleset house {
  extends en-capstone
  storm { strength 2 }

  rule blow {
    says   en "It blows {storm.strength|tower|towers} away, {supply.flasks} flasks, {move_tower}."
           de "\\"Es\\" bläst { storm.strength|einen Turm|Türme} davon."
    says   when storm.strength > 1 and not team en "Hold on."
    on     turn begins
    do     roll die
  }

  example blow.first {
    illustrates blow
    illustrates spell move_tower
    given  start for 2 players
    then   roll = 0
  }
}
"""


@pytest.mark.parametrize(
    ("place", "inside", "kind", "id"),
    [
        ("{storm.strength|", "storm", "setting", "storm.strength"),
        ("{ storm.strength|", "strength", "setting", "storm.strength"),
        ("{supply.flasks}", "flasks", "table", "supply"),
        ("{move_tower}", "move", "spell", "move_tower"),
        ("when storm.strength", "storm", "setting", "storm.strength"),
        ("not team", "team", "variant", "team"),
        ("illustrates blow", "blow", "rule", "blow"),
        ("illustrates spell move_tower", "move", "spell", "move_tower"),
    ],
)
def test_names_in_sentences(place: str, inside: str, kind: str, id: str):
    """A blank in a text is a name like any other, at its own place."""
    _, index = house(SENTENCES)
    use = at(index, place, inside, SENTENCES)

    assert (kind, id) == (use.meant.kind, use.meant.id)
    assert use.span.text in (id, "supply.flasks")


def test_a_label_is_renamed_with_what_it_is_about():
    """A memory, its label, and the words of both keep together."""
    label = 'label sky { name en "sky" word foggy en "foggy" }\n\n  rule mist'
    text = TEXT.replace("rule mist", label)
    opened = open_ruleset(SourceFile("house.wtr", text))
    made = opened.compile()
    assert made is not None
    file = opened.loaded.file
    for place, new in (("memory sky", "heavens"), ("clear, foggy", "misty")):
        use = index_of(file, made.rules).at(text.index(place) + len(place) - 1)
        edits = rename(renaming_at(use, lambda span: False), new, [(file, made.rules)])

        assert 3 == len(edits)


def test_renaming_reaches_blanks():
    """Those with words behind the name, and those after escapes, too."""
    file, index = house(SENTENCES)
    made = open_ruleset(SourceFile("house.wtr", SENTENCES)).compile()
    assert made is not None
    what = renaming_at(at(index, "strength 2", "strength", SENTENCES), lambda span: False)
    edits = rename(what, "force", [(file, made.rules)])

    expected = SENTENCES.replace("storm.strength", "storm.force").replace("strength 2", "force 2")
    assert expected == apply(file.span.source, edits).text


OTHERS = """\
ruleset house {
  extends en-capstone
  piece boulder on space 8

  variant storms {
    memory sky = one of clear, foggy
    rule clouds {
      on     boulder lands on p
      when   sky is foggy and no_such_word of p = 1
      do     move boulder clockwise 1
    }
    add to rule castle.entry { when owner of w != actor }
  }
}
"""


@pytest.mark.parametrize(
    ("place", "inside", "kind", "id"),
    [
        ("when   sky is", "sky", "memory", "sky"),
        ("sky is foggy", "foggy", "word", "foggy"),
        ("on     boulder lands", "boulder", "piece", "boulder"),
        ("do     move boulder", "boulder", "piece", "boulder"),
        ("no_such_word of p", "p", "variable", "p"),
        ("when owner of w", "w", "variable", "w"),
    ],
)
def test_what_is_not_in_force_has_an_index(place: str, inside: str, kind: str, id: str):
    """A variant that is not chosen, beside a mistake, and what it adds to a rule of another file."""
    offset = OTHERS.index(place) + place.rindex(inside)
    use = house(OTHERS)[1].at(offset)

    assert use is not None
    assert (kind, id) == (use.meant.kind, use.meant.id)


def test_a_piece_is_renamed_in_events():
    """`on boulder lands on p` names the piece."""
    file, index = house(OTHERS)
    use = index.at(OTHERS.index("piece boulder") + 7)
    made = open_ruleset(SourceFile("house.wtr", OTHERS)).compile()
    assert made is not None
    edits = rename(renaming_at(use, lambda span: False), "rock", [(file, made.rules)])

    assert OTHERS.replace("boulder", "rock") == apply(file.span.source, edits).text


@pytest.mark.parametrize(
    ("before", "offered", "not_offered"),
    [
        ('says en "x {', {"hand.size", "supply.flasks", "players", "move_tower", "deck"}, "roll"),
        ('says en "x { hand.', {"hand.size"}, "turn.actions"),
        ('says when players > 2 en "x" de "{{{tur', {"turn.actions"}, "hand.size"),
        ('says en "x {{', set(), "hand.size"),
        ('says en "x {hand.size} ', set(), "hand.size"),
        ('name en "x {', set(), "hand.size"),
        ("says when ", {"team", "hand.size", "players"}, "says"),
    ],
)
def test_completion_in_a_blank(before: str, offered: set[str], not_offered: str):
    """Only in sentences, and only what can be printed."""
    text = f"ruleset house {{\n  extends en-capstone\n  spell x {{ {before}"
    file, _ = parse(SourceFile("house.wtr", text))
    rules = open_ruleset("en-capstone").compile()
    assert rules is not None
    found = {option.label for option in complete(file, len(text), rules.rules, ()).options}

    assert offered <= found
    assert bool(offered) == bool(found)
    assert not_offered not in found
