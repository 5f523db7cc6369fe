"""Values that show themselves in notebooks: one frame and one style sheet for all of them.

An output loads nothing and runs nothing. What is put into it was made safe by its template.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from wtrules.safe_text import Medium, guarded


def output(template: Path, **values: object) -> str:
    """Return a template, filled in, as what `_repr_html_` returns."""
    from wtrules.templates import render_template  # games are loaded without it

    body = render_template(template, **values)
    return guarded(f'<div class="wtrules"><style>{_style()}</style>\n{body}</div>', Medium.HTML)


def shown(drawer: str, *values: object) -> str:
    """Return what a function makes of a value: `wtrules.game.notebook:state_html`.

    A value names the function that shows it, and cannot import it: the function's module imports the
    value's.
    """
    module, _, name = drawer.partition(":")
    made: str = getattr(import_module(module), name)(*values)
    return made


@cache
def _style() -> str:
    return Path(__file__).with_suffix(".css").read_text("utf-8")
