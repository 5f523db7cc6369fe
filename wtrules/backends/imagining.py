"""How a bot in native code makes up the secrets it does not know: code in the program form.

It does what `wtrules.game.hiding` does: what others have decided in secret is decided again at random,
what was left to chance is left to chance again. A program without secrets needs none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wtrules.program import program as p
from wtrules.program.state import WIZARD_AT

_DEALS = 64  # attempts to deal secrets that agree with what is known
_DECISIONS = 100  # of one player in a secret part

_CARRY_OUT = f"""
def carry_out(number, block, player):
    imagining[0] = 1
    actor[0] = player
    reseed()
    enter(block)
    left = {_DECISIONS}
    while left > 0 and emitted() > 0:
        n = 0
        for i in range(0, emitted()):
            k = part_first[at[0]] + options[i] % part_count[at[0]]
            if part_number[k] == number:
                found[n] = options[i]
                n = n + 1
        if n == 0:
            break
        play(found[chance(n)])
        left = left - 1
    return 0
"""


# As in players.program, but the cards that the seat has seen stay where they are.
_IMAGINE_SHOWN = """
def forget(seat):
    return 0

def imagine(seat):
    for v in range(0, PLAYERS):
        if v != seat:
            for k in range(v * PLAYERS * KINDS, (v + 1) * PLAYERS * KINDS):
                known_hand[k] = 0
    for k in range(0, CARDS):
        tally[k] = 0
    size = pile_size[0]
    for i in range(0, size):
        known_pile[i] = known_pile[i] & 1 << seat
    for i in range(0, size):
        if not known_pile[i] >> seat & 1:
            tally[pile[i]] = tally[pile[i]] + 1
    if not OPEN:
        for q in range(0, PLAYERS):
            if q != seat:
                for k in range(0, CARDS):
                    n = known_hand[(seat * PLAYERS + q) * KINDS + k]
                    tally[k] = tally[k] + hand[q * CARDS + k] - n
                    hand[q * CARDS + k] = n
    m = 0
    for k in range(0, CARDS):
        for i in range(0, tally[k]):
            deck[m] = k
            m = m + 1
    i = m - 1
    while i > 0:
        j = chance(i + 1)
        k = deck[i]
        deck[i] = deck[j]
        deck[j] = k
        i = i - 1
    m = 0
    for i in range(0, size):
        if not known_pile[i] >> seat & 1:
            pile[i] = deck[m]
            m = m + 1
    if not OPEN:
        for q in range(0, PLAYERS):
            if q != seat:
                n = hand_size[q]
                for k in range(0, CARDS):
                    n = n - hand[q * CARDS + k]
                for i in range(0, n):
                    k = q * CARDS + deck[m]
                    hand[k] = hand[k] + 1
                    m = m + 1
    deal_secrets(seat)
    reseed()
    return 0
"""


# As imagine_deck in decks.program, but the cards that the seat has seen stay where they are.
_IMAGINE_SHOWN_DECK = """
def imagine_shown_deck(seat, d, first, kinds, start, hands):
    for k in range(first, first + kinds):
        tally[k] = 0
    size = pile_size[d]
    for i in range(start, start + size):
        known_pile[i] = known_pile[i] & 1 << seat
        if not known_pile[i]:
            tally[pile[i]] = tally[pile[i]] + 1
    for q in range(0, PLAYERS):
        if q != seat:
            for k in range(first, first + kinds):
                n = known_hand[(seat * PLAYERS + q) * KINDS + k]
                tally[k] = tally[k] + hand[q * kinds + k + hands] - n
                hand[q * kinds + k + hands] = n
    m = 0
    for k in range(first, first + kinds):
        for i in range(0, tally[k]):
            deck[m] = k
            m = m + 1
    i = m - 1
    while i > 0:
        j = chance(i + 1)
        k = deck[i]
        deck[i] = deck[j]
        deck[j] = k
        i = i - 1
    m = 0
    for i in range(start, start + size):
        if not known_pile[i]:
            pile[i] = deck[m]
            m = m + 1
    for q in range(0, PLAYERS):
        if q != seat:
            n = hand_size[d * PLAYERS + q]
            for k in range(first, first + kinds):
                n = n - hand[q * kinds + k + hands]
            for i in range(0, n):
                k = q * kinds + deck[m] + hands
                hand[k] = hand[k] + 1
                m = m + 1
    return 0
