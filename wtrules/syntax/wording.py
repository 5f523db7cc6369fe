"""Terms and clauses as words, with parentheses where the tree needs them.

A node comes in; a list of pieces goes out. Pieces are joined by a space or, where a line grows too
long, by a line break.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, TypeAlias, assert_never

from wtrules.language.verbs import VERBS
from wtrules.node import walk
from wtrules.syntax import nodes as n


class Piece(NamedTuple):
    """Words that stay on one line; a line breaks before a piece of lower rank rather.

    A line always breaks before a piece with a fresh line. A line that a piece begins is indented some
    columns more.
    """

    text: str
    rank: int = 0
    fresh: bool = False
    indent: int = 0


Pieces: TypeAlias = list[Piece]

# How tightly a term holds together, loosest first, as in the grammar.
_ANY, _OR, _AND, _NOT, COMPARISON, _SUM, _PRODUCT, ATOM = range(8)
_BINDING = {
    "or": _OR,
    "and": _AND,
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
    "mod": _PRODUCT,
}
_BREAKS = ("or", "and", "+", "-", "=", "!=", "<", "<=", ">", ">=")  # a line may break before these


def quoted(text: str) -> str:
    """Return *text* in quotes, with escapes where they are needed."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pieces(*texts: str) -> Pieces:
    """Return texts as pieces, without the empty ones."""
    return [Piece(text) for text in texts if text]


def listed(names: tuple[n.Name, ...]) -> Pieces:
    """Return names with commas between them."""
    return commas([pieces(name.id) for name in names])


def commas(entries: list[Pieces]) -> Pieces:
    """Return entries joined by commas; a line breaks between them rather than within one."""
    joined: Pieces = []
    for index, entry in enumerate(entries):
        joined.append(Piece(entry[0].text))
        joined += _deeper(entry[1:])
        if index + 1 < len(entries):
            joined[-1] = _with(joined[-1], f"{joined[-1].text},")
    return joined


def unbroken(*parts: str | Pieces) -> Pieces:
    """Return parts joined by spaces that no line breaks at."""
    joined: Pieces = []
    for part in parts:
        new = pieces(part) if isinstance(part, str) else part
        if not new:
            continue
        if joined:
            joined[-1] = _with(joined[-1], f"{joined[-1].text} {new[0].text}")
            joined += new[1:]
        else:
            joined = list(new)
    return joined


def in_parentheses(inside: Pieces) -> Pieces:
    """Return pieces in parentheses."""
    joined = [Piece(f"({inside[0].text}"), *_deeper(inside[1:])]
    joined[-1] = _with(joined[-1], f"{joined[-1].text})")
    return joined


def _deeper(some: Pieces) -> Pieces:
    return [piece._replace(rank=piece.rank + 1) for piece in some]


def _with(piece: Piece, text: str) -> Piece:
    return piece._replace(text=text)


# --- terms -----------------------------------------------------------------------------------


class After(NamedTuple):
    """What comes after a term, or what a term would take in if it came after it."""

    operator: int = 0  # how tightly it binds; of those taken in, the loosest
    word: bool = False  # `on`, a direction, `where`
    name: bool = False


NOTHING = After()


def term(expr: n.Expr, binding: int = _ANY, after: After = NOTHING) -> Pieces:
    """Return a term in parentheses if it binds less tightly than *binding* or would take in
    what comes after it, else without."""
    bare = _bare(expr)
    takes = _takes(expr)
    is_open = (
        0 < takes.operator <= after.operator
        or (takes.word and after.word)
        or (takes.name and after.name)
    )
    return in_parentheses(bare) if is_open or _binding(expr) < binding else bare


def _binding(expr: n.Expr) -> int:
    match expr:
        case n.Binary():
            return _BINDING.get(expr.operator, COMPARISON)
        case n.Unary("not"):
            return _NOT
        case _:
            return ATOM


