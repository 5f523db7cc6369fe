"""Rules that are sound one by one but cannot be compiled together."""

from __future__ import annotations

from collections import Counter

from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.phrase import names, phrase
from wtrules.program.statements import Origin
from wtrules.rules import meaning as m
from wtrules.rules.model import Entry, Rules


class CannotCompile(Exception):
    """Rules that cannot be compiled; carries the diagnostic."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return self.fault.message


def endless_rule(ring: list[str], meaning: m.Meaning) -> CannotCompile:
    """Return the fault of a rule that performs itself by way of the others in *ring*."""
    first, *others = dict.fromkeys(ring)
    rules: dict[str, m.Rule | m.Card] = {f"card.{id}": card for id, card in meaning.cards.items()}
    rules |= meaning.rules
    return CannotCompile(
        Diagnostic(
            "endless-rule",
            phrase("`{first}` performs itself: {list}", first=first, list=names(ring, " → ")),
            Label(rules[first].span, "never comes to an end"),
            related=tuple(
                Label(rules[other].span, "on the way") for other in others if other in rules
            ),
            help=("use `repeat` for what is to happen several times",),
        )
    )


def cannot_ask_here(rule: m.Rule, moment: str, *, forks: bool = False) -> CannotCompile:
    """Return the fault of a rule that needs a decision at a moment that allows none.

    With *forks*, the rule may need one only because a move can go several ways.
    """
    hint = ("on a track with forks, each `move` may ask which way to go",) if forks else ()
    return CannotCompile(
        Diagnostic(
            "cannot-ask-here",
            phrase("`{rule}` asks a player {moment}", rule=rule.id, moment=moment),
            Label(rule.span, "cannot wait for an answer here"),
            help=(*hint, "remember what happened with `set`, and ask when the turn ends"),
        )
    )


def too_large(rules: Rules, parts: Counter[str], most: int) -> CannotCompile:
    """Return the fault of rules whose program would have more than *most* parts.

    It points to the rule of the top layer that most of them are written for.
    """
    layer = rules.layers[-1].name
    own = ((_entry(rules, rule), count) for rule, count in parts.most_common())
    found = next(((e, n) for e, n in own if e and any(o.layer == layer for o in e.chain)), None)
    at, label = rules.span, "too large"
    if found is not None:
        at, label = (
            found[0].name_span,
            phrase("written out, this has {found:,} parts so far", found=found[1]),
        )
    return CannotCompile(
        error(
            "rules-too-large",
            phrase(
                "the rules are too large: written out, they have more than {most:,} parts",
                most=most,
            ),
            at,
            label,
            "write fewer spaces, or fewer rows with `coming from`: from every space, the whole way "
            "on is written out"
            if found is not None and found[0].kind == "table"
            else "look for spells that perform spells, rules that react to one another, and choices "
            "that begin with other choices: each use writes out all of it again",
        )
    )


def nested_too_deeply(rules: Rules, origin: Origin) -> CannotCompile:
    """Return the fault of a rule that is nested too deeply, or performs too long a chain of rules."""
    entry = _entry(rules, origin.rule)
    at = origin.span or (entry.name_span if entry is not None else rules.span)
    name = f"`{entry.id}`" if entry is not None else "this rule"
    return CannotCompile(
        error(
            "deep-nesting",
            phrase(
                "{name} is nested too deeply, by itself or with the rules and words it uses",
                name=name,
            ),
            at,
            "too deep here",
            "split it into rules that each react to the event, or use fewer loops in loops",
        )
    )


def too_many_options(rules: Rules, origin: Origin) -> CannotCompile:
    """Return the fault of a decision with more options than there are numbers for."""
    entry = _entry(rules, origin.rule)
    at = origin.span or (entry.name_span if entry is not None else rules.span)
    return CannotCompile(
        error(
            "too-many-options",
            "a decision can have more options than can be numbered",
            at,
            "too many things are chosen at once",
            "let players choose one thing after another: several `choose`, each with fewer things",
        )
    )


def _entry(rules: Rules, name: str) -> Entry | None:
    """Return the definition that statements are written for."""
    kind, _, id = name.partition(".")
    named = kind in ("spell", "card", "table") and id
    return rules.get(kind, id) if named else rules.get("rule", name)
