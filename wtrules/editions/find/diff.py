"""Finding what differs between two sides: entries by kind and id, modes, statements of the manuals.

Two sides come in; ungraded findings go out. Entries are compared after all layers, in every mode
both sides offer; what a manual says is compared topic by topic of the atlas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import evolve, field, frozen

from wtrules.editions.changes import (
    Change,
    Key,
    Mode,
    StanceChanged,
    Statement,
    TellingChanged,
    Wording,
)
from wtrules.editions.find.details import (
    citation_changes,
    detailed,
    statement_changes,
)
from wtrules.editions.phrasing import PhrasingChanged
from wtrules.editions.sides import Side, shared_modes
from wtrules.game.load import load_atlas
from wtrules.meaning.changes import (
    Added,
    CitationChanged,
    ClauseChanged,
    Removed,
    ValueChanged,
    changes,
    meaning_text,
    number_list,
    text,
    unit_text,
    value_text,
)
from wtrules.meaning.sentences import sentences
from wtrules.resolve.citations import Citation, citations_of
from wtrules.resolve.clauses import clauses_of, covered, texts
from wtrules.resolve.coverage import Reading, readings_of
from wtrules.resolve.model import Entry, Rules, VariantInfo
from wtrules.syntax import nodes as n
from wtrules.value import Value

# Kinds of entries that are about the rules and do nothing in a game.
NOT_COMPARED = ("topic", "manual", "example", "assumption", "chapter", "label")


@frozen
class Found(Value):
    """An entry that differs: how, in which mode, and the topics it models.

    Or several entries that model one topic together: they are its members.
    """

    key: Key
    changes: tuple[Change, ...]
    one: Wording
    two: Wording
    mode: Mode = ()
    topics: frozenset[str] = frozenset()
    members: tuple[Found, ...] = ()

    @property
    def keys(self) -> frozenset[Key]:
        """The entries it is about."""
        return frozenset(member.key for member in self.members) or frozenset([self.key])


@frozen
class Findings(Value):
    """Everything that differs, before it is graded."""

    entries: tuple[Found, ...]
    statements: tuple[Statement, ...]
    phrasings: tuple[Statement, ...]  # both mean the same, and put it differently
    lost: tuple[str, ...]
    modes: tuple[Mode, ...]
    only_one: tuple[str, ...]
    only_two: tuple[str, ...]
    chapters: Mapping[str, str] = field(factory=dict)  # of the topics
    left_out: tuple[Mode, ...] = ()  # modes that were not compared


def find(one: Side, two: Side) -> Findings:
    """Return everything that differs between two sides."""
    modes, left_out = shared_modes(one, two)
    base = _entries(one, two, ())
    chosen = tuple((id,) for id in one.rules.chosen if id in two.rules.chosen)
    entries = [found for found in base if not _is_mode(found, (*modes, *chosen))]
    known = {(found.key, change) for found in base for change in found.changes}
    for mode in modes:
        for found in _entries(one, two, mode):
            # What differs without the mode is listed already.
            own = tuple(c for c in found.changes if (found.key, c) not in known)
            if own and found.key[0] != "variant":
                entries.append(evolve(found, changes=own))
                known |= {(found.key, change) for change in own}
    for mode in (*modes, *chosen):
        entries += _mode_changes(one, two, mode)
    statements, lost, chapters = _statements(one, two)
    is_phrasing = [isinstance(statement.change, PhrasingChanged) for statement in statements]
    mine, theirs = one.rules, two.rules
    return Findings(
        tuple(entries),
        tuple(s for s, only in zip(statements, is_phrasing, strict=True) if not only),
        tuple(s for s, only in zip(statements, is_phrasing, strict=True) if only),
        tuple(lost),
        modes,
        tuple(id for id in mine.variants if id not in theirs.variants and id not in mine.chosen),
        tuple(id for id in theirs.variants if id not in mine.variants and id not in theirs.chosen),
        chapters,
        left_out,
    )


# --- entries ---------------------------------------------------------------------------------------


def _entries(one: Side, two: Side, mode: Mode) -> list[Found]:
    old, new = one.mode(mode), two.mode(mode)
    assert old is not None
    assert new is not None
    grouped: dict[Key, list[Change]] = {}
    for change in changes(new, old):
        key = key_of(change, old, new)
        if key[0] in NOT_COMPARED:
            continue
        if isinstance(change, ClauseChanged) and key[0] != "variant":
            a, b = old.entries.get(key), new.entries.get(key)
            if a is not None and b is not None:
                grouped.setdefault(key, []).extend(detailed(change, a.node, b.node))
                continue
        grouped.setdefault(key, []).append(change)
    for key, entry in new.entries.items():
        before = old.entries.get(key)
        if before is None or key[0] in NOT_COMPARED:
            continue
        more: list[Change] = []
        if before.node != entry.node:
            more += statement_changes(before, entry)
        more += citation_changes(before, entry)
        if more:
            grouped.setdefault(key, []).extend(more)
    # Two manuals are compared by the atlas, topic by topic, in what their rules only say.
    by_atlas = None not in (one.manual, two.manual) and one.manual != two.manual
    return [
        Found(
            key,
            found,
            _wording(old, key, one.manual),
            _wording(new, key, two.manual),
            mode,
            _topics(old, key) | _topics(new, key),
        )
        for key, every in grouped.items()
        if (found := tuple(_not_in_atlas(every, old, new, key) if by_atlas else every))
    ]


def _not_in_atlas(found: list[Change], old: Rules, new: Rules, key: Key) -> Iterator[Change]:
    """Yield the changes that the atlas does not compare, topic by topic, for what shipped rules say."""
    sides = [(rules, rules.entries.get(key)) for rules in (old, new)]
    there = [(rules, entry) for rules, entry in sides if entry is not None]
    if key[0] != "rule" or not all(_is_in_atlas(rules, entry) for rules, entry in there):
        yield from found
        return
    if all(isinstance(x, n.DESCRIPTIONS) for _, entry in there for x in entry.clauses()):
        return
    rest = [x for x in found if not (isinstance(x, ClauseChanged) and x.what == "says")]
    # Other words come with other citations.
    if len(rest) == len(found) or not all(isinstance(x, CitationChanged) for x in rest):
        yield from rest


def _is_in_atlas(rules: Rules, entry: Entry) -> bool:
    """Whether a definition is part of what is shipped, and covers topics."""
    shipped = {layer.name for layer in rules.layers if layer.shipped} | rules.variants.keys()
    return entry.chain[-1].layer in shipped and bool(covered(entry.node))


def key_of(change: Change, old: Rules, new: Rules) -> Key:
    """Return kind and id of what a change is about."""
    if isinstance(change, ValueChanged):
        for kind in ("setting", "memory", "allowance"):
            if (kind, change.path) in new.entries:
                return kind, change.path
        return "players", "players"
    assert isinstance(change, Added | Removed | ClauseChanged)
    return change.kind, change.id


def _wording(rules: Rules, key: Key, manual: str | None) -> Wording:
    """Return how a side words an entry; an edition cites its own pages if the atlas has them."""
    if key[0] == "players":
        return Wording(value=number_list(rules.players))
    node: object
    if key[0] == "variant":
        variant = rules.variants.get(key[1])
        if variant is None:
            return Wording()
        node = variant.node
    else:
        entry = rules.entries.get(key)
        if entry is None:
            return Wording()
        node = entry.node
        shipped = {layer.name for layer in rules.layers if layer.shipped}
        if entry.chain[-1].layer not in shipped:  # a house rule is not in any manual
            manual = None
    own = _own_readings(node, manual)
    return Wording(
        sentences(rules, node) or texts(node, n.NameClause),
        tuple(own_pages(node, manual) or citations_of(node)),
        value=_value(rules, key),
        language=rules.language,
        sections=tuple(dict.fromkeys(reading.section or "" for reading in own)),
    )


def own_pages(node: object, manual: str | None) -> list[Citation]:
    """Return the places in a manual that a definition is about, by the topics it covers."""
    readings = _own_readings(node, manual)
    return list(dict.fromkeys(_place(manual or "", reading) for reading in readings))


def _own_readings(node: object, manual: str | None) -> list[Reading]:
    """Return what a manual says about the topics that a definition covers."""
    there = manual_readings(manual) if manual is not None else {}
    found = (there.get(topic) for topic in covered(node))
    return [reading for reading in found if reading is not None and reading.section]


def _place(manual: str, reading: Reading) -> Citation:
    """Return where a manual says something; what else it says there is no part of it."""
    return Citation(manual, reading.section, reading.page)


def _value(rules: Rules, key: Key) -> str | None:
    entry = rules.entries.get(key)
    match entry.node if entry is not None else None:
        case n.Setting() as node:
            return value_text(node.value)
        case n.Allowance() as node:
            return f"{text(node.amount.span)} {unit_text(node.unit)}"
        case n.Define() as node:
            return meaning_text(node)
        case _:
            return None


def _topics(rules: Rules, key: Key) -> frozenset[str]:
    entry = rules.entries.get(key)
    if entry is not None:
        return frozenset(covered(entry.node)) | ({entry.id} if entry.kind == "rule" else set())
    if key[0] == "variant" and key[1] in rules.variants:
        return frozenset(covered(rules.variants[key[1]].node))
    return frozenset()


# --- modes -----------------------------------------------------------------------------------------


def _is_mode(found: Found, modes: tuple[Mode, ...]) -> bool:
    """Whether a finding only says that a mode has another definition, which is compared in detail."""
    return found.key[0] == "variant" and any(mode[-1] == found.key[1] for mode in modes)


def _mode_changes(one: Side, two: Side, mode: Mode) -> Iterator[Found]:
    """Yield what differs in the heading of a mode: name, words, numbers of players."""
    id = mode[-1]
    old, new = one.rules.variants[id], two.rules.variants[id]
    found: list[Change] = []
    differs = {
        "name": texts(old.node, n.NameClause) != texts(new.node, n.NameClause),
        # As it is written: what its blanks and conditions read differs elsewhere.
        "says": [*clauses_of(old.node, n.Says)] != [*clauses_of(new.node, n.Says)],
    }
    for what in (what for what, is_so in differs.items() if is_so):
        found += detailed(ClauseChanged("variant", id, what), old.node, new.node)
    if old.players != new.players:
        shown = [_counts(side) for side in (old, new)]
        found.append(ClauseChanged("variant", id, "players", *shown))
    for word, link in (("needs", n.Needs), ("excludes", n.Excludes)):
        names = [", ".join(x.id for x in side.names(link)) or None for side in (old, new)]
        if names[0] != names[1]:
            found.append(ClauseChanged("variant", id, word, *names))
    if found:
        key = ("variant", id)
        worded = [_wording(side.rules, key, side.manual) for side in (one, two)]
        yield Found(key, tuple(found), worded[0], worded[1], (), _topics(one.rules, key))


def _counts(variant: VariantInfo) -> str:
    return number_list(variant.players) if variant.players is not None else "all"


# --- the manuals -----------------------------------------------------------------------------------


@cache
def manual_readings(manual: str) -> Mapping[str, Reading]:
    """Return what a manual does with each topic of the atlas."""
    entry = load_atlas().get("manual", manual)
    return readings_of(entry) if entry is not None else {}


def _statements(one: Side, two: Side) -> tuple[list[Statement], list[str], dict[str, str]]:
    if one.manual is None or two.manual is None or one.manual == two.manual:
        return [], [], {}
    found: list[Statement] = []
    lost: list[str] = []
    chapters: dict[str, str] = {}
    old, new = manual_readings(one.manual), manual_readings(two.manual)
    for entry in load_atlas().of_kind("topic"):
        a, b = old[entry.id], new[entry.id]
        told = [_told(entry, side, reading) for side, reading in ((one, a), (two, b))]
        change = _statement(entry, a, b) or _phrasing(entry, *told)
        if change is None:
            if "lost" in (a.stance, b.stance) and a.stance != b.stance:
                lost.append(entry.id)
            continue
        found.append(Statement(entry.id, change, *told))
        assert isinstance(entry.node, n.Topic)
        chapters[entry.id] = next(
            (c.name.id for c in entry.node.clauses if isinstance(c, n.InChapter)), ""
        )
    return found, lost, chapters


def _statement(entry: Entry, a: Reading, b: Reading) -> StanceChanged | TellingChanged | None:
    if "lost" in (a.stance, b.stance):
        return None  # the text is lost
    if "omits" not in (a.stance, b.stance) and a.differs != b.differs:
        said = [_english(entry, reading) for reading in (a, b)]
        return TellingChanged(entry.id, *said)
    return StanceChanged(entry.id, a.stance, b.stance) if a.stance != b.stance else None


def _phrasing(entry: Entry, one: Wording, two: Wording) -> PhrasingChanged | None:
    found = one.phrasings(two)
    return PhrasingChanged(entry.id, found) if found else None


def _english(entry: Entry, reading: Reading) -> str:
    return (reading.differs or texts(entry.node, n.Says)).get("en", "")


def _told(entry: Entry, side: Side, reading: Reading) -> Wording:
    if reading.stance == "omits":
        return Wording(stance="omits")
    assert side.manual is not None
    return Wording(
        reading.differs or texts(entry.node, n.Says),
        (_place(side.manual, reading),),
        reading.stance,
        phrased=reading.phrased,
        language=side.rules.language,
        sections=(reading.section,) if reading.section else (),
    )
