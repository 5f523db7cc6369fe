"""What every printed manual says about a topic: the history of a rule, from the oldest to the newest."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from wtrules.editions.differences import Difference
from wtrules.editions.find.diff import manual_readings
from wtrules.editions.report.names import Names
from wtrules.editions.sides import manuals
from wtrules.game.load import load_atlas
from wtrules.resolve.citations import Citation
from wtrules.resolve.clauses import texts as phrases_of
from wtrules.say.citations import page_text
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class Told(Value):
    """What one manual does with a topic."""

    manual: str  # its name
    id: str
    stance: str  # states, implies, omits, lost
    page: str
    version: int  # the number of its sentence among those of the topic; 0: it says nothing


@frozen
class Telling(Value):
    """A topic through all manuals: each sentence once, and who says it where."""

    topic: str
    title: str
    chapter: str
    versions: tuple[str, ...]  # the different sentences
    manuals: tuple[Told, ...]

    def of_version(self, number: int) -> tuple[Told, ...]:
        """Return the manuals that say a sentence; those of number 0 say nothing."""
        return tuple(one for one in self.manuals if one.version == number)

    @property
    def differs(self) -> bool:
        """Whether the manuals do not all do the same with it."""
        return len({(one.stance, one.version) for one in self.manuals}) > 1


def telling(topic: str, names: Names) -> Telling | None:
    """Return what all manuals say about a topic; None if the atlas does not know it."""
    entry = load_atlas().get("topic", topic)
    if entry is None:
        return None
    words = names.words
    usual = phrases_of(entry.node, n.Says)
    versions: dict[str, int] = {}
    found = []
    for id in manuals():
        reading = manual_readings(id)[topic]
        number = 0
        if reading.stance in ("states", "implies"):
            said = words.phrase(reading.differs or usual)
            number = versions.setdefault(said, len(versions) + 1)
        where = page_text(Citation(id, page=reading.page), words)
        found.append(Told(names.manual(id) or id, id, reading.stance, where, number))
    chapter = names.chapter_of(topic)
    return Telling(topic, names.topic(topic), chapter, tuple(versions), tuple(found))


def history(difference: Difference, names: Names) -> list[Telling]:
    """Return the topics of a difference through all manuals."""
    topics = dict.fromkeys((difference.id, *(one.topic for one in difference.statements)))
    found = (telling(topic, names) for topic in topics)
    return [one for one in found if one is not None]


def all_tellings(names: Names) -> Iterable[Telling]:
    """Yield every topic of the atlas through all manuals."""
    for entry in load_atlas().of_kind("topic"):
        found = telling(entry.id, names)
        assert found is not None
        yield found
