"""Names, values and pages of rule files in the words of a reader: no ids where there is a name."""

from __future__ import annotations

from wtrules.rules import values
from wtrules.rules.changes import amount_text, value_text
from wtrules.rules.chapters import label_of
from wtrules.rules.clauses import texts as phrases_of
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


def name_of(node: object, texts: Texts) -> str:
    """Return the name that a definition gives itself; nothing if it has none."""
    return texts.phrase(phrases_of(node, n.NameClause))


def page(page: str, texts: Texts) -> str:
    """Return a page as it is cited: `p~3` is inferred."""
    key = "rulebook.page_inferred" if "~" in page else "rulebook.page"
    return texts(key, n=page.lstrip("p~"))


def place_in_words(section: str | None, number: str | None, texts: Texts) -> str:
    """Return a place in a manual: `“Casting a Spell”, p. 5`."""
    quoted = texts("rulebook.quoted", text=section) if section else ""
    return ", ".join(part for part in (quoted, page(number, texts) if number else "") if part)


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
