"""Layers: rulesets, variants and house rules applied on top of each other."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.rules.helpers import codes, library
from wtrules.diagnostics import Diagnostic
from wtrules.meaning.values import entries_of, number
from wtrules.pipeline import load_rules, open_ruleset
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.layering import Layering
from wtrules.resolve.model import Layer, Rules
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n


@pytest.fixture
def lay(tmp_path: Path):
    """Write rule files and apply the first one on top of what it extends."""

    def laid(*texts: str, variants: tuple[str, ...] = ()) -> tuple[Rules, list[Diagnostic]]:
        names = [text.split()[1] for text in texts]
        for name, text in zip(names, texts, strict=True):
            (tmp_path / f"{name}.wtr").write_text(text, "utf-8")
        books = library()
        loaded = books.open_path(tmp_path / f"{names[0]}.wtr", f"{names[0]}.wtr")
        assert loaded is not None
        rules = resolve(books, loaded, variants)
        assert rules is not None
        return rules, books.diagnostics

    return laid


def house(body: str, name: str = "house", base: str = "en-capstone") -> str:
    """Return a house rule on top of a base."""
    return f"ruleset {name} {{\n  extends {base}\n{body}\n}}\n"


def layers(rules: Rules, kind: str, id: str) -> list[tuple[str, str]]:
    """Return which layer did what to an entry, oldest first."""
    entry = rules.get(kind, id) or rules.removed[kind, id]
    return [(origin.layer, origin.verb) for origin in entry.chain]


def clause(rules: Rules, kind: str, id: str, wanted: type) -> list[object]:
    """Return the clauses of one kind of an entry."""
    entry = rules.get(kind, id)
    assert entry is not None
    return [c for c in entry.clauses() if isinstance(c, wanted)]


# --- override ---


def test_a_new_value_takes_the_place_of_the_old_one(lay):
    """The tower holds four wizards, and the chain names the layer that says so."""
    rules, faults = lay(house("override board.capacity = 4"))

    assert [] == faults
    assert 4 == number(rules, "board.capacity")
    assert [("core", "defined"), ("house", "overridden")] == layers(
        rules, "setting", "board.capacity"
    )


def test_an_override_changes_only_what_it_names(lay):
    """A spell with a higher cost keeps its name, its source and its effect."""
    before, _ = lay(house(""))
    rules, faults = lay(house("override spell swap_towers { cost 3 }"))

    assert [] == faults
    assert [3] == [c.value.value for c in clause(rules, "spell", "swap_towers", n.Cost)]
    for kept in (n.NameClause, n.Says, n.Cites, n.Choose, n.Do):
        assert clause(before, "spell", "swap_towers", kept)
        assert clause(before, "spell", "swap_towers", kept) == clause(
            rules, "spell", "swap_towers", kept
        )


def test_statements_are_replaced_together(lay):
    """Half of an effect makes no sense, so a new effect replaces the whole old one."""
    rules, faults = lay(house("override spell swap_towers { do reshuffle }"))

    assert [] == faults
    assert [] == clause(rules, "spell", "swap_towers", n.Choose)
    assert ["reshuffle"] == [c.verb for c in clause(rules, "spell", "swap_towers", n.Do)]
    assert clause(rules, "spell", "swap_towers", n.Cost)


def test_an_override_keeps_the_parameters(lay):
    """A card with a new name still has its number."""
    rules, faults = lay(house('override card tower { name en "push" de "Schub" }'))
    entry = rules.get("card", "tower")

    assert [] == faults
    assert entry is not None
    assert ["n"] == [p.name.id for p in entry.node.parameters]


def test_an_allowance_keeps_its_unit_unless_given_another(lay):
    """`= 2` means twice as often in the same time; `per action` changes the time."""
    twice, _ = lay(house("override spell.casting = 2"))
    often, _ = lay(house("override spell.casting = 1 per action for each player"))

    assert n.Unit("turn", span=None) == twice.get("allowance", "spell.casting").node.unit
    assert (
        n.Unit("action", "player", span=None) == often.get("allowance", "spell.casting").node.unit
    )


def test_a_second_override_in_one_layer_is_a_fault(lay):
    """Only one of the two can apply."""
    _, faults = lay(house("override board.capacity = 4\noverride board.capacity = 5"))

    assert ["duplicate-override"] == codes(faults)


def test_an_override_of_nothing_is_a_fault(lay):
    """Nothing is silently ignored."""
    _, faults = lay(house("override board.capasity = 4\nremove spell fly\nadd to table moon { }"))

    assert ["unknown-add", "unknown-override", "unknown-remove"] == codes(faults)


# --- remove and add ---


def test_what_is_removed_is_remembered(lay):
    """A removed spell is gone, and the chain names the layer that removed it."""
    rules, faults = lay(house("remove spell swap_towers"))

    assert [] == faults
    assert rules.get("spell", "swap_towers") is None
    assert [("core", "defined"), ("house", "removed")] == layers(rules, "spell", "swap_towers")


def test_what_is_removed_can_be_written_anew(lay):
    """The new spell is the house's own, with nothing left of the old one."""
    rules, faults = lay(
        house("remove spell swap_towers\nspell swap_towers { cost 1 do reshuffle }")
    )

    assert [] == faults
    assert ("spell", "swap_towers") not in rules.removed
    assert [("house", "defined")] == layers(rules, "spell", "swap_towers")