def _bare(expr: n.Expr) -> Pieces:
    match expr:
        case n.Number():
            return pieces(str(expr.value))
        case n.Text():
            return pieces(quoted(expr.value))
        case n.Name():
            return pieces(expr.id)
        case n.Castle():
            return pieces("castle")
        case n.PropertyOf():
            return unbroken(f"{expr.property.id} of", term(expr.subject, ATOM))
        case n.EntryAt():
            return unbroken(f"{expr.table.id} at", term(expr.key, ATOM))
        case n.Pair():
            return in_parentheses(commas([term(expr.first), term(expr.second)]))
        case n.Applied():
            arguments = [term(argument) for argument in expr.arguments]
            first, *rest = in_parentheses(commas(arguments))
            return [Piece(f"{expr.word.id}{first.text}"), *rest]
        case n.Unary("-"):
            operand = term(expr.operand, ATOM)
            return [Piece(f"-{operand[0].text}"), *operand[1:]]
        case n.Unary():
            return unbroken("not", term(expr.operand, _NOT))
        case n.Binary():
            return _binary(expr)
        case n.Relation():
            return unbroken(expr.word, term(expr.target, ATOM))
        case n.Ask():
            return unbroken(expr.word, query(expr.query, plural=expr.word == "number of"))
        case n.Extreme():
            return unbroken(expr.word, term(expr.value), "for", query(expr.query))
        case n.NumberedSpace():
            return unbroken("space", term(expr.number, ATOM))
        case n.Conditional():
            shown = unbroken(term(expr.value), "when", term(expr.condition))
            if expr.otherwise is not None:
                shown = unbroken(shown, "else", term(expr.otherwise))
            return in_parentheses(shown)
        case n.Can():
            return unbroken("can", action(expr.action))
        case n.Range():
            return pieces(f"{expr.low}..{expr.high}")
        case _:
            assert_never(expr)


def _binary(expr: n.Binary) -> Pieces:
    own = _binding(expr)
    sides = (own + 1, own + 1) if own == COMPARISON else (own, own + 1)
    if expr.operator == "or":
        # `a or b and c` is hard to read: an `and` inside an `or` gets parentheses.
        sides = (_NOT if _binding(expr.left) == _AND else own, _NOT)
    left = term(expr.left, sides[0], After(own))
    right = term(expr.right, sides[1])
    if expr.operator not in _BREAKS:
        return _deeper(unbroken(left, expr.operator, right))
    if _binding(expr.left) != own:
        left = _deeper(left)
    first, *rest = unbroken(expr.operator, right)
    return [*left, Piece(first.text), *_deeper(rest)]


def _takes(expr: n.Expr) -> After:
    """Return what would become part of the term if it followed.

    A question takes in all it can: `number of wizards where own + 1` asks about `own + 1`.
    """
    match expr:
        case n.Ask() | n.Extreme():
            return _query_takes(expr.query)
        case n.Can():
            return _action_takes(expr.action)
        case n.PropertyOf():
            return _end_takes(expr.subject, ATOM)
        case n.EntryAt():
            return _end_takes(expr.key, ATOM)
        case n.Relation():
            return _end_takes(expr.target, ATOM)
        case n.NumberedSpace():
            return _end_takes(expr.number, ATOM)
        case n.Unary("-"):
            return _end_takes(expr.operand, ATOM)
        case n.Unary():
            return _end_takes(expr.operand, _NOT)
        case n.Binary():
            return _end_takes(expr.right, _binding(expr) + 1)
        case _:
            return NOTHING


def _taking(takes: After, operator: int) -> After:
    """Return *takes* with operators from *operator* on added."""
    return takes._replace(operator=min(takes.operator or operator, operator))


def _end_takes(expr: n.Expr, binding: int) -> After:
    return NOTHING if _binding(expr) < binding else _takes(expr)


def _query_takes(asked: n.Query) -> After:
    if asked.rank is not None:
        return After(operator=_OR)
    if asked.where is not None:
        return _taking(_takes(asked.where), _OR)
    if asked.high is not None:
        return _taking(_end_takes(asked.high, _SUM), _SUM)._replace(word=True)
    if asked.course is not None:
        return _end_takes(asked.course.origin, ATOM)._replace(word=True)
    if asked.excluded:
        return _end_takes(asked.excluded[-1], ATOM)._replace(word=True)
    if asked.relations:
        return _end_takes(asked.relations[-1].target, ATOM)._replace(word=True)
    return After(word=True, name=asked.variable is None)


def query(asked: n.Query, plural: bool = False) -> Pieces:
    """Return a question: `wizard w on p where own and visible`."""
    variable = asked.variable.id if asked.variable else ""
    if asked.low is not None and asked.high is not None:
        low = term(asked.low, _SUM)
        high = term(asked.high, _SUM, _more(asked.where is not None))
        joined = unbroken(f"number {variable} from", low, "to", high)
    else:
        kind = "opponent" if asked.opponents else asked.kind
        joined = unbroken(kind + "s" * plural, variable)
        more = [*asked.relations, *asked.excluded, asked.course, asked.where, asked.rank]
        for index, relation in enumerate(asked.relations):
            follows = any(part is not None for part in more[index + 1 :])
            target = term(relation.target, ATOM, _more(follows))
            joined = unbroken(joined, relation.word, target)
        for index, excluded in enumerate(asked.excluded, start=len(asked.relations) + 1):
            follows = any(part is not None for part in more[index:])
            joined = unbroken(joined, "except", term(excluded, ATOM, _more(follows)))
        if asked.course is not None:
            follows = asked.where is not None or asked.rank is not None
            origin = term(asked.course.origin, ATOM, _more(follows))
            joined = unbroken(joined, f"{asked.course.direction} from", origin)
    joined = _deeper(joined)
    if asked.where is not None:
        after = _more(asked.rank is not None)
        first, *rest = unbroken("where", term(asked.where, after=after))
        joined += [Piece(first.text), *_deeper(rest)]
    if asked.rank is not None:
        first, *rest = unbroken("whose", term(asked.rank.value, _SUM), "is", asked.rank.word)
        joined += [Piece(first.text), *_deeper(rest)]
    return joined


