"""Explain why a move is legal or illegal: the rule, its paraphrase and its page in the manual.

`explain` takes a position and the text of a move and returns an `Explanation`. For an illegal move,
`whatif.py` finds the conditions that the move fails; each of them becomes a `Reason`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from attrs import evolve, field, frozen

from wtrules.checks.wording import stale_says
from wtrules.diagnostics import closest
from wtrules.game.game import State
from wtrules.game.whatif import Broken, conditions_against
from wtrules.program import program as p
from wtrules.program.program import Alternative, Decision
from wtrules.rules.model import Entry
from wtrules.syntax import nodes as n


@frozen
class Ground:
    """The rule behind a reason: its id, paraphrases, sources and place in a file."""

    rule: str
    says: Mapping[str, str]
    cites: tuple[str, ...]
    assumed: tuple[str, ...]
    place: str

    def text(self, lang: str = "en") -> str:
        """Return the paraphrase in a language, or in any other if there is none."""
        return self.says.get(lang) or next(iter(self.says.values()), "")


@frozen
class Reason:
    """One reason why a move is legal or illegal, with the rule behind it if there is one."""

    text: str
    ground: Ground | None = None
    # Whether the reason applies at every decision, not just at the current one.
    lasting: bool = field(default=False, eq=False, repr=False)


@frozen
class Explanation:
    """Whether a move is legal, and why."""

    move: str
    legal: bool
    reasons: tuple[Reason, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules behind the reasons."""
        return tuple(reason.ground.rule for reason in self.reasons if reason.ground is not None)

    def __str__(self) -> str:
        return self.describe()

    def describe(self, lang: str = "en") -> str:
        """Return the explanation as lines of text."""
        lines = [f"`{self.move}` is {'legal' if self.legal else 'not legal'}"]
        for reason, after in zip_longest(self.reasons, self.reasons[1:]):
            lines.append(f"  {reason.text}")
            if reason.ground is not None and (after is None or after.ground != reason.ground):
                lines += [f"    {line}" for line in _ground_lines(reason.ground, lang)]
        return "\n".join(lines)


def _ground_lines(ground: Ground, lang: str) -> Iterator[str]:
    yield f"rule     {ground.rule} ({ground.place})"
    if ground.text(lang):
        yield f"says     {ground.text(lang)}"
    if ground.cites:
        yield f"cites    {'; '.join(ground.cites)}"
    if ground.assumed:
        yield f"assumed  {', '.join(ground.assumed)}"


def explain(state: State, text: str) -> Explanation:
    """Return why a move, given as text, is legal in a position, or which rules forbid it."""
    wanted = " ".join(text.split())
    for move in state.legal_moves:
        if move.text == wanted:
            ground = ground_of(state, move.rule)
            return Explanation(wanted, True, (Reason("offered by", ground),))
    return Explanation(wanted, False, tuple(_Refusal(state, wanted).reasons()))


def ground_of(state: State, rule: str) -> Ground | None:
    """Return the `Ground` of an id: `turn.action`, `card.wizard`, `spell.piggyback`."""
    entry = _entry(state, rule)
    if entry is None:
        return None
    clauses = entry.clauses()
    # A paraphrase that a house rule has made wrong would mislead.
    is_stale = stale_says(state.game.rules, entry)
    paraphrases = [c for c in clauses if isinstance(c, n.Says) and not is_stale]
    says = {phrase.language: phrase.text for clause in paraphrases for phrase in clause.phrases}
    cites = [_cited(clause) for clause in clauses if isinstance(clause, n.Cites)]
    assumed = [name.id for x in clauses if isinstance(x, n.Assumed) for name in x.entries]
    span = entry.name_span
    place = f"{span.source.path}:{span.line}"
    return Ground(rule, says, tuple(cites), tuple(assumed), place)


def _entry(state: State, rule: str) -> Entry | None:
    kind, _, id = rule.partition(".")
    found = state.game.rules.get("rule", rule)
    if found is None and kind in ("card", "spell"):
        found = state.game.rules.get(kind, id)
    return found


def _cited(clause: n.Cites) -> str:
    parts = (clause.manual.id, f'"{clause.section}"' if clause.section else None, clause.page)
    return " ".join(part for part in parts if part)


# --- illegal moves ----------------------------------------------------------------------------