"""


# The wizards that the seat does not see go under the towers that it has not looked under.
_PLACE_COVERED = """
def place_covered(seat):
    m = 0
    for q in range(0, PLAYERS):
        missing[q] = 0
    for s in range(0, SPACES):
        for c in range(s * LEVELS, s * LEVELS + height[s]):
            if not known_surface[c] >> seat & 1:
                for q in range(0, PLAYERS):
                    missing[q] = missing[q] + (cell[c] >> q * BITS & MASK)
                cell[c] = 0
                lift_figures(c)
                spots[m] = c
                m = m + 1
            known_surface[c] = known_surface[c] & 1 << seat
    for q in range(0, PLAYERS):
        for i in range(0, missing[q]):
            k = chance(m)
            c = spots[k]
            for j in range(0, m):
                there = spots[(k + j) % m]
                crowd = 0
                for r in range(0, PLAYERS):
                    crowd = crowd + (cell[there] >> r * BITS & MASK)
                if crowd < ROOM_UNDER:
                    c = there
                    break
            cell[c] = cell[c] + (1 << q * BITS)
            seat_figure(q, c)
    return 0
"""

# The same for wizards that can be told apart; where they cannot, there is nothing to do.
_FIGURES = """
def lift_figures(c):
    for x in range(0, PLAYERS * SLOTS):
        if wizard_at[x] == c:
            wizard_at[x] = LIFTED
    return 0

def seat_figure(q, c):
    for x in range(q * SLOTS, (q + 1) * SLOTS):
        if wizard_at[x] == LIFTED:
            wizard_at[x] = c
            break
    return 0
"""
_NO_FIGURES = """
def lift_figures(c):
    return 0

def seat_figure(q, c):
    return 0
