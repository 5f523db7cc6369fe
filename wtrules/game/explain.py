"""Explain why a move is legal or illegal: the rule, its paraphrase and its page in the manual.

`explain` takes a position and the text of a move and returns an `Explanation`. For an illegal move,
`whatif.py` finds the conditions that the move fails; each of them becomes a `Reason`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest

from attrs import evolve, field, frozen

from wtrules.checks.stale_says import stale_says
from wtrules.diagnostics import closest
from wtrules.game.game import State
from wtrules.game.happened import wizard_of
from wtrules.game.moves import named_move
from wtrules.game.whatif import Broken, conditions_against
from wtrules.meaning.sentences import sentences
from wtrules.notebook import shown
from wtrules.position import wizards
from wtrules.program import program as p
from wtrules.program.program import Alternative, Decision
from wtrules.resolve.citations import Citation, citation
from wtrules.say.citations import citation_texts
from wtrules.say.describe import entry_of
from wtrules.say.things import Place
from wtrules.say.voice import Voice
from wtrules.syntax import nodes as n
from wtrules.texts import LANGUAGES, Texts
from wtrules.value import Value


@frozen
class Ground(Value):
    """The rule behind a reason: its id, paraphrases, sources and place in a file."""

    rule: str
    says: Mapping[str, str]
    cites: tuple[Citation, ...]
    assumed: tuple[str, ...]
    place: str

    def text(self, lang: str = "en") -> str:
        """Return the paraphrase in a language, or in any other if there is none."""
        return self.says.get(lang) or next(iter(self.says.values()), "")


@frozen
class Sentence(Value):
    """A text of the catalogue and its placeholders; a mapping is a name in several languages."""

    key: str
    parts: Mapping[str, object] = field(factory=dict)

    def text(self, texts: Texts) -> str:
        """Return the sentence in a language."""
        parts = {
            name: texts.phrase(part) if isinstance(part, Mapping) else part
            for name, part in self.parts.items()
        }
        return texts(self.key, **parts)


@frozen
class Reason(Value):
    """One reason why a move is legal or illegal, with the rule behind it if there is one."""

    sentences: tuple[Sentence, ...]
    ground: Ground | None = None
    # Whether the reason applies at every decision, not just at the current one.
    lasting: bool = field(default=False, eq=False, repr=False)
    # Whether the text is no move at all: other words than any move has, or names of nothing here.
    misnamed: bool = field(default=False, eq=False, repr=False)

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.in_language(Texts("en"))

    def in_language(self, texts: Texts) -> str:
        """Return the reason in a language."""
        return "; ".join(sentence.text(texts) for sentence in self.sentences)

    @property
    def names_rule(self) -> bool:
        """Whether the name of the rule completes the sentence: `forbidden by …`."""
        return self.sentences[-1].key in ("explain.offered_by", "explain.forbidden_by")


def _reason(
    key: str,
    ground: Ground | None = None,
    /,
    *,
    lasting: bool = False,
    misnamed: bool = False,
    **parts: object,
) -> Reason:
    return Reason((Sentence(key, parts),), ground, lasting, misnamed)


@frozen
class Explanation(Value):
    """Whether a move is legal, and why."""

    move: str
    legal: bool
    reasons: tuple[Reason, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules behind the reasons."""
        return tuple(reason.ground.rule for reason in self.reasons if reason.ground is not None)

    @property
    def is_no_move(self) -> bool:
        """Whether the text is nothing that a move of the game could be."""
        keys = {sentence.key for reason in self.reasons for sentence in reason.sentences}
        return not keys.isdisjoint(("explain.no_such_move", "explain.no_such_move_near"))

    def __str__(self) -> str:
        return self.describe()

    def _repr_html_(self) -> str:
        return shown("wtrules.game.notebook:explanation_html", self)

    def describe(self, lang: str = "en") -> str:
        """Return the explanation as lines of text."""
        texts = Texts(lang)
        lines = [texts("explain.legal" if self.legal else "explain.illegal", move=self.move)]
        for reason, facts in self.with_facts(texts):
            lines.append(f"  {reason}")
            lines += [f"    {word:<9}{value}" for word, value in facts.items()]
        return "\n".join(lines)

    def with_facts(self, texts: Texts) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield the reasons in words, the last one about a rule with what is known about it."""
        for reason, after in zip_longest(self.reasons, self.reasons[1:]):
            is_last = after is None or after.ground != reason.ground
            ground = reason.ground if is_last else None
            yield reason.in_language(texts), ground_facts(ground, texts) if ground else {}


def ground_facts(ground: Ground, texts: Texts) -> dict[str, str]:
    """Return what is known about a rule, by what it is called."""
    values = {
        texts("explain.rule"): f"{ground.rule} ({ground.place})",
        texts("explain.says"): ground.text(texts.language),
        texts("explain.cites"): "; ".join(citation_texts(ground.cites, texts)),
        texts("explain.assumed"): ", ".join(ground.assumed),
    }
    return {word: value for word, value in values.items() if value}


def explain(state: State, text: str) -> Explanation:
    """Return why a move, given as text, is legal in a position, or which rules forbid it."""
    wanted = " ".join(text.split())
    move = named_move(wanted, state.legal_moves)
    if move is not None:
        ground = ground_of(state, move.rule)
        return Explanation(wanted, True, (_reason("explain.offered_by", ground),))
    return Explanation(wanted, False, tuple(_Refusal(state, wanted).reasons()))


def ground_of(state: State, rule: str) -> Ground | None:
    """Return the `Ground` of an id: `turn.action`, `card.wizard`, `spell.piggyback`."""
    entry = entry_of(state.game.rules, rule)
    if entry is None:
        return None
    clauses = entry.clauses()
    # A paraphrase that a house rule has made wrong would mislead.
    is_stale = stale_says(state.game.rules, entry)
    says = {} if is_stale else sentences(state.game.rules, entry.node, state.players)
    cites = [citation(clause) for clause in clauses if isinstance(clause, n.Cites)]
    assumed = [name.id for x in clauses if isinstance(x, n.Assumed) for name in x.entries]
    span = entry.name_span
    place = f"{span.source.path}:{span.line}"
    return Ground(rule, says, tuple(cites), tuple(assumed), place)


def named_values(state: State, text: str) -> tuple[Alternative, tuple[int, ...]] | None:
    """Return what a move, legal or not, names: the type of option, and its pieces, cards and places.

    None if no decision has such moves, or if it names something that is not there.
    """
    here = state.decision_point
    others = [decision for decision in state.program.decisions if decision is not here]
    for decision in ([here] if here is not None else []) + others:
        for alternative in decision.alternatives:
            names = _names(alternative, text.split())
            if names is None:
                continue
            refusal = _Refusal(state, text)
            try:
                pairs = zip(alternative.kinds, names, strict=True)
                return alternative, tuple(refusal._value(kind, name) for kind, name in pairs)
            except _BadName:
                continue
    return None


# --- illegal moves ----------------------------------------------------------------------------


class _BadName(Exception):
    """A name in a move that does not refer to anything here, and why."""

    def __init__(self, key: str, **parts: object) -> None:
        super().__init__(key)
        self.key = key
        self.parts = parts


@frozen
class _Refusal(Value):
    state: State
    text: str

    def reasons(self) -> list[Reason]:
        state = self.state
        here = state.decision_point
        if here is None:
            is_move = any(self._is_like(decision) for decision in state.program.decisions)
            return [_reason("explain.over") if is_move else self._unknown()]
        others = [decision for decision in state.program.decisions if decision is not here]
        for decision in (here, *others):
            found = list(self._in_decision(decision))
            if not found:
                continue
            if decision is here:
                return found
            return [x for x in found if x.lasting] or [self._not_now(here)]
        return [self._unknown()]

    def _is_like(self, decision: Decision) -> bool:
        """Return whether a decision has moves with these words."""
        words = self.text.split(" ")
        return any(_names(alternative, words) is not None for alternative in decision.alternatives)

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
                is_covered = error.key == "explain.covered"
                ground = ground_of(self.state, alternative.rule) if is_covered else None
                found = [
                    _reason(error.key, ground, lasting=True, misnamed=not is_covered, **error.parts)
                ]
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
        cast = {ban.rule for ban in state.program.notes.forbids.get("spell-cast", ())}
        for rule in broken.forbidden_by:
            # If no spell can be cast, nobody is asked for one; the rule forbids it all the same.
            lasting = alternative.spell is not None and rule in cast
            yield _reason("explain.forbidden_by", ground_of(state, rule), lasting=lasting)
        if broken.forbidden_by:
            return
        asker = ground_of(state, decision.rule)
        own = ground_of(state, alternative.rule)
        who = self._player(state.to_act)
        fields = {load.array for load in broken.loads}
        if "laid_out" in fields:
            spell = self._spell(alternative)
            yield _reason("explain.not_laid_out", asker, lasting=True, spell=spell)
        elif alternative.spell is not None and _asks_for_flasks(broken):
            cost, full = broken.numbers
            yield _reason("explain.too_dear", asker, lasting=True, n=cost, who=who, full=full)
        elif used := [f for f in fields if f.startswith("used.")]:
            allowance = used[0].removeprefix("used.")
            yield _reason("explain.used_up", asker, lasting=True, allowance=allowance)
        elif "hand" in fields:
            yield _reason("explain.not_in_hand", asker, who=who)
        elif isinstance(broken.condition, p.Entry):
            yield _reason("explain.not_this_card", own)
        else:
            yield self._clause(alternative)

    def _player(self, seat: int) -> dict[str, str]:
        """Return what a player is called in every language."""
        return self._said(lambda voice: voice.player(self.state.program.board.letters[seat]))

    def _wizard(self, owner: int, space: int) -> dict[str, str]:
        """Return a player's wizard on a space in every language."""
        return self._said(lambda voice: voice.thing(wizard_of(self.state, owner, space)))

    def _no_wizard(self, owner: int, space: int, level: str) -> dict[str, str]:
        """Return that a player has no wizard on a space, or on a level of it, in every language."""
        letter = wizard_of(self.state, owner, space).letter
        place = Place(space, int(level) if level else None)
        return self._said(lambda voice: voice.no_wizard(letter, place))

    def _said(self, say: Callable[[Voice], str]) -> dict[str, str]:
        return {lang: say(Voice(self.state.game.rules, lang)) for lang in LANGUAGES}

    def _spell(self, alternative: Alternative) -> str:
        """Return the spell that a move casts or picks."""
        if "spell" in alternative.kinds:
            names = _names(alternative, self.text.split(" ")) or []
            return names[alternative.kinds.index("spell")]
        return alternative.spell or self.text

    def _clause(self, alternative: Alternative) -> Reason:
        """Return a reason that quotes the conditions of a rule."""
        entry = entry_of(self.state.game.rules, alternative.rule)
        clauses = entry.clauses() if entry is not None else ()
        conditions_of = _conditions(clauses, alternative)
        quoted = [f"`{clause.span.flat_text}`" for clause in conditions_of]
        ground = ground_of(self.state, alternative.rule)
        if not quoted:
            return _reason("explain.not_offered", ground)
        conditions = {lang: Texts(lang)("explain.and").join(quoted) for lang in LANGUAGES}
        return _reason("explain.requires", ground, conditions=conditions)

    def _not_considered(self, alternative: Alternative, values: list[int]) -> Reason:
        """Return why the rule never considers a piece: it is another player's, or hidden."""
        state, program = self.state, self.state.program
        clause = self._clause(alternative)
        for kind, value in zip(alternative.kinds, values, strict=True):
            if kind != "wizard":
                continue
            cell, owner, _ = program.wizard(value)
            space, level = divmod(cell, program.board.levels)
            if level < state.numbers("height")[space]:
                first = Sentence("explain.hidden_wizard")
                return evolve(clause, sentences=(first, *clause.sentences))
            if owner != state.to_act:
                first = Sentence("explain.their_wizard", {"who": self._player(owner)})
                return evolve(clause, sentences=(first, *clause.sentences))
        return clause

    def _not_now(self, here: Decision) -> Reason:
        more = " …" if len(self.state.options) > 4 else ""
        moves = {lang: text + more for lang, text in self._first_moves().items()}
        return _reason("explain.not_now", ground_of(self.state, here.rule), moves=moves)

    def _unknown(self) -> Reason:
        moves = self._first_moves()
        near = closest(self.text, [move.text for move in self.state.legal_moves])
        if near is None:
            return _reason("explain.no_such_move", misnamed=True, moves=moves)
        return _reason("explain.no_such_move_near", misnamed=True, near=near, moves=moves)

    def _first_moves(self) -> dict[str, str]:
        """Return some legal moves, or that there are none, in every language."""
        shown = ", ".join(f"`{move.text}`" for move in self.state.legal_moves[:4])
        return {lang: shown or Texts(lang)("explain.none") for lang in LANGUAGES}

    # --- names of pieces ---

    def _value(self, kind: str, name: str) -> int:
        """Return the number of a piece, place, card … from its name."""
        program = self.state.program
        match kind:
            case "player":
                return self._index(name, list(program.board.letters), "player")
            case "card":
                return self._index(name, list(program.card_names), "card")
            case "spell":
                return self._index(name, list(program.words.spells), "spell")
            case "piece":
                return self._index(name, list(program.board.piece_names), "piece")
            case "space":
                return self._index(name, [f"s{i}" for i in range(program.board.spaces)], "space")
            case "number":
                if name.isascii() and name.isdecimal() and len(name) < 4:
                    return int(name)
                raise _BadName("explain.not_a_number", name=name)
        return self._piece(kind, name)

    def _index(self, name: str, known: list[str], what: str) -> int:
        if name in known:
            return known.index(name)
        raise _BadName(f"explain.unknown.{what}", name=name, known=", ".join(known))

    def _piece(self, kind: str, name: str) -> int:
        state, program = self.state, self.state.program
        where, owner = name, 0
        if kind == "wizard":
            bare, colon, _ = name.partition(":")
            where, letter = bare[:-1], bare[-1:]
            owner = self._index(letter, list(program.board.letters), "player")
        first, dot, last = where.partition(".")
        space = self._index(first, [f"s{i}" for i in range(program.board.spaces)], "space")
        height = state.numbers("height")[space]
        if dot and not (last.isascii() and last.isdecimal() and int(last) <= height):
            raise _BadName("explain.no_level", space=space, level=last, n=height)
        if kind == "tower":
            if not height:
                raise _BadName("explain.no_tower", space=space)
            if not dot and height > 1:
                levels = ", ".join(f"s{space}.{i}" for i in range(1, height + 1))
                raise _BadName("explain.which_tower", space=space, height=height, levels=levels)
        level = int(last) if dot else height
        if kind == "tower" and level == 0:
            raise _BadName("explain.ground", space=space)
        cell = space * program.board.levels + level
        if kind != "wizard":
            return cell
        stack = state.board.spaces[space]
        letter = program.board.letters[owner]
        if letter not in stack.surfaces[level]:
            if not dot and letter in stack.beneath:
                raise _BadName("explain.covered", wizard=self._wizard(owner, space))
            raise _BadName("explain.no_wizard", wizard=self._no_wizard(owner, space, last))
        slots = wizards.slots_at(program, state.data, cell, owner)
        numbers = [program.wizard_number(cell, owner, slot) for slot in slots]
        named = [number for number in numbers if state.name("wizard", number) == name]
        if not named and colon:
            known = ", ".join(sorted({state.name("wizard", number) for number in numbers}))
            raise _BadName("explain.unknown.wizard", name=name, known=known)
        return (named or numbers)[0]


def _conditions(
    clauses: Iterable[n.Clause], alternative: Alternative
) -> Iterator[n.When | n.Choose]:
    """Yield the conditions and choices that lead to an alternative."""
    for clause in clauses:
        if isinstance(clause, n.When | n.Choose):
            yield clause
        elif isinstance(clause, n.Either):
            for branch in clause.branches:
                options = [s.name.id for s in branch.statements if isinstance(s, n.Option)]
                if tuple(options) == alternative.words[-1:]:
                    yield from _conditions(branch.statements, alternative)


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