def test_cards_added_to_the_deck_are_counted(lay):
    """The size grows with the cards."""
    rules, faults = lay(house("add to deck { 5 x tower 6  2 x wizard die }"))
    deck = rules.get("deck", "deck").node

    assert [] == faults
    assert 97 == deck.size
    assert 97 == sum(line.copies for line in deck.lines)


def test_values_rows_and_clauses_can_be_added(lay):
    """Lists, tables and rules grow at their end."""
    rules, faults = lay(
        house(
            "add to board.shields = 2, 6\n"
            'add to table colours { white | w | 5 | 6 | "white" | "weiß" }\n'
            "add to rule castle.move { do reshuffle }"
        )
    )

    assert [] == faults
    assert (0, 4, 8, 12, 2, 6) == entries_of(rules, "board.shields")
    assert "white" == rules.get("table", "colours").node.rows[-1].keys[0].text
    assert ["put", "reshuffle"] == [c.verb for c in clause(rules, "rule", "castle.move", n.Do)]
    assert [("core", "defined"), ("house", "added to")] == layers(rules, "rule", "castle.move")


@pytest.mark.parametrize(
    "item",
    [
        "add to define free { do reshuffle }",
        "add to setting board.capacity { do reshuffle }",
        "add to spells.casters = everyone",
    ],
)
def test_not_everything_is_made_of_parts(lay, item: str):
    """What cannot grow says so."""
    _, faults = lay(house(item))

    assert ["cannot-add"] == codes(faults)


# --- several layers ---

CALM_AND_WILD = """\
variant calm { %s override lock.reward = 2 }
variant wild { %s override lock.reward = 3 }
"""


def test_a_chain_of_rulesets(lay):
    """Each layer builds on the one below, and the last one wins."""
    rules, faults = lay(
        house("override board.capacity = 3", "third", "second"),
        house("override board.capacity = 4", "second", "first"),
        house("override board.capacity = 5", "first"),
    )

    assert [] == faults
    assert 3 == number(rules, "board.capacity")
    assert ["core", "en-capstone", "first", "second", "third"] == [x.name for x in rules.layers]
    assert ["core", "first", "second", "third"] == [
        layer for layer, _ in layers(rules, "setting", "board.capacity")
    ]


def test_a_diamond_applies_its_base_once(lay):
    """Two house rules with the same base can be combined if they change different things."""
    rules, faults = lay(
        "ruleset both { extends left, right }",
        house("override board.capacity = 4", "left"),
        house("override lock.reward = 2", "right"),
    )

    assert [] == faults
    assert ["core", "en-capstone", "left", "right", "both"] == [x.name for x in rules.layers]
    assert (4, 2) == (number(rules, "board.capacity"), number(rules, "lock.reward"))


def test_siblings_that_change_the_same_thing_are_in_conflict(lay):
    """Which one is named last must not decide."""
    left = house("override board.capacity = 4", "left")
    right = house("override board.capacity = 5", "right")
    for order in ("left, right", "right, left"):
        _, faults = lay(f"ruleset both {{ extends {order} }}", left, right)
        assert ["layer-conflict"] == codes(faults)


def test_after_settles_the_conflict_of_siblings(lay):
    """The one that says `after` wins, in whatever order they are named."""
    left = house("override board.capacity = 4", "left")
    right = house("after left\noverride board.capacity = 5", "right")
    for order in ("left, right", "right, left"):
        rules, faults = lay(f"ruleset both {{ extends {order} }}", left, right)
        assert [] == faults
        assert 5 == number(rules, "board.capacity")


def test_the_ruleset_on_top_may_change_what_variants_changed(lay):
    """A house rule knows the variants it chooses."""
    rules, faults = lay(
        house("override lock.reward = 5", "top", "evening with calm"),
        house(CALM_AND_WILD % ("", ""), "evening"),
    )

    assert [] == faults
    assert 5 == number(rules, "lock.reward")
    assert ["core", "calm", "top"] == [
        layer for layer, _ in layers(rules, "setting", "lock.reward")
    ]


