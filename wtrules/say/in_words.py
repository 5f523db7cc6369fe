"""Names, values and pages of rule files in the words of a reader: no ids where there is a name."""

from __future__ import annotations

from wtrules.meaning import values
from wtrules.meaning.changes import amount_text, value_text
from wtrules.meaning.chapters import label_of
from wtrules.resolve.clauses import texts as phrases_of
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


def name_of(node: object, texts: Texts) -> str:
    """Return the name that a definition gives itself; nothing if it has none."""
    return texts.phrase(phrases_of(node, n.NameClause))


def value_words(rules: Rules, entry: Entry, texts: Texts) -> str:
    """Return the value of a setting or an allowance in words."""
    node = entry.node
    if isinstance(node, n.Allowance):
        if not isinstance(node.amount, n.Number):
            return amount_text(node)
        amount = texts(f"rulebook.per.{node.unit.scope or 'game'}", n=node.amount.value)
        return texts("rulebook.per.each", amount=amount) if node.unit.each else amount
    if not isinstance(node, n.Setting):
        return ""
    held = values.entries_of(rules, entry.id)
    if not held:
        return value_text(node.value)
    return ", ".join(_word(rules, entry.id, item, texts) for item in held)


def _word(rules: Rules, setting: str, item: values.Constant, texts: Texts) -> str:
    if not isinstance(item, str):
        return str(item)
    spell = rules.get("spell", item)
    if spell is not None:
        return name_of(spell.node, texts) or item
    return texts.phrase(label_of(rules, setting).words.get(item, {})) or item
