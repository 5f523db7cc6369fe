"""Words of the language that a ruleset uses as names of its own.

The language may learn a word that a house rule has had as a name: then it means what the house rule
defines, there and in everything that builds on it, and what it always means in the files below.
"""

from __future__ import annotations

from wtrules.language.promise import LEARNED
from wtrules.resolve.model import Entry, Rules, once

# What has a name that terms can consist of.
KINDS = ("memory", "define", "setting", "allowance", "piece")


@once
def own_words(rules: Rules) -> dict[str, tuple[Entry, frozenset[str]]]:
    """Return what has such a name, with the paths of the files in which the language's word is meant."""
    return {
        id: (entry, _below(rules, entry))
        for (kind, id), entry in rules.entries.items()
        if id in LEARNED and kind in KINDS
    }


def _below(rules: Rules, entry: Entry) -> frozenset[str]:
    """Return the files of all layers below the one that defines an entry."""
    defined = entry.chain[0]
    names = [layer.name for layer in rules.layers]
    below = set(names[: names.index(defined.layer)] if defined.layer in names else names)
    if not any(layer.shipped for layer in rules.layers if layer.name == defined.layer):
        below |= {layer.name for layer in rules.layers if layer.shipped}
    return frozenset(rules.files_of(below) - {defined.span.source.path})