def test_variants_in_conflict(lay):
    """Two variants that know nothing of each other must not change the same thing."""
    _, faults = lay(house(CALM_AND_WILD % ("", "")), variants=("calm", "wild"))

    assert ["layer-conflict"] == codes(faults)


@pytest.mark.parametrize("word", ["after", "needs"])
def test_variants_in_order(lay, word: str):
    """`after` and `needs` apply one variant after the other, in whatever order they are chosen."""
    text = house(CALM_AND_WILD % (f"{word} wild", ""))
    for chosen in (("calm", "wild"), ("wild", "calm")):
        rules, faults = lay(text, variants=chosen)
        assert [] == faults
        assert 2 == number(rules, "lock.reward")
        assert ("wild", "calm") == rules.chosen


def test_a_variant_is_chosen_once(lay):
    """Choosing it again changes nothing."""
    rules, faults = lay(
        "ruleset top { extends evening with calm }",
        house(CALM_AND_WILD % ("", ""), "evening"),
        variants=("calm",),
    )

    assert [] == faults
    assert ("calm",) == rules.chosen


def test_chosen_variants_say_how_many_play(lay):
    """A variant for some player counts leaves only those; a mode such as solo has its own."""
    body = (
        "variant even for 2, 4, 6 players { override lock.reward = 2 }\n"
        "variant few for 2..4 players { override turn.actions = 3 }\n"
        "variant alone for 1 player { override turn.actions = 3 }"
    )
    counts = {
        (): {2, 3, 4, 5, 6},
        ("even",): {2, 4, 6},
        ("even", "few"): {2, 4},
        ("alone",): {1},
    }
    for chosen, players in counts.items():
        rules, faults = lay(house(body), variants=chosen)
        assert [] == faults
        assert players == rules.players


# --- cycles ---


def test_rulesets_in_a_cycle(lay):
    """A ruleset that extends itself is reported with the whole cycle."""
    _, faults = lay(
        "ruleset one { extends two }",
        "ruleset two { extends three }",
        "ruleset three { extends one }",
    )

    assert ["cyclic-extends"] == codes(faults)
    assert "one → two → three → one" in faults[0].message


def test_what_is_below_is_collected_once(tmp_path: Path):
    """A chain of layers is not followed down to the first one again for each of them."""

    class Counting(dict):  # type: ignore[type-arg]
        asked = 0

        def __getitem__(self, name: str) -> object:
            self.asked += 1
            return super().__getitem__(name)

        def get(self, name: str, default: object = None) -> object:
            self.asked += 1
            return super().get(name, default)

    layering = Layering(library())
    layering.below = counted = Counting()
    source = SourceFile("a.wtr", "")
    for i in range(100):
        below = {f"layer{k}" for k in range(i)}
        layering.apply(Layer(f"layer{i}", "ruleset", False, Span(source, 0, 0)), [], below)

    assert {f"layer{i}" for i in range(99)} == dict(counted)["layer99"]
    assert 300 > counted.asked


def test_below_are_the_layers_of_all_that_are_named(tmp_path: Path):
    """What `after` names counts with all below it, whatever was applied in between."""
    layering = Layering(library())
    source = SourceFile("a.wtr", "")
    named = {"a": set(), "b": {"a"}, "c": set(), "d": {"c"}, "e": {"b", "d", "later"}}
    for name, below in named.items():
        layering.apply(Layer(name, "ruleset", False, Span(source, 0, 0)), [], below)

    assert {"a", "b", "c", "d", "later"} == layering.below["e"]


def test_a_ruleset_is_applied_once_for_all_its_variants(tmp_path: Path):
    """A ruleset with other variants shares what does not depend on them."""
    (tmp_path / "base.wtr").write_text(house("override hand.size = 4", "base"), "utf-8")
    text = "".join(f"variant v{i} {{ override hand.size = {i + 1} }}\n" for i in range(3))
    (tmp_path / "house.wtr").write_text(house(text, base='"base.wtr"'), "utf-8")
    opened = open_ruleset(tmp_path / "house.wtr")
    plain, first, last = (opened.compile(chosen) for chosen in ((), ("v0",), ("v2",)))

    assert plain is not None
    assert first is not None
    assert last is not None
    assert [4, 1, 3] == [number(one.rules, "hand.size") for one in (plain, first, last)]
    assert plain.rules.variants["v1"] is last.rules.variants["v1"]
    assert [(), ("v0",), ("v2",)] == [one.rules.chosen for one in (plain, first, last)]
    assert ["base", "house"] == [layer.name for layer in plain.rules.layers[-2:]]
    assert ["base", "house", "v2"] == [layer.name for layer in last.rules.layers[-3:]]


