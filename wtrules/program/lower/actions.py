"""Lowering of actions: what `do …` does to the pieces.

What a kind of action does is registered in `verbs`; it becomes a function or, where a rule that
reacts to one of its events needs a decision, a procedure.
"""

from __future__ import annotations

from collections.abc import Mapping

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.lower.lowering import Lowering, WriteAction
from wtrules.program.lower.verbs import LOWERINGS
from wtrules.program.lower.verbs.registry import bind
from wtrules.program.program import Expr, Load, Var
from wtrules.rules import meaning as m


class Actions:
    """Lowers actions."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering

    def act(self, act: m.Act, code: Code, *, checked: bool = False) -> None:
        """Write an action; *checked*: it is known to be possible."""
        action = bind(self._lowering, act, code)
        verb = LOWERINGS[action.kind]
        if not verb.guarded:
            verb.write(self._lowering, action, code)
            return
        guard = 1 if checked else self._lowering.permissions.possible(act, code)
        self._lowering.events.only_if(
            guard, action.events, code, lambda inner: verb.write(self._lowering, action, inner)
        )

    def call(
        self, action: Action, parameters: Mapping[str, Expr], code: Code, write: WriteAction,
        variation: str = "", name: str | None = None,
    ) -> Expr:  # fmt: skip
        """Return the result of an action's function or procedure, written when first needed.

        Actions of one kind share it, unless *variation* tells them apart.
        """
        name = name or "do_" + action.kind.replace(" ", "_") + variation
        return self._lowering.procedures.call(
            name, tuple(parameters), list(parameters.values()), code, action.events, write
        )

    def run(
        self, action: Action, parameters: Mapping[str, Expr], code: Code, write: WriteAction,
        variation: str = "", name: str | None = None,
    ) -> None:  # fmt: skip
        """Write the call of an action whose result is not needed."""
        _run(self.call(action, parameters, code, write, variation, name), code)

    def follow(self, term: m.Term, moved: Expr, code: Code) -> None:
        """Let the variable that names a piece follow it to where it has moved."""
        variable = code.env.get(term.name) if isinstance(term, m.Local) else None
        if isinstance(variable, Var | Load):
            self._lowering.variables.assign(variable, moved, code)
        else:
            _run(moved, code)


def _run(result: Expr, code: Code) -> None:
    if isinstance(result, p.Call):
        code.write(p.Run(result))
