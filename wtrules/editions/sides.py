"""The two sides of a comparison: a ruleset each, with the modes it offers and its printed manual.

A ruleset that cannot be read or played raises `SideError`, so that it never looks like a ruleset
without differences.
"""

from __future__ import annotations

from functools import cache

from attrs import define, field

from wtrules.backends.reference import EndlessPlay
from wtrules.checks import box, variants
from wtrules.diagnostics import Diagnostic, has_errors, render
from wtrules.diagnostics.suggest import sparingly
from wtrules.editions.budget import MOST_CHOSEN, Budget, size
from wtrules.editions.changes import Mode
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, errors_of, load_atlas, load_opened
from wtrules.meaning.chapters import Places, shown
from wtrules.pipeline import Compilation, OpenedRuleset, open_ruleset
from wtrules.program.from_rules import CannotCompile
from wtrules.resolve import ledger
from wtrules.resolve.ledger import Assume
from wtrules.resolve.library import Library, RulesetName
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.texts import TextError, Texts


class SideError(TextError):
    """A side that cannot be read or played; `diagnostics` says what is wrong with its rules."""

    code = "side"

    def __init__(
        self, key: str, /, diagnostics: tuple[Diagnostic, ...] = (), **parts: object
    ) -> None:
        super().__init__(key, **parts)
        self.diagnostics = diagnostics

    def written(self, language: str, colour: bool = False) -> str:
        """Return what is wrong with its rules, and that nothing was compared."""
        faults = render(self.diagnostics, colour=colour, language=language)
        reason = Texts(language)("usage.nothing_compared", reason=self.text(language))
        return f"{faults}wtrules: {reason}" if self.diagnostics else f"wtrules: {reason}"


@define
class Side:
    """A ruleset to compare: as it is, and with further modes; each is made once."""

    name: str
    _plain: Game
    opened: OpenedRuleset | None = None  # where modes are read from
    _games: dict[Mode, Game | None] = field(factory=dict, init=False)
    _read: dict[tuple[str, str, Mode], Game | None] = field(factory=dict, init=False)

    @property
    def rules(self) -> Rules:
        """The rules as they are."""
        return self._plain.rules

    @property
    def manual(self) -> str | None:
        """The printed manual it goes back to: the uppermost layer that is one."""
        return manual_of(self.rules)

    def game(self, mode: Mode = ()) -> Game | None:
        """Return the game with further variants; None if it cannot be played with them."""
        if not mode:
            return self._plain
        if mode not in self._games:
            made = self._compile(mode)
            playable = made is not None and _is_playable(made)
            self._games[mode] = Game(made) if made is not None and playable else None
        return self._games[mode]

    def mode(self, mode: Mode) -> Rules | None:
        """Return the rules with further variants; None if they cannot be played with them."""
        game = self.game(mode)
        return game.rules if game is not None else None

    def without_modes(self) -> Side:
        """Return the side as it is, to which no further variant can be added."""
        return Side(self.name, self._plain)

    def with_variants(self, variants: tuple[str, ...]) -> Side | None:
        """Return the side with variants that belong to it; None if it cannot be played with them."""
        game = self.game(variants)
        if game is None or self.opened is None:
            return None
        return Side(self.name, game, self.opened.with_variants(variants))

    def read_as(self, question: str, reading: str, mode: Mode = ()) -> Game | None:
        """Return the game with a reading of an open question; None if it does not fit the rules."""
        plain = self.game(mode)
        if plain is None or self.opened is None or self.opened.name:
            return None  # nobody chooses readings of what a house rule is built on
        entry = shipped_ledger()[question]
        if reading == ledger.default(entry, {layer.name for layer in plain.rules.layers}):
            return plain
        known = (question, reading, mode)
        if known not in self._read:
            made = self._compile(mode, {question: reading})
            self._read[known] = mixed_game(made) if made is not None else None
        return self._read[known]

    def seated(self, table: str, rows: tuple[str, ...]) -> Game | None:
        """Return the game with these rows of the players' table; None if there are too few pieces."""
        made = self._compile((), ((table, "+".join(rows)),))
        if made is None or has_errors((*made.faults, *box.check(made.meaning))):
            return None
        return Game(made)

    def base(self) -> Side:
        """Return what a house rule extends; raises SideError if it extends no ruleset."""
        opened = self.opened.base() if self.opened is not None else None
        made = opened.compile(opened.chosen) if opened is not None else None
        if opened is None or made is None:
            raise SideError("report.error.no_base", name=self.name)
        if has_errors(made.faults):
            raise SideError("report.error.unreadable_base", made.faults, name=self.name)
        return Side("+".join([made.rules.name, *opened.chosen]), Game(made), opened)

    def _compile(self, mode: Mode, assume: Assume = ()) -> Compilation | None:
        if self.opened is None:
            return None
        return self.opened.compile((*self.opened.chosen, *mode), assume)


