"""Lowering of events: what an action causes, and how those who wait for it are told."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from wtrules.language.verbs import KINDS
from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.followers import Followers
from wtrules.program.lower.permissions import sort_of
from wtrules.program.program import Expr, op
from wtrules.rules import meaning as m

# What each sort of action can cause, in the order in which it happens.
EVENTS = {name: kind.events for name, kind in KINDS.items()}


def events_of(act: m.Act) -> tuple[str, ...]:
    """Return the events an action can cause."""
    return EVENTS[sort_of(act)]


@define
class Telling(Followers):
    """Writes what happens because of an action; much of it comes from the lowering of procedures."""

    handlers: dict[str, list[m.Rule]] = field(factory=dict)

    def fire(self, event: str, args: list[Expr], ctx: Context) -> None:
        """Write the calls of the rules that answer an event."""
        raise NotImplementedError

    def call(
        self, key: str, parameters: tuple[str, ...], args: list[Expr], ctx: Context,
        events: tuple[str, ...], write: Callable[[Context, list[Expr]], Expr],
    ) -> Expr:  # fmt: skip
        """Write the call of an action's procedure, making it when it is first needed."""
        raise NotImplementedError

    def _only_if(
        self, condition: Expr, events: tuple[str, ...], ctx: Context,
        write: Callable[[Context], None],
    ) -> None:  # fmt: skip
        """Write something that is done only if a condition holds and that causes these events."""
        if condition == 0:
            return
        if condition == 1:
            write(ctx)
        elif self._asks(events):
            after = self.skip_if(op("not", condition), ctx)
            write(ctx)
            after()
        else:
            inner = ctx.inner()
            write(inner)
            for name, value in inner.env.items():
                if name in ctx.env and ctx.env[name] != value:
                    ctx.env[name] = value
            ctx.emit(p.If(condition, tuple(inner.out)))

    def _tell(self, sort: str, condition: Expr, args: list[Expr], ctx: Context) -> None:
        """Write the one event of a simple action, if the action did anything."""
        (event,) = EVENTS[sort]
        if self.handlers.get(event):
            self._only_if(condition, (event,), ctx, lambda c: self.fire(event, args, c))

    def skip_if(self, condition: Expr, ctx: Context) -> Callable[[], None]:
        """Write a jump over what follows; the result is called where the jump leads to."""
        raise NotImplementedError

    def _asks(self, events: tuple[str, ...]) -> bool:
        """Return whether a rule that answers one of the events asks somebody."""
        raise NotImplementedError

    def refuse_asking(self, event: str, while_: str) -> None:
        """Refuse a rule that asks where the game cannot wait for an answer."""
        raise NotImplementedError

    def hold(self, stem: str, value: Expr, ctx: Context) -> Expr:
        """Keep a value for later, where this context keeps its variables."""
        raise NotImplementedError

    def uses_arrivals(self) -> bool:
        """Return whether some rule asks who arrived together."""
        raise NotImplementedError

    def run(self, made: Expr, ctx: Context) -> None:
        """Write a call whose result nobody needs."""
        if isinstance(made, p.Call):
            ctx.emit(p.Run(made))
