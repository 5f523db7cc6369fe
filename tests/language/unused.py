"""Which parts of the language no shipped rule and no example uses: `python -m tests.language.unused`.

A part is a construct of the grammar, a verb, an event in one of its forms, a property, a predicate
or a constant. What nobody uses is not known to be good for anything: it gets an example that needs
it, or goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wtrules import resources
from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.verbs import VERBS
from wtrules.node import walk
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.parse import parse
from wtrules.syntax.tree.constructs import BUILDERS


def rule_files() -> Iterator[Path]:
    """Yield the shipped rule files and the examples."""
    for folder in (resources.rulesets_folder(), resources.examples_folder()):
        yield from sorted(folder.rglob("*.wtr"))


def unused() -> dict[str, list[str]]:
    """Return the parts that nothing uses, by what they are."""
    built: set[str] = set()
    kept = dict(BUILDERS)
    for name, build in kept.items():
        BUILDERS[name] = lambda b, m, c, name=name, build=build: (built.add(name), build(b, m, c))[
            1
        ]
    try:
        # Not as they are: trees of these files are cached, and would not be built.
        texts = (SourceFile(str(path), path.read_text("utf-8") + "\n#") for path in rule_files())
        trees = [parse(text)[0] for text in texts]
    finally:
        BUILDERS.update(kept)
    nodes = list(walk(trees))
    names = {node.id for node in nodes if isinstance(node, n.Name)}
    names |= {"opponent" for node in nodes if isinstance(node, n.Query) and node.opponents}
    asked = {node.property.id for node in nodes if isinstance(node, n.PropertyOf)} | names
    verbs = {node.verb for node in nodes if isinstance(node, n.Do)}
    events = {tuple(node.words) for node in nodes if isinstance(node, n.Event)}
    return {
        "constructs": sorted({one.method for one in tables().productions} & kept.keys() - built),
        "verbs": [verb.shown for name, verb in VERBS.items() if name not in verbs],
        "events": [
            pattern
            for event in EVENTS.values()
            for pattern in event.patterns
            if not any(_has(pattern, words) for words in events)
        ],
        "properties": sorted({p.name for p in PROPERTIES} - asked),
        "predicates": sorted({p.name for p in PREDICATES} - names),
        "constants": sorted(CONSTANTS.keys() - names),
    }


def _has(pattern: str, words: tuple[str, ...]) -> bool:
    """Whether an event is written in this form."""
    wanted = pattern.split()
    return len(wanted) == len(words) and all(
        one.isupper() or one == other or (one == "piece" and other not in ("wizard", "tower"))
        for one, other in zip(wanted, words, strict=True)
    )


if __name__ == "__main__":
    for kind, parts in unused().items():
        print(f"{kind}: {', '.join(parts) or 'all are used'}")
