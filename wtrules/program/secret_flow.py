"""Which variables of rules hold what was worked out from secrets.

While a rule waits for a decision its variables are in the state, so a player who must not know the
secret must not see them either.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wtrules.program.expressions import Call, Expr, Load, Var
from wtrules.program.statements import Assign, Body, Return, Store, parts_of, walk


def telling(
    bodies: Mapping[str, Body], variables: Collection[str], secrets: Collection[str]
) -> Mapping[str, frozenset[str]]:
    """Return the variables that depend on secret memories, with these.

    *bodies* are those of functions, `name()`, and of blocks.
    """
    secrets_of: dict[str, set[str]] = {name: {name} for name in secrets}
    grows = True
    while grows:
        grows = False
        for owner, body in bodies.items():
            for statement in walk(body):
                match statement:
                    case Store(array=name, value=value) if name in variables:
                        target = name
                    case Assign(name=name, value=value):
                        target = f"{owner} {name}"
                    case Return(value=value) if owner.endswith("()"):
                        target = owner
                    case _:
                        continue
                told = _secrets_in(value, owner, secrets_of)
                if not told <= secrets_of.get(target, set()):
                    secrets_of.setdefault(target, set()).update(told)
                    grows = True
    return {name: frozenset(told) for name, told in secrets_of.items() if name in variables}


def _secrets_in(value: Expr, owner: str, secrets_of: Mapping[str, set[str]]) -> set[str]:
    """Return the secret memories that a value depends on."""
    told: set[str] = set()
    for part in parts_of(value):
        match part:
            case Load(array=name):
                told |= secrets_of.get(name, set())
            case Var(name=name):
                told |= secrets_of.get(f"{owner} {name}", set())
            case Call(function=name):
                told |= secrets_of.get(f"{name}()", set())
    return told