class _BadName(Exception):
    """A name in a move that does not refer to anything here; the message says why."""


class _Hidden(_BadName):
    """The name of a piece that is on the board but covered."""


@frozen
class _Refusal:
    state: State
    text: str

    def reasons(self) -> list[Reason]:
        state = self.state
        here = state.decision
        if here is None:
            return [Reason("the game is over")]
        others = [decision for decision in state.program.decisions if decision is not here]
        for decision in (here, *others):
            found = list(self._in_decision(decision))
            if not found:
                continue
            if decision is here:
                return found
            return [x for x in found if x.lasting] or [self._not_now(here)]
        return [self._unknown()]

    def _in_decision(self, decision: Decision) -> Iterator[Reason]:
        """Yield why a decision does not offer the move; nothing if it never has such moves."""
        words = self.text.split(" ")
        best: list[Reason] | None = None
        for number, alternative in enumerate(decision.alternatives):
            names = _names(alternative, words)
            if names is None:
                continue
            try:
                values = [self._value(k, x) for k, x in zip(alternative.kinds, names, strict=True)]
            except _BadName as error:
                is_hidden = isinstance(error, _Hidden)
                ground = ground_of(self.state, alternative.rule) if is_hidden else None
                found = [Reason(str(error), ground, lasting=True)]
            else:
                found = self._against(decision, number, alternative, values)
            if best is None or len(found) < len(best):
                best = found
        yield from best or ()

    def _against(
        self, decision: Decision, number: int, alternative: Alternative, values: list[int]
    ) -> list[Reason]:
        state = self.state
        code = 0
        for value, radix in zip(reversed(values), reversed(alternative.radices), strict=True):
            code = code * radix + value
        option = code * len(decision.alternatives) + number
        broken = conditions_against(state, decision, option)
        if broken is None:
            return [self._not_considered(alternative, values)]
        reasons: list[Reason] = []
        for one in broken:
            for reason in self._why(one, decision, alternative):
                if reason not in reasons:
                    reasons.append(reason)
        return reasons or [self._clause(alternative)]

    def _why(
        self, broken: Broken, decision: Decision, alternative: Alternative
    ) -> Iterator[Reason]:
        """Yield a broken condition in words; which ones depends on the fields it reads."""
        state = self.state
        for rule in broken.forbidden_by:
            yield Reason("forbidden by", ground_of(state, rule))
        if broken.forbidden_by:
            return
        asker = ground_of(state, decision.rule)
        own = ground_of(state, alternative.rule)
        name = state.program.colours[state.to_act]
        fields = {load.array for load in broken.loads}
        if "laid_out" in fields:
            spell = self._spell(alternative)
            yield Reason(f"the spell `{spell}` is not laid out", asker, lasting=True)
        elif alternative.spell is not None and _asks_for_flasks(broken):
            costs, full = broken.numbers
            flasks = "flask" if costs == 1 else "flasks"
            yield Reason(f"it costs {costs} full {flasks}, {name} has {full}", asker, lasting=True)
        elif used := [f for f in fields if f.startswith("used.")]:
            right = used[0].removeprefix("used.")
            yield Reason(f"the right to it is used up already (`{right}`)", asker, lasting=True)
        elif "hand" in fields:
            yield Reason(f"{name} does not hold that card", asker)
        elif isinstance(broken.condition, p.Entry):
            yield Reason("the card on the table cannot do that", own)
        else:
            yield self._clause(alternative)

    def _spell(self, alternative: Alternative) -> str:
        """Return the spell that a move casts or picks."""
        if "spell" in alternative.kinds:
            names = _names(alternative, self.text.split(" ")) or []
            return names[alternative.kinds.index("spell")]
        return alternative.spell or self.text

    def _clause(self, alternative: Alternative) -> Reason:
        """Return a reason that quotes the conditions of a rule."""
        entry = _entry(self.state, alternative.rule)
        texts = []
        for clause in entry.clauses() if entry is not None else ():
            if isinstance(clause, n.When | n.Choose):
                texts.append(f"`{' '.join(clause.span.text.split())}`")
        shown = " and ".join(texts)
        text = f"the rule requires {shown}" if shown else "the rule does not offer it"
        return Reason(text, ground_of(self.state, alternative.rule))

    def _not_considered(self, alternative: Alternative, values: list[int]) -> Reason:
        """Return why the rule never considers a piece: it is another player's, or hidden."""
        state, program = self.state, self.state.program
        clause = self._clause(alternative)
        for kind, value in zip(alternative.kinds, values, strict=True):
            if kind != "wizard":
                continue
            cell, owner = divmod(value, program.players)
            space, level = divmod(cell, program.levels)
            if level < state.numbers("height")[space]:
                return evolve(clause, text=f"that wizard is hidden under a tower; {clause.text}")
            if owner != state.to_act:
                whose = f"that wizard belongs to {program.colours[owner]}"
                return evolve(clause, text=f"{whose}; {clause.text}")
        return clause

    def _not_now(self, here: Decision) -> Reason:
        shown = [f"`{move.text}`" for move in self.state.legal_moves][:4]
        more = " …" if len(self.state.options) > 4 else ""
        offer = f"{', '.join(shown)}{more}" if shown else "none"
        text = f"that is not what has to be decided now; legal moves: {offer}"
        return Reason(text, ground_of(self.state, here.rule))

    def _unknown(self) -> Reason:
        texts = [move.text for move in self.state.legal_moves]
        near = closest(self.text, texts)
        hint = f"; did you mean `{near}`?" if near else ""
        shown = ", ".join(f"`{text}`" for text in texts[:4]) or "none"
        return Reason(f"no move of this game is written like that{hint} (legal moves: {shown})")

    # --- names of pieces ---

    def _value(self, kind: str, name: str) -> int:
        """Return the number of a piece, place, card … from its name."""
        program = self.state.program
        match kind:
            case "player":
                return self._index(name, list(program.letters), "player")
            case "card":
                return self._index(name, [card.code for card in program.cards], "card")
            case "spell":
                return self._index(name, list(program.spells), "spell")
            case "space":
                return self._index(name, [f"s{i}" for i in range(program.spaces)], "space")
            case "number":
                if name.isascii() and name.isdecimal() and len(name) < 4:
                    return int(name)
                raise _BadName(f"`{name}` is not a number from 0 to 999")
        return self._piece(kind, name)

    def _index(self, name: str, known: list[str], what: str) -> int:
        if name in known:
            return known.index(name)
        raise _BadName(f"there is no {what} `{name}`; there are: {', '.join(known)}")

    def _piece(self, kind: str, name: str) -> int:
        state, program = self.state, self.state.program
        where, owner = name, 0
        if kind == "wizard":
            where, letter = name[:-1], name[-1:]
            owner = self._index(letter, list(program.letters), "player")
        first, dot, last = where.partition(".")
        space = self._index(first, [f"s{i}" for i in range(program.spaces)], "space")
        height = state.numbers("height")[space]
        if dot and not (last.isascii() and last.isdecimal() and int(last) <= height):
            raise _BadName(f"s{space} has no level {last}; it has {_count(height, 'tower')}")
        if kind == "tower":
            if not height:
                raise _BadName(f"there is no tower on s{space}")
            if not dot and height > 1:
                levels = ", ".join(f"s{space}.{i}" for i in range(1, height + 1))
                raise _BadName(f"s{space} has {height} towers: say which, {levels}")
        level = int(last) if dot else height
        if kind == "tower" and level == 0:
            raise _BadName(f"level 0 of s{space} is the ground, not a tower")
        cell = space * program.levels + level
        if kind != "wizard":
            return cell
        stack = state.board.spaces[space]
        letter = program.letters[owner]
        if letter not in stack.surfaces[level]:
            colour = program.colours[owner]
            if not dot and letter in stack.beneath:
                raise _Hidden(f"the {colour} wizard on s{space} is hidden under a tower")
            raise _BadName(f"no {colour} wizard stands on {where}")
        return cell * program.players + owner


def _asks_for_flasks(broken: Broken) -> bool:
    """Return whether a condition compares a price with a player's full flasks."""
    match broken.condition:
        case p.Op(op="<=", args=(_, p.Load(array="full"))):
            return True
    return False


def _names(alternative: Alternative, words: list[str]) -> list[str] | None:
    """Return the names in a move if its words match an alternative."""
    fixed = len(alternative.words)
    rest = words[fixed:]
    if tuple(words[:fixed]) != alternative.words or len(rest) != 2 * len(alternative.kinds):
        return None
    return rest[1::2] if tuple(rest[::2]) == alternative.kinds else None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