def _is_playable(made: Compilation) -> bool:
    """Whether rules can be played; of shipped ones, only the variants can be chosen wrongly."""
    if all(layer.shipped for layer in made.rules.layers):
        return not has_errors((*made.faults, *variants.check(made.meaning), *made.senseless))
    return not errors_of(made, is_checked=True)


_BROKEN = (CannotCompile, EndlessPlay, KeyError, ValueError, IndexError, AssertionError)


def mixed_game(made: Compilation) -> Game | None:
    """Return the game of rules that have been checked one by one; None if they do not fit together."""
    try:
        with sparingly(0):  # nobody reads what is wrong with them
            if has_errors((*made.faults, *made.senseless)):
                return None
            game = Game(made)
            game.engine(min(made.rules.players))
    except _BROKEN:
        return None
    return game


@cache
def shipped_ledger() -> dict[str, n.Assumption]:
    """Return the shipped open questions; they are read once."""
    return ledger.open_ledger(Library())


def questions_of(side: Side) -> tuple[n.Assumption, ...]:
    """Return the shipped open questions, and those of a side's own rules."""
    own = {entry.id: entry.node_as(n.Assumption) for entry in side.rules.of_kind("assumption")}
    return tuple({**shipped_ledger(), **own}.values())


@cache
def manuals() -> tuple[str, ...]:
    """Return the manuals of the atlas."""
    return tuple(entry.id for entry in load_atlas().of_kind("manual"))


def manual_of(rules: Rules) -> str | None:
    """Return the printed manual that rules go back to: the uppermost layer that is one."""
    known = manuals()
    layers = [layer.name for layer in rules.layers if layer.kind == "ruleset"]
    return next((name for name in reversed(layers) if name in known), None)


def is_component(topic: str) -> bool:
    """Whether a topic of the atlas is about what is in the box."""
    chapter = _places().by_id(topic)
    return chapter is not None and "box" in shown(chapter)


@cache
def _places() -> Places:
    return Places(load_atlas())


def open_side(
    ruleset: RulesetName, name: str | None = None, library: Library | None = None
) -> Side:
    """Return a ruleset to compare; raises SideError if it cannot be played.

    *library* may hold files that have been read already.
    """
    shown = name or (ruleset.path if isinstance(ruleset, SourceFile) else str(ruleset))
    return side_of(open_ruleset(ruleset, library), shown, name)


def side_of(opened: OpenedRuleset, shown: str, name: str | None = None) -> Side:
    """Return a ruleset that has been read; *shown* is its name if it cannot be played."""
    try:
        game = load_opened(opened)
    except RulesetError as error:
        raise SideError("report.error.unplayable", error.diagnostics, name=shown) from None
    return Side(name or game.name, game, opened)


def shared_modes(one: Side, two: Side) -> tuple[tuple[Mode, ...], tuple[Mode, ...]]:
    """Return the modes that can be chosen on both sides, each with what it needs.

    And those that were not tried, because it would take too long.
    """
    found: list[Mode] = []
    left_out: list[Mode] = []
    budget = Budget(MOST_CHOSEN)
    for id in one.rules.variants:
        if id not in two.rules.variants or id in (*one.rules.chosen, *two.rules.chosen):
            continue
        needed = dict.fromkeys(
            name.id
            for side in (one, two)
            for name in side.rules.variants[id].names(n.Needs)
            if name.id not in (*one.rules.chosen, *two.rules.chosen)
        )
        mode = (*needed, id)
        if not budget.allows(size(one.game(), two.game())):
            left_out.append(mode)
        elif one.mode(mode) is not None and two.mode(mode) is not None:
            found.append(mode)
    return tuple(found), tuple(left_out)
