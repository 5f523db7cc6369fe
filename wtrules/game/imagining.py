"""Secrets that a player does not know, made up.

What others have decided in a secret part of a rule is decided again: the part is carried out once more
with random choices. What chance has decided there is left to chance again, until it agrees with what
the player knows of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from wtrules.backends.reference import EndlessPlay, Reference, TooManyOptions
from wtrules.program.program import KNOWN_SURFACE, Field, Program, SecretPart
from wtrules.program.state import signed

_MOST_DEALS = 64  # attempts to deal secrets that agree with what is known
_MOST_DECISIONS = 100  # of one player in a secret part

State = list[int]


class Secrets:
    """Makes up the secrets that a player does not know."""

    def __init__(self, engine: Reference, data: State, seat: int, chance: random.Random) -> None:
        self.engine = engine
        self.program = engine.program
        self.data = data
        self.seat = seat
        self.chance = chance

    def imagine(self) -> None:
        """Put possible values where the player does not know them."""
        for here, there, field in secrets_of(self.program):
            if self._is_hidden(there):
                self.data[here] = field.first
        for number, part in enumerate(self.program.secret_parts):
            places = [
                (here, self._owner(field, here, part))
                for here, there, field in secrets_of(self.program)
                if self._is_hidden(there) and self.program.setter(self.data[there]) == number
            ]
            if places and part.asks:
                self._decide_again(number, part, places)
            elif places:
                self._deal_again(number, part, [here for here, _ in places])

    def _is_hidden(self, there: int) -> bool:
        return bool(self.data[there] >> self.seat & 1)

    def _owner(self, field: Field, here: int, part: SecretPart) -> int | None:
        """Return the only player who sets a number in a secret part; None if several may."""
        if field.each != "player" or field.name in part.shared:
            return None
        return here - field.offset

    def _decide_again(
        self, number: int, part: SecretPart, places: list[tuple[int, int | None]]
    ) -> None:
        """Let others decide at random: each about what is theirs, all of them about the rest."""
        rest = others(self.program, self.seat) or [self.seat]
        last = rest.index(self.chance.choice(rest))  # their decision may replace those before
        owners = {owner for _, owner in places}
        deciding = [
            player
            for player in (*rest[last + 1 :], *rest[: last + 1], self.seat)
            if player in owners or (None in owners and player in rest)
        ]
        made = self._carry_out_by(number, part, deciding)
        for here, _ in places:
            self.data[here] = made[here]

    def _deal_again(self, number: int, part: SecretPart, places: list[int]) -> None:
        """Leave to chance what the player does not know, until the rest is as it is known."""
        set_by_it = [
            (here, field)
            for here, there, field in secrets_of(self.program)
            if self.program.setter(self.data[there]) == number
        ]
        known = {
            here: (self.data[here], field.first) for here, field in set_by_it if here not in places
        }
        dealt = [self.data[self.program.fields["actor"].offset]]
        if part.owners:  # to one player after another
            found = {here - field.offset for here, field in set_by_it if field.each == "player"}
            dealt = sorted(found) or dealt
        for here, (_, first) in known.items():
            self.data[here] = first
        for _ in range(_MOST_DEALS):
            world = self._carry_out_by(number, part, dealt)
            if all(world[here] == value for here, (value, _) in known.items()):
                break
        for here, (value, _) in known.items():
            self.data[here] = value
        for here in places:
            self.data[here] = world[here]

    def _carry_out_by(self, number: int, part: SecretPart, players: list[int]) -> State:
        """Return a state with what players have set in a secret part, one after another."""
        made = self.data[:]
        for player in players:
            world = self._carry_out(made[:], number, part, player)
            for field in (self.program.fields[name] for name in part.fields):
                made[field.offset : field.offset + field.size] = numbers_of(field, world)
        return made

    def _carry_out(self, world: State, number: int, part: SecretPart, player: int) -> State:
        """Carry out a secret part with random choices of a player."""
        f = self.program.fields
        world[f["imagining"].offset] = 1
        for name in ("actor", *part.owners):
            world[f[name].offset] = player
        world[f["rng"].offset] = signed(self.chance.getrandbits(64))
        try:
            options = self.engine.advance(world, part.entry)
            for _ in range(_MOST_DECISIONS):
                assert isinstance(options, list)
                point = self.program.decisions[world[f["at"].offset] - 1]
                fitting = [o for o in options if point.decode(o)[0].secretly == number]
                if not fitting:
                    break
                options = self.engine.play(world, self.chance.choice(fitting))
        except (EndlessPlay, TooManyOptions):
            pass  # what is there so far will do
        return world


def start_again(engine: Reference, data: State, part: SecretPart) -> None:
    """Go back to where another player begins to decide in secret."""
    world = data[:]
    try:
        options = engine.advance(world, part.entry)
    except (EndlessPlay, TooManyOptions):
        return
    if isinstance(options, list) and options:
        data[:] = world


def covered(program: Program, data: State) -> Iterator[tuple[int, int]]:
    """Yield the place of each covered surface that players forget, and of who knows it."""
    field = program.fields.get(KNOWN_SURFACE)
    if field is None:
        return
    cell, height = program.fields["cell"].offset, program.fields["height"].offset
    for space in range(program.spaces):
        for level in range(data[height + space]):
            number = space * program.levels + level
            yield cell + number, field.offset + number


def place_covered(program: Program, data: State, seat: int, chance: random.Random) -> None:
    """Put the wizards that a seat does not see under the towers that it has not looked under."""
    unknown = [here for here, known in covered(program, data) if not data[known] >> seat & 1]
    if not unknown:
        return
    f, bits = program.fields, program.bits
    mask = (1 << bits) - 1
    cells = numbers_of(f["cell"], data)
    room = program.capacity or mask * program.players
    for player in range(program.players):
        standing = sum(held >> player * bits & mask for held in cells)
        missing = data[f["wizards"].offset + player] - data[f["home"].offset + player] - standing
        for _ in range(missing):
            first = chance.randrange(len(unknown))
            places = unknown[first:] + unknown[:first]
            crowds = (
                sum(data[p] >> q * bits & mask for q in range(program.players)) for p in places
            )
            free = (p for p, crowd in zip(places, crowds, strict=True) if crowd < room)
            data[next(free, places[0])] += 1 << player * bits


def secrets_of(program: Program) -> Iterator[tuple[int, int, Field]]:
    """Yield the place of each secret number, and the place of who does not know it."""
    for name, hidden in program.secrets.items():
        field, beside = program.fields[name], program.fields[hidden]
        for i in range(field.size):
            yield field.offset + i, beside.offset + i, field


def beside(program: Program, data: State, memory: str) -> State:
    """Return who does not know each number of a secret memory."""
    return numbers_of(program.fields[program.secrets[memory]], data)


def part_of_other(program: Program, data: State, seat: int) -> SecretPart | None:
    """Return the secret part in which another player is deciding."""
    at = data[program.fields["at"].offset]
    if at <= 0 or data[program.fields["actor"].offset] == seat:
        return None
    number = program.decisions[at - 1].secretly
    return program.secret_parts[number] if number is not None else None


def others(program: Program, seat: int) -> list[int]:
    """Return all seats but one."""
    return [other for other in range(program.players) if other != seat]


def numbers_of(field: Field, data: State) -> State:
    """Return the numbers of a field."""
    return data[field.offset : field.offset + field.size]


def put(data: State, field: Field, value: int) -> None:
    """Set all numbers of a field."""
    data[field.offset : field.offset + field.size] = [value] * field.size