def _more(follows: bool) -> After:
    """Return what to keep out of a part of a question: all of it that comes after."""
    return After(ATOM, word=True) if follows else NOTHING


def value(held: n.Value, before_name: bool = False) -> Pieces:
    """Return what a setting holds; *before_name* if a name comes next."""
    if held.choices:
        return unbroken("one of", listed(held.choices))
    entries = [term(entry) for entry in held.entries[:-1]]
    entries += [term(entry, _ANY, After(name=before_name)) for entry in held.entries[-1:]]
    if entries[0][0].text.startswith(("one of ", "from ")):
        entries[0] = in_parentheses(entries[0])
    joined = commas(entries)
    return joined if held.first is None else unbroken(f"from {held.first}:", joined)


def unit(per: n.Unit | None) -> str:
    """Return `per turn for each player` or as much of it as is meant."""
    if per is None:
        return ""
    return f"per {per.scope}" + (f" for each {per.each}" if per.each else "")


# --- actions ---------------------------------------------------------------------------------


def action(do: n.Do, after: After = NOTHING) -> Pieces:
    """Return an action without its `do`."""
    words = _words(do)
    joined: Pieces = []
    for index, word in enumerate(words):
        if isinstance(word, n.Part) and isinstance(word.term, n.Pair):
            joined = of_pair(joined, word.term)
        elif isinstance(word, n.Part):
            is_last = index + 1 == len(words)
            before_word = not is_last and words[index + 1] in ("on", "from", do.direction)
            part = term(
                word.term, _part_binding(word), after if is_last else After(word=before_word)
            )
            if not is_last and _reaches_far(word.term) and part[0].text[:1] != "(":
                part = in_parentheses(part)  # not needed, but it makes clear where the part ends
            elif not is_last and any(isinstance(inner, n.Can) for inner in walk(word.term)):
                part = in_parentheses(part)  # what an action leaves out might follow
            if index == 1 and part[0].text.split()[0] in _second_words(str(words[0])):
                part = in_parentheses(part)
            joined = unbroken(joined, part)
        elif word in ("flasks", "cards") and do.part("amount") == n.Number(1, span=do.span):
            joined = unbroken(joined, word.removesuffix("s"))
        else:
            joined = unbroken(joined, word)
    return joined


def of_pair(before: Pieces, pair: n.Pair) -> Pieces:
    """Return a memory with the pair of things that its value is kept for: `visits(p, s)`."""
    first, *rest = _bare(pair)
    *others, last = before
    return [*others, _with(last, last.text + first.text), *rest]


@cache
def _second_words(first: str) -> frozenset[str]:
    """Return the words that make a verb of their own after *first*, as `back` after `take`."""
    forms = [verb.form.split() for verb in VERBS.values()]
    return frozenset(
        form[1] for form in forms if form[0] == first and form[1:] and form[1].islower()
    )


def _words(do: n.Do) -> list[str | n.Part]:
    """Return the words and parts of an action, without those that were left out."""
    by_label = {part.label: part for part in do.parts}
    words: list[str | n.Part] = []
    for bracket, text in re.findall(r"(\[)?([^][]+)", VERBS[do.verb].form):
        inside: list[str | n.Part | None] = [
            (do.direction or "")
            if word == "DIRECTION"
            else by_label.get(word.lower())
            if word.isupper()
            else word
            for word in text.split()
        ]
        if bracket and None in inside:
            continue
        pair = any(isinstance(x, n.Part) and isinstance(x.term, n.Pair) for x in inside)
        words += [word for word in inside if word is not None and not (pair and word == "of")]
    return words


def _part_binding(part: n.Part) -> int:
    """Return how tightly a part of an action must bind, as in the grammar."""
    return ATOM if part.label == "of" else _SUM


def _reaches_far(part: n.Expr) -> bool:
    """Return whether a part is a question that seems to take in what follows it."""
    return isinstance(part, n.Ask) and (part.query.where or part.query.course) is not None


def _action_takes(do: n.Do) -> After:
    """Return what would become part of an action if it followed."""
    last = _words(do)[-1]
    if isinstance(last, str) or VERBS[do.verb].part(last.label).is_name:
        return NOTHING
    binding = _part_binding(last)
    takes = _end_takes(last.term, binding)
    return takes if binding == ATOM else _taking(takes, binding)