def test_a_base_that_has_changed_is_applied_again(tmp_path: Path):
    """What was applied is used again only with the very files that it was made from."""
    base, path = tmp_path / "base.wtr", tmp_path / "house.wtr"
    path.write_text(house("", base='"base.wtr"'), "utf-8")
    base.write_text(house("override hand.size = 4", "base"), "utf-8")
    first = library()
    loaded = first.open_path(path, "house.wtr")
    assert loaded is not None
    assert 4 == number(resolve(first, loaded), "hand.size")
    base.write_text(house("override hand.size = 5", "base"), "utf-8")

    assert 5 == number(resolve(library(), loaded), "hand.size")


def test_settings_in_a_cycle(lay):
    """A setting that needs itself has no value."""
    rules, _ = lay(
        house("override lock.reward = turn.actions\noverride turn.actions = lock.reward")
    )

    assert number(rules, "lock.reward") is None


def test_settings_that_build_on_each_other_are_quick(lay):
    """Each of thirty settings is asked for once, not a billion times."""
    chain = "\n".join(f"  s{i} chain.s{i + 1} + chain.s{i + 1}" for i in range(25))
    rules, faults = lay(house(f"chain {{\n{chain}\n  s25 1\n}}"))

    assert [] == faults
    assert 2**25 == number(rules, "chain.s0")


def test_an_endless_chain_of_settings_is_refused(lay):
    """A chain that is too long is an error, not a crash."""
    chain = "\n".join(f"  s{i} chain.s{i + 1}" for i in range(3000))
    rules, _ = lay(house(f"chain {{\n{chain}\n  s3000 1\n}}"))

    assert number(rules, "chain.s0") is None
    assert 1 == number(rules, "chain.s2990")


def test_a_folder_is_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However many names are wrong: the folder may hold thousands of rulesets."""
    (tmp_path / "bad.wtr").write_text("ruleset bad { extends aaa, bbb, ccc after ddd, eee }")
    (tmp_path / "ddf.wtr").write_text("ruleset ddf { extends en-capstone }")
    listed = []
    names = os.listdir

    def counting(folder: Path) -> list[str]:
        listed.append(folder)
        return names(folder)

    monkeypatch.setattr(os, "listdir", counting)
    _, faults = load_rules(tmp_path / "bad.wtr")

    assert ["unknown-ruleset"] * 3 + ["unknown-after"] * 2 == [fault.code for fault in faults]
    assert ("did you mean `ddf`?",) == faults[3].help
    assert [tmp_path] == listed


def test_layers_of_house_rules_are_applied_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However many variants are tried, what a house rule extends is read and applied only once."""
    for name, base in (("top", "middle"), ("middle", "bottom"), ("bottom", "en-capstone")):
        body = f"override board.capacity = {len(name)}"
        (tmp_path / f"{name}.wtr").write_text(house(body, name, base), "utf-8")
    applied: list[str] = []
    apply = Layering.apply

    def counting(self: Layering, layer: Layer, items: Iterable[n.Item], below: set[str]) -> None:
        applied.append(layer.name)
        apply(self, layer, items, below)

    monkeypatch.setattr(Layering, "apply", counting)
    opened = open_ruleset(tmp_path / "top.wtr")
    plain, nasty = opened.compile(), opened.compile(["nasty"])
    base, nasty_base = opened.compile_base(), opened.compile_base(["nasty"])

    assert 1 == applied.count("bottom") == applied.count("middle")
    # Compilations that share layers do not change each other.
    every = [made for made in (plain, nasty, base, nasty_base) if made is not None]
    assert [3, 3, 6, 6] == [number(made.rules, "board.capacity") for made in every]
    assert [(), ("nasty",)] * 2 == [made.rules.chosen for made in every]


def test_layers_with_mistakes_are_reported_each_time(tmp_path: Path):
    """What is wrong in a layer below is among the faults of each choice of variants."""
    (tmp_path / "top.wtr").write_text(house("", "top", "bottom"), "utf-8")
    (tmp_path / "bottom.wtr").write_text(house("remove rule nothing", "bottom"), "utf-8")
    opened = open_ruleset(tmp_path / "top.wtr")

    assert [["unknown-remove"]] * 2 == [
        [fault.code for fault in made.faults]
        for made in (opened.compile(), opened.compile(["nasty"]))
        if made is not None
    ]