"""
_LIFTED = -9  # no place of a wizard


def constants(program: p.Program) -> dict[str, int]:
    """Return numbers that the code needs."""
    return {
        "ROOM_UNDER": program.capacity or p.MOST,
        "SLOTS": program.slots,
        "LIFTED": _LIFTED,
    }


def arrays(program: p.Program) -> dict[str, str]:
    """Return the names that the code has for fields of the state, by field."""
    names: dict[str, str] = {}
    for i, (name, held) in enumerate(program.held.items()):
        names |= {name: f"held_card_{i}", held.holder: f"holder_{i}"}
    for i, (memory, hidden) in enumerate(program.secrets.items()):
        names |= {memory: f"secret_{i}", hidden: f"hidden_{i}"}
    for i, field in enumerate(program.secret_frame):
        names.setdefault(field.name, f"thought_{i}")
    for i, name in enumerate(program.telling):
        names.setdefault(name, f"telling_{i}")
    owners = dict.fromkeys(name for part in program.secret_parts for name in part.owners)
    for i, name in enumerate(owners):
        if name != "active":
            names.setdefault(name, f"owner_{i}")
    return names


def areas(program: p.Program) -> dict[str, int]:
    """Return how many numbers the arrays of the code have."""
    sizes: dict[str, int] = {}
    if p.KNOWN_SURFACE in program.fields:
        sizes |= {"missing": program.players, "spots": program.fields["cell"].size}
    if not program.secrets:
        return sizes
    sizes |= {f"made_{i}": program.fields[name].size for i, name in enumerate(program.secrets)}
    sizes |= {f"held_{i}": program.fields[name].size for i, name in enumerate(program.secrets)}
    return sizes | {name: len(numbers) for name, numbers in tables(program).items()}


def tables(program: p.Program) -> dict[str, list[int]]:
    """Return what the code knows of decisions, by `at`: their secret parts, and those they are in."""
    if not program.secrets:
        return {}
    first, count, numbers, inside = [0], [1], [-1], [-1]
    for decision in program.decisions:
        first.append(len(numbers))
        count.append(len(decision.alternatives))
        numbers += [-1 if a.secretly is None else a.secretly for a in decision.alternatives]
        inside.append(-1 if decision.secretly is None else decision.secretly)
    return {
        "part_first": first,
        "part_count": count,
        "part_number": numbers,
        "part_inside": inside,
    }


def code(program: p.Program, slot: int) -> str:
    """Return the function `deal_secrets(seat)`, which also deals named decks; *slot* is free for a state.

    If cards are shown to single players, it also has another `imagine(seat)`.
    """
    parts = [_IMAGINE_SHOWN] if program.shows_cards else []
    if program.shows_cards and program.decks:
        parts.append(_IMAGINE_SHOWN_DECK)
    if p.KNOWN_SURFACE in program.fields:
        parts.append(_PLACE_COVERED)
        parts.append(_FIGURES if WIZARD_AT in program.fields else _NO_FIGURES)
    if not program.secrets:
        return "\n".join([*parts, "def deal_secrets(seat):", *_others(program), "    return 0", ""])
    if program.secret_parts:
        parts.append(_CARRY_OUT)
    return "\n".join([*parts, *_Writer(program, slot).lines()])


def _others(program: p.Program) -> list[str]:
    """Return calls that deal the cards of named decks again, and place covered wizards again."""
    imagine = "imagine_shown_deck" if program.shows_cards else "imagine_deck"
    return [
        *(
            f"    {imagine}(seat, {number}, {deck.first}, {len(deck.cards)}, {deck.start}, "
            f"{(program.players - 1) * deck.first})"
            for number, deck in enumerate(program.named_decks, 1)
        ),
        *(line for i in range(len(program.held)) for line in _held(program, i)),
        *(["    place_covered(seat)"] if p.KNOWN_SURFACE in program.fields else []),
    ]


def _held(program: p.Program, number: int) -> Iterator[str]:
    """Yield code that puts a possible card into a variable that tells what another player has."""
    name, held = list(program.held.items())[number]
    known = "0" if held.stop > len(program.cards) else "OPEN"
    variable, holder = f"held_card_{number}", f"holder_{number}"
    yield f"    if {holder}[0] and {holder}[0] != seat + 1 and not {known}:"
    yield f"        {variable}[0] = 0"
    if program.fields[name].type != "card":
        return
    yield f"        q = {holder}[0] - 1"
    yield f"        {variable}[0] = {held.first}"
    yield "        n = 0"
    for deck in program.decks:
        first, stop = max(held.first, deck.first), min(held.stop, deck.stop)
        if first < stop:
            # Each card takes the place of those before it as often as there are more of it.
            place = f"q * {len(deck.cards)} + k + {(program.players - 1) * deck.first}"
            yield f"        for k in range({first}, {stop}):"
            yield f"            for i in range(0, hand[{place}]):"
            yield "                n = n + 1"
            yield "                if chance(n) == 0:"
            yield f"                    {variable}[0] = k"


class _Writer:
    def __init__(self, program: p.Program, slot: int) -> None:
        self.program = program
        self.slot = slot
        self.names = arrays(program)
        self.fields = [(i, program.fields[name]) for i, name in enumerate(program.secrets)]

    def lines(self) -> Iterator[str]:
        yield "def deal_secrets(seat):"
        yield from _others(self.program)
        for i, field in self.fields:
            yield f"    for i in range(0, {field.size}):"
            yield f"        if hidden_{i}[i] >> seat & 1:"
            yield f"            secret_{i}[i] = {field.first}"
        numbers = {field.name: i for i, field in self.fields}
        for name, secrets in self.program.telling.items():
            yield "    n = 0"
            for memory in sorted(secrets):
                i, size = numbers[memory], self.program.fields[memory].size
                yield f"    for i in range(0, {size}):"
                yield f"        n = n | hidden_{i}[i] >> seat & 1"
            yield "    if n:"
            yield f"        for i in range(0, {self.program.fields[name].size}):"
            yield f"            {self.names[name]}[i] = 0"
        parts = self.program.secret_parts
        if parts:
            yield "    if part_inside[at[0]] < 0 or actor[0] == seat:"
            yield "        thinking = -1"
            yield "    else:"
            yield "        thinking = part_inside[at[0]]"
            for field in self.program.secret_frame:
                yield f"        for i in range(0, {field.size}):"
                yield f"            {self.names[field.name]}[i] = 0"
        for number, part in enumerate(parts):
            yield from self.decide(number, part) if part.asks else self.deal(number, part)
        for number, part in enumerate(parts):
            yield f"    if thinking == {number}:"
            yield f"        enter({part.entry})"
        yield "    return 0"
        yield ""

    def of(self, part: p.SecretPart) -> list[tuple[int, p.Field]]:
        return [(i, field) for i, field in self.fields if field.name in part.fields]

    def is_set_by(self, i: int, number: int) -> str:
        return f"hidden_{i}[i] >> PLAYERS == {number + 1}"

    def decide(self, number: int, part: p.SecretPart) -> Iterator[str]:
        """Let others decide at random: each about what is theirs, all of them about the rest."""
        hidden = {
            i: f"{self.is_set_by(i, number)} and hidden_{i}[i] >> seat & 1"
            for i, _ in self.of(part)
        }
        yield "    last = seat"  # their decision may replace those before
        if self.program.players > 1:
            yield "    last = (seat + 1 + chance(PLAYERS - 1)) % PLAYERS"
        yield f"    save({self.slot})"
        yield "    for j in range(1, PLAYERS + 1):"
        yield "        q = (last + j) % PLAYERS"
        yield "        n = 0"
        for i, field in self.of(part):
            one = field.each == "player" and field.name not in part.shared
            whose = "i == q" if one else "(q != seat or PLAYERS == 1)"
            yield f"        for i in range(0, {field.size}):"
            yield f"            if {whose} and {hidden[i]}:"
            yield "                n = 1"
        yield "        if n:"
        yield from self.carry_out(number, part, "q", "            ")
        yield from self.take_over(hidden, "    ")

    def carry_out(self, number: int, part: p.SecretPart, player: str, pad: str) -> Iterator[str]:
        """Let a player carry out a secret part with random choices; only what it sets is kept."""
        for name in part.owners:
            yield f"{pad}{self.names.get(name, name)}[0] = {player}"
        yield f"{pad}carry_out({number}, {part.entry}, {player})"
        yield from self.take_over({i: "1" for i, _ in self.of(part)}, pad)

    def take_over(self, wanted: Mapping[int, str], pad: str) -> Iterator[str]:
        """Go back to the state that was saved, and put what was made up into it where it is wanted."""
        for i, field in self.fields:
            if i in wanted:
                yield f"{pad}for i in range(0, {field.size}):"
                yield f"{pad}    made_{i}[i] = secret_{i}[i]"
        yield f"{pad}restore({self.slot})"
        for i, field in self.fields:
            if i in wanted:
                yield f"{pad}for i in range(0, {field.size}):"
                yield f"{pad}    if {wanted[i]}:"
                yield f"{pad}        secret_{i}[i] = made_{i}[i]"

    def deal(self, number: int, part: p.SecretPart) -> Iterator[str]:
        """Leave to chance what the player does not know, until the rest is as it is known."""
        yield "    n = 0"
        wanted = {}
        for i, field in self.of(part):
            wanted[i] = f"{self.is_set_by(i, number)} and hidden_{i}[i] >> seat & 1"
            yield f"    for i in range(0, {field.size}):"
            yield f"        held_{i}[i] = secret_{i}[i]"
            yield f"        if {wanted[i]}:"
            yield "            n = 1"
        yield "    if n:"
        for i, field in self.of(part):
            yield f"        for i in range(0, {field.size}):"
            yield f"            if {self.is_set_by(i, number)}:"
            yield f"                secret_{i}[i] = {field.first}"
        yield f"        save({self.slot})"
        yield f"        for deal in range(0, {_DEALS}):"
        yield f"            restore({self.slot})"
        if part.owners:  # to one player after another
            yield "            for q in range(0, PLAYERS):"
            yield "                n = 0"
            for i, field in self.of(part):
                if field.each == "player":
                    yield f"                for i in range(0, {field.size}):"
                    yield f"                    if i == q and {self.is_set_by(i, number)}:"
                    yield "                        n = 1"
            yield "                if n:"
            yield from self.carry_out(number, part, "q", "                    ")
        else:
            yield from self.carry_out(number, part, "actor[0]", "            ")
        yield "            wrong = 0"
        for i, field in self.of(part):
            known = f"{self.is_set_by(i, number)} and not hidden_{i}[i] >> seat & 1"
            yield f"            for i in range(0, {field.size}):"
            yield f"                if {known} and secret_{i}[i] != held_{i}[i]:"
            yield "                    wrong = 1"
        yield "            if not wrong:"
        yield "                break"
        yield from self.take_over(wanted, "        ")
        for i, field in self.of(part):
            yield f"        for i in range(0, {field.size}):"
            yield f"            if {self.is_set_by(i, number)} and not hidden_{i}[i] >> seat & 1:"
            yield f"                secret_{i}[i] = held_{i}[i]"
